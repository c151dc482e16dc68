"""The proof: the docstrings' pseudocode and the Python below them do the same.

Each function of the hand-out is run twice on every argument of its finite domain: the
pseudocode by the runner, the Python on structures that keep a log. The results must be
equal, and so must the logs: the same operations of the same structures, in the same
order, with the same operands and results. By default, some of the tests take every
fifth row; those marked `slow` take them all.
"""

from collections.abc import Iterable, Sequence
from functools import partialmethod
from itertools import permutations, product
from types import FunctionType
from typing import TypeVar

import pytest

from adt import ArrayStack, ArrayVector, LinkedQueue, Vector
from pseudocode.running.machine import NO_REMARK, Log
from pseudocode.running.runner import Runner
from pseudocode.running.values import Absent, Plain, Value, to_json
from pseudoku import tasks
from pseudoku.reference import reference

METHODS = "empty enqueue head dequeue push top pop".split()
OPERATIONS = {"__init__": "NEW", "__getitem__": "SELECT", "__setitem__": "STORE"}
OPERATIONS |= {"__len__": "LENGTH"} | {name: name.upper() for name in METHODS}
T = TypeVar("T")


class Kept:
    log: Log | None = None  # of the Python that runs, and not of what is around it


def logged(structure: type[T]) -> type[T]:
    """Return a class of ``structure`` whose methods log the operations that they are."""

    def call(self: T, name: str, *operands: Value) -> Value:
        result: Value = getattr(structure, name)(self, *operands)
        if Kept.log:
            Kept.log.add(OPERATIONS[name], NO_REMARK, self, operands, result)  # type: ignore[arg-type]
        return result

    names = [name for name in OPERATIONS if name in dir(structure)]
    methods = {name: partialmethod(call, name) for name in names}
    return type(structure.__name__, (structure,), methods)


LoggedVector: type[ArrayVector[Value]] = logged(ArrayVector)
LoggedQueue: type[LinkedQueue[Value]] = logged(LinkedQueue)
LoggedStack: type[ArrayStack[Value]] = logged(ArrayStack)


def filled(vector: ArrayVector[Value], elements: Iterable[Value]) -> Value:
    for position, element in enumerate(elements, start=1):
        vector[position] = element
    return vector


def logged_copy(vector: Vector[Value]) -> Value:
    """Return a copy of a logged vector, without logging the operations of copying.

    They belong to the one STORE for which the copy is made.
    """
    log, Kept.log = Kept.log, None
    copy = filled(LoggedVector(len(vector)), [*vector])
    Kept.log = log
    return copy


Row = tuple[int, ...]
ROWS = list(permutations((1, 2, 3, 4)))
some_and_all_rows = pytest.mark.parametrize(
    "rows", [ROWS[::12], pytest.param(ROWS, marks=pytest.mark.slow)], ids=len
)
TRIPLES = list(product(range(4), repeat=3))
SOLVED = ((1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1))
BLOCKS = [(top, left) for top in (0, 2) for left in (0, 2)]


def made(value: object, logged: bool) -> Value:
    """Return a number, a vector of a tuple, or a stack of a list, the top first."""
    if isinstance(value, tuple):
        length = len(value)
        vector = LoggedVector(length) if logged else ArrayVector[Value](length)
        return filled(vector, [made(one, logged) for one in value])
    if isinstance(value, list):
        stack = LoggedStack() if logged else ArrayStack[Value]()
        for element in reversed(value):
            stack.push(element)
        return stack
    assert isinstance(value, int)
    return value


Outcome = tuple[Plain, list[Plain], list[tuple[object, ...]]]


def outcome(result: Value | Absent, arguments: list[Value], log: Log) -> Outcome:
    """The result, what the arguments are after the run, and the operations."""
    facts: list[tuple[object, ...]] = [
        (one.operation, *map(typed, (one.structure, *one.operands, one.result)))
        for one in log.events
        if one.operation not in ("CALL", "RETURN", "TURN")
    ]
    return to_json(result), [to_json(argument) for argument in arguments], facts


def typed(value: object) -> tuple[type, object]:
    return type(value), repr(value)  # or TRUE would equal 1


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch) -> "Both":
    return Both(monkeypatch)


