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
NO_JSON = "JSON is not read here; expected 4 rows of 4 cells"
NO_CSV = "CSV is not read here; expected 4 cells without commas"
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
        problem = f"has {messages.quoted(other[0])}"
    elif len(marks) != 4:
        problem = f"has {plural(len(marks), 'number')}"
    else:
        problem = f"repeats {max(marks, key=marks.count)}"
    wrong = f"row {messages.quoted(text)} {problem}"
    raise PseudokuError(f"{wrong}; expected 1, 2, 3 and 4, each once")


def read_grids(source: str) -> Iterator[tuple[int, Grid]]:
    """Yield ``(first line, grid)`` for each grid in the file ``source``.

    ``-`` is standard input; ``source`` can also be the text of a grid. Raise
    PseudokuError if it is neither, or if the file has an error.
    """
    if source == "-" or os.path.exists(source):
        return parse_grids(console.read_text(source), messages.display_name(source))
    if is_cells(source):
        return parse_grids(source, "argument")
    rows = source.replace("/", " ").split(" ")
    if [len(row) for row in rows] == [4, 4, 4, 4]:
        return parse_grids("\n".join(rows), "argument")
    if len(source) == 81 and set(source) <= set("123456789" + BLANK_CHARACTERS):
        detail = "81 cells; expected 16; for 9 × 9: python3 -m sudoku solve"
        raise GridError("argument", 1, 1, detail)
    spelled = "sixteen cells, or four rows with / between them"
    raise PseudokuError(
        f"no file {messages.quoted(source)}; expected a file, {spelled}"
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

    A grid is sixteen cells on a line, or four rows with or without a frame. ``name`` is
    the file name for messages. Raise GridError at the first text in another form.
    """
    rows: Grid = []
    number, first, line = 0, 0, ""
    for number, ended in enumerate(StringIO(text, newline=None), start=1):
        line = ended.rstrip("\n")
        if is_frame_line(line):
            continue
        first = first if rows else number
        rows += parse_line(line, name, number, at_start=not rows)
        if len(rows) == 4:
            yield first, rows
            rows = []
    if rows or not first:
        after = f"the input ends after {plural(len(rows), 'row')}"
        problem = after if rows else "no grid"
        message = f"{problem}; expected 4 rows of 4 cells"
        raise GridError(name, max(number, 1), len(line) + 1, message)


def is_frame_line(line: str) -> bool:
    """Return whether ``line`` has no cells: it is blank or the edge of a frame."""
    marks = set(line)
    return marks <= set("| \t") or (marks <= set("+-| \t") and "--" in line)


def parse_line(line: str, name: str, number: int, at_start: bool) -> Grid:
    """Return the rows in ``line``: one or, if ``at_start``, possibly all four.

    ``name`` and ``number`` are the file and the line for messages. Raise GridError if
    the line has another form.
    """
    if line.lstrip()[:1] in ("{", "["):
        raise GridError(name, number, 1, NO_JSON)
    if "," in line:
        raise GridError(name, number, line.index(",") + 1, NO_CSV)
    cells = list(islice(plain_cells(line), 17))
    for column, mark in cells:
        if len(mark) != 1 or mark not in CELL_MARKS:
            message = f"{messages.quoted(mark)} is not a cell; {EXPECTED_CELL}"
            raise GridError(name, number, column, message)
    if len(cells) != 4 and not (len(cells) == 16 and at_start):
        counted = "over 16 cells" if len(cells) > 16 else plural(len(cells), "cell")
        message = f"a row of {counted}; expected 4"
        column = cells[4][0] if len(cells) > 4 else len(line.rstrip()) + 1
        raise GridError(name, number, column, message)
    values = [0 if mark in BLANK_CHARACTERS else int(mark) for _, mark in cells]
    return [values[k : k + 4] for k in range(0, len(values), 4)]


def plain_cells(line: str) -> Iterator[tuple[int, str]]:
    """Yield ``(column, character)`` for each cell of ``line``, without frames."""
    for column, mark in enumerate(line, start=1):
        if mark not in " \t|":
            yield column, mark


def is_cells(text: str) -> bool:
    """Return whether ``text`` is sixteen characters, each a digit 1 to 4 or a blank."""
    return len(text) == 16 and set(text) <= set(CELL_MARKS)


def is_grid(value: object) -> TypeGuard[Grid]:
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


def format_grids(grids: Iterable[Grid], style: str, before: int = 0) -> Iterator[str]:
    """Yield each grid as text, in the format ``style``: "grid", "rows" or "line".

    An empty line precedes each grid except the first, unless the style is "line".
    ``before`` is the number of grids that have already been printed.
    """
    between = "" if style == "line" else "\n"
    for number, grid in enumerate(grids, start=before):
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
