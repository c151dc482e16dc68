"""Hacettepe: the expected output file of the student's program."""

from _courseware.grading import Expected, GradingError
from sudoku.errors import LocatedError
from sudoku.hacettepe import singles
from sudoku.hacettepe.reading import read_grid

DOES = {"steps": "the bytes of the output file of `sudoku.py IN OUT`"}
OUTPUT = "output.txt"


def expected(do: str, name: str, data: bytes) -> Expected:
    """Return the steps of the reference for the grid in ``data``.

    ``do`` is not used; ``name`` is the file name of the input. Raise GradingError if
    ``data`` is not a grid.
    """
    try:
        steps = singles.all_steps(read_grid(data))
    except LocatedError as error:
        raise GradingError(error.located(name)) from error
    return Expected(steps, "file", (name, OUTPUT), OUTPUT)
