"""The conditions that a puzzle can meet, besides having one solution."""

from typing import Literal, TypeAlias

Verdict: TypeAlias = Literal["kept", "more givens", "lost"]

SOLVED = "solved"
STUCK = "stuck"
FEWEST_GIVENS = 17  # McGuire, Tugemann and Civario, "There is no 16-clue Sudoku"
# In a stuck puzzle, a unit has no open cell or at least two. Four open cells would be
# the corners of a rectangle, which has two solutions; five cannot be arranged.
FEWEST_OPEN = 6


class Promise:
    """A condition on a puzzle besides having one solution. This class accepts any."""

    least = FEWEST_GIVENS  # the smallest number of givens that can keep the promise
    most = 81  # the largest number
    sparse = False  # whether empty rows and columns make it easier to keep
    example = ""  # if such puzzles are rare: a minimal one that keeps it

    def judge(self, puzzle: str) -> Verdict:
        """Return whether *puzzle* keeps it, might keep it with more givens, or cannot."""
        return "kept"

    def facts(self, puzzle: str) -> dict[str, float | str]:
        """Return the figures on which the verdict is based, by their names in JSON."""
        return {}

    def __str__(self) -> str:
        return ""


NO_PROMISE = Promise()
