"""Divide a run into steps: each operation, each call, or each attempt of a search.

An attempt is one turn of the innermost loops of the function that is traced: with
MakeSolution, one candidate.
"""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Generic, Literal, NamedTuple, TypeAlias, TypeVar

from adt.vector import Vector
from pseudoku.pseudocode.reading.source import LimitReached, Remark
from pseudoku.pseudocode.reading.syntax import Scalar
from pseudoku.pseudocode.running import values
from pseudoku.pseudocode.running.machine import (
    A_STEP,
    Atom,
    Event,
    Log,
    Reference,
    Routine,
)
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import Missing, Plain, Structure, Value

T = TypeVar("T")
Level: TypeAlias = Literal["attempt", "call", "op"]
CallMade: TypeAlias = tuple[str, str, Plain]
Variables: TypeAlias = dict[str, Value]
Change: TypeAlias = tuple[str, T | None, T | None]  # a variable, before and now
Shown: TypeAlias = Scalar | dict[str, str]  # a structure in JSON is a dict

MOST_NAMED = 100  # variables and elements that are looked at
QUIET = ("SELECT", "HEAD", "TOP", "EMPTY", "LENGTH", "READ", "NEW", "CALL", "RETURN")


class Place(NamedTuple):
    """A name of a structure, and the path to it: a variable, and positions from 1."""

    name: str
    path: tuple[str | int, ...]
    structure: Structure


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

    def first(self, structure: Structure) -> int:
        """Return the first position of ``structure`` in this function: 0 or 1."""
        if isinstance(structure, values.Array):
            return 0
        return self.routine.base if self.routine else 1

    def places(self) -> Iterator[Place]:
        """Yield each structure with each of its names: variables, then elements."""
        found: list[tuple[str, tuple[str | int, ...], Value | Missing]]
        found = [(name, (name,), value) for name, value in self.variables.items()]
        for name, path, value in islice(found, MOST_NAMED):  # `found` grows
            if isinstance(value, values.STRUCTURES):
                yield Place(name, path, value)
            if isinstance(value, Vector):
                first = self.first(value) - 1
                for k, one in enumerate(values.elements(value, MOST_NAMED), start=1):
                    found.append((f"{name}[{first + k}]", (*path, k), one))

    def touched(self) -> Place | None:
        """Return the structure of the operation with its first name, or its number."""
        event = self.event
        if event.structure is None:
            return None
        if event.operation != "NEW":  # then the variable does not hold it yet
            for place in self.places():
                if place.structure is event.structure.structure:
                    return place
        name = event.name or str(event.structure)
        return Place(name, (name,), event.structure.structure)

    def shared(self) -> list[list[str]]:
        """Return the names of each structure that has two names or more."""
        found: dict[int, list[str]] = {}
        for place in self.places():
            found.setdefault(id(place.structure), []).append(place.name)
        return [names for names in found.values() if len(names) > 1]


