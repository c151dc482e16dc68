"""``run``: run a program in the course's pseudocode."""

from argparse import Namespace
from collections.abc import Iterator

from _courseware.terminal import console, messages, options
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.machine import Log
from pseudocode.running.runner import Runner
from pseudocode.running.values import UNSET, Absent, Value, format_value, to_json
from pseudoku.cli import common
from pseudoku.cli.arguments import VALUE_HELP, format_for_print
from pseudoku.cli.program import RunRequest, missing_functions, options_in, prepare_run
from pseudoku.reference import HANDOUT

MAX_PRINTED_CHARACTERS = 10_000  # characters


def arguments(parser: options.Parser) -> None:
    common.file_argument(parser)
    parser.add_argument(
        "--call",
        metavar="CALL",
        help='the call to make, such as "MakeSolution(2413)". An argument is '
        f"{VALUE_HELP}",
    )
    parser.add_argument(
        "--strict", action="store_true", help="treat notes and warnings as errors"
    )
    common.mode_arguments(parser)
    common.steps_argument(parser)
    options.options(parser, "json")


@common.report_errors
def run(arguments: Namespace) -> int:
    program = prepare_run(arguments.file, options_in(arguments))
    _note_reference_functions(program)
    log = Log() if arguments.json else None
    runner = Runner(arguments.store, arguments.strict, arguments.steps, log)
    try:
        results = program.run(runner)
    finally:
        common.print_remarks(runner.machine.warnings, arguments.quiet)
    for line in _result_lines(program, results):
        if not arguments.json:
            print(line)
    if log is not None:
        notes = program.parsed.notes + runner.machine.warnings
        data: dict[str, object] = {
            "results": {name: to_json(value) for name, value in results.items()},
            "notes": [remark.to_dict() for remark in notes],
            "events": [event.data() for event in log.events],
        }
        common.print_json(data, "log")
    return messages.YES


def _note_reference_functions(program: RunRequest) -> None:
    """Print a note for each function that ``program`` takes from the reference."""
    file = program.parsed.source.name
    missing = missing_functions(program.parsed.program)
    for name in HANDOUT.functions:
        if name_key(name) in missing:
            said = f"{file} has no function {name}; using the reference's"
            console.note(f"note: {said}", program.options.quiet)


def _result_lines(
    program: RunRequest, results: dict[str, Value | Absent]
) -> Iterator[str]:
    """Yield the result of the call, or the values of the variables.

    Raise CommandError if they have more than MAX_PRINTED_CHARACTERS characters.
    """
    free = MAX_PRINTED_CHARACTERS
    for name, value in results.items():
        if value is UNSET:
            continue
        if program.call:
            text = format_for_print(value, free)
        else:
            text = (f"{name} = " if name else "") + format_value(value, free)
        yield text if len(text) <= free else f"{text[:free]}..."
        free -= len(text)
        if free < 0:
            most = f"{MAX_PRINTED_CHARACTERS:,} characters"
            raise messages.CommandError(
                f"the results have more than {most}", messages.LIMIT
            )
    content = program.parsed.program
    if not program.call and not content.statements:
        names = ", ".join(function.name for function in content.functions)
        defined = f"defines {names}; use --call to run a function"
        yield defined if names else "nothing to run: no statements and no functions"
