"""Draw a grid in plain text, in an ASCII frame."""

from collections.abc import Iterator
from itertools import zip_longest
from math import isqrt

from _courseware.draw.grid_state import DrawnCell, GridState, grid_cells

# Characters of a cell with candidates; longer texts take two lines.
MAX_CELL_CHARACTERS = 7


def draw_grid(state: GridState) -> str:
    """Return the grid ``state`` as lines of text in an ASCII frame.

    A cell shows its number, its candidates, or ``.`` if it has neither. In a step of a
    solution, ``*47`` is a cell of the reason, ``9-4`` has lost its candidate 4, and
    ``=5`` gets its number.

    >>> from _courseware.draw.grid_state import grid_state
    >>> print(draw_grid(grid_state([[1, 2, 3, 4], [3, 4, 0, 0]] * 2)), end="")
    +-----+-----+
    | 1 2 | 3 4 |
    | 3 4 | . . |
    +-----+-----+
    | 1 2 | 3 4 |
    | 3 4 | . . |
    +-----+-----+
    """
    texts = [[_cell_text(cell) for cell in row] for row in grid_cells(state)]
    max_length = max(len(text) for row in texts for text in row)
    height = -(-max_length // MAX_CELL_CHARACTERS)
    width = -(-max_length // height)
    block = isqrt(len(texts))
    rule = ("+" + "-" * (block * (width + 1) + 1)) * block + "+\n"
    rows = ["".join(_cell_lines(row, width, block)) for row in texts]
    space = ""  # between rows of more than one line
    if height > 1:
        space = "".join(_cell_lines([" "] * len(texts), width, block))
    bands = [space.join(rows[k : k + block]) for k in range(0, len(rows), block)]
    return rule + rule.join(bands) + rule


def _cell_text(cell: DrawnCell) -> str:
    """Return the text of ``cell`` in a picture, such as ``5``, ``*47`` or ``9-4``."""
    candidates = f"{cell.left}-{cell.crossed_out}" if cell.crossed_out else cell.left
    if "reason" in cell.roles:
        return f"*{cell.number or candidates}"
    if cell.number and "changed" in cell.roles:
        return f"={cell.number}"
    return str(cell.number or candidates or ".")


def _cell_lines(texts: list[str], width: int, block: int) -> Iterator[str]:
    """Yield the lines that show one row of the grid, whose cells have these ``texts``.

    Texts longer than ``width`` are continued on the next line. Bars are at both ends of
    a line and after every ``block`` cells. Each line ends with a newline.
    """
    pieces = [
        [text[k : k + width] for k in range(0, len(text), width)] for text in texts
    ]
    for line in zip_longest(*pieces, fillvalue=""):
        cells = [piece.ljust(width) for piece in line]
        boxes = [" ".join(cells[k : k + block]) for k in range(0, len(cells), block)]
        yield f"| {' | '.join(boxes)} |\n"
