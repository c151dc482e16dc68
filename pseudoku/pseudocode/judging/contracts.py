"""Test a student's function on what its task asks for.

A wrong result fails. Where the hand-out asks for a method (a queue, calls of another
function), something that behaves differently stands in for what it names, and the
result must change accordingly. If it does not, or if a result is wrong only at the edge
of what the hand-out describes, the trial notes a doubt.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations_with_replacement as multisets
from itertools import count, permutations, product, starmap
from typing import TypeAlias, TypeVar

from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudoku.pseudocode.judging.trial import (
    CallResult,
    Case,
    Stubs,
    TopFirst,
    Trial,
    build_value,
    vector_elements,
)
from pseudoku.pseudocode.running.machine import Frame
from pseudoku.pseudocode.running.values import NO_RESULT, Absent, list_elements

Numbers: TypeAlias = Sequence[int]
Blocks: TypeAlias = Sequence[Numbers]  # its rows; or its sub-grids
Rotations: TypeAlias = tuple[int, ...]  # the rotations of the first three rows
T = TypeVar("T")

DIGITS = (1, 2, 3, 4)
EXAMPLE_ROW = (2, 4, 1, 3)
ROW_PERMUTATIONS: list[Numbers] = list(permutations(DIGITS))
ALL_ROTATIONS = list(product(range(4), repeat=3))
SOLVED_GRID = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
ROWS_WITH_REPEATS = [one for one in multisets(DIGITS, 4) if len({*one}) < 4]
# Some have the sum, the product or the squares of 1 to 4.
DECOY_ROWS = ((1, 2, 3, 5), (0, 2, 4, 4), (1, 1, 4, 6), (0, 1, 2, 5), (1, 1, 2, 12))
DOUBT_LARGE_STACK = "for a stack of more than four, which the hand-out excludes: {}"
DOUBT_OTHER_NUMBERS = "for numbers other than 1 to 4, each once: {}"

# In Task 8: the rotations that solve a puzzle, in the order of the reference, and those
# that each check accepts.
SOLVING_ROTATIONS = [(1, 3, 2), (3, 1, 2)]
GRID_ROTATIONS = [(x, (x + 2) % 4, 2) for x in range(4)]
COLUMN_ROTATIONS = list(
    permutations((1, 2, 3))
)  # what ColChecks accepts; also of x, y and z
MIN_ROTATIONS_TRIED = (
    30  # rotations that a search tries: 64, or 35 if each starts from the last
)


def is_one_to_four(numbers: Numbers) -> bool:
    return sorted(numbers) == [1, 2, 3, 4]


def rotate_left(held: Sequence[T], places: int) -> tuple[T, ...]:
    """Return four elements rotated to the left, or to the right if ``places`` < 0."""
    return (*held[places % 4 :], *held[: places % 4])


def rotate_rows(rows: Blocks, triple: Numbers) -> tuple[Numbers, ...]:
    """Return ``rows``, of which the first three are rotated."""
    return tuple(map(rotate_left, rows, (*triple, 0)))


def make_vector(trial: Trial) -> None:
    trial.check(map(make_vector_case, [EXAMPLE_ROW, *ROW_PERMUTATIONS]))
    vectors = [trial.arguments[0], *vector_elements(trial.result)]
    if len({*map(id, vectors)}) < len(vectors):
        trial.wrong("stores one vector in several places", "separate vectors")
    trial.check(map(make_vector_case, random_rows(trial)), DOUBT_OTHER_NUMBERS)


def make_vector_case(numbers: Numbers) -> Case:
    return Case([numbers], [numbers] * 4)


def random_rows(trial: Trial) -> list[Numbers]:
    return [(6, 6, 5, 6), *(trial.random.choices(range(99), k=4) for _ in range(4))]


def permute_vector(trial: Trial) -> None:
    trial.check(rotations(trial))
    if trial.result is not trial.arguments[0]:
        trial.notes.append("returns a new vector; the hand-out overwrites row")
    trial.check(
        starmap(permute_vector_case, product(random_rows(trial), range(4))),
        DOUBT_OTHER_NUMBERS,
    )
    beyond = "for p = 5, which the hand-out excludes: {}"
    trial.check([permute_vector_case(EXAMPLE_ROW, 5)], beyond, trial.notes)
    trial.follows("ENQUEUE", [tagged_queue_case(trial, p) for p in DIGITS[:3]])


def rotations(trial: Trial) -> Iterator[Case]:
    """Yield the calls for all rows, and doubt a queue that is filled but not rotated.

    Filling it takes four ENQUEUEs, and rotating it one for each place.
    """
    doubt = "{} ENQUEUEs for p = {}; rotating the queue takes {}"
    for numbers, p in product(ROW_PERMUTATIONS, range(4)):
        before = trial.calls["ENQUEUE"]
        yield permute_vector_case(numbers, p)
        times = trial.calls["ENQUEUE"] - before
        if doubt and p and 0 < times < 4 + p:
            trial.doubts.append(doubt.format(times, p, 4 + p))
            doubt = ""  # one is enough


def permute_vector_case(numbers: Numbers, p: int) -> Case:
    return Case(
        [numbers, p], rotate_left(numbers, p), mirrored=[rotate_left(numbers, -p)]
    )


def tagged_queue_case(trial: Trial, p: int) -> Case:
    """Return a case in which the numbers of the row change when they enter a queue.

    Another number in a queue does not show how.
    """
    draw = trial.random
    row, new = draw.sample(range(100, 1000), 4), draw.sample(range(1000, 10_000), 4)
    changes: dict[CallResult, int] = dict(zip(row, new))

    def mark(frame: Frame) -> CallResult:
        element = frame[0]
        return changes.get(element, element) if isinstance(element, int) else element

    return Case([row, p], rotate_left(new, p), {"ENQUEUE": mark})


def permute_rows(trial: Trial) -> None:
    draw = trial.random.sample
    trial.check(
        permute_rows_case([row] * 4, triple, {"PermuteVector": rotate_vector})
        for row, triple in product(ROW_PERMUTATIONS, ALL_ROTATIONS)
    )
    trial.check(
        permute_rows_case(draw(ROW_PERMUTATIONS, 4), triple) for triple in ALL_ROTATIONS
    )
    others = [[draw(range(99), 4) for _ in range(4)] for _ in range(3)]
    trial.check(
        map(permute_rows_case, others, draw(ALL_ROTATIONS, 3)), DOUBT_OTHER_NUMBERS
    )
    trial.follows("PermuteVector", [relabelled_case(trial) for _ in range(5)])


def permute_rows_case(rows: Blocks, triple: Numbers, stubs: Stubs = {}) -> Case:
    mirrored = rotate_rows(rows, [-k for k in triple])
    right = rotate_rows(rows, triple)
    return Case([rows, *triple], right, stubs, mirrored=[mirrored])


def rotate_vector(frame: Frame) -> CallResult:
    """Do what PermuteVector does, in less time."""
    vector, p = frame[0], frame[1]
    if not isinstance(vector, ArrayVector) or type(p) is not int or not 0 <= p <= 3:
        return NO_RESULT
    for k, element in enumerate(rotate_left(list_elements(vector), p), start=1):
        if not isinstance(element, Absent):
            vector[k] = element
    return vector


def relabelled_case(trial: Trial) -> Case:
    """Return a case in which PermuteVector rotates to the right and changes numbers.

    A call with another vector does not show how it changes those of the puzzle.
    """
    draw = trial.random
    old, new = draw.sample(range(100, 1000), 16), draw.sample(range(1000, 10_000), 16)
    changes = dict(zip(old, new))
    rows, triple = [old[k : k + 4] for k in range(0, 16, 4)], draw.choices(DIGITS, k=3)

    def act(frame: Frame) -> CallResult:
        vector, p = frame[0], frame[1]
        if not isinstance(vector, ArrayVector) or not isinstance(p, int) or p == 0:
            return NO_RESULT  # for p = 0, the row stays as it is
        for k, n in enumerate(rotate_left(vector_elements(vector), -p), start=1):
            if isinstance(n, int):
                vector[k] = changes.get(n, n)
        return vector

    changed = [[changes[n] for n in row] for row in rows[:3]]
    right = rotate_rows([*changed, rows[3]], [-p for p in triple])
    return Case([rows, *triple], right, {"PermuteVector": act})


def search_stack(trial: Trial) -> None:
    draw = trial.random
    trial.check([search_stack_case((1, 2, 4), 3), search_stack_case(DIGITS, 3)])
    for size in DIGITS:
        trial.check(
            starmap(search_stack_case, product(permutations(DIGITS, size), DIGITS))
        )
    trial.check([search_stack_case((), 3)], "for an empty stack: {}")
    for sizes, doubt, into in (
        ((1, 4), "for numbers other than 1 to 4: {}", trial.doubts),
        ((5, 7, 9), DOUBT_LARGE_STACK, trial.notes),
    ):
        others = [draw.sample(range(99), size) for size in sizes]
        items = [(one[0], one[-1], draw.choice(one), 100) for one in others]
        cases = [
            search_stack_case(one, item)
            for one, some in zip(others, items)
            for item in some
        ]
        trial.check(cases, doubt, into)
    twice = [draw.choices(DIGITS[:3], k=size) for size in (2, 3, 4, 4)]
    cases = [search_stack_case(one, draw.choice(one)) for one in twice]
    trial.check(cases, "for a stack that holds a number twice: {}")


def search_stack_case(top_first: Numbers, item: int) -> Case:
    if item not in top_first:
        return Case([TopFirst(top_first), item], False)
    k = top_first.index(item)
    one = TopFirst((*top_first[:k], *top_first[k + 1 :]))
    every = TopFirst(n for n in top_first if n != item)
    note = "removes all equal items, which the hand-out leaves open"
    return Case([TopFirst(top_first), item], one, {}, [every] * (every != one), note)


def check_column(trial: Trial) -> None:
    draw, first = trial.random, trial.first_column

    def case(column: Numbers, j: int) -> Case:
        """Put good columns around a bad one."""
        around = draw.choices if is_one_to_four(column) else draw.sample
        columns: list[Numbers] = [around(DIGITS, k=4) for _ in range(4)]
        columns[j] = column
        about = f"; column {j + first} is {', '.join(map(str, column))}"
        right = is_one_to_four(column)
        return Case([[*zip(*columns)], j + first], right, SEARCHES, about=about)

    trial.check(starmap(case, product(product(DIGITS, repeat=4), range(4))))
    others = (case(draw.sample(one, 4), draw.randrange(4)) for one in DECOY_ROWS)
    trial.check(others, DOUBT_OTHER_NUMBERS)
    grid = [[number] * 4 for number in (3, 1, 4, 2)]
    refused = [Case([grid, first + 1], False, reject_one_call(k)) for k in range(1, 5)]
    columns = [draw.sample(DIGITS, 4) for _ in range(4)]
    spoilt = [*columns[:2], draw.sample(draw.choice(ROWS_WITH_REPEATS), 4), columns[3]]
    hidden = [
        Case(
            [[*zip(*add_random_tens(trial, each))], first + 2],
            each is columns,
            LAST_DIGIT_STUB,
        )
        for each in (spoilt, columns)
    ]
    trial.follows("SearchStack", [*refused, *hidden])


def search_in_stack(frame: Frame) -> CallResult:
    """Do what SearchStack does, in less time."""
    stack, item = frame[0], frame[1]
    if not isinstance(stack, ArrayStack) or type(item) is not int:
        return NO_RESULT
    numbers = [number for number in list_elements(stack) if type(number) is int]
    if len(numbers) < len(list_elements(stack)):
        return NO_RESULT
    if item not in numbers:
        return False
    above = numbers.index(item)  # numbers, from the top
    for _ in range(above + 1):
        stack.pop()
    for number in reversed(numbers[:above]):
        stack.push(number)
    return stack


SEARCHES: Stubs = {"SearchStack": search_in_stack}


def reject_one_call(number: int) -> Stubs:
    """Return a SearchStack that returns FALSE to one call."""
    calls = count(1)
    return {"SearchStack": lambda _: False if next(calls) == number else NO_RESULT}


def add_random_tens(trial: Trial, rows: Blocks) -> Blocks:
    """Return ``rows`` with tens added to each number, which `match_last_digit` ignores."""
    draw = trial.random.randrange
    return [[number + 10 * draw(1, 9) for number in row] for row in rows]


def match_last_digit(frame: Frame) -> CallResult:
    """Make SearchStack look for an element with the same last digit as the item."""
    if isinstance(frame[0], ArrayStack) and isinstance(frame[1], int):
        for element in reversed(list_elements(frame[0])):
            if isinstance(element, int) and element % 10 == frame[1] % 10:
                frame[1] = element
                break
    return NO_RESULT


LAST_DIGIT_STUB: Stubs = {"SearchStack": match_last_digit}


def check_grids(trial: Trial) -> None:
    trial.check(map(check_grids_case, sample_blocks(trial)))
    others = (replace_block(trial, one, k % 4) for k, one in enumerate(DECOY_ROWS))
    trial.check(map(check_grids_case, others), DOUBT_OTHER_NUMBERS)
    grid = transpose_blocks(valid_blocks(trial))
    refused = [Case([grid], False, reject_one_call(k)) for k in range(1, 17)]
    spoilt = [
        replace_block(trial, trial.random.choice(ROWS_WITH_REPEATS), k)
        for k in range(4)
    ]
    hidden = [
        Case([add_random_tens(trial, each)], each is grid, LAST_DIGIT_STUB)
        for each in (*map(transpose_blocks, spoilt), grid)
    ]
    trial.follows("SearchStack", [*refused, *hidden])


def check_grids_case(blocks: Blocks) -> Case:
    bad = [k for k, block in enumerate(blocks) if not is_one_to_four(block)]
    about = "; all sub-grids are good"
    for k in bad[:1]:
        place, block = (k // 2 * 2 + 1, k % 2 * 2 + 1), ", ".join(map(str, blocks[k]))
        about = f"; the sub-grid at {place} is {block}"
    return Case([transpose_blocks(blocks)], not bad, about=about)


def transpose_blocks(blocks: Blocks) -> list[list[int]]:
    """Return the grid with these sub-grids; or, given a grid, its sub-grids."""
    return [
        [blocks[k - k % 2 + j // 2][k % 2 * 2 + j % 2] for j in range(4)]
        for k in range(4)
    ]


def valid_blocks(trial: Trial) -> list[Numbers]:
    return [trial.random.sample(DIGITS, 4) for _ in range(4)]


def replace_block(trial: Trial, numbers: Numbers, k: int) -> Blocks:
    """Return sub-grids with ``numbers`` in the one at ``k``; the others are good."""
    blocks = valid_blocks(trial)
    blocks[k] = trial.random.sample(numbers, 4)
    return blocks


def sample_blocks(trial: Trial) -> Iterator[Blocks]:
    """Yield the sub-grids of many grids."""
    draw = trial.random
    yield transpose_blocks(SOLVED_GRID)
    for _ in range(12):
        yield valid_blocks(trial)
    for numbers, k in product(ROWS_WITH_REPEATS, range(4)):
        yield replace_block(trial, numbers, k)
    for _ in range(10):  # all totals are good, of rows or columns too
        grid = transpose_blocks(
            draw.choice((valid_blocks(trial), transpose_blocks(SOLVED_GRID)))
        )
        i, j, k = draw.sample(range(4), 3)
        grid[i][j], grid[k][j] = grid[k][j], grid[i][j]
        yield transpose_blocks(grid)
        grid[i][k], grid[i][j] = grid[i][j], grid[i][k]
        yield transpose_blocks(grid)
    for _ in range(8):  # every row and every column is good
        row = draw.choice(ROW_PERMUTATIONS)
        yield transpose_blocks([rotate_left(row, k) for k in draw.sample(range(4), 4)])
    for _ in range(24):  # several are bad
        worse = [draw.choices(DIGITS, k=4) for _ in range(4)]
        yield list(map(draw.choice, zip(worse, valid_blocks(trial))))


class CheckStubs:
    """Checks that accept some rotations of ``numbers`` and note which are tried.

    Their PermuteRows takes x, y and z in the given ``order``, and adds ``more`` to each
    number below ``more``.
    """

    def __init__(
        self,
        numbers: Numbers,
        grids: Collection[Rotations] = GRID_ROTATIONS,
        columns: Collection[Rotations] = COLUMN_ROTATIONS,
        order: Rotations = (1, 2, 3),
        more: int = 0,
    ) -> None:
        self.rows = [[one + more for one in numbers]] * 4
        self._known: dict[object, Rotations]
        self._known = {rotate_rows(self.rows, one): one for one in ALL_ROTATIONS}
        self.order, self.more = order, more
        self.asked: set[Rotations] = set()  # of PermuteRows
        self.tried: set[Rotations] = set()  # by the checks
        self.acts: Stubs = {
            "PermuteRows": self.permute_rows,
            "CheckGrids": lambda frame: self.tries(frame[0]) in grids,
            "ColChecks": lambda frame: self.tries(frame[0]) in columns,
            "CheckColumn": lambda frame: self.tries(frame[0]) in columns,
        }

    def tries(self, puzzle: CallResult) -> Rotations:
        """Return the rotations of the first three rows; () if these are not rotated."""
        rows = tuple([tuple(vector_elements(one)) for one in vector_elements(puzzle)])
        rotation = self._known.get(rows, ())
        self.tried |= {rotation} - {()}
        return rotation

    def permute_rows(self, frame: Frame) -> CallResult:
        asked = [frame[k] for k in self.order]
        places = tuple(max(p, 0) % 4 for p in asked if isinstance(p, int))
        self.asked.add(places)
        for vector, p in zip(vector_elements(frame[0]), (*places, 0)):
            for k, n in enumerate(rotate_left(vector_elements(vector), p), start=1):
                if isinstance(vector, ArrayVector) and isinstance(n, int):
                    vector[k] = n + self.more * (n < self.more)
        return frame[0]


def make_solution(trial: Trial) -> None:
    check_example(trial)
    note = "finds a solution other than the first, (1, 3, 2)"
    trial.check(
        make_solution_case(row, CheckStubs(row), note) for row in ROW_PERMUTATIONS
    )
    uses_all = trial.requires("MakeVector", "PermuteRows", "CheckGrids", "ColChecks")
    none = CheckStubs(EXAMPLE_ROW, (), ())
    left_open = "if no rotation works, which the hand-out leaves open: {}"
    trial.check([Case([EXAMPLE_ROW], False, none.acts)], left_open, trial.notes)
    check_search(trial, none)
    if uses_all and none.tried:
        tried = sorted(none.tried - {(0, 0, 0)})  # some check the puzzle first
        ignored = "does not depend on MakeVector, PermuteRows and the checks: {}"
        trial.check((single_rotation_case(trial, tried) for _ in range(5)), ignored)


def check_example(trial: Trial) -> None:
    trial.check([make_solution_case(EXAMPLE_ROW)])


def make_solution_case(
    numbers: Numbers, checks: CheckStubs | None = None, note: str = ""
) -> Case:
    first, *others = (rotate_rows([numbers] * 4, one) for one in SOLVING_ROTATIONS)
    return Case([numbers], first, checks.acts if checks else {}, others, note)


def check_search(trial: Trial, none: CheckStubs) -> None:
    """Doubt a MakeSolution that does not try all rotations; ``none`` has those tried.

    Also doubt one whose result is wrong if PermuteRows exchanges x, y and z.
    """
    tried = len(none.tried)
    if tried < MIN_ROTATIONS_TRIED or max(tried, len(none.asked)) < len(ALL_ROTATIONS):
        tries = f"the checks see {tried} of the 64"
        trial.doubts.append(f"does not search for the rotations: {tries}")
    if tried < MIN_ROTATIONS_TRIED:
        return
    for order in COLUMN_ROTATIONS[1:]:
        reached = {tuple(one[k - 1] for k in order) for one in none.tried}
        if reached & {*SOLVING_ROTATIONS}:
            cases = [
                make_solution_case(EXAMPLE_ROW, CheckStubs(EXAMPLE_ROW, order=order))
            ]
            trial.check(cases, "if PermuteRows exchanges x, y and z: {}")


def single_rotation_case(trial: Trial, tried: list[Rotations]) -> Case:
    """Return a case in which both checks accept only one of the rotations ``tried``.

    MakeVector takes another row, and PermuteRows changes it.
    """
    draw = trial.random
    given, other = draw.sample(ROW_PERMUTATIONS, 2)
    target = draw.choice(tried)
    grids = {target, *draw.sample(ALL_ROTATIONS, 32)}
    checks = CheckStubs(other, grids, {*ALL_ROTATIONS} - grids | {target}, more=10)
    acts = {**checks.acts, "MakeVector": lambda _: build_value([other] * 4)}
    return Case([given], rotate_rows(checks.rows, target), acts)


CONTRACTS: dict[str, Callable[[Trial], None]] = {
    "1": make_vector,
    "2": permute_vector,
    "3": permute_rows,
    "4": search_stack,
    "5": check_column,
    "6": check_grids,
    "8": make_solution,
}
