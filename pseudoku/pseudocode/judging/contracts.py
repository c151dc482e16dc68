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
    Acts,
    Case,
    Result,
    TopFirst,
    Trial,
    elements_of,
    made,
)
from pseudoku.pseudocode.running.machine import Frame
from pseudoku.pseudocode.running.values import NOTHING, elements

Numbers: TypeAlias = Sequence[int]
Grid: TypeAlias = Sequence[Numbers]  # its rows; or its sub-grids
Triple: TypeAlias = tuple[int, ...]  # the rotations of the first three rows
T = TypeVar("T")

DIGITS = (1, 2, 3, 4)
EXAMPLE = (2, 4, 1, 3)
ROWS: list[Numbers] = list(permutations(DIGITS))
TRIPLES = list(product(range(4), repeat=3))
SOLVED = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
BAD = [one for one in multisets(DIGITS, 4) if len({*one}) < 4]
# Some have the sum, the product or the squares of 1 to 4.
OTHERS = ((1, 2, 3, 5), (0, 2, 4, 4), (1, 1, 4, 6), (0, 1, 2, 5), (1, 1, 2, 12))
MORE_THAN_FOUR = "for a stack of more than four, which the hand-out excludes: {}"
OTHER_ROWS = "for numbers other than 1 to 4, each once: {}"

# In Task 8: the rotations that solve a puzzle, in the order of the reference, and those
# that each check accepts.
SOLUTIONS = [(1, 3, 2), (3, 1, 2)]
GRIDS = [(x, (x + 2) % 4, 2) for x in range(4)]
ORDERS = list(permutations((1, 2, 3)))  # what ColChecks accepts; also of x, y and z
FEWEST = 30  # rotations that a search tries: 64, or 35 if each starts from the last


def good(numbers: Numbers) -> bool:
    return sorted(numbers) == [1, 2, 3, 4]


def rotated(held: Sequence[T], places: int) -> tuple[T, ...]:
    """Return four elements rotated to the left, or to the right if ``places`` < 0."""
    return (*held[places % 4 :], *held[: places % 4])


def turned(rows: Grid, triple: Numbers) -> tuple[Numbers, ...]:
    """Return ``rows``, of which the first three are rotated."""
    return tuple(map(rotated, rows, (*triple, 0)))


def make_vector(trial: Trial) -> None:
    trial.check(map(copies, [EXAMPLE, *ROWS]))
    vectors = [trial.arguments[0], *elements_of(trial.result)]
    if len({*map(id, vectors)}) < len(vectors):
        trial.wrong("stores one vector in several places", "separate vectors")
    trial.check(map(copies, other_rows(trial)), OTHER_ROWS)


def copies(numbers: Numbers) -> Case:
    return Case([numbers], [numbers] * 4)


def other_rows(trial: Trial) -> list[Numbers]:
    return [(6, 6, 5, 6), *(trial.random.choices(range(99), k=4) for _ in range(4))]


def permute_vector(trial: Trial) -> None:
    trial.check(rotations(trial))
    if trial.result is not trial.arguments[0]:
        trial.notes.append("returns a new vector; the hand-out overwrites row")
    trial.check(starmap(turn, product(other_rows(trial), range(4))), OTHER_ROWS)
    beyond = "for p = 5, which the hand-out excludes: {}"
    trial.check([turn(EXAMPLE, 5)], beyond, trial.notes)
    trial.follows("ENQUEUE", [marked(trial, p) for p in DIGITS[:3]])


def rotations(trial: Trial) -> Iterator[Case]:
    """Yield the calls for all rows, and doubt a queue that is filled but not rotated.

    Filling it takes four ENQUEUEs, and rotating it one for each place.
    """
    doubt = "{} ENQUEUEs for p = {}; rotating the queue takes {}"
    for numbers, p in product(ROWS, range(4)):
        before = trial.calls["ENQUEUE"]
        yield turn(numbers, p)
        times = trial.calls["ENQUEUE"] - before
        if doubt and p and 0 < times < 4 + p:
            trial.doubts.append(doubt.format(times, p, 4 + p))
            doubt = ""  # one is enough


def turn(numbers: Numbers, p: int) -> Case:
    return Case([numbers, p], rotated(numbers, p), mirrored=[rotated(numbers, -p)])


