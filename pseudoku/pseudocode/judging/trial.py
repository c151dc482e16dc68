"""Call one function of a student; the others are of the reference, or stubs."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from random import Random
from typing import NamedTuple, NoReturn, TypeAlias

from _courseware.terminal.shell import command_line
from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector, DynamicArray
from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.parser import Parsed
from pseudoku.pseudocode.reading.source import RunError
from pseudoku.pseudocode.reading.words import PARAMETER_KINDS, name_key
from pseudoku.pseudocode.running import values
from pseudoku.pseudocode.running.machine import RETURN, Frame, Routine, Signal, Store
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import (
    NO_RESULT,
    UNSET,
    Absent,
    Value,
    format_value,
)
from pseudoku.reference import reference

REQUIRED_BY_HANDOUT = "which the hand-out asks for"
MAX_STEPS_PER_CALL = 100_000  # MakeSolution takes 11,000
MAX_STEPS_PER_TASK = 1_200_000  # correct answers take up to 400,000

# Functions that may not change their first argument, and its name.
UNCHANGED_ARGUMENTS = {
    "MakeVector": "row",
    "CheckColumn": "puzzle",
    "CheckGrids": "puzzle",
}

CallResult: TypeAlias = Value | Absent
# Stands in for a function of the reference, with its arguments in a frame, or for
# ENQUEUE, with the element. It returns NO_RESULT to leave the call to the reference.
Stub: TypeAlias = Callable[[Frame], CallResult]
Stubs: TypeAlias = Mapping[str, Stub]
PlainValue: TypeAlias = "int | Sequence[PlainValue]"  # a number, a vector or a stack


class TopFirst(tuple[int, ...]):
    """The numbers of a stack, from its top."""


class Case(NamedTuple):
    """A call: its arguments, the expected result, and what stands in for the reference.

    A result in ``also`` is right too; ``note`` says what is different about it. One in
    ``mirrored`` is rotated to the right instead of to the left. ``about``, at the end
    of a message, says what in the arguments decides.
    """

    given: Sequence[PlainValue]
    expected: PlainValue
    acts: Stubs = {}
    also: Sequence[PlainValue] = ()
    note: str = ""
    mirrored: Sequence[PlainValue] = ()
    about: str = ""


class ContractError(Exception):
    """The function does not do what its task asks for."""


class Trial:
    """Calls the function ``name`` of ``program``, which is a part of ``parsed``.

    ``notes`` cost nothing; with one of ``doubts``, a person decides. `random` draws the
    cases. Its seed is the name of the function: all answers have the same cases.
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
        self.parsed, self._program = parsed, program
        self.random = Random(name)
        self.notes: list[str] = []
        self.doubts: list[str] = []
        self.calls: Counter[str] = Counter()  # by the student's text
        self.runner = Runner(store=store, limit=MAX_STEPS_PER_CALL)
        self.machine = self.runner.machine
        self.machine.in_all = MAX_STEPS_PER_TASK
        self.machine.queue = counting_queue_class(self)

    def failure(
        self, contract: "Callable[[Trial], None]"
    ) -> ContractError | RunError | None:
        """Return the first error of the function under ``contract``, if there is one.

        The calls of the reference's functions are counted.
        """
        try:
            known = reference()
            self.runner.load(known.valid_program(), known.source, lazy=True)
            for name, one in self.machine.routines.items():
                watched = one._replace(body=partial(self._run, one), borrowed=True)
                self.machine.routines[name] = watched
            self.runner.load(self._program, self.parsed.source, self.base)
            contract(self)
        except (ContractError, RunError) as error:
            return error
        return None

    def _run(self, routine: Routine, frame: Frame) -> Signal | None:
        """Run a function of the reference, or the stub for it, and count the call."""
        caller = self.machine.frames[-2][0]
        own = caller.source is not routine.source
        self.calls[routine.name] += own
        if own and type(frame[0]) is int and has_swapped_arguments(routine, frame):
            message = f"the arguments are in the wrong order; write {routine.form()}"
            raise RunError(routine.source.remark(0, message))
        self.machine.result = self.act(routine.name, frame)
        return routine.body(frame) if self.machine.result is NO_RESULT else RETURN

    def act(self, name: str, frame: Frame) -> CallResult:
        """Return the result of the stub for the function ``name``, or NO_RESULT."""
        act = self.case.acts.get(name)
        return act(frame) if act else NO_RESULT

    def check(
        self, cases: Iterable[Case], doubt: str = "", into: list[str] | None = None
    ) -> None:
        """Make the calls in ``cases``, and raise Wrong at the first wrong result.

        If there is a ``doubt``, add it to ``into`` (default: `doubts`) instead, with
        the error in place of {}.
        """
        try:
            for case in cases:
                self.expect(case)
        except (ContractError, RunError) as error:
            if not doubt:
                raise
            (self.doubts if into is None else into).append(doubt.format(error))

    def expect(self, case: Case) -> None:
        """Make the call in ``case``, and raise Wrong if its result is wrong.

        Keep the result, and the arguments with any changes that the function made.
        """
        self.case, self.arguments = case, [*map(build_value, case.given)]
        self.result = result = self.runner.call(self.name, [*self.arguments])
        if any(is_equal(result, one) for one in case.also):
            self.notes += [case.note] * (case.note not in ("", *self.notes))
        elif not is_equal(result, case.expected):
            shown = format_value(build_value(case.expected))
            hint = " in any order" * isinstance(case.expected, TopFirst)
            hint += " without quotes" * (isinstance(result, str) and result == shown)
            right = any(is_equal(result, one) for one in case.mirrored)
            but = ", rotated to the right" * right
            self.wrong(f"gives {format_value(result)}{but}", f"{shown}{hint}")
        elif self.name in UNCHANGED_ARGUMENTS and not is_equal(
            self.arguments[0], case.given[0]
        ):
            changed = f"changes {UNCHANGED_ARGUMENTS[self.name]} to {format_value(self.arguments[0])}"
            self.wrong(changed, format_value(build_value(case.given[0])))

    def wrong(self, outcome: str, expected: str) -> NoReturn:
        about = self.case.about
        raise ContractError(f"{self.called()} {outcome}; expected {expected}{about}")

    def called(self) -> str:
        """Return the call of the case as text, such as ``MakeVector((2, 4, 1, 3))``."""
        return f"{self.name}({', '.join(format_value(build_value(one)) for one in self.case.given)})"

    def follows(self, name: str, cases: Iterable[Case]) -> None:
        """Doubt a function that does not call ``name``, or ignores what it returns."""
        if self.requires(name):
            self.check(
                cases, f"its result does not depend on {name}, {REQUIRED_BY_HANDOUT}"
            )

    def requires(self, *wanted: str) -> bool:
        """Return whether each of ``wanted`` was called; doubt those that were not."""
        parts = syntax.walk(*self._program.functions)
        calling = (syntax.Call, syntax.Operation)
        named = {name_key(part.name) for part in parts if isinstance(part, calling)}
        for name in wanted:
            if not self.calls[name]:
                unreached = f"its call of {name} is never reached"
                never = f"never uses {name}, {REQUIRED_BY_HANDOUT}"
                self.doubts.append(unreached if name_key(name) in named else never)
        return all(self.calls[name] for name in wanted)

    def commands(self, endless: bool) -> list[str]:
        """Return notes with the commands that show the last call, if it began to run."""
        if self.machine.left == self.machine.allowed:
            return []
        name = self.parsed.source.name
        options = ["--base", "0"] * (self.base == 0)
        options += ["--store", "share"] * (self._store == "share")
        file = "-" if name == "standard input" else name
        call = [*options, "--call", self.called()]
        few = ["--to", "20"] * endless
        trace = command_line("pseudoku", "trace", file, "--alone", *few, *call)
        page = [file, "--alone", *call, "-o", "page.html"]
        return [
            f"as a page: {command_line('pseudoku', 'walkthrough', *page)}",
            f"to see it: {trace}",
        ]


