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
    texts = map(form.text, map(_to_dots, puzzles))
    yield from filter(None, [form.start])
    yield from islice(texts, 1)
    yield from map(f"{form.between}{{}}".format, texts)
    yield from filter(None, [form.end])


def _to_dots(puzzle: str) -> str:
    return cells_in(puzzle).replace("0", ".")


def _rows_of(puzzle: str) -> list[str]:
    return [puzzle[k : k + 9] for k in range(0, 81, 9)]


def _to_zeros(puzzle: str) -> str:
    return puzzle.replace(".", "0")


def _to_rows(puzzle: str) -> str:
    return "".join(" ".join(row) + "\n" for row in _rows_of(puzzle))


def _to_sdk(puzzle: str) -> str:
    """Return ``puzzle`` as a file of SadMan Sudoku and SudoCue."""
    return "[Puzzle]\n" + "".join(row + "\n" for row in _rows_of(puzzle))


def _to_ss(puzzle: str) -> str:
    """Return ``puzzle`` as a file of Simple Sudoku."""
    lines = [f"{row[:3]}|{row[3:6]}|{row[6:]}\n" for row in _rows_of(puzzle)]
    bar = "-" * 11 + "\n"
    return bar.join("".join(lines[k : k + 3]) for k in (0, 3, 6))


def _to_csv(puzzle: str) -> str:
    lines = [",".join(row).replace(".", "") for row in _rows_of(puzzle)]
    return "".join(row + "\n" for row in lines)


def _row_lists(puzzle: str) -> list[str]:
    return [f"[{', '.join(row)}]" for row in _rows_of(_to_zeros(puzzle))]


def _to_list(puzzle: str) -> str:
    lines = ",\n ".join(_row_lists(puzzle))
    return f"[{lines}]\n"


def _to_moves(puzzle: str) -> str:
    """Return ``puzzle`` as a list of ``(row, column, digit)``, counted from 0."""
    by_row = groupby(moves_of(grid_of(puzzle)), itemgetter(0))
    lines = [", ".join(map(str, moves)) for _, moves in by_row]
    moves = (",\n" + " " * 9).join(lines)
    return f"moves = [{moves}]\n"


def _to_json(puzzle: str) -> str:
    return f'{{"puzzle": [{", ".join(_row_lists(puzzle))}]}}\n'


def _to_candidates(puzzle: str) -> str:
    """Return ``puzzle`` in a frame, with the candidates of each blank in its cell.

    A ``?`` means none, and a single candidate looks like a given.
    """
    marks = list(puzzle)
    for (row, column), digits in possible_digits(grid_of(puzzle)).items():
        marks[9 * row + column] = "".join(map(str, sorted(digits))) or "?"
    return _draw_frame(marks)


def _draw_frame(marks: Sequence[str]) -> str:
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
    "sdm": Format(lambda puzzle: _to_zeros(puzzle) + "\n", between=""),
    "rows": Format(_to_rows),
    "digits": Format(lambda puzzle: _to_rows(_to_zeros(puzzle))),
    "grid": Format(_draw_frame),
    "sdk": Format(_to_sdk),
    "ss": Format(_to_ss),
    "csv": Format(_to_csv),
    "list": Format(_to_list),
    "moves": Format(_to_moves),
    "json": Format(_to_json, between=""),
    "candidates": Format(_to_candidates),
    "opensudoku": Format(
        lambda puzzle: f'  <game data="{_to_zeros(puzzle)}"/>\n',
        between="",
        start='<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n',
        end="</opensudoku>\n",
    ),
}
