"""Hacettepe: one program, with an input file and an output file."""

from _courseware.grading import Expected, GradingError
from sudoku.errors import LocatedError
from sudoku.hacettepe import singles
from sudoku.hacettepe.reading import read_grid

DOES = {"steps": "the bytes of the output file of `sudoku.py IN OUT`"}
OUTPUT = "output.txt"


def expected(do: str, name: str, data: bytes) -> Expected:
    """Return the steps of the reference for the input *name*. Raise GradingError."""
    try:
        steps = singles.all_steps(read_grid(data))
    except LocatedError as error:
        raise GradingError(error.located(name)) from error
    return Expected(steps, "file", (name, OUTPUT), OUTPUT)
