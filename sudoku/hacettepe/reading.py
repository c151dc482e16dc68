"""Hacettepe: read a grid from nine lines of nine digits."""

import re

from sudoku.errors import LocatedError
from sudoku.grid import Grid

MOST_BYTES = 2**16  # of an input file
WORD = re.compile(r"\S+")
BOM_REMARK = "a byte-order mark, on which the course's programs crash"


def read_grid(data: bytes) -> Grid:
    """Return the grid in ``data``: nine lines of nine digits, 0 for a blank.

    The digits are separated by whitespace. Blank lines and a byte-order mark are
    ignored. Raise LocatedError, with the position, for any other content.
    """
    if len(data) > MOST_BYTES:
        raise LocatedError(f"more than {MOST_BYTES:,} bytes; expected 81 digits")
    text = data.decode("utf-8-sig", errors="backslashreplace")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    grid: Grid = []
    for number, line in enumerate(lines, start=1):
        if line.strip():
            if len(grid) == 9:
                raise LocatedError("a tenth line of digits; expected nine", number, 1)
            grid.append(read_line(line, number))
    if len(grid) < 9:
        message = f"the input ends after {len(grid)} lines of digits; expected nine"
        raise LocatedError(message, len(lines), len(lines[-1]) + 1)
    return grid


def read_line(line: str, number: int) -> list[int]:
    """Return the nine digits in ``line``. Raise LocatedError if it has others.

    ``number`` is its number, for errors.
    """
    row = []
    for word in WORD.finditer(line):
        if len(word[0]) > 1 or word[0] not in "0123456789":
            message = f"{word[0][:20]!r}; expected a digit 0 to 9"
            raise LocatedError(message, number, word.start() + 1)
        row.append(int(word[0]))
    if len(row) != 9:
        digits = "digit" if len(row) == 1 else "digits"
        message = f"{len(row)} {digits}; expected nine"
        raise LocatedError(message, number, 1)
    return row
