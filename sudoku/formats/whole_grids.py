"""Read whole grids at once in the most common layouts, for speed.

The other modules read every layout, line by line, and would read these grids in the
same way, but take three to four times as long. A block is nine lines followed by an
empty line or the end of the text. Anything doubtful is left to the other modules.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from sudoku.formats.entries import Lines
from sudoku.formats.rows import HEADINGS, NINE_BLANKS, begins_alike

HEADINGS_TOO = frozenset(row.decode().replace("0", ".") for row in HEADINGS)
NO_DIGITS = bytes(set(range(256)) - set(b"123456789."))
ZEROS = bytes.maketrans(b"0", b".")


def cells_from_dots(text: bytes) -> str:
    return text.translate(None, NO_DIGITS).decode()


def cells_from_zeros(text: bytes) -> str:
    return text.translate(ZEROS, b" \n").decode()


def cells_from_fields(text: bytes) -> str:
    fields = text[:-1].decode().replace("\n", ",").split(",")
    return "".join([field or "." for field in fields])


class BlockLayout(NamedTuple):
    """A layout of nine lines: the pattern of each line, and the separator of its cells.

    ``cells`` is a function that turns the nine lines into 81 characters.
    """

    line: bytes
    cells: Callable[[bytes], str]
    separator: str = ""


class GridMatch(NamedTuple):
    """The 81 cells of a grid, and the separator between them in the text."""

    cells: str
    separator: str


BLOCK_LAYOUTS = (
    BlockLayout(rb"(?:[1-9.] ?){9}", cells_from_dots),
    BlockLayout(rb"(?:[0-9] ?){9}", cells_from_zeros),
    BlockLayout(rb"(?:[1-9]?,){8}[1-9]?", cells_from_fields, ","),
)


def match_block(lines: Lines, line: bytes) -> GridMatch | None:
    """Return the grid that begins with ``line``, or None if its layout is unknown.

    ``line`` is the last line read from ``lines``. If a grid is returned, its other
    lines are consumed.
    """
    text = lines.peek_block(line)
    for block in BLOCK_LAYOUTS:
        if text and re.fullmatch(rb"(?:%b\n){9}" % block.line, text):
            cells = block.cells(text)
            if is_unambiguous(cells):
                lines.skip_block()
                return GridMatch(cells, block.separator)
    return None


def is_unambiguous(cells: str) -> bool:
    """Return whether ``cells`` can be nothing but the nine rows of a puzzle.

    No row may be a heading, nine blanks in a grid without other blanks, or a student's
    number.
    """
    rows = [cells[k : k + 9] for k in range(0, 81, 9)]
    if NINE_BLANKS in rows:
        if not any("." in row and row != NINE_BLANKS for row in rows):
            return False
    return (
        len(cells) == 81 and HEADINGS_TOO.isdisjoint(rows) and not begins_alike(cells)
    )
