"""Symmetries of a grid: groups of cells (orbits) that are all givens or all blanks."""

from collections.abc import Callable

Orbit = tuple[int, ...]  # cells, counted from 0 row by row

SYMMETRIES: dict[str, list[Callable[[int, int], tuple[int, int]]]] = {
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


def possible_givens(symmetry: str) -> set[int]:
    """Return the numbers of givens possible with ``symmetry``, a key of SYMMETRIES.

    >>> sorted(possible_givens("rotate90"))[:6]
    [0, 1, 4, 5, 8, 9]
    """
    possible = {0}
    for orbit in orbits_of(symmetry):
        possible |= {total + len(orbit) for total in possible}
    return possible


def orbits_of(symmetry: str) -> list[Orbit]:
    """Return the groups of cells that ``symmetry`` maps to each other.

    Cells count from 0 to 80. ``symmetry`` is a key of SYMMETRIES.

    >>> len(orbits_of("none")), orbits_of("rotate180")[0], orbits_of("full")[0]
    (81, (0, 80), (0, 8, 72, 80))
    """
    orbits: dict[Orbit, None] = {}
    for cell in range(81):
        orbit = [cell]
        for member in orbit:  # cells are appended during the loop
            for image in SYMMETRIES[symmetry]:
                row, column = image(*divmod(member, 9))
                if 9 * row + column not in orbit:
                    orbit.append(9 * row + column)
        orbits[tuple(sorted(orbit))] = None
    return list(orbits)


def cross_cells(line: int) -> set[int]:
    """Return the cells, 0 to 80, in rows and columns ``line`` and ``8 - line``, from 0.

    Every symmetry maps this set of cells to itself.
    """
    lines = {line, 8 - line}
    return {cell for cell in range(81) if lines.intersection(divmod(cell, 9))}
