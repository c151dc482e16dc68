"""Run ``python -m marking``. Every Python can read this file, even version 2."""

import sys

from adt._start import start


def main():
    # type: () -> None
    """Run a command, and exit with its status."""
    sys.exit(start("marking"))


if __name__ == "__main__":
    main()
