"""What a variable can hold, how it is shown, copied and compared."""

from enum import Enum
from typing import Final, TypeAlias

from adt.errors import PositionError
from adt.queue import LinkedQueue, Queue
from adt.stack import ArrayStack, Stack
from adt.vector import ArrayVector, DynamicArray, Vector

Structure: TypeAlias = ArrayVector["Value"] | LinkedQueue["Value"] | ArrayStack["Value"]
Value: TypeAlias = int | float | str | None | Structure

DEEPEST = 20  # vectors inside one another
LARGEST = 10**30


class Missing(Enum):
    """The types of UNSET, where nothing was stored, and of NOTHING, never returned."""

    UNSET = "unset"
    NOTHING = "nothing"


UNSET: Final = Missing.UNSET
NOTHING: Final = Missing.NOTHING


class Array(ArrayVector["Value"]):
    """The module's concrete array; a program counts its positions from 0."""


def select(vector: ArrayVector[Value], position: int) -> Value | Missing:
    """The element at ``position``, from 1, or UNSET if nothing was stored there."""
    try:
        return vector[position]
    except PositionError:
        return UNSET


def elements(structure: Structure) -> list[Value | Missing]:
    """What ``structure`` holds: from position 1, the tail or the top on."""
    if isinstance(structure, Vector):
        return [select(structure, k) for k in range(1, len(structure) + 1)]
    if isinstance(structure, Queue):
        tail_first: list[Value | Missing] = [*structure._from_head()]
        tail_first.reverse()
        return tail_first
    return [*structure._from_top()]


class Room:
    """How many values may still be shown: sharing can make a small one look endless."""

    def __init__(self, left: int) -> None:
        self.left = left

    def is_full(self, depth: int) -> bool:
        self.left -= 1
        return self.left < 0 or depth > DEEPEST


def show(value: Value | Missing, room: Room | None = None, depth: int = 0) -> str:
    """``value`` on one line.

    >>> from adt import vector_of
    >>> show(vector_of(2, vector_of(True, None), "x"))
    "(2, (TRUE, NULL), 'x')"
    """
    room = room or Room(1000)
    if room.is_full(depth):
        return "..."
    if isinstance(value, Missing):
        return "·" if value is UNSET else "nothing"
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if value is None or isinstance(value, (int, float, str)):
        return "NULL" if value is None else repr(value)
    held = elements(value)[: room.left + 1]
    inner = [show(element, room, depth + 1) for element in held]
    if isinstance(value, Vector):
        return f"({', '.join(inner)})"
    return f"{kind(value)}<{' '.join(inner)}>"


def kind(value: Value | Missing) -> str:
    """What ``value`` is, in a word."""
    if isinstance(value, Missing):
        return "nothing"
    if isinstance(value, DynamicArray):
        return "dynamic array"
    for name, of_kind in (("array", Array), ("vector", Vector), ("queue", Queue)):
        if isinstance(value, of_kind):
            return name
    if isinstance(value, Stack):
        return "stack"
    if isinstance(value, bool):
        return "truth value"
    if value is None:
        return "NULL"
    return "text" if isinstance(value, str) else "number"


def described(value: Value | Missing) -> str:
    """``value`` with its kind, for a message."""
    shown = show(value)
    if len(shown) > 60:
        shown = f"{shown[:57]}..."
    if isinstance(value, (Vector, Missing)) and kind(value) != "nothing":
        return f"the {kind(value)} {shown}"
    return shown


def equal(
    one: Value | Missing,
    other: Value | Missing,
    seen: set[tuple[int, int]] | None = None,
) -> bool:
    """Whether two values are of one type and alike; structures by what they hold."""
    if one is other:
        return True
    if isinstance(one, (int, float, str, Missing)) or one is None:
        return type(one) is type(other) and one == other
    if not isinstance(other, (Vector, Queue, Stack)) or kind(one) != kind(other):
        return False
    seen = seen or set()
    if (id(one), id(other)) in seen:
        return True  # it is being compared, or has been
    seen.add((id(one), id(other)))
    left, right = elements(one), elements(other)
    pairs = zip(left, right)
    return len(left) == len(right) and all(equal(*pair, seen) for pair in pairs)


# A value as JSON carries it.
Plain: TypeAlias = "int | float | str | None | list[Plain] | dict[str, list[Plain]]"


def plain(value: Value | Missing, room: Room | None = None, depth: int = 0) -> Plain:
    """``value`` for JSON: a vector as a list, a queue (tail first) and a stack (top
    first) under their names, and null where there is nothing.
    """
    room = room or Room(10_000)
    if room.is_full(depth):
        return "..."
    if isinstance(value, (int, float, str)):
        return value
    if value is None or isinstance(value, Missing):
        return None
    held = elements(value)[: room.left + 1]
    inner = [plain(element, room, depth + 1) for element in held]
    return inner if isinstance(value, Vector) else {kind(value): inner}
