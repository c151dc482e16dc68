"""Arrange the parts of a vector, a queue or a stack."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from adt.show.shapes import MARK_SYMBOLS, Arrow, Box, Label, MarkFrame, Path, Shape
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


class MeasuredCells(NamedTuple):
    """The cells of a structure, measured in columns and lines inside their frames.

    There is no label, or one above each cell.
    """

    labels: list[str]
    width: int
    height: int
    across: int  # columns from one cell to the next
    down: int  # lines from one row of cells to the next


def line_shapes(
    state: LineState, column: int = 0, line: int = 0, inside: bool = False
) -> Iterator[Shape]:
    """Yield the shapes of ``state``, with its upper left corner at column and line.

    The frames of a structure ``inside`` an element are dashed.
    """
    if not state["elements"]:
        yield Label(column, line, EMPTY[state["kind"]], "label", "start")
        return
    cells = _measure_cells(state, inside)
    top = line + any(cells.labels)
    if state["kind"] == "stack":
        middle = top + (cells.height + 1) // 2
        yield Label(column + len(TOP) - 1, middle, TOP, "label", "end")
        column += STACK_TOP_COLUMNS
        yield Arrow(column - STACK_TOP_COLUMNS + len(TOP), middle, column)
    corners = _cell_corners(cells, len(state["elements"]), column, top)
    for first in range(0, len(corners), ELEMENTS_PER_ROW):
        row = corners[first : first + ELEMENTS_PER_ROW]
        if state["kind"] == "queue":
            is_last = first + len(row) == len(corners)
            yield from _queue_frames(cells, row, is_last)
        else:
            yield from _vector_frames(cells, row, "dashed" if inside else "plain")
    half_width = (cells.width + 1) // 2
    half_height = (cells.height + 1) // 2
    for mark, (left, cell_top) in zip(state.get("marks", []), corners):
        if mark:
            yield MarkFrame(left, cell_top, cells.width + 1, cells.height + 1, mark)
            below = cell_top + cells.height + 2
            yield Label(left + half_width, below, mark_label(mark), "label")
    for element, (left, cell_top) in zip(state["elements"], corners):
        center = left + half_width
        yield from _element_shapes(element, center, cell_top + half_height)
    for label, (left, cell_top) in zip(cells.labels, corners):
        yield Label(left + half_width, cell_top - 1, label, "label")


def _cell_corners(
    cells: MeasuredCells, count: int, left: int, top: int
) -> list[tuple[int, int]]:
    """Return the upper left corner (column, line) of each of ``count`` cells."""
    rows_and_places = [divmod(index, ELEMENTS_PER_ROW) for index in range(count)]
    return [
        (left + cells.across * place, top + cells.down * row)
        for row, place in rows_and_places
    ]


def mark_label(mark: Mark) -> str:
    return f"{MARK_SYMBOLS[mark]} {mark}"


def _queue_frames(
    cells: MeasuredCells, corners: list[tuple[int, int]], is_last: bool
) -> Iterator[Shape]:
    """Yield a box for each element of a row, and the arrows between them.

    The arrow after the last element of a row, unless it ``is_last``, leads to the next.
    """
    for left, top in corners:
        yield Box(left, top, cells.width + 1, cells.height + 1)
    for left, top in corners[:-1] if is_last else corners:
        right = left + cells.across
        yield Arrow(right - QUEUE_GAP, top + (cells.height + 1) // 2, right)


def _vector_frames(
    cells: MeasuredCells,
    corners: list[tuple[int, int]],
    style: Literal["dashed", "plain"],
) -> Iterator[Shape]:
    (first, top), *others = corners
    yield Box(first, top, len(corners) * cells.across, cells.height + 1, style)
    for left, _ in others:
        yield Path(((left, top), (left, top + cells.height + 1)))


def _element_shapes(element: Element, center: int, middle: int) -> Iterator[Shape]:
    """Yield the shapes of an element, centered at ``center`` and ``middle``."""
    if isinstance(element, dict):
        width, height = _state_size(element)
        left = center - (width - 1) // 2
        top = middle - (height - 1) // 2
        yield from line_shapes(element, left, top, inside=True)
    else:
        yield Label(center, middle, printable_element(element), "value")


def printable_element(element: int | str | None) -> str:
    """Return ``element`` as text, with ``�`` for characters that cannot be drawn."""
    text = "" if element is None else str(element)
    return "".join(c if c.isprintable() else "�" for c in text)


def _measure_cells(state: LineState, inside: bool) -> MeasuredCells:
    """Measure the cells of a structure that has elements.

    The labels are ``tail`` and ``head``, or the positions in a vector that is not
    ``inside`` another structure.
    """
    count = len(state["elements"])
    labels: list[str] = []
    spare = 1
    gap = 0
    if state["kind"] == "queue":
        spare = -2
        gap = QUEUE_GAP
        labels = ["tail, head"]
        if count > 1:
            labels = ["tail", *[""] * (count - 2), "head"]
    elif state["kind"] != "stack" and not inside:
        first = state["first"]
        labels = [f"Element {k}" for k in range(first, first + count)]
    sizes = [_element_size(element) for element in state["elements"]]
    marks = [mark_label(mark) for mark in state.get("marks", []) if mark]
    widths = [width for width, _ in sizes]
    widths += [len(word) + spare for word in [*labels, *marks]]
    width = max(widths) | 1  # an odd width has a middle
    height = max(height for _, height in sizes)
    down = any(labels) + height + 3 + any(marks)
    return MeasuredCells(labels, width, height, width + 1 + gap, down)


def _element_size(element: Element) -> tuple[int, int]:
    if isinstance(element, dict):
        return _state_size(element)
    return len(printable_element(element)) + 2, 1


def _state_size(state: LineState) -> tuple[int, int]:
    """Return the columns and lines of a structure inside another one."""
    if not state["elements"]:
        return len(EMPTY[state["kind"]]), 1
    cells = _measure_cells(state, inside=True)
    rows = -(-len(state["elements"]) // ELEMENTS_PER_ROW)
    in_a_row = min(len(state["elements"]), ELEMENTS_PER_ROW)
    columns = (in_a_row - 1) * cells.across + cells.width + 2
    if state["kind"] == "stack":
        columns += STACK_TOP_COLUMNS
    if state["kind"] == "queue" and rows > 1:
        columns += QUEUE_GAP
    return columns, rows * cells.down - 1
