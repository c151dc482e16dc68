"""What the tests of the generator share."""

from itertools import islice

from sudoku.generating.generator import Wish, puzzles
from tests.benchmarks import backtracking


def some(number: int, wish: Wish, seed: int = 1) -> list[str]:
    return list(islice(puzzles(wish, seed), number))


def solutions(puzzle: str) -> int:
    """How many solutions there are by the slow solver, two at most."""
    return backtracking.count(puzzle, limit=2)
