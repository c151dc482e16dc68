"""The hand-out as a record for the language, and its reference solution.

The reference solution is the pseudocode in the docstrings of `pseudoku.tasks`.
"""

import re
from collections.abc import Iterable
from functools import cache

from _courseware.text.documents import LeftOut
from pseudocode.reading import parser
from pseudocode.reading.handout import Clash, Handout, Task
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import Source, docstring_pseudocode
from pseudocode.reading.vocabulary import name_key
from pseudoku import handout
from pseudoku.grids import is_grid
from pseudoku.solving import clashes

CHECK_ORDER = ("sub-grid", "column", "row")  # as MakeSolution checks them
MANUAL_TASK_MARKS = {"7": 6, "9": 4, "10": 6}


def _grid_clashes(rows: list[object]) -> list[Clash] | None:
    """Return what is wrong in a grid, or None if ``rows`` are no grid."""
    if not is_grid(rows):
        return None
    ordered = sorted(clashes(rows), key=lambda clash: CHECK_ORDER.index(clash[0]))
    texts: list[Clash] = []
    for kind, index, number, cells in ordered:
        times = "twice" if len(cells) == 2 else f"{len(cells)} times"
        texts.append((f"{number} {times} in {kind} {index}", cells))
    return texts


# ColChecks is no task: the hand-out itself gives it.
HANDOUT = Handout(
    functions={
        "MakeVector": ("Vector",),
        "PermuteVector": ("Vector", "number"),
        "PermuteRows": ("Vector", "number", "number", "number"),
        "SearchStack": ("Stack", "number"),
        "CheckColumn": ("Vector", "number"),
        "ColChecks": ("Vector",),
        "CheckGrids": ("Vector",),
        "MakeSolution": ("Vector",),
    },
    short_names={"PermuteRow": "PermuteRows", "ColCheck": "ColChecks"},
    tasks={
        "1": Task("MakeVector", 4),
        "2": Task("PermuteVector", 5),
        "3": Task("PermuteRows", 3),
        "4": Task("SearchStack", 6),
        "5": Task("CheckColumn", 4),
        "6": Task("CheckGrids", 6),
        "8": Task("MakeSolution", 6),
    },
    template="if p = 0 then return row end if",
    module="pseudoku.tasks",
    program="pseudoku",
    search="MakeSolution",
    clashes=_grid_clashes,
)
TASK_MARKS = {number: task.marks for number, task in HANDOUT.tasks.items()}
TASK_FUNCTIONS = {number: task.function for number, task in HANDOUT.tasks.items()}


def parse(
    text: str,
    name: str = "pseudocode",
    cased: bool = False,
    left_out: Iterable[LeftOut] = (),
    pages: Iterable[int] = (),
) -> Parsed:
    """Parse an answer to the hand-out, as `pseudocode.reading.parser.parse`."""
    return parser.parse(text, name, cased, HANDOUT, left_out, pages)


@cache
def reference(*names: str) -> Parsed:
    """Return the parsed reference functions of the hand-out, in its order.

    With ``names``, name keys of functions, return only these and those that they call.
    """
    texts = function_texts()
    keys = _called_keys(texts, names) if names else {*texts}
    visible_texts = [
        text if name in keys else re.sub(r"\S", " ", text)
        for name, text in texts.items()
    ]
    parsed = parse("\n".join(visible_texts), "reference")
    parsed.source = reference_source()
    return parsed


@cache
def reference_source() -> Source:
    source = Source("\n".join(function_texts().values()), "reference", HANDOUT)
    source.is_reference = True
    return source


@cache
def function_texts() -> dict[str, str]:
    """Return the pseudocode of each function, by its name key."""
    return {
        name_key(name): docstring_pseudocode(vars(handout)[name].__doc__)
        for name in HANDOUT.functions
    }


def _called_keys(every: dict[str, str], names: Iterable[str]) -> set[str]:
    """Return ``names`` and all functions that they call, directly or indirectly.

    ``every`` has the pseudocode of each function by its name key.

    >>> sorted(_called_keys(function_texts(), ["permuterows"]))
    ['permuterows', 'permutevector']
    """
    keys: set[str] = set()
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name not in keys:
            keys.add(name)
            waiting += [
                name_key(other)
                for other in HANDOUT.functions
                if f"{other}(" in every[name]
            ]
    return keys
