"""Test a student's function on what its task asks for.

The results decide. The hand-out also asks for some methods (a queue, calls of
SearchStack). A function with the right results that does not use them is left to a
person.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations, product
from typing import NoReturn

from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudoku.pseudocode.reading.parser import parse
from pseudoku.pseudocode.reading.source import LimitReached, RunError
from pseudoku.pseudocode.running.machine import Event, Log, Store
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import (
    NOTHING,
    Missing,
    Value,
    elements,
    equal,
    show,
)

STEPS_OF_A_CALL = 100_000  # MakeSolution takes 11,000
STEPS_OF_A_TASK = 600_000  # correct answers take up to 320,000
ROWS = list(permutations((1, 2, 3, 4)))
TRIPLES = list(product(range(4), repeat=3))
SOLVED = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
CORNERS = [(top, left) for top in (0, 2) for left in (0, 2)]

Numbers = Sequence[int]
Grid = list[list[int]]


class Wrong(Exception):
    """The function does not do what its task asks for."""


class Trial:
    """Calls the function ``name``; ``base`` is its first position of a vector."""

    def __init__(self, name: str, base: int, store: Store) -> None:
        self.name = name
        self.base = base
        self.log = Log(self.happens, most=10**6)
        self.happened: Counter[str] = Counter()
        self.quick = Runner(store=store, limit=STEPS_OF_A_CALL)
        self.logged = Runner(store=store, limit=STEPS_OF_A_CALL, log=self.log)
        self.quick.machine.in_all = STEPS_OF_A_TASK
        self.notes: list[str] = []
        self.unmet: list[str] = []  # what the hand-out asks for and is not there
        self.arguments: list[Value] = []
        self._make: Callable[[], list[Value]] = list

    def call(self, make: Callable[[], list[Value]]) -> Value | Missing:
        """Return the result of the function for the arguments that ``make`` returns.

        Keep the arguments in `arguments`, with any changes that the function made.
        """
        self._make = make
        self.arguments = make()
        return self.quick.call(self.name, list(self.arguments))

    def watched(self, *arguments: Value) -> "Counter[str]":
        """Return how often each operation and each function was called in one run."""
        self.log.clear()
        self.happened = Counter()
        self.logged.call(self.name, list(arguments))
        return self.happened

    def happens(self, event: Event) -> None:
        if event.depth:  # the first call is not one that the function makes
            is_call = event.operation == "CALL"
            self.happened[event.name if is_call else event.operation] += 1

    def wrong(self, outcome: str, expected: str) -> NoReturn:
        raise Wrong(f"{self.called()} {outcome}; expected {expected}")

    def called(self) -> str:
        """Return the last call, as a program would write it."""
        return f"{self.name}({', '.join(map(show, self._make()))})"

    def expect(self, result: Value | Missing, expected: Value) -> None:
        """Raise Wrong unless ``result`` has the type and the value of ``expected``."""
        if not equal(result, expected):
            quoted = isinstance(result, str) and result == show(expected)
            hint = " without quotes" if quoted else ""
            self.wrong(f"gives {show(result)}", f"{show(expected)}{hint}")

    def unchanged(self, name: str) -> None:
        """Raise Wrong if the function changed its first argument, called ``name``."""
        before, after = self._make()[0], self.arguments[0]
        if not equal(after, before):
            self.wrong(f"changes {name} to {show(after)}", show(before))

    def requires(self, happened: "Counter[str]", wanted: Sequence[str]) -> None:
        """Note in `unmet` which calls and operations of ``wanted`` never happened."""
        missing = [name for name in wanted if not happened[name]]
        if missing:
            unused = f"never uses {' or '.join(missing)}"
            self.unmet.append(f"{unused}, which the hand-out asks for")

    def is_used_up(self) -> bool:
        """Return whether the last call had fewer steps than a call may take."""
        return self.quick.machine.allowed < STEPS_OF_A_CALL


def row(elements: Iterable[Value]) -> ArrayVector[Value]:
    listed = list(elements)
    vector: ArrayVector[Value] = ArrayVector(len(listed))
    for position, element in enumerate(listed, start=1):
        vector[position] = element
    return vector


def puzzle(rows: Iterable[Iterable[int]]) -> ArrayVector[Value]:
    return row(map(row, rows))


def stack(top_first: Sequence[int]) -> ArrayStack[Value]:
    made: ArrayStack[Value] = ArrayStack()
    for number in reversed(top_first):
        made.push(number)
    return made


def numbers_in(value: Value | Missing) -> list[list[Value | Missing]] | None:
    """Return the rows of a puzzle vector, or None if ``value`` is something else."""
    if not isinstance(value, ArrayVector):
        return None
    rows = [elements(row) for row in elements(value) if isinstance(row, ArrayVector)]
    return rows if len(rows) == len(value) else None


def rotated(numbers: Numbers, places: int) -> list[int]:
    return [*numbers[places:], *numbers[:places]]


def make_vector(trial: Trial) -> None:
    for numbers in (*ROWS, (5, 6, 6, 9)):
        result = trial.call(lambda: [row(numbers)])
        trial.expect(result, puzzle([numbers] * 4))
        trial.unchanged("row")
        assert isinstance(result, ArrayVector)
        for k in range(1, 5):
            independent(trial, result, k)


def independent(trial: Trial, result: ArrayVector[Value], k: int) -> None:
    """Raise Wrong if storing into element ``k`` changes anything else."""
    element, given = result[k], trial.arguments[0]
    before = [show(given), *(show(result[n]) for n in range(1, 5) if n != k)]
    assert isinstance(element, ArrayVector)
    kept, element[k] = element[k], 0
    after = [show(given), *(show(result[n]) for n in range(1, 5) if n != k)]
    if after[0] != before[0]:
        trial.wrong(f"stores row itself in element {k}", "a copy of row")
    if after != before:
        trial.wrong(f"shares element {k} with another", "four separate vectors")
    element[k] = kept


def permute_vector(trial: Trial) -> None:
    makes_new = False
    for numbers, p in product((*ROWS, (5, 6, 6, 9)), range(4)):
        result = trial.call(lambda: [row(numbers), p])
        trial.expect(result, row(rotated(numbers, p)))
        makes_new = makes_new or result is not trial.arguments[0]
    if makes_new:
        trial.notes.append("returns a new vector; the hand-out overwrites row")
    if not wraps_around(trial):
        trial.notes.append(
            "does not rotate by one place for p = 5, which the hand-out excludes"
        )


def wraps_around(trial: Trial) -> bool:
    """Return whether p = 5 rotates by one place. The hand-out does not ask for it."""
    try:
        result = trial.call(lambda: [row((2, 4, 1, 3)), 5])
    except RunError:
        return False
    return equal(result, row((4, 1, 3, 2)))


def permute_rows(trial: Trial) -> None:
    different = ((1, 2, 3, 4), (2, 4, 1, 3), (4, 3, 1, 2), (3, 2, 4, 1))
    for rows, triple in product((((2, 4, 1, 3),) * 4, different), TRIPLES):
        result = trial.call(lambda: [puzzle(rows), *triple])
        trial.expect(result, puzzle(map(rotated, rows, (*triple, 0))))


def search_stack(trial: Trial) -> None:
    stacks = [top for size in range(5) for top in permutations((1, 2, 3, 4), size)]
    for top_first, item in product(stacks, range(1, 6)):
        result = trial.call(lambda: [stack(top_first), item])
        if item not in top_first:
            trial.expect(result, False)
            continue
        left = [number for number in top_first if number != item]
        held = elements(result) if isinstance(result, ArrayStack) else [False]
        if sorted(map(show, held)) != sorted(map(str, left)):
            trial.wrong(f"gives {show(result)}", f"{show(stack(left))} in any order")


def check_column(trial: Trial) -> None:
    for column, j in product(product((1, 2, 3, 4), repeat=4), range(4)):
        good = set(column) == {1, 2, 3, 4}
        rows = grid_with_column(column, j, good)
        result = trial.call(lambda: [puzzle(rows), j + trial.base])
        trial.expect(result, good)
        trial.unchanged("puzzle")


def grid_with_column(column: Numbers, j: int, good: bool) -> Grid:
    """Return a grid with ``column`` at index ``j``.

    Its row ``j`` and its other columns are good if ``column`` is not, and bad if it is.
    """
    if good:
        rows = [[number] * 4 for number in (1, 1, 2, 2)]
    else:
        start = next(k for k, row in enumerate(SOLVED) if row[j] == column[j])
        rows = [list(SOLVED[(k + start - j) % 4]) for k in range(4)]
    for k in range(4):
        rows[k][j] = column[k]
    return rows


def check_grids(trial: Trial) -> None:
    for block, (top, left) in product(product((1, 2, 3, 4), repeat=4), CORNERS):
        rows = [list(row) for row in SOLVED]
        for k, number in enumerate(block):
            rows[top + k // 2][left + k % 2] = number
        result = trial.call(lambda: [puzzle(rows)])
        trial.expect(result, set(block) == {1, 2, 3, 4})
        trial.unchanged("puzzle")


# A PermuteRows that exchanges x, y and z: an answer that searches still finds a
# solution, but an answer that contains the right triple does not.
EXCHANGED = parse(
    """
    function PermuteRows(puzzle, x, y, z)
        puzzle[1] ← PermuteVector(puzzle[1], z)
        puzzle[2] ← PermuteVector(puzzle[2], x)
        puzzle[3] ← PermuteVector(puzzle[3], y)
        return puzzle
    end function
    """,
    "reference",
)


def make_solution(trial: Trial) -> None:
    later = False
    for numbers in ROWS:
        first = solutions(numbers)[0]
        later = is_solution(trial, numbers) != first or later
    without_solution(trial)
    happened = trial.watched(row((2, 4, 1, 3)))
    if happened["MakeVector"] == 1 < happened["PermuteRows"]:
        trial.notes.append(
            "calls MakeVector outside the loops, so the rotations add up"
        )
    elif later:
        trial.notes.append("finds a solution other than the first, (1, 3, 2)")
    trial.quick.load(EXCHANGED.checked(), EXCHANGED.source)
    try:
        is_solution(trial, (2, 4, 1, 3))
    except Wrong as error:
        reason = f"{error} (with a PermuteRows that exchanges x, y and z)"
        raise Wrong(f"does not search for the rotations: {reason}") from None


def without_solution(trial: Trial) -> None:
    """Try a row that has no solution.

    Raise Wrong if the result is a puzzle; note any other result that is not FALSE.
    """
    where = "for (1, 1, 2, 2), which no rotation solves"
    try:
        result = trial.call(lambda: [row((1, 1, 2, 2))])
    except LimitReached:
        trial.notes.append(f"does not end {where}")
        return
    if numbers_in(result) is not None:
        trial.wrong(f"gives {show(result)}", "FALSE, because no rotation solves it")
    if result not in (False, None, NOTHING):
        trial.notes.append(f"gives {show(result)} {where}; FALSE would be better")


def is_solution(trial: Trial, numbers: Numbers) -> Grid:
    """Return the result for ``numbers``. Raise Wrong if it is not a solution."""
    result = trial.call(lambda: [row(numbers)])
    for solution in solutions(numbers):
        if numbers_in(result) == solution:
            return solution
    return trial.wrong(f"gives {show(result)}", show(puzzle(solutions(numbers)[0])))


def solutions(numbers: Numbers) -> list[Grid]:
    """Return the two puzzles of rotations of ``numbers`` that meet every condition."""
    triples = ((1, 3, 2), (3, 1, 2))
    return [[rotated(numbers, k) for k in (*triple, 0)] for triple in triples]


def note_method(trial: Trial, task: str) -> None:
    """Note each operation that the hand-out asks for and the function does not use."""
    mixed, solved = row((2, 4, 1, 3)), puzzle(SOLVED)
    asked: dict[str, tuple[list[Value], list[str]]] = {
        "2": ([mixed, 2], ["ENQUEUE"]),
        "3": ([solved, 1, 2, 3], ["PermuteVector"]),
        "5": ([solved, 1 + trial.base], ["SearchStack"]),
        "6": ([solved], ["SearchStack"]),
        "8": ([mixed], ["MakeVector", "PermuteRows", "CheckGrids", "ColChecks"]),
    }
    if task in asked:
        arguments, wanted = asked[task]
        trial.requires(trial.watched(*arguments), wanted)


CONTRACTS: dict[str, Callable[[Trial], None]] = {
    "1": make_vector,
    "2": permute_vector,
    "3": permute_rows,
    "4": search_stack,
    "5": check_column,
    "6": check_grids,
    "8": make_solution,
}