class Tracer:
    """Passes each step of a run to ``show``. It is made before a program is loaded.

    ``top`` is the depth of the events in the traced function.
    """

    def __init__(
        self, level: Level, show: Callable[[Step], None], runner: Runner, top: int
    ) -> None:
        self.level = level
        self.log = runner.machine.log = Log(self.happened)
        self.count = 0
        self._show = show
        self._machine = runner.machine
        self._top = top
        self._turns: Variables = {}
        self._last: Event | None = None
        self._calls: list[CallMade] = []
        self._changed: list[Reference] = []

    def happened(self, event: Event) -> None:
        operation, level = event.operation, self.level
        if level != "op" and event.structure and operation not in QUIET:
            self._changed.append(event.structure)
        if level == "attempt":
            self.attempted(event)
        elif operation in ("CALL", "RETURN") or level == "op" and operation != "TURN":
            self.step(event, *self.here(event))

    def step(self, event: Event, routine: Routine | None, variables: Variables) -> None:
        depth = len(self._machine.frames)
        self.count += 1
        made, changed = self._calls, self._changed
        self._show(Step(self.count, event, routine, variables, depth, made, changed))
        self._last, self._calls, self._changed = None, [], []

    def here(self, event: Event, up: int = 0) -> tuple[Routine | None, Variables]:
        """Return the running function, and its variables that have a value.

        With ``up``, return those of the function that many calls further out.
        """
        frames = self._machine.frames
        if not frames:
            return None, {}
        routine, frame = frames[~up]
        self.charge(len(frame) // A_STEP, event)
        pairs = zip(routine.names, frame)
        return routine, {n: one for n, one in pairs if not isinstance(one, Missing)}

    def charge(self, steps: int, event: Event) -> None:
        """Charge the program for a large step, or tracing would have no limit."""
        machine = self._machine
        machine.left -= steps
        if machine.left < 0:
            name = machine.frames[-1][0].source.name
            raise LimitReached(Remark(name, event.line, 1, machine.used_up()))

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
        text = values.show(result)
        self.charge(len(text) // A_STEP, event)
        data = values.plain(result) if len(text) <= values.MOST_SHOWN else text
        self._calls.append((event.name, text, data))

    def end_attempt(self, begun: str = "") -> None:
        """Show the attempt, if any; ``begun`` is the variable of the next turn."""
        if self._last is None:
            return
        routine, variables = self.here(self._last)
        if begun not in self._turns:
            variables.pop(begun, None)
        self.step(self._last, routine, variables | self._turns)


class Known(Generic[T]):
    """The variables of each active call, as they were when they were last shown."""

    def __init__(self) -> None:
        self._frames: list[dict[str, T]] = []

    def changes(
        self, now: dict[str, T], depth: int, up: int = 0, keep: bool = True
    ) -> list[Change[T]]:
        """Return what changed in a call ``up`` calls outside the one at ``depth``.

        Forget deeper calls. With ``keep``, the variables are then known as ``now``.
        """
        del self._frames[depth + 1 :]
        self._frames += [{} for _ in range(depth + 1 - len(self._frames))]
        before = self._frames[depth - up]
        if keep:
            self._frames[depth - up] = now
        names = [*now, *(name for name in before if name not in now)]
        pairs = [(name, before.get(name), now.get(name)) for name in names]
        return [(name, old, new) for name, old, new in pairs if old != new]


class Recorder:
    """Turns steps into data for JSON, with only the changes since the last step.

    The step that first names a structure has its elements, as they are after the step.
    Later changes follow from the events of operations; at other levels, a structure
    that changed is given again.
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._here = -1, ""
        self._shared: list[list[str]] = []
        self._known = Known[str]()
        self._written: set[int] = set()  # the numbers of structures

    def data(self, step: Step) -> dict[str, object]:
        """Return the step as docs/running.md describes it."""
        event = step.event
        data: dict[str, object] = {"step": step.number, "event": brief(event)}
        here = step.depth, step.routine.name if step.routine else ""
        if here != self._here:
            data["depth"], data["function"] = self._here = here
        if (shared := step.shared()) != self._shared:
            data["shared"] = self._shared = shared
        atoms = {name: self._log.atom(one) for name, one in step.variables.items()}
        texts = {name: repr(atom) for name, atom in atoms.items()}  # 1 is not TRUE
        changed = [name for name, _, _ in self._known.changes(texts, step.depth)]
        if fresh := {name: atoms[name] for name in changed if name in atoms}:
            data["variables"] = {name: pointed(atom) for name, atom in fresh.items()}
        if gone := [name for name in changed if name not in atoms]:
            data["gone"] = gone
        met = [event.structure, *event.operands, event.result, event.removed]
        met += [one for one in step.changed if one.number in self._written]
        self._written -= {one.number for one in step.changed}
        if found := self.structures([*met, *fresh.values()]):
            data["structures"] = found
        if step.calls:
            data["calls"] = [[name, result] for name, _, result in step.calls]
        return data

    def structures(self, waiting: list[Atom]) -> dict[str, list[Shown]]:
        """Return the elements of structures that were not written yet, nested too."""
        found: dict[str, list[Shown]] = {}
        while waiting:
            one = waiting.pop()
            if isinstance(one, Reference) and one.number not in self._written:
                self._written.add(one.number)
                held = [*map(self._log.atom, values.elements(one.structure))]
                found[repr(one)] = [*map(pointed, held)]
                waiting += held
        return found


def brief(event: Event) -> dict[str, object]:
    """Return ``event`` for JSON, without empty keys."""
    data = event.data()
    data["operands"] = [*map(pointed, event.operands)]
    data["result"], data["removed"] = pointed(event.result), pointed(event.removed)
    return {key: one for key, one in data.items() if one not in (None, "", [])}


def pointed(atom: Atom) -> Shown:
    return {"structure": repr(atom)} if isinstance(atom, Reference) else atom
