"""Read puzzles in plain text: lines of 81 cells, or nine rows, perhaps in a frame."""

from collections.abc import Callable, Iterator

from sudoku.formats import columns
from sudoku.formats.assembler import Assembler
from sudoku.formats.cell_tokens import BARS, MIN_LINE_CELLS, SEPARATORS, BadCells
from sudoku.formats.columns import EMPTY_PUZZLE, TableHeading
from sudoku.formats.entries import (
    MAX_PIECE_BYTES,
    UNDECODABLE,
    Entry,
    FormatError,
    Lines,
    Puzzle,
    line_text,
)
from sudoku.formats.grid_names import name_rank
from sudoku.formats.kinds import (
    DATE,
    ClassifiedLine,
    classify_line,
    ends_in_row,
    is_label,
    strip_markup,
)
from sudoku.formats.rows import HEADINGS, TABLE_RULE

# Most lines of a large collection are 81 cells and little else, or a row. Translating
# their bytes is fast: blanks become dots, and all other bytes a byte that is not ASCII.
TO_PLAIN_CELLS = bytes(
    byte if byte in b"123456789" else ord(".") if byte in b".0_*-xX?" else 0xFF
    for byte in range(256)
)
CELL_SEPARATORS = b" |\r\n"  # bytes between the cells of a row
ALL_BARS = frozenset("|" + BARS)
LINE_TERMINATORS = frozenset((b"", b"\n", b"\r", b" ", b"\t", b",", b";"))
GAP_KINDS = ("empty", "frame", "table rule")
NON_ROW_KINDS = (*GAP_KINDS, "comment", "title")
MAX_CACHED_LINES = 200  # short lines in the cache, and bytes in each of them


def layout_of(line: str) -> str:
    """Return the separator of the cells in ``line``: ",", ";", a tab, "|" or ""."""
    for separator in SEPARATORS:
        if line.count(separator) > 7:
            return separator
    return "" if ALL_BARS.isdisjoint(line) else "|"


