"""Divide a run into steps: each operation, each call, or each attempt of a search.

An attempt is one turn of the innermost loops of the function that is traced: with
MakeSolution, one candidate.
"""

from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, TypeAlias, TypedDict

from adt.vector import Vector
from pseudoku.pseudocode.reading.source import Remark
from pseudoku.pseudocode.reading.syntax import Scalar
from pseudoku.pseudocode.running.machine import (
    A_STEP,
    Atom,
    Event,
    Log,
    Reference,
    Routine,
)
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import (
    MOST_SHOWN,
    STRUCTURES,
    Array,
    Missing,
    Plain,
    Structure,
    Value,
    elements,
    plain,
    show,
)

Level: TypeAlias = Literal["attempt", "call", "op"]
CallMade: TypeAlias = tuple[str, str, Plain]
Variables: TypeAlias = dict[str, Value | Missing]

MOST_NAMED = 100  # variables and elements that are looked at
READING = ("SELECT", "HEAD", "TOP", "EMPTY", "LENGTH", "READ")  # changes nothing


class Step(NamedTuple):
    """One step: the event, the function it happened in, and the variables.

    ``depth`` is the number of active calls. ``calls`` are the calls that the traced
    function made in an attempt, each with its result as text and for JSON; at other
    levels it is empty. ``changed`` are the structures that changed since the last step;
    at the level of operations it is empty.
    """

    number: int
    event: Event
    routine: Routine | None
    variables: Variables
    depth: int
    calls: list[CallMade]
    changed: list[Reference]


