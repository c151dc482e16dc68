"""Write puzzles, strings of 81 characters with ``.`` for a blank, in FORMATS."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, islice
from operator import itemgetter
from typing import NamedTuple

from sudoku.checks import cells_in, check_choice, check_iterable
from sudoku.grid import grid_of, moves_of, possible_digits


def write(puzzles: Iterable[str], style: str) -> Iterator[str]:
    """Yield the text of ``puzzles`` in the format ``style``, piece by piece.

    A puzzle is 81 characters, row by row, with ``.`` for a blank. ``style`` is a key of
    FORMATS. Raise SudokuError for anything else in ``puzzles``, ValueError for another
    ``style``, and TypeError for an argument of another type.

    >>> "".join(write(["1" + "." * 80], "rows"))[:36]
    '1 . . . . . . . .\\n. . . . . . . . .\\n'
    """
    check_iterable("puzzles", puzzles)
    check_choice("style", style, FORMATS)
    form = FORMATS[style]
    texts = map(form.text, map(to_dots, puzzles))
    yield from filter(None, [form.start])
    yield from islice(texts, 1)
    yield from map(f"{form.between}{{}}".format, texts)
    yield from filter(None, [form.end])


def to_dots(puzzle: str) -> str:
    """Check that ``puzzle`` is 81 cells; return them with ``.`` for each blank."""
    return cells_in(puzzle).replace("0", ".")


def rows_of(puzzle: str) -> list[str]:
    return [puzzle[k : k + 9] for k in range(0, 81, 9)]


def to_zeros(puzzle: str) -> str:
    return puzzle.replace(".", "0")


def to_rows(puzzle: str) -> str:
    return "".join(" ".join(row) + "\n" for row in rows_of(puzzle))


def to_sdk(puzzle: str) -> str:
    """Return ``puzzle`` as a file of SadMan Sudoku and SudoCue."""
    return "[Puzzle]\n" + "".join(row + "\n" for row in rows_of(puzzle))


def to_ss(puzzle: str) -> str:
    """Return ``puzzle`` as a file of Simple Sudoku."""
    lines = [f"{row[:3]}|{row[3:6]}|{row[6:]}\n" for row in rows_of(puzzle)]
    bar = "-" * 11 + "\n"
    return bar.join("".join(lines[k : k + 3]) for k in (0, 3, 6))


def to_csv(puzzle: str) -> str:
    """Return ``puzzle`` as nine lines of CSV; the field of a blank is empty."""
    lines = [",".join(row).replace(".", "") for row in rows_of(puzzle)]
    return "".join(row + "\n" for row in lines)


def row_lists(puzzle: str) -> list[str]:
    return [f"[{', '.join(row)}]" for row in rows_of(to_zeros(puzzle))]


def to_list(puzzle: str) -> str:
    """Return ``puzzle`` as a list of lists, as CIT 591 uses it."""
    lines = ",\n ".join(row_lists(puzzle))
    return f"[{lines}]\n"


def to_moves(puzzle: str) -> str:
    """Return ``puzzle`` as a list of ``(row, column, digit)``, counted from 0."""
    by_row = groupby(moves_of(grid_of(puzzle)), itemgetter(0))
    lines = [", ".join(map(str, moves)) for _, moves in by_row]
    moves = (",\n" + " " * 9).join(lines)
    return f"moves = [{moves}]\n"


def to_json(puzzle: str) -> str:
    """Return ``puzzle`` as a line of JSON, with a list of lists as "puzzle"."""
    return f'{{"puzzle": [{", ".join(row_lists(puzzle))}]}}\n'


def to_candidates(puzzle: str) -> str:
    """Return ``puzzle`` in a frame, with the candidates of each blank in its cell.

    Candidates are the digits absent from the row, column and box of the blank; ``?``
    means none. A single candidate looks like a given.
    """
    marks = list(puzzle)
    for (row, column), digits in possible_digits(grid_of(puzzle)).items():
        marks[9 * row + column] = "".join(map(str, sorted(digits))) or "?"
    return draw_frame(marks)


def draw_frame(marks: Sequence[str]) -> str:
    """Return 81 ``marks`` in a frame, each column as wide as its widest mark."""
    widths = [max(map(len, marks[column::9])) for column in range(9)]
    padded = [mark.ljust(widths[k % 9]) for k, mark in enumerate(marks)]
    dashes = ["-" * (sum(widths[k : k + 3]) + 4) for k in (0, 3, 6)]
    bar = f"+{'+'.join(dashes)}+\n"
    drawn = bar
    for start in range(0, 81, 9):
        thirds = [" ".join(padded[start + k : start + k + 3]) for k in (0, 3, 6)]
        drawn += f"| {' | '.join(thirds)} |\n"
        drawn += bar if start % 27 == 18 else ""
    return drawn


class Format(NamedTuple):
    """A format to write.

    ``text`` returns the text of one puzzle. ``between`` is written between puzzles,
    ``start`` before the first and ``end`` after the last.
    """

    text: Callable[[str], str]
    between: str = "\n"
    start: str = ""
    end: str = ""


FORMATS = {
    "line": Format("{}\n".format, between=""),
    "sdm": Format(lambda puzzle: to_zeros(puzzle) + "\n", between=""),
    "rows": Format(to_rows),
    "digits": Format(lambda puzzle: to_rows(to_zeros(puzzle))),
    "grid": Format(draw_frame),
    "sdk": Format(to_sdk),
    "ss": Format(to_ss),
    "csv": Format(to_csv),
    "list": Format(to_list),
    "moves": Format(to_moves),
    "json": Format(to_json, between=""),
    "candidates": Format(to_candidates),
    "opensudoku": Format(
        lambda puzzle: f'  <game data="{to_zeros(puzzle)}"/>\n',
        between="",
        start='<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n',
        end="</opensudoku>\n",
    ),
}
