"""COMP9021: forced digits, marks and preemptive sets.

Read `Sudoku` first: the hand-out's five methods. Each of them works on the grid as it
was read. The techniques follow in the hand-out's order. `tex` writes the files.
"""

import os
from collections.abc import Iterator

from sudoku import tex
from sudoku.errors import SudokuError
from sudoku.grid import (
    BOXES,
    CELLS,
    DIGITS,
    PEERS,
    UNITS,
    UNITS_OF,
    Digits,
    Grid,
    Location,
    Marks,
    Unit,
    clashes,
    members,
)

MOST_BYTES = 2**20


class Sudoku:
    """A grid read from a file, with what the hand-out has it print and write."""

    def __init__(self, filename: str | os.PathLike[str]) -> None:
        """SudokuError, "Incorrect input", unless it is nine lines of nine digits."""
        self._stem = os.path.splitext(os.path.abspath(os.fsdecode(filename)))[0]
        with open(filename, "rb") as file:
            self._grid = parse(text_of(file.read(MOST_BYTES + 1)))

    def preassess(self) -> None:
        """Tell whether some row, column or box contains twice the same digit."""
        print(assessment(self._grid))

    def bare_tex_output(self) -> None:
        """``filename_bare.tex`` depicts the grid."""
        self._output("bare", bare_tex(self._grid))

    def forced_tex_output(self) -> None:
        """``filename_forced.tex`` depicts the grid with its forced digits."""
        self._output("forced", forced_tex(self._grid))

    def marked_tex_output(self) -> None:
        """``filename_marked.tex`` depicts the grid with its forced digits, marked."""
        self._output("marked", marked_tex(self._grid))

    def worked_tex_output(self) -> None:
        """``filename_worked.tex`` depicts the marked grid, worked to the end."""
        self._output("worked", worked_tex(self._grid))

    def _output(self, name: str, text: str) -> None:
        from adt._files import replace_file

        replace_file(f"{self._stem}_{name}.tex", text.encode())


def text_of(data: bytes) -> str:
    """The text of a file whose first bytes are ``data``; SudokuError if it is none."""
    if len(data) > MOST_BYTES:
        raise incorrect(0, 0, f"more than {MOST_BYTES:,} bytes; expected 81 digits")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        column = len(before) - before.rfind("\n")
        found = f"byte {data[error.start]:#04x}; expected a digit"
        raise incorrect(before.count("\n") + 1, column, found) from None


def parse(text: str) -> Grid:
    """The grid that ``text`` shows, 0 for an empty cell; SudokuError otherwise."""
    grid: Grid = []
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        row = parse_line(line, number)
        if row and len(grid) == 9:
            raise incorrect(number, 1, "a tenth line of digits; expected nine")
        if row:
            grid.append(row)
    if len(grid) < 9:
        found = f"the end after {len(grid)} lines of digits; expected nine"
        raise incorrect(len(lines), len(lines[-1]) + 1, found)
    return grid


def parse_line(line: str, number: int) -> list[int]:
    """The nine digits of a line, or none if it is white space."""
    row: list[int] = []
    for column, character in enumerate(line, 1):
        if character in "0123456789" and len(row) < 9:
            row.append(int(character))
        elif character in "0123456789":
            raise incorrect(number, column, "a tenth digit; expected nine")
        elif not character.isspace():
            raise incorrect(number, column, f"{character!a}; expected a digit")
    if 0 < len(row) < 9:
        found = f"the end after {len(row)} digits; expected nine"
        raise incorrect(number, len(line.rstrip()) + 1, found)
    return row


def incorrect(line: int, column: int, detail: str) -> SudokuError:
    """The hand-out's error, which says beside its message what is wrong and where."""
    return SudokuError("Incorrect input", line, column, detail)


def assessment(grid: Grid) -> str:
    """What preassess says of ``grid``."""
    if any(clashes(grid)):
        return "There is clearly no solution."
    return "There might be a solution."


def bare_tex(grid: Grid) -> str:
    """The grid as it was read."""
    return tex.document(grid, {}, {})


def forced_tex(grid: Grid) -> str:
    """The grid with its forced digits."""
    return tex.document(with_forced_digits(grid), {}, {})


