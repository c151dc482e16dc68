"""Describe the first cell in which two LaTeX files of COMP9021 differ."""

import re
from collections.abc import Iterator

from sudoku.comp9021.tex import HEADER

LINES_PER_ROW = 5  # "% Line", three boxes, an empty line
CELL_PATTERN = re.compile(r"\\N" + 5 * r"\{((?:[^{}]|\{[^{}]*\})*)\}")
MARK_PATTERN = re.compile(r"(\\cancel\{)?([1-9])")


def place_of(line: int, right: str, other: str) -> str:
    r"""Return the first cell that differs on a LaTeX line of three cells, and how.

    ``line`` is the line number, ``right`` the expected line and ``other`` the actual
    one. Return "" if no cell differs.

    >>> place_of(20, r"\N{}{\cancel{4}}{}{}{} & ...", r"\N{}{4}{}{}{} & ...")
    'row 1, cell 1: mark 4 is not crossed out'
    """
    row, part = divmod(line - 1 - HEADER.count("\n"), LINES_PER_ROW)
    cells = zip(CELL_PATTERN.findall(right), CELL_PATTERN.findall(other))
    for number, (expected, actual) in enumerate(cells, start=3 * part - 2):
        if expected != actual:
            mistakes = "; ".join(_cell_mistakes(expected, actual))
            return f"row {row + 1}, cell {number}: {mistakes}"
    return ""


def _cell_mistakes(expected: tuple[str, ...], actual: tuple[str, ...]) -> Iterator[str]:
    """Yield a description of each difference of two cells, in marks and digit.

    A cell is a tuple of the marks in its four corners and its digit.
    """
    right = _marks_in(expected)
    other = _marks_in(actual)
    if right == other and expected[4] == actual[4]:
        yield "same marks and digit, but written differently"
    for mark in sorted(right.keys() | other.keys()):
        if mark not in other:
            yield f"mark {mark} is missing"
        elif mark not in right:
            yield f"mark {mark} should not be there"
        elif right[mark] != other[mark]:
            yield f"mark {mark} is {'not ' * right[mark]}crossed out"
    if expected[4] != actual[4]:
        digit = f"the digit is {actual[4]}" if actual[4] else "there is no digit"
        yield f"{digit}; expected {expected[4] or 'none'}"


def _marks_in(cell: tuple[str, ...]) -> dict[str, bool]:
    """Return the marks of a cell, with whether each is crossed out."""
    return {
        mark: bool(crossed)
        for crossed, mark in MARK_PATTERN.findall(" ".join(cell[:4]))
    }
