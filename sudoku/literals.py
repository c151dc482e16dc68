"""Reading a Python list of lists from a text, without running what stands there.

Apart from `elimination` because ``ast`` takes long to import, and most who import
that module never read a file.
"""

import ast
import warnings
from typing import Final

from sudoku.errors import SudokuError
from sudoku.grid import Grid

EXPECTED: Final = "a list of lists of numbers 0 to 9"


def array_of(text: str) -> Grid:
    """The list of lists of digits that ``text`` writes down; SudokuError otherwise.

    It reads what ``ast.literal_eval`` reads, and like it only parses. It looks at what
    was parsed and not at the value: that knows the line and column of a mistake.

    >>> array_of("[[5, 0], [0, 7]]")
    [[5, 0], [0, 7]]
    """
    code = text.lstrip(" \t")
    try:
        rows = elements(parsed(code).body, code)
        return [[digit(cell, code) for cell in elements(row, code)] for row in rows]
    except SudokuError as error:
        error.column += len(text) - len(code) if error.line == 1 else 0
        raise


def parsed(text: str) -> ast.Expression:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # one line is enough, and it follows
            return ast.parse(text, mode="eval")
    except SyntaxError as error:
        place = (error.lineno or 1, error.offset or 1)
        raise SudokuError(f"{error.msg}; expected {EXPECTED}", *place) from error
    except (ValueError, MemoryError, RecursionError) as error:
        raise SudokuError(f"unreadable; expected {EXPECTED}", 1, 1) from error


def elements(node: ast.expr, text: str) -> list[ast.expr]:
    if not isinstance(node, ast.List):
        raise misplaced(node, text, EXPECTED)
    return node.elts


def digit(node: ast.expr, text: str) -> int:
    value = node.value if isinstance(node, ast.Constant) else None
    if type(value) is not int or not 0 <= value <= 9:
        raise misplaced(node, text, "a number 0 to 9")
    return value


def misplaced(node: ast.expr, text: str, expected: str) -> SudokuError:
    found = " ".join((ast.get_source_segment(text, node) or "").split())
    shown = found if len(found) <= 30 else f"{found[:30]}..."
    place = (node.lineno, node.col_offset + 1)
    return SudokuError(f"{shown}; expected {expected}", *place)
