"""Rate how hard a puzzle is, by the hardest step that the ladder needs.

The figures are the base figures of Sudoku Explainer for the same techniques.
"""

from typing import NamedTuple

from sudoku.errors import SudokuError
from sudoku.exact import has_clash
from sudoku.explain import ladder
from sudoku.explain.steps import Step
from sudoku.explain.words import fish_lines, name
from sudoku.generating.conditions import Condition, ConditionVerdict
from sudoku.grid import grid_of

FIGURES = {
    "last-cell": 1.0,
    "single": 2.3,
    "pointing": 2.6,
    "claiming": 2.8,
    "xy-wing": 4.2,
    "xyz-wing": 4.4,
}
FIGURES_BY_SIZE = {
    "naked-set": (3.0, 3.6, 5.0),
    "fish": (3.2, 3.8, 5.2),
    "hidden-set": (3.4, 4.0, 5.4),
}
HIDDEN_SINGLE = (1.2, 1.5)  # in a box, and in a row or column
CHAIN = (6.6, 6.7)  # of two strong links, and of three
EVERY_FIGURE = sorted(
    {*FIGURES.values(), *HIDDEN_SINGLE, *CHAIN}.union(*FIGURES_BY_SIZE.values())
)


class Rating(NamedTuple):
    """Whether the ladder solves a puzzle, and the hardest technique that it needs.

    ``hardest`` is the name of the hardest step, or None without steps. ``figure`` is
    its difficulty, or None if the puzzle is not solved. ``steps`` counts steps by
    lower-case name of the technique, the easiest first.
    """

    solved: bool
    hardest: str | None
    figure: float | None
    steps: dict[str, int]


def rate(puzzle: str) -> Rating:
    """Return the rating of ``puzzle``, 81 characters with ``.`` for a blank.

    >>> rate("." * 81)
    Rating(solved=False, hardest=None, figure=None, steps={})
    """
    figures: dict[str, float] = {}
    counts: dict[str, int] = {}
    placed = 81 - puzzle.count(".")
    clash = has_clash(puzzle)
    for step in () if clash else ladder.bare_steps(grid_of(puzzle)):
        technique = name(step)
        figures[technique] = max(step_figure(step), figures.get(technique, 0.0))
        counts[technique] = counts.get(technique, 0) + 1
        placed += len(step.placed)
    solved = placed == 81 and not clash
    names = sorted(counts, key=figures.__getitem__)
    hardest = names[-1] if names else None
    steps = {technique.lower(): counts[technique] for technique in names}
    return Rating(
        solved, hardest, figures[hardest] if solved and hardest else None, steps
    )


def step_figure(step: Step) -> float:
    """Return the difficulty of ``step``, 1.0 to 6.7, as Sudoku Explainer rates it."""
    if step.kind == "hidden-single":
        return HIDDEN_SINGLE[not str(step.unit).startswith("box")]
    if step.kind in FIGURES_BY_SIZE:
        fish = step.kind == "fish"
        size = len(fish_lines(step)[1] if fish else step.digits)
        return FIGURES_BY_SIZE[step.kind][size - 2]
    if step.kind == "chain":
        return CHAIN[len(step.links) - 2]
    return FIGURES[step.kind]


class RatingInRange(Condition):
    """The condition that a puzzle is rated from ``least_figure`` to ``most_figure``.

    The rating is the figure of the hardest step. Raise SudokuError if no technique has
    a figure in this range.
    """

    most = 80  # givens: a full grid has no figure

    def __init__(self, least_figure: float, most_figure: float) -> None:
        self._least, self._most = least_figure, most_figure
        if not any(self._least <= each <= self._most for each in EVERY_FIGURE):
            figures = ", ".join(map(str, EVERY_FIGURE))
            problem = f"no puzzle is rated from {least_figure:g} to {most_figure:g}"
            raise SudokuError(f"{problem}; expected a range with one of {figures}")

    def check(self, puzzle: str) -> ConditionVerdict:
        reached = rate(puzzle).figure
        if reached is None or reached > self._most:
            return "more givens"
        return "kept" if reached >= self._least else "lost"

    def facts(self, puzzle: str) -> dict[str, float | str]:
        rating = rate(puzzle)
        return {"figure": rating.figure or 0.0, "hardest": str(rating.hardest)}

    def __str__(self) -> str:
        return f"rated from {self._least:g} to {self._most:g}"
