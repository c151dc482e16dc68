"""The list operations that students use but the course's notation does not have.

A list is a dynamic array, or a vector among the arguments of the program.
"""

from adt.cells import Unfilled
from adt.contents import backing_list
from adt.vector import ArrayVector, DynamicArray
from pseudocode.running.machine import MAX_CELLS
from pseudocode.running.values import (
    Absent,
    OperandsError,
    Value,
    element_at,
    require_int,
)


def apply_list_operation(
    name: str, holder: Value, operands: list[Value]
) -> Value | Absent:
    """Return the result of the list operation LIST, NTH, COPY, JOIN or REPEAT.

    ``holder`` is the last operand, a list, and ``operands`` are the others. For LIST,
    ``operands`` are the elements of the new list, and ``holder`` is ignored. Raise
    OperandsError if the operands have the wrong types.
    """
    if name == "LIST":
        return _make_list([*operands])
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
            return _make_list([*cells])
        case "JOIN", [ArrayVector() as first]:
            return _make_list(backing_list(first) + cells)
        case "REPEAT", [times]:
            return _make_list(
                cells * min(require_int(times), MAX_CELLS // (len(cells) or 1) + 1)
            )
    raise OperandsError


def _make_list(cells: list[Value | Unfilled]) -> DynamicArray[Value]:
    new_list: DynamicArray[Value] = DynamicArray(len(cells))
    backing_list(new_list)[:] = cells
    return new_list
