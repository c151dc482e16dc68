"""Check the arguments of public functions; each mistake has one message everywhere.

A puzzle is 81 characters, row by row, or nine rows of nine digits; ``.`` or ``0`` is a
blank. Anything else raises SudokuError. Another argument of a wrong type raises
TypeError, and one outside its range ValueError.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import islice

from sudoku.errors import SudokuError

Puzzle = str | Sequence[Sequence[int | str]]  # 81 characters, or nine rows

BLANK_OR_DIGIT = frozenset(".0123456789")
NO_PUZZLE = "not a puzzle; expected 81 characters, or nine rows of nine digits"
MAX_COUNTED = 1000  # rows, or cells of a row, of what may have no end


def cells_in(puzzle: Puzzle) -> str:
    """Return the 81 cells of ``puzzle``, row by row, as a string.

    The blanks of a string stay as they are; those of rows become dots. Raise
    SudokuError if ``puzzle`` is neither 81 characters nor nine rows of nine digits.

    >>> cells_in([[5, 0, 3, 0, 0, 0, 0, 0, 0]] * 9)[:9]
    '5.3......'
    """
    cells = puzzle if isinstance(puzzle, str) else _cells_of_rows(puzzle)
    if len(cells) != 81 or not BLANK_OR_DIGIT.issuperset(cells):
        raise _refusal(cells)
    return cells


def _cells_of_rows(puzzle: Iterable[Iterable[object]]) -> str:
    """Return the cells of nine rows of nine digits as a string, with ``.`` for a blank.

    Raise SudokuError if ``puzzle`` is anything else.
    """
    try:
        rows = [
            [str(cell) for cell in islice(row, MAX_COUNTED)]
            for row in islice(puzzle, MAX_COUNTED)
        ]
    except TypeError:
        raise SudokuError(NO_PUZZLE) from None
    if len(rows) != 9:
        raise SudokuError(f"{_count_text(len(rows), 'row')}; expected nine")
    for number, row in enumerate(rows, 1):
        if len(row) != 9:
            cells = _count_text(len(row), "cell")
            raise SudokuError(f"row {number} has {cells}; expected nine")
        for column, cell in enumerate(row, 1):
            if cell not in BLANK_OR_DIGIT:
                place = f"r{number}c{column}"
                raise SudokuError(f"{place} is {cell[:20]!r}; expected a digit or '.'")
    return "".join(cell for row in rows for cell in row).replace("0", ".")


def _count_text(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _refusal(puzzle: str) -> SudokuError:
    """Return a SudokuError for a string that is not 81 digits and dots."""
    if len(puzzle) != 81:
        return SudokuError(f"{_count_text(len(puzzle), 'character')}; expected 81")
    wrong = puzzle.lstrip(".0123456789")[0]
    number = puzzle.index(wrong) + 1
    return SudokuError(f"character {number} is {wrong!r}; expected a digit or '.'")


def check_number(
    name: str, number: object, minimum: int, maximum: int | None = None
) -> None:
    """Raise an error unless ``number`` is an int from ``minimum`` to ``maximum``.

    The error is TypeError for another type, and ValueError outside the range. ``name``
    is the argument's name in the message. None as ``maximum`` means no upper bound.
    """
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError(f"{name} is {shorten(number)}; expected a whole number")
    expected = f"{minimum} or more"
    if maximum is not None:
        expected = f"{minimum} to {maximum}"
    if number < minimum or (maximum is not None and number > maximum):
        raise ValueError(f"{name} is {number}; expected {expected}")


def check_text(name: str, text: object) -> None:
    """Raise TypeError if ``text``, the argument called ``name``, is not a str."""
    if not isinstance(text, str):
        raise TypeError(f"{name} is {shorten(text)}; expected a string")


def check_iterable(name: str, values: object) -> None:
    """Raise TypeError if ``values`` is a string, or cannot be iterated over.

    ``name`` is the argument's name in the message.
    """
    if isinstance(values, str | bytes) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name} is {shorten(values)}; expected an iterable")


def check_choice(name: str, choice: object, choices: Collection[str]) -> None:
    """Raise an error unless ``choice`` is a string in ``choices``.

    The error is TypeError for another type, and ValueError for another string. ``name``
    is the argument's name in the message.
    """
    check_text(name, choice)
    if choice not in choices:
        expected = ", ".join(choices)
        raise ValueError(f"{name} is {shorten(choice)}; expected one of {expected}")


def shorten(value: object) -> str:
    """Return the `repr` of ``value``, cut to 40 characters."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
