"""Read and write the text formats in which people store Sudoku puzzles.

A layout is recognized by the lines of the text, not by the name of the file. What can
be read in two ways is refused.
"""

import os
import re
from codecs import BOM_UTF8, getincrementaldecoder
from collections.abc import Iterable, Iterator
from errno import EINVAL
from io import BytesIO, IncrementalNewlineDecoder
from itertools import chain
from typing import BinaryIO

from _courseware.text.file_types import detect_utf_16, document_problem
from _courseware.text.files import identity, open_input
from sudoku.checks import check_iterable, check_text, shorten
from sudoku.formats.grids import (
    CELL_SIGNS,
    Entry,
    FormatError,
    Puzzle,
    Solution,
    decide,
)
from sudoku.formats.lists import MAX_DOCUMENT_CHARACTERS
from sudoku.formats.text import MAX_LINE_BYTES, read_text
from sudoku.formats.writing import FORMATS, write
from sudoku.grid import Grid, grid_of

__all__ = [
    "FORMATS",
    "Entry",
    "FormatError",
    "Puzzle",
    "Solution",
    "grid_in",
    "parse",
    "puzzle_in",
    "read_file",
    "read_lines",
    "write",
]

# Cells that make an argument a puzzle and not the name of a file.
MIN_ARGUMENT_CELLS = 72
PSEUDOKU = re.compile(r"(?:[1-4.0_*]{4}[ /]?){4}")
SIXTEEN = "16 cells; expected 81; for 4 × 4: python3 -m pseudoku solve"


def read_file(path: str, column: str = "") -> Iterator[Entry]:
    """Yield the puzzles of the file at ``path``, or of standard input for ``-``.

    A mistake in the text, or a failure to read the file, is yielded as a FormatError,
    and a full grid that solves a puzzle of the text as a Solution. A pipe is answered
    line by line. ``column`` is the name, or the number from 1, of the table column with
    the puzzles; if it is "", the table's heading determines the column. Raise TypeError
    if ``path`` or ``column`` is not a string.
    """
    check_text("path", path)
    check_text("column", column)
    name = path
    file: str | int = path
    if path == "-":
        name = "standard input"
        file = 0
    is_stream = identity(file) is None
    try:
        yield from entries_in(_lines_of(path), name, column, is_stream)
    except OSError as error:
        yield FormatError(name, 0, 0, error.strerror or str(error))


def parse(text: str, name: str = "text", column: str = "") -> list[Entry]:
    """Return the puzzles of ``text``, with a FormatError in the place of each mistake.

    ``name`` is the file name in messages. ``column`` is the name, or the number from 1,
    of the table column with the puzzles, or "". Raise TypeError if an argument is not a
    string.

    >>> [puzzle] = parse("# easy\\n" + "5_3" * 27)
    >>> puzzle.cells[:9], puzzle.line
    ('5.35.35.3', 2)
    >>> print(*parse("53..7....\\n6..195b..", "mine.txt"))
    mine.txt:2:7: 'b'; expected a digit or a blank (. 0 _ * - x X ?)
    """
    check_text("text", text)
    lines = BytesIO(text.encode(errors="surrogateescape"))
    check_text("name", name)
    check_text("column", column)
    return list(entries_in(lines, name, column, is_stream=False))


def read_lines(lines: Iterable[bytes], name: str, column: str = "") -> Iterator[Entry]:
    """Yield the puzzles in ``lines``, which are bytes, and a FormatError per mistake.

    ``name`` is the file name in messages. ``column`` is the name, or the number from 1,
    of the table column with the puzzles, or "". Raise TypeError for an argument of
    another type.
    """
    check_iterable("lines", lines)
    check_text("name", name)
    check_text("column", column)
    yield from entries_in(map(_checked_line, lines), name, column, is_stream=False)


def _checked_line(line: bytes) -> bytes:
    if not isinstance(line, bytes):
        raise TypeError(f"a line is {shorten(line)}; expected bytes")
    return line


def entries_in(
    lines: Iterable[bytes], name: str, column: str, is_stream: bool
) -> Iterator[Entry]:
    """Yield the puzzles and solutions in ``lines``, and an error for each mistake."""
    return decide(read_text(iter(lines), name, column, is_stream), name, is_stream)


def _lines_of(path: str) -> Iterator[bytes]:
    """Yield the lines of the file at ``path``, or of standard input for ``-``.

    Raise OSError if the file cannot be read, or is a document such as a PDF.
    """
    with open_input(path) as file:
        lines = _whole_lines(file)
        first = next(lines, b"").removeprefix(BOM_UTF8)
        problem = document_problem(first)
        if problem:
            raise OSError(EINVAL, problem)
        if first:
            lines = chain([first], lines)
        encoding = detect_utf_16(first)
        if encoding:
            lines = _recode_lines(lines, encoding, "replace")
        elif b"\r" in first.rstrip(b"\r\n"):  # the line ends of old Macintoshes
            lines = _recode_lines(lines, "utf-8", "surrogateescape")
        yield from lines


def _whole_lines(file: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of ``file``; one that is too long comes in pieces."""
    while line := file.readline(MAX_LINE_BYTES):
        if len(line) == MAX_LINE_BYTES and b"[" in line:
            line += file.readline(MAX_DOCUMENT_CHARACTERS)
        yield line


def _recode_lines(
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
        lines = BytesIO(rest + text).readlines()
        rest = b""
        if piece and lines and len(lines[-1]) < MAX_LINE_BYTES:
            rest = lines.pop()
        yield from lines


def puzzle_in(argument: str) -> Puzzle | FormatError | None:
    """Return the puzzle that ``argument`` spells, or None if it does not look like one.

    Return a FormatError if ``argument`` is almost a puzzle, and None if it is the name
    of an existing file. Raise TypeError if ``argument`` is not a string.
    """
    check_text("argument", argument)
    if PSEUDOKU.fullmatch(argument) and not os.path.exists(argument):
        return FormatError("argument", 1, 1, SIXTEEN)
    cells = sum(sign in CELL_SIGNS for sign in argument)
    others = len(argument) - cells
    if cells < MIN_ARGUMENT_CELLS or others > 81 - MIN_ARGUMENT_CELLS:
        return None
    if "/" in argument or os.path.exists(argument):
        return None
    line = argument.encode(errors="surrogateescape")
    entry = next(read_lines([line], "argument"))
    return None if isinstance(entry, Solution) else entry


def grid_in(argument: str) -> Grid | None:
    """Return the grid that ``argument`` spells, nine rows, or None if it spells none.

    Return None also if ``argument`` is the name of an existing file. Raise FormatError
    if it is almost a puzzle, and TypeError if it is not a string.
    """
    entry = puzzle_in(argument)
    if isinstance(entry, FormatError):
        raise entry
    return grid_of(entry.cells) if entry else None
