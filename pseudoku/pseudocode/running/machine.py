"""What a running program shares: its functions, the limits and the log."""

from collections.abc import Callable
from enum import Enum
from typing import Final, Literal, TypeAlias

from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector, DynamicArray
from pseudoku.pseudocode.reading.source import LimitReached, Remark, Source
from pseudoku.pseudocode.running.events import Log
from pseudoku.pseudocode.running.values import (
    DEEPEST,
    NOTHING,
    SCALARS,
    UNSET,
    Array,
    Missing,
    Structure,
    Value,
    elements,
)

STEPS = 1_000_000
IN_ALL = 10**12
A_STEP = 8  # parts of an expression, elements copied or compared
CALLS = 100  # within one another
CELLS = 1_000_000  # in use: each element, and for each structure STRUCTURE more
STRUCTURE = 4

Frame: TypeAlias = list[Value | Missing]
Evaluate: TypeAlias = Callable[[Frame], Value]
Store: TypeAlias = Literal["copy", "share"]
Where: TypeAlias = Callable[[str], Remark]  # makes a remark about a place


class Signal(Enum):
    """Why a block was left before its end."""

    BREAK = "break"
    CONTINUE = "continue"
    RETURN = "return"


BREAK: Final = Signal.BREAK
CONTINUE: Final = Signal.CONTINUE
RETURN: Final = Signal.RETURN
Execute: TypeAlias = Callable[[Frame], Signal | None]


class Routine:
    """A function, ready to run: ``names`` are its variables, parameters first.

    It counts the positions of a vector from ``base``; a call takes ``cost`` steps.
    """

    def __init__(
        self, source: Source, name: str, names: list[str], takes: int, base: int
    ) -> None:
        self.source = source
        self.name = name
        self.names = names
        self.takes = takes
        self.base = base
        self.unset: Frame = [UNSET] * (len(names) - takes)
        self.body: Execute = lambda frame: None
        self.cost = 1

    def form(self) -> str:
        """How a call of it is written."""
        return f"{self.name}({', '.join(self.names[: self.takes])})"


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
        self.used = self.allowed = self.left = 0
        self.routines: dict[str, Routine] = {}
        self.warnings: list[Remark] = []
        self._warned: set[str] = set()
        self.result: Value | Missing = None
        self.reset()

    def reset(self) -> None:
        """Begin a new run, with all its steps."""
        self.used += self.allowed - self.left
        self.allowed = self.left = min(self.limit, self.in_all - self.used)
        self.cells = 0
        self.depth = 0
        self.frames: list[tuple[Routine, Frame]] = []

    def warn(self, remark: Remark) -> None:
        if str(remark) not in self._warned:
            self._warned.add(str(remark))
            self.warnings.append(remark)

    def charge(self, steps: int, where: Where) -> None:
        """Take ``steps`` from those that are left; LimitReached if they are not."""
        self.left -= steps
        if self.left < 0:
            self.stop(where)

    def stop(self, where: Where) -> None:
        if self.allowed == self.limit:
            raise LimitReached(where(f"stopped after {self.limit:,} steps"))
        raise LimitReached(where(f"stopped after {self.in_all:,} steps in all"))

    def use(self, cells: int, where: Where) -> None:
        """Count ``cells`` more; LimitReached if too many are in use."""
        self.cells += cells
        if self.cells > CELLS:
            self.cells = cells + self.in_use()
            if self.cells > CELLS:
                message = f"more than {CELLS:,} elements of structures in use"
                raise LimitReached(where(message))
            self.charge(self.cells // A_STEP, where)

    def in_use(self) -> int:
        """The cells of the structures that the variables and the log hold."""
        waiting = [value for _, frame in self.frames for value in frame]
        waiting += [self.result, *(self.log.structures() if self.log else [])]
        seen: set[int] = set()
        cells = 0
        while waiting:
            value = waiting.pop()
            if not isinstance(value, SCALARS) and id(value) not in seen:
                seen.add(id(value))
                held = elements(value)
                cells += STRUCTURE + len(held)
                waiting += [one for one in held if not isinstance(one, SCALARS)]
        return cells

    def new(self, kind: str, length: int, where: Where) -> Structure:
        self.use(STRUCTURE + length, where)
        self.charge(length // A_STEP, where)
        if kind == "Vector":
            return ArrayVector(length)
        if kind == "Array":
            return Array(length)
        if kind == "DynamicArray":
            return DynamicArray(length)
        return LinkedQueue() if kind == "Queue" else ArrayStack()

    def copy(
        self, vector: ArrayVector[Value], where: Where, depth: int = 0
    ) -> ArrayVector[Value]:
        """A new vector like ``vector``, and so are the vectors in its elements."""
        if depth == DEEPEST:
            raise LimitReached(where(f"vectors more than {DEEPEST} deep in vectors"))
        self.use(STRUCTURE + len(vector), where)
        self.charge(1 + len(vector) // A_STEP, where)
        copied = type(vector)(len(vector))
        for position, element in enumerate(elements(vector), start=1):
            if not isinstance(element, SCALARS) and isinstance(element, ArrayVector):
                element = self.copy(element, where, depth + 1)
            if not isinstance(element, Missing):
                copied[position] = element
        return copied

    def invoke(
        self, routine: Routine, arguments: list[Value], where: Where
    ) -> Value | Missing:
        """What ``routine`` returns for ``arguments``, NOTHING if it returns nothing."""
        self.depth += 1
        self.left -= routine.cost
        if self.left < 0:
            self.stop(where)
        if self.depth > CALLS:
            raise LimitReached(where(f"more than {CALLS} calls within one another"))
        log = self.log
        line = where("").line if log else 0
        if log is not None:
            log.add("CALL", line, operands=tuple(arguments), name=routine.name)
            log.depth = self.depth
        frame: Frame = [*arguments, *routine.unset]
        self.frames.append((routine, frame))
        result = self.result if routine.body(frame) is RETURN else NOTHING
        self.depth -= 1
        if log is not None:
            log.depth = self.depth
            log.add("RETURN", line, result=result, name=routine.name)
        self.frames.pop()
        return result
