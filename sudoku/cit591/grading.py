"""CIT 591: the expected results of calls of each function.

The arguments are given in the call, or are the array in a file.
"""

import ast
from copy import deepcopy

from _courseware.grading import Expected, GradingError
from _courseware.values import lines_of, literal
from sudoku.cit591 import elimination
from sudoku.cit591.course import FUNCTIONS
from sudoku.cit591.inside import called
from sudoku.cit591.reading import array_of
from sudoku.courses import capture_output
from sudoku.errors import SudokuError

OF_A_FILE = ("read_sudoku", "solve", "print_sudoku")
VALUE = "the returned value and the changed arguments, with exact types"
DOES = {
    **dict.fromkeys(FUNCTIONS, f"{VALUE}; locations in any order"),
    "print_sudoku": "what is printed",
}


def expected_call(function: str, call: str) -> Expected:
    """Return the reference's result of a call such as ``isSolved([[{1}]])``.

    ``function`` is the function that it must call. Raise GradingError if it is not such
    a call with literals as arguments.
    """
    name, _, rest = call.partition("(")
    source = rest.removesuffix(")")
    try:
        tree = ast.parse(call, mode="eval").body
        arguments = literal(f"[{source}]")
    except (SyntaxError, ValueError) as error:
        raise GradingError(f"calls: {call!r}: {error}") from error
    if name != function or not isinstance(tree, ast.Call) or tree.keywords:
        raise GradingError(f"calls: {call!r}; expected a call of {function}")
    if not isinstance(arguments, list):
        raise GradingError(f"calls: {call!r}; expected literals")
    return Expected(called(elimination, function, source), "value", call=call)


def expected(function: str, name: str, data: bytes) -> Expected:
    """Return the reference's result of ``function`` for the array in ``data``.

    ``name`` is the file name of the input. Raise GradingError if ``data`` is not a list
    of lists, or if ``function`` does not take an array.
    """
    if function not in OF_A_FILE:
        files = ", ".join(OF_A_FILE)
        raise GradingError(f"{function} takes calls; inputs are for {files}")
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
