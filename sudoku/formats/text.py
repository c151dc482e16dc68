"""Read grids in plain text: lines of 81 cells, and blocks of nine rows.

A line is a row, 81 cells, a title, a line of a frame, or wrong; nothing is guessed from
the lines around it, but for a ruled line of nine dashes or stars, and a heading.
"""

import re
from collections.abc import Callable, Generator, Iterator
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from _courseware.terminal.messages import plural
from sudoku.formats.grids import (
    BLANKS,
    CELL_SIGNS,
    EXPECTED_CELL,
    NO_SIGN,
    Named,
    Puzzle,
    Record,
    plain,
    role_of,
    role_of_title,
)

MIN_LONG_CELLS = 41  # a word with so many cells should have 81
MAX_ROWS_IN_MEMORY = 90_000
BARS = "│┃║"
TO_BARS = dict.fromkeys(map(ord, BARS), "|")
FRAME = frozenset("+-=|:*.'` \t~_" + "".join(map(chr, range(0x2500, 0x2580))))
RULES = tuple(sign * 9 for sign in "-*_xX?")  # rows, or ruled lines
HEADINGS = ("123456789", "012345678")
SEPARATORS = ",;\t|"
EXPECTED_COUNT = "expected nine in a row or 81 in a line"
IN_ORDER = "1 to 9 in order, as in a heading"
TWIN = "the same row twice; expected nine different rows"
EXPECTED_ROWS = "expected nine, or three groups of three"

WORD = re.compile(r"[^\s,;|:\"'=&<>()\[\]{}]+")
# The name before a grid in its line: "name:", "name=", "name" in an attribute or tag.
LABEL = re.compile(r"([^\W\d_][^=:>,;|\t\"']*)[\"']?\s*[=:>]\s*[\"']?\s*$")
DATE = (
    r"(?:(?:19|20)\d\d[-/.年]\d\d?[-/.月]\d\d?日?|\d\d?[-/. ]+\w{1,9}[-/. ]+\d{2,4})"
    r"(?:[T\s]+\d\d?:\d\d(?::\d\d)?Z?)?"
)
LABEL_NUMBER = r"\d{1,7}(?:st|nd|rd|th)?(?:/\d{1,7})?|9 ?[x×*, ] ?9"
TITLE = re.compile(
    rf"\W*(?:{DATE})\W*|(?!.*\.\.)[^\w.?*|-]*(?:{LABEL_NUMBER})[^\w?*|]*"
    rf"|[-=~*#\s]+\(?(?:{LABEL_NUMBER})[-=~*#)\s]*"
    r"|\W*\d{1,7}[.:)]?\s+[^\W\d_xX].*|[\W_]*[^\W\d_].*|[`~\[\](){};,/\\]+"
)
# A date of nine signs that could be cells; in a row, its year would clash.
DATE_OF_NINE = re.compile(
    r"\s*(?:\d{1,2}[-.]\d{1,2}[-.](?:19|20)\d\d|(?:19|20)\d\d[-.]\d\d?[-.]\d\d?)\s*$"
)
SECTION = re.compile(r"\[\s*([^\[\]]*[^\W\d_][^\[\]]*)\]")
CANDIDATES = re.compile(r"(?i)pencil|marks|candidates")
TAG = re.compile(r"<([\w-]+)>")
QUOTE = re.compile(r"(?:>[ \t]*)+(?=\S)|\s*-\s+(?=\w+:)")
MARKUP = re.compile(
    r"(?i)\[/?(?:code|quote|spoiler|pre|b|i|tt|size|color|font)(?:=[^\]\n]{0,99})?\]"
    r"|</?(?:pre|code|tt|p|br|b|i|span|div|blockquote)(?:\s[^>\n]{0,99})?/?>"
)
# A row in brackets or quotes, alone or with the brackets of its list, as in numpy.
BRACKETS = re.compile(
    r"\[{1,2}([^\[\](){},]*)\]{1,2}|\[([^\[\](){}]*)\][,;]?"
    r"|\{([^\[\](){}]*)\}[,;]?|\(([^\[\](){}]*)\)[,;]?|[\"']([^\"',]{9})[\"'],?"
)
REMARK = re.compile(r"\s+#.*")
CELL = "[1-9.0_*xX?-]"
BOX = f" *(?:{CELL}{{3}}|{CELL} +{CELL} +{CELL}) *"
# The layouts of rows. Spaces are blanks only in the first two.
ROWS = {
    layout: re.compile(pattern)
    for layout, pattern in {
        "wide boxes": r"\|(?:(?: [1-9.0_*xX? -]){3} \|){3}",
        "|": rf"\|(?: *{CELL}? *\|){{9}}",
        "tight": rf"{CELL}{{9}}|\| *{CELL}{{9}} *\|",
        "words": rf"{CELL}(?:\s+{CELL}){{8}}|\| *{CELL}(?: +{CELL}){{8}} *\|",
        "three words": rf"{CELL}{{3}}(?:\s+{CELL}{{3}}){{2}}",
        "boxes": rf"{BOX}\|{BOX}\|{BOX}",
        "framed boxes": rf"\|{BOX}\|{BOX}\|{BOX}\|",
        "cells": rf"{CELL} *(?:\| *{CELL} *){{8}}",
        **{
            sign: f"{{0}}(?:{sign}{{0}}){{{{8}}}}{sign}? *".format(
                f" *[\"']?{CELL}?[\"']? *"
            )
            for sign in ",;\t"
        },
    }.items()
}


