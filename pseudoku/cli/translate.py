"""``translate``: translate pseudocode into Python, or into the course's notation."""

import sys
from argparse import Namespace

from _courseware.terminal import messages, options
from pseudocode.reading import syntax
from pseudocode.reading.notation import program_lines
from pseudocode.reading.parser import Parsed
from pseudocode.running.machine import Store
from pseudocode.translating import translate as translating
from pseudoku.cli import common
from pseudoku.cli.program import options_in, prepare_run
from pseudoku.reference import HANDOUT, reference


def arguments(parser: options.Parser) -> None:
    common.file_argument(parser)
    common.mode_arguments(parser)
    parser.add_argument(
        "--pseudocode",
        action="store_true",
        help="write the module's notation, tidied, instead of Python",
    )


@common.report_errors
def run(arguments: Namespace) -> int:
    parsed = prepare_run(arguments.file, options_in(arguments)).parsed
    if arguments.pseudocode:
        text = "".join(program_lines(parsed.valid_program()))
    else:
        text = translate(parsed, arguments.base, arguments.store)
    sys.stdout.write(messages.printable(text))
    return messages.YES


def translate(parsed: Parsed, base: int = 1, store: Store = "copy") -> str:
    """Translate a program, which may call the reference's functions, into Python."""
    names = [function.name for function in parsed.program.functions]
    names += [call.name for call in syntax.walk_calls(parsed.program)]
    library = reference() if any(map(HANDOUT.has, names)) else None
    return translating.translate(parsed, base, store, library)
