"""Count the givens of a puzzle, add givens and remove them.

A puzzle is 81 characters with ``.`` for a blank. An orbit is a group of cells, numbered
from 0 to 80, that gain or lose givens together.
"""

from itertools import compress, islice

from sudoku import exact
from sudoku.generating.symmetry import Orbit


def count_givens(puzzle: str) -> int:
    return 81 - puzzle.count(".")


def copy_cells(puzzle: str, source: str, cells: Orbit) -> str:
    """Return ``puzzle`` with ``cells``, numbered from 0, copied from ``source``."""
    for cell in cells:
        puzzle = puzzle[:cell] + source[cell] + puzzle[cell + 1 :]
    return puzzle


def add_givens(puzzle: str, solution: str, orbits: list[Orbit]) -> str:
    """Return ``puzzle`` with givens added until ``solution`` is its only solution.

    Each time, the first of ``orbits``, groups of cells, in which another solution
    differs becomes givens.
    """
    while other := _second_solution(puzzle, solution):
        differs = (any(other[k] != solution[k] for k in orbit) for orbit in orbits)
        puzzle = copy_cells(puzzle, solution, next(compress(orbits, differs)))
    return puzzle


def _second_solution(puzzle: str, solution: str) -> str | None:
    two = islice(exact.solutions(puzzle), 2)
    return next((other for other in two if other != solution), None)


def remove_givens(puzzle: str, orbits: list[Orbit], min_givens: int) -> str:
    """Return ``puzzle`` without the givens that its solution does not need.

    They are removed by ``orbits``, groups of cells, in this order, while at least
    ``min_givens`` remain.
    """
    for orbit in orbits:
        if puzzle[orbit[0]] != "." and count_givens(puzzle) - len(orbit) >= min_givens:
            without = copy_cells(puzzle, "." * 81, orbit)
            if not any(
                exact.is_needed(copy_cells(without, puzzle, (cell,)), cell)
                for cell in orbit
            ):
                puzzle = without
    return puzzle


def is_minimal(puzzle: str) -> bool:
    """Return whether ``puzzle`` needs each given to have only one solution."""
    cells = (cell for cell, digit in enumerate(puzzle) if digit != ".")
    return all(exact.is_needed(puzzle, cell) for cell in cells)
