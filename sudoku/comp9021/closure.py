"""Apply the preemptive sets of COMP9021 fast enough to judge thousands of puzzles.

`preemptive` is the coursework. On every grid that has a solution, both leave the same
marks; ``test_the_fast_closure_leaves_the_marks_that_the_coursework_leaves`` checks
this. Three things make this module fast. A set of digits is a number: 2**4 + 2**7 is
{4, 7}. A set of cells is extended cell by cell, and abandoned once it has more digits
than it could ever have cells. After a mark is canceled, only the three units of its
cell are searched again.
"""

from collections.abc import Iterator

from sudoku.grid import PEERS, UNITS, Location, Marks, Unit

DigitMask = int
CellMasks = dict[Location, DigitMask]

MAX_SET_CELLS = 8  # cells in a preemptive set; a set of nine leaves no other cell

# The positions in UNITS of the row, the column and the box of a cell.
UNITS_OF: dict[Location, list[int]] = {
    location: [index for index, unit in enumerate(UNITS) if location in unit]
    for location in PEERS
}


def masks_of(marks: Marks) -> CellMasks:
    """Return ``marks`` with each set of digits as a bit mask: bit d is digit d.

    >>> masks_of({(1, 0): {4, 7}})
    {(1, 0): 144}
    """
    return {
        location: sum(2**digit for digit in digits)
        for location, digits in marks.items()
    }


def apply_sets(marks: CellMasks, largest: int = MAX_SET_CELLS) -> None:
    """Cancel marks until no preemptive set of at most ``largest`` cells cancels any."""
    changed = set(range(len(UNITS)))
    while changed:
        unit = UNITS[changed.pop()]
        # If marks are canceled during the search, the unit joins `changed` again.
        for cells, digits in preemptive_sets(marks, unit):
            if len(cells) <= largest:
                for location in unit:
                    if location not in cells:
                        cancel(marks, location, digits, changed)


def preemptive_sets(marks: CellMasks, unit: Unit) -> Iterator[tuple[Unit, DigitMask]]:
    """Yield ``(cells, mask)`` for each set of m cells of ``unit`` that have m marks.

    ``mask`` is the bit mask of these marks. A set is not extended further: after its
    marks are canceled in the other cells, the cells that could extend it are a
    preemptive set themselves.
    """
    cells = [location for location in unit if location in marks]
    return extend_set(marks, (), 0, tuple(cells))


def extend_set(
    marks: CellMasks, chosen: Unit, digits: DigitMask, others: Unit
) -> Iterator[tuple[Unit, DigitMask]]:
    """Yield each preemptive set of all ``chosen`` cells and one or more ``others``.

    ``digits`` is the bit mask of the marks of ``chosen``. The items are
    ``(cells, mask)``.
    """
    size = len(chosen) + 1
    for index, location in enumerate(others, 1):
        union = digits | marks[location]
        width = union.bit_count()
        if width == size:
            yield (*chosen, location), union
        elif width <= size + len(others) - index:
            yield from extend_set(marks, (*chosen, location), union, others[index:])


def cancel(
    marks: CellMasks, location: Location, digits: DigitMask, changed: set[int]
) -> None:
    """Cancel the marks ``digits``, a bit mask, in the cell at ``location``.

    If it has any of them, its units are added to ``changed``. If one mark is left, it
    is canceled in the peers of the cell at once, because the cell is a preemptive set.
    """
    if marks.get(location, 0) & digits:
        marks[location] &= ~digits
        changed.update(UNITS_OF[location])
        if marks[location].bit_count() == 1:
            for peer in PEERS[location]:
                cancel(marks, peer, marks[location], changed)
