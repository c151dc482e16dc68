"""COMP9021: read a grid from nine lines of nine digits.

The error message is the hand-out's, "Incorrect input"; the error also has the position
and the reason.
"""

from sudoku.errors import LocatedError
from sudoku.grid import Grid

MOST_BYTES = 2**20  # of an input file


def read_grid(data: bytes) -> Grid:
    """Return the grid in ``data``, the first MOST_BYTES + 1 bytes of a file.

    The file must have nine lines of nine digits, 0 for a blank; whitespace is ignored.
    Raise LocatedError for any other content.
    """
    grid: Grid = []
    lines = decoded(data).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, 1):
        row = read_line(line, number)
        if row and len(grid) == 9:
            raise incorrect(number, 1, "a tenth line of digits; expected nine")
        if row:
            grid.append(row)
    if len(grid) < 9:
        detail = f"the input ends after {len(grid)} lines of digits; expected nine"
        raise incorrect(len(lines), len(lines[-1]) + 1, detail)
    return grid


def decoded(data: bytes) -> str:
    """Return the text in ``data``. Raise LocatedError if too long or not UTF-8."""
    if len(data) > MOST_BYTES:
        raise incorrect(0, 0, f"more than {MOST_BYTES:,} bytes; expected 81 digits")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        column = len(before) - before.rfind("\n")
        detail = f"byte {data[error.start]:#04x}; expected a digit"
        raise incorrect(before.count("\n") + 1, column, detail) from None


def read_line(line: str, number: int) -> list[int]:
    """Return the nine digits in ``line``, or an empty list if it is blank.

    ``number`` is its number, for errors. Raise LocatedError for any other line.
    """
    row: list[int] = []
    for column, character in enumerate(line, 1):
        if character in "0123456789" and len(row) < 9:
            row.append(int(character))
        elif character in "0123456789":
            raise incorrect(number, column, "a tenth digit; expected nine")
        elif not character.isspace():
            raise incorrect(number, column, f"{character!a}; expected a digit")
    if 0 < len(row) < 9:
        detail = f"the line ends after {len(row)} digits; expected nine"
        raise incorrect(number, len(line.rstrip()) + 1, detail)
    return row


def incorrect(line: int, column: int, detail: str) -> LocatedError:
    """Return the hand-out's error, with the position and the reason as attributes."""
    return LocatedError("Incorrect input", line, column, detail)
