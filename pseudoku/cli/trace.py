"""``trace``: show a run step by step."""

import os
import sys
from argparse import Namespace
from typing import NamedTuple

from _courseware.terminal import console, messages, options
from pseudocode.reading.source import PseudocodeError, RunLimitError
from pseudocode.tracing.comparison import Difference, run_summary
from pseudocode.tracing.record import RunRecord
from pseudocode.tracing.rounds import Round, collect_rounds, is_search, record_json
from pseudocode.tracing.step_writer import Emphasis, Form, Listing, StepWriter, listings
from pseudoku.cli import common
from pseudoku.cli.arguments import VALUE_HELP
from pseudoku.cli.program import Program, read_program
from pseudoku.errors import PseudokuError
from pseudoku.reference import reference

MAX_PRINTED_BYTES = 80_000  # bytes
MAX_STEPS_BY_DEFAULT = 300  # steps that are shown by default
COLORS = {"current": "1", "changed": "32", "differs": "1;31"}


def arguments(parser: options.Parser) -> None:
    call_arguments(parser)
    step_arguments(parser)
    common.mode_arguments(parser)
    common.steps_argument(parser)
    options.options(parser, "output", "json", "quiet")


def call_arguments(parser: options.Parser) -> None:
    """Add the program, the call, and the options ``--alone`` and ``--hints``."""
    parser.add_argument(
        "what",
        metavar="FUNCTION|FILE",
        help="a function of the hand-out, or a program; - for standard input",
    )
    parser.add_argument(
        "values",
        nargs="*",
        default=[],
        metavar="ARG",
        help=VALUE_HELP,
    )
    parser.add_argument("--call", metavar="CALL", help="the call in FILE to show")
    parser.add_argument(
        "--alone",
        action="store_true",
        help="run the call as judge does: other functions are the reference's",
    )
    common.hints_argument(parser)


def step_arguments(parser: options.Parser) -> None:
    """Add the options that select steps and the form of the output."""
    parser.add_argument(
        "--level",
        choices=("round", "call", "op"),
        help="one step for each round of a loop, which is an attempt of MakeSolution; "
        "for each call; or for each operation and each other line (default: op; for "
        f"more than {MAX_STEPS_BY_DEFAULT} steps: call or round)",
    )
    for option, name, help_line in (
        ("--from", "first", "the first step to show"),
        ("--to", "last", "the last step to show"),
        ("--step", "step", "show only step N"),
    ):
        parser.add_argument(
            option,
            dest=name,
            type=options.integer_argument,
            metavar="N",
            help=help_line,
        )
    forms = parser.add_mutually_exclusive_group()
    for option, help_line in (
        ("--full", "show the whole function, all variables and drawings at each step"),
        ("--words", "describe the structures in words, as for a screen reader"),
    ):
        forms.add_argument(option, action="store_true", help=help_line)


class Selection(NamedTuple):
    """The steps to show, ``first`` to ``last``, and the form in which to show them.

    Steps are numbered from 1 within their ``level``. ``first`` and ``last`` are None if
    their option is missing; ``step`` is the value of ``--step``.
    """

    level: str | None  # None until the number of steps is known
    first: int | None
    last: int | None
    step: int | None  # of --step; then it is the first and the last
    form: Form


def selection(arguments: Namespace) -> Selection:
    """Return the selection that the options describe.

    Raise PseudokuError if two options exclude each other.
    """
    first, last, step = arguments.first, arguments.last, arguments.step
    chosen = (first, last, step) != (None, None, None)
    if step is not None:
        if (first, last) != (None, None):
            raise PseudokuError("--step does not work with --from or --to")
        first = last = step
    if arguments.json and (chosen or arguments.level):
        whole = "--json prints the whole run; it does not work with"
        raise PseudokuError(f"{whole} --from, --to, --step or --level")
    level: str | None = arguments.level
    if level is None and (arguments.json or arguments.full or chosen):
        level = "op"
    form: Form = "full" if arguments.full else "words" if arguments.words else "short"
    return Selection(level, first, last, step, form)


def run(arguments: Namespace) -> int:
    selected = selection(arguments)
    try:
        program = read_program(arguments)
        record = program.record()
        difference = program.difference(record, arguments.hints)
        if arguments.json:
            if isinstance(record.error, RunLimitError):
                raise record.error
            common.print_json(trace_json(program, record, difference), "record")
            note_empty_trace(program, record.total, arguments.quiet)
        else:
            show(program, record, difference, selected, arguments.quiet)
        if record.error is not None:
            raise record.error
    except PseudocodeError as error:
        return common.print_errors(arguments.command, error)
    return exit_status(difference)


def show(
    program: Program,
    record: RunRecord,
    difference: Difference | None,
    selected: Selection,
    quiet: bool,
) -> None:
    """Print the selected steps.

    If the run reached a limit, print the first steps, or raise RunLimitError if none of
    the selected ones was executed. ``quiet`` suppresses notes.
    """
    turns = collect_rounds(record)
    level = selected.level or level_of(record, turns, quiet)
    ends = step_numbers(record, turns, level)
    total = len(ends)
    first, last = selected.first or 1, selected.last
    if isinstance(record.error, RunLimitError):
        if first > total:
            raise record.error
        if last is None and first + MAX_STEPS_BY_DEFAULT <= total:
            last = first + MAX_STEPS_BY_DEFAULT - 1
            message = f"note: these are {MAX_STEPS_BY_DEFAULT} of {total:,} steps"
            console.note(f"{message}; --from and --to choose others", quiet)
    if selected.step is not None:
        options.check_step("--step", selected.step, 1, total)
    options.check_steps(selected.first, last, total)
    painter = StepWriter(listings(program.parts()), total, selected.form)
    rounds_by_end = {turn.end: turn for turn in turns if level == "round"}
    shown = range(first, (last or total) + 1)
    print_steps(painter, record, difference, [0, *ends], rounds_by_end, shown)
    if record.error is None:
        note_empty_trace(program, total, quiet)


