"""The cells that one line of text shows: characters, fields or candidates."""

from collections.abc import Iterator
from typing import Final

from sudoku.formats.source import Lines

UNKNOWN: Final = "?"  # a blank that may stand among candidates
BLANKS: Final = ".0_*-xX" + UNKNOWN
CELLS: Final = frozenset("123456789" + BLANKS)
EXPECTED: Final = f"expected a digit or a blank ({' '.join(BLANKS)})"

DRAWN: Final = "".join(map(chr, range(0x2500, 0x2580)))  # box drawing
DASHES: Final = frozenset("-=" + DRAWN).difference("│┃║")
FRAME: Final = frozenset("+|*.:' \t" + DRAWN) | DASHES
SEPARATORS: Final = ",;\t"

TO_SPACES: Final = dict.fromkeys(map(ord, "|:\"'" + SEPARATORS + DRAWN), " ")
TO_DOTS: Final = dict.fromkeys(map(ord, BLANKS), ".")

TO_BARS: Final = dict.fromkeys(map(ord, "│┃║"), "|")
THIRDS: Final = {3: (0, 1, 2), 5: (0, 2, 4), 7: (1, 3, 5)}  # cells of wide fields

OPENING: Final = " \t<>=*-(/%!`;"  # of titles, and of comments in some languages
TO_WORDS: Final = {
    **dict.fromkeys((ord("_"), *range(0xDC80, 0xDD00))),
    **dict.fromkeys(map(ord, "()[]{}/="), " "),
}

LONG: Final = 41  # so many cells were to be a line of 81

Mark = tuple[int, str]  # what stands for a cell, behind its column, from 1


def is_frame(line: str) -> bool:
    """Whether ``line`` only draws, with dashes that are no nine blanks.

    >>> drawn = "*-----------*", "|---+---+---|", "'---'---'", "---------", "- " * 9
    >>> [is_frame(line) for line in drawn]
    [True, True, True, False, False]
    """
    dashes = line.strip()
    return (
        FRAME.issuperset(dashes)
        and not DASHES.isdisjoint(dashes)
        and dashes != "-" * 9
        and words(dashes) != ["-"] * 9
    )


def words(line: str) -> list[str]:
    """What stands between white space, bars, separators and quotation marks."""
    return line.translate(TO_SPACES).split()


def line_of_81(line: str) -> str:
    """The cells of the first word that has 81 of them; nothing without one.

    In HoDoKu's libraries a + is before each digit that is no given.
    """
    for word in words(line):
        if "+" in word:
            givens, *placed = word.split("+")
            word = givens + "".join("." + part[1:] for part in placed)
        if len(word) == 81 and CELLS.issuperset(word):
            return word.translate(TO_DOTS)
    return ""


def is_title(line: str) -> bool:
    """Whether ``line`` begins with a word of letters that is no row of blanks.

    >>> lines = "Grid 01", "puzzle,solution", "// easy", "int[][] g = {", "xxx 53x 7xx"
    >>> [is_title(line) for line in lines]
    [True, True, True, True, False]
    """
    first = words(line.lstrip(OPENING).translate(TO_WORDS))[:1]
    word = "".join(first).removesuffix(".")
    letters = word.rstrip("0123456789")
    few_digits = len(word) - len(letters) < 5  # as in Grid01
    no_blanks = letters.isalpha() and not CELLS.issuperset(letters)
    return len(letters) > 1 and few_digits and no_blanks and not long_word(line)


def tells_nothing(line: str) -> bool:
    """Whether ``line`` has no cell and no word: quotes, braces, a Markdown fence."""
    return not any(mark in CELLS or mark.isalnum() for _, mark in marks(line))


def is_number(line: str) -> bool:
    """Whether ``line`` is one number, as of puzzles, or of the puzzle behind it."""
    number = line.strip()
    return number.isdecimal() and number[0] != "0" and len(number) < 8


def is_long(line: str) -> bool:
    """Whether ``line`` was to be a puzzle of its own."""
    return len(marks(line)) >= LONG