def has_swapped_arguments(routine: Routine, frame: Frame) -> bool:
    """Return whether only another order of the arguments has the right kinds."""
    wanted = [one.lower() for one in PARAMETER_KINDS.get(name_key(routine.name), ())]
    found = [
        values.kind_name(one) for one in frame[: routine.takes] if one is not UNSET
    ]
    return found != wanted and sorted(found) == sorted(wanted)


def counting_queue_class(trial: Trial) -> type[LinkedQueue[Value]]:
    """Return a class of queues whose ENQUEUE is counted and may have a stand-in."""

    class WatchedQueue(LinkedQueue[Value]):
        def enqueue(self, element: Value) -> None:
            trial.calls["ENQUEUE"] += 1
            changed = trial.act("ENQUEUE", [element])
            super().enqueue(element if isinstance(changed, Absent) else changed)

    return WatchedQueue


def build_value(given: PlainValue) -> Value:
    """Return ``given`` as a new structure, or the number itself."""
    if isinstance(given, int):
        return given
    if isinstance(given, TopFirst):
        stack: ArrayStack[Value] = ArrayStack()
        for number in reversed(given):
            stack.push(number)
        return stack
    vector: ArrayVector[Value] = ArrayVector(len(given))
    for position, part in enumerate(given, start=1):
        vector[position] = build_value(part)
    return vector


def is_equal(result: CallResult, expected: PlainValue) -> bool:
    """Return whether both are equal; the elements of a stack may be in any order."""
    if isinstance(expected, TopFirst) and isinstance(result, ArrayStack):
        return sorted(map(format_value, values.list_elements(result))) == sorted(
            map(format_value, expected)
        )
    if isinstance(expected, int | TopFirst):
        return type(result) is type(expected) and result == expected
    if not isinstance(result, ArrayVector | DynamicArray):
        return False
    parts = values.list_elements(result)
    return len(parts) == len(expected) and all(map(is_equal, parts, expected))


def vector_elements(value: CallResult) -> list[CallResult]:
    """Return the elements of ``value`` if it is a vector."""
    return values.list_elements(value) if isinstance(value, ArrayVector) else []