class Both:
    """Runs a function both ways."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        parsed = reference()
        self.log = Log()
        self.runner = Runner(log=self.log)
        self.runner.load(parsed.valid_program(strict=True), parsed.source)
        patch.setattr(tasks, "ArrayVector", LoggedVector)
        patch.setattr(tasks, "LinkedQueue", LoggedQueue)
        patch.setattr(tasks, "ArrayStack", LoggedStack)
        patch.setattr(tasks, "copy_vector", logged_copy)

    def pseudocode(self, name: str, given: Sequence[object]) -> Outcome:
        arguments = [made(one, logged=False) for one in given]
        self.log.clear()
        result = self.runner.call(name, arguments)
        return outcome(result, arguments, self.log)

    def python(self, name: str, given: Sequence[object]) -> Outcome:
        function: FunctionType = vars(tasks)[name]
        log = Log()
        arguments = [made(one, logged=True) for one in given]
        for argument in arguments:
            log.atom(argument)  # numbers it before the run, as a CALL does
        Kept.log = log
        try:
            result = function(*arguments)
        finally:
            Kept.log = None
        return outcome(result, arguments, log)

    def agree(self, name: str, *given: object) -> Outcome:
        said = self.pseudocode(name, given)
        done = self.python(name, given)
        assert said == done
        return done


def test_make_vector_is_its_pseudocode(both: Both) -> None:
    for numbers in ROWS:
        result, _, operations = both.agree("make_vector", numbers)
        assert result == [list(numbers)] * 4
        assert [one[0] for one in operations] == ["NEW", *["STORE"] * 4]


def test_permute_vector_is_its_pseudocode(both: Both) -> None:
    for numbers, p in product(ROWS, range(4)):
        result, _, operations = both.agree("permute_vector", numbers, p)
        assert result == [*numbers[p:], *numbers[:p]]
        names = [one[0] for one in operations]
        for name in ("ENQUEUE", "HEAD", "DEQUEUE"):
            assert names.count(name) == (4 + p if p else 0)


@some_and_all_rows
def test_permute_rows_is_its_pseudocode(both: Both, rows: list[Row]) -> None:
    for numbers, triple in product(rows, TRIPLES):
        both.agree("permute_rows", (numbers,) * 4, *triple)
    for triple in TRIPLES:
        both.agree("permute_rows", tuple(ROWS[3::6]), *triple)


def test_search_stack_is_its_pseudocode(both: Both) -> None:
    stacks = [p for size in range(5) for p in permutations((1, 2, 3, 4), size)]
    assert len(stacks) == 65
    for top_first, item in product(stacks, range(6)):
        both.agree("search_stack", [*top_first], item)


@pytest.mark.parametrize(
    "places", [[1], pytest.param([0, 1, 2, 3], marks=pytest.mark.slow)]
)
def test_check_column_is_its_pseudocode(both: Both, places: list[int]) -> None:
    right = set()
    for column, j in product(product((1, 2, 3, 4), repeat=4), places):
        rows = [list(one) for one in SOLVED]
        for k in range(4):
            rows[k][j] = column[k]
        result, _, _ = both.agree("check_column", tuple(map(tuple, rows)), j + 1)
        if result is True:
            right.add(column)
    assert right == set(ROWS)


def permuted(numbers: Row, triple: Sequence[int]) -> tuple[Row, ...]:
    """What Task 8 checks: a row, rotated by each of ``triple``, and unchanged."""
    return tuple(numbers[k:] + numbers[:k] for k in (*triple, 0))


@some_and_all_rows
def test_col_checks_is_its_pseudocode(both: Both, rows: list[Row]) -> None:
    right = set()
    for numbers, triple in product(rows, TRIPLES):
        result, _, _ = both.agree("col_checks", permuted(numbers, triple))
        if result is True:
            right.add(triple)
    assert len(right) == 6


@some_and_all_rows
def test_check_grids_is_its_pseudocode(both: Both, rows: list[Row]) -> None:
    right = set()
    for numbers, triple in product(rows, TRIPLES):
        result, _, _ = both.agree("check_grids", permuted(numbers, triple))
        if result is True:
            right.add(triple)
    assert right == {(0, 2, 2), (1, 3, 2), (2, 0, 2), (3, 1, 2)}


some_and_all_grids = pytest.mark.parametrize(
    "step", [5, pytest.param(1, marks=pytest.mark.slow)]
)


@some_and_all_grids
def test_check_grids_is_its_pseudocode_where_a_block_has_any_numbers(
    both: Both, step: int
) -> None:
    grids = list(product(product((1, 2, 3, 4), repeat=4), BLOCKS))
    for block, (top, left) in grids[::step]:
        rows = [list(one) for one in SOLVED]
        for k, number in enumerate(block):
            rows[top + k // 2][left + k % 2] = number
        result, _, _ = both.agree("check_grids", tuple(map(tuple, rows)))
        assert result is (set(block) == {1, 2, 3, 4})


@some_and_all_rows
def test_make_solution_is_its_pseudocode(both: Both, rows: list[Row]) -> None:
    for numbers in rows:
        result, after, operations = both.agree("make_solution", numbers)
        assert isinstance(result, list) and result[3] == list(numbers) == after[0]
        names = [one[0] for one in operations]
        assert names.count("ENQUEUE") == names.count("DEQUEUE") == 349
    both.agree("make_solution", (1, 1, 2, 2))  # none is found


def test_the_same_result_by_other_operations_is_noticed(
    both: Both, monkeypatch: pytest.MonkeyPatch
) -> None:
    def head_last(values: ArrayVector[Value], p: int) -> ArrayVector[Value]:
        q = LoggedQueue()
        for k in range(1, 5):
            q.enqueue(values[k])
        for _ in range(p):
            value = q.head()
            q.dequeue()
            q.enqueue(value)
        for k in range(1, 5):
            values[k] = q.head()
            q.dequeue()
        return values

    monkeypatch.setattr(tasks, "permute_vector", head_last)
    arguments = [(2, 4, 1, 3), 1]
    said = both.pseudocode("permute_vector", arguments)
    done = both.python("permute_vector", arguments)
    assert said[:2] == done[:2]
    assert sorted(map(str, said[2])) == sorted(map(str, done[2]))
    assert said[2] != done[2]
