"""Puzzles in lines of text: lines of 81 cells, or nine rows, framed or not."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Final

from sudoku.formats.cells import (
    cells_of,
    is_frame,
    is_long,
    is_number,
    is_row,
    is_title,
    line_of_81,
    tells_nothing,
)
from sudoku.formats.source import (
    MOST_BYTES,
    NO_TEXT,
    FormatError,
    Found,
    Lines,
    Puzzle,
    text_of,
)

# Most lines of a large collection are 81 cells and little else: they are told, and
# their blanks made dots, by C alone. What is no cell becomes a byte that is no ASCII.
PLAIN: Final = bytes(
    byte if byte in b"123456789" else ord(".") if byte in b".0_*xX" else 0xFF
    for byte in range(256)
)
BETWEEN: Final = b" |\r\n"  # the cells of a row
BRACKETS: Final = dict.fromkeys(map(ord, "[](){}"), " ")
PANDAS: Final = "0,1,2,3,4,5,6,7,8"  # its names of columns that have none
ENDS: Final = frozenset((b"", b"\n", b"\r", b" ", b"\t", b",", b";"))


def puzzles(lines: Lines) -> Iterator[Found]:
    """The puzzles up to the end of ``lines``, or to a line for another reader."""
    return Reader(lines).puzzles()


def is_for_another(line: str) -> bool:
    """Whether ``line`` begins a list, a JSON object or XML.

    >>> lines = "[[5, 3, 0,", "grid = [", "array([[0,", '{"puzzle":', "<?xml", "((5,"
    >>> [is_for_another(line) for line in lines]
    [True, True, True, True, True, True]
    >>> lines = "[Puzzle]", "# [[", "[5, 3, 0, 0, 7, 0, 0, 0, 0],", "Easy ([])"
    >>> [is_for_another(line) for line in lines]
    [False, False, False, False]
    """
    line = line.partition("#")[0].strip()
    if line[:1] == "<":
        return line[1:2] in ("?", "!") or line[1:2].isalpha()
    if line[:1] in ("[", "{"):
        return not section(line) and not bare_row(line)
    value = line.partition("=")[2].lstrip() or line
    name, _, called = value.partition("(")  # as in numpy.array([[
    if not name or name.replace(".", "").isidentifier():
        return called[:1] in ("[", "(")
    return value[:1] == "[" and value != line


def section(line: str) -> str:
    """The name in a line such as SadMan's ``[Puzzle]``, in lower case."""
    bare = line.strip()
    name = bare[1:-1] if bare[:1] == "[" and bare[-1:] == "]" else ""
    return name.lower() if name.isalpha() else ""


def bare_row(line: str) -> str:
    """The cells in a line that is a list of nine, with spaces for its brackets.

    >>> bare_row("{5, 3, 0, 0, 7, 0, 0, 0, 0},")
    ' 5, 3, 0, 0, 7, 0, 0, 0, 0 ,'
    """
    text = line.strip().removesuffix(",")
    if text[:1] not in ("[", "(", "{") or text[-1:] not in ("]", ")", "}"):
        return ""
    inside = text[1:-1].replace("'", "").replace('"', "")
    marks = inside.split(",") if "," in inside else inside.split()
    is_row = len(marks) == 9 and all(len(mark.strip()) < 2 for mark in marks)
    return line.translate(BRACKETS) if is_row else ""


