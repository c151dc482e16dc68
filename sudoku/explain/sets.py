"""Find singles, pointing and claiming digits, sets and fish.

Naked sets, fish and hidden sets are found by one search for m things that have only m
places together, so that no other thing can have these places. The things and places are
cells and digits of a unit (naked set), digits and cells of a unit (hidden set), or rows
and columns of a digit, or vice versa (fish).
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product

from sudoku.explain.pencil import (
    ALL_BLANKS,
    BOX_UNITS,
    COLUMN_UNITS,
    DIGIT_ENDS,
    DIGIT_FIELDS_OF,
    FIRST_CELL_FIELD,
    FIRST_DIGIT_FIELD,
    MEMBERS,
    PEERS_OF,
    ROW_UNITS,
    UNIT_CELLS,
    UNIT_CROSSINGS,
    UNIT_ORDER,
    BitSet,
    CellDigit,
    PencilMarks,
    end_bits,
    ends_with_at_least,
    place_bits,
)
from sudoku.explain.steps import Step
from sudoku.grid import CELLS, UNIT_NAMES, Location


class Matrix:
    """Nine things with their possible places, in which `find_set` searches for sets.

    For naked sets, they are the cells of a unit with their candidates; see the module's
    docstring for the others. ``kind`` and ``unit`` are those of the steps, and
    ``fields`` the indexes of the things in `PencilMarks.fields`. ``masks`` returns the
    places of each thing, and ``entry`` the cell and the digit of a thing and a place.
    """

    def __init__(
        self,
        kind: str,
        unit: str | None,
        fields: Iterable[int],
        masks: Callable[[PencilMarks], Sequence[BitSet]],
        entry: Callable[[int, int], CellDigit],
    ) -> None:
        self.kind = kind
        self.unit = unit
        self.ends = end_bits(fields)
        self.places = place_bits(self.ends)
        self.masks = masks
        self.entry = entry


def find_single(pencil: PencilMarks, changed: int) -> Step | None:
    """Return the step for a last cell, or else hidden or naked single, or None.

    ``changed`` is not used.
    """
    at_least_one, over_size = ends_with_at_least(pencil.fields, 2)
    single = at_least_one & ~over_size
    if not single:
        return None
    field = (single & -single).bit_length() // 10 - 1
    place = (pencil.fields >> 10 * field & 0b111111111).bit_length() - 1
    if field < FIRST_DIGIT_FIELD:
        cell = UNIT_CELLS[field][place]
        [digit] = MEMBERS[pencil.digits[cell]]
        return _placement_step(pencil, "last-cell", UNIT_NAMES[field], cell, digit)
    if field < FIRST_CELL_FIELD:
        number, digit = divmod(field - FIRST_DIGIT_FIELD, 9)
        unit = UNIT_ORDER[number]
        cell = UNIT_CELLS[unit][place]
        return _placement_step(pencil, "hidden-single", UNIT_NAMES[unit], cell, digit)
    return _placement_step(pencil, "single", None, field - FIRST_CELL_FIELD, place)


def _placement_step(
    pencil: PencilMarks, kind: str, unit: str | None, cell: int, digit: int
) -> Step:
    """Return the step that puts ``digit``, from 0, into ``cell``, from 0 to 80.

    The step also removes the digit from the peers of the cell.
    """
    number = digit + 1
    mark = 1 << digit
    removed = [
        (CELLS[peer], (number,))
        for peer in PEERS_OF[cell]
        if pencil.digits[peer] & mark
    ]
    home = CELLS[cell]
    return Step(kind, unit, (home,), (number,), ((home, number),), tuple(removed))


UNIT_PLACES = [place_bits(end_bits(range(k, k + 9))) for k in DIGIT_FIELDS_OF]


def find_confined(pencil: PencilMarks, changed: int) -> Step | None:
    """Return the first pointing or claiming step, or None.

    All cells of a unit for a digit are in another unit too, which loses the digit in
    its other cells. Units without a bit in ``changed``, the bits of
    `PencilMarks.fields` changed since the last search, are skipped.
    """
    units = [unit for unit in UNIT_ORDER if changed & UNIT_PLACES[unit]]
    for unit, digit in product(units, range(9)):
        places = pencil.places[unit][digit]
        for shared_places, other_unit, other_shared in UNIT_CROSSINGS[unit]:
            if places and places & shared_places == places:
                lost_places = pencil.places[other_unit][digit] & ~other_shared
                if lost_places:
                    kind = "pointing" if unit in BOX_UNITS else "claiming"
                    cells = _cells_at(unit, places)
                    losing_cells = _cells_at(other_unit, lost_places)
                    return Step(
                        kind,
                        UNIT_NAMES[unit],
                        cells,
                        (digit + 1,),
                        removed=tuple((cell, (digit + 1,)) for cell in losing_cells),
                    )
    return None


def _cells_at(unit: int, places: BitSet) -> tuple[Location, ...]:
    return tuple(CELLS[UNIT_CELLS[unit][place]] for place in MEMBERS[places])


def _naked_matrix(unit: int) -> Matrix:
    """Return the matrix for naked sets in ``unit``: its cells and their candidates."""
    cells = UNIT_CELLS[unit]
    return Matrix(
        "naked-set",
        UNIT_NAMES[unit],
        (FIRST_CELL_FIELD + cell for cell in cells),
        lambda pencil: [pencil.digits[cell] for cell in cells],
        lambda thing, place: (cells[thing], place),
    )


def _fish_matrix(digit: int, lines: Sequence[int]) -> Matrix:
    """Return the matrix for fish of ``digit``: its places in all rows or all columns.

    ``lines`` are the numbers of the nine rows or of the nine columns.
    """
    return Matrix(
        "fish",
        None,
        (DIGIT_FIELDS_OF[line] + digit for line in lines),
        lambda pencil: [pencil.places[line][digit] for line in lines],
        lambda thing, place: (UNIT_CELLS[lines[thing]][place], digit),
    )


def _hidden_matrix(unit: int) -> Matrix:
    """Return the matrix for hidden sets in ``unit``: the digits and their cells."""
    return Matrix(
        "hidden-set",
        UNIT_NAMES[unit],
        range(DIGIT_FIELDS_OF[unit], DIGIT_FIELDS_OF[unit] + 9),
        lambda pencil: pencil.places[unit],
        lambda thing, place: (UNIT_CELLS[unit][place], thing),
    )


MATRICES = [
    *map(_naked_matrix, range(27)),
    *(
        _fish_matrix(digit, lines)
        for digit in range(9)
        for lines in (ROW_UNITS, COLUMN_UNITS)
    ),
    *map(_hidden_matrix, range(27)),
]


def find_set(pencil: PencilMarks, changed: int, size: int) -> Step | None:
    """Return a step for the first naked set, fish or hidden set of ``size``, or None.

    The step removes a mark. ``changed`` has the bits of `PencilMarks.fields` changed
    since the last search; matrices without such a bit are skipped. So are matrices with
    fewer than ``2 * size`` things left, unless a unit has no place for a digit: the
    complementary set, found before, would remove the same marks.
    """
    at_least_one, *_, over_size = ends_with_at_least(pencil.fields, size + 1)
    at_most_size = at_least_one & ~over_size
    lacking = (pencil.fields & ALL_BLANKS).bit_count()
    # Otherwise a unit has no place for a digit that it lacks.
    complete = (at_least_one & DIGIT_ENDS).bit_count() == lacking
    min_things = 2 * size if complete else size
    for matrix in MATRICES:
        if (
            changed & matrix.places
            and (at_most_size & matrix.ends).bit_count() >= size
            and (at_least_one & matrix.ends).bit_count() >= min_things
        ):
            masks = matrix.masks(pencil)
            for things, places, others in _find_groups(tuple(masks), size):
                cause = _marks_by_cell(masks, things, places, matrix.entry)
                effect = _marks_by_cell(masks, others, places, matrix.entry)
                removed = tuple((CELLS[cell], effect[cell]) for cell in sorted(effect))
                cells = tuple(CELLS[cell] for cell in sorted(cause))
                digits = tuple(sorted(set().union(*cause.values())))
                return Step(matrix.kind, matrix.unit, cells, digits, removed=removed)
    return None


@lru_cache(maxsize=10_000)  # most units look like another one
def _find_groups(
    masks: tuple[BitSet, ...], size: int
) -> list[tuple[tuple[int, ...], BitSet, list[int]]]:
    """Return the sets of ``size`` things that together have only ``size`` places.

    ``masks`` has the places of each thing. Each set is (things, places, other things
    that have one of these places); sets without such other things are left out.
    """
    things = [k for k in range(9) if 0 < masks[k].bit_count() <= size]
    groups = []
    for chosen in combinations(things, size):
        places = 0
        for thing in chosen:
            places |= masks[thing]
        if places.bit_count() == size:
            others = [k for k in range(9) if k not in chosen and masks[k] & places]
            if others:
                groups.append((chosen, places, others))
    return groups


def _marks_by_cell(
    masks: Sequence[BitSet],
    things: Sequence[int],
    places: BitSet,
    entry: Callable[[int, int], CellDigit],
) -> dict[int, tuple[int, ...]]:
    """Return the candidates of ``things`` in ``places``, by cell: ``{0: (4, 7)}``.

    Cells count from 0 to 80, and digits from 1. ``masks[thing]`` has the places of a
    thing of a `Matrix`; ``entry`` maps a thing and a place to a cell and a digit from
    0.
    """
    marks: dict[int, tuple[int, ...]] = {}
    for thing in things:
        for place in MEMBERS[masks[thing] & places]:
            cell, digit = entry(thing, place)
            marks[cell] = *marks.get(cell, ()), digit + 1
    return marks
