"""Describe structures as plain data, which JSON carries unchanged.

>>> from adt.vector import vector_of
>>> vector_state(vector_of(vector_of(2, 4), vector_of(1, 3)))["labels"]
['Element 1', 'Element 2']
"""

from collections.abc import Iterable
from typing import Literal, TypeAlias, TypedDict, TypeVar

from adt.cells import UNFILLED
from adt.contents import contents
from adt.memory import Content, Memory, Pointer
from adt.queue import Queue
from adt.stack import Stack
from adt.vector import Vector

T = TypeVar("T")

Mark: TypeAlias = Literal["", "arrives", "leaves", "read"]


class LineState(TypedDict):
    """A vector, a queue (tail first) or a stack (top first)."""

    kind: Literal["vector", "queue", "stack"]
    elements: list["Element"]
    labels: list[str]  # none, or one for each element
    marks: list[Mark]  # none, or one for each element


# None is drawn as an empty cell: nothing was stored there.
Element: TypeAlias = int | str | LineState | None


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


def vector_state(vector: Vector[T], first: int = 1) -> LineState:
    """Return the state of ``vector``, with labels from ``Element first`` on."""
    state = inner_state(vector)
    state["labels"] = [f"Element {k}" for k in range(first, first + len(vector))]
    return state


def inner_state(vector: Vector[T]) -> LineState:
    """Return the state, without labels, of a vector that is an element of a vector."""
    elements = [element_state(element) for element in contents(vector)]
    return line_state("vector", elements)


def line_state(
    kind: Literal["vector", "queue", "stack"], elements: Iterable[Element]
) -> LineState:
    return {"kind": kind, "elements": list(elements), "labels": [], "marks": []}


def element_state(element: object) -> Element:
    """Return ``element`` as part of a state: a structure becomes a nested state."""
    if element is UNFILLED:
        return None
    if element is None or isinstance(element, bool):
        return "NULL" if element is None else str(element).upper()
    if isinstance(element, int):
        return element
    if isinstance(element, Vector):
        return inner_state(element)
    if isinstance(element, Queue):
        return queue_state(element)
    if isinstance(element, Stack):
        return stack_state(element)
    return str(element)


def queue_state(queue: Queue[T]) -> LineState:
    """Return the state of ``queue``, tail first."""
    tail_first = reversed([element_state(element) for element in contents(queue)])
    return line_state("queue", tail_first)


def stack_state(stack: Stack[T]) -> LineState:
    """Return the state of ``stack``, top first."""
    return line_state("stack", map(element_state, contents(stack)))


def memory_state(memory: Memory) -> MemoryState:
    """Return the state of ``memory``, with each array below the one before."""
    arrays: list[ArrayState] = []
    for address, cells in memory.arrays():
        array: ArrayState = {
            "address": address,
            "cells": [cell_state(content) for content in cells],
            "labels": [],
            "marks": [],
            "column": 0,
            "line": 6 * len(arrays),
            "pitch": 0,
        }
        arrays.append(array)
    return {"kind": "memory", "arrays": arrays, "spans": [], "variables": []}


def cell_state(content: Content) -> int | PointerState | None:
    if isinstance(content, Pointer):
        return {"to": content.address}
    return content
