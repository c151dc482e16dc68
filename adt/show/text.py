"""Draw states in plain text, with the box-drawing characters of Unicode.

>>> from adt.show.states import line_state
>>> print(draw(line_state("queue", [3, 1, 4, 2])), end="")
tail                    head
┌───┐   ┌───┐   ┌───┐   ┌───┐
│ 3 │ → │ 1 │ → │ 4 │ → │ 2 │
└───┘   └───┘   └───┘   └───┘
"""

from adt.show.canvas import Canvas
from adt.show.layout import shapes
from adt.show.shapes import (
    MARK_SYMBOLS,
    Arrow,
    Box,
    Brace,
    Dot,
    MarkFrame,
    Null,
    Path,
    Shape,
)
from adt.show.states import State


def draw(state: State) -> str:
    """Return a picture of ``state``, lines of text, each with a newline."""
    canvas = Canvas()
    for shape in shapes(state):
        _paint(shape, canvas)
    return canvas.render()


def _paint(shape: Shape, canvas: Canvas) -> None:
    """Draw ``shape`` on ``canvas``."""
    if isinstance(shape, Box):
        _paint_box(shape, canvas)
    elif isinstance(shape, Path):
        _paint_path(shape, canvas)
    elif isinstance(shape, Brace):
        _paint_brace(shape, canvas)
    elif isinstance(shape, MarkFrame):
        canvas.write(shape.column + 1, shape.line, MARK_SYMBOLS[shape.mark])
    elif isinstance(shape, Arrow):
        canvas.write((shape.column + shape.to_column) // 2, shape.line, "→")
    elif isinstance(shape, Dot):
        canvas.write(shape.column, shape.line, "●")
    elif isinstance(shape, Null):
        middle = shape.column + shape.width // 2
        canvas.write(middle, shape.line + shape.height // 2, "/")
    else:
        canvas.write(shape.first_column(), shape.line, shape.text)


def _paint_box(box: Box, canvas: Canvas) -> None:
    """Draw the frame of ``box`` on ``canvas``, dashed or not."""
    left = box.column
    top = box.line
    right = left + box.width
    bottom = top + box.height
    corners = (left, top), (right, top), (right, bottom), (left, bottom), (left, top)
    canvas.draw(*corners, dashed=box.style == "dashed")


def _paint_path(path: Path, canvas: Canvas) -> None:
    """Draw ``path`` on ``canvas``; an arrow ends a character before its last point."""
    *points, (column, line) = path.points
    if not path.arrow:
        canvas.draw(*points, (column, line))
    elif points[-1][1] == line:
        canvas.draw(*points, (column - 1, line))
        canvas.write(column - 1, line, "►")
    else:
        canvas.draw(*points, (column, line - 1))
        canvas.write(column, line - 1, "▼")


def _paint_brace(brace: Brace, canvas: Canvas) -> None:
    name = f" {brace.text} ".center(brace.to_column - brace.column - 1, "─")
    canvas.write(brace.column, brace.line, f"└{name}┘")
