"""``translate``: translate pseudocode into Python, or into the course's notation."""

import sys
from argparse import Namespace

from _courseware.terminal import messages, options
from pseudoku.cli import common
from pseudoku.cli.program import usable_program
from pseudoku.pseudocode.reading.notation import program_lines
from pseudoku.pseudocode.reading.source import PseudocodeError
from pseudoku.pseudocode.translating.translate import translate


def arguments(parser: options.Parser) -> None:
    common.file_argument(parser)
    common.mode_arguments(parser)
    parser.add_argument(
        "--pseudocode",
        action="store_true",
        help="write the module's notation, tidied, instead of Python",
    )


def run(arguments: Namespace) -> int:
    parsed = common.parsed_file(arguments.file, arguments.quiet)
    try:
        parsed, _ = usable_program(parsed, "", arguments)
        if arguments.pseudocode:
            text = "".join(program_lines(parsed.valid_program()))
        else:
            text = translate(parsed, arguments.base, arguments.store)
    except PseudocodeError as error:
        return common.print_errors(arguments.command, error)
    sys.stdout.write(messages.printable(text))
    return messages.YES
