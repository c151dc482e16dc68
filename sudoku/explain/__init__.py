"""The techniques of the courseworks, one step at a time, in words.

>>> explanation = explain(".98765432" + "." * 72)
>>> print(explanation.steps[0].heading)
Forced digit: 1 in b1 => r1c1=1
"""

from collections.abc import Callable, Iterator
from typing import Final

from sudoku.explain import preemptive
from sudoku.explain.steps import Explanation, State, Step, states
from sudoku.grid import Grid, grid_of, has_clash

__all__ = ["METHODS", "explain"]

Method = tuple[Callable[[Grid], State], Callable[[Grid], Iterator[Step]]]

METHODS: Final[dict[str, Method]] = {
    "preemptive": (preemptive.start, preemptive.steps),
}


def explain(puzzle: str, method: str = "preemptive") -> Explanation:
    """Return the steps of one of METHODS for *puzzle*, 81 characters with ``.``.

    A puzzle with a clash has no steps.
    """
    start, steps = METHODS[method]
    begin = start(grid_of(puzzle))
    found = [] if has_clash(puzzle) else list(steps(grid_of(puzzle)))
    numbered = [step._replace(number=n) for n, step in enumerate(found, start=1)]
    explanation = Explanation(puzzle, method, begin, numbered, None, "")
    end = states(explanation)[-1]
    return explanation._replace(end=end, ending=ending(end, has_clash(puzzle)))


def ending(end: State, clash: bool) -> str:
    """Return how an explanation ends whose last state is *end*."""
    if clash or any(
        digit == "." and marks == "" for digit, marks in zip(end.grid, end.marks or ())
    ):
        return "contradiction"
    return "stuck" if "." in end.grid else "solved"
