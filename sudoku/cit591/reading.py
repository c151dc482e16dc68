"""CIT 591: read a list of lists from a text, without running the text."""

import ast
import warnings

from sudoku.errors import LocatedError

ARRAY = "a list of lists of numbers 0 to 9"


def check_size(problem: list[list[int]]) -> None:
    """Raise LocatedError unless ``problem`` has nine rows of nine numbers."""
    if len(problem) != 9:
        raise LocatedError(f"{len(problem)} rows; expected 9")
    for number, row in enumerate(problem, start=1):
        if len(row) != 9:
            raise LocatedError(f"row {number} has {len(row)} numbers; expected 9")


def array_of(text: str) -> list[list[int]]:
    """Return the list of lists of digits in ``text``. Raise LocatedError for others.

    The text is parsed as by ``ast.literal_eval``, and never run. The function reads the
    syntax tree instead of its value, because the tree has the line and column of a
    mistake.

    >>> array_of("[[5, 0], [0, 7]]")
    [[5, 0], [0, 7]]
    """
    code = text.lstrip(" \t")
    try:
        rows = elements(parsed(code).body, code)
        return [[digit(cell, code) for cell in elements(row, code)] for row in rows]
    except LocatedError as error:
        error.column += len(text) - len(code) if error.line == 1 else 0
        raise


def parsed(text: str) -> ast.Expression:
    """Return the syntax tree of ``text``, which must be one expression.

    Raise LocatedError if it is not one.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the error says enough
            return ast.parse(text, mode="eval")
    except SyntaxError as error:
        place = (error.lineno or 1, error.offset or 1)
        raise LocatedError(f"{error.msg}; expected {ARRAY}", *place) from error
    except (ValueError, MemoryError, RecursionError) as error:
        raise LocatedError(f"unreadable text; expected {ARRAY}", 1, 1) from error


def elements(node: ast.expr, text: str) -> list[ast.expr]:
    """Return the elements of ``node``. Raise LocatedError if it is not a list.

    ``text`` is the whole text, for the message.
    """
    if not isinstance(node, ast.List):
        raise misplaced(node, text, ARRAY)
    return node.elts


def digit(node: ast.expr, text: str) -> int:
    """Return the value of ``node``. Raise LocatedError if it is not a number 0 to 9.

    ``text`` is the whole text, for the message.
    """
    value = node.value if isinstance(node, ast.Constant) else None
    if type(value) is not int or not 0 <= value <= 9:
        raise misplaced(node, text, "a number 0 to 9")
    return value


def misplaced(node: ast.expr, text: str, expected: str) -> LocatedError:
    """Return the error for ``node``, where something else was ``expected``.

    ``text`` is the whole text, of which the message quotes the node.
    """
    source = " ".join((ast.get_source_segment(text, node) or "").split())
    excerpt = source if len(source) <= 30 else f"{source[:30]}..."
    place = (node.lineno, node.col_offset + 1)
    return LocatedError(f"{excerpt}; expected {expected}", *place)
