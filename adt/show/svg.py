"""Draw states in SVG. A file needs no other file, and its bytes are reproducible.

The columns of `shapes` are 10 pixels apart, and its lines 20.
"""

from collections.abc import Iterable, Iterator
from html import escape
from itertools import chain

from adt.show.descriptions import description, title
from adt.show.layout import shapes
from adt.show.shapes import (
    MARK_SYMBOLS,
    Arrow,
    Box,
    Brace,
    Dot,
    Label,
    MarkFrame,
    Null,
    Path,
    Shape,
    Style,
    extent_of_all,
)
from adt.show.states import State

COLUMN_PIXELS = 10
LINE_PIXELS = 20
MARGIN = 24
ARROW_HEAD_PIXELS = 9
BASELINE_OFFSETS: dict[Style, int] = {
    "value": 6,
    "label": 5,
    "address": 4,
}  # middle to baseline

STYLE = """\
.adt-paper{fill:#fff}
.adt-line{fill:none;stroke:#1c1c1c;stroke-width:2}
.adt-dashed{stroke-dasharray:5 3}
.adt-ink{fill:#1c1c1c}
.adt-value{font:17px system-ui,"DejaVu Sans",sans-serif}
.adt-label{font:14px system-ui,"DejaVu Sans",sans-serif}
.adt-address{font:12px system-ui,"DejaVu Sans",sans-serif;fill:#5c5c5c}
.adt-mark{fill:none;stroke:#0b57d0;stroke-width:3}
.adt-gap{stroke:#fff}
"""
DARK = """\
.adt-paper{fill:#1b1b1b}
.adt-line{stroke:#e8e8e8}
.adt-ink{fill:#e8e8e8}
.adt-address{fill:#a8a8a8}
.adt-mark{stroke:#8ab4f8}
.adt-gap{stroke:#1b1b1b}
"""


def draw(state: State, light: bool = False) -> str:
    """Return a picture of ``state``, a whole SVG document.

    Unless it is ``light``, it is dark where the reader prefers dark pages.
    """
    drawn = shapes(state)
    left, top, right, bottom = extent_of_all(drawn)
    width = COLUMN_PIXELS * (right - left) + 2 * MARGIN
    height = LINE_PIXELS * (bottom - top) + 2 * MARGIN
    extent = COLUMN_PIXELS * left - MARGIN, LINE_PIXELS * top - MARGIN, width, height
    elements = chain.from_iterable(map(paint, drawn))
    return document(extent, elements, title(state), description(state), styles(light))


def styles(light: bool, added: str = "", added_dark: str = "") -> str:
    """Return the style sheet of a picture: STYLE, then ``added``.

    Unless it is ``light``, DARK and ``added_dark`` follow for readers who prefer dark
    pages.
    """
    if light:
        return STYLE + added
    dark = f"@media(prefers-color-scheme:dark){{\n{DARK}{added_dark}}}\n"
    return STYLE + added + dark


def document(
    extent: tuple[int, int, int, int],
    elements: Iterable[str],
    title: str,
    description: str,
    style: str,
) -> str:
    """Return an SVG document; ``extent`` is left, top, width and height in pixels."""
    x, y, width, height = extent
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'width="{width}" height="{height}" viewBox="{x} {y} {width} {height}">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(description)}</desc>",
        f"<style>\n{style}</style>",
        rect("adt-paper", *extent),
        *elements,
        "</svg>\n",
    ]
    return "\n".join(lines)


def paint(shape: Shape) -> Iterator[str]:
    """Yield the SVG elements that draw ``shape``."""
    if isinstance(shape, Box):
        style = "" if shape.style == "plain" else f" adt-{shape.style}"
        yield rect(f"adt-line{style}", *_pixel_frame(shape))
    elif isinstance(shape, MarkFrame):
        yield from _cell_mark_frame(shape)
    elif isinstance(shape, Label):
        yield _label(shape)
    elif isinstance(shape, Path):
        yield from _path(shape)
    elif isinstance(shape, Arrow):
        yield from _arrow(shape)
    elif isinstance(shape, Dot):
        yield circle(
            "adt-ink", COLUMN_PIXELS * shape.column, LINE_PIXELS * shape.line, 4
        )
    elif isinstance(shape, Null):
        x, y, width, height = _pixel_frame(shape)
        yield line(f"M{x} {y + height}L{x + width} {y}")
    else:
        yield from _brace(shape)


