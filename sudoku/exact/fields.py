"""A puzzle as one integer: its layout, and the tables that `exact` works with.

From the lowest bit on: 324 fields of 11 bits, for each digit and row, each digit and
column, each digit and box, and each cell; then 81 digits of 4 bits, the last cell's
first. `exact` says what a field is. A digit is 15, all ones, until it is known, so that
an AND can set it like everything else.
"""

from functools import reduce
from itertools import compress
from operator import and_, getitem, or_
from typing import Final

from sudoku.errors import SudokuError

WIDTH: Final = 11
ROWS, COLUMNS, BOXES, CELLS, DIGITS = (WIDTH * n for n in (0, 81, 162, 243, 324))


def every(field: int, fields: int = 324) -> int:
    """The integer whose first ``fields`` fields are all ``field``.

    >>> every(0b101, 3) == 0b101_00000000101_00000000101
    True
    """
    return field * ((1 << WIDTH * fields) // ((1 << WIDTH) - 1))


NINE: Final = every(0b111111111)
OPEN: Final = every(0b1000000000)
BOTH: Final = NINE | OPEN
EMPTY: Final = BOTH | (1 << 4 * 81) - 1 << DIGITS  # the state without a given
DEAD: Final = 0
CLASH: Final = 0b1000000000  # a field that is open and has no candidate

# The fields of 81 alone, be they the rows' or, shifted down, the cells'.
NINE_81: Final = every(0b111111111, 81)
OPEN_81: Final = every(0b1000000000, 81)
# A line is a row or a column, a group the three places of a digit where it crosses a
# box; the first bit stands for all three. The lines come in threes.
LINES: Final = every(0b1111111111, 162)
LINES_OPEN: Final = every(0b1000000000, 162)
GROUPS: Final = every(0b001001001, 162)
FIRST_OF_3: Final = sum(0b001001001 << 3 * WIDTH * three for three in range(54))
LAST_OF_3: Final = FIRST_OF_3 << 2 * WIDTH

# For a candidate's bit, by its bit_length, in any of its four fields:
KEEP: list[int] = []  # what stays when it is placed
DROP: list[int] = []  # what stays when it is ruled out
# for a group's first bit: what stays when the group is ruled out
DROP_GROUP: list[int] = []
# for a candidate's bit in the cells' fields, shifted down:
RIVALS: list[int] = []  # its rivals and it, in the cells' fields and below in the rows'
# by cell and code of the digit:
GIVEN: list[dict[int, int]] = []  # KEEP again

BLANK_TO_NUL: Final = bytes.maketrans(b".0\0", b"\0\0?")


def state_of(puzzle: str) -> int:
    """The state after the givens of ``puzzle``; SudokuError if it is no puzzle.

    Each given closes four fields. Where two clash they close fewer; that is a CLASH,
    and nothing is searched.
    """
    if not KEEP:
        fill_tables()
    text = puzzle.encode("ascii", "replace").translate(BLANK_TO_NUL)
    givens = text.translate(None, b"\0")
    try:
        state = reduce(and_, map(getitem, compress(GIVEN, text), givens), EMPTY)
    except KeyError:
        raise refusal(puzzle) from None
    if len(text) != 81:
        raise refusal(puzzle)
    closed = 324 - (state & OPEN).bit_count()
    return state if closed == 4 * len(givens) else CLASH


def refusal(puzzle: str) -> SudokuError:
    if len(puzzle) != 81:
        return SudokuError(f"{len(puzzle)} characters; expected 81")
    wrong = puzzle.lstrip(".0123456789")[0]
    place = puzzle.index(wrong) + 1
    return SudokuError(f"{wrong!r} in place {place}; expected a digit or '.'")


def listen() -> None:
    """Nothing; but Python hears a Ctrl-C when it comes to a function of its own."""


def solution_of(state: int) -> str:
    """The digits of a state in which every one is known."""
    return f"{state >> DIGITS:x}"


def places_of(cell: int, digit: int) -> list[int]:
    """Where a candidate has its bits: in its row's, column's, box's and cell's field.

    Cells and digits count from 0.
    """
    row, column = divmod(cell, 9)
    box, inside = row // 3 * 3 + column // 3, row % 3 * 3 + column % 3
    return [
        ROWS + WIDTH * (9 * digit + row) + column,
        COLUMNS + WIDTH * (9 * digit + column) + row,
        BOXES + WIDTH * (9 * digit + box) + inside,
        CELLS + WIDTH * cell + digit,
    ]


def fill_tables() -> None:
    """Fill every table; KEEP last, since `state_of` looks whether it is filled."""
    candidates = [(cell, digit) for cell in range(81) for digit in range(9)]
    places = [places_of(cell, digit) for cell, digit in candidates]
    bits = [sum([1 << place for place in four]) for four in places]
    fields = closing(places, bits)
    keep, drop, rivals = ([EMPTY] * (DIGITS + 1) for _ in range(3))
    for (cell, digit), four, own in zip(candidates, places, bits):
        gone = reduce(or_, [fields[place // WIDTH] for place in four])
        known = (15 ^ digit + 1) << DIGITS + 4 * (80 - cell)
        stays = EMPTY ^ gone ^ known, EMPTY ^ own
        seen = gone & NINE_81 | (gone & NINE) >> CELLS << COLUMNS
        for place in four:
            keep[place + 1], drop[place + 1] = stays
            rivals[place + 1] = seen
    RIVALS[:], DROP[:] = rivals[CELLS:], drop
    DROP_GROUP[:] = map(and_, map(and_, drop, drop[1:]), drop[2 : BOXES + 2])
    codes = [(digit, ord(str(digit))) for digit in range(1, 10)]
    GIVEN[:] = [
        {code: keep[CELLS + WIDTH * cell + digit] for digit, code in codes}
        for cell in range(81)
    ]
    KEEP[:] = keep


def closing(places: list[list[int]], bits: list[int]) -> list[int]:
    """What goes when each field is closed: its open bit, its candidates everywhere."""
    fields = [1 << WIDTH * field + 9 for field in range(324)]
    for four, own in zip(places, bits):
        for place in four:
            fields[place // WIDTH] |= own
    return fields
