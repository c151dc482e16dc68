"""Thousands of puzzles at once: each integer is a candidate, each of its bits a puzzle.

``may[digit][cell]`` is an integer. Its bit k is on while puzzle k, in *lane* k, may
have the digit in the cell. One operation applies to all puzzles: ``a | b | c`` is the
lanes that may have the digit in at least one of three cells. A sweep over all cells and
boxes removes candidates. Sweeps are repeated until few lanes still change.

A lane with one digit in each cell is solved. An open lane that no longer changes is
split into two lanes, one for each of two digits in a cell. After each round, the lanes
that are neither solved nor dead are written as texts and read again, so that no unused
lanes remain between them. A puzzle has one solution if one of its lanes is solved and
all others are dead. Puzzles with several solutions, or with too many lanes, are left to
`tree.search`.
"""

from collections.abc import Iterable
from functools import reduce
from itertools import chain, zip_longest
from operator import or_

from sudoku.exact.lanes import (
    Lanes,
    May,
    Number,
    after_first,
    in_one_and_in_two,
    lanes_of,
    numbered,
    plus,
    puzzles_of,
    write_column,
)

# The number of a puzzle, and the six columns that `advance` returns for one lane of it.
Outcome = tuple[int, str, str, str, str, str, str]

FEWEST_LANES = 256  # for fewer, a round takes longer than `tree.search`
ROUNDS = 12
RESTLESS = 4  # sweep again if one lane in four, or more, has changed

