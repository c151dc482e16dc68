"""``walkthrough``: write a page that shows a run step by step."""

from argparse import Namespace

from _courseware.terminal import options
from pseudoku.cli import common
from pseudoku.cli.program import options_in, read_program
from pseudoku.cli.trace import call_arguments, write_page


def arguments(parser: options.Parser) -> None:
    call_arguments(parser)
    common.mode_arguments(parser)
    common.steps_argument(parser)
    options.options(parser, "output", "quiet")
    parser.set_defaults(endings=(".html",))


@common.report_errors
def run(arguments: Namespace) -> int:
    program = read_program([arguments.what, *arguments.values], options_in(arguments))
    return write_page(program, arguments.hints)
