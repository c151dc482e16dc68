"""The reference: the pseudocode in the docstrings of `pseudoku.tasks`."""

from functools import lru_cache
from typing import TYPE_CHECKING

from pseudoku import tasks
from pseudoku.pseudocode.reading.words import HANDOUT

if TYPE_CHECKING:
    from pseudoku.pseudocode.reading.parser import Parsed

FUNCTIONS = (
    *(tasks.make_vector, tasks.permute_vector, tasks.permute_rows, tasks.search_stack),
    *(tasks.check_column, tasks.col_checks, tasks.check_grids, tasks.make_solution),
)
# The marks of each task, and its function. The hand-out itself gives ColChecks.
TASKS = {"1": 4, "2": 5, "3": 3, "4": 6, "5": 4, "6": 6, "8": 6}
NAMES = dict(zip(TASKS, (name for name in HANDOUT if name != "ColChecks")))
LEFT_TO_A_PERSON = {"7": 6, "9": 4, "10": 6}


@lru_cache(maxsize=1)
def reference() -> "Parsed":
    """Return the eight functions of the hand-out, in its order."""
    from pseudoku.pseudocode.reading.parser import parse  # 10 ms
    from pseudoku.pseudocode.reading.source import pseudocode

    texts = [pseudocode(function.__doc__) for function in FUNCTIONS]
    return parse("\n".join(texts), "reference")
