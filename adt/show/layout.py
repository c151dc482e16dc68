"""Turn any state into shapes."""

from collections.abc import Iterable, Iterator
from itertools import chain

from adt.show.arrays import memory_shapes
from adt.show.lines import line_shapes, mark_label
from adt.show.shapes import Label, Shape, extent_of_all
from adt.show.states import Mark, State


def shapes(state: State) -> list[Shape]:
    if state["kind"] == "memory":
        drawn = list(memory_shapes(state))
        marks = chain(*[array["marks"] for array in state["arrays"]])
        return drawn + list(legend(marks, drawn))
    return list(line_shapes(state))


def legend(marks: Iterable[Mark], drawn: list[Shape]) -> Iterator[Shape]:
    """Yield the meaning of each mark that occurs, in words below the drawing."""
    left, _, _, bottom = extent_of_all(drawn)
    for line, mark in enumerate(sorted(set(marks) - {""}), start=bottom + 2):
        yield Label(left, line, mark_label(mark), "label", "start")
