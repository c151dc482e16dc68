"""Arrange the parts of the memory of Task 7.

The cells of an array are side by side, with addresses and labels below them, or one
under the other, with addresses and labels to the left.
"""

from collections.abc import Iterator
from itertools import pairwise

from adt.show.shapes import Box, Brace, Dot, Label, MarkFrame, Null, Path, Shape
from adt.show.states import ArrayState, MemoryState


def memory_shapes(state: MemoryState) -> Iterator[Shape]:
    """Yield the shapes of all arrays, then of the variables and names."""
    width = cell_width(state)
    box_at: dict[int, Box] = {}
    for array in state["arrays"]:
        boxes = [cell_box(array, k, width) for k in range(len(array["cells"]))]
        box_at.update(enumerate(boxes, start=array["address"]))
        yield from _frame(boxes)
        yield from _cell_words(array, boxes)
    for array in state["arrays"]:
        for k in range(len(array["cells"])):
            yield from _content_shapes(state, array, k, box_at)
    for variable in state["variables"]:
        box = box_at[variable["to"]]
        column = box.column + box.width // 2
        yield Label(column, box.line - 2, variable["name"], "label")
        yield Path(((column, box.line - 1), (column, box.line)), arrow=True)
    for span in state["spans"]:
        first = box_at[span["first"]]
        last = box_at[span["last"]]
        end = last.column + last.width - 2
        yield Brace(first.column + 2, last.line + last.height + 2, end, span["name"])


def cell_width(state: MemoryState) -> int:
    """Return the cell width in columns, rounded up to an even number.

    With an even width, a cell has a middle column, in which text is centred.
    """
    widest = 4
    for array in state["arrays"]:
        for k, content in enumerate(array["cells"]):
            if isinstance(content, int) or is_pointer_text(state, array, k):
                widest = max(widest, len(_content_text(array, k)) + 3)
        if not array["pitch"]:
            for left, right in pairwise(array["labels"]):
                if left and right:  # they must not touch
                    widest = max(widest, (len(left) + len(right) + 1) // 2 + 1)
    return widest + widest % 2


def cell_box(array: ArrayState, k: int, width: int) -> Box:
    column = array["column"] * width
    if pitch := array["pitch"]:
        return Box(column, array["line"] - pitch // 2 + k * pitch, width, pitch)
    return Box(column + k * width, array["line"] - 1, width, 2)


def _frame(boxes: list[Box]) -> Iterator[Shape]:
    """Yield one frame around the cells, and the lines between them."""
    first = boxes[0]
    last = boxes[-1]
    right = last.column + last.width
    bottom = last.line + last.height
    yield Box(first.column, first.line, right - first.column, bottom - first.line)
    for box in boxes[1:]:
        if box.line == first.line:
            yield Path(((box.column, box.line), (box.column, bottom)))
        else:
            yield Path(((box.column, box.line), (right, box.line)))


def _cell_words(array: ArrayState, boxes: list[Box]) -> Iterator[Shape]:
    """Yield the address of each cell, and the labels of the cells that have one."""
    address_width = len(str(array["address"] + len(boxes) - 1)) + 1
    labels = array["labels"] or [""] * len(boxes)
    for k, (box, label) in enumerate(zip(boxes, labels)):
        address = str(array["address"] + k)
        middle = box.column + box.width // 2
        below = box.line + box.height + 1
        if array["pitch"]:
            line = box.line + box.height // 2
            yield Label(box.column - 2, line, address, "address", "end")
            yield Label(box.column - 2 - address_width, line, label, "label", "end")
        else:
            yield Label(middle, below, address, "address")
            yield Label(middle, below + 1, label, "label")


def _content_shapes(
    state: MemoryState, array: ArrayState, k: int, box_at: dict[int, Box]
) -> Iterator[Shape]:
    """Yield the content of cell ``k``, and its cell mark if there is one."""
    box = box_at[array["address"] + k]
    column = box.column + box.width // 2
    line = box.line + box.height // 2
    content = array["cells"][k]
    if content is None:
        yield Null(box.column, box.line, box.width, box.height)
    elif isinstance(content, int) or is_pointer_text(state, array, k):
        yield Label(column, line, _content_text(array, k), "value")
    else:
        yield Path(_arrow_points(box, box_at[content["to"]]), arrow=True)
        yield Dot(column, line)
    if array["marks"] and array["marks"][k]:
        yield MarkFrame(box.column, box.line, box.width, box.height, array["marks"][k])


def _content_text(array: ArrayState, k: int) -> str:
    content = array["cells"][k]
    return f"→{content['to']}" if isinstance(content, dict) else str(content)


def is_pointer_text(state: MemoryState, array: ArrayState, k: int) -> bool:
    """Return whether the pointer in cell ``k`` is text, because no arrow has room."""
    content = array["cells"][k]
    if not isinstance(content, dict):
        return False
    targets = [
        target for target in state["arrays"] if target["address"] == content["to"]
    ]
    return not (targets and _has_clear_path(array, k, targets[0]))


def _has_clear_path(array: ArrayState, k: int, target: ArrayState) -> bool:
    """Return whether an arrow from cell ``k`` to ``target`` would cross no cell."""
    last = k == len(array["cells"]) - 1
    if not array["pitch"]:
        return last and target["column"] > array["column"] + len(array["cells"])
    below = target["line"] > array["line"] + k * array["pitch"]
    straight_down = last and below and target["column"] == array["column"]
    return straight_down or target["column"] > array["column"] + 1


def _arrow_points(source: Box, target: Box) -> tuple[tuple[int, int], ...]:
    """Return the (column, line) points of an arrow from ``source`` to ``target``."""
    column = source.column + source.width // 2
    line = source.line + source.height // 2
    if target.column == source.column:
        return (column, line), (column, target.line)
    end = target.line + target.height // 2
    if end == line:
        return (column, line), (target.column, line)
    turn = (source.column + source.width + target.column) // 2
    return (column, line), (turn, line), (turn, end), (target.column, end)
