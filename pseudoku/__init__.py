"""Pseudoku: the ten tasks of the hand-out, on the abstract data types of `adt`.

Read `tasks` next to the hand-out: Tasks 1 to 6, ColChecks and Task 8. Then read
`storage` (Task 7), `blanks` (Task 9) and `analysis` (Task 10), whose figures `claims`
computes. `handout` has the names as the hand-out spells them. `handin` has all answers
in the form in which they are submitted.

`reference` is the hand-out as a record for the language (`pseudocode`), with the
solution in the docstrings of `tasks`; `exercises` says what the judge asks of each
task. The command line, `cli`, uses `solving` and `grids` too.

A module is loaded when one of its names is first used. Every Python can read this file,
even version 2.
"""

import sys

TYPE_CHECKING = False  # True for type checkers; see _courseware/terminal/lazy.py
if TYPE_CHECKING:
    from adt import __version__ as __version__
    from pseudoku.blanks import set_blanks as set_blanks
    from pseudoku.errors import PseudokuError as PseudokuError
    from pseudoku.tasks import Puzzle as Puzzle
    from pseudoku.tasks import Row as Row
    from pseudoku.tasks import check_column as check_column
    from pseudoku.tasks import check_grids as check_grids
    from pseudoku.tasks import col_checks as col_checks
    from pseudoku.tasks import make_solution as make_solution
    from pseudoku.tasks import make_vector as make_vector
    from pseudoku.tasks import permute_rows as permute_rows
    from pseudoku.tasks import permute_vector as permute_vector
    from pseudoku.tasks import search_stack as search_stack
elif sys.version_info >= (3, 11):
    _HOMES = {
        "PseudokuError": "pseudoku.errors",
        "Puzzle": "pseudoku.tasks",
        "Row": "pseudoku.tasks",
        "check_column": "pseudoku.tasks",
        "check_grids": "pseudoku.tasks",
        "col_checks": "pseudoku.tasks",
        "make_solution": "pseudoku.tasks",
        "make_vector": "pseudoku.tasks",
        "permute_rows": "pseudoku.tasks",
        "permute_vector": "pseudoku.tasks",
        "search_stack": "pseudoku.tasks",
        "set_blanks": "pseudoku.blanks",
    }
    __all__ = list(_HOMES)
    _HOMES["__version__"] = "adt"

    # The imports are inside, because Ctrl-C during an import here would be a traceback.
    def __getattr__(name):
        from _courseware.terminal.lazy import load

        return load(__name__, _HOMES, name)

    def __dir__():
        from _courseware.terminal.lazy import names

        return names(__name__, _HOMES)
