"""Solving and counting as in `exact`, but with small integers, so it can be compiled.

Uncompiled this is slow, and `exact` does not use it. But it is fully typed, and its
integers fit into the registers of a processor. mypyc compiles it to machine code; see
docs/exact.md.

**Words.** A band is three rows. Bands, digits, rows and cells count from 0.
``words[9 * band + digit]`` has nine bits for each row of the band; a bit is on while
its cell may have the digit. After them comes one bit that is off, the *end* of the row.
``words[27 + band]`` is the cells whose digit has been removed from their rivals.
``words[30 + band]`` is the cells with two candidates.

**One place.** Turn on the ends, and subtract 1 from each row. An AND with the old word
then removes the lowest place of each row. Subtract 1 again: a row that had only that
place loses its end. `only_places` does this for rows only. If a digit has only one
place in a box or column, `confine` makes it the only place in its row.

**One digit.** Over the nine words of a band, ``two |= some & word; some |= word`` finds
for 27 cells at once whether they have one candidate or more: `only_digits`.

**Lines and boxes.** `room` makes the check that `exact` describes, for each row and box
and for each column and box.
"""

from typing import Final

from librt.strings import StringWriter
from librt.vecs import extend, vec
from mypy_extensions import i32, i64

from sudoku.exact.fields import listen, refusal

THRICE: Final = 1 | 1 << 10 | 1 << 20  # a row times this is a band of that row
ROW: Final = 0b111111111
BAND: Final = ROW * THRICE
ENDS: Final = (ROW + 1) * THRICE
GROUP_STARTS: Final = 0b001001001 * THRICE  # the first of each three places in a row
GROUPS_BUT_LAST: Final = 0b000111111 * THRICE
COLUMNS_BUT_LAST: Final = 0b011011011 * THRICE  # in each group
DEAD_END: Final = -1  # all bits: an OR does not change it


class Search:
    """A search for the solutions of a puzzle, which can be used once.

    Raise SudokuError if the string is not a puzzle.
    """

    def __init__(self, puzzle: str) -> None:
        self.words = self.solved = read(puzzle)
        self.limit = self.counted = i64(0)
        self.trouble: tuple[i64, i64] = (0, 0)

    def rule_out(self, cell: i64, digit: i64) -> None:
        """Remove a candidate before the search."""
        band, place = place_of(cell)
        self.words[9 * band + digit] &= ~place

    def count(self, limit: i64) -> i64:
        """Return the number of solutions, at most ``limit``, which is at least 1."""
        self.limit = limit
        self.go(self.words, 0b111111111, (0, 0))
        return self.counted

    def settle(self) -> list[str] | None:
        """Return the solutions if there is at most one, otherwise None."""
        if self.count(2) > 1:
            return None
        return [text_of(self.solved)] if self.counted else []

    def go(self, words: vec[i64], fresh: i64, tried: tuple[i64, i64]) -> None:
        """Count the solutions of ``words``, where ``fresh`` digits have lost places."""
        if not follow(words, fresh):
            self.trouble = tried  # it is tried first in the next branch, as in `tree`
            return
        while words[27] & words[28] & words[29] != BAND:
            index, place = tried = self.choose(words)
            branch = words[:]
            self.go(branch, take(branch, index // 9, index % 9, place), tried)
            words[index] &= ~place
            if self.counted == self.limit or not follow(words, 1 << index % 9):
                return
        self.solved = words
        self.counted += 1
        if self.counted % 4096 == 0:
            listen()

    def choose(self, words: vec[i64]) -> tuple[i64, i64]:
        """Return a candidate to try: the index of its word, and its place.

        Its cell has two candidates if possible, and then the most cells with two
        candidates in its row, column and box.
        """
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
    """Return the words of ``puzzle``. Raise SudokuError if it is not a puzzle."""
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
    """Return the 81 digits of solved ``words``."""
    text = StringWriter()
    for cell in range(81):
        text.append(i32(ord("1") + candidate_in(words, cell)[0] % 9))
    return text.getvalue()


def place_of(cell: i64) -> tuple[i64, i64]:
    """Return the band of ``cell``, and the bit of the cell in the words of its band."""
    row = cell // 9
    return row // 3, 1 << 10 * (row % 3) + cell % 9


def candidate_in(words: vec[i64], cell: i64) -> tuple[i64, i64]:
    """Return the index of the first word in which ``cell`` is on, and its place."""
    band, place = place_of(cell)
    index = 9 * band
    while not words[index] & place:
        index += 1
    return index, place


def in_sight(words: vec[i64], cell: i64) -> i64:
    """Return how many cells with two candidates share a unit with ``cell``."""
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
    """Remove all digits but ``digit`` from ``places``. Return those that lost some."""
    fresh: i64 = 0
    other: i64
    for other in range(9):
        if other != digit and words[9 * band + other] & places:
            words[9 * band + other] &= ~places
            fresh |= 1 << other
    return fresh


def follow(words: vec[i64], fresh: i64) -> bool:
    """Place singles until there is none. Return False at a dead end."""
    digit: i64
    while fresh > 0:
        for digit in range(9):
            if fresh >> digit & 1:
                if not confine(words, digit):
                    return False
                fresh = fresh & ~(1 << digit) | only_places(words, digit)
        fresh |= only_digits(words)
    return fresh != DEAD_END


def confine(words: vec[i64], digit: i64) -> bool:
    """Remove the places that lines and boxes exclude. Return False if none is left."""
    while True:
        a, b, c = words[digit], words[9 + digit], words[18 + digit]
        rows = thrice(a, 1) & GROUP_STARTS | (thrice(b, 1) & GROUP_STARTS) << 1
        rows = room(rows | (thrice(c, 1) & GROUP_STARTS) << 2, 3, GROUPS_BUT_LAST)
        x = a & (rows & GROUP_STARTS) * 0b111
        y = b & (rows >> 1 & GROUP_STARTS) * 0b111
        z = c & (rows >> 2 & GROUP_STARTS) * 0b111
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
    """Return the groups that leave the two other lines places in the two other boxes.

    ``there`` has a bit for each group that the digit can be in.
    """
    near = there >> step & but_last | there << 2 * step & BAND & ~but_last
    far = near >> step & but_last | near << 2 * step & BAND & ~but_last
    crossed = (near >> 10 | near << 20) & (far >> 20 | far << 10)
    return there & (crossed | (near >> 20 | near << 10) & (far >> 10 | far << 20))


def only_places(words: vec[i64], digit: i64) -> i64:
    """Place digits that have one place in a row. Return the digits that lost places."""
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
    """Place the only digits of cells. Return those that lost places, or DEAD_END."""
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
            return DEAD_END
        words[30 + band] = two & ~three
        fresh |= fill(words, band, BAND & ~two & ~words[27 + band])
    return fresh


def fill(words: vec[i64], band: i64, cells: i64) -> i64:
    """Remove the only digits of ``cells`` from the rest of their rows.

    Return the digits that lost places, or DEAD_END if a row has two of the same.
    """
    fresh: i64 = 0
    index: i64
    words[27 + band] |= cells
    for index in range(9 * band, 9 * band + 9):
        sure = words[index] & cells
        if sure:
            if sure & less(sure):
                return DEAD_END
            rows = less(sure) & ENDS
            words[index] &= sure | ~(rows - (rows >> 9))
            fresh |= 1 << index - 9 * band
    return fresh
