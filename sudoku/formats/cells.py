"""The cells that one line of text shows: characters, fields or candidates."""

from collections.abc import Iterator
from typing import Final

from sudoku.formats.source import Lines

UNKNOWN: Final = "?"  # a blank that may stand among candidates
BLANKS: Final = ".0_*-xX" + UNKNOWN
CELLS: Final = frozenset("123456789" + BLANKS)
EXPECTED: Final = f"expected a digit or a blank ({' '.join(BLANKS)})"

DRAWN: Final = "".join(map(chr, range(0x2500, 0x2580)))  # box drawing
DASHES: Final = frozenset("-=" + DRAWN)
FRAME: Final = frozenset("+|*.:' \t" + DRAWN) | DASHES
SEPARATORS: Final = ",;\t"

TO_SPACES: Final = dict.fromkeys(map(ord, "|:\"'" + SEPARATORS + DRAWN), " ")
TO_DOTS: Final = dict.fromkeys(map(ord, BLANKS), ".")

NO_LETTERS: Final = dict.fromkeys((ord("_"), *range(0xDC80, 0xDD00)))

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
    """The cells of the first word that has 81 of them; nothing without one."""
    for word in words(line):
        if len(word) == 81 and CELLS.issuperset(word):
            return word.translate(TO_DOTS)
    return ""


def is_title(line: str) -> bool:
    """Whether ``line`` begins with a word of letters that is no row of blanks.

    >>> lines = "Grid 01", "puzzle,solution", "<<< Solved Board >>>", "xxx 53x 7xx"
    >>> [is_title(line) for line in lines]
    [True, True, True, False]
    """
    first = words(line.lstrip(" \t<>=*-(").translate(NO_LETTERS))[:1]
    word = "".join(first).removesuffix(".")
    letters = word.rstrip("0123456789")
    few_digits = len(word) - len(letters) < 5  # as in Grid01
    no_blanks = letters.isalpha() and not CELLS.issuperset(letters)
    return len(letters) > 1 and few_digits and no_blanks and not long_word(line)


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
    return [(column + k, mark) for column, word in found for k, mark in enumerate(word)]


def fields(line: str, separator: str) -> Iterator[Mark]:
    """The fields of a line of CSV; an empty one is a blank."""
    column = 1
    values = line.rstrip("\r\n").split(separator)
    if len(values) in (10, 82) and not values[-1].strip():
        values.pop()  # a separator at the end
    for value in values:
        mark = value.strip(" \t\"'")
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
