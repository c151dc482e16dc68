"""``call``: call one function of the hand-out."""

from argparse import Namespace

from _courseware.terminal import console, messages, options
from pseudoku import handout
from pseudoku.cli.arguments import (
    VALUE_HELP,
    Kind,
    check_argument_count,
    format_for_print,
    handout_kinds,
    handout_parameters,
    integers_in,
    parse_value_of_kind,
)
from pseudoku.errors import PseudokuError
from pseudoku.pseudocode.reading.vocabulary import name_key
from pseudoku.pseudocode.running.values import Value, to_json

PARAMETER_RANGES = {name: range(0, 4) for name in "pxyz"} | {"j": range(1, 5)}


def arguments(parser: options.Parser) -> None:
    names = ", ".join(handout.__all__)
    parser.add_argument(
        "function", metavar="FUNCTION", help=f"{names} (case is ignored)"
    )
    parser.add_argument("values", nargs="*", default=[], metavar="ARG", help=VALUE_HELP)
    options.options(parser, "output", "json")


def run(arguments: Namespace) -> int:
    name = handout_name(arguments.function)
    function = getattr(handout, name)
    check_argument_count(name, arguments.values)
    parameters = handout_parameters(name), handout_kinds(name)
    result = function(*map(parse_argument, *parameters, arguments.values))
    if arguments.json:
        console.print_json({"result": to_json(result)})
    else:
        print(format_for_print(result))
    return messages.YES


def handout_name(spelling: str) -> str:
    """Return the hand-out's spelling of a function name.

    Case and underscores are ignored. Raise PseudokuError if the hand-out has no such
    function.
    """
    names = {name_key(name): name for name in handout.__all__}
    if name_key(spelling) not in names:
        hint = messages.suggestion(name_key(spelling), handout.__all__)
        hint = hint or f"; expected one of {', '.join(handout.__all__)}"
        unknown = f"no function {messages.quoted(spelling)} in the hand-out"
        raise PseudokuError(unknown + hint)
    return names[name_key(spelling)]


def parse_argument(name: str, kind: Kind, word: str) -> Value:
    """Parse ``word`` as the value of the parameter ``name``, of the type ``kind``.

    Raise PseudokuError if the task does not allow the value.
    """
    value = parse_value_of_kind(word, kind)
    allowed = PARAMETER_RANGES.get(name)
    expected = ""
    if allowed and value not in allowed:
        expected = f"a number from {allowed[0]} to {allowed[-1]} for {name}"
    elif kind == "row" and len(integers_in(value)) != 4:
        expected = "four numbers, such as 2413"
    if expected:
        raise PseudokuError(f"argument {messages.quoted(word)}; expected {expected}")
    return value
