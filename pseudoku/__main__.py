"""Run ``python -m pseudoku``. Every Python can read this file, even version 2."""

import sys

if sys.version_info < (3, 11):
    message = "pseudoku: error: this is Python %d.%d; expected Python 3.11 or newer\n"
    sys.stderr.write(message % sys.version_info[:2])
    sys.exit(2)

if __name__ == "__main__":
    try:
        from pseudoku.cli import main

        status = main()
    except KeyboardInterrupt:  # while modules were imported
        status = 130
    sys.exit(status)
