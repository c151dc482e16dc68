"""The techniques of the courseworks, one step at a time, in words.

>>> explain(".98765432" + "." * 72, "singles").steps[0].heading
'Naked single: r1c1=1'
"""

from collections.abc import Callable, Iterator
from typing import Final

from sudoku.explain import elimination, human, preemptive, singles, tree
from sudoku.explain.steps import Explanation, State, Step, states
from sudoku.grid import Grid, grid_of, has_clash

__all__ = ["METHODS", "explain"]

Technique = tuple[Callable[[Grid], State], Callable[[Grid], Iterator[Step]]]

TECHNIQUES: Final[dict[str, Technique]] = {
    "preemptive": (preemptive.start, preemptive.steps),
    "singles": (singles.start, singles.steps),
    "elimination": (elimination.start, elimination.steps),
    "human": (human.start, human.steps),
}
METHODS: Final = (*TECHNIQUES, *tree.SEARCHES)


def explain(
    puzzle: str, method: str = "preemptive", most_boards: int = tree.MOST_BOARDS
) -> Explanation:
    """Return the steps of one of METHODS for *puzzle*, 81 characters with ``.``.

    A search examines at most *most_boards*. A puzzle with a clash has no steps.
    """
    start = tree.start if method in tree.SEARCHES else TECHNIQUES[method][0]
    explanation = Explanation(puzzle, method, start(grid_of(puzzle)), [], None, "")
    if has_clash(puzzle):
        return explanation._replace(end=explanation.start, ending="contradiction")
    if method in tree.SEARCHES:
        found, ending = tree.steps(method, grid_of(puzzle), most_boards)
    else:
        found, ending = list(TECHNIQUES[method][1](grid_of(puzzle))), ""
    numbered = [step._replace(number=n) for n, step in enumerate(found, start=1)]
    explanation = explanation._replace(steps=numbered)
    if ending in ("no solution", "limit"):
        return explanation._replace(ending=ending)
    end = states(explanation)[-1]
    return explanation._replace(end=end, ending=ending_at(end))


def ending_at(end: State) -> str:
    """Return how the steps of a technique end whose last state is *end*."""
    if any(
        digit == "." and marks == "" for digit, marks in zip(end.grid, end.marks or ())
    ):
        return "contradiction"
    return "stuck" if "." in end.grid else "solved"
