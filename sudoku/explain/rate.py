"""How hard a puzzle is: the hardest step that the ladder needs.

The figures are the base figures of Sudoku Explainer for the same techniques.
"""

from typing import NamedTuple

from sudoku.exact import has_clash
from sudoku.explain import ladder
from sudoku.explain.steps import Step
from sudoku.explain.words import fish_lines, name
from sudoku.grid import grid_of

FIGURES = {
    "last-cell": 1.0,
    "single": 2.3,
    "pointing": 2.6,
    "claiming": 2.8,
    "xy-wing": 4.2,
    "xyz-wing": 4.4,
}
OF_SIZE = {
    "naked-set": (3.0, 3.6, 5.0),
    "fish": (3.2, 3.8, 5.2),
    "hidden-set": (3.4, 4.0, 5.4),
}


class Rating(NamedTuple):
    """Whether the ladder solves the puzzle, and the hardest technique it needs.

    ``hardest`` is the name of the hardest step, or None without any step. ``figure`` is
    its difficulty, or None if the puzzle is not solved. ``steps`` maps the lower-case
    name of each technique to its number of steps, the easiest first.
    """

    solved: bool
    hardest: str | None
    figure: float | None
    steps: dict[str, int]


def rate(puzzle: str) -> Rating:
    """Return the rating of *puzzle*, 81 characters with ``.``.

    >>> rate("." * 81)
    Rating(solved=False, hardest=None, figure=None, steps={})
    """
    figures: dict[str, float] = {}
    counts: dict[str, int] = {}
    placed = 81 - puzzle.count(".")
    clash = has_clash(puzzle)
    for step in () if clash else ladder.moves(grid_of(puzzle)):
        called = name(step)
        figures[called] = max(figure(step), figures.get(called, 0.0))
        counts[called] = counts.get(called, 0) + 1
        placed += len(step.placed)
    solved = placed == 81 and not clash
    names = sorted(counts, key=figures.__getitem__)
    hardest = names[-1] if names else None
    steps = {called.lower(): counts[called] for called in names}
    return Rating(
        solved, hardest, figures[hardest] if solved and hardest else None, steps
    )


def figure(step: Step) -> float:
    """Return the figure of *step*."""
    if step.kind == "hidden-single":
        return 1.2 if str(step.unit).startswith("box") else 1.5
    if step.kind in OF_SIZE:
        fish = step.kind == "fish"
        size = len(fish_lines(step)[1] if fish else step.digits)
        return OF_SIZE[step.kind][size - 2]
    if step.kind == "chain":
        return 6.6 if len(step.links) == 2 else 6.7
    return FIGURES[step.kind]