def marked(trial: Trial, p: int) -> Case:
    """Return a case in which the numbers of the row change when they enter a queue.

    Another number in a queue does not show how.
    """
    draw = trial.random
    row, new = draw.sample(range(100, 1000), 4), draw.sample(range(1000, 10_000), 4)
    changes: dict[Result, int] = dict(zip(row, new))

    def mark(frame: Frame) -> Result:
        element = frame[0]
        return changes.get(element, element) if isinstance(element, int) else element

    return Case([row, p], rotated(new, p), {"ENQUEUE": mark})


def permute_rows(trial: Trial) -> None:
    draw = trial.random.sample
    trial.check(turn_rows(draw(ROWS, 1) * 4, triple) for triple in TRIPLES)
    trial.check(turn_rows(draw(ROWS, 4), triple) for triple in TRIPLES)
    others = [[draw(range(99), 4) for _ in range(4)] for _ in range(3)]
    trial.check(map(turn_rows, others, draw(TRIPLES, 3)), OTHER_ROWS)
    trial.follows("PermuteVector", [renumbered(trial) for _ in range(5)])


def turn_rows(rows: Grid, triple: Numbers) -> Case:
    mirrored = turned(rows, [-k for k in triple])
    return Case([rows, *triple], turned(rows, triple), mirrored=[mirrored])


def renumbered(trial: Trial) -> Case:
    """Return a case in which PermuteVector rotates to the right and changes numbers.

    A call with another vector does not show how it changes those of the puzzle.
    """
    draw = trial.random
    old, new = draw.sample(range(100, 1000), 16), draw.sample(range(1000, 10_000), 16)
    changes = dict(zip(old, new))
    rows, triple = [old[k : k + 4] for k in range(0, 16, 4)], draw.choices(DIGITS, k=3)

    def act(frame: Frame) -> Result:
        vector, p = frame[0], frame[1]
        if not isinstance(vector, ArrayVector) or not isinstance(p, int):
            return NOTHING
        for k, n in enumerate(rotated(elements_of(vector), -p), start=1):
            if isinstance(n, int):
                vector[k] = changes.get(n, n)
        return vector

    changed = [[changes[n] for n in row] for row in rows[:3]]
    right = turned([*changed, rows[3]], [-p for p in triple])
    return Case([rows, *triple], right, {"PermuteVector": act})


def search_stack(trial: Trial) -> None:
    draw = trial.random
    trial.check([search((1, 2, 4), 3), search(DIGITS, 3)])
    for size in DIGITS:
        trial.check(starmap(search, product(permutations(DIGITS, size), DIGITS)))
    trial.check([search((), 3)], "for an empty stack: {}")
    for sizes, doubt, into in (
        ((1, 4), "for numbers other than 1 to 4: {}", trial.doubts),
        ((5, 7, 9), MORE_THAN_FOUR, trial.notes),
    ):
        others = [draw.sample(range(99), size) for size in sizes]
        items = [(one[0], one[-1], draw.choice(one), 100) for one in others]
        cases = [search(one, item) for one, some in zip(others, items) for item in some]
        trial.check(cases, doubt, into)
    twice = [draw.choices(DIGITS[:3], k=size) for size in (2, 3, 4, 4)]
    cases = [search(one, draw.choice(one)) for one in twice]
    trial.check(cases, "for a stack that holds a number twice: {}")


def search(top_first: Numbers, item: int) -> Case:
    if item not in top_first:
        return Case([TopFirst(top_first), item], False)
    k = top_first.index(item)
    one = TopFirst((*top_first[:k], *top_first[k + 1 :]))
    every = TopFirst(n for n in top_first if n != item)
    note = "removes all equal items, which the hand-out leaves open"
    return Case([TopFirst(top_first), item], one, {}, [every] * (every != one), note)


def check_column(trial: Trial) -> None:
    draw, first = trial.random, trial.first_column

    def case(column: Numbers) -> Case:
        """Put good columns around a bad one."""
        around = draw.choices if good(column) else draw.sample
        columns: list[Numbers] = [around(DIGITS, k=4) for _ in range(4)]
        j = draw.randrange(4)
        columns[j] = column
        about = f"; column {j + first} is {', '.join(map(str, column))}"
        return Case([[*zip(*columns)], j + first], good(column), about=about)

    trial.check(map(case, product(DIGITS, repeat=4)))
    trial.check((case(draw.sample(one, 4)) for one in OTHERS), OTHER_ROWS)
    grid = [[number] * 4 for number in (3, 1, 4, 2)]
    refused = [Case([grid, first + 1], False, refuse(k)) for k in range(1, 5)]
    columns = [draw.sample(DIGITS, 4) for _ in range(4)]
    spoilt = [*columns[:2], draw.sample(draw.choice(BAD), 4), columns[3]]
    hidden = [
        Case([[*zip(*disguised(trial, each))], first + 2], each is columns, SEES_UNITS)
        for each in (spoilt, columns)
    ]
    trial.follows("SearchStack", [*refused, *hidden])


