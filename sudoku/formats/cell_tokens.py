"""Split a line of text into cells: characters, fields, or groups of candidates.

Cells keep the character that was written, because the character of the blanks
distinguishes a row of nine blanks from a ruled line.
"""

from collections.abc import Iterator

from _courseware.terminal.messages import plural

CellToken = tuple[int, str]  # the column of a cell, from 1, and its text

DIGITS = "123456789"
UNKNOWN = "?"  # a cell without candidates, or any blank
EMPTY_FIELD = " "  # the sign of a blank for which nothing is written
CANDIDATES_SIGN = "+"  # the sign of a cell of several candidates
BLANKS = ".0_*-xX" + UNKNOWN
CELL_CHARACTERS = frozenset(DIGITS + BLANKS)
PLAIN_BLANKS = frozenset(BLANKS + EMPTY_FIELD) - {UNKNOWN}
EXPECTED = f"expected a digit or a blank ({' '.join(BLANKS)})"

BOX_DRAWING = "".join(map(chr, range(0x2500, 0x2580)))
BARS = "│┃║"
DASHES = frozenset("-=" + BOX_DRAWING).difference(BARS)
FRAME = frozenset("+|*.:' \t" + BOX_DRAWING) | DASHES
CROSSES = frozenset("+|:' \t")  # a frame of these has no dash
SEPARATORS = ",;\t"

TO_SPACES = dict.fromkeys(map(ord, "|:\"'=&" + SEPARATORS + BOX_DRAWING), " ")
TO_DOTS = dict.fromkeys(map(ord, BLANKS + EMPTY_FIELD + CANDIDATES_SIGN), ".")
TO_BARS = dict.fromkeys(map(ord, BARS), "|")
NO_BARS = dict.fromkeys(map(ord, BARS + "| \t"))
BRACKETS = dict.fromkeys(map(ord, "[](){}"), " ")
WIDE_CELL_OFFSETS = {3: (0, 1, 2), 5: (0, 2, 4), 7: (1, 3, 5)}  # cells in wide fields

THIRD_OF_DIGITS = [frozenset(DIGITS[k : k + 3] + UNKNOWN) for k in (0, 3, 6)]

MIN_LINE_CELLS = 41  # a line with at least this number of cells should have 81


def ascending_numbers() -> Iterator[str]:
    """Return an iterator over the 511 strings of ascending digits, such as "258"."""
    numbers = [""]
    for digit in DIGITS:
        numbers += [number + digit for number in numbers]
    return iter(numbers[1:])


# The sign of each word that is a whole cell, such as its candidates.
CELL_SIGNS = {
    **{number: CANDIDATES_SIGN for number in ascending_numbers()},
    **{sign: sign for sign in CELL_CHARACTERS},
    **{f"u{digit}": CANDIDATES_SIGN for digit in DIGITS},  # of the player, in .sdx
}


class BadCells(Exception):
    """Raised for a line that should consist of cells but does not.

    ``column`` counts from 1, and ``detail`` says what is wrong or expected.
    """

    def __init__(self, column: int, text: str, detail: str) -> None:
        super().__init__(detail)
        self.column = column
        self.text = text  # the wrong text at the column, if any
        self.detail = detail


def is_frame(line: str) -> bool:
    """Return whether ``line`` is a line of a frame, and cannot be 9 or 81 blanks.

    >>> drawn = "*-----------*", "|---+---+---|", "'---'---'---'", "+++++++++"
    >>> [is_frame(line) for line in drawn]
    [True, True, True, True]
    >>> [is_frame(line) for line in ("---------", "- " * 9, "---|---|---", ".........")]
    [False, False, False, False]
    >>> is_frame("- - . | - - - | - . -")
    False
    """
    drawn = line.strip()
    if not FRAME.issuperset(drawn):
        return drawn == "_" * len(drawn) and len(drawn) > 9 and len(drawn) != 81
    parts = split_words(drawn)
    if len(parts) == 9 and CELL_CHARACTERS.issuperset(parts) and ":-" not in drawn:
        return False  # without :-, which is in tables of Markdown
    if DASHES.isdisjoint(drawn):
        is_cross = "+" in drawn and CROSSES.issuperset(drawn)
        return is_cross or drawn.replace(" ", "") == "***"
    return drawn.translate(NO_BARS) not in ("-" * 9, "-" * 81)


def split_words(line: str) -> list[str]:
    """Split ``line`` at spaces, bars, quotation marks and the characters ``:=&,;``."""
    return line.translate(TO_SPACES).split()


def has_few_candidates(row: str, line: str) -> bool:
    """Return whether ``line`` has candidates from only 1 to 3, 4 to 6 or 7 to 9.

    Such a line is a third of a row in a drawing with three lines per row. ``row`` is
    the characters of its cells.
    """
    return CANDIDATES_SIGN in row and any(
        third.issuperset("".join(split_words(line))) for third in THIRD_OF_DIGITS
    )


