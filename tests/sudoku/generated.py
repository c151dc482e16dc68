"""What the tests of the generator share."""

from itertools import islice

from sudoku.generating.generator import PuzzleSpec, puzzles
from tests.benchmarks import backtracking


def some(number: int, spec: PuzzleSpec, seed: int = 1) -> list[str]:
    return list(islice(puzzles(spec, seed), number))


def solutions(puzzle: str) -> int:
    """How many solutions there are by the slow solver, two at most."""
    return backtracking.count(puzzle, limit=2)
