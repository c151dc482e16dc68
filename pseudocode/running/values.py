"""The values of variables: show and compare them, and apply ADT operations to them."""

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
from pseudocode.running.tracked import Tracked, plain_number

Structure: TypeAlias = ArrayVector["Value"] | LinkedQueue["Value"] | ArrayStack["Value"]
Value: TypeAlias = int | float | str | None | Structure

MAX_SHOWN_NESTING = 20  # nested structures
MAX_VALUE_CHARACTERS = 1_000  # characters of one value


class Absent(Enum):
    """Markers for a value never stored (UNSET) or not returned (NO_RESULT)."""

    UNSET = "unset"
    NO_RESULT = "no result"


UNSET: Final = Absent.UNSET
NO_RESULT: Final = Absent.NO_RESULT


class Array(ArrayVector["Value"]):
    """The course's concrete array, whose positions count from 0 in a program."""


STRUCTURES = (ArrayVector, LinkedQueue, ArrayStack)
SCALARS = (int, float, str, NoneType, Absent)  # a faster test than for structures


def element_at(vector: ArrayVector[Value], position: int) -> Value | Absent:
    """Return the element of ``vector`` at ``position``, counted from 1, or UNSET."""
    try:
        return vector[position]
    except PositionError:
        return UNSET


def list_elements(
    structure: Structure, limit: int | None = None
) -> list[Value | Absent]:
    """Return the elements of ``structure``; UNSET stands for an unfilled position.

    The first element is that at the first position of a vector, the tail of a queue, or
    the top of a stack. With ``limit``, return at most so many elements: the first ones
    or, in a queue, those nearest to the head.
    """
    elements = [
        UNSET if element is UNFILLED else element
        for element in islice(contents(structure), limit)
    ]
    if kind_name(structure) == "queue":
        elements.reverse()
    return elements


def format_value(
    value: Value | Absent, max_characters: int = MAX_VALUE_CHARACTERS
) -> str:
    """Return ``value`` as text; ``...`` replaces what exceeds ``max_characters``.

    >>> from adt import vector_of
    >>> format_value(vector_of(2, vector_of(True, None), "x"))
    "(2, (TRUE, NULL), 'x')"
    >>> format_value(vector_of(2, 4, 1, 3), 7)
    '(2, 4, ...'
    """
    parts: list[str] = []
    _append_text(parts, value, max_characters)
    text = "".join(parts)
    return text if len(text) <= max_characters else f"{text[:max_characters]}..."


def _append_text(
    parts: list[str], value: Value | Absent, max_characters: int, depth: int = 0
) -> int:
    """Append the text of ``value`` to the list ``parts``, until it is long enough.

    Return ``max_characters`` minus the length appended, which is negative if the text
    is too long. ``depth`` is the number of structures around ``value``.
    """
    if isinstance(value, SCALARS) or depth > MAX_SHOWN_NESTING:
        text = _format_scalar(value) if isinstance(value, SCALARS) else "..."
        parts.append(text)
        return max_characters - len(text)
    name = kind_name(value)
    opening = "("
    separator = ", "
    closing = ")"
    if name in ("queue", "stack"):
        opening = f"{name}<"
        separator = " "
        closing = ">"
    # An element has one character, and one is between two.
    max_elements = max_characters // 2 + 1
    elements = list_elements(value, max_elements + 1)
    if name == "queue" and len(elements) > max_elements:
        opening += "... "  # the tail
    parts.append(opening)
    characters_left = max_characters - len(opening)
    for number, element in enumerate(elements):
        if characters_left < 0:
            return characters_left
        if number:
            parts.append(separator)
            characters_left -= len(separator)
        characters_left = _append_text(parts, element, characters_left, depth + 1)
    parts.append(closing)
    return characters_left - len(closing)


def _format_scalar(value: int | float | str | None | Absent) -> str:
    """Return ``value`` as printed: ``TRUE``, ``NULL``, ``2``, or ``·`` if unset."""
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
    """Return the type of ``value`` in words, such as "number" or "dynamic array"."""
    name = KIND_NAMES.get(type(value))  # not of a subclass
    return name or next(
        KIND_NAMES[class_] for class_ in type(value).__mro__ if class_ in KIND_NAMES
    )


def describe(value: Value | Absent) -> str:
    """Return ``value`` as text, such as ``FALSE`` or ``the vector (2, 4, 1, 3)``."""
    text = format_value(value, 60)
    return f"the {kind_name(value)} {text}" if isinstance(value, Vector) else text


def is_equal(
    left: Value | Absent,
    right: Value | Absent,
    count: Callable[[int], None] = lambda compared: None,
) -> bool:
    """Return whether two values have the same type and are equal.

    Before each comparison of two structures, ``count`` is called with the number of
    their elements.
    """
    pairs_left = [(left, right)]
    compared_ids: set[tuple[int, int]] = set()
    while pairs_left:
        left, right = pairs_left.pop()
        if left is right or (id(left), id(right)) in compared_ids:
            continue
        if isinstance(left, SCALARS) or isinstance(right, SCALARS):
            if kind_name(left) != kind_name(right) or left != right:
                return False
            continue
        compared_ids.add((id(left), id(right)))
        left_elements = list_elements(left)
        right_elements = list_elements(right)
        count(len(left_elements) + len(right_elements))
        if not _is_same_kind(left, right) or len(left_elements) != len(right_elements):
            return False
        pairs_left += zip(reversed(left_elements), reversed(right_elements))
    return True


def _is_same_kind(left: Structure, right: Structure) -> bool:
    types = {type(left), type(right)}
    return len(types) == 1 or types == {ArrayVector, DynamicArray}


# A value for JSON.
Plain: TypeAlias = "int | float | str | None | list[Plain] | dict[str, list[Plain]]"


def to_json(value: Value | Absent, depth: int = 0) -> Plain:
    """Return ``value`` as an object that `json` can write.

    A vector becomes a list, a queue ``{"queue": [...]}`` from the tail, and a stack
    ``{"stack": [...]}`` from the top. None stands for an unfilled position. Structures
    nested deeper than MAX_SHOWN_NESTING become "...". ``depth`` is the number of
    structures around ``value``.
    """
    if isinstance(value, (int, float, str)):
        return value
    if value is None or isinstance(value, Absent):
        return None
    if depth > MAX_SHOWN_NESTING:
        return "..."
    elements = [to_json(element, depth + 1) for element in list_elements(value)]
    return elements if isinstance(value, Vector) else {kind_name(value): elements}


class OperandsError(Exception):
    """Raised if an operation does not accept the types of its operands."""


def fits_operand(word: str, value: Value) -> bool:
    """Return whether ``value`` has the type that ``word`` requires of an operand.

    ``word`` is "element" (any value), "position", or types such as "queue or stack".
    """
    if word == "position":
        return type(value) in (int, Tracked)
    return word == "element" or kind_name(value) in word.split(" or ")


def apply_operation(  # noqa: C901 (a case for each operation)
    name: str, holder: Value, operands: list[Value], shift: int
) -> Value | Absent:
    """Apply an ADT operation to ``holder``, and return its result or NO_RESULT.

    ``name`` is the operation in capitals, ``holder`` the structure, and ``operands``
    are the operands before it. ``shift`` is added to a position in a dynamic array, to
    make it count from 1. Raise OperandsError if the operands have the wrong types.
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
    """Return ``operand``; raise OperandsError if it is not a number."""
    if not isinstance(operand, int) or isinstance(operand, bool):
        raise OperandsError
    return plain_number(operand)
