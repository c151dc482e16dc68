"""``run``: run a program in the course's pseudocode."""

from argparse import Namespace

from _courseware.terminal import console, messages, options
from pseudocode.reading.source import PseudocodeError
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.machine import Log
from pseudocode.running.runner import Runner
from pseudocode.running.values import UNSET, Absent, Value, format_value, to_json
from pseudoku.cli import common
from pseudoku.cli.arguments import VALUE_HELP, format_for_print
from pseudoku.cli.program import Program, missing_functions, usable_program
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


def run(arguments: Namespace) -> int:
    base, store, steps = arguments.base, arguments.store, arguments.steps
    log = Log() if arguments.json else None
    try:
        parsed = common.parsed_file(arguments.file, arguments.quiet)
        if arguments.strict:
            parsed.valid_program(strict=True)
        text: str = arguments.call or ""
        parsed, call = usable_program(parsed, text, arguments)
        program = Program(parsed, call, base, store, steps)
        note_reference_functions(program, arguments.quiet)
        runner = Runner(store, arguments.strict, steps, log)
        try:
            results = program.run(runner)
        finally:
            common.print_remarks(runner.machine.warnings, arguments.quiet)
        print_results(program, results, quiet=arguments.json)
        if log is not None:
            notes = parsed.notes + runner.machine.warnings
            data: dict[str, object] = {
                "results": {name: to_json(value) for name, value in results.items()},
                "notes": [remark.as_dict() for remark in notes],
                "events": [event.data() for event in log.events],
            }
            common.print_json(data, "log")
    except PseudocodeError as error:
        return common.print_errors(arguments.command, error)
    return messages.YES


def note_reference_functions(program: Program, quiet: bool) -> None:
    file = program.parsed.source.name
    missing = missing_functions(program.parsed.program)
    for name in HANDOUT.functions:
        if name_key(name) in missing:
            said = f"{file} has no function {name}; using the reference's"
            console.note(f"note: {said}", quiet)


def print_results(
    program: Program, results: dict[str, Value | Absent], quiet: bool
) -> None:
    """Print the result of the call, or the values of the variables.

    Raise CommandError if they have more than MAX_PRINTED_CHARACTERS characters, even if
    nothing is printed because of ``quiet``.
    """
    left = MAX_PRINTED_CHARACTERS
    for name, value in results.items():
        if value is UNSET:
            continue
        if program.call:
            text = format_for_print(value, left)
        else:
            text = (f"{name} = " if name else "") + format_value(value, left)
        if not quiet:
            print(text if len(text) <= left else f"{text[:left]}...")
        left -= len(text)
        if left < 0:
            most = f"{MAX_PRINTED_CHARACTERS:,} characters"
            raise messages.CommandError(
                f"the results have more than {most}", messages.LIMIT
            )
    if not quiet and not program.call and not program.parsed.program.statements:
        names = ", ".join(
            function.name for function in program.parsed.program.functions
        )
        defined = f"defines {names}; use --call to run a function"
        print(defined if names else "nothing to run: no statements and no functions")
