"""Run ``python -m sudoku``. Every Python can read this file, even version 2."""

import os
import sys

# The folder where a command runs may hold submissions: import nothing from it.
if __name__ == "__main__" and not getattr(sys.flags, "safe_path", True):
    if sys.path[0] != os.path.dirname(os.path.dirname(__file__)):
        del sys.path[0]


def main():
    # type: () -> None
    """Run the command in ``sys.argv``, and exit with its status."""
    try:
        from _courseware.terminal.start import start

        sys.exit(start("sudoku"))
    except KeyboardInterrupt:  # while modules were imported
        sys.exit(130)


if __name__ == "__main__":
    main()
