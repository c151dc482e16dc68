"""Solve and check Pseudoku puzzles, and count solutions; no task asks for this.

A grid is a list of four rows; each row is a list of four integers, with 0 for a blank.
A cell is ``(row, column)``, counted from 0.
"""

from collections.abc import Iterator

Grid = list[list[int]]
Location = tuple[int, int]

ROW_CELLS = [[(r, c) for c in range(4)] for r in range(4)]
COLUMN_CELLS = [[(r, c) for r in range(4)] for c in range(4)]
SUB_GRID_CELLS = [
    [(r + i, c + j) for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)
]
UNITS = {"row": ROW_CELLS, "column": COLUMN_CELLS, "sub-grid": SUB_GRID_CELLS}


def _peers(cell: Location) -> set[Location]:
    units = ROW_CELLS + COLUMN_CELLS + SUB_GRID_CELLS
    return {other for unit in units if cell in unit for other in unit} - {cell}


CELLS = [(r, c) for r in range(4) for c in range(4)]
PEERS = {cell: _peers(cell) for cell in CELLS}


def clashes(grid: Grid) -> Iterator[tuple[str, int, int, list[Location]]]:
    """Yield each number that occurs more than once in a row, column or sub-grid.

    An item is ``(unit, index, number, cells)``: "row", "column" or "sub-grid", its
    index from 1, the number, and the cells that contain it.

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
    """Yield the solutions of ``grid`` in ascending order; none if it has a clash."""
    if not any(clashes(grid)):
        yield from _fillings([list(row) for row in grid], 0)


def count(grid: Grid) -> int:
    """Return the number of solutions of ``grid``.

    >>> count([[0] * 4 for _ in range(4)])
    288
    """
    return sum(1 for _ in solutions(grid))


def _fillings(grid: Grid, start: int) -> Iterator[Grid]:
    """Yield the solutions of ``grid``, which has no blanks before cell ``start``.

    ``grid`` is changed meanwhile. Cells are numbered from 0, row by row.
    """
    for index in range(start, 16):
        r, c = CELLS[index]
        if grid[r][c] == 0:
            taken = {grid[i][j] for i, j in PEERS[r, c]}
            for number in sorted({1, 2, 3, 4} - taken):
                grid[r][c] = number
                yield from _fillings(grid, index + 1)
            grid[r][c] = 0
            return
    yield [list(row) for row in grid]
