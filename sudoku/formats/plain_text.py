"""Puzzles in lines of text: lines of 81 cells, or nine rows, with or without a frame.

`kinds` finds the kind of each line, and `rows` decides which rows make grids. This
module collects rows until a grid must have ended.
"""

from collections.abc import Callable, Iterator

from sudoku.formats import columns
from sudoku.formats.assembler import Assembler
from sudoku.formats.columns import EMPTY_PUZZLE, Heading
from sudoku.formats.entries import (
    MOST_BYTES,
    NO_TEXT,
    Entry,
    FormatError,
    Lines,
    Puzzle,
    line_text,
)
from sudoku.formats.grid_names import rank
from sudoku.formats.kinds import (
    DATE,
    Line,
    ends_in_row,
    is_label,
    kind_of,
    without_marks,
)
from sudoku.formats.rows import HEADINGS, TABLE_RULE
from sudoku.formats.signs import BARS, LONG, SEPARATORS, BadCells
from sudoku.formats.whole_grids import Found, block_at

# Most lines of a large collection are 81 cells and little else, or a row. Translating
# their bytes is fast: blanks become dots, and all other bytes a byte that is not ASCII.
PLAIN = bytes(
    byte if byte in b"123456789" else ord(".") if byte in b".0_*-xX?" else 0xFF
    for byte in range(256)
)
BETWEEN = b" |\r\n"  # bytes between the cells of a row
ALL_BARS = frozenset("|" + BARS)
ENDS = frozenset((b"", b"\n", b"\r", b" ", b"\t", b",", b";"))
FIRST = frozenset(bytes([sign]) for sign in b"0123456789.,")  # bytes of blocks
GAPS = ("empty", "frame", "table rule")
BESIDE_ROWS = (*GAPS, "comment", "title")
MOST_SHORT = 200  # short lines in the cache, and bytes in each of them


def layout_of(line: str) -> str:
    """Return the separator of the cells of a row, a bar, or "" for spaces."""
    for separator in SEPARATORS:
        if line.count(separator) > 7:
            return separator
    return "" if ALL_BARS.isdisjoint(line) else "|"


