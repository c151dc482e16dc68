"""``trace``: show a run step by step."""

import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import NamedTuple

from _courseware.terminal import console, messages, options
from pseudocode.reading.source import RunLimitError
from pseudocode.tracing.comparison import ResultDifference, run_summary
from pseudocode.tracing.endless import find_endless
from pseudocode.tracing.page import walkthrough
from pseudocode.tracing.picture import draw_step
from pseudocode.tracing.record import RunRecord, unread_record
from pseudocode.tracing.rounds import Round, collect_rounds, is_search, record_json
from pseudocode.tracing.step_writer import Emphasis, Form, Listing, StepWriter, listings
from pseudoku.cli import common
from pseudoku.cli.arguments import VALUE_HELP
from pseudoku.cli.program import (
    RunRequest,
    UnreadProgramError,
    options_in,
    read_program,
)
from pseudoku.errors import PseudokuError
from pseudoku.reference import reference

MAX_PRINTED_BYTES = 80_000  # bytes
MAX_PAGE_CHARACTERS = 1_000_000  # of different steps on a page
MAX_STEPS_BY_DEFAULT = 300  # steps that are shown by default
MAX_PICTURES = 999  # in a folder
COLORS = {"current": "1", "changed": "32", "differs": "1;31"}


def arguments(parser: options.Parser) -> None:
    call_arguments(parser)
    _step_arguments(parser)
    common.mode_arguments(parser)
    common.steps_argument(parser)
    options.options(parser, "output", "json", "quiet")
    parser.set_defaults(endings=(".svg", ".html", ".json", "/"))


def call_arguments(parser: options.Parser) -> None:
    """Add the program, the call, and the options ``--alone`` and ``--hints``."""
    parser.add_argument(
        "what",
        metavar="FUNCTION|FILE",
        help="a function of the hand-out, or a program; - for standard input",
    )
    parser.add_argument("values", nargs="*", default=[], metavar="ARG", help=VALUE_HELP)
    parser.add_argument("--call", metavar="CALL", help="the call in FILE to show")
    parser.add_argument(
        "--alone",
        action="store_true",
        help="run the call as judge does: other functions are the reference's",
    )
    common.hints_argument(parser)


def _step_arguments(parser: options.Parser) -> None:
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
    for form, help_line in (
        ("full", "show the whole function, all variables and drawings at each step"),
        ("words", "describe the structures in words, as for a screen reader"),
    ):
        forms.add_argument(
            f"--{form}",
            dest="form",
            action="store_const",
            const=form,
            default="short",
            help=help_line,
        )


class Selection(NamedTuple):
    """The steps to show, ``first`` to ``last``, numbered from 1 within their ``level``.

    ``first`` and ``last`` are None if not given, and ``level`` is None until the number
    of steps is known. ``option`` is that of ``first``.
    """

    level: str | None
    first: int | None
    last: int | None
    option: str


def _selection(arguments: Namespace) -> Selection:
    """Return the selection. Raise PseudokuError if two options exclude each other."""
    first = arguments.first
    last = arguments.last
    step = arguments.step
    is_chosen = (first, last, step) != (None, None, None)
    if step is not None and (first, last) != (None, None):
        raise PseudokuError("--step does not work with --from or --to")
    _check_output_options(arguments, is_chosen)
    level = arguments.level
    if level is None and (is_chosen or arguments.form == "full"):
        level = "op"
    if step is not None:
        return Selection(level, step, step, "--step")
    return Selection(level, first, last, "--from")


def _check_output_options(arguments: Namespace, is_chosen: bool) -> None:
    """Raise PseudokuError if an option does not work with the kind of the output.

    ``is_chosen`` is whether options choose steps.
    """
    kind = _output_kind(arguments)
    if kind in (".json", ".html") and (is_chosen or arguments.level):
        output = "--json" if arguments.json else kind
        problem = "it does not work with --from, --to, --step or --level"
        raise PseudokuError(f"{output} has the whole run; {problem}")
    if kind == "/" and arguments.json:
        raise PseudokuError("--json writes a file; a folder gets pictures of the steps")
    if kind == ".svg" and arguments.step is None:
        raise PseudokuError("an SVG shows one step; write --step N")
    option = "level" if arguments.level else arguments.form
    if kind in (".svg", ".html", "/") and option != "short":
        output = "a folder" if kind == "/" else kind
        problem = f"it does not work with {output}"
        raise PseudokuError(f"--{option} is for text; {problem}")


def _output_kind(arguments: Namespace) -> str:
    """Return the ending of the output's name in lower case; ".json" for ``--json``.

    The ending of a folder's name is "/".
    """
    output: str = arguments.output
    if output.endswith("/"):
        return "/"
    return ".json" if arguments.json else os.path.splitext(output)[1].lower()


