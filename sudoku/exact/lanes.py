"""Puzzles as lanes: puzzle k has bit k of many integers, which is its *lane*.

Texts of 81 characters are converted to lanes, and back, one column at a time. A column
is the same cell of every text. As a hexadecimal number, it has four bits for each text.
A lane has one bit, so a column is converted in four quarters: shifted by 0, 1, 2 and 3,
their bits do not overlap.

A number that differs from lane to lane is a list of integers: its ones, its twos, its
fours and so on.
"""

from collections.abc import Iterable
from itertools import zip_longest

Lanes = int  # a set of lanes
Number = list[Lanes]  # the lanes whose number has a one, those with a two, a four...
May = list[list[Lanes]]  # by digit and cell: the lanes where the cell may have it


def lanes_of(texts: list[str]) -> tuple[May, Lanes]:
    """Return the digits that each cell may have, judging by this cell alone; all lanes.

    The number of lanes is a multiple of four. The lanes at the end that belong to no
    text are empty puzzles.
    """
    whole = "".join(texts).replace(".", "0") + "0" * 81 * (-len(texts) % 4)
    every = (1 << len(whole) // 81) - 1
    may: May = [[] for _ in range(9)]
    for cell in range(81):
        ones, twos, fours, eights = (
            (every ^ lanes, lanes) for lanes in read_column(whole[cell::81])
        )
        low = [a & b for b in twos for a in ones]
        high = [a & b for b in eights for a in fours]
        blank = low[0] & high[0]
        for digit, cells in enumerate(may, 1):
            cells.append(low[digit % 4] & high[digit // 4] | blank)
    return may, every


def read_column(column: str) -> Number:
    """Return the digit that each lane has in ``column``.

    >>> [f"{lanes:08b}" for lanes in read_column("10203007")]
    ['01011000', '01101000', '00001000', '00000000']
    """
    quarter = len(column) // 4
    lowest = (1 << len(column)) // 15  # of the four bits of each character
    ones = twos = fours = eights = 0
    for part in range(4):
        digits = int(column[part * quarter : (part + 1) * quarter], 16)
        ones |= (digits & lowest) << part
        twos |= (digits >> 1 & lowest) << part
        fours |= (digits >> 2 & lowest) << part
        eights |= (digits >> 3 & lowest) << part
    return [ones, twos, fours, eights]


def write_column(number: Number, every: Lanes) -> str:
    """Return the column that `read_column` reads as ``number``; ``every`` is all lanes.

    >>> write_column(read_column("10203007"), 0b11111111)
    '10203007'
    """
    quarter = every.bit_length() // 4
    lowest = every // 15
    column = ""
    for part in range(4):
        digits = 0
        for place, lanes in enumerate(number):
            digits |= (lanes >> part & lowest) << place
        column += f"{digits:0{quarter}x}"
    return column


def puzzles_of(may: May, single: list[Lanes], every: Lanes) -> list[str]:
    """Return the text of each lane, with 0 for a cell that is not ``single`` in it."""
    whole = bytearray(81 * every.bit_length())
    for cell, lanes in enumerate(single):
        digits = [cells[cell] & lanes for cells in may]
        whole[cell::81] = write_column(numbered(digits, 1), every).encode()
    text = whole.decode()
    return [text[start : start + 81] for start in range(0, len(text), 81)]


def numbered(sets: Iterable[Lanes], first: int = 0) -> Number:
    """Return for each lane the number of the set that contains it, or 0.

    The ``sets`` are numbered from ``first``.

    >>> numbered([0b1000, 0b0100, 0b0010, 0b0001])
    [5, 3]
    """
    number: Number = []
    for value, lanes in enumerate(sets, first):
        for place in range(value.bit_length()):
            if place == len(number):
                number.append(0)
            if value >> place & 1:
                number[place] |= lanes
    return number


def plus(left: Number, right: Number) -> Number:
    """Return the sum in each lane.

    >>> plus([0b0101, 0b0011], [0b1111])
    [10, 6, 1]
    """
    total, carry = [], 0
    for a, b in zip_longest(left, right, fillvalue=0):
        total.append(a ^ b ^ carry)
        carry = a & b | (a ^ b) & carry
    return [*total, carry] if carry else total


def in_one_and_in_two(nine: list[Lanes]) -> tuple[Lanes, Lanes]:
    """Return the lanes in at least one of ``nine`` sets, and those in at least two."""
    some = more = 0
    for lanes in nine:
        more |= some & lanes
        some |= lanes
    return some, more


def after_first(nine: list[Lanes]) -> list[Lanes]:
    """Return each of ``nine`` sets, without the lanes that are in no set before it."""
    seen = 0
    later = []
    for lanes in nine:
        later.append(lanes & seen)
        seen |= lanes
    return later
