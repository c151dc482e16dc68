"""Test a student's function on what its task asks for.

A wrong result fails. Where the hand-out asks for a method (a queue, calls of another
function), what it names is exchanged for something that behaves differently, and the
result must follow. If it does not, or if a result is wrong only at the edge of what the
hand-out describes, there is a doubt.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from itertools import combinations_with_replacement, count, permutations, product

from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudoku.pseudocode.judging.solution import make_solution
from pseudoku.pseudocode.judging.trial import (
    ASKED,
    EXAMPLE,
    ROWS,
    TRIPLES,
    Numbers,
    Trial,
    elements_of,
    puzzle,
    rotate,
    rotated,
    row,
    stack,
)
from pseudoku.pseudocode.reading.source import RunError
from pseudoku.pseudocode.running.machine import Frame
from pseudoku.pseudocode.running.values import (
    NOTHING,
    Missing,
    Value,
    elements,
    equal,
    show,
)

SOLVED = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
DIGITS = (1, 2, 3, 4)
BAD = [one for one in combinations_with_replacement(DIGITS, 4) if len({*one}) < 4]
# Some have the sum, the product or the squares of 1 to 4.
OTHERS = ((1, 2, 3, 5), (0, 2, 4, 4), (1, 1, 4, 6), (0, 1, 2, 5), (1, 1, 2, 12))
SHARED = "if one list may not be stored in two places: {}"
OTHER_ROWS = "for numbers other than 1 to 4, each once: {}"

Grid = list[list[int]]


def good(numbers: Numbers) -> bool:
    return sorted(numbers) == [1, 2, 3, 4]


def make_vector(trial: Trial) -> None:
    for numbers in [EXAMPLE, *ROWS]:
        makes_vector(trial, numbers)
    with trial.doubting(SHARED) if trial.python else nullcontext():
        for k in range(1, 5):
            independent(trial, k)
    with trial.doubting(OTHER_ROWS):
        for numbers in other_rows(trial):
            makes_vector(trial, numbers)


def other_rows(trial: Trial) -> list[Numbers]:
    return [(6, 6, 5, 6), *(trial.random.choices(range(99), k=4) for _ in range(4))]


def makes_vector(trial: Trial, numbers: Numbers) -> Value | Missing:
    result = trial.call(lambda: [row(numbers)])
    trial.expect(result, puzzle([numbers] * 4))
    trial.unchanged("row")
    return result


def independent(trial: Trial, k: int) -> None:
    """Raise Wrong if storing into element ``k`` of the result changes anything else."""
    result = makes_vector(trial, EXAMPLE)
    element, others = elements_of(result)[k - 1], elements_of(result)
    del others[k - 1]
    assert isinstance(element, ArrayVector)
    element[k] = 0
    if not equal(trial.arguments[0], row(EXAMPLE)):
        trial.wrong(f"stores row itself in element {k}", "a copy of row")
    if not all(equal(other, row(EXAMPLE)) for other in others):
        trial.wrong(f"shares element {k} with another", "four separate vectors")


def permute_vector(trial: Trial) -> None:
    if any([permutes_vector(trial, *one) for one in product(ROWS, range(4))]):
        trial.notes.append("returns a new vector; the hand-out overwrites row")
    with trial.doubting(OTHER_ROWS):
        for numbers, p in product(other_rows(trial), range(4)):
            permutes_vector(trial, numbers, p)
    if not wraps_around(trial):
        trial.notes.append(
            "does not rotate by one place for p = 5, which the hand-out excludes"
        )
    uses_queue(trial)


def permutes_vector(trial: Trial, numbers: Numbers, p: int) -> bool:
    """Return whether the result is a new vector. Raise Wrong if it is not right."""
    result = trial.call(lambda: [row(numbers), p])
    right = ", rotated to the right" * equal(result, row(rotated(numbers, -p)))
    trial.expect(result, row(rotated(numbers, p)), right)
    return result is not trial.arguments[0]


def wraps_around(trial: Trial) -> bool:
    """Return whether p = 5 rotates by one place. The hand-out does not ask for it."""
    try:
        return equal(trial.call(lambda: [row(EXAMPLE), 5]), row(rotated(EXAMPLE, 1)))
    except RunError:
        return False


class MarkingQueue(LinkedQueue[Value]):
    """A queue that adds 100 to each number that enters it."""

    def enqueue(self, element: Value) -> None:
        if isinstance(element, int) and element < 100:
            element += 100
        super().enqueue(element)


def uses_queue(trial: Trial) -> None:
    """Doubt a function whose result does not come from a queue."""
    if not trial.writes("ENQUEUE"):
        trial.doubts.append(f"never uses ENQUEUE, {ASKED}")
        return
    trial.runner.machine.queue = MarkingQueue
    with trial.doubting(f"its result does not come from a queue, {ASKED}"):
        for p in (1, 2, 3):
            result = trial.call(lambda: [row(EXAMPLE), p])
            trial.expect(result, row(n + 100 for n in rotated(EXAMPLE, p)))


def permute_rows(trial: Trial) -> None:
    draw = trial.random.sample
    for triple in TRIPLES:
        permutes_rows(trial, draw(ROWS, 1) * 4, triple)
        permutes_rows(trial, draw(ROWS, 4), triple)
    with trial.doubting(OTHER_ROWS):
        for triple in draw(TRIPLES, 3):
            permutes_rows(trial, [draw(range(99), 4) for _ in range(4)], triple)
    if trial.requires("PermuteVector"):
        with (
            trial.doubting(f"its result does not come from PermuteVector, {ASKED}"),
            trial.exchanged({"PermuteVector": rotate_right}),
        ):
            for triple in draw(TRIPLES, 5):
                permutes_rows(trial, draw(ROWS, 4), triple, -1)


def rotate_right(frame: Frame) -> Value | Missing:
    vector, p = frame[:2]
    return rotate(vector, -max(p, 0)) if isinstance(p, int) else NOTHING


def permutes_rows(
    trial: Trial, rows: Sequence[Numbers], triple: Numbers, sign: int = 1
) -> None:
    result = trial.call(lambda: [puzzle(rows), *triple])
    left, right = (
        puzzle(map(rotated, rows, [way * k for k in (*triple, 0)]))
        for way in (sign, -sign)
    )
    trial.expect(result, left, ", rotated to the right" * equal(result, right))


def search_stack(trial: Trial) -> None:
    draw = trial.random
    searches(trial, (1, 2, 4), 3)
    searches(trial, DIGITS, 3)
    for size, item in product(range(1, 5), DIGITS):
        for some in permutations(DIGITS, size):
            searches(trial, some, item)
    with trial.doubting("for an empty stack: {}"):
        searches(trial, [], 3)
    with trial.doubting("for numbers other than 1 to 4: {}"):
        for size in (1, 4, 5, 7, 9):
            other = draw.sample(range(99), size)
            for item in (other[0], other[-1], draw.choice(other), 99 + size):
                searches(trial, other, item)
    with trial.doubting("for a stack that holds a number twice: {}"):
        for size in (2, 3, 4, 4):
            top_first = draw.choices(DIGITS[:3], k=size)
            searches(trial, top_first, draw.choice(top_first))


def searches(trial: Trial, top_first: Numbers, item: int) -> None:
    """Raise Wrong if the result is not right; note that it removes each ``item``."""
    result = trial.call(lambda: [stack(top_first), item])
    if item not in top_first:
        return trial.expect(result, False)
    held = elements(result) if isinstance(result, ArrayStack) else [result]
    one, every = list(top_first), [n for n in top_first if n != item]
    one.remove(item)
    found = sorted(map(show, held))
    if found == sorted(map(show, every)) != sorted(map(show, one)):
        note = "removes every item that is equal, which the hand-out leaves open"
        trial.notes.append(note) if note not in trial.notes else None
    elif found != sorted(map(show, one)):
        trial.wrong(f"gives {show(result)}", f"{show(stack(one))} in any order")
    return None


def check_column(trial: Trial) -> None:
    draw = trial.random
    for column in [*ROWS, *product(DIGITS, repeat=4)]:
        checks_column(trial, column, draw.randrange(4))
    with trial.doubting(OTHER_ROWS):
        for column in OTHERS:
            checks_column(trial, draw.sample(column, 4), draw.randrange(4))
    follows_search(
        trial, [[number] * 4 for number in (3, 1, 4, 2)], 4, 1 + trial.first_column
    )


def checks_column(trial: Trial, column: Numbers, j: int) -> None:
    """Check ``column`` at index ``j``, with good columns around it if it is bad."""
    around = trial.random.choices if good(column) else trial.random.sample
    columns: list[Numbers] = [around(DIGITS, k=4) for _ in range(4)]
    columns[j] = column
    result = trial.call(lambda: [puzzle(zip(*columns)), j + trial.first_column])
    trial.expect(result, good(column))
    trial.unchanged("puzzle")


def follows_search(trial: Trial, grid: Grid, calls: int, *rest: Value) -> None:
    """Doubt a function whose result does not follow each call of SearchStack."""
    if not trial.requires("SearchStack"):
        return
    with trial.doubting(f"its result does not follow SearchStack, {ASKED}"):
        for number in range(1, calls + 1):
            made = count(1)
            with trial.exchanged(
                {"SearchStack": lambda _: False if next(made) == number else NOTHING}
            ):
                trial.expect(trial.call(lambda: [puzzle(grid), *rest]), False)


def check_grids(trial: Trial) -> None:
    for blocks in some_blocks(trial):
        checks_grids(trial, blocks)
    with trial.doubting(OTHER_ROWS):
        for k, numbers in enumerate(OTHERS):
            blocks = good_blocks(trial)
            blocks[k % 4] = trial.random.sample(numbers, 4)
            checks_grids(trial, blocks)
    follows_search(trial, grid_of(good_blocks(trial)), 16)


def checks_grids(trial: Trial, blocks: Sequence[Numbers]) -> None:
    result = trial.call(lambda: [puzzle(grid_of(blocks))])
    trial.expect(result, all(map(good, blocks)))
    trial.unchanged("puzzle")


def grid_of(blocks: Sequence[Numbers]) -> Grid:
    """Return the grid with these sub-grids; or, of a grid, its sub-grids."""
    return [
        [blocks[k - k % 2 + j // 2][k % 2 * 2 + j % 2] for j in range(4)]
        for k in range(4)
    ]


def good_blocks(trial: Trial) -> list[Numbers]:
    return [trial.random.sample(DIGITS, 4) for _ in range(4)]


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
