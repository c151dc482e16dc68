"""``run``: a program in the module's pseudocode."""

from argparse import Namespace
from typing import TYPE_CHECKING

from adt import _console as console
from pseudoku.cli import programs
from pseudoku.cli.arguments import HELP, printed

if TYPE_CHECKING:
    from pseudoku.pseudocode.reading.parser import Parsed
    from pseudoku.pseudocode.running.events import Log
    from pseudoku.pseudocode.running.runner import Runner
    from pseudoku.pseudocode.running.values import Missing, Value

    Results = dict[str, Value | Missing]


def arguments(parser: console.Parser) -> None:
    programs.file_argument(parser)
    parser.add_argument(
        "--call",
        action="append",
        default=[],
        metavar="CALL",
        help='a call to make, such as "MakeSolution(2413)"; may be given several '
        f"times. An argument is {HELP}",
    )
    parser.add_argument("--strict", action="store_true", help="refuse every slip")
    programs.mode_arguments(parser)
    programs.steps_argument(parser)
    parser.add_argument(
        "--json", action="store_true", help="results, events and notes as JSON"
    )


def run(arguments: Namespace) -> int:
    from pseudoku.pseudocode.reading.source import PseudocodeError

    parsed = programs.read_program(arguments.file)
    if not arguments.strict:  # else they are errors
        programs.tell(parsed.slips, arguments.quiet)
    try:
        parsed.checked(arguments.strict)
        programs.tell_modes(arguments)
        return carry_out(parsed, arguments)
    except PseudocodeError as error:
        return programs.refuse(arguments.command, error)


def carry_out(parsed: "Parsed", arguments: Namespace) -> int:
    """Run the statements of the program, then the calls, and print what comes."""
    from pseudoku.pseudocode.running.events import Log

    log = Log() if arguments.json else None
    runner = loaded(parsed, arguments, log)
    try:
        results = every_result(parsed, runner, arguments)
    finally:
        programs.tell(runner.machine.warnings, arguments.quiet)
    if log is not None:
        print(as_json(parsed, runner, log, results))
    elif not arguments.call:
        print_variables(parsed, results)
    return console.YES


def every_result(parsed: "Parsed", runner: "Runner", arguments: Namespace) -> "Results":
    """The variables of the program and what each call gives, which is printed too."""
    calls = [programs.read_call(parsed, text) for text in arguments.call]
    results: Results = {}
    if parsed.program.statements:
        results |= runner.run(parsed.program, parsed.source, arguments.base)
    for text, (name, values) in zip(arguments.call, calls):
        results[text] = runner.call(name, values)
        if not arguments.json:
            print(printed(results[text]))
    return results


def loaded(parsed: "Parsed", arguments: Namespace, log: "Log | None") -> "Runner":
    """A runner with the program, and the reference's functions that it lacks."""
    from pseudoku.pseudocode.running.runner import Runner

    runner = Runner(arguments.store, arguments.strict, arguments.steps, log)
    programs.load(runner, parsed, arguments)
    for name in programs.stand_ins(parsed.program):
        missing = f"{arguments.file} has no function {name}: the reference's is used"
        console.note(f"note: {missing}", arguments.quiet)
    return runner


def print_variables(parsed: "Parsed", results: "Results") -> None:
    """What the statements outside functions have left in their variables."""
    from pseudoku.pseudocode.running.values import UNSET, show

    for name, value in results.items():
        if value is not UNSET:
            print(f"{name} = {show(value)}" if name else show(value))
    if not parsed.program.statements:
        names = ", ".join(function.name for function in parsed.program.functions)
        remark = f"defines {names}; name a call with --call to run one"
        print(remark if names else "no statement and no function: nothing to run")


def as_json(parsed: "Parsed", runner: "Runner", log: "Log", results: "Results") -> str:
    from json import dumps

    from pseudoku.pseudocode.running.values import plain

    notes = [remark.data() for remark in parsed.slips + runner.machine.warnings]
    values = {name: plain(value) for name, value in results.items()}
    events = [event.data() for event in log.events]
    return dumps({"results": values, "notes": notes, "events": events})
