"""``call``: one function of the hand-out, as a marker would try it."""

import os
from argparse import Namespace
from collections.abc import Iterator

from adt import console
from adt.stack import ArrayStack, Stack
from adt.vector import Vector, vector_of
from pseudoku import handout
from pseudoku.errors import PseudokuError
from pseudoku.grids import read_grids
from pseudoku.tasks import Puzzle, Row

EXPECTED = {
    "row": "a row such as 2413",
    "puzzle": "a puzzle such as 4132/3241/1324/2413, or a file",
    "stack": "a stack such as 1234, top first, or '' for an empty one",
}


def arguments(parser: console.Parser) -> None:
    parser.add_argument("function", help="any spelling of the hand-out, in any case")
    parser.add_argument(
        "values",
        nargs="*",
        metavar="ARG",
        help="; ".join(["a number", *EXPECTED.values()]),
    )


def run(arguments: Namespace) -> int:
    name = handout_name(arguments.function)
    function = getattr(handout, name)
    code = function.__code__
    parameters: list[str] = list(code.co_varnames[: code.co_argcount])
    words: list[str] = list(arguments.values)
    if parameters[0] == "row" and len(words) == len(parameters) + 3:
        words[:4] = [" ".join(words[:4])]  # 2 4 1 3 is one row
    if len(words) != len(parameters):
        usage = f"{name}({', '.join(parameters)})"
        raise PseudokuError(f"{len(words)} arguments, expected {usage}")
    for line in lines(function(*map(value, parameters, words))):
        print(line)
    return console.YES


def handout_name(spelling: str) -> str:
    """The name in `handout` that ``spelling`` means, whatever its case and its _."""
    names = {name.lower(): name for name in handout.__all__}
    plain = spelling.replace("_", "").lower()
    if plain not in names:
        hint = console.nearest(plain, handout.__all__)
        raise PseudokuError(f"no function {spelling!r} in the hand-out{hint}")
    return names[plain]


def value(parameter: str, word: str) -> int | Row | Puzzle | Stack[int]:
    """The argument for ``parameter`` that ``word`` spells."""
    if parameter == "puzzle":
        return puzzle_of(word)
    if parameter == "row":
        return vector_of(*numbers(parameter, word))
    if parameter == "stack":
        stack: Stack[int] = ArrayStack()
        for element in reversed(numbers(parameter, word)):
            stack.push(element)
        return stack
    try:
        return int(word)
    except ValueError:
        raise PseudokuError(f"{word!r}, expected a number for {parameter}") from None


def numbers(parameter: str, word: str) -> list[int]:
    """The numbers in ``2413``, ``2,4,1,3``, ``2 4 1 3`` or ``[2, 4, 1, 3]``."""
    spaced = word.strip("[]").replace(",", " ")
    marks = spaced.split() if " " in spaced else list(spaced)
    try:
        return [int(mark) for mark in marks]
    except ValueError:
        raise PseudokuError(f"{word!r}, expected {EXPECTED[parameter]}") from None


def puzzle_of(word: str) -> Puzzle:
    rows = word.split("/")
    if len(rows) == 4 and not os.path.exists(word):
        return vector_of(*[vector_of(*numbers("puzzle", row)) for row in rows])
    grid = next(read_grids(word))
    return vector_of(*[vector_of(*row) for row in grid])


def lines(result: object) -> Iterator[str]:
    """``result`` as the module would write it, a vector of vectors on many lines."""
    if isinstance(result, bool):
        yield "TRUE" if result else "FALSE"
    elif isinstance(result, Stack):
        yield "stack, top first: " + (" ".join(elements(result)) or "empty")
    elif isinstance(result, Vector):
        for element in result if isinstance(result[1], Vector) else [result]:
            yield " ".join(map(str, element))


def elements(stack: Stack[int]) -> Iterator[str]:
    while not stack.empty():
        yield str(stack.top())
        stack.pop()
