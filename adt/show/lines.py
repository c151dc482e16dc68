"""Arrange the parts of a vector, a queue or a stack."""

from collections.abc import Iterator, Sequence

from adt.show.shapes import MARK_SYMBOLS, Arrow, Box, CellMark, Label, Path, Shape
from adt.show.states import Element, LineState, Mark

ELEMENTS_PER_ROW = 12
QUEUE_GAP = 4  # columns from one box of a queue to the next
TOP = "top"
STACK_TOP_COLUMNS = len(TOP) + 3
EMPTY = {
    "vector": "(no elements)",
    "queue": "tail → (empty) → head",
    "stack": "top → (empty)",
}


def line_shapes(
    state: LineState, column: int = 0, line: int = 0, inside: bool = False
) -> Iterator[Shape]:
    """Yield the shapes of ``state``, with its upper left corner at column and line."""
    if not state["elements"]:
        yield Label(column, line, EMPTY[state["kind"]], "label", "start")
        return
    width, height = cell_size(state)
    top = line + any(labels_of(state))
    middle = top + (height + 1) // 2
    if state["kind"] == "stack":
        yield from stack_top(column, middle)
        column += STACK_TOP_COLUMNS
    across, down = element_pitch(state, width), row_height(state, height) + 1
    corners = [
        (column + across * place, top + down * row)
        for row, place in (
            divmod(k, ELEMENTS_PER_ROW) for k in range(len(state["elements"]))
        )
    ]
    for first in range(0, len(corners), ELEMENTS_PER_ROW):
        is_last = first + ELEMENTS_PER_ROW >= len(corners)
        row = corners[first : first + ELEMENTS_PER_ROW]
        yield from frames(state, row, inside, is_last)
    yield from mark_shapes(state, corners)
    half = (width + 1) // 2
    for element, (left, high) in zip(state["elements"], corners):
        yield from element_shapes(element, left + half, high + (height + 1) // 2)
    for label, (left, high) in zip(labels_of(state), corners):
        yield Label(left + half, high - 1, label, "label")


def stack_top(column: int, middle: int) -> Iterator[Shape]:
    yield Label(column + len(TOP) - 1, middle, TOP, "label", "end")
    yield Arrow(column + len(TOP), middle, column + STACK_TOP_COLUMNS)


def mark_shapes(
    state: LineState, corners: Sequence[tuple[int, int]]
) -> Iterator[Shape]:
    """Yield a frame around each marked cell, and below it the text of the mark.

    ``corners`` are the left and top coordinates of each cell.
    """
    width, height = cell_size(state)
    for mark, (left, top) in zip(state["marks"], corners):
        if mark:
            yield CellMark(left, top, width + 1, height + 1, mark)
            center, below = left + (width + 1) // 2, top + height + 2
            yield Label(center, below, mark_label(mark), "label")


def mark_label(mark: Mark) -> str:
    return f"{MARK_SYMBOLS[mark]} {mark}"


def frames(
    state: LineState, corners: Sequence[tuple[int, int]], inside: bool, is_last: bool
) -> Iterator[Shape]:
    """Yield the frames of a row: a box for each element of a queue, or a divided box.

    The arrow after the last element of a queue's row leads to the next row.
    """
    width, height = cell_size(state)
    lefts, top = [left for left, _ in corners], corners[0][1]
    if state["kind"] == "queue":
        for left in lefts:
            yield Box(left, top, width + 1, height + 1)
        for left in [
            *lefts[1:],
            *[lefts[-1] + element_pitch(state, width)] * (not is_last),
        ]:
            yield Arrow(left - QUEUE_GAP, top + (height + 1) // 2, left)
        return
    all_columns = len(lefts) * (width + 1)
    yield Box(lefts[0], top, all_columns, height + 1, "dashed" if inside else "plain")
    for left in lefts[1:]:
        yield Path(((left, top), (left, top + height + 1)))


def element_shapes(element: Element, center: int, middle: int) -> Iterator[Shape]:
    """Yield the shapes of an element, centered at ``center`` and ``middle``."""
    if isinstance(element, dict):
        width, height = state_size(element)
        left, top = center - (width - 1) // 2, middle - (height - 1) // 2
        yield from line_shapes(element, left, top, inside=True)
    else:
        yield Label(center, middle, printable_element(element), "value")


def printable_element(element: int | str | None) -> str:
    """Return ``element`` as text, with ``�`` for characters that cannot be drawn."""
    text = "" if element is None else str(element)
    return "".join(c if c.isprintable() else "�" for c in text)


def labels_of(state: LineState) -> list[str]:
    """Return the labels above the elements; for a queue, ``tail`` and ``head``."""
    if state["labels"] or state["kind"] != "queue":
        return state["labels"]
    if len(state["elements"]) == 1:
        return ["tail, head"]
    return ["tail", *[""] * (len(state["elements"]) - 2), "head"]


def element_pitch(state: LineState, width: int) -> int:
    """Return the number of columns from one element to the next.

    ``width`` is a result of `cell_size`, which is slow for nested structures.
    """
    return width + 1 + (QUEUE_GAP if state["kind"] == "queue" else 0)


def cell_size(state: LineState) -> tuple[int, int]:
    """Return the columns and lines inside the frame of each element."""
    sizes = [element_size(element) for element in state["elements"]]
    words = [*labels_of(state), *[mark_label(mark) for mark in state["marks"] if mark]]
    spare = -2 if state["kind"] == "queue" else 1
    widest = max([width for width, _ in sizes] + [len(word) + spare for word in words])
    return widest | 1, max(height for _, height in sizes)  # an odd width has a middle


def element_size(element: Element) -> tuple[int, int]:
    if isinstance(element, dict):
        return state_size(element)
    return len(printable_element(element)) + 2, 1


def state_size(state: LineState) -> tuple[int, int]:
    """Return the columns and lines of the whole of ``state``."""
    if not state["elements"]:
        return len(EMPTY[state["kind"]]), 1
    width, height = cell_size(state)
    rows = -(-len(state["elements"]) // ELEMENTS_PER_ROW)
    in_a_row = min(len(state["elements"]), ELEMENTS_PER_ROW)
    columns = (in_a_row - 1) * element_pitch(state, width) + width + 2
    if state["kind"] == "stack":
        columns += STACK_TOP_COLUMNS
    if state["kind"] == "queue" and rows > 1:
        columns += QUEUE_GAP
    return columns, rows * (row_height(state, height) + 1) - 1


def row_height(state: LineState, height: int) -> int:
    """Return the height, in lines, of a row of cells with its labels and marks.

    ``height`` is the height of the tallest element.
    """
    return any(labels_of(state)) + height + 2 + any(state["marks"])