def refuse(number: int) -> Acts:
    """Return a SearchStack that returns FALSE to one call."""
    calls = count(1)
    return {"SearchStack": lambda _: False if next(calls) == number else NOTHING}


def disguised(trial: Trial, rows: Grid) -> Grid:
    """Return ``rows`` with tens added to each number; only `see_units` ignores them."""
    draw = trial.random.randrange
    return [[number + 10 * draw(1, 9) for number in row] for row in rows]


def see_units(frame: Frame) -> Result:
    """Make SearchStack look for an element with the same last digit as the item."""
    if isinstance(frame[0], ArrayStack) and isinstance(frame[1], int):
        for element in reversed(elements(frame[0])):
            if isinstance(element, int) and element % 10 == frame[1] % 10:
                frame[1] = element
                break
    return NOTHING


SEES_UNITS: Acts = {"SearchStack": see_units}


def check_grids(trial: Trial) -> None:
    trial.check(map(case_of, some_blocks(trial)))
    others = (with_block(trial, one, k % 4) for k, one in enumerate(OTHERS))
    trial.check(map(case_of, others), OTHER_ROWS)
    grid = grid_of(good_blocks(trial))
    refused = [Case([grid], False, refuse(k)) for k in range(1, 17)]
    spoilt = [with_block(trial, trial.random.choice(BAD), k) for k in range(4)]
    hidden = [
        Case([disguised(trial, each)], each is grid, SEES_UNITS)
        for each in (*map(grid_of, spoilt), grid)
    ]
    trial.follows("SearchStack", [*refused, *hidden])