class Reader:
    """A reader of the lines of a text, each according to its kind."""

    def __init__(self, lines: Lines, is_for_another: Callable[[str], bool]) -> None:
        self.lines = lines
        self.is_for_another = is_for_another  # whether another reader reads a line
        self.grids = Assembler(lines)
        self.heading: Heading | None = None  # of the table, if the last line is in one
        self.has_error = False  # for wrong lines outside grids, up to an empty line
        self.known: dict[bytes, Line] = {}  # the kinds of the short lines so far
        self.number = 0  # of the last label that is a number or ends in a row
        self.numbers = 0  # how many such labels there are below each other
        self.skips = 0  # the number of lines to skip in a section that is not a puzzle

    def puzzles(self) -> Iterator[Entry]:
        lines, grids, name = self.lines, self.grids, self.lines.name
        for line in lines:
            if len(line) > 80:
                cells = line[:81].translate(PLAIN)
                ends = line[81:] == b"\n" and not self.heading and cells != EMPTY_PUZZLE
                plain = cells.isascii() and not lines.title
                if plain and (ends or self.is_clear(line, cells)):
                    if grids.run or grids.block:
                        yield from self.end()
                    yield Puzzle(cells.decode("ascii"), name, lines.number)
                    continue
            elif not grids.is_open() and (found := self.block_at(line)):
                yield grids.whole(found, lines.number - 8)
                continue
            row = line.translate(None, BETWEEN)
            if len(row) == 9 and row.translate(PLAIN).isascii() and not self.skips:
                layout = "|" if b"|" in line else ""
                is_inside = len(grids.run) % 9 > 0 and row not in HEADINGS
                if is_inside and grids.layout == layout:
                    grids.extend(row)
                else:
                    yield from self.add(row, line_text(line))
            elif kind := self.known.get(line) or self.kind_of(line):
                yield from self.take(kind)
            elif self.is_for_another(line_text(line)):
                break
        yield from self.end()

    def block_at(self, line: bytes) -> Found | None:
        """Return the grid that begins with ``line``, if it can be read at a glance."""
        if self.lines.title or self.skips or line[:1] not in FIRST:
            return None
        return block_at(self.lines, line)

    def kind_of(self, line: bytes) -> Line | None:
        """Return the kind of a line, or give it back if it is for another reader."""
        text = line_text(line)
        if text.startswith("\ufeff"):  # several files have been joined
            rest = text.lstrip("\ufeff")
            self.lines.give_back(rest.encode("utf-8", "surrogateescape"))
            return None
        if (bare := without_marks(text)) != text:
            self.lines.give_back(bare.encode("utf-8", "surrogateescape"))
            return None
        if self.is_for_another(text):
            self.lines.give_back()
            return None
        check_line(line, self.lines)
        kind = kind_of(text)
        if len(line) < MOST_SHORT > len(self.known):
            self.known[line] = kind
        return kind

    def is_clear(self, line: bytes, cells: bytes) -> bool:
        """Return whether the ``cells`` that start ``line`` must be its puzzle."""
        if self.heading or self.lines.column or line[81:82] not in ENDS:
            return False
        other = line[82:163]
        is_solution = other.isdigit() and b"0" not in other and len(line) < 166
        no_other = len(line) < 81 + LONG or (
            is_solution and b"." in cells and columns.has_digits_of(cells, other)
        )
        return no_other and cells != EMPTY_PUZZLE

    def take(self, line: Line) -> Iterator[Entry]:
        """Yield the puzzles and errors that end with a line."""
        if line.kind == "section":
            yield from self.take_other(line)
            self.skips = 0 if rank(line.text) else 9
            if self.skips:
                self.lines.title = ""
        elif self.skips and line.kind not in BESIDE_ROWS:
            self.skips -= 1
        elif line.kind == "row":
            yield from self.add(line.text.encode(), line.source)
        elif line.kind in GAPS:
            self.heading = None
            self.has_error = self.has_error and line.kind != "empty"
            last = self.grids.run[-1:]
            if line.kind == "table rule" and last and last != [TABLE_RULE]:
                self.grids.extend(TABLE_RULE)
            else:
                yield from self.grids.separate("E" if line.kind == "empty" else "F")
        elif self.lines.column and Heading(line.source).has(self.lines.column):
            yield from self.take_other(Line("heading", line.source))
        elif line.mistake and not (line.kind == "label" and self.may_be_title(line)):
            yield from self.refuse(line, line.mistake)
        else:
            yield from self.take_other(line)

    def may_be_title(self, line: Line) -> bool:
        """Return whether a label is not in a grid, nor in a column of three labels.

        Numbers in a column may be the rows of a smaller grid, or its cells. Labels that
        end in nine cells may be names of rows.
        """
        if line.source.strip().isdecimal() or ends_in_row(line.source):
            is_next = self.lines.number == self.number + 1
            self.number = self.lines.number
            self.numbers = self.numbers + 1 if is_next else 1
        else:
            self.numbers = 0
        return self.numbers < 3 and not self.grids.is_broken_off()

    def take_other(self, line: Line) -> Iterator[Entry]:
        """Yield the puzzle of a line that is not a row of a grid, if it has one."""
        heading, title = self.heading, self.lines.title
        yield from self.end()
        self.skips = 0
        if line.kind == "record" or line.kind == "cells":
            self.heading = heading
            if heading:
                self.lines.title = ""  # the names of the columns decide
            else:
                self.lines.entitle(line.source)
            try:
                yield self.puzzle(line)
            except BadCells as mistake:
                yield self.error(mistake)
            self.lines.title = title
            return
        self.lines.entitle(line.text or line.source)
        if line.kind == "heading":
            self.heading = Heading(line.source)

    def puzzle(self, line: Line) -> Entry:
        """Return the puzzle in a line. Raise BadCells if it is doubtful."""
        cells = line.text
        if line.kind == "record":
            cells = columns.puzzle_in(line.source, self.heading, self.lines.column)
        return self.lines.puzzle(columns.checked(cells), self.lines.number)

    def add(
        self, signs: bytes, source: str, error: FormatError | None = None
    ) -> Iterator[Entry]:
        if not self.grids.is_broken_off() and b"20" in signs and is_label(source, DATE):
            yield from self.take_other(Line("title", source))
            return
        self.heading = None
        layout = layout_of(source)
        if signs in HEADINGS and layout != "|" and source.strip() != signs.decode():
            self.grids.headings.add(self.lines.number)
        if self.grids.run and layout == self.grids.layout and not error:
            self.grids.extend(signs)
        else:
            yield from self.grids.add(signs, layout, error)

    def end(self) -> Iterator[Entry]:
        """End the grids so far: a line is not in any grid."""
        self.heading = None
        self.has_error = False
        yield from self.grids.end()

    def refuse(self, line: Line, mistake: BadCells) -> Iterator[Entry]:
        """Yield one error for a wrong line, or for the grid that it is in."""
        if line.kind == "bad long":
            yield from self.end()
            yield self.error(mistake)
        elif line.kind == "bad row" or self.grids.is_open():
            yield from self.add(b"", line.source, self.error(mistake))
        elif not self.has_error:
            self.has_error = True
            yield self.error(mistake)

    def error(self, mistake: BadCells) -> FormatError:
        if mistake.text:
            return self.lines.unexpected(mistake.column, mistake.text, mistake.detail)
        return self.lines.error(mistake.column, mistake.detail)


def puzzles(lines: Lines, is_for_another: Callable[[str], bool]) -> Iterator[Entry]:
    """Yield the puzzles up to the end of ``lines``, or to a line for another reader."""
    return Reader(lines, is_for_another).puzzles()


def check_line(line: bytes, lines: Lines) -> None:
    """Raise FormatError if ``line`` is not a line of text."""
    if b"\0" in line:
        marks = enumerate(line_text(line), 1)
        column, mark = next((k, mark) for k, mark in marks if mark in NO_TEXT)
        raise lines.unexpected(column, mark, "expected text")
    if lines.before or (len(line) == MOST_BYTES and line[-1:] != b"\n"):
        raise lines.error(1, f"a line of over {MOST_BYTES:,} bytes; expected 81 cells")
