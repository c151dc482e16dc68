"""Reading whole grids at once, in the layouts that programs write most often.

The other modules read every layout, line by line. A block is a grid that is followed
by an empty line or by the end of the text. They would read it in the same way, but take
two to ten times as long. Anything doubtful is left to them.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from sudoku.formats.entries import Entry, Lines
from sudoku.formats.rows import HEADINGS, NINE_BLANKS
from sudoku.formats.signs import DIGITS, SIGNS

HEADINGS_TOO = frozenset(row.decode().replace("0", ".") for row in HEADINGS)
THREE = rb"(?: [1-9.]){3} \|"
SOME = rb"(?: +[1-9?]+){3} +\|"  # three cells of candidates
FRAME = rb"\+-+\+-+\+-+\+\n"
LIST = rb"\[(?:[0-9], ?){8}[0-9]\]"
NO_DIGITS = bytes(set(range(256)) - set(b"123456789."))
ZEROS = bytes.maketrans(b"0", b".")
MARK = rb"[1-9?]+"
MARKS = {mark.encode(): mark if mark in [*DIGITS] else "." for mark in SIGNS}


class Block(NamedTuple):
    """A layout: its number of lines, its pattern, and the function for its cells."""

    lines: int
    pattern: bytes  # compiled when it is first used
    cells: Callable[[bytes], str]
    separator: str = ""  # of the cells, or a bar


def nine(row: bytes) -> bytes:
    return rb"(?:%b\n){9}" % row


def framed(row: bytes) -> bytes:
    return rb"%b(?:(?:\|%b\n){3}%b){3}" % (FRAME, row, FRAME)


def dotted(text: bytes) -> str:
    return text.translate(None, NO_DIGITS).decode()


def from_zeros(text: bytes) -> str:
    return text.translate(ZEROS, b" ,[]\n").decode()


def from_fields(text: bytes) -> str:
    fields = text[:-1].decode().replace("\n", ",").split(",")
    return "".join([field or "." for field in fields])


def from_marks(text: bytes) -> str:
    """Return the cells of candidates, or "" if the digits of a cell do not ascend."""
    cells = [MARKS.get(mark, "") for mark in re.findall(MARK, text)]
    return "".join(cells) if all(cells) else ""


LISTS = Block(9, rb"\[(?:%b,\n ?){8}%b\]\n" % (LIST, LIST), from_zeros)
ROWS = (
    Block(9, nine(rb"(?:[1-9.] ?){9}"), dotted),
    Block(9, nine(rb"(?:[0-9] ?){9}"), from_zeros),
    Block(9, nine(rb"(?:[1-9]?,){8}[1-9]?"), from_fields, ","),
)
FRAMED = (
    Block(13, framed(THREE * 3), dotted, "|"),
    Block(13, framed(SOME * 3), from_marks, "|"),
)
THIRDS = rb"[1-9.]{3}\|[1-9.]{3}\|[1-9.]{3}\n"
BARRED = (
    Block(
        11,
        rb"(?:%b){3}(?:-{11}\n(?:%b){3}){2}" % (THIRDS, THIRDS),
        dotted,
        "|",
    ),
)


class Found(NamedTuple):
    """A grid: its cells, the number of its first row, and the separator of cells."""

    cells: str
    number: int
    separator: str


def block_at(lines: Lines, line: bytes) -> Found | None:
    """Return the grid that begins with ``line``, or None if it is not a known block.

    ``line`` is the last line of ``lines``. The block is read up to its last line.
    """
    is_framed = line[:1] == b"+"
    blocks = FRAMED if is_framed else BARRED if b"|" in line else ROWS
    text = lines.block(line, blocks[0].lines)
    for block in blocks:
        if text and re.fullmatch(block.pattern, text):
            cells = block.cells(text)
            if is_clear(cells, block):
                number = lines.number + is_framed
                lines.skip(block.lines - 1)
                return Found(cells, number, block.separator)
    return None


def list_at(lines: Lines, line: str) -> Entry | None:
    """Return the puzzle in the list that begins with ``line``, or None."""
    first = line.encode("utf-8", "surrogateescape")
    text, number = lines.block(first, LISTS.lines), lines.number
    if not re.fullmatch(LISTS.pattern, text):
        return None
    lines.skip(LISTS.lines - 1)
    return lines.puzzle(LISTS.cells(text), number)


def is_clear(cells: str, block: Block) -> bool:
    """Return whether no row could be a ruled line or a heading."""
    rows = [cells[k : k + 9] for k in range(0, 81, 9)]
    if NINE_BLANKS in rows:
        part_blank = any("." in row and row != NINE_BLANKS for row in rows)
        if block.lines > 9 or not part_blank:
            return False
    return len(cells) == 81 and HEADINGS_TOO.isdisjoint(rows)
