"""Read and write the text formats in which people store Sudoku puzzles.

Readers recognize a format by the lines of the text, not by the name of the file.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import NamedTuple

from sudoku.checks import check_iterable, check_text, shortened
from sudoku.formats import plain_text
from sudoku.formats.cell_tokens import CELL_CHARACTERS
from sudoku.formats.entries import (
    Entry,
    FormatError,
    Lines,
    Puzzle,
    line_text,
    lines_of,
)
from sudoku.formats.kinds import is_list, is_xml
from sudoku.formats.writing import FORMATS, write
from sudoku.grid import Grid, grid_of

__all__ = [
    "FORMATS",
    "READERS",
    "Entry",
    "FormatError",
    "Puzzle",
    "grid_in",
    "parse",
    "puzzle_in",
    "read_file",
    "read_lines",
    "write",
]

# Cells that make an argument a puzzle and not the name of a file.
MIN_ARGUMENT_CELLS = 72
MAX_ERRORS_IN_A_ROW = 10_000  # in succession; then reading stops
NO_PUZZLE = "no puzzle; expected a grid of 81 cells"


def in_documents(lines: Lines) -> Iterator[Entry]:
    from sudoku.formats import documents  # rarely needed, and slow to import

    return documents.read_documents(lines)


def parse_xml(lines: Lines) -> Iterator[Entry]:
    from sudoku.formats import xml

    return xml.read_xml(lines)


def parse_lines(lines: Lines) -> Iterator[Entry]:
    return plain_text.read_plain_text(lines, starts_other_format)


class FormatReader(NamedTuple):
    """A reader for a group of formats.

    ``matches_line`` returns whether a line begins a text in these formats. ``puzzles``
    yields the Puzzles and FormatErrors of the text.
    """

    name: str
    first_characters: str  # the first line contains at least one of these
    matches_line: Callable[[str], bool]
    puzzles: Callable[[Lines], Iterator[Entry]]


STRUCTURED_READERS = (
    FormatReader("XML of OpenSudoku and KSudoku", "<", is_xml, parse_xml),
    FormatReader("lists, JSON and moves", "[{(", is_list, in_documents),
)
READERS = (
    *STRUCTURED_READERS,
    FormatReader("lines of text", "", lambda line: True, parse_lines),
)
FIRST_CHARACTERS = frozenset(
    "".join(reader.first_characters for reader in STRUCTURED_READERS)
)


def starts_other_format(line: str) -> bool:
    """Return whether ``line`` begins XML, a list, JSON or moves, not plain text."""
    if FIRST_CHARACTERS.isdisjoint(line):
        return False
    return any(reader.matches_line(line) for reader in STRUCTURED_READERS)


def read_file(path: str, column: str = "") -> Iterator[Entry]:
    """Yield the puzzles of the file at ``path``, or of standard input for ``-``.

    A mistake in the text, or a failure to read the file, is yielded as a FormatError.
    ``column`` is the name, or the number from 1, of the table column with the puzzles;
    if it is "", the table's heading determines the column. Raise TypeError if ``path``
    or ``column`` is not a string.
    """
    check_text("path", path)
    check_text("column", column)
    name = "standard input" if path == "-" else path
    try:
        yield from entries_in(Lines(lines_of(path), name, column))
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
    return list(
        read_lines(BytesIO(text.encode(errors="surrogateescape")), name, column)
    )


def read_lines(lines: Iterable[bytes], name: str, column: str = "") -> Iterator[Entry]:
    """Yield the puzzles in ``lines``, which are bytes, and a FormatError per mistake.

    ``name`` is the file name in messages. ``column`` is the name, or the number from 1,
    of the table column with the puzzles, or "". Raise TypeError for an argument of
    another type.
    """
    check_iterable("lines", lines)
    check_text("name", name)
    check_text("column", column)
    yield from entries_in(Lines(map(checked_line, lines), name, column))


def checked_line(line: bytes) -> bytes:
    if not isinstance(line, bytes):
        raise TypeError(f"a line is {shortened(line)}; expected bytes")
    return line


def entries_in(source: Lines) -> Iterator[Entry]:
    """Yield the puzzles in ``source``, and a FormatError for each mistake."""
    is_empty = True
    errors = 0  # since the last puzzle
    try:
        for line in source:
            source.push_back()
            start = line_text(line)
            reader = next(reader for reader in READERS if reader.matches_line(start))
            for entry in reader.puzzles(source):
                is_empty = False
                yield entry
                errors = errors + 1 if isinstance(entry, FormatError) else 0
                if errors == MAX_ERRORS_IN_A_ROW:
                    detail = f"{errors:,} mistakes without a puzzle; expected puzzles"
                    raise source.error(1, detail)
    except FormatError as error:  # nothing can be read after it
        yield error
        return
    if is_empty:
        yield FormatError(source.name, max(source.number, 1), 1, NO_PUZZLE)


def puzzle_in(argument: str) -> Entry | None:
    """Return the puzzle that ``argument`` spells, or None if it does not look like one.

    Return a FormatError if ``argument`` is almost a puzzle, and None if it is the name
    of an existing file. Raise TypeError if ``argument`` is not a string.
    """
    check_text("argument", argument)
    cells = sum(sign in CELL_CHARACTERS for sign in argument)
    if (
        cells < MIN_ARGUMENT_CELLS
        or len(argument) - cells > 81 - MIN_ARGUMENT_CELLS
        or "/" in argument
    ):
        return None
    if os.path.exists(argument):
        return None
    return next(read_lines([argument.encode(errors="surrogateescape")], "argument"))


def grid_in(argument: str) -> Grid | None:
    """Return the grid that ``argument`` spells, nine rows, or None if it spells none.

    Return None also if ``argument`` is the name of an existing file. Raise FormatError
    if it is almost a puzzle, and TypeError if it is not a string.
    """
    entry = puzzle_in(argument)
    if isinstance(entry, FormatError):
        raise entry
    return grid_of(entry.cells) if entry else None
