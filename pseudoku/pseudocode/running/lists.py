"""The operations of lists, which students use and the module's notation lacks.

A list is a dynamic array, or a vector that the program was given.
"""

from adt.cells import Nothing
from adt.contents import array_of
from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector, DynamicArray
from pseudoku.pseudocode.running.machine import CELLS
from pseudoku.pseudocode.running.values import (
    NOTHING,
    STRUCTURES,
    UNSET,
    Array,
    Missing,
    Mistaken,
    Value,
    elements,
    equal,
    operate,
    select,
    whole,
)


def operate_list(name: str, holder: Value, operands: list[Value]) -> Value | Missing:
    """Return the result of the operation ``name`` of ``holder``, or NOTHING."""
    if name == "LIST":
        return list_of([*operands])
    if not isinstance(holder, STRUCTURES) or isinstance(holder, Array):
        raise Mistaken
    if name == "SIZE":
        return len(elements(holder))
    if not isinstance(holder, ArrayVector):
        return of_other(name, holder, operands)
    try:
        return of_list(name, holder, operands[0], operands)
    except (IndexError, ValueError):
        raise Mistaken from None


def of_list(
    name: str, holder: ArrayVector[Value], first: Value, operands: list[Value]
) -> Value | Missing:
    cells = array_of(holder)
    match name:
        case "NTH":
            return select(holder, whole(first))
        case "SLICE":
            start, end = (one if one is None else whole(one) for one in operands)
            return list_of(cells[start:end])
        case "JOIN" if isinstance(first, ArrayVector):
            return list_of(array_of(first) + cells)
        case "REPEAT":
            return list_of(cells * min(whole(first), CELLS // (len(cells) or 1) + 1))
        case "CONTAINS":
            return any(equal(one, first) for one in elements(holder))
        case "APPEND":
            cells.append(first)
        case "INSERT":
            cells.insert(whole(first), operands[1])
        case "TAKE":
            taken = cells.pop(whole(first))
            return UNSET if isinstance(taken, Nothing) else taken
        case "REMOVE":
            del cells[[equal(one, first) for one in elements(holder)].index(True)]
        case "ROTATE":
            places = -whole(first) % (len(cells) or 1)
            cells[:] = cells[places:] + cells[:places]
        case _:
            raise Mistaken
    return NOTHING


def of_other(
    name: str, holder: ArrayStack[Value] | LinkedQueue[Value], operands: list[Value]
) -> Value | Missing:
    """Treat a queue or a stack as the list that a student took it for."""
    adds, takes, end = "ENQUEUE", "DEQUEUE", 0
    if isinstance(holder, ArrayStack):
        adds, takes, end = "PUSH", "POP", -1
    if name != "APPEND" and (name, operands[0]) != ("TAKE", end):
        raise Mistaken
    return operate(adds if name == "APPEND" else takes, holder, operands, 0)


def list_of(cells: list[Value | Nothing]) -> DynamicArray[Value]:
    """Return a new list with these ``cells``."""
    made: DynamicArray[Value] = DynamicArray(len(cells))
    array_of(made)[:] = cells
    return made
