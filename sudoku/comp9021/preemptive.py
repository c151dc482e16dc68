"""COMP9021: forced digits, marks and preemptive sets.

Read `Sudoku` first: the hand-out's five methods. Each of them works on the grid as it
was read. The techniques follow in the hand-out's order.
"""

import os
from collections.abc import Iterator
from itertools import combinations

from sudoku.comp9021.tex import document
from sudoku.errors import SudokuError
from sudoku.grid import BOXES, DIGITS, UNITS, Grid, Location, Marks, possible_digits


class Sudoku:
    """A grid read from a file; its methods print and write what the hand-out says."""

    def __init__(self, filename: str | os.PathLike[str]) -> None:
        """Read nine lines of nine digits. Raise SudokuError if there is anything else."""
        self._stem = os.path.splitext(os.path.abspath(os.fsdecode(filename)))[0]
        self._grid = read_grid(filename)

    def preassess(self) -> None:
        """Print whether some row, column or box contains the same digit twice."""
        print(assessment(self._grid))

    def bare_tex_output(self) -> None:
        """Write ``filename_bare.tex``: the grid."""
        self._output("bare", bare_tex(self._grid))

    def forced_tex_output(self) -> None:
        """Write ``filename_forced.tex``: the grid with its forced digits."""
        self._output("forced", forced_tex(self._grid))

    def marked_tex_output(self) -> None:
        """Write ``filename_marked.tex``: the same grid with its marks."""
        self._output("marked", marked_tex(self._grid))

    def worked_tex_output(self) -> None:
        """Write ``filename_worked.tex``: the marked grid after all preemptive sets."""
        self._output("worked", worked_tex(self._grid))

    def _output(self, name: str, text: str) -> None:
        with open(f"{self._stem}_{name}.tex", "w", newline="\n") as file:
            file.write(text)


def read_grid(filename: str | os.PathLike[str]) -> Grid:
    """Return the nine lines of nine digits in a file, in which whitespace is ignored."""
    with open(filename, encoding="utf-8", errors="replace") as file:
        lines = ["".join(line.split()) for line in file]
    rows = [line for line in lines if line]
    if [len(row) for row in rows] != 9 * [9] or not set("".join(rows)) <= set(
        "0123456789"
    ):
        raise SudokuError("Incorrect input")
    return [[int(digit) for digit in row] for row in rows]


def assessment(grid: Grid) -> str:
    """Return what preassess prints."""
    for unit in UNITS:
        digits = [grid[row][column] for row, column in unit if grid[row][column]]
        if len(set(digits)) < len(digits):
            return "There is clearly no solution."
    return "There might be a solution."


def bare_tex(grid: Grid) -> str:
    """Return the LaTeX of the grid as it was read."""
    return document(grid, {}, {})


def forced_tex(grid: Grid) -> str:
    """Return the LaTeX of the grid with its forced digits."""
    return document(with_forced_digits(grid), {}, {})


def marked_tex(grid: Grid) -> str:
    """Return the LaTeX of the grid with its forced digits and the marks."""
    grid = with_forced_digits(grid)
    marks = possible_digits(grid)
    return document(grid, marks, marks)


def worked_tex(grid: Grid) -> str:
    """Return the LaTeX of the marked grid after the preemptive set technique."""
    grid = with_forced_digits(grid)
    marks = possible_digits(grid)
    left = dict(marks)  # the sets may be shared: they are replaced, never changed
    apply_preemptive_sets(left)
    fill_solved_cells(grid, left)
    return document(grid, marks, left)


def with_forced_digits(grid: Grid) -> Grid:
    """Return a copy of ``grid`` that has every forced digit."""
    grid = [list(row) for row in grid]
    while forced := next(forced_digits(grid), None):
        (row, column), digit = forced
        grid[row][column] = digit
    return grid


def forced_digits(grid: Grid) -> Iterator[tuple[Location, int]]:
    """Yield each forced digit, with its cell.

    The box of the cell lacks the digit, and all other blanks of the box are on a
    row or on a column that contains it.
    """
    rows = [set(row) for row in grid]
    columns = [set(column) for column in zip(*grid)]
    for box in BOXES:
        contained = {grid[row][column] for row, column in box}
        empty = [(row, column) for row, column in box if grid[row][column] == 0]
        for digit in DIGITS:
            if digit not in contained:
                homes = [
                    (row, column)
                    for row, column in empty
                    if digit not in rows[row] and digit not in columns[column]
                ]
                if len(homes) == 1:
                    yield homes[0], digit


def apply_preemptive_sets(marks: Marks) -> None:
    """Cancel marks until no preemptive set of any unit can cancel one more.

    After each set that cancels a mark, the search starts again with sets of one.
    """
    units = [[location for location in unit if location in marks] for unit in UNITS]
    while useful_set := next(useful_sets(marks, units), None):
        others, digits = useful_set
        for location in others:
            marks[location] = marks[location] - digits


def useful_sets(
    marks: Marks, units: list[list[Location]]
) -> Iterator[tuple[list[Location], set[int]]]:
    """For each preemptive set, yield the other cells with marks to cancel, and these.

    ``units`` are the blanks of each unit. Smaller sets come first; a set of nine
    would leave no other cell.
    """
    for size in range(1, 9):
        for unit in units:
            for cells, digits in preemptive_sets(marks, unit, size):
                others = [
                    location
                    for location in unit
                    if not marks[location].isdisjoint(digits) and location not in cells
                ]
                if others:
                    yield others, digits


def preemptive_sets(
    marks: Marks, unit: list[Location], size: int
) -> Iterator[tuple[tuple[Location, ...], set[int]]]:
    """Yield each ``size`` cells of ``unit`` with ``size`` marks in all, and these.

    ``unit`` is the blanks of a unit. A cell with more than ``size`` marks is in no set.
    """
    candidates = [location for location in unit if len(marks[location]) <= size]
    for cells in combinations(candidates, size):
        digits = set.union(*[marks[location] for location in cells])
        if len(digits) == size:
            yield cells, digits


def fill_solved_cells(grid: Grid, left: Marks) -> None:
    """Fill each cell that has one mark left; this mark is then canceled as well."""
    for (row, column), digits in left.items():
        if len(digits) == 1:
            (grid[row][column],) = digits
            left[row, column] = set()
