"""The operations of lists, which students use and the module's notation lacks.

A list is a dynamic array, or a vector that the program was given.
"""

from adt.cells import Unfilled
from adt.contents import backing_list
from adt.vector import ArrayVector, DynamicArray
from pseudoku.pseudocode.running.machine import MAX_CELLS
from pseudoku.pseudocode.running.values import (
    Absent,
    OperandsError,
    Value,
    element_at,
    require_int,
)


def apply_list_operation(
    name: str, holder: Value, operands: list[Value]
) -> Value | Absent:
    """Return the result of a list operation: LIST, NTH, COPY, JOIN or REPEAT.

    ``holder`` is its last operand, the vector, and ``operands`` are the others; LIST
    has only ``operands``, the elements of the new list. Raise OperandsError if they do
    not fit.
    """
    if name == "LIST":
        return make_list([*operands])
    if not isinstance(holder, ArrayVector):
        raise OperandsError
    cells = backing_list(holder)
    match name, operands:
        case "NTH", [position]:
            try:
                return element_at(holder, require_int(position))
            except IndexError:
                raise OperandsError from None
        case "COPY", []:
            return make_list([*cells])
        case "JOIN", [ArrayVector() as first]:
            return make_list(backing_list(first) + cells)
        case "REPEAT", [times]:
            return make_list(
                cells * min(require_int(times), MAX_CELLS // (len(cells) or 1) + 1)
            )
    raise OperandsError


def make_list(cells: list[Value | Unfilled]) -> DynamicArray[Value]:
    """Return a new list with these ``cells``."""
    new_list: DynamicArray[Value] = DynamicArray(len(cells))
    backing_list(new_list)[:] = cells
    return new_list
