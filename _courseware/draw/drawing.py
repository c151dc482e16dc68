"""Draw a data structure, a memory model or a Sudoku grid, as text or SVG."""

from typing import TypeAlias

from _courseware.draw import grid_svg, grid_text
from _courseware.draw.grid_state import GridState
from adt.show import svg, text
from adt.show.states import State

Drawable: TypeAlias = State | GridState


def draw_text(state: Drawable) -> str:
    """Return a picture of ``state`` as plain text, in lines that end with newlines."""
    if state["kind"] == "grid":
        return grid_text.draw_grid(state)
    return text.draw(state)


def draw_svg(state: Drawable, light: bool = False) -> str:
    """Return a picture of ``state`` as a complete SVG document.

    The picture is dark for readers who prefer dark mode, unless ``light`` is true.
    """
    if state["kind"] == "grid":
        return grid_svg.draw_grid(state, light)
    return svg.draw(state, light)