class Row(NamedTuple):
    """A row of nine cells as written, at a line; ``layout`` says how they are parted.

    If the line is not a row, ``problem`` says why, and ``column`` where.
    """

    line: int
    signs: str
    layout: str
    problem: str = ""
    column: int = 1


class Heading(NamedTuple):
    """The names of the columns of a table, and their separator."""

    names: list[str]
    separator: str
    has_puzzle: bool  # whether a name is that of a puzzle


def fields_of(text: str, separator: str) -> list[str]:
    fields = text.strip(" |").split(separator) if separator != " " else text.split()
    return [field.strip(" \t\"'#") for field in fields]


@lru_cache(maxsize=500)
def row_of(text: str) -> tuple[str, str] | None:
    """Return the nine cells of a line and their layout, or None for another line.

    >>> row_of("5 3 . | . 7 . | . . ."), row_of("| . . 5 |")
    (('53..7....', 'boxes'), None)
    """
    bare = REMARK.sub("", text.strip(" ")).translate(TO_BARS)
    brackets = BRACKETS.fullmatch(bare)
    if brackets:
        bare = brackets[brackets.lastindex or 1].strip()
    for layout, pattern in ROWS.items():
        if pattern.fullmatch(bare):
            break
    else:
        return None
    signs = "".join(sign for sign in bare if sign in CELL_SIGNS)
    if layout == "wide boxes":
        signs = bare[2:8:2] + bare[10:16:2] + bare[18:24:2]
    elif layout in SEPARATORS:
        fields = bare.strip("|").split(layout)
        signs = "".join(field.strip(" \"'") or NO_SIGN for field in fields[:9])
        layout += str(len(fields))
    return signs, f"[{layout}" if brackets else layout


def is_frame(text: str) -> bool:
    """Return whether ``text`` is a line of a frame, and cannot be nine cells.

    >>> [is_frame(line) for line in ("+---+", "|---+---+---|", "....", "- " * 9)]
    [True, True, False, False]
    """
    if not FRAME.issuperset(text) or row_of(text):
        return False
    return any(sign in "-=+" or sign > "\x7f" for sign in text) or "***" in text


