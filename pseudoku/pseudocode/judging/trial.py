"""Call one function of a student with the reference's functions, or exchanged ones."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import permutations, product
from random import Random
from shlex import quote
from typing import NamedTuple, NoReturn, TypeAlias, TypeVar

from adt.queue import LinkedQueue
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
KEPT = {"MakeVector": "row", "CheckColumn": "puzzle", "CheckGrids": "puzzle"}

# Acts for a function of the reference on the arguments in a frame, or for ENQUEUE on
# the element; NOTHING if it does not, and the reference's own text is to run.
Act: TypeAlias = Callable[[Frame], Value | Missing]
Acts: TypeAlias = Mapping[str, Act]
Given: TypeAlias = "int | Sequence[Given]"  # a number, a vector or a stack
Numbers: TypeAlias = Sequence[int]
T = TypeVar("T")

ROWS: list[Numbers] = list(permutations((1, 2, 3, 4)))
EXAMPLE = (2, 4, 1, 3)
TRIPLES = list(product(range(4), repeat=3))


class TopFirst(tuple[int, ...]):
    """The numbers of a stack, from its top."""


class Case(NamedTuple):
    """A call: its arguments, its result, and what is exchanged for the reference.

    A result in ``also`` is right too, with the ``note``, if any. One in ``mirrored`` is
    rotated to the right.
    """

    given: Sequence[Given]
    expected: Given
    acts: Acts = {}
    also: Sequence[Given] = ()
    note: str = ""
    mirrored: Sequence[Given] = ()


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
        self.calls: Counter[str] = Counter()  # by the student's text
        self.runner = Runner(store=store, limit=STEPS_OF_A_CALL)
        self.runner.machine.in_all = STEPS_OF_A_TASK
        self.runner.machine.queue = watched_queue(self)

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
            result = self.act(routine.name, frame)
            if result is NOTHING:
                return routine.body(frame)
            self.runner.machine.result = result
            return RETURN

        return run

    def act(self, name: str, frame: Frame) -> Value | Missing:
        """Return the result of what acts for ``name``, or NOTHING if nothing does."""
        act = self.case.acts.get(name) or ACTS.get(name)
        return act(frame) if act else NOTHING

    def call(self, case: Case) -> Value | Missing:
        """Return the result, and keep it in `result`.

        Keep the arguments in `arguments`, with any changes that the function made.
        """
        self.case, self.arguments = case, [*map(made, case.given)]
        self.result = self.runner.call(self.name, [*self.arguments])
        return self.result

    def is_used_up(self) -> bool:
        """Return whether the last call had fewer steps than a call may take."""
        return self.runner.machine.allowed < STEPS_OF_A_CALL

    def check(
        self, cases: Iterable[Case], doubt: str = "", into: list[str] | None = None
    ) -> None:
        """Raise Wrong unless each of ``cases`` has its result.

        If there is a ``doubt``, add it to ``into`` (default: `doubts`) instead; {} in
        it is the error.
        """
        try:
            for case in cases:
                self.expect(case)
        except (Wrong, RunError) as error:
            if not doubt:
                raise
            (self.doubts if into is None else into).append(doubt.format(error))

    def follows(self, name: str, cases: Iterable[Case]) -> None:
        """Doubt a function without ``name``, or that ignores what acts for it."""
        if self.requires(name):
            self.check(cases, f"its result does not follow {name}, {ASKED}")

    def expect(self, case: Case) -> None:
        """Raise Wrong unless the function does what ``case`` says."""
        result = self.call(case)
        if any(same(result, one) for one in case.also):
            self.notes += [case.note] * (case.note not in ("", *self.notes))
        elif not same(result, case.expected):
            right = any(same(result, one) for one in case.mirrored)
            shown = show(made(case.expected))
            hint = " in any order" * isinstance(case.expected, TopFirst)
            hint += " without quotes" * (isinstance(result, str) and result == shown)
            but = ", rotated to the right" * right
            self.wrong(f"gives {show(result)}{but}", f"{shown}{hint}")
        elif self.name in KEPT and not same(self.arguments[0], case.given[0]):
            changed = f"changes {KEPT[self.name]} to {show(self.arguments[0])}"
            self.wrong(changed, show(made(case.given[0])))

    def wrong(self, outcome: str, expected: str) -> NoReturn:
        call = ", ".join(show(made(one)) for one in self.case.given)
        raise Wrong(f"{self.name}({call}) {outcome}; expected {expected}")

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
            for part in syntax.walk(*self._program.functions)
        )

    def command(self) -> str:
        """Return the command that shows the last call step by step."""
        options = " --base 0" * (self.base == 0)
        options += " --store share" * (self._store == "share")
        if self.name in LEVELS:
            options += f" --level {LEVELS[self.name]}"
        call = f"{self.name}({', '.join(map(short, self.case.given))})"
        name = self._parsed.source.name
        file = "-" if name == "standard input" else quote(name)
        return f"python3 -m pseudoku trace {file} --alone{options} --call {quote(call)}"


def watched_queue(trial: Trial) -> type[LinkedQueue[Value]]:
    """Return a class of queues whose ENQUEUE is counted, or exchanged for an act."""

    class WatchedQueue(LinkedQueue[Value]):
        def enqueue(self, element: Value) -> None:
            trial.calls["ENQUEUE"] += 1
            changed = trial.act("ENQUEUE", [element])
            super().enqueue(element if isinstance(changed, Missing) else changed)

    return WatchedQueue


def search_stack(frame: Frame) -> Value | Missing:
    """Do as the reference does, in less time."""
    searched, item = frame[:2]
    if not isinstance(searched, ArrayStack):
        return NOTHING
    held = elements(searched)
    found = next((k for k, one in enumerate(held) if equal(one, item)), None)
    if found is None:
        return False
    for _ in range(found + 1):
        searched.pop()
    for element in reversed(held[:found]):
        if not isinstance(element, Missing):
            searched.push(element)
    return searched


ACTS: Acts = {"SearchStack": search_stack}


def made(given: Given) -> Value:
    """Return a new structure, or the number itself."""
    if isinstance(given, int):
        return given
    parts = list(map(made, given))
    if isinstance(given, TopFirst):
        stack: ArrayStack[Value] = ArrayStack()
        for part in reversed(parts):
            stack.push(part)
        return stack
    vector: ArrayVector[Value] = ArrayVector(len(parts))
    for position, part in enumerate(parts, start=1):
        vector[position] = part
    return vector


def same(result: Value | Missing, expected: Given) -> bool:
    """Return whether they are equal; a stack may have its elements in any order."""
    if isinstance(expected, TopFirst) and isinstance(result, ArrayStack):
        return sorted(map(show, elements(result))) == sorted(map(show, expected))
    return equal(result, made(expected))


def short(given: Given) -> str:
    """Return ``given`` as `trace` reads it: a row of digits as 2413."""
    if isinstance(given, (int, TopFirst)):
        return show(made(given))
    parts = list(map(short, given))
    if all(part.isdigit() and len(part) == 4 for part in parts):
        return "/".join(parts)
    digits = all(part.isdigit() and len(part) == 1 for part in parts)
    return "".join(parts) if digits else f"({', '.join(parts)})"


def rotated(held: Sequence[T], places: int) -> tuple[T, ...]:
    """Return ``held`` rotated to the left, or to the right if ``places`` < 0."""
    places %= len(held)
    return (*held[places:], *held[:places])


def turned(rows: Iterable[Numbers], triple: Numbers) -> tuple[Numbers, ...]:
    """Return ``rows``, of which the first three are rotated."""
    return tuple(map(rotated, rows, (*triple, 0)))


def rotate(vector: Value | Missing, places: int, more: int = 0) -> Value | Missing:
    """Rotate a vector of four numbers; return it, or NOTHING if it is not one.

    Add ``more`` to the numbers that are smaller.
    """
    held = [one for one in elements_of(vector) if isinstance(one, int)]
    if not isinstance(vector, ArrayVector) or len(held) != 4:
        return NOTHING
    for k, element in enumerate(rotated(held, places), start=1):
        vector[k] = element + more * (element < more)
    return vector


def elements_of(value: Value | Missing) -> list[Value | Missing]:
    """Return the elements of ``value`` if it is a vector."""
    return elements(value) if isinstance(value, ArrayVector) else []
