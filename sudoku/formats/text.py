"""Puzzles in lines of text: lines of 81 cells, or nine rows, with or without a frame.

`kinds` finds the kind of each line, and `rows` decides which rows make grids. This
module collects rows until a grid must have ended.
"""

from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Final

from sudoku.formats import columns
from sudoku.formats.cells import BARS, LONG, SEPARATORS, BadCells, bare_row
from sudoku.formats.columns import Heading
from sudoku.formats.kinds import Line, kind_of, section
from sudoku.formats.rows import (
    Doubt,
    Row,
    arranged,
    cells_in,
    check,
    error_in,
    has_doubtful_line,
    is_heading,
    is_lone_heading,
    is_plain,
    is_uniform,
    rows_of,
)
from sudoku.formats.source import (
    MOST_BYTES,
    NO_TEXT,
    Entry,
    FormatError,
    Lines,
    Puzzle,
    text_of,
)

# Most lines of a large collection are 81 cells and little else, or a row. Translating
# their bytes is fast: blanks become dots, and all other bytes a byte that is not ASCII.
PLAIN: Final = bytes(
    byte if byte in b"123456789" else ord(".") if byte in b".0_*-xX?" else 0xFF
    for byte in range(256)
)
EMPTY_PUZZLE: Final = b"." * 81
BETWEEN: Final = b" |\r\n"  # bytes between the cells of a row
ALL_BARS: Final = frozenset("|" + BARS)
FIRST_SIGNS: Final = frozenset("<[{(")
ENDS: Final = frozenset((b"", b"\n", b"\r", b" ", b"\t", b",", b";"))
MOST_SHORT: Final = 200  # lines in a cache, since frames recur, and bytes of each
MOST_ROWS: Final = 90_000  # rows that wait for the end of their grids


def is_for_another(line: str) -> bool:
    """Return whether ``line`` is for another reader."""
    if FIRST_SIGNS.isdisjoint(line):
        return False
    return is_xml(line) or is_list(line)


def is_xml(line: str) -> bool:
    """Return whether ``line`` begins with a tag."""
    start = line.lstrip()[:2]
    return start[:1] == "<" and (start[1:] in ("?", "!") or start[1:].isalpha())


def is_list(line: str) -> bool:
    """Return whether ``line`` begins a list or a JSON object.

    >>> lines = "[[5, 3, 0,", "grid = [", "array([[0,", '{"puzzle":', "((5,"
    >>> [is_list(line) for line in lines]
    [True, True, True, True, True]
    >>> lines = "[Puzzle]", "# [[", "[5, 3, 0, 0, 7, 0, 0, 0, 0],", "Easy ([])"
    >>> [is_list(line) for line in lines]
    [False, False, False, False]
    """
    line = line.partition("#")[0].strip()
    if line[:1] in ("[", "{"):
        return not section(line) and not bare_row(line)
    value = line.partition("=")[2].lstrip() or line
    name, _, called = value.partition("(")  # as in numpy.array([[
    if not name or name.replace(".", "").isidentifier():
        return called[:1] in ("[", "(")
    return value[:1] == "[" and value != line


# A run that was refused with its block, but may be the first run of the next block.
OF_BEFORE: Final = [Row(0, b"")] * 2


