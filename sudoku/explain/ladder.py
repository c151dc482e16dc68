"""The ladder: the techniques that people use most, the easiest first.

Naked sets, fish and hidden sets are one search. Each is m things that have only m
places together, so no other thing can have these places. The things and their places
are the cells and the digits of a unit (naked set), the digits and the cells of a unit
(hidden set), or the rows and the columns of a digit, also crosswise (fish).
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations

from sudoku.explain.chains import chains, wings
from sudoku.explain.pencil import (
    BOXES,
    COLUMNS,
    CROSSINGS,
    ELEMENTS,
    PEERS_OF,
    ROWS,
    UNIT,
    WITHIN,
    Bits,
    Entry,
    Pencil,
)
from sudoku.explain.steps import State, Step, state_of
from sudoku.explain.words import worded
from sudoku.grid import CELLS, UNIT_NAMES, Grid, possible_digits

Matrix = tuple[str | None, Sequence[Bits], Callable[[int, int], Entry]]


def start(grid: Grid) -> State:
    return state_of(grid, possible_digits(grid))


def steps(grid: Grid) -> Iterator[Step]:
    """Yield each step of the ladder, in words."""
    return map(worded, moves(grid))


def moves(grid: Grid) -> Iterator[Step]:
    """Yield each step of the ladder, without words."""
    pencil = Pencil(grid)
    while pencil.fields and not pencil.dead and (step := first_step(pencil)):
        yield step
        pencil.apply(step)


def first_step(pencil: Pencil) -> Step | None:
    """Return the first step of the easiest technique that has one."""
    for technique in LADDER:
        for step in technique(pencil):
            return step
    return None


def placing(pencil: Pencil, kind: str, unit: str | None, cell: int, digit: int) -> Step:
    """Return the step that puts *digit* into *cell*."""
    number = digit + 1
    removed = tuple(
        (CELLS[peer], (number,))
        for peer in PEERS_OF[cell]
        if pencil.digits[peer] >> digit & 1
    )
    home = CELLS[cell]
    return Step(kind, unit, (home,), (number,), ((home, number),), removed)


def last_cells(pencil: Pencil) -> Iterator[Step]:
    for unit, empty in enumerate(pencil.empty):
        if empty.bit_count() == 1:
            cell = UNIT[unit][empty.bit_length() - 1]
            [digit] = ELEMENTS[pencil.digits[cell]]
            yield placing(pencil, "last-cell", UNIT_NAMES[unit], cell, digit)


def hidden_singles(pencil: Pencil) -> Iterator[Step]:
    for unit, digit in pencil.only_places():
        cell = UNIT[unit][pencil.places[unit][digit].bit_length() - 1]
        yield placing(pencil, "hidden-single", UNIT_NAMES[unit], cell, digit)


def naked_singles(pencil: Pencil) -> Iterator[Step]:
    for cell, digits in enumerate(pencil.digits):
        if digits.bit_count() == 1:
            yield placing(pencil, "single", None, cell, digits.bit_length() - 1)


def pointing(pencil: Pencil) -> Iterator[Step]:
    return confined(pencil, "pointing", BOXES)


def claiming(pencil: Pencil) -> Iterator[Step]:
    return confined(pencil, "claiming", (*ROWS, *COLUMNS))


def confined(pencil: Pencil, kind: str, units: Sequence[int]) -> Iterator[Step]:
    """Yield each digit whose places in one of *units* are all in a unit it crosses."""
    for unit in units:
        for digit, places in enumerate(pencil.places[unit]):
            for crossing in WITHIN[unit // 9][places]:
                _, other, theirs = CROSSINGS[unit][crossing]
                if rest := pencil.places[other][digit] & ~theirs:
                    cells = tuple(CELLS[UNIT[unit][k]] for k in ELEMENTS[places])
                    losers = (CELLS[UNIT[other][k]] for k in ELEMENTS[rest])
                    removed = tuple((cell, (digit + 1,)) for cell in losers)
                    name = UNIT_NAMES[unit]
                    yield Step(kind, name, cells, (digit + 1,), removed=removed)


def naked(pencil: Pencil) -> Iterator[Matrix]:
    """Yield for each unit: its cells as things, whose places are their digits."""

    def entry(thing: int, place: int) -> Entry:
        return cells[thing], place

    for name, cells in zip(UNIT_NAMES, UNIT):
        yield name, [pencil.digits[cell] for cell in cells], entry


def hidden(pencil: Pencil) -> Iterator[Matrix]:
    """Yield for each unit: the digits as things, whose places are its cells."""

    def entry(thing: int, place: int) -> Entry:
        return cells[place], thing

    for name, cells, masks in zip(UNIT_NAMES, UNIT, pencil.places):
        yield name, masks, entry


def fish(pencil: Pencil) -> Iterator[Matrix]:
    """Yield for each digit: the rows as things, whose places are columns; then back."""

    def entry(thing: int, place: int) -> Entry:
        return UNIT[lines[thing]][place], digit

    for digit in range(9):
        for lines in (ROWS, COLUMNS):
            yield None, [pencil.places[line][digit] for line in lines], entry


def sets(
    pencil: Pencil, kind: str, matrices: Callable[[Pencil], Iterator[Matrix]], size: int
) -> Iterator[Step]:
    """Yield what each *size* things with only *size* places together remove."""
    for unit, masks, entry in matrices(pencil):
        for things, places, others in groups(tuple(masks), size):
            cause = entries(masks, things, places, entry)
            effect = entries(masks, others, places, entry)
            removed = tuple((CELLS[cell], effect[cell]) for cell in sorted(effect))
            cells = tuple(CELLS[cell] for cell in sorted(cause))
            digits = tuple(sorted(set().union(*cause.values())))
            yield Step(kind, unit, cells, digits, removed=removed)


@lru_cache(maxsize=10_000)  # most units stay as they are from one step to the next
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


def of_size(size: int) -> list[Callable[[Pencil], Iterator[Step]]]:
    """Return the searches for naked sets, fish and hidden sets of *size*."""
    return [
        partial(sets, kind=kind, matrices=matrices, size=size)
        for kind, matrices in (
            ("naked-set", naked),
            ("fish", fish),
            ("hidden-set", hidden),
        )
    ]


LADDER: list[Callable[[Pencil], Iterator[Step]]] = [
    last_cells,
    hidden_singles,
    naked_singles,
    pointing,
    claiming,
    *of_size(2),
    *of_size(3),
    partial(wings, size=2),
    partial(wings, size=3),
    *of_size(4),
    partial(chains, links=2),
    partial(chains, links=3),
]
