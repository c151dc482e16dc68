"""Read grids in plain text: lines of 81 cells, and blocks of nine rows.

A line is a row, a line of a frame, a line of 81 cells, a title, a heading, or wrong.
Nothing is guessed from the lines around it.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, count, repeat
from typing import NamedTuple, TypeAlias

from _courseware.terminal.messages import plural
from sudoku.errors import LocatedError
from sudoku.formats.grids import (
    BLANKS,
    CELL_SIGNS,
    DIGITS,
    EXPECTED_CELL,
    EXPECTED_COUNT,
    NO_SIGN,
    GridRecord,
    Named,
    Puzzle,
    is_long,
    plain,
    role_of,
    role_of_title,
)
from sudoku.formats.lists import ListDocument, document_start

Grids: TypeAlias = list[Puzzle] | GridRecord  # lines that are only puzzles, or anything

MAX_LINE_BYTES = 2**20  # outside documents
MAX_SHORT_LINE_BYTES = 1000  # a longer line is not a row
MAX_LABEL_CHARACTERS = 200
MAX_ROWS_IN_MEMORY = 90_000
MAX_GROUP_ROWS = 4  # a run of more rows is not a group of rows
LINES_AT_ONCE = 256
ESCAPE = "surrogateescape"
EXPECTED_ROWS = "expected nine, or three groups of three"
SEPARATORS = ",;\t|"
COLUMN_NUMBERS = ("123456789", "012345678")
TO_BARS = dict.fromkeys(map(ord, "│┃║"), "|")
FRAME = frozenset("+-=|:*.'` \t~_" + "".join(map(chr, range(0x2500, 0x2580))))

ZERO_TO_DOT = bytes.maketrans(b"0", b".")
PIECES_OF_XML = (b'\n  <game data="', b'"/>\n')  # around the cells for OpenSudoku
# In a skeleton, each cell of a line is the digit 1. These are the skeletons of rows;
# spaces are blanks only in the first two.
TO_SKELETON = bytes.maketrans(b"123456789" + BLANKS.encode(), b"1" * 17)
FIELD = " *(?:\"1?\"|'1?'|1?) *"
ROW_LAYOUTS = {
    layout: re.compile(pattern)
    for layout, pattern in {
        "wide boxes": r"\|(?:(?: [1 ]){3} \|){3}",
        "fields |": r"\|(?: *1? *\|){9}",
        "fields ,": f"{FIELD}(?:,{FIELD}){{8}}",
        "fields ;": f"{FIELD}(?:;{FIELD}){{8}}",
        "fields \t": f"{FIELD}(?:\t{FIELD}){{8}}",
        "together": r"(\|?) *1{9} *\1",
        "words": r"(\|?) *1(?: +1){8} *\1",
        "three words": r"1{3}(?: +1{3}){2}",
        "boxes": r"(\|?) *1{3} *\| *1{3} *\| *1{3} *\1",
        "spaced boxes": r"(\|?)(?: *1 +1 +1 *\|){2} *1 +1 +1 *\1",
        "bars": r"1 *(?:\| *1 *){8}",
    }.items()
}
# A row in brackets or quotes, in a program or as numpy prints it.
BRACKETED_ROW_PATTERN = re.compile(
    r"\[{1,2}([1 ]*)\]{1,2}|\[([1, ]*)\][,;]?|\{([1, ]*)\}[,;]?|\(([1, ]*)\)[,;]?"
    r"|[\"'](1{9})[\"'],?"
)
BETWEEN_CELLS = " |\t\r\n\"',;[](){}│┃║"
NOT_CELLS = BETWEEN_CELLS.encode("ascii", "ignore")
REMARK_PATTERN = re.compile(r"\s#.*")

DATE = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ]\d\d?:\d\d(?::\d\d)?)?")
ROW_NUMBER_PATTERN = re.compile(
    r"(?:[-=*~]+ )?[#(\[]*(?:\d{1,7}(?:/\d{1,7})?|[^\W\d_xX])[.:)\]]?(?: [-=*~]+)?"
)
TWO_LETTERS = re.compile(r"[^\W\d_xX]{2}")
SECTION = re.compile(r"\[([^\[\]]+)\]")
TAG = re.compile(r"<[\w-]+>")
WORD_PATTERN = re.compile(r"[^\s,;|:\"'=&<>()\[\]{}]+")
# The name before a grid in its line: "name:", "name=", "name" in an attribute or tag.
LABEL = re.compile(r"([^\W\d_][^=:>,;|\t\"']*)[\"']?\s*[=:>]\s*[\"']?\s*$")


class CellRow(NamedTuple):
    """A row of nine cells as written, at a line; ``layout`` says how they are parted.

    If the line is not a row, ``problem`` says why, and ``column`` where.
    """

    line: int
    cells: str
    layout: str
    problem: str = ""
    column: int = 1


@lru_cache(maxsize=1000)
def _layout_of(skeleton: bytes) -> str:
    """Return the layout of a row with this skeleton, or "" if it is not a row.

    >>> _layout_of(b"1 1 1 | 1 1 1 | 1 1 1"), _layout_of(b"| 1 1 1 |")
    ('spaced boxes 2', '')
    """
    row = skeleton.decode("latin-1").strip(" \r\n")
    brackets = BRACKETED_ROW_PATTERN.fullmatch(row)
    if brackets:
        row = brackets[brackets.lastindex or 0].strip()
        if row.count("1") != 9:
            return ""
    for layout, pattern in ROW_LAYOUTS.items():
        if pattern.fullmatch(row):
            name = f"{layout} {row.count('|')}"
            return f"[{name}" if brackets else name
    return ""


def _row_in(line: bytes, number: int) -> CellRow | None:
    """Return the row in a line, or None if it is not one."""
    if len(line) > MAX_SHORT_LINE_BYTES:
        return None
    layout = _layout_of(line.translate(TO_SKELETON))
    if not layout and (b"#" in line or not line.isascii()):
        text = line.decode("utf-8", ESCAPE).strip("\ufeff")
        line = REMARK_PATTERN.sub("", text).translate(TO_BARS).encode("utf-8", ESCAPE)
        layout = _layout_of(line.translate(TO_SKELETON))
    if not layout:
        return None
    if layout.startswith("wide"):
        row = line.strip()
        cells = row[2:8:2] + row[10:16:2] + row[18:24:2]
    elif layout.startswith("fields"):
        fields = line.strip(b" \r\n").split(layout[7].encode())
        if layout[7] == "|":
            fields = fields[1:-1]
        cells = b"".join(field.strip(b" \"'") or b" " for field in fields)
    else:
        cells = line.translate(None, NOT_CELLS)
    return CellRow(number, cells.decode(), layout)


def _is_frame(text: str) -> bool:
    """Return whether ``text``, which is not a row, is a line of a frame.

    >>> [_is_frame(line) for line in ("+---+", "|---+---+---|", "....")]
    [True, True, False]
    """
    if not FRAME.issuperset(text):
        return False
    return any(sign in "-=+" or sign > "\x7f" for sign in text) or "***" in text


def _is_title(text: str) -> bool:
    """Return whether ``text`` has letters, or is a number or a date, and no cells."""
    if CELL_SIGNS.isdisjoint(text) or DATE.fullmatch(text):
        return True
    # Seven single cells, nine cells in a word, or more than fit a date are a row.
    words = WORD_PATTERN.findall(text)
    cell_counts = [len(word) for word in words if CELL_SIGNS.issuperset(word)]
    if cell_counts.count(1) > 6 or any(n == 9 or n > 11 for n in cell_counts):
        return False
    return bool(TWO_LETTERS.search(text) or ROW_NUMBER_PATTERN.fullmatch(text))


def _row_problem(text: str) -> tuple[int, str]:
    """Return the column and the problem of a line that is neither cells nor a title."""
    words = [(match.start() + 1, match[0]) for match in WORD_PATTERN.finditer(text)]
    if len(words) not in (16, 25):
        for column, word in words:
            if word.isdecimal() and 1 < len(word) < 9 and len(words) > 3:
                return column, f"{word!r}; {EXPECTED_CELL}"
        for k, sign in enumerate(text, 1):
            if sign not in CELL_SIGNS and sign not in BETWEEN_CELLS:
                return k, f"{_sign_text(sign)}; {EXPECTED_CELL}"
    number = sum(len(word) for _, word in words)
    if any(len(word) == 2 for _, word in words):
        number = len(words)
    problem = f"{plural(number, 'cell')}; {EXPECTED_COUNT}"
    if number == 9:
        problem = "nine cells with unequal gaps or bars; expected them alike"
    elif number in (4, 16):
        problem += "; for 4 × 4: python3 -m pseudoku"
    return len(text.rstrip()) + 1, problem


def _sign_text(sign: str) -> str:
    """Return ``sign`` for a message; a lone surrogate is a byte that is not UTF-8."""
    if "\udc80" <= sign <= "\udcff":
        return f"byte {ord(sign) & 0xFF:#04x}"
    return repr(sign)


def _fields_of(text: str) -> list[str]:
    """Return the fields of a line, parted by the first separator in it, or spaces."""
    for separator in SEPARATORS:
        if separator in text.strip(" |"):
            fields = text.strip(" |").split(separator)
            return [field.strip(" \t\"'#") for field in fields]
    return text.split()


def _long_grids(text: str) -> list[tuple[int, str]]:
    """Return ``(column, cells)`` for all that is 81 cells in a line, or should be.

    Without such a word, the line may be 81 single cells, nine words, or 81 fields.
    """
    words = [(match.start() + 1, match[0]) for match in WORD_PATTERN.finditer(text)]
    long = [(column, word) for column, word in words if is_long(word)]
    if long:
        return long
    fields = _fields_of(text)
    if len(fields) == 81 and all(len(field) < 2 for field in fields):
        return [(1, "".join(field or NO_SIGN for field in fields))]
    if len(words) == 9 and all(len(word) == 9 for _, word in words):
        return [(words[0][0], "".join(word for _, word in words))]
    return []


def read_text(
    source: Iterator[bytes], name: str, column: str, is_stream: bool
) -> Iterator[Grids]:
    """Yield the grids in the lines of ``source``, and the problems.

    Lines without names are Puzzles. A line of a stream is read before the next one
    arrives. ``column`` is the table column that the user named, or "".
    """
    reader = TextReader(name, column)
    try:
        for lines in _batches(source, 1 if is_stream else LINES_AT_ONCE):
            puzzles = reader.plain_lines(lines) if reader.is_idle() else []
            if puzzles:
                yield puzzles
                continue
            for line in lines:
                yield from reader.add_line(line)
        yield from reader.end()
    except LocatedError as error:
        yield GridRecord(error.line, error.column, (), error.detail)


def _batches(source: Iterator[bytes], number: int) -> Iterator[list[bytes]]:
    """Yield the lines of ``source``, ``number`` at once, or fewer if they are long."""
    batch: list[bytes] = []
    for line in source:
        batch.append(line)
        if len(batch) == number or len(line) > MAX_SHORT_LINE_BYTES:
            yield batch
            batch = []
    if batch:
        yield batch


class TextReader:
    """Collects the lines of a text; its methods yield the grids that they complete.

    A run is rows without an empty line between them, and a block the runs that may
    be groups of the same grids.
    """

    def __init__(self, name: str, column: str) -> None:
        self.name = name
        self.column = column.strip().lower()
        self.title = Named("")
        self.heading: list[str] = []  # the names of the columns of a table
        self.run: list[CellRow] = []
        self.block: list[list[CellRow]] = []
        self.document: ListDocument | None = None
        self.number = 0  # of the last line

    def is_idle(self) -> bool:
        """Return whether a line of 81 cells is only a puzzle."""
        is_open = self.run or self.block or self.document
        return not (is_open or self.heading or self.title.role or self.column)

    def plain_lines(self, lines: list[bytes]) -> list[Puzzle]:
        """Return the puzzles of ``lines`` of 81 cells and nothing else, or []."""
        text = b"\n" + b"".join(lines).replace(b"\r\n", b"\n")
        for piece in PIECES_OF_XML:
            text = text.replace(piece, b"\n")
        ends = b"\n" * len(lines)
        if len(text) != 82 * len(lines) + 1 or text[82::82] != ends:
            return []
        if text.translate(None, b"0123456789.\n") or (b"0" in text and b"." in text):
            return []
        grids = text[1:].translate(ZERO_TO_DOT).decode().splitlines()
        fields = zip(grids, repeat(self.name), count(self.number + 1))
        self.number += len(lines)
        return list(map(tuple.__new__, repeat(Puzzle), fields))  # faster than Puzzle()

    def end(self) -> Iterator[Grids]:
        """Yield the grids of the document or the rows at the end of the text."""
        if self.document:
            yield from self.document.records("a document without an end")
        yield from self.end_block()

    def add_line(self, line: bytes) -> Iterator[Grids]:
        """Add a line; yield what it completes. Raise LocatedError if it is no text."""
        self.number += 1
        if self.document and not self.document.begins_another(_line_text(line)):
            self.document.add(_line_text(line))
            yield from self.end_document()
            return
        if self.document:
            yield from self.document.records("another document")
            self.document = None
        if line.count(b",") == 8 and "pencil" in self.title.name.lower():
            return  # in the section [PencilMarks] of an .sdk file
        row = _row_in(line, self.number)
        if row:
            self.heading = []
            self.add_row(row)
        else:
            yield from self.add_text(line)

    def add_text(self, line: bytes) -> Iterator[Grids]:
        """Add a line that is not a row."""
        text = _line_text(line)
        if not text.strip():
            self.heading = []
            yield from self.end_run()
        elif document_start(text):
            yield from self.end_block()
            self.document = ListDocument(self.number, text, self.title)
            yield from self.end_document()
        elif b"\0" in line:
            column = text.index("\0") + 1
            raise LocatedError("", self.number, column, "byte 0x00; expected text")
        elif len(line) >= MAX_LINE_BYTES:
            limit = f"a line of over {MAX_LINE_BYTES:,} bytes"
            raise LocatedError("", self.number, 1, f"{limit}; expected 81 cells")
        elif not _is_frame(text.rstrip()):
            yield from self.add_grids_or_title(text)

    def end_document(self) -> Iterator[GridRecord]:
        """Yield the records of the document if all its brackets are closed."""
        if self.document and self.document.depth <= 0:
            yield from self.document.records()
            self.document = None

    def add_row(self, row: CellRow) -> None:
        self.run.append(row)
        if len(self.run) + len(self.block) > MAX_ROWS_IN_MEMORY:
            limit = f"over {MAX_ROWS_IN_MEMORY:,} rows"
            raise LocatedError("", row.line, 1, f"{limit}; {EXPECTED_ROWS}")

    def add_grids_or_title(self, text: str) -> Iterator[Grids]:
        """Add a line that is neither a row nor empty; if it is wrong, as a wrong row."""
        bare = text.strip()
        is_comment = bare[0] == "#" and bare[1:2] not in CELL_SIGNS
        grids = [] if is_comment else _long_grids(text)
        if grids:
            heading = self.heading
            yield from self.end_block()
            self.heading = heading
            yield self.line_grids(text, grids)
        elif is_comment or _is_title(bare):
            yield from self.end_block()
            self.set_title(bare, is_comment)
        else:
            column, problem = _row_problem(REMARK_PATTERN.sub("", text))
            cells = "".join(WORD_PATTERN.findall(text))[:81]
            self.add_row(CellRow(self.number, cells, "", problem, column))

    def set_title(self, text: str, is_comment: bool) -> None:
        """Make ``text`` the title of the next grids, or the heading of a table."""
        names = [name.lower() for name in _fields_of(text)]
        is_table = not set(SEPARATORS).isdisjoint(text) and len(names) > 1
        roles = {role_of(name) for name in names}
        is_known = self.column in names or "puzzle" in roles or "given" in roles
        section = SECTION.fullmatch(text)
        name = text.strip(" #/%:-=*.")
        if is_comment and text[1:2].isalpha():
            pass  # the fields of .sdk files
        elif section:
            self.title = Named("", section[1], role_of(section[1]))
        elif text[0] == "<" and not TAG.fullmatch(text):
            self.title = Named("")
        elif is_table and is_known:
            self.heading = names
            self.title = Named("")
        else:
            self.title = Named("", name, role_of_title(name))

    def line_grids(self, text: str, grids: list[tuple[int, str]]) -> Grids:
        """Return the grids of 81 cells in a line, with the names beside them."""
        broken = tuple(word for _, word in grids)
        for column, word in grids:
            wrong = [k for k, sign in enumerate(word) if sign not in CELL_SIGNS]
            if wrong and NO_SIGN not in word:
                detail = f"{_sign_text(word[wrong[0]])}; {EXPECTED_CELL}"
                return GridRecord(self.number, column + wrong[0], (), detail, broken)
            if len(word) != 81:
                detail = f"{len(word)} cells; {EXPECTED_COUNT}"
                end = column + min(len(word), 81)
                return GridRecord(self.number, end, (), detail, broken)
        fields = _fields_of(text)
        if self.column:
            return self.column_record(fields, broken)
        named = []
        end = 0
        for column, word in grids:
            before = text[end : column - 1]
            end = column + 80
            if len(self.heading) == len(fields) and word in fields:
                name = self.heading[fields.index(word)]
                named.append(Named(word, name, role_of(name)))
            else:
                named.append(self.named_grid(before, word))
        if len(named) == 1 and not named[0].role:
            dotted, problem = plain(named[0].cells)
            if not problem:
                return [Puzzle(dotted, self.name, self.number)]
        return GridRecord(self.number, grids[0][0], tuple(named))

    def named_grid(self, before: str, cells: str) -> Named:
        """Return the grid ``cells`` with its name in the text before it, or above."""
        label = LABEL.search(before[-MAX_LABEL_CHARACTERS:])
        if label:
            return Named(cells, label[1].strip(), role_of(label[1]) or self.title.role)
        role = role_of_title(before)
        if role:
            return Named(cells, before.strip(), role)
        return self.title._replace(cells=cells)

    def column_record(self, fields: list[str], broken: tuple[str, ...]) -> GridRecord:
        """Return the grid in the column that the user named."""
        columns = dict(zip(map(str, count(1)), fields))
        columns.update(zip(self.heading, fields))
        cells = columns.get(self.column, "")
        if cells in broken:
            return GridRecord(self.number, 1, (Named(cells),))
        expected = [name for name, field in columns.items() if field in broken]
        problem = f"no 81 cells in a column {self.column[:20]!r}"
        problem += f"; expected one of {', '.join(expected)[:60]}"
        return GridRecord(self.number, 1, (), problem, broken)

    def end_run(self) -> Iterator[GridRecord]:
        """End the rows without a gap; yield their grids if they are whole ones."""
        run = self.run
        self.run = []
        if len(run) == 10 and _is_heading(run[0]):
            run = run[1:]
        if run and (self.block or len(run) <= MAX_GROUP_ROWS):
            self.block.append(run)
        elif run:
            yield from self.grid_records(run, is_whole=len(run) % 9 == 0)

    def end_block(self) -> Iterator[GridRecord]:
        """End the groups of rows; yield their grids, or one problem."""
        yield from self.end_run()
        self.heading = []
        block = self.block
        self.block = []
        sizes = {len(run) for run in block}
        rows = list(chain.from_iterable(block))
        if rows:
            is_whole = sizes in ({1}, {3}) and len(rows) % 9 == 0
            yield from self.grid_records(rows, is_whole)

    def grid_records(self, rows: list[CellRow], is_whole: bool) -> Iterator[GridRecord]:
        """Yield a record for each nine of ``rows``, or one record with a problem."""
        grids = [rows[start : start + 9] for start in range(0, len(rows), 9)]
        texts = ["".join(row.cells for row in grid) for grid in grids]
        row = next((row for row in rows if row.problem), rows[0])
        problem = row.problem or _problem_of_all(rows, is_whole)
        if not problem:
            problem = next(filter(None, map(_problem_of, grids)), "")
        if problem:
            broken = (*texts, "".join(texts)[-81:])
            yield GridRecord(row.line, row.column, (), problem, broken)
            return
        for grid, cells in zip(grids, texts):
            yield GridRecord(grid[0].line, 1, (self.title._replace(cells=cells),))


def _line_text(line: bytes) -> str:
    return line.decode("utf-8", ESCAPE).strip("\ufeff\r\n")


def _is_heading(row: CellRow) -> bool:
    """Return whether a row may be a heading: an order, or nothing between bars."""
    if row.layout.startswith("together") or len(set(row.cells)) in range(2, 8):
        return False
    if not row.cells.strip():
        return row.layout.startswith("fields |")
    # One cell of the order may be misprinted.
    return any(sum(map(str.__eq__, row.cells, order)) > 7 for order in COLUMN_NUMBERS)


def _problem_of_all(rows: list[CellRow], is_whole: bool) -> str:
    if not is_whole:
        return f"{plural(len(rows), 'row')}; {EXPECTED_ROWS}"
    if len({row.layout for row in rows}) > 1:
        return "rows with different bars or separators; expected nine alike"
    return ""


def _problem_of(rows: list[CellRow]) -> str:
    """Return why nine rows, which are rows of a grid by themselves, are none, or ""."""
    cells = [row.cells for row in rows]
    twins = [row for row in cells if cells.count(row) > 1]
    if any(not DIGITS.isdisjoint(row) for row in twins):
        return "the same row twice; expected nine different rows"
    has_blanks = not set("".join(cells)).issubset(DIGITS)
    if has_blanks and any(map(_is_heading, rows)):
        return "a row like a heading; expected nine rows below it"
    firsts = {row[0] for row in cells}
    if len(firsts) < 3 and firsts <= DIGITS:
        return "nine numbers that begin alike; expected nine rows of a puzzle"
    digits = {k for row in cells for k, sign in enumerate(row) if sign != NO_SIGN}
    if rows[0].layout.startswith("wide") and digits <= {1, 4, 7}:
        return "a digit in the middle of each box only; expected nine cells in a row"
    return ""
