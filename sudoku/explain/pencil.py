"""The marks of a grid as sets of bits, in which the ladder looks for its steps.

Cells count from 0 to 80, and units from 0 to 26: rows, columns, boxes.
"""

from collections.abc import Iterator

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
# A field of ten bits for each unit and digit, boxes first: the nine places, and an end.
ORDER = (*BOXES, *ROWS, *COLUMNS)
FIRSTS = sum(1 << 10 * field for field in range(27 * 9))
ENDS = FIRSTS << 9
# For each cell and digit, its three bits in the fields.
IN_FIELDS = [
    [
        sum(place << 10 * (9 * ORDER.index(unit) + digit) for unit, place in places)
        for digit in range(9)
    ]
    for places in HOMES
]


class Pencil:
    """The marks of a grid: the digits of each cell and the places of each digit."""

    def __init__(self, grid: Grid) -> None:
        self.digits: list[Bits] = [0] * 81
        self.places: list[list[Bits]] = [[0] * 9 for _ in UNIT]  # in each unit
        self.empty: list[Bits] = [0] * 27  # the places of the blanks of each unit
        self.dead = False  # whether a blank has no mark
        self.fields = 0  # the places again, as one integer
        used: list[Bits] = [0] * 27
        for cell, (row, column) in enumerate(CELLS):
            for unit, _ in HOMES[cell]:
                used[unit] |= 1 << grid[row][column] >> 1
        for cell, (row, column) in enumerate(CELLS):
            if grid[row][column] == 0:
                lacking = 0b111111111
                for unit, place in HOMES[cell]:
                    lacking &= ~used[unit]
                    self.empty[unit] |= place
                self.digits[cell] = lacking
                self.dead |= not lacking
                for digit in ELEMENTS[lacking]:
                    self.fields |= IN_FIELDS[cell][digit]
                    for unit, place in HOMES[cell]:
                        self.places[unit][digit] |= place

    def only_places(self) -> Iterator[tuple[int, int]]:
        """Yield each unit and digit with one place, boxes first.

        As in `sudoku.exact`, subtracting 1 from every field finds all at once. It takes
        the lowest place or, if there is none, the end of the field.
        """
        rest = (self.fields | ENDS) - FIRSTS
        others = (self.fields & rest | ENDS) - FIRSTS
        single = rest & ~others & ENDS
        while single:
            field = (single & -single).bit_length() // 10 - 1
            single &= single - 1
            yield ORDER[field // 9], field % 9

    def apply(self, step: Step) -> None:
        for location, digits in step.removed:
            cell = INDEX[location]
            for digit in digits:
                self._remove(cell, digit - 1)
            self.dead |= not self.digits[cell]
        for location, _ in step.placed:
            cell = INDEX[location]
            for digit in ELEMENTS[self.digits[cell]]:
                self._remove(cell, digit)
            for unit, place in HOMES[cell]:
                self.empty[unit] &= ~place

    def _remove(self, cell: int, digit: int) -> None:
        self.digits[cell] &= ~(1 << digit)
        self.fields &= ~IN_FIELDS[cell][digit]
        for unit, place in HOMES[cell]:
            self.places[unit][digit] &= ~place
