"""Describe structures as plain data, which JSON carries unchanged.

>>> from adt.vector import vector_of
>>> structure_state(vector_of(2, vector_of()))["elements"]
[2, {'kind': 'vector', 'first': 1, 'elements': []}]
"""

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, NotRequired, TypeAlias, TypedDict, TypeVar

from adt.cells import UNFILLED, Unfilled
from adt.contents import contents
from adt.memory import Memory, Pointer
from adt.queue import Queue
from adt.stack import Stack
from adt.vector import Vector

T = TypeVar("T")

StructureKind: TypeAlias = Literal["vector", "queue", "stack", "large"]
Mark: TypeAlias = Literal["", "arrives", "leaves", "read"]


class LineState(TypedDict):
    """A vector, a queue (tail first) or a stack (top first).

    The kind "large" is a structure that is too large to draw; its only element is the
    beginning of its text.
    """

    kind: StructureKind
    first: int  # the position of the first element of a vector
    elements: list["Element"]
    marks: NotRequired[list[Mark]]  # one for each element


# None is drawn as an empty cell: nothing was stored there.
Element: TypeAlias = int | str | LineState | None


class CellMark(NamedTuple):
    """A sign at an element that arrives in the structure ``name``, leaves, or is read.

    ``position`` counts from 1 at the first element of a state, and is a path if the
    structure is inside ``name``. ``value`` is the text of an element that leaves, whose
    position is where it is drawn.
    """

    symbol: Mark
    name: str
    position: tuple[int, ...]
    value: str


class PointerState(TypedDict):
    """A pointer, in a cell, to the cell at address ``to``."""

    to: int


class ArrayState(TypedDict):
    """Contiguous cells in memory, and where to draw them."""

    address: int
    cells: list[int | PointerState | None]
    labels: list[str]  # none, or one for each cell
    marks: list[Mark]  # none, or one for each cell
    column: int  # of the first cell, in cells from the left
    line: int  # of the first cell, in lines of text from the top
    pitch: int  # lines from cell to cell downwards; 0 if they lie side by side


class SpanState(TypedDict):
    """A name for the cells at addresses ``first`` to ``last``."""

    name: str
    first: int
    last: int


class VariableState(TypedDict):
    """A variable that points to the cell at address ``to``."""

    name: str
    to: int


class MemoryState(TypedDict):
    """The memory of Task 7: arrays, names for their cells, and variables."""

    kind: Literal["memory"]
    arrays: list[ArrayState]
    spans: list[SpanState]
    variables: list[VariableState]


State: TypeAlias = LineState | MemoryState


def _element_state(element: object) -> Element:
    """Return ``element`` as part of a state: a structure becomes a nested state."""
    if element is UNFILLED:
        return None
    if element is None or isinstance(element, bool):
        return "NULL" if element is None else str(element).upper()
    if isinstance(element, Vector | Queue | Stack):
        return structure_state(element)
    return element if isinstance(element, int) else str(element)


def structure_state(
    structure: Vector[T] | Queue[T] | Stack[T],
    first: int = 1,
    convert: Callable[[T | Unfilled], Element] = _element_state,
) -> LineState:
    """Return the state of ``structure``, in which positions count from ``first``.

    ``convert`` makes the elements of the state.
    """
    elements = [convert(element) for element in contents(structure)]
    if isinstance(structure, Queue):
        return line_state("queue", reversed(elements), first)
    kind: StructureKind = "stack" if isinstance(structure, Stack) else "vector"
    return line_state(kind, elements, first)


def line_state(
    kind: StructureKind, elements: Iterable[Element], first: int = 1
) -> LineState:
    return {"kind": kind, "first": first, "elements": list(elements)}


def marked_state(state: LineState, mark: CellMark) -> LineState:
    """Return ``state`` with a mark, and with the element that leaves, if one does."""
    elements = [*state["elements"]]
    index = mark.position[-1] - 1
    if mark.symbol == "leaves":
        elements.insert(index, mark.value)
    marks: list[Mark] = [""] * len(elements)
    marks[index] = mark.symbol
    return {**state, "elements": elements, "marks": marks}


def memory_state(memory: Memory) -> MemoryState:
    """Return the state of ``memory``, with each array below the one before."""
    arrays: list[ArrayState] = [
        {
            "address": address,
            "cells": [
                {"to": cell.address} if isinstance(cell, Pointer) else cell
                for cell in cells
            ],
            "labels": [],
            "marks": [],
            "column": 0,
            "line": 6 * number,
            "pitch": 0,
        }
        for number, (address, cells) in enumerate(memory.arrays())
    ]
    return {"kind": "memory", "arrays": arrays, "spans": [], "variables": []}