ROWS = [[9 * row + column for column in range(9)] for row in range(9)]
COLUMNS = [[9 * row + column for row in range(9)] for column in range(9)]
BOXES = [
    [9 * (top + k // 3) + left + k % 3 for k in range(9)]
    for top in (0, 3, 6)
    for left in (0, 3, 6)
]
# Three lines cross three boxes: nine groups of three cells each.
CROSSINGS = [
    [lines[top + k // 3][k % 3 * 3 : k % 3 * 3 + 3] for k in range(9)]
    for lines in (ROWS, COLUMNS)
    for top in (0, 3, 6)
]
# For each group, the four groups in the two other lines and the two other boxes.
OTHERS = [
    [3 * ((k // 3 + line) % 3) + (k + box) % 3 for line in (1, 2) for box in (1, 2)]
    for k in range(9)
]


def settle(puzzles: list[str]) -> list[list[str] | None]:
    """Return the solutions of each puzzle that has one or none, and None for others.

    Some puzzles with one or no solution are left undecided too, and give None.
    """
    answers: list[list[str] | None] = [[] for _ in puzzles]
    texts, owners = puzzles, list(range(len(puzzles)))
    for _ in range(ROUNDS):
        if len(texts) < FEWEST_LANES:
            break
        before = len(texts)
        texts, owners = note(answers, zip(owners, *advance(texts)))
        if len(texts) > before:
            break
    for puzzle in owners:
        answers[puzzle] = None
    return answers


def note(
    answers: list[list[str] | None], lanes: Iterable[Outcome]
) -> tuple[list[str], list[int]]:
    """Add the solutions to ``answers``. Return the open texts, and their puzzles."""
    texts, owners = [], []
    for puzzle, kind, text, low, high, first, second in lanes:
        if kind == "0":
            answers[puzzle] = [text] if answers[puzzle] == [] else None
        elif kind == "2" and answers[puzzle] is not None:
            cell = int(high + low, 16)
            texts += [put(text, cell, first), put(text, cell, second)]
            owners += [puzzle, puzzle]
        elif kind == "4":
            texts.append(text)
            owners.append(puzzle)
    return texts, owners


def put(text: str, cell: int, digit: str) -> str:
    return text[:cell] + digit + text[cell + 1 :]


def advance(texts: list[str]) -> tuple[str, list[str], str, str, str, str]:
    """Return the outcome for each text, as six columns.

    The first is the kind: 0 solved, 1 dead, 2 to be split, 4 open. The second is the
    text with more digits. The others say how to split: the number of a cell in two
    hexadecimal digits, the lower first, and the two digits that the cell may have.
    """
    may, every = lanes_of(texts)
    dead, open_, restless, single = rest(may, every)
    cell, first, second, split = choose(may, open_ ^ restless)
    kinds, low, high, these, those = (
        write_column(number, every)
        for number in ([dead, split, open_ ^ split], cell[:4], cell[4:], first, second)
    )
    return kinds, puzzles_of(may, single, every), low, high, these, those


def rest(may: May, every: Lanes) -> tuple[Lanes, Lanes, Lanes, list[Lanes]]:
    """Sweep until few open lanes change.

    Return the dead lanes, the open lanes, the open lanes that still changed, and for
    each cell the lanes in which it has one digit.
    """
    while True:
        before = [list(cells) for cells in may]
        dead, open_, single = sweep(may, every)
        open_ &= every ^ dead
        changed = 0
        for old, new in zip(chain(*before), chain(*may)):
            changed |= old ^ new
        restless = changed & open_
        if restless.bit_count() * RESTLESS <= every.bit_length():
            return dead, open_, restless, single


def sweep(may: May, every: Lanes) -> tuple[Lanes, Lanes, list[Lanes]]:
    """Remove candidates, once in each cell, box, row and column.

    Return the dead lanes, the open lanes, and for each cell the lanes in which it has
    one digit. The last two are as they were before the sweep. If the digits of a lane
    contradict each other, the sweep finds that it is dead. The only place of a digit in
    a row or column needs no separate check, because `confine` makes it the only place
    in its box.
    """
    dead = open_ = 0
    single = []
    for cell in range(81):
        some, more = in_one_and_in_two([cells[cell] for cells in may])
        single.append(some ^ more)
        dead |= every ^ some
        open_ |= more
    for cells in may:
        for box in BOXES:
            places = [cells[cell] for cell in box]
            sure = [place & single[cell] for place, cell in zip(places, box)]
            for cell, lanes in zip(box, alone(places, sure, every)):
                cells[cell] = lanes
        for groups in CROSSINGS:
            confine(cells, groups)
    for box in BOXES:
        dead |= place_singles(may, box, every)
    return dead, open_, single


def place_singles(may: May, box: list[int], every: Lanes) -> Lanes:
    """Where a digit has only one place in ``box``, remove the other digits of the cell.

    Return the dead lanes: those in which some digit has no place.
    """
    dead = 0
    only = []
    for cells in may:
        some, more = in_one_and_in_two([cells[cell] for cell in box])
        only.append(some ^ more)
        dead |= every ^ some
    for cell in box:
        digits = [cells[cell] for cells in may]
        sure = [digit & lanes for digit, lanes in zip(digits, only)]
        for cells, lanes in zip(may, alone(digits, sure, every)):
            cells[cell] = lanes
    return dead


def alone(nine: list[Lanes], sure: list[Lanes], every: Lanes) -> list[Lanes]:
    """Return ``nine``, but where some of them are ``sure``, only those."""
    unsure = every ^ reduce(or_, sure)
    return [lanes & unsure | certain for lanes, certain in zip(nine, sure)]


def confine(cells: list[Lanes], groups: list[list[int]]) -> None:
    """Remove the groups that lines and boxes exclude; see `exact`."""
    there = [cells[a] | cells[b] | cells[c] for a, b, c in groups]
    for (a, b, c), (k, l, m, n) in zip(groups, OTHERS):
        room = there[k] & there[n] | there[l] & there[m]
        cells[a] &= room
        cells[b] &= room
        cells[c] &= room


def choose(may: May, among: Lanes) -> tuple[Number, Number, Number, Lanes]:
    """Choose a cell with two digits in each lane of ``among``.

    Return its number, its two digits, and the lanes that have such a cell. It is the
    cell with the most open cells in its row, column and box; cells with two digits
    count twice.
    """
    pairs, weights = [], []
    for cell in range(81):
        two, three = in_one_and_in_two(after_first([cells[cell] for cells in may]))
        pairs.append((two ^ three) & among)
        weights.append([three, two ^ three])
    for weight in reversed(list(zip_longest(*around(weights), fillvalue=0))):
        heavy = [pair & lanes for pair, lanes in zip(pairs, weight)]
        light = among ^ reduce(or_, heavy)
        pairs = [lanes | pair & light for lanes, pair in zip(heavy, pairs)]
    return first_of(pairs, may, among)


def around(weights: list[Number]) -> list[Number]:
    """Return for each cell the sum of the weights in its row, column and box."""
    rows, columns, boxes = (
        [reduce(plus, [weights[cell] for cell in unit]) for unit in units]
        for units in (ROWS, COLUMNS, BOXES)
    )
    return [
        plus(plus(rows[row], columns[column]), boxes[row // 3 * 3 + column // 3])
        for row in range(9)
        for column in range(9)
    ]


def first_of(
    pairs: list[Lanes], may: May, among: Lanes
) -> tuple[Number, Number, Number, Lanes]:
    """Return what `choose` returns, for the first cell in each lane of ``pairs``."""
    places, lower, higher = [], [0] * 9, [0] * 9
    left = among
    for cell, pair in enumerate(pairs):
        here = pair & left
        left ^= here
        places.append(here)
        digits = [cells[cell] & here for cells in may]
        for digit, second in enumerate(after_first(digits)):
            higher[digit] |= second
            lower[digit] |= digits[digit] ^ second
    return numbered(places), numbered(lower, 1), numbered(higher, 1), among ^ left
