"""Hacettepe: a puzzle solved by naked singles, each step written to a file.

The program does what the hand-out describes: it notes the possible values of every
blank, and fills the first blank that has only one. This value is then impossible for
the other cells of its row, column and box. The search starts again from the top.
"""

import sys
from collections.abc import Iterator

from sudoku.grid import Grid, Location

PossibleValues = dict[Location, set[int]]  # of the blanks, in row-major order

DASHES = "-" * 18


def main() -> None:
    """Solve the puzzle in the first file, and write the steps to the second."""
    input_file, output_file = sys.argv[1:]
    grid = read_grid(input_file)
    with open(output_file, "w", newline="\n") as file:
        file.write(all_steps(grid))


def read_grid(input_file: str) -> Grid:
    """Return the rows of digits in a file, 0 for a blank."""
    with open(input_file, encoding="utf-8-sig") as file:
        return [[int(word) for word in line.split()] for line in file if line.strip()]


def all_steps(grid: Grid) -> str:
    """Fill ``grid`` as far as possible. Return each step, and the closing dashes."""
    # solve fills one cell at a time, so each text shows the puzzle as it is then.
    steps = [
        step_text(number, value, location, grid)
        for number, (location, value) in enumerate(solve(grid), start=1)
    ]
    return "".join(steps) + DASHES


def step_text(number: int, value: int, location: Location, grid: Grid) -> str:
    """Return one step as the output file shows it; ``grid`` is the puzzle after it."""
    row, column = location
    heading = f"Step {number} - {value} @ R{row + 1}C{column + 1}"
    situation = [" ".join(map(str, digits)) for digits in grid]
    return "\n".join([DASHES, heading, DASHES, *situation, ""])


def solve(grid: Grid) -> Iterator[tuple[Location, int]]:
    """Fill ``grid`` cell by cell; yield each cell and its value once it is filled."""
    possible = possible_values(grid)
    location = first_single(possible)
    while location is not None:
        yield location, fill(grid, possible, location)
        location = first_single(possible)


def possible_values(grid: Grid) -> PossibleValues:
    """Return, for each blank, the values that its row, column and box do not contain."""
    return {
        (row, column): set(range(1, 10)) - {grid[r][c] for r, c in peers(row, column)}
        for row in range(9)
        for column in range(9)
        if grid[row][column] == 0
    }


def peers(row: int, column: int) -> set[Location]:
    """Return the other cells of the row, the column and the box of a cell."""
    top = row - row % 3
    left = column - column % 3
    cells = {(row, c) for c in range(9)} | {(r, column) for r in range(9)}
    cells |= {(r, c) for r in range(top, top + 3) for c in range(left, left + 3)}
    return cells - {(row, column)}


def first_single(possible: PossibleValues) -> Location | None:
    """Return the first cell, row by row, that has only one possible value."""
    # A dictionary keeps the order of its keys: the topmost row first, from left to right.
    for location, values in possible.items():
        if len(values) == 1:
            return location
    return None


def fill(grid: Grid, possible: PossibleValues, location: Location) -> int:
    """Fill a cell with its only possible value, which its peers lose; return it."""
    row, column = location
    (value,) = possible.pop(location)
    grid[row][column] = value
    for peer in peers(row, column):
        if peer in possible:
            possible[peer].discard(value)
    return value
