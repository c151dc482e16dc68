"""Rate how hard a puzzle is, by the hardest step that the ladder needs."""

from typing import NamedTuple

from sudoku.errors import SudokuError
from sudoku.exact import has_clash
from sudoku.explain.ladder import RUNGS, bare_steps
from sudoku.explain.techniques import KINDS
from sudoku.explain.words import fill
from sudoku.generating.conditions import Condition, ConditionVerdict
from sudoku.grid import grid_of

EVERY_FIGURE = sorted({figure for figure, _ in RUNGS})


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
    steps = () if clash else bare_steps(grid_of(puzzle))
    for step in steps:
        technique = KINDS[step.kind]
        name = fill(technique.name, step)
        figures[name] = max(technique.figure(step), figures.get(name, 0.0))
        counts[name] = counts.get(name, 0) + 1
        placed += len(step.placed)
    solved = placed == 81 and not clash
    names = sorted(counts, key=figures.__getitem__)
    hardest = names[-1] if names else None
    figure = figures[hardest] if solved and hardest else None
    counts_by_name = {name.lower(): counts[name] for name in names}
    return Rating(solved, hardest, figure, counts_by_name)


class RatingInRange(Condition):
    """The condition that a puzzle is rated from ``least_figure`` to ``most_figure``.

    The rating is the figure of the hardest step. Raise SudokuError if no technique has
    a figure in this range.
    """

    most = 80  # givens: a full grid has no figure

    def __init__(self, least_figure: float, most_figure: float) -> None:
        self._least = least_figure
        self._most = most_figure
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