def row_problem(text: str) -> tuple[int, str]:
    """Return the column and the problem of a line that is neither cells nor a title."""
    words = [(match.start() + 1, match[0]) for match in WORD.finditer(text)]
    if len(words) not in (16, 25):
        for column, word in words:
            if word.isdecimal() and 1 < len(word) < 9 and len(words) > 3:
                return column, f"{word!r}; {EXPECTED_CELL}"
            for k, sign in enumerate(word):
                if sign not in CELL_SIGNS:
                    return column + k, f"{sign_text(sign)}; {EXPECTED_CELL}"
    number = sum(len(word) for _, word in words)
    if any(len(word) == 2 for _, word in words):
        number = len(words)
    remedy = "; for 4 × 4: python3 -m pseudoku" if number in (4, 16) else ""
    return len(text.rstrip()) + 1, f"{plural(number, 'cell')}; {EXPECTED_COUNT}{remedy}"


def sign_text(sign: str) -> str:
    """Return ``sign`` for a message; a lone surrogate is a byte that is not UTF-8."""
    if "\udc80" <= sign <= "\udcff":
        return f"byte {ord(sign) & 0xFF:#04x}"
    return repr(sign)


def has_cells(text: str) -> bool:
    """Return whether ``text``, which looks like a title, may have a row in it."""
    words = WORD.findall(text)
    singles = sum(len(word) == 1 and word in "0123456789._*" for word in words)
    cells = [word for word in words if CELL_SIGNS.issuperset(word)]
    return singles > 6 or any(len(w) == 9 or len(w) > 11 for w in cells)


# Most lines of a large collection are 81 cells, or rows like the rows before. They are
# recognized by their bytes: in a skeleton, each cell is the letter c.
CELL_BYTES = b"123456789" + BLANKS.encode()
TO_SKELETON = bytes.maketrans(CELL_BYTES, b"c" * len(CELL_BYTES))
NOT_SIGNS = b" |\r\n\"',[]{}()"
MAX_REMEMBERED = 50  # layouts of rows, and lines of frames
MAX_FAST_ROWS = 1000  # in a run
MIN_FAST_BLANKS = 12  # a grid of fewer may be a map of regions
MAX_PIECE_BYTES = 2**20  # of a line
DIGITS = frozenset("123456789")
ESCAPE = "surrogateescape"
BRACKET_SIGNS = frozenset("[({")
MAX_HEADING_CHARACTERS = 2000
MIN_WHOLE_ROWS = 5  # in a run that is no group of rows
CELLS = "expected 81 cells"
MAX_DOCUMENT_BYTES = 64 * 2**20


class Template(NamedTuple):
    """The bytes around the last grid of 81 cells in a line, and its sign for blanks."""

    before: bytes = b""
    after: bytes = b"\n"
    sign: bytes = b"."


class Documents(NamedTuple):
    """The reader of lists: whether a line begins one, and what reads its records.

    `read` returns a line that is left over, or None.
    """

    is_start: Callable[[str], bool]
    read: Callable[
        ["TextReader", str, Iterator[str]], Generator[Record, None, str | None]
    ]


