"""Solving and counting as `exact` does, in small words: the part that can be compiled.

As Python this is slow, and `exact` leaves it alone. But it is typed, and computes in
integers that a processor can hold: mypyc makes machine code of it (docs/exact.md).

**Words.** A band is three rows. ``words[9 * band + digit]``, counted from 0, has nine
bits for each row, on where the digit can be, and after them one that is off, the row's
end. ``words[27 + band]`` has the cells whose digit is known to their rivals, and
``words[30 + band]`` those with two digits.

**One place.** Set the ends, and take 1 from each row. ANDed with what was there, a row
has lost its lowest place. Once more, and one that had just that place has lost its end:
`only_places`. It looks at rows alone: what is the only place in a box or column,
`confine` makes the only place in a row.

**One digit.** Over the nine words of a band, ``two |= some & word; some |= word`` finds
for 27 cells at once whether they have a digit left, and a second: `only_digits`.

**Lines and boxes.** `room` asks of each row and box, and of each column and box, what
`exact` asks: whether the two other lines can have the digit in the two other boxes.
"""

from typing import Final

from librt.strings import StringWriter
from librt.vecs import extend, vec
from mypy_extensions import i32, i64

from sudoku.exact.fields import listen, refusal

THRICE: Final = 1 | 1 << 10 | 1 << 20  # times a row: that row three times
ROW: Final = 0b111111111
BAND: Final = ROW * THRICE
ENDS: Final = (ROW + 1) * THRICE
GROUPS: Final = 0b001001001 * THRICE  # the first of each three places in a row
GROUPS_BUT_LAST: Final = 0b000111111 * THRICE
COLUMNS_BUT_LAST: Final = 0b011011011 * THRICE  # in each group
DEAD: Final = -1  # all bits, whatever is ORed to it


