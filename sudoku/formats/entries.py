"""The input of the readers (lines) and their output (puzzles and errors)."""

from codecs import BOM_UTF8, getincrementaldecoder
from collections.abc import Iterable, Iterator
from errno import EINVAL
from functools import partial
from io import BytesIO, IncrementalNewlineDecoder
from itertools import chain
from typing import NamedTuple

from _courseware.text.file_types import detect_utf_16, document_problem
from _courseware.text.files import open_input
from sudoku.errors import LocatedError
from sudoku.formats.grid_names import Role, covers_several, role_of_title

MAX_PIECE_BYTES = 2**20  # of a line
UNDECODABLE = frozenset(map(chr, (0, *range(0xDC80, 0xDD00))))  # see `line_text`


class Puzzle(NamedTuple):
    """A puzzle of 81 cells, with the name and the line of its text.

    ``cells`` is 81 characters, row by row, with ``.`` for a blank. ``name`` is the name
    of the file, and ``line`` the number of the puzzle's first line, from 1.
    """

    cells: str
    name: str
    line: int


class FormatError(LocatedError):
    """An error in text where a puzzle was expected, with its line and column.

    Its message begins with ``NAME:LINE:COLUMN``, where NAME is the name of the text and
    LINE and COLUMN count from 1.
    """

    def __init__(self, name: str, line: int, column: int, detail: str) -> None:
        super().__init__("", line, column, detail)
        self.name = name

    def __str__(self) -> str:
        return self.located(self.name)


Entry = Puzzle | FormatError


def line_text(line: bytes) -> str:
    """Return ``line`` as text. Bytes that are not UTF-8 become lone surrogates."""
    return line.decode("utf-8", "surrogateescape")


class Lines:
    """An iterator over the lines of a text, which can also step back by one line.

    ``name`` is the name of the text, and ``column`` the table column that the user
    named, or "". ``number`` is the number of the last line read. A long line comes in
    pieces, of which only the last ends in a newline; ``bytes_before`` is the number of
    bytes in earlier pieces of the line.
    """

    def __init__(self, lines: Iterable[bytes], name: str, column: str = "") -> None:
        self.name = name
        self.column = column
        self.number = 0
        self.bytes_before = 0
        self.title = ""  # of the next grids, if these are not puzzles according to it
        self.role: Role = ""
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
            self.bytes_before = 0
        else:
            self.bytes_before += len(self._last)
        self._last = line
        return line

    def push_back(self, line: bytes | None = None) -> None:
        """Make ``line``, by default the last line read, the next line."""
        self._last = self._last if line is None else line
        self._given_back = True

    def set_title(self, title: str) -> None:
        """Use ``title``, a line or a name, as the title of the grids that follow it.

        Below a title for solutions or for states of a game, `puzzle` refuses grids.
        This ends at a title that names puzzles or, for states, at any other title.
        """
        role = role_of_title(title)
        if role in ("solution", "state"):
            self.title, self.role = title.strip()[:20], role
        elif (role and not covers_several(self.title, title)) or self.role == "state":
            self.title, self.role = "", ""

    def puzzle(self, cells: str, number: int) -> Entry:
        """Return ``cells``, 81 characters, as a Puzzle at line ``number``.

        Return a FormatError if the title above is that of a game's state, or if it is
        that of a solution and the grid has no blank.
        """
        if self.title and (self.role == "state" or "." not in cells):
            full = "a full grid" if "." not in cells else "a grid"
            detail = f"{full} titled {self.title!r}; expected a puzzle or no title"
            return FormatError(self.name, number, 1, detail)
        return Puzzle(cells, self.name, number)

    def unexpected(self, column: int, text: str, expected: str) -> FormatError:
        """Return the FormatError for ``text`` at ``column``, from 1, of the last line.

        The message quotes the start of ``text``, which must not be empty, and ends in
        ``expected``, such as "expected text".
        """
        is_byte = text[0] in UNDECODABLE
        name = f"byte {ord(text[0]) & 0xFF:#04x}" if is_byte else repr(text[:20])
        return self.error(column, f"{name}; {expected}")

    def error(self, column: int, detail: str) -> FormatError:
        """Return a FormatError at ``column``, from 1, of the last line read."""
        return FormatError(self.name, self.number, self.bytes_before + column, detail)


def lines_of(path: str) -> Iterator[bytes]:
    """Yield the lines of the file at ``path``, or of standard input for ``-``.

    A line longer than MAX_PIECE_BYTES comes in pieces. Raise OSError if the file cannot
    be read, or is a document in another format than text.
    """
    with open_input(path) as file:
        first = file.readline(MAX_PIECE_BYTES).removeprefix(BOM_UTF8)
        if problem := document_problem(first):
            raise OSError(EINVAL, problem)
        others = iter(partial(file.readline, MAX_PIECE_BYTES), b"")
        lines: Iterator[bytes] = chain([first] if first else [], others)
        if encoding := detect_utf_16(first):
            lines = recode_lines(lines, encoding, "replace")
        elif b"\r" in first.rstrip(b"\r\n"):  # the line ends of old Macintoshes
            lines = recode_lines(lines, "utf-8", "surrogateescape")
        yield from lines


def recode_lines(
    pieces: Iterable[bytes], encoding: str, errors: str
) -> Iterator[bytes]:
    """Yield the lines of a text as UTF-8 with LF line ends.

    ``pieces`` are the text's bytes in ``encoding``, cut anywhere. ``errors`` is the
    error handler for decoding and encoding, such as "replace".
    """
    decoder = IncrementalNewlineDecoder(getincrementaldecoder(encoding)(errors), True)
    rest = b""
    for piece in chain(pieces, [b""]):
        text = decoder.decode(piece, final=not piece).encode("utf-8", errors)
        file = BytesIO(rest + text)
        rest = b""
        for line in iter(partial(file.readline, MAX_PIECE_BYTES), b""):
            if line[-1:] == b"\n" or len(line) == MAX_PIECE_BYTES or not piece:
                yield line
            else:
                rest = line
