"""Turn any state into shapes."""

from collections.abc import Iterable, Iterator
from itertools import chain
from math import isqrt

from adt.show.arrays import memory_shapes
from adt.show.lines import line_shapes, signed
from adt.show.shapes import Box, Marked, Shape, Words, extent_of_all
from adt.show.states import GridState, Mark, State

CELL = 4  # columns of a grid's cell


def shapes(state: State) -> list[Shape]:
    """Return the shapes of a picture of ``state``."""
    if state["kind"] == "grid":
        drawn = list(grid_shapes(state))
        return drawn + list(legend(chain(*state["marks"]), drawn))
    if state["kind"] == "memory":
        drawn = list(memory_shapes(state))
        marks = chain(*[array["marks"] for array in state["arrays"]])
        return drawn + list(legend(marks, drawn))
    return list(line_shapes(state))


def grid_shapes(state: GridState) -> Iterator[Shape]:
    """Yield the cells of a grid in thin frames, and its boxes in heavy frames."""
    rows = state["elements"]
    for i, row in enumerate(rows):
        for j, number in enumerate(row):
            yield Box(CELL * j, 2 * i, CELL, 2)
            if number:
                yield Words(CELL * j + CELL // 2, 2 * i + 1, str(number), "value")
    block = isqrt(len(rows))
    for i in range(0, len(rows), block):
        for j in range(0, len(rows), block):
            yield Box(CELL * j, 2 * i, CELL * block, 2 * block, "heavy")
    for i, marks in enumerate(state["marks"]):
        for j, mark in enumerate(marks):
            if mark:
                yield Marked(CELL * j, 2 * i, CELL, 2, mark)


def legend(marks: Iterable[Mark], drawn: list[Shape]) -> Iterator[Shape]:
    """Yield the meaning of each mark that occurs, in words below the drawing."""
    left, _, _, bottom = extent_of_all(drawn)
    for line, mark in enumerate(sorted(set(marks) - {""}), start=bottom + 2):
        yield Words(left, line, signed(mark), "label", "start")