def exit_status(difference: Difference | None) -> int:
    """Return NO if the result of a run is known to be wrong, otherwise YES."""
    return messages.NO if difference and not difference.right else messages.YES


def step_numbers(record: RunRecord, turns: list[Round], level: str) -> list[int]:
    """Return the numbers, in the whole run, of the steps that ``level`` shows.

    For "op" these are all steps; for "call", the calls and returns; for "round", the
    last step of each of ``turns``.
    """
    if level == "round":
        return [turn.end for turn in turns]
    if level == "op":
        return [*range(1, record.total + 1)]
    calls = ("CALL", "RETURN")
    return [
        state.number for state in record.step_states() if state.step.operation in calls
    ]


def level_of(record: RunRecord, turns: list[Round], quiet: bool) -> str:
    """Return the most detailed level with at most MAX_STEPS_BY_DEFAULT steps.

    It is "op", "call" or "round"; "op" if none has so few. Unless ``quiet``, print a
    note for a level other than "op".
    """
    fit = (
        level
        for level in ("op", "call", "round")
        if 0 < len(step_numbers(record, turns, level)) <= MAX_STEPS_BY_DEFAULT
    )
    level = next(fit, "op")
    rounds = "attempts" if is_search(record) else "rounds of loops"
    if level != "op":
        shown = "calls and returns" if level == "call" else rounds
        message = f"{record.total:,} steps; these are the {shown}"
        console.note(f"note: {message}; see --level", quiet)
    return level


def note_empty_trace(program: Program, total: int, quiet: bool) -> None:
    """Print a note on why no step was shown, if ``total``, their number, is 0."""
    if total == 0 and program.parsed.program.statements:
        console.note("note: there is no step of this level", quiet)
    elif total == 0 and not program.call:
        reason = "no statements outside the functions; add --call"
        console.note(f"note: {reason} 'NAME(ARG, ...)'", quiet)


def trace_json(
    program: Program, record: RunRecord, difference: Difference | None
) -> dict[str, object]:
    """Return the JSON object of ``trace --json``, which a walkthrough also embeds.

    Its keys are those of `record_json`, "program", "call", "summary", "listings" (the
    functions that ran) and "difference" (None if no result was expected).
    """
    call = program.call
    beginning = {
        "program": program.parsed.source.original,
        "call": call.text if call else "",
    }
    functions = executed_functions(program, record)
    data = {
        "summary": run_summary(record, difference),
        "listings": [listing._asdict() for listing in functions],
        "difference": difference._asdict() if difference else None,
    }
    return beginning | record_json(record) | data


def executed_functions(program: Program, record: RunRecord) -> list[Listing]:
    """Return the functions that ran, with their pseudocode, in order of first line."""
    listing_of_name = listings([reference(), *program.parts()])
    names = [name for name in record.functions if name or not record.called]
    executed = (listing_of_name[name] for name in names if name in listing_of_name)
    return sorted(executed, key=lambda listing: listing.start)


def print_steps(
    painter: StepWriter,
    record: RunRecord,
    difference: Difference | None,
    ends: list[int],
    turns: dict[int, Round],
    shown: range,
) -> None:
    """Print the steps whose number within their level is in ``shown``.

    ``ends`` has the number in the run of each step of the level, after a 0. ``turns``
    maps it to a round of a loop, if rounds are shown. ``difference`` adds its hint and
    a summary at the end. Raise CommandError after MAX_PRINTED_BYTES.
    """
    left, search = MAX_PRINTED_BYTES, is_search(record)
    numbers = {end: number for number, end in enumerate(ends)}
    for step_state in record.step_states():
        number = numbers.get(step_state.number, 0)
        if number not in shown:
            continue
        turn = turns.get(step_state.number)
        round_lines = painter.round_lines(number, turn, search) if turn else None
        lines = [*(round_lines or painter.step_lines(number, step_state))]
        if difference and ends[number - 1] < difference.step <= step_state.number:
            after = f" After the change: {difference.after}." * bool(difference.after)
            lines.append((f"{difference.told}{after}", "differs"))
        if difference and number == len(ends) - 1:
            summary = difference.summary(record.result)
            lines.append((summary, "" if difference.right else "differs"))
        lines += [] if turn else [("", "")]
        text = "".join(f"{colored(*line)}\n" for line in lines)
        size = len(text.encode())
        if size <= left or left == MAX_PRINTED_BYTES:
            print(text.encode()[:left].decode(errors="ignore"), end="")
        left -= size
        if left < 0:
            message = (
                f"stopped after {MAX_PRINTED_BYTES:,} bytes, at step {number:,}; --from"
            )
            raise messages.CommandError(
                f"{message} and --to choose the steps", messages.LIMIT
            )


def colored(line: str, emphasis: Emphasis) -> str:
    """Return ``line`` in printable characters, coloured if the output is a terminal."""
    line = messages.printable(line)
    if not emphasis or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return line
    return f"\x1b[{COLORS[emphasis]}m{line}\x1b[0m"
