"""Thousands of puzzles at once: each integer is a candidate, each of its bits a puzzle.

``may[digit][cell]`` is an integer whose bit k is on while puzzle k, in its *lane*, may
have the digit in the cell. What is true in a puzzle is written down once for all of
them: ``a | b | c`` is "in one cell at least of these three". A sweep over all cells and
boxes rules out what cannot be; sweeps follow until most lanes are at rest.

A lane with one digit in each cell is solved. One at rest is split: a lane for each of
two digits in a cell. Lanes that are not done go out as texts and come in again, close
together. A puzzle that is solved in one lane and dead in all others has one solution;
those that have several, or take too many lanes, are left to `tree.search`.
"""

from collections.abc import Iterable
from functools import reduce
from itertools import chain, zip_longest
from operator import or_
from typing import Final

from sudoku.exact.lanes import (
    Lanes,
    May,
    Number,
    after_first,
    counted,
    numbered,
    plus,
    read,
    write,
    write_column,
)

# A puzzle's number, and what `advance` says of it.
Outcome = tuple[int, str, str, str, str, str, str]

FEWEST: Final = 256  # lanes that are worth a round
ROUNDS: Final = 12
RESTLESS: Final = 4  # sweep while one open lane in so many changes, or more

ROWS = [[9 * row + column for column in range(9)] for row in range(9)]
COLUMNS = [[9 * row + column for row in range(9)] for column in range(9)]
BOXES = [
    [9 * (top + k // 3) + left + k % 3 for k in range(9)]
    for top in (0, 3, 6)
    for left in (0, 3, 6)
]
# Three lines cross three boxes: nine groups of three cells.
CROSSINGS = [
    [lines[top + k // 3][k % 3 * 3 : k % 3 * 3 + 3] for k in range(9)]
    for lines in (ROWS, COLUMNS)
    for top in (0, 3, 6)
]
# For each group the four that are in the other lines and the other boxes.
OTHERS = [
    [3 * ((k // 3 + line) % 3) + (k + box) % 3 for line in (1, 2) for box in (1, 2)]
    for k in range(9)
]


def settle(puzzles: list[str]) -> list[list[str] | None]:
    """The solutions of each puzzle that has none or one; None of one it leaves."""
    answers: list[list[str] | None] = [[] for _ in puzzles]
    texts, owners = puzzles, list(range(len(puzzles)))
    for _ in range(ROUNDS):
        if len(texts) < FEWEST:
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
    """Note what is solved; the texts to go on with, and whose they are."""
    texts, owners = [], []
    for puzzle, kind, text, low, high, one, other in lanes:
        if kind == "0":
            answers[puzzle] = [text] if answers[puzzle] == [] else None
        elif kind == "2" and answers[puzzle] is not None:
            cell = int(high + low, 16)
            texts += [put(text, cell, one), put(text, cell, other)]
            owners += [puzzle, puzzle]
        elif kind == "4":
            texts.append(text)
            owners.append(puzzle)
    return texts, owners


def put(text: str, cell: int, digit: str) -> str:
    return text[:cell] + digit + text[cell + 1 :]


def advance(texts: list[str]) -> tuple[str, list[str], str, str, str, str]:
    """What becomes of each text, in six columns.

    The first tells its kind: 0 solved, 1 dead, 2 split, 4 open. The second is the text
    with more digits. The others are for the split: a cell, in two hexadecimal digits,
    the low one first, and two digits, one of which it must have.
    """
    may, every = read(texts)
    dead, open_, restless, single = rest(may, every)
    cell, one, other, split = choose(may, open_ ^ restless)
    kinds, low, high, these, those = (
        write_column(number, every)
        for number in ([dead, split, open_ ^ split], cell[:4], cell[4:], one, other)
    )
    return kinds, write(may, single, every), low, high, these, those


def rest(may: May, every: Lanes) -> tuple[Lanes, Lanes, Lanes, list[Lanes]]:
    """Sweep until most lanes are at rest.

    The dead; the open; the open ones that are not at rest; each cell's single ones.
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
    """Rule out what cannot be, all over once; the dead, the open, and the singles.

    The open lanes and the singles are those found at the start: what comes after finds
    a lane dead if its singles contradict each other. A digit's only place in a row or
    column needs no look of its own, `confine` makes it the only one in the box.
    """
    dead = open_ = 0
    single = []
    for cell in range(81):
        some, more = counted([cells[cell] for cells in may])
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
    """Where a digit has one place in ``box``, rule out the other digits of the cell.

    The lanes in which some digit has no place are dead.
    """
    dead = 0
    only = []
    for cells in may:
        some, more = counted([cells[cell] for cell in box])
        only.append(some ^ more)
        dead |= every ^ some
    for cell in box:
        digits = [cells[cell] for cells in may]
        sure = [digit & lanes for digit, lanes in zip(digits, only)]
        for cells, lanes in zip(may, alone(digits, sure, every)):
            cells[cell] = lanes
    return dead


def alone(nine: list[Lanes], sure: list[Lanes], every: Lanes) -> list[Lanes]:
    """``nine`` where none of them is sure; where one is, that alone."""
    unsure = every ^ reduce(or_, sure)
    return [lanes & unsure | certain for lanes, certain in zip(nine, sure)]


def confine(cells: list[Lanes], groups: list[list[int]]) -> None:
    """Rule out the groups that lines and boxes have no room for, as `exact` does."""
    there = [cells[a] | cells[b] | cells[c] for a, b, c in groups]
    for (a, b, c), (k, l, m, n) in zip(groups, OTHERS):
        room = there[k] & there[n] | there[l] & there[m]
        cells[a] &= room
        cells[b] &= room
        cells[c] &= room


def choose(may: May, among: Lanes) -> tuple[Number, Number, Number, Lanes]:
    """A cell with two digits, of each lane ``among`` these; the two; who has one.

    It is the cell with the most open cells in its row, column and box, counting twice
    those that have two digits.
    """
    pairs, weights = [], []
    for cell in range(81):
        two, three = counted(after_first([cells[cell] for cells in may]))
        pairs.append((two ^ three) & among)
        weights.append([three, two ^ three])
    for weight in reversed(list(zip_longest(*around(weights), fillvalue=0))):
        heavy = [pair & lanes for pair, lanes in zip(pairs, weight)]
        light = among ^ reduce(or_, heavy)
        pairs = [lanes | pair & light for lanes, pair in zip(heavy, pairs)]
    return first_of(pairs, may, among)


def around(weights: list[Number]) -> list[Number]:
    """For each cell the sum of its row, its column and its box."""
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
    """What `choose` says, of the first cell of ``pairs`` in each lane."""
    places, one, other = [], [0] * 9, [0] * 9
    left = among
    for cell, pair in enumerate(pairs):
        here = pair & left
        left ^= here
        places.append(here)
        digits = [cells[cell] & here for cells in may]
        for digit, second in enumerate(after_first(digits)):
            other[digit] |= second
            one[digit] |= digits[digit] ^ second
    return numbered(places), numbered(one, 1), numbered(other, 1), among ^ left