def read_text(
    source: Iterator[bytes],
    name: str,
    column: str,
    is_stream: bool,
    documents: Callable[[], Documents],
) -> Iterator[Puzzle | Record]:
    """Yield the grids in the lines of ``source``, and the problems.

    A grid without a name is a Puzzle, in a stream only if it is a line. ``column`` is
    the table column that the user named, or "".
    """
    reader = TextReader(name, column, is_stream, documents)
    before, after, sign = reader.template
    start, end, size = 0, 81, 82
    plain_signs = b"123456789."
    number = 0
    try:
        for line in source:
            number += 1
            if len(line) == size and reader.is_idle:
                cells = line[start:end]
                if not cells.translate(None, plain_signs):
                    has_blanks = MIN_FAST_BLANKS <= cells.count(sign) < 81
                    is_alike = line[end:] == after and line.startswith(before)
                    if has_blanks and is_alike:
                        if sign != b".":
                            cells = cells.replace(sign, b".")
                        yield Puzzle(cells.decode(), name, number)
                        continue
            layout = reader.layouts.get(line.translate(TO_SKELETON))
            if layout is not None and len(reader.run) < MAX_FAST_ROWS:
                signs = line.translate(None, NOT_SIGNS).decode()
                reader.run.append(Row(number, signs, layout))
                reader.is_idle = False
                reader.heading = None
            elif line == b"\n":
                yield from reader.end_run()
            elif line in reader.frames:
                reader.rules.append(len(reader.run))
            else:
                reader.number = number
                yield from reader.add_line(line, source)
                number = reader.number
                before, after, sign = reader.template
                start, end = len(before), len(before) + 81
                size = end + len(after)
                plain_signs = b"123456789" + sign
        yield from reader.end_block()
    except TextError as error:
        yield Record(error.line, error.column, (), error.detail)


