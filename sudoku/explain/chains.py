"""Find wings and chains: cells of which at least one must have a digit.

A *wing* is a pivot and two pincers. Each pincer has two candidates, of which one is
common to both pincers. Whatever the pivot is, one of the pincers has this digit, unless
the pivot has it, as in an XYZ-wing.

A *strong link* is two cells that are the only ones of a unit for a digit: if one does
not have it, the other does. A *chain* is two or three strong links in succession. The
end of a link and the start of the next see each other, so at most one of them has the
digit. Therefore the first or the last cell of the chain has it.

In both, a cell that sees all the cells of which one must have the digit cannot have it.
"""

from collections.abc import Sequence
from itertools import combinations

from sudoku.explain.pencil import (
    DIGIT_FIELDS_OF,
    MEMBERS,
    PEERS_OF,
    ROW_UNITS,
    UNIT_CELLS,
    UNIT_ORDER,
    PencilMarks,
    end_bits,
    place_bits,
)
from sudoku.explain.steps import Link, Step
from sudoku.grid import CELLS, UNIT_NAMES

PEER_SETS = [{*peers} for peers in PEERS_OF]
PEER_MASKS = [sum(1 << peer for peer in peers) for peers in PEERS_OF]
DIGIT_PLACES = [
    place_bits(end_bits(first + digit for first in DIGIT_FIELDS_OF))
    for digit in range(9)
]
Pair = tuple[int, int]  # the two cells of a strong link, in one of both directions
Chain = tuple[int, ...]  # cells


def find_wing(pencil: PencilMarks, changed: int) -> Step | None:
    """Return a step for the first XY- or else XYZ-wing that removes a mark, or None.

    ``changed`` is not used.
    """
    bivalue_cells = _cells_with_mark_count(pencil, 2)
    trivalue_cells = _cells_with_mark_count(pencil, 3)
    bivalue_set = set(bivalue_cells)
    for pivot in bivalue_cells + trivalue_cells:
        pivot_digits = pencil.digits[pivot]
        shared = pivot_digits.bit_count() - 1
        pincers = [
            cell
            for cell in sorted(bivalue_set & PEER_SETS[pivot])
            if (pencil.digits[cell] & pivot_digits).bit_count() == shared
        ]
        for first, second in combinations(pincers, 2):
            step = _wing_step(pencil, pivot, first, second)
            if step:
                return step
    return None


def _cells_with_mark_count(pencil: PencilMarks, number: int) -> list[int]:
    return [
        cell for cell, mask in enumerate(pencil.digits) if mask.bit_count() == number
    ]


def _wing_step(pencil: PencilMarks, pivot: int, first: int, second: int) -> Step | None:
    """Return the step of a wing with the pincers ``first`` and ``second``, or None."""
    pivot_digits = pencil.digits[pivot]
    first_digits = pencil.digits[first]
    second_digits = pencil.digits[second]
    common = first_digits & second_digits
    # Each pincer has one digit more than ``common``, and the pivot has these two.
    if first_digits ^ second_digits != pivot_digits & ~common:
        return None
    kind = "xy-wing"
    seen = PEER_SETS[first] & PEER_SETS[second]
    if pivot_digits.bit_count() == 3:
        kind = "xyz-wing"
        seen &= PEER_SETS[pivot]
    step = _elimination_step(pencil, common.bit_length(), seen, (pivot, first, second))
    if step is None:
        return None
    digits = tuple(digit + 1 for digit in MEMBERS[pivot_digits | common])
    links = []
    for pincer in (first, second):
        digit = (pencil.digits[pincer] & ~common).bit_length()
        links.append(Link(CELLS[pivot], CELLS[pincer], digit))
    return step._replace(kind=kind, digits=digits, links=tuple(links))


def find_chain(pencil: PencilMarks, changed: int) -> Step | None:
    """Return a step for the first chain that removes a mark, or None.

    Chains of two strong links come before those of three. Only digits with a bit in
    ``changed``, the bits of `PencilMarks.fields` changed since the last search, are
    tried.
    """
    strong = {
        digit: _strong_links(pencil, digit)
        for digit in range(9)
        if changed & DIGIT_PLACES[digit]
    }
    following = {digit: _following_links(sorted(strong[digit])) for digit in strong}
    chains_by_digit: dict[int, list[Chain]] = {
        digit: sorted(strong[digit]) for digit in strong
    }
    for _ in range(2):  # chains of two links, then of three
        for digit, units in strong.items():
            chains = _extend_chains(chains_by_digit[digit], following[digit])
            chains_by_digit[digit] = chains
            step = _chain_step(pencil, digit, chains, units)
            if step:
                return step
    return None


def _extend_chains(
    chains: list[Chain], following: dict[int, list[Pair]]
) -> list[Chain]:
    """Return each of ``chains`` with each link that can follow its last cell."""
    return [
        chain + link
        for chain in chains
        for link in following[chain[-1]]
        if link[0] not in chain and link[1] not in chain
    ]


def _chain_step(
    pencil: PencilMarks, digit: int, chains: list[Chain], units: dict[Pair, str]
) -> Step | None:
    """Return the step of the first of ``chains`` that removes ``digit``, or None.

    ``digit`` counts from 0, and ``units`` has the name of the unit of each strong link.
    """
    holders = sum(pencil.places[row][digit] << 9 * row for row in ROW_UNITS)
    for chain in chains:
        first = chain[0]
        last = chain[-1]
        # Each chain occurs in both directions; most remove nothing, as a mask shows.
        if first > last or not PEER_MASKS[first] & PEER_MASKS[last] & holders:
            continue
        common_peers = PEER_SETS[first] & PEER_SETS[last]
        step = _elimination_step(pencil, digit + 1, common_peers - set(chain), chain)
        if step:
            links = []
            for start, end in zip(chain[::2], chain[1::2]):
                unit = units[start, end]
                links.append(Link(CELLS[start], CELLS[end], digit + 1, unit))
            return step._replace(kind="chain", links=tuple(links))
    return None


def _strong_links(pencil: PencilMarks, digit: int) -> dict[Pair, str]:
    """Return the strong links of ``digit``, from 0, with the names of their units.

    A key is a pair of cells, 0 to 80; each link occurs in both directions.
    """
    strong: dict[Pair, str] = {}
    for unit in UNIT_ORDER:  # of a box and a line, the line is named
        places = pencil.places[unit][digit]
        if places.bit_count() == 2:
            first, second = (UNIT_CELLS[unit][place] for place in MEMBERS[places])
            strong[first, second] = strong[second, first] = UNIT_NAMES[unit]
    return strong


def _following_links(links: list[Pair]) -> dict[int, list[Pair]]:
    """Return the links that can follow each link in a chain, by its last cell."""
    return {
        last: [link for link in links if link[0] in PEER_SETS[last]]
        for _, last in links
    }


def _elimination_step(
    pencil: PencilMarks, digit: int, seen: set[int], cells: Sequence[int]
) -> Step | None:
    """Return a step that removes ``digit`` from ``seen``, or None if no cell has it.

    Digits count from 1, and cells from 0 to 80. ``cells`` give the reason. The kind of
    the step is left empty.
    """
    eliminated_cells = sorted(
        cell for cell in seen if pencil.digits[cell] >> digit - 1 & 1
    )
    if not eliminated_cells:
        return None
    removed = tuple((CELLS[cell], (digit,)) for cell in eliminated_cells)
    named = tuple(CELLS[cell] for cell in cells)
    return Step("", None, named, (digit,), removed=removed)
