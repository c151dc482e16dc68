"""Four courseworks on grids of nine rows and nine columns.

Read `grid`, then the courseworks: `preemptive` (COMP9021) with `tex`, `singles`
(Hacettepe), `elimination` (CIT 591), `search` (Northwestern). Beside them, `exact`
solves and counts fast, `explain` puts each step of a technique into words, `formats`
reads and writes files of puzzles, `generating` makes puzzles, and `courses` has a
record of each course for the commands.

``from sudoku import *`` gives what graders import. `sudoku.solve` is the function of
CIT 591, which works on sets; `sudoku.exact.solve` solves every puzzle. A module is
loaded when a name of it is first asked for. This file can be read by every Python, also
by version 2.
"""

import sys

TYPE_CHECKING = False  # True for type checkers; see _courseware/names.py
if TYPE_CHECKING:
    from adt import __version__ as __version__
    from sudoku import exact as exact
    from sudoku import explain as explain
    from sudoku import formats as formats
    from sudoku import generating as generating
    from sudoku.elimination import convertToInts as convertToInts
    from sudoku.elimination import convertToSets as convertToSets
    from sudoku.elimination import eliminate as eliminate
    from sudoku.elimination import getBoxLocations as getBoxLocations
    from sudoku.elimination import getColumnLocations as getColumnLocations
    from sudoku.elimination import getRowLocations as getRowLocations
    from sudoku.elimination import isSolved as isSolved
    from sudoku.elimination import main as main
    from sudoku.elimination import print_sudoku as print_sudoku
    from sudoku.elimination import read_sudoku as read_sudoku
    from sudoku.elimination import solve as solve
    from sudoku.errors import SudokuError as SudokuError
    from sudoku.preemptive import Sudoku as Sudoku
    from sudoku.search import BFS as BFS
    from sudoku.search import DFS as DFS
    from sudoku.search import Board as Board
elif sys.version_info >= (3, 11):
    from _courseware.names import on_demand

    _HOMES = {
        "BFS": "sudoku.search",
        "Board": "sudoku.search",
        "DFS": "sudoku.search",
        "Sudoku": "sudoku.preemptive",
        "SudokuError": "sudoku.errors",
        "convertToInts": "sudoku.elimination",
        "convertToSets": "sudoku.elimination",
        "eliminate": "sudoku.elimination",
        "getBoxLocations": "sudoku.elimination",
        "getColumnLocations": "sudoku.elimination",
        "getRowLocations": "sudoku.elimination",
        "isSolved": "sudoku.elimination",
        "main": "sudoku.elimination",
        "print_sudoku": "sudoku.elimination",
        "read_sudoku": "sudoku.elimination",
        "solve": "sudoku.elimination",
    }
    __all__ = list(_HOMES)
    for part in ("exact", "explain", "formats", "generating"):
        _HOMES[part] = "sudoku." + part
    _HOMES["__version__"] = "adt"
    __getattr__, __dir__ = on_demand(__name__, _HOMES)
