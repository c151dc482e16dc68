"""The layout of a puzzle as one integer (a state), and the tables that `exact` uses.

The lowest bits are 324 fields of 11 bits: for each digit and row, each digit and
column, each digit and box, and each cell. `exact` explains them. Above them are 81
digits of 4 bits, from the last cell to the first. A digit is 15, which is all ones,
until it is known, so that an AND can set it.
"""

from functools import reduce
from itertools import compress
from operator import and_, getitem

WIDTH = 11
ROWS_AT, COLUMNS_AT, BOXES_AT, CELLS_AT, DIGITS_AT = (
    WIDTH * n for n in (0, 81, 162, 243, 324)
)


def _repeat_field(field: int, fields: int = 324) -> int:
    """Return an integer with ``fields`` equal fields, each of them ``field``.

    >>> _repeat_field(0b101, 3) == 0b101_00000000101_00000000101
    True
    """
    return field * ((1 << WIDTH * fields) // ((1 << WIDTH) - 1))


CANDIDATE_BITS = _repeat_field(0b111111111)
OPEN_BITS = _repeat_field(0b1000000000)
FIELD_BITS = CANDIDATE_BITS | OPEN_BITS
EMPTY_STATE = FIELD_BITS | (1 << 4 * 81) - 1 << DIGITS_AT  # the state without givens
DEAD_STATE = 0
CLASH_STATE = 0b1000000000  # a state with an open field that has no candidate

# Only 81 fields: those of the rows, or those of the cells after a shift.
NINE_81 = _repeat_field(0b111111111, 81)
OPEN_81 = _repeat_field(0b1000000000, 81)
# A line is a row or a column. A group is the three places of a digit where a line
# crosses a box; its first bit represents it. Every three lines cross the same boxes.
LINES = _repeat_field(0b1111111111, 162)
LINES_OPEN = _repeat_field(0b1000000000, 162)
GROUPS = _repeat_field(0b001001001, 162)
FIRST_OF_3 = sum(0b001001001 << 3 * WIDTH * three for three in range(54))
LAST_OF_3 = FIRST_OF_3 << 2 * WIDTH

# Masks for a state, indexed by the bit_length of a candidate in any of its four fields:
PLACE_MASKS: list[int] = []  # to place the candidate
REMOVE_MASKS: list[int] = []  # to remove the candidate
# Indexed by the bit_length of the first bit of a group: the mask to remove the group.
REMOVE_GROUP_MASKS: list[int] = []
# Indexed by the bit_length of a candidate in the fields of the cells after a shift: the
# candidate and its rivals, in the fields of the rows and, above these, of the cells.
RIVAL_MASKS: list[int] = []
# PLACE_MASKS again, indexed by the cell and the code of the digit.
GIVEN_MASKS: list[dict[int, int]] = []

BLANK_TO_NUL = bytes.maketrans(b".0", b"\0\0")


def state_of(puzzle: str) -> int:
    """Return the state in which the givens of ``puzzle``, 81 characters, are placed.

    Return CLASH_STATE, which has no solution, if two givens clash. ``puzzle`` must
    consist of digits and dots, which is not checked.
    """
    if not PLACE_MASKS:
        _fill_tables()
    text = puzzle.encode().translate(BLANK_TO_NUL)
    givens = text.translate(None, b"\0")
    state = reduce(and_, map(getitem, compress(GIVEN_MASKS, text), givens), EMPTY_STATE)
    closed = 324 - (state & OPEN_BITS).bit_count()
    return state if closed == 4 * len(givens) else CLASH_STATE


def solution_of(state: int) -> str:
    """Return the 81 digits of a solved ``state`` as a string."""
    return f"{state >> DIGITS_AT:x}"


def _candidate_bits(cell: int, digit: int) -> list[int]:
    """Return the bit positions of a candidate in its row, column, box and cell fields.

    ``cell`` is 0 to 80, and ``digit`` is 0 to 8.
    """
    row, column = divmod(cell, 9)
    box = row // 3 * 3 + column // 3
    inside = row % 3 * 3 + column % 3
    return [
        ROWS_AT + WIDTH * (9 * digit + row) + column,
        COLUMNS_AT + WIDTH * (9 * digit + column) + row,
        BOXES_AT + WIDTH * (9 * digit + box) + inside,
        CELLS_AT + WIDTH * cell + digit,
    ]


def _fill_tables() -> None:
    """Fill the tables of this module, which are empty at first."""
    candidates = [(cell, digit) for cell in range(81) for digit in range(9)]
    places = [_candidate_bits(cell, digit) for cell, digit in candidates]
    bits = [1 << a | 1 << b | 1 << c | 1 << d for a, b, c, d in places]
    fields = _closing_masks(places, bits)
    keep = [EMPTY_STATE] * (DIGITS_AT + 1)
    drop = [EMPTY_STATE] * (DIGITS_AT + 1)
    rivals = [0] * (DIGITS_AT - CELLS_AT + 1)
    for (cell, digit), positions, candidate_mask in zip(candidates, places, bits):
        a, b, c, d = [fields[place // WIDTH] for place in positions]
        gone = a | b | c | d
        digit_code = (15 ^ digit + 1) << DIGITS_AT + 4 * (80 - cell)
        stays = EMPTY_STATE ^ gone ^ digit_code, EMPTY_STATE ^ candidate_mask
        for place in positions:
            keep[place + 1], drop[place + 1] = stays
        rival_fields = (
            gone & NINE_81 | (gone & CANDIDATE_BITS) >> CELLS_AT << COLUMNS_AT
        )
        rivals[WIDTH * cell + digit + 1] = rival_fields
    RIVAL_MASKS[:] = rivals
    REMOVE_MASKS[:] = drop
    REMOVE_GROUP_MASKS[:] = _remove_group_masks(drop)
    codes = [(digit, ord(str(digit))) for digit in range(1, 10)]
    GIVEN_MASKS[:] = [
        {code: keep[CELLS_AT + WIDTH * cell + digit] for digit, code in codes}
        for cell in range(81)
    ]
    # Last, because `state_of` checks only whether this table is filled.
    PLACE_MASKS[:] = keep


def _remove_group_masks(drop: list[int]) -> list[int]:
    """Return REMOVE_GROUP_MASKS, made from ``drop``, which is REMOVE_MASKS.

    A group is the candidates of a digit in the three cells that a line and a box share.
    Its mask, which removes all three, has the index of its first bit.
    """
    groups = [EMPTY_STATE] * BOXES_AT
    for first in (1, 4, 7):
        threes = (drop[first + k : BOXES_AT : WIDTH] for k in range(3))
        groups[first::WIDTH] = [a & b & c for a, b, c in zip(*threes)]
    return groups


def _closing_masks(places: list[list[int]], bits: list[int]) -> list[int]:
    """Return, for each of the 324 fields, a mask of the bits to clear when it closes.

    These are its open bit, and the bits of its candidates in all fields. ``places`` has
    the bit positions of each candidate, and ``bits`` the same as a mask.
    """
    fields = [1 << WIDTH * field + 9 for field in range(324)]
    for positions, candidate_mask in zip(places, bits):
        for place in positions:
            fields[place // WIDTH] |= candidate_mask
    return fields
