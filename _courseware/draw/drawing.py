"""Draw anything that a program shows: a structure, the memory of Task 7, or a grid."""

from typing import TypeAlias

from _courseware.draw import grid_svg, grid_text
from _courseware.draw.grid_state import GridState
from adt.show import svg, text
from adt.show.states import State

Drawable: TypeAlias = State | GridState


def draw_text(state: Drawable) -> str:
    """Return a picture of ``state``, lines of text, each with a newline."""
    if state["kind"] == "grid":
        return grid_text.draw_grid(state)
    return text.draw(state)


def draw_svg(state: Drawable, light: bool = False) -> str:
    """Return a picture of ``state``, a whole SVG document.

    Unless it is ``light``, it is dark where the reader prefers dark pages.
    """
    if state["kind"] == "grid":
        return grid_svg.draw_grid(state, light)
    return svg.draw(state, light)