class TextReader:
    """Collects the lines of a text; its methods yield the records that they complete.

    A run is rows without an empty line between them, and a block the runs that may
    be groups of the same grids.
    """

    def __init__(
        self,
        name: str,
        column: str,
        is_stream: bool,
        documents: Callable[[], Documents],
    ) -> None:
        self.documents = documents
        self.name = name
        self.column = column.strip().lower()
        self.is_stream = is_stream
        self.title = Named("")
        self.heading: Heading | None = None
        self.run: list[Row] = []
        self.rules: list[int] = []  # the rows above each line of a frame
        self.block: list[list[Row]] = []
        self.number_line = -1  # the last line that is only a number
        self.number = 0  # of the last line
        self.is_open = False  # whether its end has not been read
        self.line_end = b"\n"
        self.template = Template()
        self.layouts: dict[bytes, str] = {}  # of the skeletons of rows
        self.frames: set[bytes] = set()
        self.is_idle = not column  # whether a line of 81 cells is only a puzzle

    def add_line(
        self, line: bytes, source: Iterator[bytes]
    ) -> Iterator[Puzzle | Record]:
        """Add a line, and the lines of ``source`` that belong to its document."""
        number = self.number
        text = line.decode("utf-8", ESCAPE).strip("\ufeff\r\n")
        if not BRACKET_SIGNS.isdisjoint(text) and self.documents().is_start(text):
            yield from self.end_block()
            lines = self.document_lines(chain([line], source))
            rest: str | None = next(lines)
            while rest is not None:
                rest = yield from self.documents().read(self, rest, lines)
                if rest and not self.documents().is_start(rest):
                    yield from self.add(self.number, rest.strip("\r\n"))
                    break
        elif b"\0" in line:
            raise TextError(number, "byte 0x00; expected text", text.index("\0") + 1)
        elif self.is_open or len(line) == MAX_PIECE_BYTES > line.find(b"\n") < 0:
            raise TextError(
                number, f"a line of over {MAX_PIECE_BYTES:,} bytes; {CELLS}"
            )
        else:
            self.is_open = line[-1:] != b"\n"
            self.line_end = b"\r\n" if line[-2:] == b"\r\n" else b"\n"
            self.number -= self.is_open
            yield from self.add(number, text)
            self.remember(line, text)
        self.update_idle()

    def remember(self, line: bytes, text: str) -> None:
        """Remember the layout of a line, so that lines like it are read fast."""
        row = self.run[-1] if self.run else None
        if row and row.line == self.number and not row.problem:
            is_plain = line.translate(None, NOT_SIGNS) == row.signs.encode()
            if is_plain and len(self.layouts) < MAX_REMEMBERED:
                self.layouts[line.translate(TO_SKELETON)] = row.layout
        elif self.rules and len(self.frames) < MAX_REMEMBERED and is_frame(text):
            self.frames.add(line)

    def document_lines(self, source: Iterator[bytes]) -> Iterator[str]:
        """Yield whole lines as text, from lines that may come in pieces."""
        self.number -= 1
        for line in source:
            self.number += 1
            pieces = [line]
            size = len(line)
            while pieces[-1][-1:] != b"\n":
                piece = next(source, b"")
                if not piece:
                    break
                pieces.append(piece)
                size += len(piece)
                if size > MAX_DOCUMENT_BYTES:
                    limit = f"a document of over {MAX_DOCUMENT_BYTES:,} bytes"
                    raise TextError(self.number, f"{limit}; expected its last bracket")
            yield b"".join(pieces).decode("utf-8", ESCAPE).lstrip("\ufeff")

    def update_idle(self) -> None:
        is_open = self.run or self.block or self.heading or self.rules
        self.is_idle = not (is_open or self.title.role or self.column)

    def add(self, line: int, text: str) -> Iterator[Puzzle | Record]:
        """Add a line of text."""
        if text[:1] in "><[ -" or "[/" in text or "</" in text:
            text = QUOTE.sub("", MARKUP.sub("", text), 1) if text.strip() else text
            text = text.strip(">") if not text.strip("> \n") else text
        row = row_of(text) if not DATE_OF_NINE.match(text) else None
        if text.count(",") == 8 and CANDIDATES.search(self.title.name):
            return  # the section [PencilMarks] of an .sdk file
        if row:
            self.heading = None
            self.add_row(Row(line, *row))
        elif not text.strip():
            self.heading = None
            yield from self.end_run()
        elif is_frame(text):
            self.rules.append(len(self.run))
        else:
            yield from self.add_other(line, text)

    def add_row(self, row: Row) -> None:
        self.run.append(row)
        if len(self.run) + len(self.block) > MAX_ROWS_IN_MEMORY:
            raise TextError(
                row.line, f"over {MAX_ROWS_IN_MEMORY:,} rows; {EXPECTED_ROWS}"
            )

    def add_other(self, line: int, text: str) -> Iterator[Puzzle | Record]:
        """Add a line that is neither a row nor empty."""
        is_comment = text.lstrip()[:1] == "#" and text.lstrip()[1:2] not in CELL_SIGNS
        heading = None if is_comment else self.heading_of(text)
        grids = [] if is_comment else long_grids(text)
        if heading:
            yield from self.end_block()
            self.heading = heading
            self.set_title("" if heading.has_puzzle else text, is_comment)
        elif grids:
            heading = self.heading
            yield from self.end_block()
            self.heading = heading
            yield self.line_record(line, text, grids)
        elif is_comment or self.is_title(line, text):
            yield from self.end_block()
            self.set_title(text, is_comment)
        else:
            column, problem = row_problem(text)
            signs = "".join(WORD.findall(text))[: 9 * 9]
            self.add_row(Row(line, signs, "", problem, column))

    def is_title(self, line: int, text: str) -> bool:
        is_date = DATE_OF_NINE.match(text)
        if not TITLE.fullmatch(text.strip()) or (has_cells(text) and not is_date):
            return False
        if text.strip().isdecimal():
            is_next = self.number_line == line - 1
            self.number_line = line
            return not is_next
        return True

    def set_title(self, text: str, is_comment: bool) -> None:
        """Make ``text`` the title of the next grids; a section also if unknown."""
        section = SECTION.fullmatch(text.strip())
        tag = TAG.fullmatch(text.strip())
        name = section[1] if section else text.strip(" \r\n#/%:-=*.")
        if section:
            self.title = Named("", name, role_of(name))
        elif is_comment and text.lstrip()[1:2].isalpha():
            pass  # the fields of .sdk files
        elif text.lstrip()[:1] == "<" and not tag:
            self.title = Named("")
        else:
            self.title = Named("", name, role_of_title(name))

    def heading_of(self, text: str) -> Heading | None:
        """Return the heading of a table, or None if ``text`` is none.

        A name must be known, or be that of the column that the user gave.
        """
        if len(text) > MAX_HEADING_CHARACTERS or has_cells(text):
            return None
        for separator in SEPARATORS + " ":
            if separator not in text.strip():
                continue
            names = [name.lower() for name in fields_of(text, separator)]
            roles = set(map(role_of, names))
            has_puzzle = not roles.isdisjoint(("puzzle", "given"))
            is_known = has_puzzle or "solution" in roles
            if separator == " ":
                is_known = has_puzzle and "solution" in roles and len(names) == 2
            if self.column and self.column in names:
                is_known = has_puzzle = True
            if len(names) > 1 and is_known and not any(map(is_long, names)):
                return Heading(names, separator, has_puzzle)
        return None

    def line_record(
        self, line: int, text: str, grids: list[tuple[int, str]]
    ) -> Puzzle | Record:
        """Return the grids of 81 cells in a line, with the names beside them."""
        broken = tuple(word for _, word in grids)
        for column, word in grids:
            wrong = [k for k, sign in enumerate(word) if sign not in CELL_SIGNS]
            if wrong and word != NO_SIGN and NO_SIGN not in word:
                sign = sign_text(word[wrong[0]])
                detail = f"{sign}; {EXPECTED_CELL}"
                return Record(line, column + wrong[0], (), detail, broken)
            if len(word) != 81:
                end = column + min(len(word), 81)
                detail = f"{len(word)} cells; {EXPECTED_COUNT}"
                return Record(line, end, (), detail, broken)
        if self.column:
            return self.column_record(line, text, grids)
        named = []
        end = 0
        for column, word in grids:
            named.append(self.named_grid(text, end, column, word))
            end = column + 80
        if len(named) == 1 and not named[0].role and not plain(named[0].cells)[1]:
            dotted = plain(word)[0]
            end = column + 80
            if text[column - 1 : end] == word and text.isascii():
                sign = word.strip("123456789")[:1] or "."
                after = text[end:].encode() + self.line_end
                self.template = Template(
                    text[: column - 1].encode(), after, sign.encode()
                )
            return Puzzle(dotted, self.name, line)
        return Record(line, grids[0][0], tuple(named))

    def named_grid(self, text: str, start: int, column: int, word: str) -> Named:
        """Return the grid ``word`` at ``column`` with its name in the line or above."""
        heading = self.heading
        if heading:
            fields = fields_of(text, heading.separator)
            if len(fields) == len(heading.names):
                name = heading.names[fields.index(word)] if word in fields else ""
                return Named(word, name, role_of(name))
        before = text[start : column - 1]
        label = LABEL.search(before)
        if label:
            role = role_of(label[1])
            return Named(word, label[1].strip(), role or self.title.role)
        role = role_of_title(before)
        if role:
            return Named(word, before.strip(), role)
        return self.title._replace(cells=word)

    def column_record(
        self, line: int, text: str, grids: list[tuple[int, str]]
    ) -> Record:
        """Return the grid in the column that the user named."""
        broken = tuple(word for _, word in grids)
        heading = self.heading
        separators = [sign for sign in SEPARATORS if sign in text] or [" "]
        separator = heading.separator if heading else separators[0]
        fields = fields_of(text, separator)
        names = heading.names if heading else []
        index = -1
        if self.column in names:
            index = names.index(self.column)
        elif self.column.isdecimal():
            index = int(self.column) - 1
        if not 0 <= index < len(fields):
            expected = ", ".join(names)[:60] or f"1 to {len(fields)}"
            problem = f"no column {self.column[:20]!r}; expected one of {expected}"
            return Record(line, 1, (), problem, broken)
        if fields[index] not in broken:
            problem = f"column {index + 1} does not have 81 cells; expected --column"
            return Record(line, 1, (), f"{problem} with another", broken)
        return Record(line, 1, (Named(fields[index]),))

    def end_run(self) -> Iterator[Puzzle | Record]:
        """End the rows without a gap; yield their grids if they are whole ones."""
        run, rules = self.run, self.rules
        self.run, self.rules = [], []
        self.heading = None
        if run:
            run, problem = without_rules(run, rules)
            if self.block or (len(run) < MIN_WHOLE_ROWS and not problem):
                self.block.append(run)
            else:
                yield from self.grids(run, problem)
        self.update_idle()

    def end_block(self) -> Iterator[Puzzle | Record]:
        """End the groups of rows; yield their grids, or one problem."""
        yield from self.end_run()
        block = self.block
        self.block = []
        if not block:
            return
        sizes = {len(run) for run in block}
        rows = [row for run in block for row in run]
        number = plural(len(rows), "row")
        is_whole = sizes in ({1}, {3}) and len(rows) % 9 == 0
        yield from self.grids(rows, "" if is_whole else f"{number}; {EXPECTED_ROWS}")

    def grids(self, rows: list[Row], problem: str) -> Iterator[Puzzle | Record]:
        """Yield each nine of ``rows``; if there is a ``problem``, only one record."""
        wrong = [row for row in rows if row.problem]
        if len(rows) % 9 and not problem:
            problem = f"{plural(len(rows), 'row')}; {EXPECTED_ROWS}"
        grids = [rows[start : start + 9] for start in range(0, len(rows), 9)]
        pairs = [[one, two] for one, two in pairwise(rows)]
        if len(grids) > 1 and any(map(has_twin, [*grids, *pairs])):
            problem = problem or f"{len(rows)} rows and {TWIN}"
        if problem or (wrong and len(rows) > 9):
            row = wrong[0] if wrong else rows[0]
            cells = "".join(row.signs for row in rows)
            broken = [cells[k : k + 81] for k in range(0, len(cells), 81)]
            broken += [cells[-81:]]
            detail = row.problem or problem
            yield Record(row.line, row.column, (), detail, tuple(broken))
            return
        for grid in grids:
            yield self.grid(grid)

    def grid(self, rows: list[Row]) -> Puzzle | Record:
        """Return the grid of nine rows."""
        cells = "".join(row.signs for row in rows)
        line = rows[0].line
        wrong = [row for row in rows if row.problem]
        if wrong:
            row = wrong[0]
            return Record(row.line, row.column, (), row.problem, (cells,))
        dotted, problem = plain(cells)
        if problem:
            pass
        elif len({row.layout for row in rows}) > 1:
            problem = "rows with different bars or separators; expected nine alike"
        elif has_twin(rows):
            problem = TWIN
        elif "." in dotted and any(is_heading(row) for row in rows):
            problem = f"{IN_ORDER}; expected nine rows below it"
        elif begins_alike(rows):
            problem = "nine numbers that begin alike; expected nine rows of a puzzle"
        elif rows[0].layout == "wide boxes" and in_the_middle(cells):
            problem = (
                "a digit in the middle of each box only; expected nine cells in a row"
            )
        if problem:
            return Record(line, 1, (), problem, (cells,))
        if self.title.role or self.is_stream:
            return Record(line, 1, (self.title._replace(cells=cells),))
        return Puzzle(dotted, self.name, line)


