"""Read and write rows and grids of Pseudoku, for the command line.

A grid is a list of four lists of four integers, with 0 for a blank, as in `solving`.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import islice
from typing import TypeGuard

from _courseware.terminal import console, messages
from _courseware.terminal.messages import plural
from pseudoku.errors import PseudokuError
from pseudoku.solving import Grid
from pseudoku.tasks import Puzzle

BLANK_CHARACTERS = ".0_*"
CELL_MARKS = "1234" + BLANK_CHARACTERS
EXPECTED_CELL = f"expected 1 to 4 or a blank ({' '.join(BLANK_CHARACTERS)})"
SUDOKU_CELLS = "123456789" + BLANK_CHARACTERS
SUDOKU_HINT = "for 9 × 9: python3 -m sudoku solve"
FORMATS = ("grid", "rows", "line")


class GridError(PseudokuError):
    """Raised for an error in the text of a grid; lines and columns count from 1.

    ``name`` is the file name, and ``detail`` the message without the position.
    """

    def __init__(self, name: str, line: int, column: int, detail: str) -> None:
        super().__init__(messages.located_message(name, line, column, detail))
        self.name = name
        self.line = line
        self.column = column
        self.detail = detail


def parse_row(words: Sequence[str]) -> tuple[int, ...]:
    """Return the four numbers of a row such as ``2 4 1 3``, ``2413`` or ``2,4,1,3``.

    Raise PseudokuError unless they are 1, 2, 3 and 4, each once.

    >>> parse_row(["2", "4", "1", "3"]) == parse_row(["2413"]) == (2, 4, 1, 3)
    True
    """
    text = " ".join(words)
    marks = [mark for mark in text.strip("()[] ") if mark not in ", "]
    other = [mark for mark in marks if mark not in "1234"]
    if not other and len(marks) == len(set(marks)) == 4:
        return tuple(map(int, marks))
    if other:
        problem = f"has {messages.quote_text(other[0])}"
    elif len(marks) != 4:
        problem = f"has {plural(len(marks), 'number')}"
    else:
        problem = f"repeats {max(marks, key=marks.count)}"
    wrong = f"row {messages.quote_text(text)} {problem}"
    raise PseudokuError(f"{wrong}; expected 1, 2, 3 and 4, each once")


def read_grids(source: str) -> Iterator[tuple[int, Grid]]:
    """Yield ``(first line, grid)`` for each grid in the file ``source``.

    ``-`` is standard input; ``source`` can also be the text of a grid. Raise
    PseudokuError if it is neither, or if the file has an error.
    """
    if source == "-" or os.path.exists(source):
        return parse_grids(console.read_text(source), messages.display_name(source))
    rows = source.replace("/", " ").split(" ")
    has_cells = set(source) <= set(SUDOKU_CELLS)
    if [*map(len, rows)] == [4] * 4 or (has_cells and len(source) in (16, 81)):
        return parse_grids("\n".join(rows), "argument")
    spelled = "sixteen cells, or four rows with / between them"
    raise PseudokuError(
        f"no file {messages.quote_text(source)}; expected a file, {spelled}"
    )


def read_single_grid(source: str) -> Grid:
    """Return the only grid of ``source``. Raise PseudokuError if there are several."""
    (_, first), *others = islice(read_grids(source), 2)
    if others:
        name = messages.display_name(source)
        raise PseudokuError(f"{name}: more than one puzzle; expected one")
    return first


def parse_grids(text: str, name: str) -> Iterator[tuple[int, Grid]]:
    """Yield ``(first line, grid)`` for each grid in ``text``; lines count from 1.

    A grid is sixteen cells on a line, or four rows of four, in a frame or not; an empty
    line ends a grid. ``name`` is the file name for messages. Raise GridError at the
    first text in another form.
    """
    rows: list[tuple[int, list[int]]] = []  # and their lines, since an empty line
    has_grid = False
    for number, line in enumerate(StringIO(text + "\n\n", newline=None), start=1):
        cells = _parse_cells(line, name, number)
        if len(cells) == 4:
            rows.append((number, cells))
        elif len(cells) == 16 and not rows:
            has_grid = True
            yield number, [cells[k : k + 4] for k in (0, 4, 8, 12)]
        elif cells:
            detail = f"a row of {plural(len(cells), 'cell')}; expected 4"
            raise GridError(name, number, len(line.rstrip()) + 1, detail)
        elif not line.strip():
            if len(rows) % 4:
                detail = f"a grid of {plural(len(rows), 'row')}; expected 4"
                raise GridError(name, rows[-1][0], 1, detail)
            for k in range(0, len(rows), 4):
                has_grid = True
                yield rows[k][0], [cells for _, cells in rows[k : k + 4]]
            rows = []
    if not has_grid:
        raise GridError(name, 1, 1, "no grid; expected 4 rows of 4 cells")


def _parse_cells(line: str, name: str, number: int) -> list[int]:
    """Return the cells in ``line``, 0 for a blank; none if it is the edge of a frame.

    ``name`` and ``number`` are the file and the line for messages. Raise GridError for
    another character.
    """
    if "--" in line and set(line.strip()) == {"+", "-"}:
        return []
    parts = line.strip().strip("|").split("|")
    if "|" in line and not all(map(str.strip, parts)):
        detail = f"nothing between two bars; {EXPECTED_CELL}"
        raise GridError(name, number, line.index("|") + 1, detail)
    cells = [cell for cell in enumerate(line, start=1) if cell[1] not in "| \t\n"]
    if len(cells) in (9, 81) and all(cell in SUDOKU_CELLS for _, cell in cells):
        detail = f"{len(cells)} cells; expected 4 or 16; {SUDOKU_HINT}"
        raise GridError(name, number, 1, detail)
    for column, cell in cells:
        if cell not in CELL_MARKS:
            detail = f"{messages.quote_text(cell)} is not a cell; {EXPECTED_CELL}"
            raise GridError(name, number, column, detail)
    return [0 if cell in BLANK_CHARACTERS else int(cell) for _, cell in cells]


def is_cells(text: str) -> bool:
    """Return whether ``text`` is sixteen characters, each a digit 1 to 4 or a blank."""
    return len(text) == 16 and set(text) <= set(CELL_MARKS)


def is_grid(value: object) -> TypeGuard[Grid]:
    """Return whether ``value`` is four lists of four integers, each 0 to 4."""
    return (
        isinstance(value, list)
        and len(value) == 4
        and all(isinstance(row, list) and len(row) == 4 for row in value)
        and all(type(cell) is int and 0 <= cell <= 4 for row in value for cell in row)
    )


def grid_of(puzzle: Puzzle) -> Grid:
    return [list(row) for row in puzzle]


def cells_of(grid: Grid) -> str:
    """Return the sixteen cells of ``grid`` as a string, with ``.`` for a blank."""
    return "".join(str(number or ".") for row in grid for number in row)


def format_grids(grids: Iterable[Grid], style: str) -> Iterator[str]:
    """Yield each grid as text, in the format ``style``: "grid", "rows" or "line".

    An empty line precedes each grid except the first, unless the style is "line".
    """
    between = "" if style == "line" else "\n"
    for number, grid in enumerate(grids):
        yield (between if number else "") + format_grid(grid, style)


def format_grid(grid: Grid, style: str = "grid") -> str:
    """Return ``grid`` as text in the format ``style``, with a newline at the end.

    "line" is sixteen cells on a line, "rows" four lines, and "grid" has a frame.

    >>> print(format_grid([[0, 4, 1, 0], [0, 0, 2, 0], [3, 0, 0, 0], [0, 1, 0, 2]]))
    +-----+-----+
    | . 4 | 1 . |
    | . . | 2 . |
    +-----+-----+
    | 3 . | . . |
    | . 1 | . 2 |
    +-----+-----+
    <BLANKLINE>
    """
    rows = [[str(n or ".") for n in row] for row in grid]
    if style == "line":
        return cells_of(grid) + "\n"
    if style == "rows":
        return "".join(" ".join(row) + "\n" for row in rows)
    bar = "+-----+-----+\n"
    lines = [f"| {a} {b} | {c} {d} |\n" for a, b, c, d in rows]
    return bar + "".join(lines[:2]) + bar + "".join(lines[2:]) + bar
