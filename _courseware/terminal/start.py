"""The start of each command line. Every Python can read this file, even version 2."""

import gc
import sys


def start(program):
    # type: (str) -> int
    """Run the command line of the package ``program``, such as "sudoku".

    Return its exit status. If Python is too old, print an error and return 2.
    """
    if sys.version_info < (3, 11):
        message = "%s: error: this is Python %d.%d; expected Python 3.11 or newer\n"
        sys.stderr.write(message % ((program,) + sys.version_info[:2]))
        return 2
    # Python looks for reference cycles again and again while modules are loaded, and
    # once more at the end. Together this takes half as long as its own start.
    gc.set_threshold(50000)
    try:
        from importlib import import_module

        status = import_module(program + ".cli").main()  # type: int
        return status
    finally:
        gc.freeze()
