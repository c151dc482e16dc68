"""The operations of lists, which students use and the module's notation lacks.

A list is a dynamic array, or a vector that the program was given.
"""

from adt.cells import NOTHING as UNFILLED
from adt.errors import EmptyError
from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector, DynamicArray
from pseudoku.pseudocode.running.values import (
    NOTHING,
    STRUCTURES,
    Array,
    Missing,
    Mistaken,
    Value,
    elements,
    equal,
    operate,
    whole,
)

Held = list[Value | Missing]


def operate_list(name: str, holder: Value, operands: list[Value]) -> Value | Missing:
    """Return the result of the operation ``name`` of ``holder``, or NOTHING."""
    if name == "LIST":
        return list_of([*operands, holder])
    if not isinstance(holder, STRUCTURES) or isinstance(holder, Array):
        raise Mistaken
    if name == "SIZE":
        return len(elements(holder))
    if not isinstance(holder, ArrayVector):
        return of_other(name, holder, operands)
    held = elements(holder)
    match name:
        case "NTH":
            return item(held, whole(operands[0]) - 1)
        case "SLICE":
            first, last = (one if one is None else whole(one) for one in operands)
            return list_of(held[first:last])
        case "JOIN" if isinstance(operands[0], ArrayVector):
            return list_of(elements(operands[0]) + held)
        case "REPEAT":
            return list_of(held * min(whole(operands[0]), 1000))
        case "CONTAINS":
            return any(equal(one, operands[0]) for one in held)
    return changed(name, holder, held, operands)


def changed(
    name: str, holder: ArrayVector[Value], held: Held, operands: list[Value]
) -> Value | Missing:
    """Change the list ``holder``, whose elements are ``held``."""
    result: Value | Missing = NOTHING
    match name:
        case "APPEND":
            held.append(operands[0])
        case "INSERT":
            held.insert(whole(operands[0]), operands[1])
        case "TAKE":
            result = item(held, whole(operands[0]))
            del held[whole(operands[0])]
        case "REMOVE":
            found = [k for k, one in enumerate(held) if equal(one, operands[0])]
            if not found:
                raise Mistaken
            del held[found[0]]
        case "ROTATE":
            places = -whole(operands[0]) % max(len(held), 1)
            held = held[places:] + held[:places]
        case _:
            raise Mistaken
    holder._cells[:] = [UNFILLED if isinstance(one, Missing) else one for one in held]
    return result


def of_other(
    name: str, holder: ArrayStack[Value] | LinkedQueue[Value], operands: list[Value]
) -> Value | Missing:
    """Treat a queue or a stack as the list that a student took it for."""
    stack = isinstance(holder, ArrayStack)
    if name == "APPEND":
        return operate("PUSH" if stack else "ENQUEUE", holder, operands, 0)
    if name == "TAKE" and operands[0] == (-1 if stack else 0):
        if holder.empty():
            raise EmptyError
        return operate("POP" if stack else "DEQUEUE", holder, [], 0)
    raise Mistaken


def list_of(held: Held) -> DynamicArray[Value]:
    """Return a new list with the elements ``held``."""
    made: DynamicArray[Value] = DynamicArray(len(held))
    for position, element in enumerate(held, start=1):
        if not isinstance(element, Missing):
            made[position] = element
    return made


def item(held: Held, k: int) -> Value | Missing:
    if not -len(held) <= k < len(held):
        raise Mistaken
    return held[k]
