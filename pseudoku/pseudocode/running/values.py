"""The values of variables: show them, compare them, and operate on them."""

from collections.abc import Callable
from enum import Enum
from itertools import islice
from types import NoneType
from typing import Final, TypeAlias

from adt.cells import UNFILLED as UNFILLED
from adt.contents import contents
from adt.errors import PositionError
from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector, DynamicArray, Vector
from pseudoku.pseudocode.running.tracked import Tracked, settled

Structure: TypeAlias = ArrayVector["Value"] | LinkedQueue["Value"] | ArrayStack["Value"]
Value: TypeAlias = int | float | str | None | Structure

MAX_SHOWN_NESTING = 20  # nested structures
MAX_VALUE_CHARACTERS = 1_000  # characters of one value


class Absent(Enum):
    """UNSET: nothing is stored there. NO_RESULT: a function returned no value."""

    UNSET = "unset"
    NOTHING = "nothing"


UNSET: Final = Absent.UNSET
NO_RESULT: Final = Absent.NOTHING


class Array(ArrayVector["Value"]):
    """The module's concrete array; a program counts its positions from 0."""


STRUCTURES = (ArrayVector, LinkedQueue, ArrayStack)
SCALARS = (int, float, str, NoneType, Absent)  # a faster test than for structures


def element_at(vector: ArrayVector[Value], position: int) -> Value | Absent:
    """Return the element at ``position``, from 1, or UNSET if nothing is stored."""
    try:
        return vector[position]
    except PositionError:
        return UNSET


def list_elements(
    structure: Structure, most: int | None = None
) -> list[Value | Absent]:
    """Return the elements of ``structure``, from position 1, the tail or the top.

    Return at most ``most``: the first, or in a queue those nearest to the head.
    """
    found = islice(contents(structure), most)
    held = [UNSET if element is UNFILLED else element for element in found]
    return held[::-1] if kind_name(structure) == "queue" else held


def format_value(value: Value | Absent, most: int = MAX_VALUE_CHARACTERS) -> str:
    """Return ``value`` on one line, cut after ``most`` characters, with ``...``.

    >>> from adt import vector_of
    >>> format_value(vector_of(2, vector_of(True, None), "x"))
    "(2, (TRUE, NULL), 'x')"
    >>> format_value(vector_of(2, 4, 1, 3), 7)
    '(2, 4, ...'
    """
    parts: list[str] = []
    append_text(parts, value, most)
    text = "".join(parts)
    return text if len(text) <= most else f"{text[:most]}..."


def append_text(
    parts: list[str], value: Value | Absent, most: int, depth: int = 0
) -> int:
    """Append the text of ``value`` to ``parts``, cut after ``most`` characters or later.

    Return how many of ``most`` characters are left.
    """
    if isinstance(value, SCALARS) or depth > MAX_SHOWN_NESTING:
        parts.append(format_scalar(value) if isinstance(value, SCALARS) else "...")
        return most - len(parts[-1])
    name = kind_name(value)
    opening, between, closing = "(", ", ", ")"
    if name in ("queue", "stack"):
        opening, between, closing = f"{name}<", " ", ">"
    enough = most // 2 + 1  # an element has one character, and one is between two
    held = list_elements(value, enough + 1)
    if name == "queue" and len(held) > enough:
        opening += "... "  # the tail
    parts.append(opening)
    left = most - len(opening)
    for number, element in enumerate(held):
        if left < 0:
            return left
        if number:
            parts.append(between)
            left -= len(between)
        left = append_text(parts, element, left, depth + 1)
    parts.append(closing)
    return left - len(closing)


def format_scalar(value: int | float | str | None | Absent) -> str:
    if isinstance(value, Absent):
        return "·" if value is UNSET else "nothing"
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return "NULL" if value is None else repr(value)


KIND_NAMES: dict[type, str] = {
    **{bool: "truth value", int: "number", Tracked: "number", float: "number"},
    **{ArrayVector: "vector", DynamicArray: "dynamic array", Array: "array"},
    **{LinkedQueue: "queue", ArrayStack: "stack", NoneType: "NULL", Absent: "nothing"},
    str: "text",
}


