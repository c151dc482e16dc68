"""The units of a 9 × 9 grid, the peers of each cell, clashes and possible digits.

No hand-out names these. A grid is nine rows of digits, 0 for a blank; it can also be
written as 81 characters or as a list of moves.
"""

from collections.abc import Iterator

from sudoku.checks import cells_in

Grid = list[list[int]]  # rows of digits, 0 for a blank
Location = tuple[int, int]  # row and column, from 0
Move = tuple[int, int, int]  # row and column, from 0, and the digit of this cell
Unit = tuple[Location, ...]
Marks = dict[Location, set[int]]  # the possible digits of each blank

DIGITS = range(1, 10)

CELLS: Unit = tuple((row, column) for row in range(9) for column in range(9))
ROWS: tuple[Unit, ...] = tuple(CELLS[9 * row : 9 * row + 9] for row in range(9))
COLUMNS: tuple[Unit, ...] = tuple(CELLS[column::9] for column in range(9))
BOXES: tuple[Unit, ...] = tuple(
    tuple(
        (row, column) for row in range(top, top + 3) for column in range(left, left + 3)
    )
    for top in (0, 3, 6)
    for left in (0, 3, 6)
)
UNITS: tuple[Unit, ...] = ROWS + COLUMNS + BOXES
UNIT_NAMES: tuple[str, ...] = tuple(
    f"{kind} {number}" for kind in ("row", "column", "box") for number in DIGITS
)

BOX_OF: dict[Location, Unit] = {location: box for box in BOXES for location in box}

# The twenty other cells of the row, the column and the box of a cell.
PEERS: dict[Location, frozenset[Location]] = {
    (row, column): frozenset(ROWS[row] + COLUMNS[column] + BOX_OF[row, column])
    - {(row, column)}
    for row, column in CELLS
}


def grid_of(cells: str) -> Grid:
    """Return the nine rows of ``cells``, 81 characters with ``.`` or ``0`` for a blank.

    Raise SudokuError if ``cells`` is neither this nor nine rows of nine digits.

    >>> grid_of("5.3" + "." * 78)[0]
    [5, 0, 3, 0, 0, 0, 0, 0, 0]
    """
    digits = [int(cell) for cell in cells_in(cells).replace(".", "0")]
    return [digits[start : start + 9] for start in range(0, 81, 9)]


def cells_of(grid: Grid) -> str:
    """Return ``grid`` as 81 characters, row by row, with ``.`` for a blank.

    Raise SudokuError if ``grid`` is not nine rows of nine digits.

    >>> cells_of([[5, 0, 3, 0, 0, 0, 0, 0, 0]] * 9)[:12]
    '5.3......5.3'
    """
    return cells_in(grid).replace("0", ".")


def moves_of(grid: Grid) -> list[Move]:
    """Return ``(row, column, digit)`` for each given of ``grid``, counted from 0.

    Raise SudokuError if ``grid`` is not nine rows of nine digits.

    >>> moves_of(grid_of("5.3" + "." * 77 + "9"))
    [(0, 0, 5), (0, 2, 3), (8, 8, 9)]
    """
    cells = zip(CELLS, cells_of(grid))
    return [(row, column, int(digit)) for (row, column), digit in cells if digit != "."]


def possible_digits(grid: Grid) -> Marks:
    """Return, for each blank, the digits that its row, column and box do not contain."""
    return {
        (row, column): set(DIGITS) - {grid[r][c] for r, c in PEERS[row, column]}
        for row, column in CELLS
        if grid[row][column] == 0
    }


def cell_name(location: Location) -> str:
    """Return the name of the cell at ``location``; names count from 1.

    >>> cell_name((1, 6))
    'r2c7'
    """
    row, column = location
    return f"r{row + 1}c{column + 1}"


def clashes(grid: Grid) -> Iterator[tuple[str, int, list[Location]]]:
    """Yield ``(unit, digit, cells)`` for each digit that a unit has more than once.

    ``unit`` is a name such as "row 1", and ``cells`` are the cells with the digit.
    """
    for name, unit in zip(UNIT_NAMES, UNITS):
        contained = [grid[row][column] for row, column in unit]
        for digit in DIGITS:
            if contained.count(digit) > 1:
                pairs = zip(unit, contained)
                yield name, digit, [cell for cell, held in pairs if held == digit]