class Tracer:
    """Passes each step of a run to ``show``. ``log`` is the log of that run."""

    def __init__(self, level: Level, show: Callable[[Step], None]) -> None:
        self.level = level
        self.log = Log(self.happened)
        self.count = 0
        self._show = show
        self._machine = Runner().machine  # until `follow`
        self._top = 1  # the depth of the events in the traced function
        self._turns: Variables = {}
        self._last: Event | None = None
        self._calls: list[CallMade] = []
        self._changed: list[Reference] = []

    def follow(self, runner: Runner, top: int) -> None:
        """Watch ``runner``, whose machine uses the log of this tracer."""
        self._machine = runner.machine
        self._top = top

    def happened(self, event: Event) -> None:
        operation = event.operation
        is_call = operation in ("CALL", "RETURN")
        if self.level != "op" and event.structure and operation not in READING:
            self._changed.append(event.structure)
        if self.level == "attempt":
            self.attempted(event)
        elif is_call or (self.level == "op" and operation != "TURN"):
            self.step(event, *self.here(event))

    def step(self, event: Event, routine: Routine | None, variables: Variables) -> None:
        depth = len(self._machine.frames)
        self.count += 1
        made, changed = self._calls, self._changed
        self._show(Step(self.count, event, routine, variables, depth, made, changed))
        self._last, self._calls, self._changed = None, [], []

    def here(self, event: Event) -> tuple[Routine | None, Variables]:
        """Return the running function, and its variables that have a value."""
        frames = self._machine.frames
        if not frames:
            return None, {}
        routine, frame = frames[-1]
        self.charge(len(frame), event)
        pairs = zip(routine.names, frame)
        return routine, {n: one for n, one in pairs if not isinstance(one, Missing)}

    def charge(self, looked_at: int, event: Event) -> None:
        """Charge the program for a large step, or tracing would have no limit."""
        name = self._machine.frames[-1][0].source.name

        def where(message: str) -> Remark:
            return Remark(name, event.line, 1, message)

        self._machine.charge(looked_at // A_STEP, where)

    def attempted(self, event: Event) -> None:
        """Record an attempt; show it when the next attempt begins."""
        if event.operation == "TURN" and event.depth == self._top:
            self.end_attempt(event.name)
            if event.name:
                self._turns[event.name] = self.here(event)[1][event.name]
        elif event.operation == "RETURN" and event.depth == self._top - 1:
            self.end_attempt()
        elif event.depth == self._top:
            self._last = event
            if event.operation == "RETURN":
                self.returned(event)

    def returned(self, event: Event) -> None:
        """Record the result of a call as it is now; it may change later."""
        result = None if event.result is None else self._machine.result
        text = show(result)
        self.charge(len(text), event)
        data = plain(result) if len(text) <= MOST_SHOWN else text
        self._calls.append((event.name, text, data))

    def end_attempt(self, begun: str = "") -> None:
        """Show the attempt, if any; ``begun`` is the variable of the next turn."""
        if self._last is None:
            return
        routine, variables = self.here(self._last)
        if begun not in self._turns:
            variables.pop(begun, None)
        self.step(self._last, routine, variables | self._turns)


def first_position(structure: Structure, routine: Routine | None) -> int:
    """Return the first position of ``structure`` in ``routine``: 0 or 1."""
    if isinstance(structure, Array):
        return 0
    return routine.base if routine else 1


Path: TypeAlias = tuple[str | int, ...]  # a variable, and positions from 1


class Place(NamedTuple):
    """A name of a structure, and the path to it."""

    name: str
    path: Path
    structure: Structure


def named(variables: Variables, routine: Routine | None) -> Iterator[Place]:
    """Yield each structure with each of its names: variables, then their elements."""
    left = MOST_NAMED
    level: list[tuple[str, Path, Value | Missing]]
    level = [(name, (name,), one) for name, one in variables.items()]
    while level and left > 0:
        inner: list[tuple[str, Path, Value | Missing]] = []
        for name, path, value in level[:left]:
            if isinstance(value, STRUCTURES):
                yield Place(name, path, value)
            if isinstance(value, Vector):
                first = first_position(value, routine) - 1
                for k, one in enumerate(elements(value, left), start=1):
                    inner.append((f"{name}[{first + k}]", (*path, k), one))
        left -= len(level)
        level = inner


def shared(variables: Variables, routine: Routine | None) -> list[list[str]]:
    """Return the names of each structure that has two names or more."""
    found: dict[int, list[str]] = {}
    for place in named(variables, routine):
        found.setdefault(id(place.structure), []).append(place.name)
    return [names for names in found.values() if len(names) > 1]


class Pointer(TypedDict):
    """A structure in JSON, as distinct from a text."""

    structure: str


Shown: TypeAlias = Scalar | Pointer


class StepData(TypedDict, total=False):
    """A step for JSON, with only the changes since the last step.

    The event has no empty keys. ``variables`` are the variables of the call at
    ``depth`` that changed, and ``gone`` those that no longer have a value. The step
    that first names a structure has its elements, as they are after the step, in
    ``structures``. Later changes follow from the events of operations; at other levels,
    a structure that changed is given again.
    """

    step: int
    event: dict[str, object]
    depth: int
    function: str
    variables: dict[str, Shown]
    gone: list[str]
    structures: dict[str, list[Shown]]
    shared: list[list[str]]
    calls: list[list[Plain]]


class Recorder:
    """Turns steps into data for JSON."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._last: StepData = {"depth": -1, "function": "", "shared": []}
        self._frames: list[dict[str, Atom]] = []  # the variables that were written
        self._written: set[int] = set()  # the numbers of structures

    def data(self, step: Step) -> StepData:
        event, last = step.event, self._last
        about = (event.structure, *event.operands, event.result, event.removed)
        met = [one for one in about if isinstance(one, Reference)]
        met += [one for one in step.changed if one.number in self._written]
        self._written -= {one.number for one in step.changed}
        function = step.routine.name if step.routine else ""
        names = shared(step.variables, step.routine)
        self._last = {"depth": step.depth, "function": function, "shared": names}
        data: StepData = {"step": step.number, "event": brief(event)}
        if (step.depth, function) != (last["depth"], last["function"]):
            data["depth"], data["function"] = step.depth, function
        if names != last["shared"]:
            data["shared"] = names
        self.variables(step, data, met)
        if found := self.structures(met):
            data["structures"] = found
        if step.calls:
            data["calls"] = [[name, result] for name, _, result in step.calls]
        return data

    def variables(self, step: Step, data: StepData, met: list[Reference]) -> None:
        """Add the variables that changed, and the names of those that are gone."""
        del self._frames[step.depth :]
        self._frames += [{} for _ in range(step.depth - len(self._frames))]
        before = self._frames[-1] if self._frames else {}
        now = {name: self._log.atom(one) for name, one in step.variables.items()}
        fresh = {
            name: one
            for name, one in now.items()
            if name not in before or not same(before[name], one)
        }
        met += [one for one in fresh.values() if isinstance(one, Reference)]
        if fresh:
            data["variables"] = {name: pointed(one) for name, one in fresh.items()}
        if gone := [name for name in before if name not in now]:
            data["gone"] = gone
        self._frames[-1:] = [now] * bool(self._frames)

    def structures(self, waiting: list[Reference]) -> dict[str, list[Shown]]:
        """Return the elements of structures that were not written yet, nested too."""
        found: dict[str, list[Shown]] = {}
        while waiting:
            reference = waiting.pop()
            if reference.number not in self._written:
                self._written.add(reference.number)
                held = [self._log.atom(one) for one in elements(reference.structure)]
                found[repr(reference)] = [pointed(one) for one in held]
                waiting += [one for one in held if isinstance(one, Reference)]
        return found


def brief(event: Event) -> dict[str, object]:
    """Return ``event`` for JSON, without empty keys."""
    data = {key: one for key, one in event.data().items() if one not in (None, "", [])}
    if event.operands:
        data["operands"] = [pointed(one) for one in event.operands]
    for key, one in (("result", event.result), ("removed", event.removed)):
        if isinstance(one, Reference):
            data[key] = pointed(one)
    return data


def same(one: Atom, other: Atom) -> bool:
    return type(one) is type(other) and one == other


def pointed(atom: Atom) -> Shown:
    return {"structure": repr(atom)} if isinstance(atom, Reference) else atom
