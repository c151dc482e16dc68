"""The reference solution: the pseudocode in the docstrings of `pseudoku.tasks`."""

import re
from collections.abc import Iterable
from functools import cache

from pseudoku import handout
from pseudoku.pseudocode.reading.parser import Parsed, parse
from pseudoku.pseudocode.reading.source import Source, docstring_pseudocode
from pseudoku.pseudocode.reading.vocabulary import HANDOUT_FUNCTIONS, name_key

# The marks of each task, and its function. The hand-out itself gives ColChecks.
TASK_MARKS = {"1": 4, "2": 5, "3": 3, "4": 6, "5": 4, "6": 6, "8": 6}
TASK_FUNCTIONS = dict(
    zip(TASK_MARKS, (name for name in HANDOUT_FUNCTIONS if name != "ColChecks"))
)
MANUAL_TASK_MARKS = {"7": 6, "9": 4, "10": 6}


@cache
def reference(*names: str) -> Parsed:
    """Return the parsed reference functions of the hand-out, in its order.

    With ``names``, name keys of functions, return only these and those that they call.
    """
    every = function_texts()
    keys = called_keys(every, names) if names else {*every}
    shown = [
        text if name in keys else re.sub(r"\S", " ", text)
        for name, text in every.items()
    ]
    parsed = parse("\n".join(shown), "reference")
    parsed.source = reference_source()
    return parsed


@cache
def reference_source() -> Source:
    source = Source("\n".join(function_texts().values()), "reference")
    source.is_reference = True
    return source


@cache
def function_texts() -> dict[str, str]:
    """Return the pseudocode of each function, by its name key."""
    return {
        name_key(name): docstring_pseudocode(vars(handout)[name].__doc__)
        for name in HANDOUT_FUNCTIONS
    }


def called_keys(every: dict[str, str], names: Iterable[str]) -> set[str]:
    """Return ``names`` and all functions that they call, directly or indirectly.

    ``every`` has the pseudocode of each function by its name key.
    """
    keys: set[str] = set()
    waiting = [*names]
    while waiting:
        name = waiting.pop()
        if name not in keys:
            keys.add(name)
            waiting += [
                name_key(other)
                for other in HANDOUT_FUNCTIONS
                if f"{other}(" in every[name]
            ]
    return keys
