"""The ladder: the techniques that people use most, the easiest first.

Naked sets, fish and hidden sets are one search. Each is m things that have only m
places together, so no other thing can have these places. The things and their places
are the cells and the digits of a unit (naked set), the digits and the cells of a unit
(hidden set), or the rows and the columns of a digit, also crosswise (fish).
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import NamedTuple

from sudoku.explain.chains import chains, wings
from sudoku.explain.pencil import (
    BOXES,
    CELL_ENDS,
    COLUMNS,
    CROSSINGS,
    DIGIT_MARKS,
    ELEMENTS,
    HOME_ENDS,
    ORDER,
    PEERS_OF,
    ROWS,
    UNIT,
    UNIT_ENDS,
    UNIT_MARKS,
    WITHIN,
    Bits,
    Entry,
    Pencil,
    counted,
    ends_of,
    home_field,
    with_one,
)
from sudoku.explain.steps import State, Step, state_of
from sudoku.explain.words import worded
from sudoku.grid import CELLS, UNIT_NAMES, Grid, possible_digits

# A technique returns its first step, or None. Its second argument is the marks that were
# removed since its last search in vain; at first, all marks. Where it has none of them,
# there is no new step.
Technique = Callable[[Pencil, int], Step | None]


class Matrix(NamedTuple):
    """Nine things, with functions for the places of each and for the mark of both."""

    unit: str | None
    marks: int  # all its marks
    ends: int  # of the fields of its things
    masks: Callable[[Pencil], Sequence[Bits]]
    entry: Callable[[int, int], Entry]


def start(grid: Grid) -> State:
    return state_of(grid, possible_digits(grid))


def steps(grid: Grid) -> Iterator[Step]:
    """Yield each step of the ladder, in words."""
    return map(worded, moves(grid))


def moves(grid: Grid) -> Iterator[Step]:
    """Yield each step of the ladder, without words."""
    pencil = Pencil(grid)
    searched = [0] * len(LADDER)
    while pencil.homes and not pencil.dead and (step := first_step(pencil, searched)):
        yield step
        pencil.apply(step)


def first_step(pencil: Pencil, searched: list[int]) -> Step | None:
    """Return the first step of the easiest technique that has one.

    *searched* holds, for each technique, the marks at its last search in vain.
    """
    for number, technique in enumerate(LADDER):
        if step := technique(pencil, pencil.homes ^ searched[number]):
            return step
        searched[number] = pencil.homes
    return None


def placing(pencil: Pencil, kind: str, unit: str | None, cell: int, digit: int) -> Step:
    """Return the step that puts *digit* into *cell*."""
    number = digit + 1
    mark = 1 << digit
    removed = [
        (CELLS[peer], (number,))
        for peer in PEERS_OF[cell]
        if pencil.digits[peer] & mark
    ]
    home = CELLS[cell]
    return Step(kind, unit, (home,), (number,), ((home, number),), tuple(removed))


def last_cell(pencil: Pencil, changed: int) -> Step | None:
    unit = with_one(pencil.blanks, UNIT_ENDS)
    if unit is None:
        return None
    cell = UNIT[unit][(pencil.blanks >> 10 * unit & 0b111111111).bit_length() - 1]
    [digit] = ELEMENTS[pencil.digits[cell]]
    return placing(pencil, "last-cell", UNIT_NAMES[unit], cell, digit)


def hidden_single(pencil: Pencil, changed: int) -> Step | None:
    field = with_one(pencil.homes, HOME_ENDS)
    if field is None:
        return None
    unit, digit = ORDER[field // 9], field % 9
    cell = UNIT[unit][pencil.places[unit][digit].bit_length() - 1]
    return placing(pencil, "hidden-single", UNIT_NAMES[unit], cell, digit)


def naked_single(pencil: Pencil, changed: int) -> Step | None:
    cell = with_one(pencil.marks, CELL_ENDS)
    if cell is None:
        return None
    return placing(pencil, "single", None, cell, pencil.digits[cell].bit_length() - 1)


def confined(
    pencil: Pencil, changed: int, kind: str, units: Sequence[int]
) -> Step | None:
    """Return the step of a digit whose places in a unit are all in one it crosses."""
    for unit in units:
        if changed & UNIT_MARKS[unit]:
            for digit, places in enumerate(pencil.places[unit]):
                for crossing in WITHIN[unit // 9][places]:
                    _, other, theirs = CROSSINGS[unit][crossing]
                    if rest := pencil.places[other][digit] & ~theirs:
                        cells = tuple(CELLS[UNIT[unit][k]] for k in ELEMENTS[places])
                        losers = (CELLS[UNIT[other][k]] for k in ELEMENTS[rest])
                        removed = tuple((cell, (digit + 1,)) for cell in losers)
                        name = UNIT_NAMES[unit]
                        return Step(kind, name, cells, (digit + 1,), removed=removed)
    return None


def naked(unit: int) -> Matrix:
    """Return the cells of *unit* as things, whose places are their digits."""
    cells = UNIT[unit]
    return Matrix(
        UNIT_NAMES[unit],
        UNIT_MARKS[unit],
        ends_of(cells),
        lambda pencil: [pencil.digits[cell] for cell in cells],
        lambda thing, place: (cells[thing], place),
    )


def hidden(unit: int) -> Matrix:
    """Return the digits as things, whose places are the cells of *unit*."""
    return Matrix(
        UNIT_NAMES[unit],
        UNIT_MARKS[unit],
        ends_of(home_field(unit, digit) for digit in range(9)),
        lambda pencil: pencil.places[unit],
        lambda thing, place: (UNIT[unit][place], thing),
    )


def fish(digit: int, lines: Sequence[int]) -> Matrix:
    """Return *lines* as things, whose places are those of *digit*."""
    return Matrix(
        None,
        DIGIT_MARKS[digit],
        ends_of(home_field(line, digit) for line in lines),
        lambda pencil: [pencil.places[line][digit] for line in lines],
        lambda thing, place: (UNIT[lines[thing]][place], digit),
    )


MATRICES = {
    "naked-set": [naked(unit) for unit in range(27)],
    "fish": [fish(digit, lines) for digit in range(9) for lines in (ROWS, COLUMNS)],
    "hidden-set": [hidden(unit) for unit in range(27)],
}


def sets(pencil: Pencil, changed: int, kind: str, size: int) -> Step | None:
    """Return the step of *size* things that have only *size* places together.

    The other things are alone in the other places: they are a set too, which removes
    the same marks. If it is smaller, it was searched for before.
    """
    if kind == "naked-set":
        some, *_, more = counted(pencil.marks, CELL_ENDS, size + 1)
    else:
        some, *_, more = counted(pencil.homes, HOME_ENDS, size + 1)
    few = some & ~more
    least = 2 * size if pencil.is_complete() else size
    for matrix in MATRICES[kind]:
        if (
            changed & matrix.marks
            and (few & matrix.ends).bit_count() >= size
            and (some & matrix.ends).bit_count() >= least
        ):
            masks = matrix.masks(pencil)
            for things, places, others in groups(tuple(masks), size):
                cause = entries(masks, things, places, matrix.entry)
                effect = entries(masks, others, places, matrix.entry)
                removed = tuple((CELLS[cell], effect[cell]) for cell in sorted(effect))
                cells = tuple(CELLS[cell] for cell in sorted(cause))
                digits = tuple(sorted(set().union(*cause.values())))
                return Step(kind, matrix.unit, cells, digits, removed=removed)
    return None


@lru_cache(maxsize=10_000)  # most units look like another one
def groups(
    masks: tuple[Bits, ...], size: int
) -> list[tuple[tuple[int, ...], Bits, list[int]]]:
    """Return each *size* things that have *size* places together, with these places.

    The third item is the other things that have one of the places; there are some.
    """
    things = [k for k in range(9) if 0 < masks[k].bit_count() <= size]
    found = []
    for chosen in combinations(things, size):
        places = 0
        for thing in chosen:
            places |= masks[thing]
        if places.bit_count() == size:
            others = [k for k in range(9) if k not in chosen and masks[k] & places]
            if others:
                found.append((chosen, places, others))
    return found


def entries(
    masks: Sequence[Bits],
    things: Sequence[int],
    places: Bits,
    entry: Callable[[int, int], Entry],
) -> dict[int, tuple[int, ...]]:
    """Return the digits, by cell, that *things* have in *places*."""
    found: dict[int, tuple[int, ...]] = {}
    for thing in things:
        for place in ELEMENTS[masks[thing] & places]:
            cell, digit = entry(thing, place)
            found[cell] = *found.get(cell, ()), digit + 1
    return found


def of_size(size: int) -> list[Technique]:
    """Return the searches for naked sets, fish and hidden sets of *size*."""
    return [partial(sets, kind=kind, size=size) for kind in MATRICES]


LADDER: list[Technique] = [
    last_cell,
    hidden_single,
    naked_single,
    partial(confined, kind="pointing", units=BOXES),
    partial(confined, kind="claiming", units=(*ROWS, *COLUMNS)),
    *of_size(2),
    *of_size(3),
    partial(wings, size=2),
    partial(wings, size=3),
    *of_size(4),
    partial(chains, links=2),
    partial(chains, links=3),
]
