"""Symmetries of a grid, by which the cells of clues can be carried to each other."""

from collections.abc import Callable
from typing import Final

Orbit = tuple[int, ...]  # cells, counted from 0 row by row

SYMMETRIES: Final[dict[str, list[Callable[[int, int], tuple[int, int]]]]] = {
    "none": [],
    "rotate180": [lambda row, column: (8 - row, 8 - column)],
    "rotate90": [lambda row, column: (column, 8 - row)],
    "mirror": [lambda row, column: (row, 8 - column)],
    "flip": [lambda row, column: (8 - row, column)],
    "diagonal": [lambda row, column: (column, row)],
    "antidiagonal": [lambda row, column: (8 - column, 8 - row)],
    "full": [
        lambda row, column: (column, 8 - row),
        lambda row, column: (row, 8 - column),
    ],
}


def totals(symmetry: str) -> set[int]:
    """The numbers of clues that a puzzle with ``symmetry`` can have.

    >>> sorted(totals("rotate90"))[:6]
    [0, 1, 4, 5, 8, 9]
    """
    possible = {0}
    for orbit in orbits_of(symmetry):
        possible |= {total + len(orbit) for total in possible}
    return possible


def orbits_of(symmetry: str) -> list[Orbit]:
    """All cells, those together that ``symmetry`` carries to each other.

    >>> len(orbits_of("none")), orbits_of("rotate180")[0], orbits_of("full")[0]
    (81, (0, 80), (0, 8, 72, 80))
    """
    orbits: dict[Orbit, None] = {}
    for cell in range(81):
        orbit = [cell]
        for one in orbit:  # which grows meanwhile
            for carry in SYMMETRIES[symmetry]:
                row, column = carry(*divmod(one, 9))
                if 9 * row + column not in orbit:
                    orbit.append(9 * row + column)
        orbits[tuple(sorted(orbit))] = None
    return list(orbits)


def cross(line: int) -> set[int]:
    """Two rows and two columns, which every symmetry carries to each other."""
    lines = {line, 8 - line}
    return {cell for cell in range(81) if lines.intersection(divmod(cell, 9))}
