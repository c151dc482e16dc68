"""Northwestern: read a board from nine lines of nine cells."""

from sudoku.errors import LocatedError
from sudoku.grid import Grid


def read_grid(text: str) -> Grid:
    """Return the board in ``text``, nine lines of nine cells.

    A blank is ``.`` or ``0`` in the text, and 0 in the result. Whitespace and empty
    lines are ignored. Raise LocatedError, with the position, for any other text.
    """
    every_line = enumerate(text.split("\n"), start=1)
    lines = [(number, line) for number, line in every_line if line.strip()]
    grid = [read_line(line, number) for number, line in lines[:9]]
    if len(lines) > 9:
        raise LocatedError(
            "a tenth line; expected nine lines of digits", lines[9][0], 1
        )
    if len(lines) < 9:
        last = lines[-1][0] if lines else 0
        message = "the input ends here; expected nine lines of digits"
        raise LocatedError(message, last + 1, 1)
    return grid


def read_line(line: str, number: int) -> list[int]:
    """Return the nine digits in ``line``. Raise LocatedError if it has others.

    ``number`` is its number, for errors.
    """
    digits: list[int] = []
    for column, character in enumerate(line, start=1):
        if character not in ".0123456789 \t\r":
            expected = "a digit, or a dot for a blank"
            raise LocatedError(f"{character!r}; expected {expected}", number, column)
        if not character.isspace():
            digits.append(0 if character == "." else int(character))
    if len(digits) != 9:
        raise LocatedError(f"{len(digits)} digits; expected nine", number, 1)
    return digits
