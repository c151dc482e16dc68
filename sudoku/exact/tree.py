"""The search of `exact`; each step works on the whole integer (the state) at once."""

from collections.abc import Iterator

from sudoku.exact.fields import (
    CANDIDATE_BITS,
    CELLS_AT,
    COLUMNS_AT,
    DEAD_STATE,
    FIELD_BITS,
    FIRST_OF_3,
    GROUPS,
    LAST_OF_3,
    LINES,
    LINES_OPEN,
    NINE_81,
    OPEN_81,
    OPEN_BITS,
    PLACE_MASKS,
    REMOVE_GROUP_MASKS,
    REMOVE_MASKS,
    RIVAL_MASKS,
    WIDTH,
)

# With at most this many candidates, a guess is faster than `_remove_confined`.
MAX_CANDIDATES_TO_GUESS = 100
MANY_DEAD_ENDS = 100  # dead ends: from then on, REMEMBERED candidates are tried first
MAX_REMEMBERED = 6


def search(state: int) -> Iterator[int]:
    """Yield each solved state that can be reached from ``state``.

    A state is the integer that represents a puzzle, as in `fields`.
    """
    # The candidate that led to the latest dead end is tried first. Otherwise, an early
    # wrong guess, or a contradiction in one corner of the grid, is found again after
    # every guess elsewhere: one grid without a solution takes 350 guesses this way, and
    # 847,000 otherwise. To remember six candidates halves the guesses if two
    # contradictions are unrelated.
    untried = [state]
    dead_ends = 0
    recent: list[int] = []
    while untried:
        state = place_singles(untried.pop())
        while candidate_count := (state & NINE_81).bit_count():
            if (
                candidate_count > MAX_CANDIDATES_TO_GUESS
                and (confined := _remove_confined(state)) != state
            ):
                state = place_singles(confined)
                continue
            for candidate in recent:
                if state & REMOVE_MASKS[candidate] != state:
                    break
            else:
                candidate = _choose_candidate(state, candidate_count)
            untried.append(state & REMOVE_MASKS[candidate])
            state = place_singles(state & PLACE_MASKS[candidate])
            if state == DEAD_STATE:
                dead_ends += 1
                remembered = 1 if dead_ends < MANY_DEAD_ENDS else MAX_REMEMBERED
                recent = [candidate, *recent[: remembered - 1]]
        if state != DEAD_STATE:
            yield state


def place_singles(state: int) -> int:
    """Return ``state`` with singles placed until there is none.

    Return DEAD_STATE if a field has no candidate left.
    """
    while True:
        rest = state + CANDIDATE_BITS
        if rest & OPEN_BITS:
            return DEAD_STATE
        rest = (
            state & rest
        ) + CANDIDATE_BITS  # a field with one candidate has no carry
        singles = state & rest & ((rest & OPEN_BITS) >> 9) + FIELD_BITS
        if not singles:
            return state
        while singles:
            mask = PLACE_MASKS[singles.bit_length()]
            singles &= mask
            state &= mask


def _remove_confined(state: int) -> int:
    """Return ``state`` without the candidates that pointing and claiming exclude."""
    lines = state & LINES
    groups = (lines | lines >> 1 | lines >> 2) & GROUPS
    # A line in which the digit is placed counts as if all its three boxes could have
    # the digit. That changes nothing: the digit's box has no other group left.
    closed = lines & LINES_OPEN ^ LINES_OPEN
    there = groups | closed >> 3 | closed >> 6 | closed >> 9
    first = there & FIRST_OF_3
    last = there & LAST_OF_3
    before = (there ^ last) << WIDTH | last >> 2 * WIDTH
    after = (there ^ first) >> WIDTH | first << 2 * WIDTH
    room = (before << 3 | before >> 6) & (after << 6 | after >> 3)
    room |= (before << 6 | before >> 3) & (after << 3 | after >> 6)
    without = groups ^ groups & room
    while without:
        group = without.bit_length()
        without ^= 1 << group - 1
        state &= REMOVE_GROUP_MASKS[group]
    return state


def _choose_candidate(state: int, candidate_count: int) -> int:
    """Return the candidate to guess, as the bit_length of one of its four bits.

    If cells have two candidates, the cell with the most rivals is chosen; a rival in
    another such cell counts twice. The larger ``candidate_count``, the more of these
    cells are compared. Otherwise, the candidate is in a field of two or three if there
    is one.
    """
    pairs = _candidates_in_pairs(state >> CELLS_AT, NINE_81, OPEN_81)
    if not pairs:
        few = _candidates_in_pairs(state, CANDIDATE_BITS, OPEN_BITS)
        if not few:  # fields of three have two without one of their candidates
            few = _candidates_in_pairs(
                state & state + CANDIDATE_BITS, CANDIDATE_BITS, OPEN_BITS
            )
        return (few or state & CANDIDATE_BITS).bit_length()
    counted = pairs << COLUMNS_AT | state & NINE_81
    best_rivals = best = 0
    for _ in range(1 + candidate_count // 16):
        first = pairs.bit_length()
        pairs ^= 1 << first - 1
        second = pairs.bit_length()
        pairs ^= 1 << second - 1
        rivals = (counted & (RIVAL_MASKS[first] | RIVAL_MASKS[second])).bit_count()
        if rivals > best_rivals:
            best_rivals = rivals
            best = first
        if not pairs:
            break
    return CELLS_AT + best


def _candidates_in_pairs(fields: int, nine: int, open_: int) -> int:
    """Return the candidates, as bits, of the fields that have exactly two.

    No open field may have fewer. ``nine`` and ``open_`` are masks of the candidate bits
    and the open bits of all fields.
    """
    rest = fields & fields + nine
    rest = (rest & rest + nine) + nine
    return fields & rest & ((rest & open_) >> 9) + (nine | open_)
