"""``explain RUBRIC``: print a rubric in words."""

from argparse import Namespace

from _courseware.terminal import messages, options
from marking import rubric
from marking.report.text import rubric_lines
from marking.tests import all_tests


def arguments(parser: options.Parser) -> None:
    rubric_argument(parser)


def rubric_argument(parser: options.Parser) -> None:
    names = ", ".join(rubric.rubric_names())
    parser.add_argument("rubric", metavar="RUBRIC", help=f"{names}, or a TOML file")


def run(arguments: Namespace) -> int:
    read = rubric.read_rubric(arguments.rubric)
    all_tests(read)
    print("\n".join(rubric_lines(read)))
    return messages.YES
