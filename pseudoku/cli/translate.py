"""``translate``: translate pseudocode into Python, or into the module's notation."""

import sys
from argparse import Namespace

from _courseware import console
from pseudoku.cli import options
from pseudoku.pseudocode.reading.notation import written
from pseudoku.pseudocode.reading.source import PseudocodeError
from pseudoku.pseudocode.translating.translate import translate


def arguments(parser: console.Parser) -> None:
    parser.result = "python"
    options.file_argument(parser)
    options.mode_arguments(parser)
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--python", action="store_true", help="write Python that uses adt (default)"
    )
    which.add_argument(
        "--pseudocode", action="store_true", help="write the module's notation, tidied"
    )


def run(arguments: Namespace) -> int:
    parsed = options.parsed_file(arguments.file, arguments.quiet)
    options.tell(parsed.slips, arguments.quiet)
    try:
        options.tell_left_out(parsed, arguments.quiet)
        parsed = parsed.for_calls([])
        if arguments.pseudocode:
            text = "".join(written(parsed.checked()))
        else:
            text = translate(parsed, arguments.base, arguments.store)
            options.tell_modes(arguments)
    except PseudocodeError as error:
        return options.refuse(arguments.command, error)
    sys.stdout.write(console.printable(text))
    return console.YES