class TextError(Exception):
    """Raised for a line after which nothing can be read."""

    def __init__(self, line: int, detail: str, column: int = 1) -> None:
        super().__init__(detail)
        self.line = line
        self.column = column
        self.detail = detail


def is_heading(row: Row) -> bool:
    """Return whether a row is 1 to 9, or 0 to 8, but for a misprint, with gaps."""
    if row.layout == "tight":
        return False
    return any(sum(map(str.__eq__, row.signs, order)) > 7 for order in HEADINGS)


def begins_alike(rows: list[Row]) -> bool:
    """Return whether the rows are like numbers of students, which begin alike."""
    first = {row.signs[0] for row in rows}
    are_numbers = all(row.signs.isdigit() and row.layout == "tight" for row in rows)
    return are_numbers and len(first) < 3 and "0" not in first


def has_twin(rows: list[Row]) -> bool:
    """Return whether two rows are equal, which is more likely a line that came twice."""
    signs = [row.signs for row in rows]
    if len(set(signs)) == len(signs):
        return False
    twins = [row for row in signs if signs.count(row) > 1]
    return any(not DIGITS.isdisjoint(row) for row in twins)


def in_the_middle(cells: str) -> bool:
    """Return whether blanks are spaces and digits only in columns 2, 5 and 8."""
    return NO_SIGN in cells and all(
        sign == NO_SIGN for k, sign in enumerate(cells) if k % 3 != 1
    )


