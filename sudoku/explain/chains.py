"""Two searches for cells of which one must have a digit: wings, and chains of a digit.

A *wing* is a pivot and two pincers. The pincers have two candidates each, of which one
is the same digit. Whatever the pivot is, one of the pincers has this digit, unless the
pivot has it: that of an XYZ-wing can.

A *strong link* is the only two cells of a unit that can have a digit: if one has not,
the other has. A *chain* is two or three strong links, one behind the other. The end of
a link and the start of the next see each other, so at most one of them has the digit.
Therefore the first or the last cell of the chain has it.

In both, no cell that sees all cells of which one must have the digit can have it too.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

from sudoku.explain.pencil import (
    DIGIT_ENDS,
    DIGIT_MARKS,
    ELEMENTS,
    HOME_ENDS,
    PEERS_OF,
    ROWS,
    UNIT,
    Pencil,
    counted,
)
from sudoku.explain.steps import Link, Step
from sudoku.grid import CELLS, UNIT_NAMES

SEEN = [{*peers} for peers in PEERS_OF]
SEEN_BITS = [sum(1 << peer for peer in peers) for peers in PEERS_OF]
Strong = dict[int, dict[int, str]]  # the linked cells of each cell, and their unit


def wings(pencil: Pencil, changed: int, size: int) -> Step | None:
    """Return the first wing whose pivot has *size* candidates: XY-wing 2, XYZ-wing 3.

    The pivot of an XYZ-wing can have the digit itself, so a cell must see it too.
    """
    pairs = {cell for cell, own in enumerate(pencil.digits) if own.bit_count() == 2}
    for pivot, own in enumerate(pencil.digits):
        if own.bit_count() != size:
            continue
        pincers = [
            cell
            for cell in sorted(pairs & SEEN[pivot])
            if (pencil.digits[cell] & own).bit_count() == size - 1
        ]
        for one, other in combinations(pincers, 2):
            first, second = pencil.digits[one], pencil.digits[other]
            common = first & second
            if first ^ second == own & ~common:
                seen = SEEN[one] & SEEN[other]
                if size == 3:
                    seen &= SEEN[pivot]
                links = [
                    Link(CELLS[pivot], CELLS[cell], (digits & ~common).bit_length())
                    for cell, digits in ((one, first), (other, second))
                ]
                step = removing(pencil, common.bit_length(), seen, (pivot, one, other))
                if step:
                    kind = "xy-wing" if size == 2 else "xyz-wing"
                    digits = tuple(digit + 1 for digit in ELEMENTS[own | common])
                    return step._replace(kind=kind, digits=digits, links=tuple(links))
    return None


def chains(pencil: Pencil, changed: int, links: int) -> Step | None:
    """Return the first chain of as many strong *links*, digit by digit."""
    _, two, three = counted(pencil.homes, HOME_ENDS, 3)
    pairs = two & ~three
    for digit in range(9):
        few = (pairs & DIGIT_ENDS[digit]).bit_count() < links
        if few or not changed & DIGIT_MARKS[digit]:
            continue
        holders = sum(pencil.places[row][digit] << 9 * row for row in ROWS)
        strong = strong_links(pencil, digit)
        for chain in alternating(strong, 2 * links):
            first, last = chain[0], chain[-1]
            if not SEEN_BITS[first] & SEEN_BITS[last] & holders:
                continue
            ends = SEEN[first] & SEEN[last]
            if step := removing(pencil, digit + 1, ends - {*chain}, chain):
                drawn = [
                    Link(CELLS[one], CELLS[other], digit + 1, strong[one][other])
                    for one, other in zip(chain[::2], chain[1::2])
                ]
                return step._replace(kind="chain", links=tuple(drawn))
    return None


def strong_links(pencil: Pencil, digit: int) -> Strong:
    """Return the strong links of *digit*, from each cell, with the name of their unit."""
    strong: Strong = {}
    for name, cells, places in zip(UNIT_NAMES, UNIT, pencil.places):
        if places[digit].bit_count() == 2:
            one, other = (cells[place] for place in ELEMENTS[places[digit]])
            strong.setdefault(one, {}).setdefault(other, name)
            strong.setdefault(other, {}).setdefault(one, name)
    return strong


def alternating(strong: Strong, length: int) -> Iterator[tuple[int, ...]]:
    """Yield each chain of *length* cells once, from its first cell, in order."""
    cells = sorted(strong)
    linked = {cell: sorted(strong[cell]) for cell in cells}
    near = {cell: sorted(SEEN[cell].intersection(cells)) for cell in cells}
    found: list[tuple[int, ...]] = [(cell,) for cell in cells]
    for place in range(1, length):
        found = [
            (*chain, cell)
            for chain in found
            for cell in (linked if place % 2 else near)[chain[-1]]
            if cell not in chain
        ]
    return (chain for chain in found if chain[0] < chain[-1])


def removing(
    pencil: Pencil, digit: int, seen: set[int], cells: Sequence[int]
) -> Step | None:
    """Return the step that removes *digit* from the cells in *seen*, if any can have it."""
    losers = sorted(cell for cell in seen if pencil.digits[cell] >> digit - 1 & 1)
    if not losers:
        return None
    removed = tuple((CELLS[cell], (digit,)) for cell in losers)
    named = tuple(CELLS[cell] for cell in cells)
    return Step("", None, named, (digit,), removed=removed)
