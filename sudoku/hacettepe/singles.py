"""Hacettepe: a puzzle solved by naked singles, each step written to a file.

The program does what the hand-out describes: it notes the possible values of every
blank, and fills the first blank that has only one. This value is then impossible for
the other cells of its row, column and box. The search starts again from the top.
"""

import sys
from codecs import BOM_UTF8
from collections.abc import Iterator, Sequence

from _courseware.files import is_same_file, replace_file
from sudoku.errors import SudokuError
from sudoku.grid import CELLS, DIGITS, PEERS, Grid, Location, cell_name
from sudoku.hacettepe.reading import BOM_REMARK, MOST_BYTES, read_grid

PossibleValues = dict[Location, set[int]]  # of the blanks, in row-major order

DASHES = "-" * 18


def main(arguments: Sequence[str] | None = None) -> int:
    """Solve the puzzle in the first file, and write the steps to the second.

    Return 0 if the puzzle is solved, 1 if no cell can be filled, 2 for a bad file.
    """
    names = sys.argv[1:] if arguments is None else arguments
    try:
        if len(names) != 2:
            found = f"{len(names)} argument{'' if len(names) == 1 else 's'}"
            raise SudokuError(f"{found}; expected an input file and an output file")
        return write_steps(*names)
    except OSError as error:
        return report(f"error: {error.filename}: {error.strerror}", 2)
    except SudokuError as error:
        return report(f"error: {error}", 2)


def report(message: str, status: int) -> int:
    """Print *message* to standard error; return *status*."""
    print(f"sudoku.py: {message}", file=sys.stderr)
    return status


def write_steps(input_file: str, output_file: str) -> int:
    """Write the steps and return status 0 or 1. Raise SudokuError or OSError for 2."""
    if is_same_file(input_file, output_file):
        raise SudokuError(f"{output_file} is also an input; expected another file")
    with open(input_file, "rb") as file:
        data = file.read(MOST_BYTES + 1)
    try:
        grid = read_grid(data)
    except SudokuError as error:
        raise SudokuError(error.located(input_file)) from error
    steps, stuck = steps_and_end(grid)
    replace_file(output_file, steps.encode())
    if data.startswith(BOM_UTF8):
        report(f"{input_file}: {BOM_REMARK}", 0)
    return report(stuck, 1) if stuck else 0


def steps_and_end(grid: Grid) -> tuple[str, str]:
    """Fill *grid* as far as possible. Return the output and the reason for stopping.

    If the grid is solved, the reason is empty.
    """
    steps = [
        step_text(number, value, location, grid)
        for number, (location, value) in enumerate(solve(grid), start=1)
    ]
    possible = possible_values(grid)
    stuck = f"stuck at step {len(steps) + 1}: {reason(possible)}" if possible else ""
    return "".join(steps) + DASHES, stuck


def solve(grid: Grid) -> Iterator[tuple[Location, int]]:
    """Fill *grid* cell by cell; yield each cell and its value once it is filled."""
    possible = possible_values(grid)
    location = first_single(possible)
    while location is not None:
        yield location, fill(grid, possible, location)
        location = first_single(possible)


def possible_values(grid: Grid) -> PossibleValues:
    """Return, for each blank, the values that its row, column and box do not contain."""
    return {
        (row, column): set(DIGITS) - {grid[r][c] for r, c in PEERS[row, column]}
        for row, column in CELLS
        if grid[row][column] == 0
    }


def first_single(possible: PossibleValues) -> Location | None:
    """Return the first cell, row by row, that has only one possible value."""
    # A dictionary keeps the order of CELLS: the topmost row first, from left to right.
    for location, values in possible.items():
        if len(values) == 1:
            return location
    return None


def fill(grid: Grid, possible: PossibleValues, location: Location) -> int:
    """Fill a cell with its only possible value, which its peers lose; return it."""
    row, column = location
    (value,) = possible.pop(location)
    grid[row][column] = value
    for peer in PEERS[location]:
        if peer in possible:
            possible[peer].discard(value)
    return value


def step_text(number: int, value: int, location: Location, grid: Grid) -> str:
    """Return one step as the output file shows it; *grid* is the puzzle after it."""
    row, column = location
    heading = f"Step {number} - {value} @ R{row + 1}C{column + 1}"
    situation = [" ".join(map(str, digits)) for digits in grid]
    return "\n".join([DASHES, heading, DASHES, *situation, ""])


def reason(possible: PossibleValues) -> str:
    """Return why there is no next step, given the values of the remaining blanks."""
    dead = [location for location, values in possible.items() if not values]
    if not dead:
        return "every blank has two or more possible values"
    return f"no possible value is left for {', '.join(map(cell_name, dead))}"
