"""The shapes of a drawing, placed by columns and lines of text.

A place is a character in text, and a point in SVG. Lines are counted downwards.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from adt.show.states import Mark

Style: TypeAlias = Literal["value", "label", "address"]

MARK_SYMBOLS: dict[Mark, str] = {"arrives": "▲", "leaves": "▽", "read": "○"}


class Box(NamedTuple):
    """A frame through its four corners."""

    column: int
    line: int
    width: int
    height: int
    style: Literal["plain", "dashed"] = "plain"


class MarkFrame(NamedTuple):
    """A frame and a symbol of MARK_SYMBOLS that show what happens to a cell."""

    column: int
    line: int
    width: int
    height: int
    mark: Mark


class Label(NamedTuple):
    """Text whose start, middle or end, as ``anchor`` says, is at ``column``."""

    column: int
    line: int
    text: str
    style: Style
    anchor: Literal["start", "middle", "end"] = "middle"

    def first_column(self) -> int:
        if self.anchor == "middle":
            return self.column - len(self.text) // 2
        return self.column - (len(self.text) - 1 if self.anchor == "end" else 0)


class Path(NamedTuple):
    """Straight lines from point to point; an arrow has its tip at the last point."""

    points: tuple[tuple[int, int], ...]
    arrow: bool = False


class Arrow(NamedTuple):
    """A short arrow to the right, from one element to the next."""

    column: int
    line: int
    to_column: int


class Dot(NamedTuple):
    """The start of a pointer."""

    column: int
    line: int


class Null(NamedTuple):
    """The slash of a null pointer, through a cell of this size."""

    column: int
    line: int
    width: int
    height: int


class Brace(NamedTuple):
    """A brace from ``column`` to ``to_column`` in a line, with ``text`` as its name."""

    column: int
    line: int
    to_column: int
    text: str


Shape: TypeAlias = Box | MarkFrame | Label | Path | Arrow | Dot | Null | Brace


def extent(shape: Shape) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom of ``shape``, in columns and lines."""
    if isinstance(shape, (Box, MarkFrame, Null)):
        right = shape.column + shape.width
        bottom = shape.line + shape.height
        return shape.column, shape.line, right, bottom
    if isinstance(shape, Label):
        left = shape.first_column()
        return left, shape.line, left + max(len(shape.text) - 1, 0), shape.line
    if isinstance(shape, Path):
        columns, lines = zip(*shape.points)
        return min(columns), min(lines), max(columns), max(lines)
    if isinstance(shape, Dot):
        return shape.column, shape.line, shape.column, shape.line
    return shape.column, shape.line, shape.to_column, shape.line


def extent_of_all(shapes: Iterable[Shape]) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom of one or more ``shapes`` together."""
    lefts, tops, rights, bottoms = zip(*map(extent, shapes))
    return min(lefts), min(tops), max(rights), max(bottoms)
