"""Show a grid as an HTML table, with text for screen readers."""

from html import escape
from math import isqrt

from _courseware.draw.grid_state import DrawnCell, GridState, grid_cells


def table(state: GridState, caption: str) -> str:
    """Return ``state`` as an HTML table with headings r1, r2, ... and c1, c2, ...

    ``caption`` is plain text above the table.
    """
    grid = grid_cells(state)
    heads = "".join(f"<th scope=col>c{j}" for j in range(1, len(grid) + 1))
    rows = "".join(
        f"<tr><th scope=row>r{i}{''.join(cell_html(cell, len(grid)) for cell in row)}\n"
        for i, row in enumerate(grid, start=1)
    )
    return (
        f'<table class="grid boxes{isqrt(len(grid))}">'
        f"<caption>{escape(caption)}</caption>\n"
        f"<thead><tr><td></td>{heads}</thead>\n<tbody>\n{rows}</tbody></table>\n"
    )


def cell_html(cell: DrawnCell, size: int) -> str:
    """Return ``cell`` as an HTML table cell, with hidden text for screen readers.

    The roles of the cell, such as "given", are its CSS classes. ``size`` is the number
    of rows of the grid.
    """
    content = str(cell.number) if cell.number else candidates_html(cell, size)
    words = spoken_text(cell)
    spoken = f"<small>{words}</small>" if words else ""
    roles = " ".join(cell.roles)
    kind = f'"{roles}"' if " " in roles else roles
    return f"<td{kind and f' class={kind}'}><div>{content}{spoken}</div>"


def candidates_html(cell: DrawnCell, size: int) -> str:
    """Return the candidates of ``cell`` as HTML, or "" if it has none.

    There is an element for each digit from 1 to ``size``, the number of rows of the
    grid. It is empty unless the digit is a candidate; the class "out" means crossed
    out.

    >>> candidates_html(DrawnCell(0, "2", "4"), 4)
    '<b aria-hidden=true><i></i><i>2</i><i></i><i class=out>4</i></b>'
    """
    if not cell.left + cell.crossed_out:
        return ""
    places = []
    for digit in map(str, range(1, size + 1)):
        if digit in cell.crossed_out:
            places.append(f"<i class=out>{digit}</i>")
        else:
            places.append(f"<i>{digit if digit in cell.left else ''}</i>")
    return f"<b aria-hidden=true>{''.join(places)}</b>"


def spoken_text(cell: DrawnCell) -> str:
    """Return what screen readers add to ``cell``, such as ", placed now".

    They are the roles of the cell and, for a blank, also its candidates.

    >>> spoken_text(DrawnCell(0, "9", "4", ("changed",))), spoken_text(DrawnCell(0))
    ('possible 9, 4 crossed out', 'blank')
    >>> spoken_text(DrawnCell(5, roles=("changed",)))
    ', placed now'
    """
    words = cell.words()
    return ", ".join(["", *words[1:]] if cell.number else words)
