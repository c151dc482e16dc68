"""``compare EXPECTED ACTUAL``: the first place where two outputs differ."""

from argparse import Namespace

from _courseware.terminal import console, messages, options
from sudoku.difference import (
    Difference,
    first_difference,
    legend,
    place_text,
    three_line_view,
)


def arguments(parser: options.Parser) -> None:
    parser.add_argument(
        "expected",
        metavar="EXPECTED",
        help="a file of up to 32 MiB with the expected output; - is standard input",
    )
    parser.add_argument(
        "actual", metavar="ACTUAL", help="a file with the output to check, or -"
    )
    options.options(parser, "output", "json")


def run(arguments: Namespace) -> int:
    paths = (arguments.expected, arguments.actual)
    if paths == ("-", "-"):
        raise messages.CommandError("only one of the files can be standard input")
    difference = first_difference(*map(console.read_whole, paths))
    if arguments.json:
        console.print_json(_difference_json(difference))
        return messages.NO if difference else messages.YES
    names = " and ".join(map(messages.display_name, paths))
    if difference is None:
        print(f"{names} are the same")
        return messages.YES
    print(f"{names} first differ at {place_text(difference)}")
    print(three_line_view(difference))
    if signs := legend(difference):
        print(signs)
    if difference.invisible_kinds:
        print(
            f"apart from {' and '.join(difference.invisible_kinds)}, they are the same"
        )
    return messages.NO


def _difference_json(difference: Difference | None) -> dict[str, object]:
    """Return ``difference`` as a dictionary for JSON, or ``{"same": True}`` for None.

    Otherwise "same" is False, and "line", "column", "place", "expected", "actual" and
    "only_in" describe the difference.
    """
    if difference is None:
        return {"same": True}
    return {
        "same": False,
        "line": difference.line,
        "column": difference.column,
        "place": place_text(difference),
        "expected": difference.common_prefix + difference.expected,
        "actual": difference.common_prefix + difference.actual,
        "only_in": difference.invisible_kinds,
    }
