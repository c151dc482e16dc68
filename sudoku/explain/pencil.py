"""The candidates of a grid as sets of bits, in which the ladder searches for steps.

Cells count from 0 to 80, and units from 0 to 26: rows, columns, boxes.
"""

from collections.abc import Iterable

from sudoku.explain.steps import CELL_INDEX, Step
from sudoku.grid import CELLS, PEERS, UNITS, Grid

BitSet = int  # a set of numbers from 0 to 8; digit 1 is number 0
CellDigit = tuple[int, int]  # a cell, from 0 to 80, and a digit, from 0 to 8
ROW_UNITS = range(9)
COLUMN_UNITS = range(9, 18)
BOX_UNITS = range(18, 27)
UNIT_CELLS = [[CELL_INDEX[location] for location in unit] for unit in UNITS]
PEERS_OF = [sorted(CELL_INDEX[peer] for peer in PEERS[cell]) for cell in CELLS]
MEMBERS: list[list[int]] = [[]]  # the numbers in each of `BitSet`
for number in range(9):
    MEMBERS += [[*others, number] for others in MEMBERS]


def _shared_places(cells: list[int], others: list[int]) -> BitSet:
    """Return the set of indexes in ``cells`` of the cells that ``others`` has."""
    return sum(1 << place for place, cell in enumerate(cells) if cell in others)


# For each cell: its units, with its place in each.
UNITS_OF_CELL: list[list[tuple[int, BitSet]]] = [
    [
        (unit, 1 << cells.index(cell))
        for unit, cells in enumerate(UNIT_CELLS)
        if cell in cells
    ]
    for cell in range(81)
]
# For each unit: the units with which it shares three cells, and their places in both.
UNIT_CROSSINGS = [
    [
        (_shared_places(cells, others), other, _shared_places(others, cells))
        for other, others in enumerate(UNIT_CELLS)
        if len({*cells} & {*others}) == 3
    ]
    for cells in UNIT_CELLS
]
# The fields: ten bits for each, nine places and an end, in the order in which the ladder
# looks for singles. Each unit has a field for its blanks; each unit and digit has one
# for the digit's cells, boxes first; and each cell has one for its digits.
UNIT_ORDER = (*BOX_UNITS, *ROW_UNITS, *COLUMN_UNITS)
FIRST_DIGIT_FIELD = 27
FIRST_CELL_FIELD = FIRST_DIGIT_FIELD + 9 * 27
DIGIT_FIELDS_OF = [
    FIRST_DIGIT_FIELD + 9 * UNIT_ORDER.index(unit) for unit in range(27)
]  # the first


def end_bits(fields: Iterable[int]) -> int:
    return sum(1 << 10 * field + 9 for field in fields)


def place_bits(ends: int) -> int:
    """Return the mask of the nine place bits below each end bit in ``ends``."""
    return ends - (ends >> 9)


END_BITS = end_bits(range(FIRST_CELL_FIELD + 81))
LOWEST_BITS = END_BITS >> 9  # the first place of each field
DIGIT_ENDS = end_bits(range(FIRST_DIGIT_FIELD, FIRST_CELL_FIELD))
ALL_BLANKS = place_bits(end_bits(range(FIRST_DIGIT_FIELD)))
# For each cell, its three bits in the fields of blanks; and for each cell and digit, the
# four bits of the mark.
BLANK_BITS = [
    sum(place << 10 * unit for unit, place in places) for places in UNITS_OF_CELL
]
MARK_BITS = [
    [
        sum(place << 10 * (DIGIT_FIELDS_OF[unit] + digit) for unit, place in places)
        | 1 << 10 * (FIRST_CELL_FIELD + cell) + digit
        for digit in range(9)
    ]
    for cell, places in enumerate(UNITS_OF_CELL)
]


def ends_with_at_least(fields: int, number: int) -> list[int]:
    """Return ``number`` masks; mask k (from 0) marks the fields with over k places.

    ``fields`` is a row of fields of ten bits: nine places, and an end bit, which is 0
    here. A mask marks a field by its end bit.
    """
    masks = []
    for _ in range(number):
        rest = (fields | END_BITS) - LOWEST_BITS
        masks.append(rest & END_BITS)
        fields &= rest
    return masks


class PencilMarks:
    """The candidates of a grid, kept in three forms while steps change them.

    ``digits`` has a set of digits for each cell, ``places`` a set of cells for each
    unit and digit, and ``fields`` both in one integer, for fast searches.
    """

    def __init__(self, grid: Grid) -> None:
        self.digits: list[BitSet] = [0] * 81  # of each cell
        self.places: list[list[BitSet]] = [
            [0] * 9 for _ in UNIT_CELLS
        ]  # of digits, by unit
        self.fields = 0
        self.is_contradictory = False  # whether a blank has no candidate
        used: list[BitSet] = [0] * 27
        for cell, (row, column) in enumerate(CELLS):
            if digit := grid[row][column]:
                for unit, _ in UNITS_OF_CELL[cell]:
                    used[unit] |= 1 << digit - 1
        for cell, (row, column) in enumerate(CELLS):
            if grid[row][column] == 0:
                (a, _), (b, _), (c, _) = UNITS_OF_CELL[cell]
                lacking = 0b111111111 & ~(used[a] | used[b] | used[c])
                self.digits[cell] = lacking
                if not lacking:
                    self.is_contradictory = True
                self.fields |= BLANK_BITS[cell]
                for digit in MEMBERS[lacking]:
                    self.fields |= MARK_BITS[cell][digit]
                    for unit, place in UNITS_OF_CELL[cell]:
                        self.places[unit][digit] |= place

    def apply(self, step: Step) -> None:
        """Remove the eliminated candidates, and all candidates of the filled cells.

        A cell that loses its last candidate makes the grid contradictory.
        """
        for location, numbers in step.removed:
            cell = CELL_INDEX[location]
            for number in numbers:
                self._remove(cell, number - 1)
            if not self.digits[cell]:
                self.is_contradictory = True
        for location, _ in step.placed:
            cell = CELL_INDEX[location]
            self.fields ^= BLANK_BITS[cell]
            for digit in MEMBERS[self.digits[cell]]:
                self._remove(cell, digit)

    def _remove(self, cell: int, digit: int) -> None:
        self.digits[cell] ^= 1 << digit
        self.fields ^= MARK_BITS[cell][digit]
        for unit, place in UNITS_OF_CELL[cell]:
            self.places[unit][digit] ^= place
