"""Draw a grid in SVG, with the candidates of its cells and their roles in a step."""

from collections.abc import Iterator
from html import escape
from math import hypot, isqrt

from _courseware.draw.grid_state import (
    DrawnCell,
    GridLink,
    GridState,
    grid_cells,
    grid_description,
    grid_title,
)
from adt.show.svg import circle, document, line, rect, styles

Rows = list[list[DrawnCell]]

CELL_PIXELS = 60  # pixels, as all lengths below
LEFT = 38  # room for the names of rows and columns
TOP = 38
KEY_HEIGHT = 44  # room for the key
MARGIN = 16
RING = 9  # the radius of a ring around a candidate of a chain
INSET = 5  # from the edge of a cell to its candidates
ROLE_NAMES = {"unit": "unit", "reason": "reason", "changed": "changes"}
CROSSED = "crossed out"

STYLE = """\
.adt-cell{fill:none;stroke:#9aa0ae}
.adt-unit{fill:#fdf0c8}
.adt-reason{fill:#dbe6ff}
.adt-changed{fill:#d6f0dd}
.adt-dashes{fill:none;stroke:#1a50b4;stroke-width:2;stroke-dasharray:6 4}
.adt-change{fill:none;stroke:#0b6b32;stroke-width:3}
.adt-given{font:bold 32px system-ui,"DejaVu Sans",sans-serif}
.adt-digit{font:32px system-ui,"DejaVu Sans",sans-serif;fill:#1a50b4}
.adt-candidate{font:15px system-ui,"DejaVu Sans",sans-serif;fill:#4d5468}
.adt-why{font-weight:bold;fill:#1a50b4;text-decoration:underline}
.adt-out{font-weight:bold;fill:#1c1c1c}
.adt-cross{stroke:#b3151b;stroke-width:2}
.adt-link{fill:none;stroke:#a3420a;stroke-width:2.5}
.adt-weak{stroke-dasharray:6 5}
.adt-color{font:bold 11px system-ui,"DejaVu Sans",sans-serif;fill:#a3420a;
stroke:#fff;stroke-width:3;paint-order:stroke}
"""
DARK = """\
.adt-unit{fill:#403817}
.adt-reason{fill:#1f3160}
.adt-changed{fill:#143d26}
.adt-dashes{stroke:#96b8ff}
.adt-change{stroke:#63d98c}
.adt-digit{fill:#96b8ff}
.adt-candidate{fill:#b4bac8}
.adt-why{fill:#96b8ff}
.adt-out{fill:#e8e8e8}
.adt-cross{stroke:#ff9d94}
.adt-link{stroke:#ffb27d}
.adt-color{fill:#ffb27d;stroke:#1b1b1b}
"""


def draw_grid(state: GridState, light: bool = False) -> str:
    """Return a picture of the grid ``state`` as a complete SVG document.

    The picture is dark for readers who prefer dark mode, unless ``light`` is true.
    """
    rows = grid_cells(state)
    side = CELL_PIXELS * len(rows)
    below = KEY_HEIGHT if any(_role_key(rows)) else MARGIN
    extent = -LEFT, -TOP, side + LEFT + MARGIN, side + TOP + below
    title_and_description = grid_title(state), grid_description(state)
    return document(
        extent,
        [
            *_grid_elements(rows, bool(state["roles"])),
            *_link_lines(state["links"], rows),
        ],
        *title_and_description,
        styles(light, STYLE, DARK),
    )


