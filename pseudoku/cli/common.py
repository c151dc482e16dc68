"""Options, notes and errors shared by the commands that read pseudocode."""

from argparse import Namespace
from collections.abc import Callable, Iterable
from json import dumps

from _courseware.terminal import console, messages, options
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import PseudocodeError, Remark, RunError, RunLimitError
from pseudocode.running.machine import Store
from pseudoku.reference import parse

MAX_PROGRAM_BYTES = 2**20
MAX_REMARKS_PRINTED = 20
MAX_STEPS_OPTION = 10**9
MAX_JSON_CHARACTERS = 2_000_000  # characters


def file_argument(parser: options.Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a program; - for standard input")
    options.options(parser, "output", "quiet")


def mode_arguments(parser: options.Parser) -> None:
    """Add ``--store`` and ``--base``, which say how vectors work, to ``parser``."""
    parser.add_argument(
        "--store",
        choices=("copy", "share"),
        default="copy",
        help="how a vector is stored in an element (default: copy)",
    )
    parser.add_argument(
        "--base",
        type=options.integer_argument,
        choices=(1, 0),
        default=1,
        help="the first position of a vector (default: 1)",
    )


def hints_argument(parser: options.Parser) -> None:
    """Add ``--hints``, the level of the hints from 0 to 3, to ``parser``."""
    parser.add_argument(
        "--hints",
        type=options.integer_in_range(0, 3),
        default=1,
        metavar="N",
        help="say how one change would make a wrong answer right: 1 names its line "
        "(default), 2 also what is changed there, 3 also how; 0 looks for none",
    )


def steps_argument(parser: options.Parser) -> None:
    """Add ``--steps`` to ``parser``, and the meaning of exit status 3 to its help."""
    parser.limit_meaning = "a limit on steps, memory or output was reached"
    parser.add_argument(
        "--steps",
        type=options.integer_in_range(1, MAX_STEPS_OPTION),
        default=1_000_000,
        metavar="N",
        help="stop after N steps (default: 1,000,000)",
    )


def parse_file(path: str, quiet: bool = False) -> Parsed:
    """Parse the program in the file at ``path``; ``-`` is standard input.

    ``quiet`` suppresses notes. Raise CommandError if the file cannot be read, or has
    more than MAX_PROGRAM_BYTES.
    """
    document = console.read_document(path, MAX_PROGRAM_BYTES, quiet)
    name = messages.display_name(path)
    text, _, left_out, pages = document
    return parse(text, name, left_out=left_out, pages=pages)


def note_skipped_text(parsed: Parsed, quiet: bool) -> None:
    if left_out := parsed.skipped_summary():
        console.note(f"{parsed.source.name}: note: {left_out}", quiet)


def note_modes(base: int, store: Store, quiet: bool) -> None:
    """Print notes for the options ``--base 0`` and ``--store share``, if used."""
    if base == 0:
        console.note("note: positions count from 0 (--base 0)", quiet)
    if store == "share":
        mode = "storing a vector in an element shares it (--store share)"
        console.note(f"note: {mode}", quiet)


def print_remarks(remarks: Iterable[Remark], quiet: bool) -> None:
    """Print at most MAX_REMARKS_PRINTED of ``remarks`` as notes, unless ``quiet``."""
    for remark in list(remarks)[:MAX_REMARKS_PRINTED]:
        place = messages.located_message(remark.name, remark.line, remark.column, "")
        console.note(f"{place}note: {remark.message}", quiet)


def print_json(data: dict[str, object], what: str) -> None:
    """Print ``data`` as JSON. Raise CommandError beyond MAX_JSON_CHARACTERS."""
    text = dumps(data)
    if len(text) > MAX_JSON_CHARACTERS:
        message = f"the {what} has more than {MAX_JSON_CHARACTERS:,} characters"
        raise messages.CommandError(message, messages.LIMIT)
    print(text)


def report_errors(run: Callable[[Namespace], int]) -> Callable[[Namespace], int]:
    """Decorate the function ``run`` of a command to print each error in a program.

    The exit status is then LIMIT if a run reached a limit, NO for another error of a
    run, and BAD for text that could not be parsed.
    """

    def run_and_report(arguments: Namespace) -> int:
        try:
            return run(arguments)
        except PseudocodeError as error:
            remarks = error.remarks
            lines = [*map(str, remarks[:MAX_REMARKS_PRINTED])]
            if len(remarks) > MAX_REMARKS_PRINTED:
                lines.append(f"and {len(remarks) - MAX_REMARKS_PRINTED} more")
            for line in lines:
                console.note(f"{arguments.command}: error: {line}")
            if isinstance(error, RunLimitError):
                return messages.LIMIT
            return messages.NO if isinstance(error, RunError) else messages.BAD

    return run_and_report
