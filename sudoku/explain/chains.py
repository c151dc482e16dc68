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

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from sudoku.explain.pencil import ELEMENTS, PEERS_OF, UNIT, Pencil
from sudoku.explain.steps import Link, Step
from sudoku.grid import CELLS, UNIT_NAMES

SEEN = [{*peers} for peers in PEERS_OF]
Strong = dict[int, dict[int, str]]  # the linked cells of each cell, and their unit


def wings(pencil: Pencil, size: int) -> Iterator[Step]:
    """Yield each wing whose pivot has *size* candidates: an XY-wing has 2, an XYZ-wing 3.

    The pivot of an XYZ-wing can have the digit itself, so a cell must see it too.
    """
    for pivot, own in enumerate(pencil.digits):
        if own.bit_count() != size:
            continue
        pincers = [
            cell
            for cell in PEERS_OF[pivot]
            if pencil.digits[cell].bit_count() == 2
            and (pencil.digits[cell] & own).bit_count() == size - 1
        ]
        for one, other in combinations(pincers, 2):
            first, second = pencil.digits[one], pencil.digits[other]
            common = first & second
            if common.bit_count() != 1 or bool(common & own) != (size == 3):
                continue
            if first & own != second & own:
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
                    yield step._replace(kind=kind, digits=digits, links=tuple(links))


def chains(pencil: Pencil, links: int) -> Iterator[Step]:
    """Yield the chains of as many strong *links*, digit by digit."""
    for digit in range(9):
        strong = strong_links(pencil, digit)
        for chain in extended(strong, [], 2 * links):
            if chain[0] < chain[-1]:  # otherwise the same chain from its other end
                ends = SEEN[chain[0]] & SEEN[chain[-1]]
                step = removing(pencil, digit + 1, ends - {*chain}, chain)
                if step:
                    drawn = [
                        Link(CELLS[one], CELLS[other], digit + 1, strong[one][other])
                        for one, other in zip(chain[::2], chain[1::2])
                    ]
                    yield step._replace(kind="chain", links=tuple(drawn))


def strong_links(pencil: Pencil, digit: int) -> Strong:
    """Return the strong links of *digit*, from each cell, with the name of their unit."""
    strong: Strong = defaultdict(dict)
    for name, cells, places in zip(UNIT_NAMES, UNIT, pencil.places):
        if places[digit].bit_count() == 2:
            one, other = (cells[place] for place in ELEMENTS[places[digit]])
            strong[one].setdefault(other, name)
            strong[other].setdefault(one, name)
    return strong


def extended(strong: Strong, chain: list[int], length: int) -> Iterator[list[int]]:
    """Yield each chain of *length* cells that begins with *chain*, in order of cells."""
    if len(chain) == length:
        yield chain
        return
    following = {*strong}
    if chain:
        following &= {*strong[chain[-1]]} if len(chain) % 2 else SEEN[chain[-1]]
    for cell in sorted(following - {*chain}):
        yield from extended(strong, [*chain, cell], length)


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
