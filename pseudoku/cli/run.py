"""``run``: run a program in the course's pseudocode."""

from argparse import Namespace
from json import dumps

from _courseware.terminal import console, messages, options
from pseudoku.cli import common
from pseudoku.cli.arguments import VALUE_HELP, format_for_print, split_call
from pseudoku.cli.program import load, read_call, reference_functions_used
from pseudoku.pseudocode.reading.parser import Parsed
from pseudoku.pseudocode.reading.source import PseudocodeError
from pseudoku.pseudocode.running.machine import Log
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import (
    UNSET,
    Absent,
    Value,
    format_value,
    to_json,
)

Results = dict[str, Value | Absent]

MAX_PRINTED_CHARACTERS = 10_000  # characters


def arguments(parser: options.Parser) -> None:
    common.file_argument(parser)
    parser.add_argument(
        "--call",
        action="append",
        default=[],
        metavar="CALL",
        help='a call to make, such as "MakeSolution(2413)"; repeat it for several '
        f"calls. An argument is {VALUE_HELP}",
    )
    parser.add_argument(
        "--strict", action="store_true", help="treat notes and warnings as errors"
    )
    common.mode_arguments(parser)
    common.steps_argument(parser)
    options.options(parser, "json")


def run(arguments: Namespace) -> int:
    parsed = common.parsed_file(arguments.file, arguments.quiet)
    if not arguments.strict:  # else they are errors
        common.print_remarks(parsed.notes, arguments.quiet)
    try:
        if arguments.strict:
            parsed.valid_program(strict=True)
        common.note_skipped_text(parsed, arguments.quiet)
        parsed = parsed.restricted_to([split_call(text)[0] for text in arguments.call])
        common.note_modes(arguments)
        return execute(parsed, arguments)
    except PseudocodeError as error:
        return common.print_errors(arguments.command, error)


def execute(parsed: Parsed, arguments: Namespace) -> int:
    """Run the program's statements, then the calls; print the results or JSON.

    Return the exit status. Raise RunError if the run fails, and CommandError if the
    output is too long.
    """
    log = Log() if arguments.json else None
    runner = make_runner(parsed, arguments, log)
    screen = LimitedOutput(silent=arguments.json)
    try:
        results = run_and_print(parsed, runner, arguments, screen)
    finally:
        common.print_remarks(runner.machine.warnings, arguments.quiet)
    if log is not None:
        text = run_json(parsed, runner, log, results)
        if len(text) > common.MAX_JSON_CHARACTERS:
            message = f"the log has more than {common.MAX_JSON_CHARACTERS:,} characters"
            raise messages.CommandError(message, messages.LIMIT)
        print(text)
    elif not arguments.call and not parsed.program.statements:
        names = ", ".join(function.name for function in parsed.program.functions)
        defined = f"defines {names}; use --call to run a function"
        nothing = "nothing to run: no statements and no functions"
        screen.print(defined if names else nothing)
    return messages.YES


class LimitedOutput:
    """Prints results, at most MAX_PRINTED_CHARACTERS characters in all.

    If ``silent``, characters are counted but not printed. `print` raises CommandError
    when there are too many.
    """

    def __init__(self, silent: bool) -> None:
        self.left = MAX_PRINTED_CHARACTERS
        self.silent = silent

    def print(self, text: str) -> None:
        if not self.silent:
            print(text if len(text) <= self.left else f"{text[: self.left]}...")
        self.left -= len(text)
        if self.left < 0:
            message = (
                f"the results have more than {MAX_PRINTED_CHARACTERS:,} characters"
            )
            raise messages.CommandError(message, messages.LIMIT)


def run_and_print(
    parsed: Parsed, runner: Runner, arguments: Namespace, screen: LimitedOutput
) -> Results:
    """Run the statements and the calls, and print their results.

    Return the values of variables, by name, and of calls, by their text. Variables are
    printed only if there are no calls.
    """
    calls = [read_call(parsed, text) for text in arguments.call]
    results: Results = {}
    if parsed.program.statements:
        results |= runner.run(parsed.program, parsed.source, arguments.base)
    for name, value in results.items():
        if value is not UNSET and (arguments.json or not calls):
            screen.print(
                (f"{name} = " if name else "") + format_value(value, screen.left)
            )
    for call in calls:
        results[call.text] = runner.call(call.name, call.values)
        screen.print(format_for_print(results[call.text], screen.left))
    return results


def make_runner(parsed: Parsed, arguments: Namespace, log: Log | None) -> Runner:
    """Return a runner with the program and the reference functions that it lacks.

    Print a note on each reference function that the program calls. Events of the run
    are recorded in ``log``, unless it is None.
    """
    runner = Runner(arguments.store, arguments.strict, arguments.steps, log)
    called = [split_call(text)[0] for text in arguments.call]
    load(runner, parsed, arguments.base, called)
    for name in reference_functions_used(parsed.program):
        missing = f"{arguments.file} has no function {name}; using the reference's"
        console.note(f"note: {missing}", arguments.quiet)
    return runner


def run_json(parsed: Parsed, runner: Runner, log: Log, results: Results) -> str:
    notes = [remark.as_dict() for remark in parsed.notes + runner.machine.warnings]
    values = {name: to_json(value) for name, value in results.items()}
    events = [event.data() for event in log.events]
    return dumps({"results": values, "notes": notes, "events": events})
