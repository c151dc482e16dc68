"""CIT 591: the expected results of the functions that are tested on files."""

from copy import deepcopy

from _courseware.grading import Expected, GradingError
from _courseware.values import lines_of
from sudoku.cit591 import elimination
from sudoku.cit591.reading import array_of
from sudoku.courses import capture_output
from sudoku.errors import SudokuError

VALUE = "the returned value and the changed arguments, with exact types"
DOES = {"read_sudoku": VALUE, "solve": VALUE, "print_sudoku": "what is printed"}


def expected(function: str, name: str, data: bytes) -> Expected:
    """Return the reference's result of ``function`` for the array in ``data``.

    ``name`` is the file name of the input. Raise GradingError if ``data`` is not a list
    of lists.
    """
    try:
        array = array_of(data.decode())
    except (SudokuError, UnicodeDecodeError) as error:
        raise GradingError(f"{name}: {error}; expected a list of lists") from error
    if function == "read_sudoku":
        return Expected(lines_of(array, []), "value", call=f"read_sudoku({name!r})")
    if function == "solve":
        sets = elimination.convertToSets(array)
        value = elimination.solve(sets)
        call = f"solve(problem), with the sets of {name}"
        return Expected(lines_of(value, [sets]), "value", call=call)
    printed = capture_output(lambda: elimination.print_sudoku(deepcopy(array)))
    call = f"print_sudoku(problem), with the array in {name}"
    return Expected(printed, "stdout", call=call)