@common.report_errors
def run(arguments: Namespace) -> int:
    selected = _selection(arguments)
    kind = _output_kind(arguments)
    run_options = options_in(arguments)
    try:
        program = read_program([arguments.what, *arguments.values], run_options)
    except UnreadProgramError as error:
        if kind == ".json":
            program = RunRequest(error.parsed, None, run_options)
            data = _trace_json(program, unread_record(error.remarks), None)
            common.print_json(data, "record")
        raise
    if kind == ".html":
        return write_page(program, arguments.hints)
    record = program.short_record() if kind == ".json" else program.record()
    difference = program.difference(record, arguments.hints)
    if kind == ".json":
        common.print_json(_trace_json(program, record, difference), "record")
        _note_empty_trace(program, record.total, arguments.quiet)
    elif kind in (".svg", "/"):
        numbers = _shown_numbers(record, selected, record.total, arguments.quiet)
        pictures = _step_pictures(program, record, numbers)
        if kind == "/":
            _write_pictures(arguments.output, numbers, pictures)
        else:
            sys.stdout.writelines(pictures)
    else:
        _print_trace(program, record, difference, selected, arguments.form)
    if record.error is not None:
        raise record.error
    return _exit_status(difference)


def _print_trace(
    program: RunRequest,
    record: RunRecord,
    difference: ResultDifference | None,
    selected: Selection,
    form: Form,
) -> None:
    """Print the selected steps as text, and why there is none or no end."""
    quiet = program.options.quiet
    rounds = collect_rounds(record)
    level = selected.level or _level_of(record, rounds, quiet)
    steps = _steps_of_level(record, rounds, level)
    numbers = _shown_numbers(record, selected, len(steps), quiet)
    writer = StepWriter(listings(program.parts()), len(steps), form)
    _print_steps(_step_texts(writer, record, difference, steps, numbers))
    if record.error is None:
        _note_empty_trace(program, len(steps), quiet)
    else:
        endless = find_endless(record, program.parsed)
        if endless:
            console.note(f"note: {endless.text}", quiet)


def write_page(program: RunRequest, level: int) -> int:
    """Print the page of a run, with hints of ``level``. Return the exit status."""
    record = program.short_record(MAX_PAGE_CHARACTERS)
    if not record.total and not record.error:
        raise PseudokuError("no steps to show; add --call 'NAME(ARG, ...)'")
    difference = program.difference(record, level)
    if record.total:
        data = _trace_json(program, record, difference)
        functions = _executed_functions(program, record)
        text = walkthrough(_page_title(program), record, data, functions)
        sys.stdout.write(messages.printable(text))
    if record.error:
        raise record.error
    return _exit_status(difference)


def _page_title(program: RunRequest) -> str:
    title = program.call.text if program.call else "The program"
    if not program.is_reference:
        title += f" in {os.path.basename(program.parsed.source.name)}"
    return f"{title}, step by step"


def _step_pictures(
    program: RunRequest, record: RunRecord, numbers: range
) -> Iterator[str]:
    """Yield a picture of each step in ``numbers``."""
    listing_of_name = listings([reference(), *program.parts()])
    for state in record.step_states():
        if state.number in numbers:
            listing = listing_of_name[state.current_call.function]
            code = listing.lines[state.step.line - listing.start].strip()
            yield messages.printable(draw_step(state, record.total, code))


def _write_pictures(folder: str, numbers: range, pictures: Iterator[str]) -> None:
    """Write ``pictures`` into ``folder``, as files such as ``001.svg``.

    Raise PseudokuError if there are too many, or the folder is not empty.
    """
    if len(numbers) > MAX_PICTURES:
        problem = f"{len(numbers):,} pictures; expected at most {MAX_PICTURES}"
        raise PseudokuError(f"{problem}; --from and --to choose the steps")
    console.make_folder(folder)
    if os.listdir(folder):
        raise PseudokuError(f"{folder} is not empty; name a new folder")
    for number, picture in zip(numbers, pictures):
        path = os.path.join(folder, f"{number:03}.svg")
        with open(path, "w", encoding="utf-8") as file:
            file.write(picture)


def _exit_status(difference: ResultDifference | None) -> int:
    return messages.NO if difference and not difference.right else messages.YES


def _level_of(record: RunRecord, rounds: list[Round], quiet: bool) -> str:
    """Return the most detailed level with at most MAX_STEPS_BY_DEFAULT steps.

    It is "op", "call" or "round"; "op" if none has so few. Unless ``quiet``, print a
    note for a level other than "op".
    """
    names = {"op": "steps", "call": "calls and returns", "round": "rounds of loops"}
    if is_search(record):
        names["round"] = "attempts"
    for level, name in names.items():
        if 0 < len(_steps_of_level(record, rounds, level)) <= MAX_STEPS_BY_DEFAULT:
            if level != "op":
                message = f"{record.total:,} steps; these are the {name}"
                console.note(f"note: {message}; see --level", quiet)
            return level
    return "op"


def _steps_of_level(
    record: RunRecord, rounds: list[Round], level: str
) -> dict[int, Round | None]:
    """Return the steps of ``level``, by their numbers in the whole run.

    For "op" these are all steps; for "call", the calls and returns; for "round", the
    last step of each of ``rounds``, with the round.
    """
    if level == "round":
        return {turn.end: turn for turn in rounds}
    if level == "op":
        return dict.fromkeys(range(1, record.total + 1))
    calls = ("CALL", "RETURN")
    states = record.step_states()
    return {state.number: None for state in states if state.step.operation in calls}


