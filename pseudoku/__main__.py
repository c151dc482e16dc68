"""``python -m pseudoku``."""

import sys

from pseudoku.cli import main

if __name__ == "__main__":
    sys.exit(main())
