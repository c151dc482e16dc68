"""COMP9021: the expected results of the methods of class Sudoku."""

from pathlib import PurePath

from _courseware.grading import Expected, GradingError
from sudoku.comp9021 import preemptive
from sudoku.comp9021.course import TEX_WRITERS
from sudoku.comp9021.inside import READING
from sudoku.comp9021.reading import read_grid
from sudoku.errors import SudokuError

METHODS = {"preassess": "", **{f"{name}_tex_output": name for name in TEX_WRITERS}}
DOES = {
    "preassess": "what is printed",
    READING: "the last line of the traceback, for a wrong input: the program must raise "
    "the exception",
    **dict.fromkeys([*METHODS][1:], "the bytes of the file"),
}


def expected(do: str, name: str, data: bytes) -> Expected:
    """Return the reference's result of the method ``do`` for the grid in ``data``.

    ``name`` is the file name of the input. If ``do`` is "reading", the result is the
    error for a wrong input. Raise GradingError if the input is not of the required
    kind.
    """
    call = f"Sudoku({name!r})" + (f".{do}()" if do != READING else "")
    try:
        grid = read_grid(data)
    except SudokuError as error:
        if do != READING:
            raise GradingError(f"{name}: {error}; expected a grid for {do}") from error
        name_of = f"{SudokuError.__module__}.{SudokuError.__qualname__}"
        return Expected(f"{name_of}: {error}", "last line", call=call)
    if do == READING:
        raise GradingError(f"{name}: a grid; expected a wrong input for {do}")
    kind = METHODS[do]
    if not kind:
        return Expected(preemptive.assessment(grid) + "\n", call=call)
    output = f"{PurePath(name).stem}_{kind}.tex"
    return Expected(TEX_WRITERS[kind](grid), "file", output=output, call=call)
