"""The formats in which people keep puzzles: read and written.

What a text holds is told by the text, line by line, not by its file's name: lines of
81 cells, rows and frames (`text`, with `cells`), lists and JSON (`lists`), the XML of
OpenSudoku (`opensudoku`). A reader yields one object after the other, a Puzzle or the
FormatError that stands in its place, and holds no more than one. `writing` writes.
"""

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import Final

from sudoku.formats import text
from sudoku.formats.cells import CELLS
from sudoku.formats.source import FormatError, Found, Lines, Puzzle, lines_of, text_of
from sudoku.formats.writing import FORMATS, write

__all__ = [
    "FORMATS",
    "FormatError",
    "Found",
    "Puzzle",
    "parse",
    "puzzle_in",
    "read",
    "read_lines",
    "write",
]

ALMOST: Final = 72  # cells are a puzzle with a mistake, and no file's name
NOTHING: Final = "no puzzle, expected one of 81 cells"


def read(path: str) -> Iterator[Found]:
    """The puzzles in the file at ``path``, or in standard input if it is ``-``."""
    name = "standard input" if path == "-" else path
    try:
        yield from read_lines(lines_of(path), name)
    except OSError as error:
        yield FormatError(name, 0, 0, error.strerror or str(error))


def parse(text: str, name: str = "text") -> list[Found]:
    """The puzzles in ``text``.

    >>> [found] = parse("# easy\\n" + "5_3" * 27)
    >>> found.cells[:9], found.line
    ('5.35.35.3', 2)
    >>> print(*parse("53..7....\\n6..195b..", "mine.txt"))
    mine.txt:2:7: 'b', expected a digit or a blank (. 0 _ * - x X ?)
    """
    return list(read_lines(BytesIO(text.encode()), name))


def read_lines(lines: Iterable[bytes], name: str) -> Iterator[Found]:
    """The puzzles in the ``lines`` of a text that messages call ``name``."""
    source = Lines(lines, name)
    nothing = True
    try:
        for line in source:
            source.give_back()
            for found in reader_of(line)(source):
                nothing = False
                yield found
    except FormatError as error:  # behind which nothing can be read
        yield error
        return
    if nothing:
        yield FormatError(name, max(source.number, 1), 1, NOTHING)


def reader_of(line: bytes) -> Callable[[Lines], Iterator[Found]]:
    """The reader for ``line`` and those like it behind it."""
    if not text.is_for_another(text_of(line)):
        return text.puzzles
    if line.lstrip()[:1] == b"<":
        from sudoku.formats import opensudoku

        return opensudoku.puzzles
    from sudoku.formats import lists

    return lists.puzzles


def puzzle_in(argument: str) -> Found | None:
    """The puzzle that ``argument`` itself is, or its mistake if it was to be one."""
    cells = sum(mark in CELLS for mark in argument)
    if cells < ALMOST or len(argument) - cells > 81 - ALMOST or "/" in argument:
        return None
    return next(read_lines([argument.encode(errors="surrogateescape")], "argument"))