class PlainTextReader:
    """A reader of puzzles from ``lines``, which handles each line by its kind.

    Reading stops at a line for which ``is_for_another`` returns true, because it begins
    another format.
    """

    def __init__(self, lines: Lines, is_for_another: Callable[[str], bool]) -> None:
        self.lines = lines
        self.is_for_another = is_for_another  # whether another reader reads a line
        self.grids = Assembler(lines)
        # Of the table, if the last line is in one.
        self.heading: TableHeading | None = None
        self.has_error = False  # for wrong lines outside grids, up to an empty line
        self.kind_cache: dict[
            bytes, ClassifiedLine
        ] = {}  # the kinds of the short lines so far
        self.number = 0  # of the last label that is a number or ends in a row
        self.consecutive_labels = 0  # how many such labels there are below each other
        # The number of lines to skip in a section that is not a puzzle.
        self.lines_to_skip = 0

    def puzzles(self) -> Iterator[Entry]:
        lines, grids, name = self.lines, self.grids, self.lines.name
        for line in lines:
            if len(line) > 80:
                cells = line[:81].translate(TO_PLAIN_CELLS)
                ends = line[81:] == b"\n" and not self.heading and cells != EMPTY_PUZZLE
                plain = cells.isascii() and not lines.title
                if plain and (ends or self.is_unambiguous(line, cells)):
                    if grids.run or grids.block:
                        yield from self.end()
                    yield Puzzle(cells.decode("ascii"), name, lines.number)
                    continue
            row = line.translate(None, CELL_SEPARATORS)
            if (
                len(row) == 9
                and row.translate(TO_PLAIN_CELLS).isascii()
                and not self.lines_to_skip
            ):
                layout = "|" if b"|" in line else ""
                is_inside = len(grids.run) % 9 > 0 and row not in HEADINGS
                if is_inside and grids.layout == layout:
                    grids.extend(row)
                else:
                    yield from self.add(row, line_text(line))
            elif kind := self.kind_cache.get(line) or self.kind_of(line):
                yield from self.handle_line(kind)
            elif self.is_for_another(line_text(line)):
                break
        yield from self.end()

    def kind_of(self, line: bytes) -> ClassifiedLine | None:
        """Return ``line`` with its kind, or None if it was pushed back to `lines`.

        It is pushed back without a byte-order mark or the markup of forums, to be read
        again, or unchanged if it begins another format. Raise FormatError if it has a
        null byte or is too long.
        """
        text = line_text(line)
        if text.startswith("\ufeff"):  # several files have been joined
            rest = text.lstrip("\ufeff")
            self.lines.push_back(rest.encode("utf-8", "surrogateescape"))
            return None
        if (bare := strip_markup(text)) != text:
            self.lines.push_back(bare.encode("utf-8", "surrogateescape"))
            return None
        if self.is_for_another(text):
            self.lines.push_back()
            return None
        check_line(line, self.lines)
        kind = classify_line(text)
        if len(line) < MAX_CACHED_LINES > len(self.kind_cache):
            self.kind_cache[line] = kind
        return kind

    def is_unambiguous(self, line: bytes, cells: bytes) -> bool:
        """Return whether ``cells`` must be the puzzle of ``line``.

        ``cells`` is the first 81 bytes of ``line``, with dots for blanks. They must be
        if no other long word follows them, or only their solution.
        """
        if self.heading or self.lines.column or line[81:82] not in LINE_TERMINATORS:
            return False
        other = line[82:163]
        is_solution = other.isdigit() and b"0" not in other and len(line) < 166
        no_other = len(line) < 81 + MIN_LINE_CELLS or (
            is_solution and b"." in cells and columns.has_digits_of(cells, other)
        )
        return no_other and cells != EMPTY_PUZZLE

    def handle_line(self, line: ClassifiedLine) -> Iterator[Entry]:
        """Handle ``line`` by its kind; yield the puzzles and errors completed by it."""
        if line.kind == "section":
            yield from self.handle_other_line(line)
            self.lines_to_skip = 0 if name_rank(line.text) else 9
            if self.lines_to_skip:
                self.lines.title = ""
        elif self.lines_to_skip and line.kind not in NON_ROW_KINDS:
            self.lines_to_skip -= 1
        elif line.kind == "row":
            yield from self.add(line.text.encode(), line.source)
        elif line.kind in GAP_KINDS:
            self.heading = None
            self.has_error = self.has_error and line.kind != "empty"
            last = self.grids.run[-1:]
            if line.kind == "table rule" and last and last != [TABLE_RULE]:
                self.grids.extend(TABLE_RULE)
            else:
                yield from self.grids.add_gap("E" if line.kind == "empty" else "F")
        elif self.lines.column and TableHeading(line.source).has(self.lines.column):
            yield from self.handle_other_line(ClassifiedLine("heading", line.source))
        elif line.mistake and not (line.kind == "label" and self.may_be_title(line)):
            yield from self.report_error(line, line.mistake)
        else:
            yield from self.handle_other_line(line)

    def may_be_title(self, line: ClassifiedLine) -> bool:
        """Return whether ``line``, a number or a date, may be the title of a puzzle.

        It is not one inside a grid, nor if it is the third or a later number in
        consecutive lines, which may be the cells of a smaller grid. A line that ends in
        nine cells counts as a number here.
        """
        if line.source.strip().isdecimal() or ends_in_row(line.source):
            is_next = self.lines.number == self.number + 1
            self.number = self.lines.number
            self.consecutive_labels = self.consecutive_labels + 1 if is_next else 1
        else:
            self.consecutive_labels = 0
        return self.consecutive_labels < 3 and not self.grids.is_incomplete()

    def handle_other_line(self, line: ClassifiedLine) -> Iterator[Entry]:
        """End the grids above a line that is not a row; yield their puzzles and errors.

        If ``line`` has 81 cells, also yield its puzzle or error. Any other line becomes
        the title of the next grids or the heading of a table.
        """
        heading, title = self.heading, self.lines.title
        yield from self.end()
        self.lines_to_skip = 0
        if line.kind == "record" or line.kind == "cells":
            self.heading = heading
            if heading:
                self.lines.title = ""  # the names of the columns decide
            else:
                self.lines.set_title(line.source)
            try:
                yield self.puzzle(line)
            except BadCells as mistake:
                yield self.error(mistake)
            self.lines.title = title
            return
        self.lines.set_title(line.text or line.source)
        if line.kind == "heading":
            self.heading = TableHeading(line.source)

    def puzzle(self, line: ClassifiedLine) -> Entry:
        """Return the puzzle in ``line``, which has a word of 81 cells.

        Return a FormatError if the title above says that it is not a puzzle. Raise
        BadCells if it is not clear which word is the puzzle.
        """
        cells = line.text
        if line.kind == "record":
            cells = columns.puzzle_of_line(line.source, self.heading, self.lines.column)
        return self.lines.puzzle(columns.normalize_blanks(cells), self.lines.number)

    def add(
        self, signs: bytes, source: str, error: FormatError | None = None
    ) -> Iterator[Entry]:
        if not self.grids.is_incomplete() and b"20" in signs and is_label(source, DATE):
            yield from self.handle_other_line(ClassifiedLine("title", source))
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
        """End the grids above and the table; yield their last puzzles and errors."""
        self.heading = None
        self.has_error = False
        yield from self.grids.end()

    def report_error(self, line: ClassifiedLine, mistake: BadCells) -> Iterator[Entry]:
        """Yield the error of a wrong line, or store it if the line is inside a grid.

        A stored error is yielded when the grid ends. After an error outside grids,
        further wrong lines are ignored up to an empty line.
        """
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


def read_plain_text(
    lines: Lines, is_for_another: Callable[[str], bool]
) -> Iterator[Entry]:
    """Yield the puzzles and errors of ``lines``, up to a line of another format.

    ``is_for_another`` returns whether a line begins another format.
    """
    return PlainTextReader(lines, is_for_another).puzzles()


def check_line(line: bytes, lines: Lines) -> None:
    """Raise FormatError if ``line``, just read, has a null byte or is too long."""
    if b"\0" in line:
        marks = enumerate(line_text(line), 1)
        column, mark = next((k, mark) for k, mark in marks if mark in UNDECODABLE)
        raise lines.unexpected(column, mark, "expected text")
    if lines.bytes_before or (len(line) == MAX_PIECE_BYTES and line[-1:] != b"\n"):
        raise lines.error(
            1, f"a line of over {MAX_PIECE_BYTES:,} bytes; expected 81 cells"
        )