def kind_name(value: Value | Absent) -> str:
    """Return the kind of ``value`` in a word or two."""
    known = KIND_NAMES.get(type(value))  # not of a subclass
    return known or next(
        KIND_NAMES[one] for one in type(value).__mro__ if one in KIND_NAMES
    )


def describe(value: Value | Absent) -> str:
    """Return ``value`` with its kind, for a message."""
    shown = format_value(value, 60)
    return f"the {kind_name(value)} {shown}" if isinstance(value, Vector) else shown


def is_equal(
    one: Value | Absent,
    other: Value | Absent,
    count: Callable[[int], None] = lambda compared: None,
) -> bool:
    """Return whether two values have the same type and are equal.

    Structures are equal if their elements are. ``count`` is called with the number of
    elements before they are compared.
    """
    waiting = [(one, other)]
    seen: set[tuple[int, int]] = set()
    while waiting:
        one, other = waiting.pop()
        if one is other or (id(one), id(other)) in seen:
            continue
        if isinstance(one, SCALARS) or isinstance(other, SCALARS):
            if kind_name(one) != kind_name(other) or one != other:
                return False
            continue
        seen.add((id(one), id(other)))
        left, right = list_elements(one), list_elements(other)
        count(len(left) + len(right))
        if not is_same_kind(one, other) or len(left) != len(right):
            return False
        waiting += zip(reversed(left), reversed(right))
    return True


def is_same_kind(one: Structure, other: Structure) -> bool:
    """Return whether two structures are of one kind; a list is a vector."""
    types = {type(one), type(other)}
    return len(types) == 1 or types == {ArrayVector, DynamicArray}


# A value for JSON.
Plain: TypeAlias = "int | float | str | None | list[Plain] | dict[str, list[Plain]]"


def to_json(value: Value | Absent, depth: int = 0) -> Plain:
    """Return ``value`` for JSON: a vector as a list, a queue (tail first) and a stack
    (top first) under their names, and null where nothing is stored.

    The caller checks with `format_value` that it is short enough.
    """
    if isinstance(value, (int, float, str)):
        return value
    if value is None or isinstance(value, Absent):
        return None
    if depth > MAX_SHOWN_NESTING:
        return "..."
    inner = [to_json(element, depth + 1) for element in list_elements(value)]
    return inner if isinstance(value, Vector) else {kind_name(value): inner}


class OperandsError(Exception):
    """The operation does not take these operands."""


def fits_operand(word: str, value: Value) -> bool:
    """Return whether ``value`` may be the operand that `words` calls ``word``."""
    if word == "position":
        return type(value) in (int, Tracked)
    return word == "element" or kind_name(value) in word.split(" or ")


def apply_operation(
    name: str, holder: Value, operands: list[Value], shift: int
) -> Value | Absent:
    """Return the result of the operation ``name`` of ``holder``, or NO_RESULT.

    A position in a dynamic array is one of `adt` after ``shift`` is added to it.
    """
    match name:
        case "EMPTY" if isinstance(holder, (ArrayStack, LinkedQueue)):
            return holder.empty()
        case "ENQUEUE" if isinstance(holder, LinkedQueue):
            holder.enqueue(operands[0])
        case "HEAD" | "DEQUEUE" if isinstance(holder, LinkedQueue):
            head = holder.head()
            if name == "DEQUEUE":
                holder.dequeue()
            return head
        case "PUSH" if isinstance(holder, ArrayStack):
            holder.push(operands[0])
        case "TOP" | "POP" if isinstance(holder, ArrayStack):
            top = holder.top()
            if name == "POP":
                holder.pop()
            return top
        case "LENGTH" if isinstance(holder, ArrayVector):
            return len(holder)
        case "READ" if isinstance(holder, Array):
            return holder[require_int(operands[0]) + 1]
        case "WRITE" if isinstance(holder, Array):
            holder[require_int(operands[1]) + 1] = operands[0]
        case "INSERTAT" if isinstance(holder, DynamicArray):
            holder.insert_at(require_int(operands[0]) + shift, operands[1])
        case "REMOVEAT" if isinstance(holder, DynamicArray):
            holder.remove_at(require_int(operands[0]) + shift)
        case _:
            raise OperandsError
    return NO_RESULT


def require_int(operand: Value) -> int:
    if not isinstance(operand, int) or isinstance(operand, bool):
        raise OperandsError
    return settled(operand)
