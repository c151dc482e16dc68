"""``call``: one function of the hand-out, as a marker would try it."""

from argparse import Namespace
from collections.abc import Iterator

from adt import _console as console
from adt.stack import ArrayStack, Stack
from adt.vector import Vector, vector_of
from pseudoku import handout
from pseudoku.errors import PseudokuError
from pseudoku.grids import numbers, one_grid, plural
from pseudoku.tasks import Puzzle, Row

EXPECTED = {
    "row": "a row such as 2413",
    "puzzle": "a puzzle such as 4132/3241/1324/2413, or a file",
    "stack": "a stack such as 1234, top first, or '' for an empty one",
}


RANGES = {name: range(0, 4) for name in "pxyz"} | {"j": range(1, 5)}


def arguments(parser: console.Parser) -> None:
    parser.add_argument("function", help=f"{', '.join(handout.__all__)}, in any case")
    parser.add_argument(
        "values",
        nargs="*",
        default=[],
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
        found = plural(len(words), "argument")
        raise PseudokuError(f"{found}, expected {name}({', '.join(parameters)})")
    for line in lines(function(*map(value, parameters, words))):
        print(line)
    return console.YES


def handout_name(spelling: str) -> str:
    """The name in `handout` that ``spelling`` means, whatever its case and its _."""
    names = {name.lower(): name for name in handout.__all__}
    plain = spelling.replace("_", "").lower()
    if plain not in names:
        hint = console.nearest(plain, handout.__all__)
        hint = hint or f", expected one of {', '.join(handout.__all__)}"
        raise PseudokuError(f"no function {spelling!r} in the hand-out{hint}")
    return names[plain]


def value(parameter: str, word: str) -> int | Row | Puzzle | Stack[int]:
    """The argument for ``parameter`` that ``word`` spells."""
    if parameter == "puzzle":
        return vector_of(*[vector_of(*row) for row in one_grid(word)])
    if parameter == "row":
        row = numbers(word, EXPECTED["row"])
        if len(row) != 4:
            raise PseudokuError(f"{word!r}, expected {EXPECTED['row']}")
        return vector_of(*row)
    if parameter == "stack":
        stack: Stack[int] = ArrayStack()
        for element in reversed(numbers(word, EXPECTED["stack"])):
            stack.push(element)
        return stack
    return integer(parameter, word)


def integer(parameter: str, word: str) -> int:
    """The number for ``parameter``, where the hand-out allows it."""
    allowed = RANGES.get(parameter)
    try:
        number = int(word)
    except ValueError:
        number = None
    if number is None or (allowed and number not in allowed):
        between = f" from {allowed[0]} to {allowed[-1]}" if allowed else ""
        raise PseudokuError(f"{word!r}, expected a number for {parameter}{between}")
    return number


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
