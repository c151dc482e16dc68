"""Run one function of a student, and compare what it does with what is expected."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn

from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudoku.pseudocode.running.events import Event, Log
from pseudoku.pseudocode.running.machine import Store
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import Missing, Value, elements, equal, show

STEPS_OF_A_CALL = 100_000  # MakeSolution takes 11,000
STEPS_OF_A_TASK = 600_000  # correct answers take up to 320,000


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

    def note(self, message: str) -> None:
        self.notes.append(message)

    def requires(self, happened: "Counter[str]", wanted: Sequence[str]) -> None:
        """Note which of the calls and operations ``wanted`` never happened."""
        missing = [name for name in wanted if not happened[name]]
        if missing:
            unused = f"never uses {' or '.join(missing)}"
            self.note(f"{unused}, which the hand-out asks for")


def row(numbers: Iterable[int]) -> ArrayVector[Value]:
    listed = list(numbers)
    vector: ArrayVector[Value] = ArrayVector(len(listed))
    for position, number in enumerate(listed, start=1):
        vector[position] = number
    return vector


def puzzle(rows: Iterable[Iterable[int]]) -> ArrayVector[Value]:
    vectors = [row(numbers) for numbers in rows]
    vector: ArrayVector[Value] = ArrayVector(len(vectors))
    for position, element in enumerate(vectors, start=1):
        vector[position] = element
    return vector


def stack(top_first: Sequence[int]) -> ArrayStack[Value]:
    made: ArrayStack[Value] = ArrayStack()
    for number in reversed(top_first):
        made.push(number)
    return made


def numbers_in(value: Value | Missing) -> list[list[Value | Missing]] | None:
    """Return the rows of a puzzle vector, or None if ``value`` is something else."""
    if not isinstance(value, ArrayVector):
        return None
    rows = elements(value)
    if not all(isinstance(row, ArrayVector) for row in rows):
        return None
    return [elements(row) for row in rows if isinstance(row, ArrayVector)]
