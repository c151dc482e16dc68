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


def homes() -> list[list[tuple[int, Bits]]]:
    """Return the units of each cell, with its place in each."""
    found: list[list[tuple[int, Bits]]] = [[] for _ in CELLS]
    for unit, cells in enumerate(UNIT):
        for place, cell in enumerate(cells):
            found[cell].append((unit, 1 << place))
    return found


def places_in(cells: list[int], others: list[int]) -> Bits:
    """Return the places of *cells* that are also in *others*."""
    return sum(1 << place for place, cell in enumerate(cells) if cell in others)


HOMES = homes()
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
# Fields of ten bits hold the marks again: nine places, and an end. Each unit and digit
# has a field for the digit's cells, boxes first; each cell has one for its digits; and
# each unit has one for its blanks.
ORDER = (*BOXES, *ROWS, *COLUMNS)


def home_field(unit: int, digit: int) -> int:
    """Return the number of the field of *digit* in *unit*."""
    return 9 * ORDER.index(unit) + digit


def ends_of(fields: Iterable[int]) -> int:
    return sum(1 << 10 * field + 9 for field in fields)


HOME_ENDS, CELL_ENDS, UNIT_ENDS = map(ends_of, (range(243), range(81), range(27)))
# For each cell, its three bits in the fields of units; and for each cell and digit, its
# three bits in the fields of units and digits.
IN_UNITS = [sum(place << 10 * unit for unit, place in places) for places in HOMES]
IN_HOMES = [
    [
        sum(place << 10 * home_field(unit, digit) for unit, place in places)
        for digit in range(9)
    ]
    for places in HOMES
]
# The marks of a unit, and those of a digit, each in one of its fields.
UNIT_MARKS = [
    sum(0b111111111 << 10 * home_field(unit, digit) for digit in range(9))
    for unit in range(27)
]
DIGIT_MARKS = [
    sum(0b111111111 << 10 * home_field(box, digit) for box in BOXES)
    for digit in range(9)
]
DIGIT_ENDS = [
    ends_of(home_field(unit, digit) for unit in range(27)) for digit in range(9)
]


def counted(fields: int, ends: int, most: int) -> list[int]:
    """Return the ends of the fields with at least 1, 2, ... *most* places.

    As in `sudoku.exact`, subtracting 1 from all fields takes the lowest place of each
    or, if there is none, its end.
    """
    found = []
    for _ in range(most):
        rest = (fields | ends) - (ends >> 9)
        found.append(rest & ends)
        fields &= rest
    return found


def with_one(fields: int, ends: int) -> int | None:
    """Return the number of the first field with one place, or None."""
    some, more = counted(fields, ends, 2)
    single = some & ~more
    return (single & -single).bit_length() // 10 - 1 if single else None


class Pencil:
    """The marks of a grid: the digits of each cell and the places of each digit."""

    def __init__(self, grid: Grid) -> None:
        self.digits: list[Bits] = [0] * 81
        self.places: list[list[Bits]] = [[0] * 9 for _ in UNIT]  # in each unit
        self.dead = False  # whether a blank has no mark
        # The fields of units and digits, of cells, and of units.
        self.homes = self.marks = self.blanks = 0
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
                self.blanks |= IN_UNITS[cell]
                self.marks |= lacking << 10 * cell
                for digit in ELEMENTS[lacking]:
                    self.homes |= IN_HOMES[cell][digit]
                    for unit, place in HOMES[cell]:
                        self.places[unit][digit] |= place

    def is_complete(self) -> bool:
        """Return whether each unit has a place for each digit that it lacks."""
        [some] = counted(self.homes, HOME_ENDS, 1)
        return some.bit_count() == self.blanks.bit_count()

    def apply(self, step: Step) -> None:
        for location, digits in step.removed:
            cell = INDEX[location]
            for digit in digits:
                self._remove(cell, digit - 1)
            self.dead |= not self.digits[cell]
        for location, _ in step.placed:
            cell = INDEX[location]
            self.blanks ^= IN_UNITS[cell]
            for digit in ELEMENTS[self.digits[cell]]:
                self._remove(cell, digit)

    def _remove(self, cell: int, digit: int) -> None:
        self.digits[cell] ^= 1 << digit
        self.marks ^= 1 << 10 * cell + digit
        self.homes ^= IN_HOMES[cell][digit]
        for unit, place in HOMES[cell]:
            self.places[unit][digit] ^= place
