"""Turn any state into shapes."""

from adt.show.arrays import memory_shapes
from adt.show.lines import line_shapes, mark_label
from adt.show.shapes import Label, Shape, extent_of_all
from adt.show.states import State


def shapes(state: State) -> list[Shape]:
    """Return the shapes of ``state``; below a memory, also the meaning of its marks."""
    if state["kind"] != "memory":
        return list(line_shapes(state))
    drawn = list(memory_shapes(state))
    marks = {mark for array in state["arrays"] for mark in array["marks"] if mark}
    left, _, _, bottom = extent_of_all(drawn)
    for line, mark in enumerate(sorted(marks), start=bottom + 2):
        drawn.append(Label(left, line, mark_label(mark), "label", "start"))
    return drawn
