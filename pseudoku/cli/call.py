"""``call``: call one function of the hand-out."""

from argparse import Namespace

from _courseware.terminal import console, messages, options
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.values import to_json
from pseudoku import handout
from pseudoku.cli.arguments import (
    FUNCTION_NAMES,
    VALUE_HELP,
    format_for_print,
    handout_values,
)
from pseudoku.errors import PseudokuError


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
    result = function(*handout_values(name, arguments.values))
    if arguments.json:
        console.print_json({"result": to_json(result)})
    else:
        print(format_for_print(result))
    return messages.YES


def handout_name(spelling: str) -> str:
    """Return the hand-out's spelling of a name. Raise PseudokuError if unknown."""
    if name_key(spelling) not in FUNCTION_NAMES:
        hint = messages.suggestion(name_key(spelling), handout.__all__)
        hint = hint or f"; expected one of {', '.join(handout.__all__)}"
        unknown = f"no function {messages.quote_text(spelling)} in the hand-out"
        raise PseudokuError(unknown + hint)
    return FUNCTION_NAMES[name_key(spelling)]
