"""What a running program shares: its functions, the limits and the log."""

from collections.abc import Callable
from enum import Enum
from typing import Literal, TypeAlias

from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector, DynamicArray
from pseudoku.pseudocode.reading.source import LimitReached, Remark, Source
from pseudoku.pseudocode.running.events import Log
from pseudoku.pseudocode.running.values import (
    DEEPEST,
    UNSET,
    Array,
    Missing,
    Structure,
    Value,
    elements,
)

STEPS = 1_000_000
IN_ALL = 10**12
CALLS = 100  # within one another
LONGEST = 1_000_000  # vector
CELLS_A_STEP = 8

Frame: TypeAlias = list[Value | Missing]
Evaluate: TypeAlias = Callable[[Frame], Value]
Store: TypeAlias = Literal["copy", "share"]


class Signal(Enum):
    """Why a block was left before its end."""

    BREAK = "break"
    CONTINUE = "continue"
    RETURN = "return"


Execute: TypeAlias = Callable[[Frame], Signal | None]


class Routine:
    """A function, ready to run: ``names`` are its variables, parameters first.

    It counts the positions of a vector from ``base``.
    """

    def __init__(
        self, source: Source, name: str, names: list[str], takes: int, base: int
    ) -> None:
        self.source = source
        self.name = name
        self.names = names
        self.takes = takes
        self.base = base
        self.body: Execute = lambda frame: None


class Machine:
    """Holds the state of a run. ``strict`` makes errors of what is else a warning."""

    def __init__(
        self,
        store: Store = "copy",
        strict: bool = False,
        limit: int = STEPS,
        log: Log | None = None,
    ) -> None:
        self.copies = store == "copy"
        self.strict = strict
        self.limit = limit
        self.log = log
        self.in_all = IN_ALL  # the limit of all runs together
        self.steps = self.before = 0
        self.routines: dict[str, Routine] = {}
        self.warnings: list[Remark] = []
        self.result: Value | Missing = None
        self.reset()

    def reset(self) -> None:
        self.before += self.steps
        self.steps = 0
        self.depth = 0
        self.frames: list[tuple[Routine, Frame]] = []

    def warn(self, remark: Remark) -> None:
        if str(remark) not in map(str, self.warnings):
            self.warnings.append(remark)

    def charge(self, steps: int, remark: Callable[[str], Remark]) -> None:
        """Count ``steps``; LimitReached if they are too many."""
        self.steps += steps
        if self.steps > self.limit:
            raise LimitReached(remark(f"stopped after {self.limit:,} steps"))
        if self.before + self.steps > self.in_all:
            raise LimitReached(remark(f"stopped after {self.in_all:,} steps in all"))

    def new(self, kind: str, length: int) -> Structure:
        structure: Structure
        if kind == "Vector":
            structure = ArrayVector(length)
        elif kind == "Array":
            structure = Array(length)
        elif kind == "DynamicArray":
            structure = DynamicArray(length)
        elif kind == "Queue":
            structure = LinkedQueue()
        else:
            structure = ArrayStack()
        return structure

    def copy(
        self,
        vector: ArrayVector[Value],
        remark: Callable[[str], Remark],
        depth: int = 0,
    ) -> ArrayVector[Value]:
        """A new vector like ``vector``, and so are the vectors in its elements."""
        if depth == DEEPEST:
            raise LimitReached(remark(f"vectors more than {DEEPEST} deep in vectors"))
        self.charge(1 + len(vector), remark)
        copied = type(vector)(len(vector))
        for position, element in enumerate(elements(vector), start=1):
            if isinstance(element, ArrayVector):
                element = self.copy(element, remark, depth + 1)
            if element is not UNSET and not isinstance(element, Missing):
                copied[position] = element
        return copied

    def invoke(
        self, routine: Routine, arguments: list[Value], remark: Callable[[str], Remark]
    ) -> Value | Missing:
        """What ``routine`` returns for ``arguments``, NOTHING if it returns nothing."""
        self.depth += 1
        self.charge(1, remark)
        if self.depth > CALLS:
            raise LimitReached(remark(f"more than {CALLS} calls within one another"))
        frame: Frame = [*arguments]
        frame += [UNSET] * (len(routine.names) - len(frame))
        if self.log is None:
            returned = routine.body(frame) is Signal.RETURN
        else:
            returned = self.logged(self.log, routine, frame, remark("").line)
        self.depth -= 1
        return self.result if returned else Missing.NOTHING

    def logged(self, log: Log, routine: Routine, frame: Frame, line: int) -> bool:
        arguments = tuple([one for one in frame if not isinstance(one, Missing)])
        log.add("CALL", line, operands=arguments, name=routine.name)
        log.depth = self.depth
        self.frames.append((routine, frame))
        returned = routine.body(frame) is Signal.RETURN
        log.depth = self.depth - 1
        result = self.result if returned else Missing.NOTHING
        log.add("RETURN", line, result=result, name=routine.name)
        self.frames.pop()
        return returned