def is_row(line: str) -> bool:
    """Whether ``line`` was to be a row, for most of its cells could be."""
    good = sum(mark in CELLS or is_candidates(mark) for _, mark in marks(line))
    return 4 < good < 20


def cells_of(line: str, lines: Lines) -> str:
    """The 9 or 81 cells of ``line``, the last of ``lines``; FormatError otherwise."""
    found = marks(line)
    plain = any(mark in CELLS and mark in BLANKS[:-1] for _, mark in found)
    for column, mark in found:
        if mark not in CELLS and (plain or not is_candidates(mark)):
            raise lines.unexpected(column, mark, EXPECTED)
    if len(found) not in (9, 81):
        most = 9 if len(found) < LONG else 81
        column = found[most][0] if len(found) > most else len(line.rstrip()) + 1
        number = f"{len(found)} cell{'s' * (len(found) != 1)}"
        raise lines.error(column, f"{number}, expected 9 in a row or 81 in a line")
    digits = (mark if len(mark) == 1 else "." for _, mark in found)
    return "".join(digits).translate(TO_DOTS)


def is_candidates(mark: str) -> bool:
    """Whether ``mark`` is digits in ascending order, or a cell that tells nothing.

    >>> [is_candidates(mark) for mark in ("3", "1567", "72", "?")]
    [True, True, False, True]
    """
    digits = mark.isdigit() and mark.isascii() and mark[0] != "0"
    return mark == UNKNOWN or (digits and "".join(sorted(set(mark))) == mark)


def marks(line: str) -> list[Mark]:
    """Each mark of ``line`` with its column: fields, or words, or single characters."""
    for separator in SEPARATORS:
        if line.count(separator) in (8, 9, 80, 81):
            return list(fields(line, separator))
    found = long_word(line) or list(spans(line))
    rows = {word for _, word in found if len(word) == 9} - {"123456789"}
    if len(found) in (9, 81) and not rows:
        return found
    if len(between := between_bars(line)) == 9:
        return between
    return [(column + k, mark) for column, word in found for k, mark in enumerate(word)]


def between_bars(line: str) -> list[Mark]:
    """The nine cells of a row between bars, where nothing but spaces is a blank.

    >>> rows = "|5|3| | |7| | | | |", "|53 | 7 |   |", "| 5 3   |   7   |       |"
    >>> {"".join(mark for _, mark in between_bars(row)) for row in rows}
    {'53..7....'}
    """
    barred = line.translate(TO_BARS).rstrip()
    before, *parts, after = barred.split("|") if "|" in barred else ["x", ""]
    if before.strip() or after or len(parts) not in (3, 9):
        return []
    found: list[Mark] = []
    column = len(before) + 2
    for part in parts:
        mark = part.strip()
        if len(parts) == 9:
            found.append((column + part.find(mark), mark or "."))
        else:
            cells = [(k, part[k].strip() or ".") for k in THIRDS.get(len(part), ())]
            if len("".join(part.split())) == sum(cell != "." for _, cell in cells):
                found += [(column + k, cell) for k, cell in cells]
        column += len(part) + 1
    return found


def fields(line: str, separator: str) -> Iterator[Mark]:
    """The fields of a line of CSV; an empty one is a blank."""
    column = 1
    values = line.rstrip("\r\n").split(separator)
    if len(values) in (10, 82) and not values[-1].strip():
        values.pop()  # a separator at the end
    for value in values:
        mark = value.strip(" \t\"'")
        if mark[1:] == ".0" and mark[0].isdigit():  # as pandas writes 5
            mark = mark[0]
        yield column + (value.find(mark) if mark else 0), mark or "."
        column += len(value) + 1


def long_word(line: str) -> list[Mark]:
    """The word that was to be 81 cells, whatever stands beside it, if there is one."""
    return [
        (column, word)
        for column, word in spans(line)
        if len(word) >= LONG and sum(mark in CELLS for mark in word) > LONG // 2
    ][:1]


def spans(line: str) -> Iterator[Mark]:
    """The words of ``line`` with their columns."""
    spaced = line.translate(TO_SPACES)
    column = 0
    for word in spaced.split():
        column = spaced.index(word, column)
        yield column + 1, word
        column += len(word)
