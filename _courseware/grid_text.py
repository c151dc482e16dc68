"""Draw a grid in plain text, in an ASCII frame."""

from collections.abc import Iterator
from itertools import chain, product, zip_longest
from math import isqrt

from _courseware.grid_state import GridState
from adt.show.lines import signed
from adt.show.shapes import SIGNS
from adt.show.states import Mark

WIDEST = 7  # characters of a cell with candidates; longer texts take two lines


def draw_grid(state: GridState) -> str:
    """Return the grid in an ASCII frame, as commands print it, with signs after cells.

    >>> from _courseware.grid_state import grid_state
    >>> state = grid_state([[1, 2, 3, 4], [3, 4, 0, 0]] * 2)
    >>> state["marks"] = [["", "", "", ""], ["", "read", "", ""]] * 2
    >>> print(draw_grid(state), end="")
    +-----+-----+
    | 1 2 | 3 4 |
    | 3 4○| . . |
    +-----+-----+
    | 1 2 | 3 4 |
    | 3 4○| . . |
    +-----+-----+
    ○ read
    """
    if state["candidates"]:
        return draw_candidates(state)
    rows = state["elements"]
    marks = state["marks"] or [[""] * len(row) for row in rows]
    block = isqrt(len(rows))
    width = len(str(max(map(max, rows))))
    bar = ("+" + "-" * (block * (width + 1) + 1)) * block + "+\n"
    lines = []
    for i, (row, row_marks) in enumerate(zip(rows, marks)):
        lines += [bar] if i % block == 0 else []
        lines.append(grid_row(row, row_marks, block, width))
    legend = [f"{signed(mark)}\n" for mark in sorted(set(chain(*marks)) - {""})]
    return "".join([*lines, bar, *legend])


def grid_row(row: list[int], marks: list[Mark], block: int, width: int) -> str:
    line = ""
    for j, (number, mark) in enumerate(zip(row, marks)):
        line += "| " if j % block == 0 else ""
        line += f"{number or '.':>{width}}{SIGNS.get(mark, ' ')}"
    return line + "|\n"


def draw_candidates(state: GridState) -> str:
    """Return the grid in an ASCII frame, each cell with its number or candidates.

    ``*47`` is a cell of the reason, ``9-4`` has lost its candidate 4, ``=5`` gets its
    number.
    """
    texts = [cell_text(state, i, j) for i, j in product(*[range(size(state))] * 2)]
    longest = max(map(len, texts))
    height = -(-longest // WIDEST)
    width = -(-longest // height)
    block = isqrt(size(state))
    rule = ("+" + "-" * (block * (width + 1) + 1)) * block + "+\n"
    rows = [
        "".join(cell_lines(texts[k : k + size(state)], width, block))
        for k in range(0, len(texts), size(state))
    ]
    space = "".join(cell_lines([" "] * size(state), width, block)) * (height > 1)
    bands = [space.join(rows[k : k + block]) for k in range(0, len(rows), block)]
    return rule + rule.join(bands) + rule


def size(state: GridState) -> int:
    return len(state["elements"])


def cell_text(state: GridState, i: int, j: int) -> str:
    number, roles = state["elements"][i][j], state["roles"][i][j].split()
    if "reason" in roles:
        return f"*{number or state['candidates'][i][j]}"
    if number and "changed" in roles:
        return f"={number}"
    return str(number or state["candidates"][i][j] or ".")


def cell_lines(texts: list[str], width: int, block: int) -> Iterator[str]:
    """Yield the lines of a row of cells."""
    pieces = [
        [text[k : k + width] for k in range(0, len(text), width)] for text in texts
    ]
    for line in zip_longest(*pieces, fillvalue=""):
        cells = [piece.ljust(width) for piece in line]
        boxes = [" ".join(cells[k : k + block]) for k in range(0, len(cells), block)]
        yield f"| {' | '.join(boxes)} |\n"
