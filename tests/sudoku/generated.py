"""Helpers for the tests of the generator."""

from itertools import islice

from sudoku.generating.generator import PuzzleSpec, puzzles
from tests.sudoku import backtracking


def some(number: int, spec: PuzzleSpec, seed: int = 1) -> list[str]:
    return list(islice(puzzles(spec, seed), number))


def solutions(puzzle: str) -> int:
    """Return the number of solutions of a puzzle, at most 2, by the slow solver."""
    return backtracking.count(puzzle, limit=2)
