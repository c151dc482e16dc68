"""What happened in a run, as data: every ADT operation, call and turn of a loop."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias, TypedDict

from pseudoku.pseudocode.reading.syntax import Scalar
from pseudoku.pseudocode.running.values import (
    Missing,
    Structure,
    Value,
    kind,
)


class Reference:
    """A structure, by the number it got when it was first met."""

    __slots__ = ("structure", "kind", "number")

    def __init__(self, structure: Structure, number: int) -> None:
        self.structure = structure
        self.kind = kind(structure)
        self.number = number

    def __repr__(self) -> str:
        return f"{self.kind} {self.number}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and other.number == self.number

    def __hash__(self) -> int:
        return hash(self.number)


Atom: TypeAlias = Scalar | Reference

MOST_EVENTS = 100_000  # with their operands


class EventData(TypedDict):
    """An event as JSON carries it."""

    operation: str
    name: str
    structure: str | None
    operands: list[Scalar]
    result: Scalar
    line: int
    depth: int


class Event(NamedTuple):
    """``operation`` is that of an ADT, NEW, CALL, RETURN or TURN.

    ``name`` is the function called, or the variable that NEW or TURN is of; ``removed``
    is what DEQUEUE and POP took out, for a picture to show.
    """

    operation: str
    name: str
    structure: Reference | None
    operands: tuple[Atom, ...]
    result: Atom
    line: int
    depth: int
    removed: Value = None

    def data(self) -> EventData:
        return {
            "operation": self.operation,
            "name": self.name,
            "structure": repr(self.structure) if self.structure else None,
            "operands": [scalar(operand) for operand in self.operands],
            "result": scalar(self.result),
            "line": self.line,
            "depth": self.depth,
        }

    def __repr__(self) -> str:
        parts = (self.operation, self.name, self.structure, *self.operands, self.result)
        return f"<{' '.join(str(part) for part in parts if part not in (None, ''))}>"


def scalar(atom: Atom) -> Scalar:
    return repr(atom) if isinstance(atom, Reference) else atom


class LogFull(Exception):
    """More has happened than a log takes."""


class Log:
    """The events of a run: `watch` is called with each, or they are kept in `events`.

    LogFull if there are more than ``most``, counted with their operands.
    """

    def __init__(
        self, watch: Callable[[Event], None] | None = None, most: int = MOST_EVENTS
    ) -> None:
        self._watch = watch
        self._most = most
        self.clear()

    def clear(self) -> None:
        """Begin again: nothing has happened, no structure has been met."""
        self.events: list[Event] = []
        self.depth = 0
        self._count = 0
        self._references: dict[int, Reference] = {}

    def reference(self, structure: Structure) -> Reference:
        """What the events call ``structure``."""
        known = self._references.get(id(structure))
        if known is None:  # it is kept, or its id might be used again
            known = Reference(structure, len(self._references) + 1)
            self._references[id(structure)] = known
        return known

    def structures(self) -> list[Structure]:
        """Every structure that was met, in the order in which they were."""
        return [reference.structure for reference in self._references.values()]

    def atom(self, value: Value | Missing) -> Atom:
        if value is None or isinstance(value, (int, float, str)):
            return value  # asked first: most are
        return None if isinstance(value, Missing) else self.reference(value)

    def add(
        self,
        operation: str,
        line: int,
        structure: Structure | None = None,
        operands: tuple[Value, ...] = (),
        result: Value | Missing = None,
        name: str = "",
        removed: Value = None,
    ) -> None:
        about = None if structure is None else self.reference(structure)
        atoms = tuple([self.atom(operand) for operand in operands])
        given = self.atom(result)
        event = Event(operation, name, about, atoms, given, line, self.depth, removed)
        self._count += 1 + len(operands)
        if self._count > self._most:
            raise LogFull(f"stopped after {self._most:,} events and operands")
        if self._watch:
            self._watch(event)
        else:
            self.events.append(event)

    def operations(self) -> list[Event]:
        """The operations of ADTs alone."""
        return [one for one in self.events if one.operation not in NO_OPERATIONS]


NO_OPERATIONS = ("CALL", "RETURN", "TURN")
