"""Test a student's function on what its task asks for.

A wrong result fails. Where the hand-out asks for a method (a queue, calls of another
function), what it names is exchanged for something that behaves differently, and the
result must follow. If it does not, or if a result is wrong only at the edge of what the
hand-out describes, there is a doubt.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import (
    combinations,
    combinations_with_replacement,
    count,
    permutations,
    product,
    starmap,
)

from pseudoku.pseudocode.judging.solution import make_solution
from pseudoku.pseudocode.judging.trial import (
    EXAMPLE,
    ROWS,
    TRIPLES,
    Acts,
    Case,
    Numbers,
    TopFirst,
    Trial,
    elements_of,
    rotate,
    rotated,
    turned,
)
from pseudoku.pseudocode.running.machine import Frame
from pseudoku.pseudocode.running.values import NOTHING, Missing, Value

SOLVED = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
DIGITS = (1, 2, 3, 4)
BAD = [one for one in combinations_with_replacement(DIGITS, 4) if len({*one}) < 4]
# Some have the sum, the product or the squares of 1 to 4.
OTHERS = ((1, 2, 3, 5), (0, 2, 4, 4), (1, 1, 4, 6), (0, 1, 2, 5), (1, 1, 2, 12))
OTHER_ROWS = "for numbers other than 1 to 4, each once: {}"

Grid = list[list[int]]


def good(numbers: Numbers) -> bool:
    return sorted(numbers) == [1, 2, 3, 4]


def other_rows(trial: Trial) -> list[Numbers]:
    return [(6, 6, 5, 6), *(trial.random.choices(range(99), k=4) for _ in range(4))]


def make_vector(trial: Trial) -> None:
    trial.check(map(copies, [EXAMPLE, *ROWS]))
    names = ["row", *(f"element {k}" for k in DIGITS)]
    vectors = zip(names, [trial.arguments[0], *elements_of(trial.result)])
    shared = [
        (a, b) for (a, one), (b, other) in combinations(vectors, 2) if one is other
    ]
    if shared and trial.python:
        trial.doubts.append("right only if one list may be stored in several places")
    elif shared:
        one, other = shared[0]
        trial.wrong(
            f"gives the same vector as {one} and as {other}", "separate vectors"
        )
    trial.check(map(copies, other_rows(trial)), OTHER_ROWS)


def copies(numbers: Numbers) -> Case:
    return Case([numbers], [numbers] * 4)


def permute_vector(trial: Trial) -> None:
    trial.check(starmap(turn, product(ROWS, range(4))))
    if trial.result is not trial.arguments[0]:
        trial.notes.append("returns a new vector; the hand-out overwrites row")
    trial.check(starmap(turn, product(other_rows(trial), range(4))), OTHER_ROWS)
    beyond = "for p = 5, which the hand-out excludes: {}"
    trial.check([turn(EXAMPLE, 5)], beyond, trial.notes)
    marked = [n + 100 for n in EXAMPLE]
    acts = {"ENQUEUE": mark}
    cases = [Case([EXAMPLE, p], rotated(marked, p), acts) for p in (1, 2, 3)]
    trial.follows("ENQUEUE", cases)


def turn(numbers: Numbers, p: int) -> Case:
    mirrored = rotated(numbers, -p)
    return Case([numbers, p], rotated(numbers, p), mirrored=[mirrored])


def mark(frame: Frame) -> Value | Missing:
    """Add 100 to each number that enters a queue."""
    element = frame[0]
    return element + 100 if isinstance(element, int) and element < 100 else element


def permute_rows(trial: Trial) -> None:
    draw = trial.random.sample
    for triple in TRIPLES:
        trial.check([turn_rows(draw(ROWS, 1) * 4, triple)])
        trial.check([turn_rows(draw(ROWS, 4), triple)])
    others = [[draw(range(99), 4) for _ in range(4)] for _ in range(3)]
    trial.check(map(turn_rows, others, draw(TRIPLES, 3)), OTHER_ROWS)
    cases = [turn_rows(draw(ROWS, 4), triple) for triple in draw(TRIPLES, 5)]
    acts = {"PermuteVector": rotate_right}
    to_the_right = [Case(one.given, one.mirrored[0], acts) for one in cases]
    trial.follows("PermuteVector", to_the_right)


def turn_rows(rows: Sequence[Numbers], triple: Numbers) -> Case:
    mirrored = turned(rows, [-k for k in triple])
    return Case([rows, *triple], turned(rows, triple), mirrored=[mirrored])


def rotate_right(frame: Frame) -> Value | Missing:
    vector, p = frame[:2]
    return rotate(vector, -max(p, 0)) if isinstance(p, int) else NOTHING


def search_stack(trial: Trial) -> None:
    draw = trial.random
    trial.check([search((1, 2, 4), 3), search(DIGITS, 3)])
    for size in DIGITS:
        trial.check(starmap(search, product(permutations(DIGITS, size), DIGITS)))
    trial.check([search((), 3)], "for an empty stack: {}")
    for size in (1, 4, 5, 7, 9):
        other = draw.sample(range(99), size)
        items = (other[0], other[-1], draw.choice(other), 99 + size)
        cases = [search(other, item) for item in items]
        trial.check(cases, "for numbers other than 1 to 4: {}")
    twice = [draw.choices(DIGITS[:3], k=size) for size in (2, 3, 4, 4)]
    cases = [search(top_first, draw.choice(top_first)) for top_first in twice]
    trial.check(cases, "for a stack that holds a number twice: {}")


def search(top_first: Numbers, item: int) -> Case:
    if item not in top_first:
        return Case([TopFirst(top_first), item], False)
    one, every = list(top_first), [n for n in top_first if n != item]
    one.remove(item)
    note = "removes every item that is equal, which the hand-out leaves open"
    also = [TopFirst(every)] * (every != one)
    return Case([TopFirst(top_first), item], TopFirst(one), also=also, note=note)


def check_column(trial: Trial) -> None:
    draw = trial.random
    columns = [*ROWS, *product(DIGITS, repeat=4)]
    trial.check(column_of(trial, one) for one in columns)
    others = (draw.sample(one, 4) for one in OTHERS)
    trial.check((column_of(trial, one) for one in others), OTHER_ROWS)
    grid, j = [[number] * 4 for number in (3, 1, 4, 2)], 1 + trial.first_column
    refused = [Case([grid, j], False, refuse(k)) for k in range(1, 5)]
    trial.follows("SearchStack", refused)


def column_of(trial: Trial, column: Numbers) -> Case:
    """Return the case of a column, with good columns around it if it is bad."""
    around = trial.random.choices if good(column) else trial.random.sample
    columns: list[Numbers] = [around(DIGITS, k=4) for _ in range(4)]
    j = trial.random.randrange(4)
    columns[j] = column
    return Case([[*zip(*columns)], j + trial.first_column], good(column))


def refuse(number: int) -> Acts:
    """Return a SearchStack that returns FALSE to one call."""
    calls = count(1)
    return {"SearchStack": lambda _: False if next(calls) == number else NOTHING}


def check_grids(trial: Trial) -> None:
    trial.check(map(case_of, some_blocks(trial)))
    trial.check(map(case_of, other_blocks(trial)), OTHER_ROWS)
    grid = grid_of(good_blocks(trial))
    refused = [Case([grid], False, refuse(k)) for k in range(1, 17)]
    trial.follows("SearchStack", refused)


def case_of(blocks: Sequence[Numbers]) -> Case:
    return Case([grid_of(blocks)], all(map(good, blocks)))


def grid_of(blocks: Sequence[Numbers]) -> Grid:
    """Return the grid with these sub-grids; or, of a grid, its sub-grids."""
    return [
        [blocks[k - k % 2 + j // 2][k % 2 * 2 + j % 2] for j in range(4)]
        for k in range(4)
    ]


def good_blocks(trial: Trial) -> list[Numbers]:
    return [trial.random.sample(DIGITS, 4) for _ in range(4)]


def other_blocks(trial: Trial) -> Iterator[Sequence[Numbers]]:
    for k, numbers in enumerate(OTHERS):
        blocks = good_blocks(trial)
        blocks[k % 4] = trial.random.sample(numbers, 4)
        yield blocks


def some_blocks(trial: Trial) -> Iterator[Sequence[Numbers]]:
    """Yield the sub-grids of many grids."""
    draw = trial.random
    yield grid_of(SOLVED)
    for _ in range(24):
        yield good_blocks(trial)
    for numbers, k in product(BAD, range(4)):  # one is bad
        blocks = good_blocks(trial)
        blocks[k] = draw.sample(numbers, 4)
        yield blocks
    for _ in range(16):  # all totals are good, of rows or columns too
        grid = grid_of(draw.choice((good_blocks(trial), grid_of(SOLVED))))
        i, j, k = draw.sample(range(4), 3)
        grid[i][j], grid[k][j] = grid[k][j], grid[i][j]
        yield grid_of(grid)
        grid[i][k], grid[i][j] = grid[i][j], grid[i][k]
        yield grid_of(grid)
    for _ in range(8):  # every row and every column is good
        rows = [rotated(one, k) for one in [draw.choice(ROWS)] for k in range(4)]
        yield grid_of(draw.sample(rows, 4))
    for _ in range(24):  # several are bad
        worse = [draw.choices(DIGITS, k=4) for _ in range(4)]
        yield list(map(draw.choice, zip(worse, good_blocks(trial))))


CONTRACTS: dict[str, Callable[[Trial], None]] = {
    "1": make_vector,
    "2": permute_vector,
    "3": permute_rows,
    "4": search_stack,
    "5": check_column,
    "6": check_grids,
    "8": make_solution,
}
