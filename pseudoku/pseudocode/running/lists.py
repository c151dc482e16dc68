"""The operations of lists, which students use and the module's notation lacks.

A list is a dynamic array, or a vector that the program was given.
"""

from adt.cells import Unfilled
from adt.contents import backing_list
from adt.vector import ArrayVector, DynamicArray
from pseudoku.pseudocode.running.machine import CELLS
from pseudoku.pseudocode.running.values import (
    Missing,
    Mistaken,
    Value,
    select,
    whole,
)


def operate_list(name: str, holder: Value, operands: list[Value]) -> Value | Missing:
    """Return the result of the operation ``name`` of ``holder``."""
    if name == "LIST":
        return list_of([*operands])
    if not isinstance(holder, ArrayVector):
        raise Mistaken
    cells = backing_list(holder)
    match name, operands:
        case "NTH", [position]:
            try:
                return select(holder, whole(position))
            except IndexError:
                raise Mistaken from None
        case "COPY", []:
            return list_of([*cells])
        case "JOIN", [ArrayVector() as first]:
            return list_of(backing_list(first) + cells)
        case "REPEAT", [times]:
            return list_of(cells * min(whole(times), CELLS // (len(cells) or 1) + 1))
    raise Mistaken


def list_of(cells: list[Value | Unfilled]) -> DynamicArray[Value]:
    """Return a new list with these ``cells``."""
    made: DynamicArray[Value] = DynamicArray(len(cells))
    backing_list(made)[:] = cells
    return made
