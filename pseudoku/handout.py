"""The functions under their names in the hand-out, which spells two in two ways."""

from pseudoku.tasks import check_column as CheckColumn
from pseudoku.tasks import check_grids as CheckGrids
from pseudoku.tasks import col_checks as ColCheck
from pseudoku.tasks import col_checks as ColChecks
from pseudoku.tasks import make_solution as MakeSolution
from pseudoku.tasks import make_vector as MakeVector
from pseudoku.tasks import permute_rows as PermuteRow
from pseudoku.tasks import permute_rows as PermuteRows
from pseudoku.tasks import permute_vector as PermuteVector
from pseudoku.tasks import search_stack as SearchStack

__all__ = [
    "CheckColumn",
    "CheckGrids",
    "ColCheck",
    "ColChecks",
    "MakeSolution",
    "MakeVector",
    "PermuteRow",
    "PermuteRows",
    "PermuteVector",
    "SearchStack",
]