class Search:
    """A search for the solutions of a puzzle, for one use; SudokuError if it is none."""

    def __init__(self, puzzle: str) -> None:
        self.words = self.solved = read(puzzle)
        self.limit = self.found = i64(0)
        self.trouble: tuple[i64, i64] = (0, 0)

    def rule_out(self, cell: i64, digit: i64) -> None:
        band, place = place_of(cell)
        self.words[9 * band + digit] &= ~place

    def count(self, limit: i64) -> i64:
        """How many solutions there are, counted up to ``limit``, which is positive."""
        self.limit = limit
        self.go(self.words, 0b111111111, (0, 0))
        return self.found

    def settle(self) -> list[str] | None:
        """The solutions if there is none or one; None if there are more."""
        if self.count(2) > 1:
            return None
        return [text_of(self.solved)] if self.found else []

    def go(self, words: vec[i64], fresh: i64, tried: tuple[i64, i64]) -> None:
        """Count what ``words`` lead to, where ``fresh`` digits have lost places."""
        if not follow(words, fresh):
            self.trouble = tried  # and will be tried first elsewhere, as in `tree`
            return
        while words[27] & words[28] & words[29] != BAND:
            index, place = tried = self.choose(words)
            branch = words[:]
            self.go(branch, take(branch, index // 9, index % 9, place), tried)
            words[index] &= ~place
            if self.found == self.limit or not follow(words, 1 << index % 9):
                return
        self.solved = words
        self.found += 1
        if self.found % 4096 == 0:
            listen()

    def choose(self, words: vec[i64]) -> tuple[i64, i64]:
        """A candidate, word and place: of the cell with two that sees most like it."""
        index, place = self.trouble
        if words[index] & place & ~words[27 + index // 9]:
            return self.trouble
        best = most = 0
        for cell in range(81):
            band, place = place_of(cell)
            if words[30 + band] & place:
                seen = in_sight(words, cell)
                if seen > most:
                    best, most = cell, seen
            elif most == 0 and not words[27 + band] & place:
                best = cell
        return candidate_in(words, best)


def read(puzzle: str) -> vec[i64]:
    if len(puzzle) != 81:
        raise refusal(puzzle)
    words = extend(vec[i64]([BAND] * 27), vec[i64]([0] * 6))
    for cell in range(81):
        code: i64 = ord(puzzle[cell])
        if ord("1") <= code <= ord("9"):
            band, place = place_of(cell)
            take(words, band, code - ord("1"), place)
        elif code != ord(".") and code != ord("0"):
            raise refusal(puzzle)
    return words


def text_of(words: vec[i64]) -> str:
    text = StringWriter()
    for cell in range(81):
        text.append(i32(ord("1") + candidate_in(words, cell)[0] % 9))
    return text.getvalue()


def place_of(cell: i64) -> tuple[i64, i64]:
    """The band of ``cell``, and its bit in the words of that band."""
    row = cell // 9
    return row // 3, 1 << 10 * (row % 3) + cell % 9


def candidate_in(words: vec[i64], cell: i64) -> tuple[i64, i64]:
    band, place = place_of(cell)
    index = 9 * band
    while not words[index] & place:
        index += 1
    return index, place


def in_sight(words: vec[i64], cell: i64) -> i64:
    """How many cells with two are in the row, the column or the box of ``cell``."""
    row, column = cell // 9, cell % 9
    near = ROW << 10 * (row % 3) | 0b111 * THRICE << column // 3 * 3
    seen: i64 = 0
    for band in range(3):
        pairs = words[30 + band] & (near if band == row // 3 else THRICE << column)
        while pairs:
            pairs &= pairs - 1
            seen += 1
    return seen


def take(words: vec[i64], band: i64, digit: i64, places: i64) -> i64:
    """Leave ``places`` to ``digit``; the digits that lost some of them."""
    fresh: i64 = 0
    other: i64
    for other in range(9):
        if other != digit and words[9 * band + other] & places:
            words[9 * band + other] &= ~places
            fresh |= 1 << other
    return fresh


def follow(words: vec[i64], fresh: i64) -> bool:
    """Place all singles, and what they lead to; False at a dead end."""
    digit: i64
    while fresh > 0:
        for digit in range(9):
            if fresh >> digit & 1:
                if not confine(words, digit):
                    return False
                fresh = fresh & ~(1 << digit) | only_places(words, digit)
        fresh |= only_digits(words)
    return fresh != DEAD


def confine(words: vec[i64], digit: i64) -> bool:
    """Rule out what lines and boxes have no room for; False if that is all."""
    while True:
        a, b, c = words[digit], words[9 + digit], words[18 + digit]
        rows = thrice(a, 1) & GROUPS | (thrice(b, 1) & GROUPS) << 1
        rows = room(rows | (thrice(c, 1) & GROUPS) << 2, 3, GROUPS_BUT_LAST)
        x = a & (rows & GROUPS) * 0b111
        y = b & (rows >> 1 & GROUPS) * 0b111
        z = c & (rows >> 2 & GROUPS) * 0b111
        columns = thrice(x, 10) & ROW | (thrice(y, 10) & ROW) << 10
        columns = room(columns | (thrice(z, 10) & ROW) << 20, 1, COLUMNS_BUT_LAST)
        words[digit] = x & (columns & ROW) * THRICE
        words[9 + digit] = y & (columns >> 10 & ROW) * THRICE
        words[18 + digit] = z & (columns >> 20) * THRICE
        if words[digit] == a and words[9 + digit] == b and words[18 + digit] == c:
            return a > 0


def thrice(word: i64, step: i64) -> i64:
    return word | word >> step | word >> 2 * step


def less(word: i64) -> i64:
    return (word | ENDS) - THRICE


def room(there: i64, step: i64, but_last: i64) -> i64:
    """What is ``there`` and leaves the two other lines and boxes to two others."""
    one = there >> step & but_last | there << 2 * step & BAND & ~but_last
    two = one >> step & but_last | one << 2 * step & BAND & ~but_last
    crossed = (one >> 10 | one << 20) & (two >> 20 | two << 10)
    return there & (crossed | (one >> 20 | one << 10) & (two >> 10 | two << 20))


def only_places(words: vec[i64], digit: i64) -> i64:
    """Take the only places of rows; the digits that lost some by that."""
    fresh: i64 = 0
    band: i64
    for band in range(3):
        word = words[9 * band + digit]
        rows = ENDS & ~less(word & less(word))
        known = word & (rows - (rows >> 9)) & ~words[27 + band]
        if known:
            words[27 + band] |= known
            fresh |= take(words, band, digit, known)
    return fresh


def only_digits(words: vec[i64]) -> i64:
    """Place digits in the cells that have one; who lost places by that; or DEAD."""
    fresh: i64 = 0
    band: i64
    index: i64
    for band in range(3):
        some = two = three = i64(0)
        for index in range(9 * band, 9 * band + 9):
            three |= two & words[index]
            two |= some & words[index]
            some |= words[index]
        if some != BAND:
            return DEAD
        words[30 + band] = two & ~three
        fresh |= fill(words, band, BAND & ~two & ~words[27 + band])
    return fresh


def fill(words: vec[i64], band: i64, cells: i64) -> i64:
    """Keep the only digits of ``cells`` out of the rest of their rows; or DEAD."""
    fresh: i64 = 0
    index: i64
    words[27 + band] |= cells
    for index in range(9 * band, 9 * band + 9):
        sure = words[index] & cells
        if sure:
            if sure & less(sure):
                return DEAD  # two in a row
            rows = less(sure) & ENDS
            words[index] &= sure | ~(rows - (rows >> 9))
            fresh |= 1 << index - 9 * band
    return fresh
