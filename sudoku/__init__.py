"""Four courseworks on grids of nine rows and nine columns.

Read `grid`, then the package of a coursework: `comp9021`, `hacettepe`, `cit591` or
`northwestern`. Its docstring says where to begin. Beside these packages, `exact` solves
and counts fast, `explain` puts each step of a technique into words, `formats` reads and
writes files of puzzles, `generating` makes puzzles, `handins` makes the files that
students submit, and `courses` lists the courses.

``from sudoku import *`` imports what graders use. `sudoku.solve` is the function of CIT
591, which works on sets; `sudoku.exact.solve` solves every puzzle. A module is imported
when one of its names is first used. Every Python can read this file, even version 2.
"""

import sys

TYPE_CHECKING = False  # True for type checkers; see _courseware/terminal/lazy.py
if TYPE_CHECKING:
    from adt import __version__ as __version__
    from sudoku import exact as exact
    from sudoku import explain as explain
    from sudoku import formats as formats
    from sudoku import generating as generating
    from sudoku.cit591.elimination import convertToInts as convertToInts
    from sudoku.cit591.elimination import convertToSets as convertToSets
    from sudoku.cit591.elimination import eliminate as eliminate
    from sudoku.cit591.elimination import getBoxLocations as getBoxLocations
    from sudoku.cit591.elimination import getColumnLocations as getColumnLocations
    from sudoku.cit591.elimination import getRowLocations as getRowLocations
    from sudoku.cit591.elimination import isSolved as isSolved
    from sudoku.cit591.elimination import main as main
    from sudoku.cit591.elimination import print_sudoku as print_sudoku
    from sudoku.cit591.elimination import read_sudoku as read_sudoku
    from sudoku.cit591.elimination import solve as solve
    from sudoku.comp9021.preemptive import Sudoku as Sudoku
    from sudoku.errors import SudokuError as SudokuError
    from sudoku.northwestern.search import BFS as BFS
    from sudoku.northwestern.search import DFS as DFS
    from sudoku.northwestern.search import Board as Board
elif sys.version_info >= (3, 11):
    _HOMES = {
        "BFS": "sudoku.northwestern.search",
        "Board": "sudoku.northwestern.search",
        "DFS": "sudoku.northwestern.search",
        "Sudoku": "sudoku.comp9021.preemptive",
        "SudokuError": "sudoku.errors",
        "convertToInts": "sudoku.cit591.elimination",
        "convertToSets": "sudoku.cit591.elimination",
        "eliminate": "sudoku.cit591.elimination",
        "getBoxLocations": "sudoku.cit591.elimination",
        "getColumnLocations": "sudoku.cit591.elimination",
        "getRowLocations": "sudoku.cit591.elimination",
        "isSolved": "sudoku.cit591.elimination",
        "main": "sudoku.cit591.elimination",
        "print_sudoku": "sudoku.cit591.elimination",
        "read_sudoku": "sudoku.cit591.elimination",
        "solve": "sudoku.cit591.elimination",
    }
    __all__ = list(_HOMES)
    for part in ("exact", "explain", "formats", "generating"):
        _HOMES[part] = "sudoku." + part
    _HOMES["__version__"] = "adt"

    # The imports are inside, because Ctrl-C during an import here would be a traceback.
    def __getattr__(name):
        from _courseware.terminal.lazy import load

        return load(__name__, _HOMES, name)

    def __dir__():
        from _courseware.terminal.lazy import names

        return names(__name__, _HOMES)