def case_of(blocks: Grid) -> Case:
    bad = [k for k, block in enumerate(blocks) if not good(block)]
    about = "; all sub-grids are good"
    for k in bad[:1]:
        place, block = (k // 2 * 2 + 1, k % 2 * 2 + 1), ", ".join(map(str, blocks[k]))
        about = f"; the sub-grid at {place} is {block}"
    return Case([grid_of(blocks)], not bad, about=about)


def grid_of(blocks: Grid) -> list[list[int]]:
    """Return the grid with these sub-grids; or, given a grid, its sub-grids."""
    return [
        [blocks[k - k % 2 + j // 2][k % 2 * 2 + j % 2] for j in range(4)]
        for k in range(4)
    ]


def good_blocks(trial: Trial) -> list[Numbers]:
    return [trial.random.sample(DIGITS, 4) for _ in range(4)]


def with_block(trial: Trial, numbers: Numbers, k: int) -> Grid:
    """Return sub-grids with ``numbers`` in the one at ``k``; the others are good."""
    blocks = good_blocks(trial)
    blocks[k] = trial.random.sample(numbers, 4)
    return blocks


def some_blocks(trial: Trial) -> Iterator[Grid]:
    """Yield the sub-grids of many grids."""
    draw = trial.random
    yield grid_of(SOLVED)
    for _ in range(12):
        yield good_blocks(trial)
    for numbers, k in product(BAD, range(4)):
        yield with_block(trial, numbers, k)
    for _ in range(10):  # all totals are good, of rows or columns too
        grid = grid_of(draw.choice((good_blocks(trial), grid_of(SOLVED))))
        i, j, k = draw.sample(range(4), 3)
        grid[i][j], grid[k][j] = grid[k][j], grid[i][j]
        yield grid_of(grid)
        grid[i][k], grid[i][j] = grid[i][j], grid[i][k]
        yield grid_of(grid)
    for _ in range(8):  # every row and every column is good
        row = draw.choice(ROWS)
        yield grid_of([rotated(row, k) for k in draw.sample(range(4), 4)])
    for _ in range(24):  # several are bad
        worse = [draw.choices(DIGITS, k=4) for _ in range(4)]
        yield list(map(draw.choice, zip(worse, good_blocks(trial))))


class Checks:
    """Checks that accept some rotations of ``numbers`` and note which are tried.

    Their PermuteRows takes x, y and z in the given ``order``, and adds ``more`` to each
    number below ``more``.
    """

    def __init__(
        self,
        numbers: Numbers,
        grids: Collection[Triple] = GRIDS,
        columns: Collection[Triple] = ORDERS,
        order: Triple = (1, 2, 3),
        more: int = 0,
    ) -> None:
        self.rows = [[one + more for one in numbers]] * 4
        self._known: dict[object, Triple]
        self._known = {turned(self.rows, one): one for one in TRIPLES}
        self.order, self.more = order, more
        self.asked: set[Triple] = set()  # of PermuteRows
        self.tried: set[Triple] = set()  # by the checks
        self.acts: Acts = {
            "PermuteRows": self.permute_rows,
            "CheckGrids": lambda frame: self.tries(frame[0]) in grids,
            "ColChecks": lambda frame: self.tries(frame[0]) in columns,
            "CheckColumn": lambda frame: self.tries(frame[0]) in columns,
        }

    def tries(self, puzzle: Result) -> Triple:
        """Return the rotations of the first three rows; () if these are not rotated."""
        rows = tuple([tuple(elements_of(one)) for one in elements_of(puzzle)])
        rotation = self._known.get(rows, ())
        self.tried |= {rotation} - {()}
        return rotation

    def permute_rows(self, frame: Frame) -> Result:
        asked = [frame[k] for k in self.order]
        places = tuple(max(p, 0) % 4 for p in asked if isinstance(p, int))
        self.asked.add(places)
        for vector, p in zip(elements_of(frame[0]), (*places, 0)):
            for k, n in enumerate(rotated(elements_of(vector), p), start=1):
                if isinstance(vector, ArrayVector) and isinstance(n, int):
                    vector[k] = n + self.more * (n < self.more)
        return frame[0]


def make_solution(trial: Trial) -> None:
    solves_example(trial)
    rows = trial.random.sample(ROWS, 6)
    note = "finds a solution other than the first, (1, 3, 2)"
    trial.check(solution(one, Checks(one), note) for one in rows)
    uses_all = trial.requires("MakeVector", "PermuteRows", "CheckGrids", "ColChecks")
    none = Checks(EXAMPLE, (), ())
    left_open = "if no rotation works, which the hand-out leaves open: {}"
    trial.check([Case([EXAMPLE], False, none.acts)], left_open, trial.notes)
    searches(trial, none)
    if uses_all and none.tried:
        tried = sorted(none.tried)
        ignored = "does not depend on MakeVector, PermuteRows and the checks: {}"
        trial.check((exchanged(trial, tried) for _ in range(5)), ignored)


def solves_example(trial: Trial) -> None:
    trial.check([solution(EXAMPLE)])


def solution(numbers: Numbers, checks: Checks | None = None, note: str = "") -> Case:
    first, *others = (turned([numbers] * 4, one) for one in SOLUTIONS)
    return Case([numbers], first, checks.acts if checks else {}, others, note)


def searches(trial: Trial, none: Checks) -> None:
    """Doubt a MakeSolution that does not try all rotations; ``none`` has those tried.

    Also doubt one whose result is wrong if PermuteRows exchanges x, y and z.
    """
    tried = len(none.tried)
    if tried < FEWEST or max(tried, len(none.asked)) < len(TRIPLES):
        tries = f"the checks see {tried} of the 64"
        trial.doubts.append(f"does not search for the rotations: {tries}")
    if tried < FEWEST:
        return
    for order in ORDERS[1:]:
        reached = {tuple(one[k - 1] for k in order) for one in none.tried}
        if reached & {*SOLUTIONS}:
            cases = [solution(EXAMPLE, Checks(EXAMPLE, order=order))]
            trial.check(cases, "if PermuteRows exchanges x, y and z: {}")


def exchanged(trial: Trial, tried: list[Triple]) -> Case:
    """Return a case in which both checks accept only one of the rotations ``tried``.

    MakeVector takes another row, and PermuteRows changes it.
    """
    draw = trial.random
    given, other = draw.sample(ROWS, 2)
    target = draw.choice(tried)
    grids = {target, *draw.sample(TRIPLES, 32)}
    checks = Checks(other, grids, {*TRIPLES} - grids | {target}, more=10)
    acts = {**checks.acts, "MakeVector": lambda _: made([other] * 4)}
    return Case([given], turned(checks.rows, target), acts)


CONTRACTS: dict[str, Callable[[Trial], None]] = {
    "1": make_vector,
    "2": permute_vector,
    "3": permute_rows,
    "4": search_stack,
    "5": check_column,
    "6": check_grids,
    "8": make_solution,
}