class Assembler:
    """An assembler of rows into puzzles.

    Rows without a line between them are a run. A run of nine rows is a grid. So are
    three runs of three rows, and nine runs of one row, with equal gaps between them. A
    grid is yielded when it must have ended, at another gap or another kind of line.
    Therefore a puzzle that lacks a row cannot take a row from the next puzzle.
    """

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.run: list[bytes] = []  # up to the last line
        self.start = 0  # the number of its first line
        self.errors: dict[int, FormatError] = {}  # in which lines of it
        self.block: list[list[Row]] = []  # the runs before, of few rows, of its grids
        self.gaps: list[str] = []  # after each of these: a letter for each line
        self.gap = ""  # since the last row
        self.layout: str | None = None  # of this row; a ruled line has none

    def is_open(self) -> bool:
        """Return whether a grid may have begun that has not ended."""
        return bool(self.run or self.block)

    def is_broken_off(self) -> bool:
        """Return whether the rows so far cannot be whole grids."""
        return len(self.run) % 9 > 0 or bool(self.block)

    def add(
        self, signs: bytes, layout: str, error: FormatError | None = None
    ) -> Iterator[Entry]:
        """Add a row, or the error in its place."""
        draws = error is not None or is_uniform(signs)
        if self.run and self.layout not in (None, layout) and not draws:
            if not is_uniform(self.run[-1]):  # or else it may be of either grid
                yield from self.separate("L")
        if not self.run and self.block:
            if len(self.gaps) == 1 and self.gap != self.gaps[0]:
                yield from self.end_first()
            if self.continues():
                self.gaps.append(self.gap)
            else:
                yield from self.end_block_in_doubt()
        self.gap = ""
        self.layout = self.layout if draws else layout
        if not self.run:
            self.start = self.lines.number
        if error:
            self.errors[self.lines.number] = error
        self.extend(signs)

    def extend(self, signs: bytes) -> None:
        """Add a row to the run."""
        self.run.append(signs)
        if len(self.run) + len(self.block) > MOST_ROWS:
            detail = f"over {MOST_ROWS:,} rows; expected an empty line after each grid"
            raise self.lines.error(1, detail)

    def end_first(self) -> Iterator[Entry]:
        """End a first run that was a heading or whole grids, as another gap shows."""
        if is_nothing(self.block[0]) or len(self.block[0]) % 9 == 0:
            first = self.block.pop(0)
            self.gaps.clear()
            yield from self.grids(first if len(first) % 9 == 0 else [])

    def continues(self) -> bool:
        """Return whether the next row belongs to the block, given the gap before it."""
        number = len(self.gaps) + 1  # of runs before it
        if number == 1:
            return True
        if number % 3 == 0 and len(self.block[0]) == 1:
            bands = self.gaps[2:3]
            return not bands or self.gap in bands + self.gaps[: number % 9 == 0]
        return self.gap == self.gaps[0]

    def separate(self, kind: str) -> Iterator[Entry]:
        """Add an empty line (E) or a frame (F): the run has ended."""
        if self.run:
            yield from self.end_run()
        if len(self.gap) < 8 and not (kind == "E" and self.gap[-2:] == "EE"):
            self.gap += kind

    def end(self) -> Iterator[Entry]:
        """End the grids so far: all their rows were added."""
        if self.run:
            yield from self.end_run()
        yield from self.end_block()

    def end_run(self) -> Iterator[Entry]:
        """End the last run, which is whole grids or a part of a grid."""
        signs, self.run = self.run, []
        if len(signs) == 9 and not self.block and is_plain(cells := cells_in(signs)):
            yield Puzzle(cells, self.lines.name, self.start)
            return
        run = self.numbered(signs)
        try:
            rows = rows_of(run) if has_doubtful_line(signs) else run
        except Doubt as doubt:
            self.block.append(
                [Row(doubt.number, b"", self.error(doubt))] * min(len(run), 5)
            )
            return
        if len(rows) % 9 == 0 and not self.is_in_pieces():
            yield from self.end_block()
            self.block.append(rows)
            if not any(map(is_heading, run)) or len(rows) == len(run):
                yield from self.end_block()
        elif self.block and 2 * len(self.block[0]) == len(rows) and self.is_last():
            self.block.append(rows[: len(rows) // 2])  # and the next grid has begun
            yield from self.end_block()
            self.block.append(rows[len(rows) // 2 :])
        else:
            self.block.append(rows)

    def is_in_pieces(self) -> bool:
        """Return whether bands or single rows wait for others of their grid."""
        runs = (
            self.block[1:] if self.block and is_nothing(self.block[0]) else self.block
        )
        return any(len(run) < 5 for run in runs) and not arranged(runs)

    def is_last(self) -> bool:
        """Return whether one more run completes a grid."""
        return (len(self.block) + 1) * len(self.block[0]) % 9 == 0

    def numbered(self, run: list[bytes]) -> list[Row]:
        """Return the rows of ``run`` with their line numbers and errors."""
        errors, self.errors = self.errors, {}
        lines = enumerate(run, self.start)
        return [Row(number, signs, errors.get(number)) for number, signs in lines]

    def end_block(self) -> Iterator[Entry]:
        """End the grids of the runs so far."""
        runs, self.block, self.gaps = self.block, [], []
        if not runs or (len(runs) == 1 and is_nothing(runs[0])):
            return
        if rows := arranged(runs):
            yield from self.grids(rows)
        else:
            long = [run for run in runs if len(run) > 4 and len(run) % 9]  # own grids
            for rows in long or [[row for run in runs for row in run]]:
                yield from self.refuse(rows)

    def end_block_in_doubt(self) -> Iterator[Entry]:
        """End the block at another gap. A last run may then begin the next block."""
        is_doubtful = bool(self.block) and not arranged(self.block)
        is_doubtful = is_doubtful and len(self.block[-1]) < 5
        yield from self.end_block()
        if is_doubtful:
            self.block, self.gaps = [OF_BEFORE], [self.gap]

    def grids(self, rows: list[Row]) -> Iterator[Entry]:
        """Yield the puzzle or the error of each nine rows."""
        cells = cells_in([row.signs for row in rows])
        if is_plain(cells):
            yield Puzzle(cells, self.lines.name, rows[0].number)
            return
        try:
            check(rows)
        except Doubt as doubt:
            yield self.error(doubt)
            return
        for start in range(0, len(rows), 9):
            grid = rows[start : start + 9]
            yield error_in(grid) or self.puzzle(grid)

    def refuse(self, rows: list[Row]) -> Iterator[Entry]:
        """Yield the errors of rows that are not whole grids."""
        rows = [row for row in rows if row.number]
        error, number = error_in(rows), len(rows)
        if error:
            yield error
        if not error or (number > 9 and all(row.signs for row in rows[-9:])):
            yield self.error(Doubt(rows[-1].number, number_of(number)))

    def puzzle(self, grid: list[Row]) -> Puzzle:
        cells = cells_in([row.signs for row in grid])
        return Puzzle(cells, self.lines.name, grid[0].number)

    def error(self, doubt: Doubt) -> FormatError:
        return FormatError(self.lines.name, doubt.number, 1, doubt.detail)


def is_nothing(run: list[Row]) -> bool:
    """Return whether a run may be a heading, or belong to the grids before."""
    return is_lone_heading(run) or run is OF_BEFORE


def layout_of(line: str) -> str:
    """Return the separator of the cells of a row, a bar, or "" for spaces."""
    for separator in SEPARATORS:
        if line.count(separator) > 7:
            return separator
    return "" if ALL_BARS.isdisjoint(line) else "|"


def number_of(rows: int) -> str:
    """Return the message about a wrong number of rows."""
    if rows < 9:
        return f"a grid that ends after {rows} row{'s' * (rows > 1)}; expected 9 rows"
    if rows % 9 == 0:
        return f"{rows} rows, maybe of other grids; expected a title above the first"
    return f"{rows} rows without a gap that ends a grid; expected 9 for each puzzle"


class Reader:
    """A reader of the lines of a text, each according to its kind."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.grids = Assembler(lines)
        self.heading: Heading | None = None  # of the table that the last line is in
        self.has_error = False  # for the lines that are not rows, up to an empty one
        self.known: dict[bytes, Line] = {}  # short lines so far
        self.skips = False  # in a section of an .sdk file that is not the puzzle

    def puzzles(self) -> Iterator[Entry]:
        lines, grids, name = self.lines, self.grids, self.lines.name
        for line in lines:
            if len(line) > 80:
                cells = line[:81].translate(PLAIN)
                ends = line[81:] == b"\n" and not self.heading and cells != EMPTY_PUZZLE
                if cells.isascii() and (ends or self.is_clear(line, cells)):
                    if grids.run or grids.block:
                        yield from self.end()
                    yield Puzzle(cells.decode("ascii"), name, lines.number)
                    continue
            if known := self.known.get(line):
                yield from self.take(known)
                continue
            row = line.translate(None, BETWEEN)
            if len(row) == 9 and row.translate(PLAIN).isascii() and not self.skips:
                if grids.run and grids.layout == ("|" if b"|" in line else ""):
                    grids.extend(row)
                else:
                    yield from self.add(row, text_of(line))
                continue
            if line.startswith(BOM_UTF8):  # several files have been joined
                text = text_of(line).lstrip("\ufeff")
                lines.give_back(text.encode("utf-8", "surrogateescape"))
                continue
            if is_for_another(text := text_of(line)):
                lines.give_back()
                break
            check_line(line, lines)
            kind = kind_of(text)
            if len(line) < MOST_SHORT > len(self.known):
                self.known[line] = kind
            yield from self.take(kind)
        yield from self.end()

    def is_clear(self, line: bytes, cells: bytes) -> bool:
        """Return whether the ``cells`` that start ``line`` are surely its puzzle."""
        if self.heading or self.lines.column or line[81:82] not in ENDS:
            return False
        other = line[82:163]
        is_solution = other.isdigit() and b"0" not in other and len(line) < 166
        no_other = len(line) < 81 + LONG or (is_solution and b"." in cells)
        return no_other and cells != EMPTY_PUZZLE

    def take(self, line: Line) -> Iterator[Entry]:
        """Yield the puzzles and errors that end with a line."""
        if line.kind == "section":
            yield from self.end()
            self.skips = line.text != "puzzle"
        elif self.skips:
            return
        elif line.kind == "row":
            yield from self.add(line.text.encode(), line.source)
        elif line.kind == "empty" or line.kind == "frame":
            self.heading = None
            self.has_error = self.has_error and line.kind == "frame"
            yield from self.grids.separate(line.kind[0].upper())
        elif self.lines.column and Heading(line.source).has(self.lines.column):
            yield from self.take_other(Line("heading", line.source))
        elif line.mistake and (line.kind != "number" or self.grids.is_broken_off()):
            yield from self.refuse(line, line.mistake)
        else:
            yield from self.take_other(line)

    def take_other(self, line: Line) -> Iterator[Entry]:
        """Yield the puzzle of a line that is not a row of a grid, if it has one."""
        heading = self.heading
        yield from self.end()
        if line.kind == "heading":
            self.heading = Heading(line.source)
        elif line.kind == "record" or line.kind == "cells":
            self.heading = heading
            try:
                yield self.puzzle(line)
            except BadCells as mistake:
                yield self.error(mistake)

    def puzzle(self, line: Line) -> Puzzle:
        """Return the puzzle in a line. Raise BadCells if it is doubtful."""
        cells = line.text
        if line.kind == "record":
            cells = columns.puzzle_in(line.source, self.heading, self.lines.column)
        return Puzzle(columns.checked(cells), self.lines.name, self.lines.number)

    def add(
        self, signs: bytes, source: str, error: FormatError | None = None
    ) -> Iterator[Entry]:
        self.heading = None
        layout = layout_of(source)
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


def puzzles(lines: Lines) -> Iterator[Entry]:
    """Yield the puzzles up to the end of ``lines``, or to a line for another reader."""
    return Reader(lines).puzzles()


def check_line(line: bytes, lines: Lines) -> None:
    """Raise FormatError if ``line`` is not a line of text."""
    if b"\0" in line:
        marks = enumerate(text_of(line), 1)
        column, mark = next((k, mark) for k, mark in marks if mark in NO_TEXT)
        raise lines.unexpected(column, mark, "expected text")
    if lines.before or (len(line) == MOST_BYTES and line[-1:] != b"\n"):
        raise lines.error(1, f"a line of over {MOST_BYTES:,} bytes; expected 81 cells")
