"""Draw anything that a program shows: a structure, the memory of Task 7, or a grid."""

from typing import TypeAlias

from _courseware.draw import grid_svg, grid_text
from _courseware.draw.grid_state import GridState
from adt.show import svg, text
from adt.show.states import State

Drawable: TypeAlias = State | GridState


def draw_text(state: Drawable) -> str:
    """Return a picture of ``state`` in characters, lines that end with newlines."""
    if state["kind"] == "grid":
        return grid_text.draw_grid(state)
    return text.draw(state)


def draw_svg(state: Drawable, light: bool = False) -> str:
    """Return a picture of ``state``, a whole SVG document.

    If ``light``, it is always light; otherwise it is dark for readers who prefer that.
    """
    if state["kind"] == "grid":
        return grid_svg.draw_grid(state, light)
    return svg.draw(state, light)