def _pixel_frame(shape: Box | MarkFrame | Null) -> tuple[int, int, int, int]:
    x = COLUMN_PIXELS * shape.column
    y = LINE_PIXELS * shape.line
    return x, y, COLUMN_PIXELS * shape.width, LINE_PIXELS * shape.height


def rect(style: str, x: int, y: int, width: int, height: int) -> str:
    place = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<rect class="{style}" {place}/>'


def circle(style: str, x: int, y: int, radius: int) -> str:
    return f'<circle class="{style}" cx="{x}" cy="{y}" r="{radius}"/>'


def line(steps: str, style: str = "adt-line") -> str:
    return f'<path class="{style}" d="{steps}"/>'


def _label(shape: Label) -> str:
    to_edge = {"start": -COLUMN_PIXELS // 2, "middle": 0, "end": COLUMN_PIXELS // 2}[
        shape.anchor
    ]
    x = COLUMN_PIXELS * shape.column + to_edge
    return text(x, LINE_PIXELS * shape.line, shape.text, shape.style, shape.anchor)


def text(x: int, y: int, content: str, style: Style, anchor: str = "middle") -> str:
    """Return an SVG text element; ``y`` is the vertical middle of ``content``."""
    ink = "" if style == "address" else " adt-ink"
    place = f'x="{x}" y="{y + BASELINE_OFFSETS[style]}" text-anchor="{anchor}"'
    return f'<text class="adt-{style}{ink}" {place}>{escape(content)}</text>'


def _path(shape: Path) -> Iterator[str]:
    """Yield the head of ``shape``, if it is an arrow, then its line, in SVG."""
    points = [
        (COLUMN_PIXELS * column, LINE_PIXELS * line) for column, line in shape.points
    ]
    (from_x, from_y), (x, y) = points[-2:]
    if shape.arrow:
        rightwards = from_y == y
        yield _arrow_head(x, y, rightwards)
        points[-1] = (
            (x - ARROW_HEAD_PIXELS, y) if rightwards else (x, y - ARROW_HEAD_PIXELS)
        )
    yield line("M" + "L".join(f"{x} {y}" for x, y in points))


def _arrow(shape: Arrow) -> Iterator[str]:
    y = LINE_PIXELS * shape.line
    end = COLUMN_PIXELS * shape.to_column - 4
    yield line(f"M{COLUMN_PIXELS * shape.column + 6} {y}H{end - ARROW_HEAD_PIXELS}")
    yield _arrow_head(end, y, rightwards=True)


def _arrow_head(x: int, y: int, rightwards: bool) -> str:
    """Return the head of an arrow as an SVG element, its tip at (``x``, ``y``)."""
    back = ARROW_HEAD_PIXELS
    side = ARROW_HEAD_PIXELS // 2
    if rightwards:
        return line(f"M{x} {y}l-{back} -{side}v{2 * side}z", "adt-ink")
    return line(f"M{x} {y}l-{side} -{back}h{2 * side}z", "adt-ink")


def _brace(shape: Brace) -> Iterator[str]:
    x = COLUMN_PIXELS * shape.column
    y = LINE_PIXELS * shape.line
    end = COLUMN_PIXELS * shape.to_column
    yield line(f"M{x} {y - 10}v6H{end}v-6")
    yield text((x + end) // 2, y + 7, shape.text, "label")


def _cell_mark_frame(shape: MarkFrame) -> Iterator[str]:
    """Yield a heavy, dashed or double frame, and the symbol of a cell mark."""
    x, y, width, height = _pixel_frame(shape)
    if shape.mark == "leaves":
        yield rect("adt-mark adt-gap", x, y, width, height)
        yield rect("adt-mark adt-dashed", x, y, width, height)
    else:
        yield rect("adt-mark", x, y, width, height)
    if shape.mark == "read":
        yield rect("adt-line", x + 4, y + 4, width - 8, height - 8)
    yield circle("adt-paper", x + 8, y, 7)
    yield text(x + 8, y, MARK_SYMBOLS[shape.mark], "label")
