"""What every reader is given, the lines of a text, and what it makes of them."""

import sys
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections.abc import Iterable, Iterator
from functools import partial
from io import BytesIO, IncrementalNewlineDecoder
from itertools import chain
from typing import Final

from sudoku.errors import SudokuError

MOST_BYTES: Final = 2**20  # of one line; a longer one comes in pieces
NO_TEXT: Final = frozenset(map(chr, (0, *range(0xDC80, 0xDD00))))  # see `text_of`
UTF_16: Final = (BOM_UTF16_BE, BOM_UTF16_LE)


class Puzzle:
    """81 cells, row by row, ``.`` for an empty one, and where they were read."""

    __slots__ = ("cells", "line", "name")

    def __init__(self, cells: str, name: str, line: int) -> None:
        self.cells = cells
        self.name = name
        self.line = line


class FormatError(SudokuError):
    """What stands where a puzzle was expected; the message begins with the place."""

    def __init__(self, name: str, line: int, column: int, detail: str) -> None:
        super().__init__("", line, column, detail)
        self.name = name

    def __str__(self) -> str:
        return self.located(self.name)


Entry = Puzzle | FormatError


def text_of(line: bytes) -> str:
    """The text of ``line``; a byte that is no UTF-8 becomes a lone surrogate."""
    return line.decode("utf-8", "surrogateescape")


class Lines:
    """The lines of the text ``name``; the last one can be given back.

    ``number`` is the number of the last line, ``before`` how many bytes of it came in
    earlier pieces. A piece ends with a newline unless the line goes on after it.
    ``column`` is what the user says about which column of a table holds the puzzles.
    """

    def __init__(self, lines: Iterable[bytes], name: str, column: str = "") -> None:
        self.name = name
        self.column = column
        self.number = 0
        self.before = 0
        self._lines = iter(lines)
        self._last = b"\n"
        self._given_back = False

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if self._given_back:
            self._given_back = False
            return self._last
        line = next(self._lines)
        if self._last[-1:] == b"\n":
            self.number += 1
            self.before = 0
        else:
            self.before += len(self._last)
        self._last = line
        return line

    def give_back(self, line: bytes | None = None) -> None:
        """The last line, or ``line`` in its place, will come again."""
        self._last = self._last if line is None else line
        self._given_back = True

    def unexpected(self, column: int, found: str, expected: str) -> FormatError:
        """The error that ``found`` stands in the last line at ``column``, from 1."""
        is_byte = found[0] in NO_TEXT
        shown = f"byte {ord(found[0]) & 0xFF:#04x}" if is_byte else repr(found[:20])
        return self.error(column, f"{shown}; {expected}")

    def error(self, column: int, detail: str) -> FormatError:
        """The error in the last line at ``column``, counted from 1."""
        return FormatError(self.name, self.number, self.before + column, detail)


def lines_of(path: str) -> Iterator[bytes]:
    """The lines of the file at ``path``, or of standard input if it is ``-``.

    OSError if it cannot be read; a line of over MOST_BYTES comes in pieces.
    """
    file = sys.stdin.buffer if path == "-" else open(path, "rb")
    try:
        first = file.readline(MOST_BYTES).removeprefix(BOM_UTF8)
        others = iter(partial(file.readline, MOST_BYTES), b"")
        lines: Iterator[bytes] = chain([first] if first else [], others)
        if first.startswith(UTF_16):
            lines = recoded(lines, "utf-16", "replace")
        elif b"\r" in first.rstrip(b"\r\n"):  # as the first Macintosh ended lines
            lines = recoded(lines, "utf-8", "surrogateescape")
        yield from lines
    finally:
        if path != "-":
            file.close()


def recoded(pieces: Iterable[bytes], encoding: str, errors: str) -> Iterator[bytes]:
    """The lines, each with a newline, of a text that has others, or is no UTF-8."""
    decoder = IncrementalNewlineDecoder(getincrementaldecoder(encoding)(errors), True)
    rest = b""
    for piece in chain(pieces, [b""]):
        text = decoder.decode(piece, final=not piece).encode("utf-8", errors)
        whole = BytesIO(rest + text)
        rest = b""
        for line in iter(partial(whole.readline, MOST_BYTES), b""):
            if line[-1:] == b"\n" or len(line) == MOST_BYTES or not piece:
                yield line
            else:
                rest = line
