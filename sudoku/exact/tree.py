"""The search of `exact`: what follows is done at once for the whole integer."""

from collections.abc import Iterator
from typing import Final

from sudoku.exact.fields import (
    BOTH,
    CELLS,
    COLUMNS,
    DEAD,
    DROP,
    DROP_GROUP,
    FIRST_OF_3,
    GROUPS,
    KEEP,
    LAST_OF_3,
    LINES,
    LINES_OPEN,
    NINE,
    NINE_81,
    OPEN,
    OPEN_81,
    RIVALS,
    WIDTH,
)

FEW: Final = 100  # candidates so few that a guess costs less than a closer look


def search(state: int) -> Iterator[int]:
    """Each solved state that ``state`` leads to.

    The candidate whose trial ended dead last is tried first again wherever it is left.
    Otherwise an early wrong guess, or a contradiction in a corner of the grid, would be
    met anew under all that can be guessed elsewhere.
    """
    untried, trouble = [state], 0
    while untried:
        state = place_singles(untried.pop())
        while left := (state & NINE_81).bit_count():
            if left > FEW and (confined := confine(state)) != state:
                state = place_singles(confined)
                continue
            if state & DROP[trouble] == state:
                candidate = choose(state, left)
            else:
                candidate = trouble
            untried.append(state & DROP[candidate])
            state = place_singles(state & KEEP[candidate])
            if state == DEAD:
                trouble = candidate
        if state != DEAD:
            yield state


def place_singles(state: int) -> int:
    """``state`` when all singles are placed, and what they lead to; DEAD if it is."""
    while True:
        rest = state + NINE
        if rest & OPEN:
            return DEAD
        rest = (state & rest) + NINE  # where one was left, no carry
        singles = state & rest & ((rest & OPEN) >> 9) + BOTH
        if not singles:
            return state
        while singles:
            kept = KEEP[singles.bit_length()]
            singles &= kept
            state &= kept


def confine(state: int) -> int:
    """``state`` without the groups that lines and boxes have no room for.

    A line that has its digit counts in every box: in its own no other group is left.
    """
    lines = state & LINES
    groups = (lines | lines >> 1 | lines >> 2) & GROUPS
    closed = lines & LINES_OPEN ^ LINES_OPEN
    there = groups | closed >> 3 | closed >> 6 | closed >> 9
    first, last = there & FIRST_OF_3, there & LAST_OF_3
    before = (there ^ last) << WIDTH | last >> 2 * WIDTH
    after = (there ^ first) >> WIDTH | first << 2 * WIDTH
    room = (before << 3 | before >> 6) & (after << 6 | after >> 3)
    room |= (before << 6 | before >> 3) & (after << 3 | after >> 6)
    without = groups ^ groups & room
    while without:
        group = without.bit_length()
        without ^= 1 << group - 1
        state &= DROP_GROUP[group]
    return state


def choose(state: int, left: int) -> int:
    """A candidate to try: of the cell with two that has most to tell, if there is one.

    ``left`` candidates are left: the more there are, the more cells are compared.
    """
    pairs = of_two(state >> CELLS, NINE_81, OPEN_81)
    if not pairs:
        return (of_two(state, NINE, OPEN) or state & NINE).bit_length()
    told = pairs << COLUMNS | state & NINE_81
    most = best = 0
    for _ in range(1 + left // 16):
        one = pairs.bit_length()
        pairs ^= 1 << one - 1
        other = pairs.bit_length()
        pairs ^= 1 << other - 1
        tells = (told & (RIVALS[one] | RIVALS[other])).bit_count()
        if tells > most:
            most, best = tells, one
        if not pairs:
            break
    return CELLS + best


def of_two(fields: int, nine: int, open_: int) -> int:
    """The candidates of the fields that have two; none has fewer."""
    rest = fields & fields + nine
    rest = (rest & rest + nine) + nine
    return fields & rest & ((rest & open_) >> 9) + (nine | open_)
