"""Call one function of a student with the reference's functions, or exchanged ones."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import permutations, product
from random import Random
from shlex import quote
from typing import NoReturn, TypeAlias, TypeVar

from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.parser import Parsed
from pseudoku.pseudocode.reading.source import RunError
from pseudoku.pseudocode.reading.words import key
from pseudoku.pseudocode.running.machine import (
    RETURN,
    Execute,
    Frame,
    Routine,
    Signal,
    Store,
)
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import (
    NOTHING,
    Missing,
    Value,
    elements,
    equal,
    show,
)
from pseudoku.reference import reference

ASKED = "which the hand-out asks for"
STEPS_OF_A_CALL = 100_000  # MakeSolution takes 11,000
STEPS_OF_A_TASK = 400_000  # correct answers take up to 130,000

# Of the steps to show, where single operations are too many.
LEVELS = dict.fromkeys(("PermuteRows", "CheckColumn", "CheckGrids"), "call")
LEVELS["MakeSolution"] = "attempt"

# Acts for a function of the reference on the arguments in a frame; NOTHING if it does
# not, and the reference's own text is to run.
Act: TypeAlias = Callable[[Frame], Value | Missing]


Numbers: TypeAlias = Sequence[int]
T = TypeVar("T")

ROWS: list[Numbers] = list(permutations((1, 2, 3, 4)))
EXAMPLE = (2, 4, 1, 3)
TRIPLES = list(product(range(4), repeat=3))


def search_stack(frame: Frame) -> Value | Missing:
    """Do as the reference does, in less time."""
    searched, item = frame[:2]
    held = elements(searched) if isinstance(searched, ArrayStack) else []
    places = [k for k, element in enumerate(held) if equal(element, item)]
    if not isinstance(searched, ArrayStack) or not places:
        return False if isinstance(searched, ArrayStack) else NOTHING
    for _ in range(places[0] + 1):
        searched.pop()
    for element in reversed(held[: places[0]]):
        if not isinstance(element, Missing):
            searched.push(element)
    return searched


ACTS: dict[str, Act] = {"SearchStack": search_stack}


class Wrong(Exception):
    """The function does not do what its task asks for."""


class Trial:
    """Calls the function ``name`` of ``program``, which is a part of ``parsed``.

    ``notes`` cost nothing; with one of ``doubts``, a person decides. `random` draws the
    cases. Its seed is the text of the answer: the same text has the same cases, but no
    text can contain a table of its own cases.
    """

    def __init__(
        self,
        parsed: Parsed,
        name: str,
        program: syntax.Program,
        base: int = 1,
        store: Store = "copy",
    ) -> None:
        self.name, self.base, self._store = name, base, store
        self.first_column = base  # the number of the first column in Task 5
        self._parsed, self._program = parsed, program
        self.python = parsed.base == 0
        self.random = Random(name + "".join(parsed.source.text.split()))
        self.notes: list[str] = []
        self.doubts: list[str] = []
        self.arguments: list[Value] = []
        self.calls: Counter[str] = Counter()  # of the reference, by the student's text
        self.runner = Runner(store=store, limit=STEPS_OF_A_CALL)
        self.runner.machine.in_all = STEPS_OF_A_TASK
        self._acts = ACTS
        self._make: Callable[[], list[Value]] = list

    def load(self) -> None:
        """Load the reference, whose functions are watched, and the program over it."""
        self.runner.load(reference().checked(), reference().source)
        routines = self.runner.machine.routines
        for name, one in routines.items():
            routines[name] = one._replace(body=self._watched(one), borrowed=True)
        self.runner.load(self._program, self._parsed.source, self.base)

    def _watched(self, routine: Routine) -> Execute:
        """Return the body of ``routine``, to be counted, or exchanged for an act."""

        def run(frame: Frame) -> Signal | None:
            caller = self.runner.machine.frames[-2][0]
            self.calls[routine.name] += caller.source is not routine.source
            act = self._acts.get(routine.name)
            result = act(frame) if act else NOTHING
            if result is NOTHING:
                return routine.body(frame)
            self.runner.machine.result = result
            return RETURN

        return run

    @contextmanager
    def exchanged(self, acts: dict[str, Act]) -> Iterator[None]:
        self._acts = ACTS | acts
        try:
            yield
        finally:
            self._acts = ACTS

    @contextmanager
    def doubting(self, doubt: str) -> Iterator[None]:
        """Doubt what is wrong, for the reason ``doubt``, where {} is the error."""
        try:
            yield
        except (Wrong, RunError) as error:
            self.doubts.append(doubt.format(error))

    def call(self, make: Callable[[], list[Value]]) -> Value | Missing:
        """Return the result of the function for the arguments that ``make`` returns.

        Keep the arguments in `arguments`, with any changes that the function made.
        """
        self._make = make
        self.arguments = make()
        return self.runner.call(self.name, list(self.arguments))

    def is_used_up(self) -> bool:
        """Return whether the last call had fewer steps than a call may take."""
        return self.runner.machine.allowed < STEPS_OF_A_CALL

    def wrong(self, outcome: str, expected: str) -> NoReturn:
        call = f"{self.name}({', '.join(map(show, self._make()))})"
        raise Wrong(f"{call} {outcome}; expected {expected}")

    def expect(self, result: Value | Missing, expected: Value, but: str = "") -> None:
        """Raise Wrong unless ``result`` has the type and the value of ``expected``."""
        if not equal(result, expected):
            quoted = isinstance(result, str) and result == show(expected)
            hint = " without quotes" if quoted else ""
            self.wrong(f"gives {show(result)}{but}", f"{show(expected)}{hint}")

    def unchanged(self, name: str) -> None:
        """Raise Wrong if the function changed its first argument, called ``name``."""
        before, after = self._make()[0], self.arguments[0]
        if not equal(after, before):
            self.wrong(f"changes {name} to {show(after)}", show(before))

    def requires(self, *wanted: str) -> bool:
        """Return whether each of ``wanted`` was called; doubt those that were not."""
        for name in wanted:
            if not self.calls[name]:
                unreached = f"its call of {name} is never reached"
                never = f"never uses {name}, {ASKED}"
                self.doubts.append(unreached if self.writes(name) else never)
        return all(self.calls[name] for name in wanted)

    def writes(self, name: str) -> bool:
        """Return whether the text has a call of ``name`` or that operation."""
        return any(
            isinstance(part, (syntax.Call, syntax.Operation))
            and key(part.name) == key(name)
            for function in self._program.functions
            for statement in syntax.statements(function.body)
            for part in syntax.all_inside(statement)
        )

    def command(self) -> str:
        """Return the command that shows the last call step by step."""
        options = " --base 0" * (self.base == 0)
        options += " --store share" * (self._store == "share")
        if self.name in LEVELS:
            options += f" --level {LEVELS[self.name]}"
        call = f"{self.name}({', '.join(map(short, self._make()))})"
        name = self._parsed.source.name
        file = "-" if name == "standard input" else quote(name)
        return f"python3 -m pseudoku trace {file} --alone{options} --call {quote(call)}"


def short(value: Value | Missing) -> str:
    """Return ``value`` as `trace` reads it: a row of digits as 2413."""
    parts = list(map(short, elements(value))) if isinstance(value, ArrayVector) else []
    if not parts:
        return show(value)
    if all(part.isdigit() and len(part) == 4 for part in parts):
        return "/".join(parts)
    digits = all(part.isdigit() and len(part) == 1 for part in parts)
    return "".join(parts) if digits else f"({', '.join(parts)})"


def row(elements: Iterable[Value]) -> ArrayVector[Value]:
    listed = list(elements)
    vector: ArrayVector[Value] = ArrayVector(len(listed))
    for position, element in enumerate(listed, start=1):
        vector[position] = element
    return vector


def puzzle(rows: Iterable[Iterable[int]]) -> ArrayVector[Value]:
    return row(map(row, rows))


def stack(top_first: Numbers) -> ArrayStack[Value]:
    made: ArrayStack[Value] = ArrayStack()
    for number in reversed(top_first):
        made.push(number)
    return made


def rotated(numbers: Sequence[T], places: int) -> list[T]:
    """Return ``numbers`` rotated to the left, or to the right if ``places`` < 0."""
    return [*numbers[places:], *numbers[:places]]


def rotate(vector: Value | Missing, places: int, more: int = 0) -> Value | Missing:
    """Rotate a vector of four elements; return it, or NOTHING if it is not one.

    Add ``more`` to the numbers that are smaller.
    """
    held = elements_of(vector)
    if not isinstance(vector, ArrayVector) or len(held) != 4:
        return NOTHING
    for k, element in enumerate(rotated(held, places % 4), start=1):
        if isinstance(element, int) and element < more:
            element += more
        if not isinstance(element, Missing):
            vector[k] = element
    return vector


def elements_of(value: Value | Missing) -> list[Value | Missing]:
    """Return the elements of ``value`` if it is a vector."""
    return elements(value) if isinstance(value, ArrayVector) else []