class Reader:
    """Nine rows become a puzzle.

    Frames and empty lines make groups of rows, as a rule of one, of three or of nine.
    Where a puzzle lacks a row, nine rows are reached in the midst of a group, and what
    follows tells that this group is of the next puzzle.
    """

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.rows: list[tuple[int, str]] = []  # with their lines; "" for a bad row
        self.groups: list[int] = []  # how many rows each has
        self.between = ""  # what stands between these: frames, or empty lines
        self.gap = False  # whether such a line was the last
        self.frames = 0  # since the last row
        self.told = False  # whether these lines, which are no rows, have their error
        self.skips = False  # in a section of an .sdk file that is not the puzzle

    def puzzles(self) -> Iterator[Found]:
        lines, name = self.lines, self.lines.name
        for line in lines:
            cells = line[:81].translate(PLAIN)
            if cells.isascii() and len(cells) == 81 and line[81:82] in ENDS:
                if self.rows:
                    yield from self.end()
                yield Puzzle(cells.decode("ascii"), name, lines.number)
                continue
            row = line.translate(PLAIN, BETWEEN)
            if row.isascii() and len(row) == 9 and not self.skips:
                yield from self.add(row.decode("ascii"))
                continue
            if line.startswith(BOM_UTF8):  # in the midst of files that were joined
                lines.give_back(line.removeprefix(BOM_UTF8))
                continue
            if is_for_another(text := text_of(line)):
                lines.give_back()
                break
            check_line(line, lines)
            yield from self.take(text)
        yield from self.end()

    def take(self, text: str) -> Iterator[Found]:
        """What a line that is not simply 81 cells or a row makes complete."""
        line = text.partition("#")[0].rstrip("\r\n")
        if name := section(line):
            yield from self.end()
            self.skips = name != "puzzle"
        elif self.skips:
            return
        elif not line.strip() and line.count("\t") < 8:
            yield from self.separate("empty") if "#" not in text else self.end()
        elif is_frame(line):
            yield from self.separate("frame")
        elif cells := line_of_81(line):
            yield from self.whole(cells)
        elif line.strip() == PANDAS:
            yield from self.end()
        else:
            yield from self.row(bare_row(line) or line)

    def whole(self, cells: str) -> Iterator[Found]:
        yield from self.end()
        yield Puzzle(cells, self.lines.name, self.lines.number)

    def row(self, line: str) -> Iterator[Found]:
        try:
            cells = cells_of(line, self.lines)
        except FormatError as error:
            if is_title(line) or tells_nothing(line):
                yield from self.end()
            elif self.rows or not is_number(line):
                yield from self.refuse(error, line)
            return
        yield from self.whole(cells) if len(cells) == 81 else self.add(cells)

    def refuse(self, error: FormatError, line: str) -> Iterator[Found]:
        if not self.is_told(line):
            yield error.with_traceback(None)  # which holds much
        self.told = True
        if is_row(line):
            yield from self.add("")

    def is_told(self, line: str) -> bool:
        """Whether the bad rows of a puzzle have an error already, or what is none."""
        if is_row(line):
            return any(not cells for _, cells in self.rows)
        return self.told and not is_long(line)

    def add(self, cells: str) -> Iterator[Found]:
        """One row more, which may complete a puzzle."""
        if len(self.rows) == 9:  # and the last group goes on
            begun = self.rows[-self.groups[-1] :]
            del self.rows[-len(begun) :]
            yield from self.end()
            self.rows, self.groups = begun, [len(begun)]
        if self.gap or not self.rows:
            self.groups.append(0)
        self.rows.append((self.lines.number, cells))
        self.groups[-1] += 1
        self.gap, self.frames = False, 0
        if len(self.rows) == 9 and len(set(self.groups)) == 1:
            yield from self.end()

    def separate(self, kind: str) -> Iterator[Found]:
        """Behind a frame or an empty line another group comes, or another puzzle."""
        self.told = self.told and kind == "frame"
        if self.rows:
            other = not self.gap and self.between not in ("", kind)
            self.between = self.between or kind
            self.gap = True
            self.frames += kind == "frame"
            if other or self.frames == 2 or len(self.rows) == 9:
                yield from self.end()

    def end(self) -> Iterator[Found]:
        """The rows so far are all there are of a puzzle."""
        rows, self.rows = self.rows, []
        self.groups, self.between, self.gap, self.frames = [], "", False, 0
        self.told = False
        if rows and all(cells for _, cells in rows):
            if len(rows) == 9:
                cells = "".join(cells for _, cells in rows)
                yield Puzzle(cells, self.lines.name, rows[0][0])
            else:
                count = f"{len(rows)} row{'s' * (len(rows) > 1)}"
                detail = f"a grid that ends after {count}, expected 9 rows"
                yield FormatError(self.lines.name, rows[-1][0], 1, detail)


def check_line(line: bytes, lines: Lines) -> None:
    """FormatError if ``line`` is none of a text."""
    if b"\0" in line:
        marks = enumerate(text_of(line), 1)
        column, mark = next((k, mark) for k, mark in marks if mark in NO_TEXT)
        raise lines.unexpected(column, mark, "expected text")
    if lines.before or (len(line) == MOST_BYTES and line[-1:] != b"\n"):
        raise lines.error(1, f"a line of over {MOST_BYTES:,} bytes, expected 81 cells")