def cells_of_line(line: str, parts: list[CellToken]) -> str:
    """Return the 9 or 81 cells of ``line`` as a string, one character per cell.

    ``parts`` is the line as split by `split_cells`. A cell with several candidates
    becomes CANDIDATES_SIGN. Raise BadCells if a part is not a cell, or if their number
    is neither 9 nor 81.
    """
    plain = any(text in PLAIN_BLANKS for _, text in parts)
    for column, text in parts:
        if (
            text not in CELL_CHARACTERS
            and text != EMPTY_FIELD
            and (plain or text not in CELL_SIGNS)
        ):
            raise BadCells(column, text, EXPECTED)
    if len(parts) not in (9, 81):
        expected_cells = 9 if len(parts) < MIN_LINE_CELLS else 81
        column = (
            parts[expected_cells][0]
            if len(parts) > expected_cells
            else len(line.rstrip()) + 1
        )
        number = plural(len(parts), "cell")
        raise BadCells(column, "", f"{number}; expected 9 in a row or 81 in a line")
    row = "".join(text if len(text) == 1 else CANDIDATES_SIGN for _, text in parts)
    if has_few_candidates(row, line):
        expected = "expected all candidates of a cell in a word"
        raise BadCells(1, "", f"candidates of only 3 digits; {expected}")
    return row


def split_cells(line: str) -> list[CellToken]:
    """Split ``line`` into cells: ``(column, text)``, with columns from 1.

    The line is split at separators, or else into words, at bars, or into characters.
    """
    for separator in SEPARATORS:
        if line.count(separator) in (8, 9, 80, 81):
            return list(fields_of(line, separator))
    spread = list(word_spans(line))
    parts = [mark for mark in spread if is_long(mark[1])][:1] or spread
    rows = {word for _, word in parts if len(word) == 9} - {DIGITS}
    if len(parts) in (9, 81) and not rows:
        return parts
    if len(between := cells_between_bars(line)) == 9:
        return between
    return [(column + k, sign) for column, word in parts for k, sign in enumerate(word)]


def cells_between_bars(line: str) -> list[CellToken]:
    """Return the nine cells between the bars of ``line``, or [] for other lines.

    Each cell is ``(column, text)``, with columns from 1. Spaces between bars can be a
    blank.

    >>> rows = "|5|3| | |7| | | | |", "|53 | 7 |   |", "| 5 3   |   7   |       |"
    >>> {"".join(sign for _, sign in cells_between_bars(row)) for row in rows}
    {'53  7    '}
    """
    barred = line.translate(TO_BARS).rstrip()
    before, *parts, after = barred.split("|") if "|" in barred else ["x", ""]
    if before.strip() or after or len(parts) not in (3, 9):
        return []
    cells: list[CellToken] = []
    column = len(before) + 2
    for part in parts:
        text = part.strip()
        if len(parts) == 9:
            cells.append((column + part.find(text), text or EMPTY_FIELD))
        else:
            signs = [
                (k, part[k].strip() or EMPTY_FIELD)
                for k in WIDE_CELL_OFFSETS.get(len(part), ())
            ]
            if len("".join(part.split())) == sum(
                sign != EMPTY_FIELD for _, sign in signs
            ):
                cells += [(column + k, sign) for k, sign in signs]
        column += len(part) + 1
    return cells


def fields_of(line: str, separator: str) -> Iterator[CellToken]:
    """Yield the fields of a line of CSV as ``(column, text)``, with columns from 1.

    An empty field becomes EMPTY_FIELD. Of 10 or 82 fields, an empty last field is
    omitted, or else, between tabs, the first if no other field is empty.
    """
    column = 1
    values = line.rstrip("\r\n").split(separator)
    if len(values) in (10, 82) and not values[-1].strip():
        values.pop()
    elif len(values) in (10, 82) and separator == "\t":
        if [k for k, value in enumerate(values) if not value.strip()] == [0]:
            del values[0]
            column = 2
    for value in values:
        text = value.strip(" \t\"'")
        if text[1:] == ".0" and text[0].isdigit():  # as pandas writes 5
            text = text[0]
        yield column + (value.find(text) if text else 0), text or EMPTY_FIELD
        column += len(value) + 1


def is_long(word: str) -> bool:
    """Return whether ``word`` is probably meant as 81 cells.

    It has at least MIN_LINE_CELLS characters, and more than half that number can be
    cells.
    """
    return (
        len(word) >= MIN_LINE_CELLS
        and sum(sign in CELL_CHARACTERS for sign in word) > MIN_LINE_CELLS // 2
    )


def long_words(line: str) -> list[CellToken]:
    """Return ``(column, word)``, columns from 1, for each word meant as 81 cells."""
    return (
        [mark for mark in word_spans(line) if is_long(mark[1])]
        if line[MIN_LINE_CELLS:]
        else []
    )


def word_spans(line: str) -> Iterator[CellToken]:
    """Yield the words of ``line`` as ``(column, word)``, with columns from 1."""
    spaced = line.translate(TO_SPACES)
    column = 0
    for word in spaced.split():
        column = spaced.index(word, column)
        yield column + 1, word
        column += len(word)


def blank_brackets(line: str) -> str:
    """Return ``line``, a list of nine cells, without its brackets; "" for other lines.

    Each bracket becomes a space.

    >>> blank_brackets("{5, 3, 0, 0, 7, 0, 0, 0, 0},")
    ' 5, 3, 0, 0, 7, 0, 0, 0, 0 ,'
    """
    text = line.strip().removesuffix(",")
    if text[:1] not in ("[", "(", "{") or text[-1:] not in ("]", ")", "}"):
        return ""
    inside = text[1:-1].replace("'", "").replace('"', "")
    values = inside.split(",") if "," in inside else inside.split()
    is_row = len(values) == 9 and all(len(value.strip()) == 1 for value in values)
    return line.translate(BRACKETS) if is_row else ""
