"""Solving, counting and checking Pseudoku puzzles, which no task asks for.

A grid here is four lists of four integers, 1 to 4, and 0 for a blank.
"""

from collections.abc import Iterator
from typing import TypeAlias

Grid: TypeAlias = list[list[int]]
Cell: TypeAlias = tuple[int, int]

ROW_CELLS = [[(r, c) for c in range(4)] for r in range(4)]
COLUMN_CELLS = [[(r, c) for r in range(4)] for c in range(4)]
BLOCK_CELLS = [
    [(r + i, c + j) for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)
]
UNITS = {"row": ROW_CELLS, "column": COLUMN_CELLS, "block": BLOCK_CELLS}


def peers(cell: Cell) -> set[Cell]:
    """The cells that share a row, a column or a block with ``cell``."""
    units = ROW_CELLS + COLUMN_CELLS + BLOCK_CELLS
    return {other for unit in units if cell in unit for other in unit} - {cell}


CELLS = [(r, c) for r in range(4) for c in range(4)]
PEERS = {cell: peers(cell) for cell in CELLS}


def clashes(grid: Grid) -> Iterator[tuple[str, int, int, list[Cell]]]:
    """Each number that stands twice in a unit: kind, index from 1, number, cells.

    >>> grid = [[4, 0, 0, 4], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    >>> list(clashes(grid))
    [('row', 1, 4, [(0, 0), (0, 3)])]
    """
    for kind, units in UNITS.items():
        for index, unit in enumerate(units, start=1):
            for number in range(1, 5):
                cells = [(r, c) for r, c in unit if grid[r][c] == number]
                if len(cells) > 1:
                    yield kind, index, number, cells


def solutions(grid: Grid) -> Iterator[Grid]:
    """Every solution of ``grid``, in ascending order; none if its numbers clash."""
    if not any(clashes(grid)):
        yield from fillings([list(row) for row in grid], 0)


def count(grid: Grid) -> int:
    """How many solutions ``grid`` has.

    >>> count([[0] * 4 for _ in range(4)])
    288
    """
    return sum(1 for _ in solutions(grid))


def fillings(grid: Grid, start: int) -> Iterator[Grid]:
    """Every solution that fills ``grid`` from cell ``start`` on, row by row."""
    for index in range(start, 16):
        r, c = CELLS[index]
        if grid[r][c] == 0:
            taken = {grid[i][j] for i, j in PEERS[r, c]}
            for number in sorted({1, 2, 3, 4} - taken):
                grid[r][c] = number
                yield from fillings(grid, index + 1)
            grid[r][c] = 0
            return
    yield [list(row) for row in grid]