def _shown_numbers(
    record: RunRecord, selected: Selection, total: int, quiet: bool
) -> range:
    """Return the numbers of the selected steps, of ``total`` steps of the level.

    If the run reached a limit, these are by default only the first ones, with a note
    unless ``quiet``. Raise RunLimitError if none of them was executed then, and
    CommandError if a selected step does not exist.
    """
    first = selected.first or 1
    last = selected.last
    if isinstance(record.error, RunLimitError):
        if first > total:
            raise record.error
        if last is None and first + MAX_STEPS_BY_DEFAULT <= total:
            last = first + MAX_STEPS_BY_DEFAULT - 1
            message = f"note: these are {MAX_STEPS_BY_DEFAULT} of {total:,} steps"
            console.note(f"{message}; --from and --to choose others", quiet)
    options.check_steps(selected.first, last, total, selected.option)
    return range(first, min(last or total, total) + 1)


def _step_texts(
    writer: StepWriter,
    record: RunRecord,
    difference: ResultDifference | None,
    steps: dict[int, Round | None],
    selected_numbers: range,
) -> Iterator[tuple[int, str]]:
    """Yield the number, within the level, and the text of each step in ``selected_numbers``.

    ``steps`` are those of the level. ``difference`` adds its hint and a summary at the
    end.
    """
    is_attempt = is_search(record)
    numbers = {end: number for number, end in enumerate(steps, start=1)}
    hint_step = 0
    if difference and difference.step:
        hint_step = next((end for end in steps if end >= difference.step), 0)
    for step_state in record.step_states():
        number = numbers.get(step_state.number, 0)
        if number not in selected_numbers:
            continue
        turn = steps[step_state.number]
        if turn:
            lines = list(writer.round_lines(number, turn, is_attempt))
        else:
            lines = list(writer.step_lines(number, step_state))
        if difference and step_state.number == hint_step:
            hint = difference.told
            if difference.after:
                hint += f" After the change: {difference.after}."
            lines.append((hint, "differs"))
        if difference and number == len(steps):
            summary = difference.summary(record.result)
            lines.append((summary, "" if difference.right else "differs"))
        if not turn:
            lines.append(("", ""))
        yield number, "".join(f"{_color_line(*line)}\n" for line in lines)


def _print_steps(texts: Iterator[tuple[int, str]]) -> None:
    """Print numbered steps. Raise CommandError after MAX_PRINTED_BYTES."""
    bytes_left = MAX_PRINTED_BYTES
    for number, text in texts:
        data = text.encode()
        # The first step is cut off, any other is left out.
        if len(data) <= bytes_left or bytes_left == MAX_PRINTED_BYTES:
            print(data[:bytes_left].decode(errors="ignore"), end="")
        bytes_left -= len(data)
        if bytes_left < 0:
            stopped = f"stopped after {MAX_PRINTED_BYTES:,} bytes, at step {number:,}"
            raise messages.CommandError(
                f"{stopped}; --from and --to choose the steps", messages.LIMIT
            )


def _note_empty_trace(program: RunRequest, total: int, quiet: bool) -> None:
    if total == 0 and program.parsed.program.statements:
        console.note("note: there is no step of this level", quiet)
    elif total == 0 and not program.call:
        reason = "no statements outside the functions; add --call"
        console.note(f"note: {reason} 'NAME(ARG, ...)'", quiet)


def _trace_json(
    program: RunRequest, record: RunRecord, difference: ResultDifference | None
) -> dict[str, object]:
    """Return the JSON object of ``trace --json``, which a walkthrough also embeds.

    Its keys are those of `record_json`, "program", "call", "summary", "listings" (the
    functions that ran), "difference" (None if no result was expected) and "endless"
    (why the run did not end, or None).
    """
    call = program.call
    beginning = {
        "program": program.parsed.source.original,
        "call": call.text if call else "",
    }
    functions = _executed_functions(program, record)
    endless = find_endless(record, program.parsed)
    data = {
        "summary": endless.text if endless else run_summary(record, difference),
        "endless": endless._asdict() if endless else None,
        "listings": [listing._asdict() for listing in functions],
        "difference": difference._asdict() if difference else None,
    }
    return beginning | record_json(record) | data


def _executed_functions(program: RunRequest, record: RunRecord) -> list[Listing]:
    listing_of_name = listings([reference(), *program.parts()])
    names = [name for name in record.functions if name or not record.called]
    executed = (listing_of_name[name] for name in names if name in listing_of_name)
    return sorted(executed, key=lambda listing: listing.start)


def _color_line(line: str, emphasis: Emphasis) -> str:
    line = messages.printable(line)
    if not emphasis or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return line
    return f"\x1b[{COLORS[emphasis]}m{line}\x1b[0m"
