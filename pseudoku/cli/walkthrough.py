"""``walkthrough``: write a page that shows a run step by step."""

import os
import sys
from argparse import Namespace

from _courseware.terminal import messages, options
from pseudocode.tracing.page import walkthrough
from pseudoku.cli import common
from pseudoku.cli.program import Program, options_in, read_program
from pseudoku.cli.trace import (
    call_arguments,
    executed_functions,
    exit_status,
    trace_json,
)
from pseudoku.errors import PseudokuError

MAX_PAGE_CHARACTERS = 1_000_000  # of different steps on a page


def arguments(parser: options.Parser) -> None:
    call_arguments(parser)
    common.mode_arguments(parser)
    common.steps_argument(parser)
    options.options(parser, "output", "quiet")
    parser.set_defaults(endings=(".html",))


@common.report_errors
def run(arguments: Namespace) -> int:
    program = read_program([arguments.what, *arguments.values], options_in(arguments))
    record = program.film(MAX_PAGE_CHARACTERS)
    if not record.total and not record.error:
        raise PseudokuError("no steps to show; add --call 'NAME(ARG, ...)'")
    difference = program.difference(record, arguments.hints)
    if record.total:
        data = trace_json(program, record, difference)
        functions = executed_functions(program, record)
        text = walkthrough(page_title(program), record, data, functions)
        sys.stdout.write(messages.printable(text))
    if record.error:
        raise record.error
    return exit_status(difference)


def page_title(program: Program) -> str:
    title = program.call.text if program.call else "The program"
    if not program.is_reference:
        title += f" in {os.path.basename(program.parsed.source.name)}"
    return f"{title}, step by step"
