"""Conditions that generated puzzles must meet, besides having one solution."""

from typing import Literal, TypeAlias

# A puzzle meets a condition, may meet it with more givens, or cannot meet it.
ConditionVerdict: TypeAlias = Literal["kept", "more givens", "lost"]

SOLVED = "solved"
STUCK = "stuck"
MIN_GIVENS = 17  # McGuire, Tugemann and Civario, "There is no 16-clue Sudoku"
# In a stuck puzzle, a unit has no open cell or at least two. Four open cells would be
# the corners of a rectangle, which has two solutions; five cannot be arranged.
MIN_OPEN_CELLS = 6


class Condition:
    """A condition on a generated puzzle, besides having one solution.

    This class accepts every puzzle; subclasses do not.
    """

    least = MIN_GIVENS  # the smallest number of givens that can meet the condition
    most = 81  # the largest number
    sparse = False  # whether empty rows and columns make it easier to meet
    example = ""  # if such puzzles are rare: a minimal puzzle that meets it

    def check(self, puzzle: str) -> ConditionVerdict:
        """Return "kept", "more givens" or "lost", the verdict on ``puzzle``.

        "kept" means that it meets the condition, "more givens" that it may with more
        givens, and "lost" that it cannot.
        """
        return "kept"

    def facts(self, puzzle: str) -> dict[str, float | str]:
        """Return the figures that `check` compares, by their keys in JSON."""
        return {}

    def __str__(self) -> str:
        return ""


ANY_PUZZLE = Condition()
