"""The shapes of a drawing, in columns and lines of text, both counted downwards from 0.

A drawing in text has a character for each place; in SVG a place is a point.
"""

from typing import Literal, NamedTuple, TypeAlias

from adt.show.states import Mark

Style: TypeAlias = Literal["value", "label", "address", "mark"]


class Box(NamedTuple):
    """A frame: an outline through its four corners."""

    column: int
    line: int
    width: int
    height: int
    dashed: bool = False


class Marked(NamedTuple):
    """An outline that shows, by its form, what happens to a cell."""

    column: int
    line: int
    width: int
    height: int
    mark: Mark


class Words(NamedTuple):
    """Words whose first character is at ``column``."""

    column: int
    line: int
    text: str
    style: Style


class Path(NamedTuple):
    """Straight lines from point to point; with an arrow it ends just before the last.

    The arrow's tip touches the last point.
    """

    points: tuple[tuple[int, int], ...]
    arrow: bool = False


class Arrow(NamedTuple):
    """A short arrow to the right, from one thing to the next."""

    column: int
    line: int
    to_column: int


class Dot(NamedTuple):
    """Where a pointer starts."""

    column: int
    line: int


class Null(NamedTuple):
    """The slash of a null pointer, in a cell of this size."""

    column: int
    line: int
    width: int
    height: int


class Brace(NamedTuple):
    """A name below the cells from one column to another."""

    column: int
    line: int
    to_column: int
    text: str


Shape: TypeAlias = Box | Marked | Words | Path | Arrow | Dot | Null | Brace


def centred(column: int, line: int, text: str, style: Style) -> Words:
    """``text`` with its middle at ``column``."""
    return Words(column - (len(text) - 1) // 2, line, text, style)
