"""Pseudoku: the ten tasks of the hand-out, on the abstract data types of `adt`.

Read `tasks` with the hand-out beside it: Tasks 1 to 6, ColChecks and Task 8. Then
`storage` (Task 7), `blanks` (Task 9) and `analysis` (Task 10). `handout` has the
hand-out's spellings; `solving` and `grids` serve the command line.
"""

from pseudoku.blanks import set_blanks
from pseudoku.errors import PseudokuError
from pseudoku.tasks import (
    Puzzle,
    Row,
    check_column,
    check_grids,
    col_checks,
    make_solution,
    make_vector,
    permute_rows,
    permute_vector,
    search_stack,
)

__all__ = [
    "PseudokuError",
    "Puzzle",
    "Row",
    "check_column",
    "check_grids",
    "col_checks",
    "make_solution",
    "make_vector",
    "permute_rows",
    "permute_vector",
    "search_stack",
    "set_blanks",
]
