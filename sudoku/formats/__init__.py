"""The formats in which people keep puzzles: read and written.

The text itself says what it holds, line by line, not the name of its file. Each of
READERS yields one object after the other, a Puzzle or the FormatError in its place, and
keeps only the rows whose grid is not complete. FORMATS names what can be written.
"""

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import Final, NamedTuple

from sudoku.formats import text
from sudoku.formats.cells import CELLS
from sudoku.formats.source import Entry, FormatError, Lines, Puzzle, lines_of, text_of
from sudoku.formats.writing import FORMATS, write

__all__ = [
    "FORMATS",
    "READERS",
    "Entry",
    "FormatError",
    "Puzzle",
    "parse",
    "puzzle_in",
    "read",
    "read_lines",
    "write",
]

ALMOST: Final = 72  # cells are a puzzle with a mistake, and not the name of a file
NO_PUZZLE: Final = "no puzzle; expected a grid of 81 cells"


def in_lists(lines: Lines) -> Iterator[Entry]:
    from sudoku.formats import lists  # seldom needed, and as slow to import as all else

    return lists.puzzles(lines)


def in_xml(lines: Lines) -> Iterator[Entry]:
    from sudoku.formats import opensudoku

    return opensudoku.puzzles(lines)


class Reader(NamedTuple):
    """What a reader reads, the lines that it begins with, and the reader itself."""

    name: str
    begins: Callable[[str], bool]
    puzzles: Callable[[Lines], Iterator[Entry]]


READERS: Final = (
    Reader("XML of OpenSudoku", text.is_xml, in_xml),
    Reader("lists, JSON and moves", text.is_list, in_lists),
    Reader("lines of text", lambda line: True, text.puzzles),
)


def read(path: str, column: str = "") -> Iterator[Entry]:
    """The puzzles in the file at ``path``, or in standard input if it is ``-``.

    ``column`` is the name or the number, from 1, of the column that holds the puzzles
    of a table; without it the heading of the table says which one does.
    """
    name = "standard input" if path == "-" else path
    try:
        yield from read_lines(lines_of(path), name, column)
    except OSError as error:
        yield FormatError(name, 0, 0, error.strerror or str(error))


def parse(text: str, name: str = "text", column: str = "") -> list[Entry]:
    """The puzzles in ``text``.

    >>> [puzzle] = parse("# easy\\n" + "5_3" * 27)
    >>> puzzle.cells[:9], puzzle.line
    ('5.35.35.3', 2)
    >>> print(*parse("53..7....\\n6..195b..", "mine.txt"))
    mine.txt:2:7: 'b'; expected a digit or a blank (. 0 _ * - x X ?)
    """
    return list(read_lines(BytesIO(text.encode()), name, column))


def read_lines(lines: Iterable[bytes], name: str, column: str = "") -> Iterator[Entry]:
    """The puzzles in the ``lines`` of a text that messages call ``name``."""
    source = Lines(lines, name, column)
    is_empty = True
    try:
        for line in source:
            source.give_back()
            start = text_of(line)
            reader = next(reader for reader in READERS if reader.begins(start))
            for entry in reader.puzzles(source):
                is_empty = False
                yield entry
    except FormatError as error:  # after which nothing can be read
        yield error
        return
    if is_empty:
        yield FormatError(name, max(source.number, 1), 1, NO_PUZZLE)


def puzzle_in(argument: str) -> Entry | None:
    """The puzzle that ``argument`` itself is, or its mistake if it should be one."""
    cells = sum(sign in CELLS for sign in argument)
    if cells < ALMOST or len(argument) - cells > 81 - ALMOST or "/" in argument:
        return None
    return next(read_lines([argument.encode(errors="surrogateescape")], "argument"))
