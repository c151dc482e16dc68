"""The ladder: the techniques that people use most, the easiest first.

Naked sets, fish and hidden sets are one search. Each is m things that have only m
places together, so no other thing can have these places. The things and their places
are the cells and the digits of a unit (naked set), the digits and the cells of a unit
(hidden set), or the rows and the columns of a digit, also crosswise (fish).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations

from sudoku.explain.chains import chains, wings
from sudoku.explain.pencil import (
    ALL_BLANKS,
    BOXES,
    CELLS_AT,
    COLUMNS,
    CROSSINGS,
    DIGIT_ENDS,
    DIGITS_AT,
    DIGITS_OF,
    ELEMENTS,
    ORDER,
    PEERS_OF,
    ROWS,
    UNIT,
    WITHIN,
    Bits,
    Entry,
    Pencil,
    counted,
    ends_of,
    places_of,
)
from sudoku.explain.steps import State, Step, state_of
from sudoku.explain.words import worded
from sudoku.grid import CELLS, UNIT_NAMES, Grid, possible_digits

# A technique returns its first step, or None. Its second argument is the marks that were
# removed since its last search in vain; at first, all marks. Where it has none of them,
# there is no new step.
Technique = Callable[[Pencil, int], Step | None]


class Matrix:
    """Nine things, with functions for the places of each and for the mark of both."""

    def __init__(
        self,
        kind: str,
        unit: str | None,
        fields: Iterable[int],
        masks: Callable[[Pencil], Sequence[Bits]],
        entry: Callable[[int, int], Entry],
    ) -> None:
        self.kind = kind
        self.unit = unit
        self.ends = ends_of(fields)
        self.places = places_of(self.ends)
        self.masks = masks
        self.entry = entry


def start(grid: Grid) -> State:
    return state_of(grid, possible_digits(grid))


def steps(grid: Grid) -> Iterator[Step]:
    """Yield each step of the ladder, in words."""
    return map(worded, moves(grid))


def moves(grid: Grid) -> Iterator[Step]:
    """Yield each step of the ladder, without words."""
    pencil = Pencil(grid)
    searched = [0] * len(LADDER)
    while pencil.fields and not pencil.dead and (step := first_step(pencil, searched)):
        yield step
        pencil.apply(step)


def first_step(pencil: Pencil, searched: list[int]) -> Step | None:
    """Return the first step of the easiest technique that has one.

    *searched* holds, for each technique, the fields at its last search in vain.
    """
    for number, technique in enumerate(LADDER):
        if step := technique(pencil, pencil.fields ^ searched[number]):
            return step
        searched[number] = pencil.fields
    return None


def singles(pencil: Pencil, changed: int) -> Step | None:
    """Return the step of the first field with one place, which is the easiest single."""
    some, more = counted(pencil.fields, 2)
    single = some & ~more
    if not single:
        return None
    field = (single & -single).bit_length() // 10 - 1
    place = (pencil.fields >> 10 * field & 0b111111111).bit_length() - 1
    if field < DIGITS_AT:
        cell = UNIT[field][place]
        [digit] = ELEMENTS[pencil.digits[cell]]
        return placing(pencil, "last-cell", UNIT_NAMES[field], cell, digit)
    if field < CELLS_AT:
        number, digit = divmod(field - DIGITS_AT, 9)
        unit = ORDER[number]
        cell = UNIT[unit][place]
        return placing(pencil, "hidden-single", UNIT_NAMES[unit], cell, digit)
    return placing(pencil, "single", None, field - CELLS_AT, place)


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


UNIT_PLACES = [places_of(ends_of(range(k, k + 9))) for k in DIGITS_OF]


def confined(pencil: Pencil, changed: int) -> Step | None:
    """Return the step of a digit whose places in a unit are all in one it crosses."""
    for unit in ORDER:
        if not changed & UNIT_PLACES[unit]:
            continue
        within = WITHIN[unit // 9]
        for digit, places in enumerate(pencil.places[unit]):
            for crossing in within[places]:
                _, other, theirs = CROSSINGS[unit][crossing]
                if rest := pencil.places[other][digit] & ~theirs:
                    kind = "pointing" if unit in BOXES else "claiming"
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
        "naked-set",
        UNIT_NAMES[unit],
        (CELLS_AT + cell for cell in cells),
        lambda pencil: [pencil.digits[cell] for cell in cells],
        lambda thing, place: (cells[thing], place),
    )


def fish(digit: int, lines: Sequence[int]) -> Matrix:
    """Return *lines* as things, whose places are those of *digit*."""
    return Matrix(
        "fish",
        None,
        (DIGITS_OF[line] + digit for line in lines),
        lambda pencil: [pencil.places[line][digit] for line in lines],
        lambda thing, place: (UNIT[lines[thing]][place], digit),
    )


def hidden(unit: int) -> Matrix:
    """Return the digits as things, whose places are the cells of *unit*."""
    return Matrix(
        "hidden-set",
        UNIT_NAMES[unit],
        range(DIGITS_OF[unit], DIGITS_OF[unit] + 9),
        lambda pencil: pencil.places[unit],
        lambda thing, place: (UNIT[unit][place], thing),
    )


MATRICES = [
    *map(naked, range(27)),
    *(fish(digit, lines) for digit in range(9) for lines in (ROWS, COLUMNS)),
    *map(hidden, range(27)),
]


def sets(pencil: Pencil, changed: int, size: int) -> Step | None:
    """Return the step of *size* things that have only *size* places together.

    The other things are alone in the other places: they are a set too, which removes
    the same marks. If it is smaller, it was searched for before.
    """
    some, *_, more = counted(pencil.fields, size + 1)
    few = some & ~more
    lacking = (pencil.fields & ALL_BLANKS).bit_count()
    # Otherwise a unit has no place for a digit that it lacks.
    complete = (some & DIGIT_ENDS).bit_count() == lacking
    least = 2 * size if complete else size
    for matrix in MATRICES:
        if (
            changed & matrix.places
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
                return Step(matrix.kind, matrix.unit, cells, digits, removed=removed)
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


LADDER: list[Technique] = [
    singles,
    confined,
    partial(sets, size=2),
    partial(sets, size=3),
    wings,
    partial(sets, size=4),
    chains,
]
