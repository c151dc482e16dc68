"""The marks of a grid as sets of bits, in which the ladder looks for its steps.

Cells count from 0 to 80, and units from 0 to 26: rows, columns, boxes.
"""

from collections.abc import Iterable

from sudoku.explain.steps import INDEX, Step
from sudoku.grid import CELLS, PEERS, UNITS, Grid

Bits = int  # a set of numbers from 0 to 8; digit 1 is number 0
Entry = tuple[int, int]  # a cell, from 0 to 80, and a digit, from 0 to 8
ROWS, COLUMNS, BOXES = range(9), range(9, 18), range(18, 27)
UNIT = [[INDEX[location] for location in unit] for unit in UNITS]
PEERS_OF = [sorted(INDEX[peer] for peer in PEERS[cell]) for cell in CELLS]
ELEMENTS: list[list[int]] = [[]]  # the numbers in each of `Bits`
for number in range(9):
    ELEMENTS += [[*others, number] for others in ELEMENTS]


def places_in(cells: list[int], others: list[int]) -> Bits:
    """Return the places of *cells* that are also in *others*."""
    return sum(1 << place for place, cell in enumerate(cells) if cell in others)


# For each cell: its units, with its place in each.
HOMES: list[list[tuple[int, Bits]]] = [
    [(unit, 1 << cells.index(cell)) for unit, cells in enumerate(UNIT) if cell in cells]
    for cell in range(81)
]
UNIT_SETS = [{*cells} for cells in UNIT]
# For each unit: the units with which it shares three cells, and their places in both.
CROSSINGS = [
    [
        (places_in(cells, others), k, places_in(others, cells))
        for k, others in enumerate(UNIT)
        if len(held & UNIT_SETS[k]) == 3
    ]
    for cells, held in zip(UNIT, UNIT_SETS)
]
# For a row, a column and a box, and for each set of places: the crossings that hold all.
WITHIN = [
    [
        [
            k
            for k, (shared, _, _) in enumerate(crossings)
            if 0 < places == places & shared
        ]
        for places in range(512)
    ]
    for crossings in CROSSINGS[::9]
]
# The fields: ten bits for each, nine places and an end, in the order in which the ladder
# looks for singles. Each unit has a field for its blanks; each unit and digit has one
# for the digit's cells, boxes first; and each cell has one for its digits.
ORDER = (*BOXES, *ROWS, *COLUMNS)
DIGITS_AT = 27
CELLS_AT = DIGITS_AT + 9 * 27
DIGITS_OF = [DIGITS_AT + 9 * ORDER.index(unit) for unit in range(27)]  # the first


def ends_of(fields: Iterable[int]) -> int:
    return sum(1 << 10 * field + 9 for field in fields)


def places_of(ends: int) -> int:
    """Return all places of the fields with these *ends*."""
    return ends - (ends >> 9)


ENDS = ends_of(range(CELLS_AT + 81))
FIRST = ENDS >> 9  # the first place of each field
DIGIT_ENDS = ends_of(range(DIGITS_AT, CELLS_AT))
ALL_BLANKS = places_of(ends_of(range(DIGITS_AT)))
# For each cell, its three bits in the fields of blanks; and for each cell and digit, the
# four bits of the mark.
BLANK = [sum(place << 10 * unit for unit, place in places) for places in HOMES]
MARK = [
    [
        sum(place << 10 * (DIGITS_OF[unit] + digit) for unit, place in places)
        | 1 << 10 * (CELLS_AT + cell) + digit
        for digit in range(9)
    ]
    for cell, places in enumerate(HOMES)
]


def counted(fields: int, most: int) -> list[int]:
    """Return the ends of the *fields* with at least 1, 2, ... *most* places.

    As in `sudoku.exact`, subtracting 1 from all fields takes the lowest place of each
    or, if there is none, its end.
    """
    found = []
    for _ in range(most):
        rest = (fields | ENDS) - FIRST
        found.append(rest & ENDS)
        fields &= rest
    return found


class Pencil:
    """The marks of a grid three times: by cell, by unit and digit, and in fields."""

    def __init__(self, grid: Grid) -> None:
        self.digits: list[Bits] = [0] * 81  # of each cell
        self.places: list[list[Bits]] = [[0] * 9 for _ in UNIT]  # of digits, by unit
        self.fields = 0
        self.dead = False  # whether a blank has no mark
        used: list[Bits] = [0] * 27
        for cell, (row, column) in enumerate(CELLS):
            if digit := grid[row][column]:
                for unit, _ in HOMES[cell]:
                    used[unit] |= 1 << digit - 1
        for cell, (row, column) in enumerate(CELLS):
            if grid[row][column] == 0:
                (a, _), (b, _), (c, _) = HOMES[cell]
                lacking = 0b111111111 & ~(used[a] | used[b] | used[c])
                self.digits[cell] = lacking
                self.dead |= not lacking
                self.fields |= BLANK[cell]
                for digit in ELEMENTS[lacking]:
                    self.fields |= MARK[cell][digit]
                    for unit, place in HOMES[cell]:
                        self.places[unit][digit] |= place

    def apply(self, step: Step) -> None:
        for location, digits in step.removed:
            cell = INDEX[location]
            for digit in digits:
                self._remove(cell, digit - 1)
            self.dead |= not self.digits[cell]
        for location, _ in step.placed:
            cell = INDEX[location]
            self.fields ^= BLANK[cell]
            for digit in ELEMENTS[self.digits[cell]]:
                self._remove(cell, digit)

    def _remove(self, cell: int, digit: int) -> None:
        self.digits[cell] ^= 1 << digit
        self.fields ^= MARK[cell][digit]
        for unit, place in HOMES[cell]:
            self.places[unit][digit] ^= place
