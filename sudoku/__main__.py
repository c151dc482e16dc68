"""``python -m sudoku``."""

import sys

from sudoku.cli import main

if __name__ == "__main__":
    sys.exit(main())