def _grid_elements(rows: Rows, in_step: bool) -> Iterator[str]:
    """Yield the SVG elements of a grid: headings, cells, lines and a key to the roles.

    If ``in_step``, the grid is at a step of a solution, and numbers that are not given
    are drawn in another style.
    """
    size = len(rows)
    for i in range(size):
        yield _text("address", -18, CELL_PIXELS * i + CELL_PIXELS // 2 + 4, f"r{i + 1}")
        yield _text("address", CELL_PIXELS * i + CELL_PIXELS // 2, -10, f"c{i + 1}")
    cells = [
        (CELL_PIXELS * j, CELL_PIXELS * i, rows[i][j])
        for i in range(size)
        for j in range(size)
    ]
    for x, y, cell in cells:
        yield from _role_background(x, y, CELL_PIXELS, cell.roles)
    yield _thin_lines(size)
    for x, y, cell in cells:
        yield from _role_outlines(x, y, CELL_PIXELS, cell.roles)
        yield from _cell_content(x, y, cell, isqrt(size), in_step)
    block = CELL_PIXELS * isqrt(size)
    for y in range(0, CELL_PIXELS * size, block):
        for x in range(0, CELL_PIXELS * size, block):
            yield _square("line", x, y, block)
    yield from _role_key(rows)


def _role_background(
    x: int, y: int, side: int, roles: tuple[str, ...]
) -> Iterator[str]:
    """Yield a square in the color of the cell's role, or nothing without a role."""
    for role in ("changed", "reason", "unit"):
        if role in roles:
            yield _square(role, x, y, side)
            return


def _role_outlines(x: int, y: int, side: int, roles: tuple[str, ...]) -> Iterator[str]:
    """Yield SVG outlines for a cell: solid for "changed", dashed for "reason".

    They are for readers who see no colors.
    """
    if "changed" in roles:
        yield _square("change", x + 3, y + 3, side - 6)
    if "reason" in roles:
        gap = 7 if "changed" in roles else 4
        yield _square("dashes", x + gap, y + gap, side - 2 * gap)


def _thin_lines(size: int) -> str:
    steps = "".join(
        f"M{CELL_PIXELS * k} 0v{CELL_PIXELS * size}M0 {CELL_PIXELS * k}h{CELL_PIXELS * size}"
        for k in range(1, size)
    )
    return line(steps, "adt-cell")


def _cell_content(
    x: int, y: int, cell: DrawnCell, block: int, in_step: bool
) -> Iterator[str]:
    """Yield the SVG text of a cell: its number, or its candidates in ``block`` columns.

    The upper left corner of the cell is at ``x``, ``y``, in pixels. If ``in_step``, a
    number that is not given is drawn in another style. Candidates that are crossed out
    get a cross, and those to highlight are bold.
    """
    if cell.number:
        is_found = in_step and "given" not in cell.roles
        style = "digit" if is_found else "given adt-ink"
        yield _text(
            style, x + CELL_PIXELS // 2, y + CELL_PIXELS // 2 + 11, str(cell.number)
        )
        return
    plain = "".join(digit for digit in cell.left if digit not in cell.reason_digits)
    for style, digits in (
        ("candidate", plain),
        ("candidate adt-why", cell.reason_digits),
        ("candidate adt-out", cell.crossed_out),
    ):
        places = [
            _candidate_center((y // CELL_PIXELS, x // CELL_PIXELS), int(digit), block)
            for digit in digits
        ]
        columns = [place[0] for place in places]
        rows = [place[1] for place in places]
        if digits:
            yield _text(style, columns, [row + 5 for row in rows], digits)
        if style == "candidate adt-out":
            for column, row in zip(columns, rows):
                yield _cross(column - 8, row - 8, 16)


def _link_lines(links: list[GridLink], rows: Rows) -> Iterator[str]:
    """Yield an SVG line for each of ``links``, and a ring around each colored digit.

    A candidate is colored if its cell in ``rows`` has the role A or B; this letter is
    written beside the ring.
    """
    block = isqrt(len(rows))
    named = set()
    for link in links:
        (x, y), (to_x, to_y) = ends = [
            _candidate_center(cell, link.digit, block)
            for cell in (link.first, link.second)
        ]
        share = RING / hypot(to_x - x, to_y - y)  # from the middle to the ring
        across = round(share * (to_x - x))
        down = round(share * (to_y - y))
        steps = f"M{x + across} {y + down}L{to_x - across} {to_y - down}"
        style = "adt-link" if link.strong else "adt-link adt-weak"
        yield line(steps, style)
        for (row, column), (x, y) in zip((link.first, link.second), ends):
            letters = [role for role in rows[row][column].roles if role in "AB"]
            if letters and (x, y) not in named:
                named.add((x, y))
                yield circle("adt-link", x, y, RING)
                yield _text("color", x + RING + 4, y - 5, letters[0])


def _candidate_center(cell: tuple[int, int], digit: int, block: int) -> tuple[int, int]:
    """Return the center (x, y), in pixels, of the candidate ``digit`` in ``cell``.

    ``cell`` is (row, column), counted from 0. ``block`` is the number of candidates in
    a row of the cell: 3 in a grid of 9 rows.
    """
    step = (CELL_PIXELS - 2 * INSET) // block
    row, column = divmod(digit - 1, block)
    first = INSET + step // 2
    return CELL_PIXELS * cell[1] + first + step * column, CELL_PIXELS * cell[
        0
    ] + first + step * row


def _role_key(rows: Rows) -> Iterator[str]:
    """Yield the SVG elements of the key to the roles, below the grid."""
    x = 0
    y = CELL_PIXELS * len(rows) + 16
    used = {role for row in rows for cell in row for role in cell.roles}
    for role, name in ROLE_NAMES.items():
        if role in used:
            yield from _role_background(x, y, 18, (role,))
            yield _square("cell", x, y, 18)
            yield from _role_outlines(x, y, 18, (role,))
            yield _text("label adt-ink", x + 26, y + 14, name, "start")
            x += 110
    if any(cell.crossed_out and not cell.number for row in rows for cell in row):
        yield _square("cell", x, y, 18)
        yield _cross(x, y, 18)
        yield _text("label adt-ink", x + 26, y + 14, CROSSED, "start")


def _square(style: str, x: int, y: int, side: int) -> str:
    return rect(f"adt-{style}", x, y, side, side)


def _cross(x: int, y: int, side: int) -> str:
    return line(f"M{x} {y}l{side} {side}", "adt-cross")


def _text(
    style: str,
    x: int | list[int],
    y: int | list[int],
    content: str,
    anchor: str = "middle",
) -> str:
    """Return an SVG element for the text ``content``, in the CSS class ``adt-STYLE``.

    ``x`` and ``y`` are its position in pixels; lists place each character of
    ``content`` separately. ``anchor`` is the end that is placed there: "start",
    "middle" or "end".
    """
    places = [
        " ".join(map(str, place if isinstance(place, list) else [place]))
        for place in (x, y)
    ]
    at = f'x="{places[0]}" y="{places[1]}" text-anchor="{anchor}"'
    return f'<text class="adt-{style}" {at}>{escape(content)}</text>'