def without_rules(run: list[Row], rules: list[int]) -> tuple[list[Row], str]:
    """Return the rows of a run without ruled lines and a heading, and a problem.

    Nine dashes or stars are a row if the blanks are so written, or else a ruled line.
    """
    ruled = {row.signs for row in run if row.signs in RULES}
    positions = set(rules)
    if ruled:
        others = [row for row in run if row.signs not in ruled and not row.problem]
        blanks = {sign for row in others for sign in row.signs} & set(BLANKS + NO_SIGN)
        if others and not blanks:
            return (
                run,
                f"nine times {min(ruled)[0]!r}, a row or a ruled line; expected .",
            )
        if len(run) > 9 and others and blanks & {signs[0] for signs in ruled}:
            return run, "a row or a ruled line; expected an empty line around the grid"
        if others and not blanks & {signs[0] for signs in ruled}:
            positions |= {
                len([row for row in run[:k] if row.signs not in ruled])
                for k, row in enumerate(run)
                if row.signs in ruled
            }
            run = [row for row in run if row.signs not in ruled]
    number = len(run)
    inner = positions - {0, number}
    is_table = inner == {1} and all(row.layout == "|9" for row in run)
    in_order = bool(run) and run[0].signs in (*HEADINGS, NO_SIGN * 9)
    if number == 10 and in_order and (is_table or not inner or run[0].signs.strip()):
        run = run[1:]
        inner = {position - 1 for position in inner} - {0}
        is_table = False
    elif is_table and in_order:
        return run, f"a heading above {number - 1} rows; expected nine"
    if number > 10 and any(is_heading(row) or row.signs in HEADINGS for row in run):
        return run, f"{IN_ORDER}; expected an empty line above it"
    after_each = inner.issuperset(range(1, len(run)))
    if inner and not is_table and not after_each and any(k % 3 for k in inner):
        return run, "a ruled line inside a box; expected it below three rows"
    return run, ""


def long_grids(text: str) -> list[tuple[int, str]]:
    """Return ``(column, cells)`` for what is 81 cells, or should be, in a line.

    Without such a word, the line may be 81 single cells, nine words, or 81 fields.
    """
    if len(text) < MIN_LONG_CELLS:
        return []
    words = [(match.start() + 1, match[0]) for match in WORD.finditer(text)]
    long = [(column, word) for column, word in words if is_long(word)]
    if long:
        return long
    for separator in ",;\t":
        if text.count(separator) == 80:
            fields = [f.strip(" \"'") or NO_SIGN for f in text.split(separator)]
            is_grid = all(len(field) == 1 for field in fields)
            return [(1, "".join(fields))] if is_grid else []
    sizes = {len(word) for _, word in words}
    if (sizes, len(words)) in (({1}, 81), ({9}, 9)) and not set(text) & set("=:<>()[]"):
        return [(words[0][0], "".join(word for _, word in words))]
    return []


def is_long(word: str) -> bool:
    """Return whether ``word`` is probably meant as 81 cells."""
    if len(word) < MIN_LONG_CELLS:
        return False
    return sum(sign in CELL_SIGNS for sign in word) > MIN_LONG_CELLS // 2
