"""Hacettepe: a puzzle solved by naked singles, each step written to a file.

The hand-out's own picture is the program: write every possible value into every empty
cell; fill the first cell that has only one, which takes this value out of the cells
that see it; and look again from the first cell on.
"""

import sys
from collections.abc import Iterator, Sequence
from typing import Final

from adt import _console as console
from sudoku.errors import SudokuError
from sudoku.grid import CELLS, DIGITS, PEERS, Grid, Location

PossibleValues = dict[Location, set[int]]  # of the empty cells, in row-major order

DASHES: Final = "-" * 18
MOST_BYTES: Final = 2**16


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the steps that solve the first file into the second; return the status."""
    names = sys.argv[1:] if arguments is None else arguments
    try:
        if len(names) != 2:
            raise SudokuError("expected the names of an input and of an output file")
        return write_steps(*names)
    except (SudokuError, console.CommandError) as error:
        return console.complain("sudoku hacettepe", error)


def write_steps(input_file: str, output_file: str) -> int:
    """What main does; an error goes on."""
    grid = read_puzzle(input_file)
    steps = [
        step_text(number, value, location, grid)
        for number, (location, value) in enumerate(solve(grid), start=1)
    ]
    console.write_text(output_file, "".join(steps) + DASHES)

    if possible := possible_values(grid):
        stuck = f"stuck at step {len(steps) + 1}: {reason(possible)}"
        console.note(f"sudoku hacettepe: {stuck}")
        return console.NO
    return console.YES


def solve(grid: Grid) -> Iterator[tuple[Location, int]]:
    """Fill ``grid`` cell by cell; each cell and its value as soon as it is filled."""
    possible = possible_values(grid)
    while location := first_single(possible):
        yield location, fill(grid, possible, location)


def possible_values(grid: Grid) -> PossibleValues:
    """What each empty cell can be: no value of its row, its column and its box."""
    return {
        (row, column): set(DIGITS) - {grid[r][c] for r, c in PEERS[row, column]}
        for row, column in CELLS
        if grid[row][column] == 0
    }


def first_single(possible: PossibleValues) -> Location | None:
    """Of the cells with only one possible value, the upmost and then leftmost."""
    for location, values in possible.items():
        if len(values) == 1:
            return location
    return None


def fill(grid: Grid, possible: PossibleValues, location: Location) -> int:
    """The one possible value of ``location``, which is filled and so ruled out."""
    row, column = location
    (value,) = possible.pop(location)
    grid[row][column] = value
    for peer in PEERS[location]:
        if peer in possible:
            possible[peer].discard(value)
    return value


def step_text(number: int, value: int, location: Location, grid: Grid) -> str:
    """One step as the output file shows it; ``grid`` is the situation at its end."""
    row, column = location
    heading = f"Step {number} - {value} @ R{row + 1}C{column + 1}"
    situation = [" ".join(map(str, digits)) for digits in grid]
    return "\n".join([DASHES, heading, DASHES, *situation, ""])


def reason(possible: PossibleValues) -> str:
    """Why there is no next step, where these cells are still empty."""
    dead = [f"R{r + 1}C{c + 1}" for (r, c), values in possible.items() if not values]
    if not dead:
        return "every empty cell has two or more possible values"
    return f"no possible value is left for {', '.join(dead)}"


def read_puzzle(path: str) -> Grid:
    """The puzzle in the file at ``path``; an error that names the place otherwise."""
    try:
        return puzzle_of(console.read_text(path, MOST_BYTES))
    except SudokuError as error:
        raise console.CommandError(error.located(console.shown(path))) from error


def puzzle_of(text: str) -> Grid:
    """The grid that ``text`` shows; SudokuError otherwise."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    while lines and not lines[-1].strip():
        del lines[-1]
    grid = [digits_of(line, number) for number, line in enumerate(lines[:9], start=1)]
    if len(lines) < 9:
        raise SudokuError("the end; expected nine lines of digits", len(lines) + 1, 1)
    if len(lines) > 9:
        raise SudokuError("a tenth line; expected nine lines of digits", 10, 1)
    return grid


def digits_of(line: str, number: int) -> list[int]:
    """The digits of line ``number``: nine, with one blank between two."""
    for column in range(18):
        found = line[column : column + 1]
        allowed, expected = expectation(column)
        if found not in allowed:
            shown = repr(found) if found else "the end of the line"
            raise SudokuError(f"{shown}; expected {expected}", number, column + 1)
    return [int(digit) for digit in line[::2]]


def expectation(column: int) -> tuple[list[str], str]:
    """What a line may have at ``column``, counted from 0, and how that is called."""
    if column == 17:
        return [""], "the end of the line"
    return ([" "], "a blank") if column % 2 else (list("0123456789"), "a digit 0 to 9")