def marked_tex(grid: Grid) -> str:
    """The grid with its forced digits, and the possible digits of the empty cells."""
    grid = with_forced_digits(grid)
    marks = possible_digits(grid)
    return tex.document(grid, marks, marks)


def worked_tex(grid: Grid) -> str:
    """The marked grid, with the marks cancelled that preemptive sets cancel."""
    grid = with_forced_digits(grid)
    marks = possible_digits(grid)
    left = dict(marks)
    apply_preemptive_sets(left)
    fill_solved_cells(grid, left)
    return tex.document(grid, marks, left)


def with_forced_digits(grid: Grid) -> Grid:
    """A copy of ``grid`` in which no forced digit is left to fill."""
    grid = [list(row) for row in grid]
    while forced := next(forced_digits(grid), None):
        (row, column), digit = forced
        grid[row][column] = digit
    return grid


def forced_digits(grid: Grid) -> Iterator[tuple[Location, int]]:
    """Each digit that some box lacks and one cell of it alone can take, with the cell.

    All other empty cells of the box are on a row or a column that contains the digit.
    """
    rows, columns = list(map(set, grid)), list(map(set, zip(*grid)))
    for box in BOXES:
        contained = {grid[row][column] for row, column in box}
        empty = [(row, column) for row, column in box if not grid[row][column]]
        for digit in DIGITS:
            if digit not in contained:
                homes = [
                    (row, column)
                    for row, column in empty
                    if digit not in rows[row] and digit not in columns[column]
                ]
                if len(homes) == 1:
                    yield homes[0], digit


def possible_digits(grid: Grid) -> Marks:
    """For each empty cell the digits that its row, its column and its box lack."""
    contained = [{grid[row][column] for row, column in unit} for unit in UNITS]
    marks: Marks = {}
    for row, column in CELLS:
        if not grid[row][column]:
            lacked = set(DIGITS)
            for unit in UNITS_OF[row, column]:
                lacked -= contained[unit]
            marks[row, column] = sum(2**digit for digit in lacked)
    return marks


def apply_preemptive_sets(left: Marks) -> None:
    """Cancel marks until no preemptive set of any unit can cancel one more."""
    changed = set(range(len(UNITS)))
    while changed:
        unit = UNITS[changed.pop()]
        # Marks go while the search is under way: the unit then joins `changed` again.
        for cells, digits in preemptive_sets(left, unit):
            for location in unit:
                if location not in cells:
                    cancel(left, location, digits, changed)


def preemptive_sets(left: Marks, unit: Unit) -> Iterator[tuple[Unit, Digits]]:
    """Each m cells of ``unit`` that have m marks together, with these marks.

    m is 1 or more. A set that was found does not grow: once its marks are gone
    elsewhere, whatever it could take in is a set of its own.
    """
    cells = [location for location in unit if location in left]
    return grow(left, (), 0, tuple(cells))


def grow(
    left: Marks, chosen: Unit, digits: Digits, others: Unit
) -> Iterator[tuple[Unit, Digits]]:
    """Each preemptive set of ``chosen`` cells, which have ``digits``, and some others.

    A branch is left when its digits have outgrown the cells that could still join.
    """
    size = len(chosen) + 1
    for place, location in enumerate(others, 1):
        union = digits | left[location]
        width = union.bit_count()
        if width == size:
            yield (*chosen, location), union
        elif width <= size + len(others) - place:
            yield from grow(left, (*chosen, location), union, others[place:])


def cancel(left: Marks, location: Location, digits: Digits, changed: set[int]) -> None:
    """Cancel ``digits`` in a cell; its units join ``changed`` if it had any of them.

    A cell left with one mark is a preemptive set of one, found without a search.
    """
    if left.get(location, 0) & digits:
        left[location] &= ~digits
        changed.update(UNITS_OF[location])
        if left[location].bit_count() == 1:
            for peer in PEERS[location]:
                cancel(left, peer, left[location], changed)


def fill_solved_cells(grid: Grid, left: Marks) -> None:
    """The last mark of a cell becomes its digit, and is cancelled as all others are."""
    for (row, column), digits in left.items():
        if digits.bit_count() == 1:
            (grid[row][column],) = members(digits)
            left[row, column] = 0
