"""``trace``: show a run step by step."""

import os
import sys
from argparse import Namespace
from json import dumps

from _courseware import console
from pseudoku.cli import programs
from pseudoku.cli.arguments import (
    FORMS,
    HELP,
    Kind,
    copied,
    handout_arguments,
    handout_kinds,
    read_all,
    split_call,
)
from pseudoku.errors import PseudokuError
from pseudoku.pseudocode.reading.parser import Parsed
from pseudoku.pseudocode.reading.source import LimitReached, PseudocodeError, RunError
from pseudoku.pseudocode.reading.words import HANDOUT, in_full, is_handout_name, key
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import STRUCTURES, Value, plain
from pseudoku.pseudocode.tracing.comparison import (
    Difference,
    with_reference,
    with_value,
)
from pseudoku.pseudocode.tracing.pictures import Emphasis, Form, Painter, listings
from pseudoku.pseudocode.tracing.record import MOST_WORK, Flat, Record, Recorder, flat
from pseudoku.pseudocode.tracing.rounds import Round, data, rounds, searches
from pseudoku.reference import reference, source

Call = tuple[str, str, list[Value]]  # its text, the name and the arguments

TO_THE_END = 10**9
MOST_PRINTED = 80_000  # bytes
MOST_AT_ONCE = 300  # steps that are shown by default
ROUNDS = ("attempt", "round")
NAMES = {"call": "calls and returns", "attempt": "attempts", "round": "rounds of loops"}
COLORS = {"current": "1", "changed": "32", "differs": "1;31"}


def arguments(parser: console.Parser) -> None:
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
        help=HELP,
    )
    call_arguments(parser)
    part_arguments(parser)
    programs.mode_arguments(parser)
    programs.steps_argument(parser)
    console.options(parser, "output", "json", "quiet")


def call_arguments(parser: console.Parser) -> None:
    """Add the options of a call in a program."""
    parser.add_argument("--call", metavar="CALL", help="the call in FILE to show")
    parser.add_argument(
        "--alone",
        action="store_true",
        help="run the call as judge does: other functions are the reference's",
    )
    parser.add_argument(
        "--expect",
        metavar="VALUE",
        help="the result that is expected (default for a function of the hand-out: "
        "the reference's)",
    )


def part_arguments(parser: console.Parser) -> None:
    """Add the options that choose the steps to show, and how."""
    parser.add_argument(
        "--level",
        choices=("attempt", "round", "call", "op"),
        help="one step for each attempt of MakeSolution, or round of a loop; for each "
        "call; or for each operation and each other line (default: op; for more than "
        f"{MOST_AT_ONCE} steps: call, attempt or round)",
    )
    for option, name, help_line in (
        ("--from", "first", "the first step to show"),
        ("--to", "last", "the last step to show"),
        ("--step", "step", "show only step N"),
    ):
        parser.add_argument(
            option, dest=name, type=console.integer_argument, metavar="N", help=help_line
        )
    forms = parser.add_mutually_exclusive_group()
    for option, help_line in (
        ("--full", "show the whole function, all variables and drawings at each step"),
        ("--words", "describe the structures in words, as for a screen reader"),
    ):
        forms.add_argument(option, action="store_true", help=help_line)
    forms.add_argument("--svg", metavar="FILE", help="draw --step N in SVG into FILE")


def settle(arguments: Namespace) -> None:
    """Give the options that choose steps their defaults."""
    chosen = (arguments.step, arguments.first, arguments.last)
    if arguments.step is not None:
        if chosen[1:] != (None, None):
            raise PseudokuError("--step does not work with --from or --to")
        arguments.first = arguments.last = arguments.step
    elif arguments.svg is not None:
        raise PseudokuError("--svg works only with --step N")
    if arguments.svg is not None:
        console.check_ending(arguments.svg, "svg")
        if arguments.json:
            raise PseudokuError("--svg does not work with --json")
    if arguments.json and (chosen != (None, None, None) or arguments.level):
        whole = "--json prints the whole run; it does not work with"
        raise PseudokuError(f"{whole} --from, --to, --step or --level")
    wants_all = arguments.json or arguments.full or chosen != (None, None, None)
    if arguments.level is None and wants_all:
        arguments.level = "op"
    arguments.first = 1 if arguments.first is None else arguments.first
    arguments.last = TO_THE_END if arguments.last is None else arguments.last


def run(arguments: Namespace) -> int:
    settle(arguments)
    try:
        parsed, call = program(arguments)
        return trace(parsed, call, arguments)
    except PseudocodeError as error:
        return programs.refuse(arguments.command, error)


def program(arguments: Namespace) -> tuple[Parsed, Call]:
    """Return the program to trace, and the call in it, whose text may be empty."""
    what: str = arguments.what
    if is_handout_name(in_full(what)) and not os.path.exists(what):
        return in_reference(arguments)
    if what != "-" and not os.path.exists(what):
        hint = console.suggestion(what, HANDOUT)
        message = f"{console.quoted(what)} is neither a function of the hand-out nor a file"
        raise PseudokuError(message + hint)
    if arguments.values:
        raise PseudokuError("a FILE takes no ARG; write --call 'NAME(ARG, ...)'")
    parsed = programs.read_program(what, arguments.quiet)
    if arguments.alone:
        parsed = alone(parsed, arguments.call)
    programs.tell_left_out(parsed, arguments.quiet)
    parsed = parsed.for_calls([split_call(arguments.call)[0]] if arguments.call else [])
    programs.tell(parsed.slips, arguments.quiet)
    programs.tell_modes(arguments)
    if not arguments.call:
        return parsed, ("", "", [])
    return parsed, (arguments.call, *programs.read_call(parsed, arguments.call))


def alone(parsed: Parsed, call: str | None) -> Parsed:
    """Return the part of ``parsed`` with which the judge makes ``call``."""
    from pseudoku.pseudocode.judging.judge import judged_alone

    if call is None:
        raise PseudokuError("--alone works only with --call 'NAME(ARG, ...)'")
    return judged_alone(parsed, split_call(call)[0])


def in_reference(arguments: Namespace) -> tuple[Parsed, Call]:
    """Return what the call needs of the reference, and the call."""
    what: str = arguments.what
    if arguments.base == 0:
        raise PseudokuError("--base 0 works only with FILE; the hand-out counts from 1")
    if arguments.call is not None:
        raise PseudokuError(f"--call works only with FILE; write {what} ARG ...")
    programs.tell_modes(arguments)
    words = handout_arguments(what, arguments.values)
    kinds = handout_kinds(what)
    values = read_all(words, kinds)
    for word, kind, value in zip(words, kinds, values, strict=True):
        if kind != "number" and not isinstance(value, STRUCTURES):
            told = f"argument {console.quoted(word)}; expected {FORMS[kind]}"
            raise PseudokuError(told)
    call = f"{what}({', '.join(words)})"
    return reference(key(in_full(what))), (call, what, values)


def recorded(
    parsed: Parsed, call: Call, arguments: Namespace, most: int = MOST_WORK
) -> Record:
    """Return the record of a run, whose different steps have ``most`` characters."""
    runner = Runner(arguments.store, False, arguments.steps)
    text, name, values = call
    recorder = Recorder(runner, bool(text), most)
    programs.load(runner, parsed, arguments.base, [name] if name else [])
    try:
        if text:
            # A run may change its arguments.
            result = runner.call(name, [*map(copied, values)])
        else:
            runner.run(parsed.program, parsed.source, arguments.base)
            result = runner.machine.result
    except RunError as error:
        return recorder.end(None, error)
    return recorder.end(result, None)


def compared(
    record: Record, parsed: Parsed, call: Call, arguments: Namespace
) -> Difference | None:
    """Compare a run with what was expected, if that is known."""
    text, name, values = call
    if arguments.expect is not None:
        if not text:
            raise PseudokuError("--expect works only with a call")
        [wanted] = read_all([arguments.expect], [kind_of(record.result)])
        return with_value(record, flat(wanted))
    own = parsed.source is source()  # it is the reference
    if not text or own or not is_handout_name(in_full(name)) or not record.total:
        return None
    runner = Runner(arguments.store)
    recorder = Recorder(runner, called=True)
    part = reference(key(in_full(name)))
    runner.load(part.checked(), part.source)
    given = [*map(copied, values)]
    if arguments.base == 0 and key(name) == "checkcolumn":
        # The only number is the column, which the reference counts from 1.
        given = [one + 1 if isinstance(one, int) else one for one in given]
    try:
        result = runner.call(name, given)
    except RunError:  # these are not the arguments of the hand-out
        return None
    return with_reference(record, recorder.end(result, None), searches(record))


def kind_of(result: Flat) -> Kind:
    """Return how a value like ``result`` is read."""
    if not isinstance(result, list):
        return ""
    known: dict[str, Kind] = {"queue": "queue", "stack": "stack"}
    nested = any(isinstance(one, list) for one in result)
    return known.get(str(result[0]), "puzzle" if nested else "row")


def trace(parsed: Parsed, call: Call, arguments: Namespace) -> int:
    """Run the program once, and show some of its steps."""
    record = recorded(parsed, call, arguments)
    difference = compared(record, parsed, call, arguments)
    turns = rounds(record)
    choose_level(record, turns, arguments)
    ends = steps_of(record, turns, arguments.level)
    total, error = len(ends), record.error
    first, last = arguments.first, arguments.last
    if isinstance(error, LimitReached) and (arguments.json or first > total):
        raise error
    if arguments.step is not None:
        console.check_step("--step", first, 1, total)
    given = first if first != 1 else None, last if last != TO_THE_END else None
    console.check_steps(*given, total)
    if isinstance(error, LimitReached) and last == TO_THE_END:
        arguments.last = first + MOST_AT_ONCE - 1
        if arguments.last < total:
            told = f"note: these are {MOST_AT_ONCE} of {total:,} steps"
            console.note(f"{told}; --from and --to choose others", arguments.quiet)
    if arguments.json:
        text = dumps(as_json(parsed, call, record, difference))
        if len(text) > programs.MOST_JSON:
            message = f"the record has more than {programs.MOST_JSON:,} characters"
            raise console.CommandError(message, console.LIMIT)
        print(text)
    else:
        form: Form = (
            "full" if arguments.full else "words" if arguments.words else "short"
        )
        # Functions of the reference may run too.
        others = programs.borrowed(parsed.program, filter(None, [call[1]]))
        painter = Painter(listings([*others, parsed]), total, form)
        known = {turn.end: turn for turn in turns if arguments.level in ROUNDS}
        paint(painter, record, difference, dict(enumerate(ends, 1)), known, arguments)
    if error is not None:
        raise error
    tell_if_nothing(parsed, call, total, arguments.quiet)
    return exit_status(difference)


def exit_status(difference: Difference | None) -> int:
    """Return whether the result of a run is the one that was expected, if any was."""
    return console.NO if difference and not difference.right else console.YES


def steps_of(record: Record, turns: list[Round], level: str) -> list[int]:
    """Return the numbers of the steps of ``level``; those of a round are its last."""
    if level in ROUNDS:
        return [turn.end for turn in turns]
    if level == "op":
        return [*range(1, record.total + 1)]
    calls = ("CALL", "RETURN")
    return [one.number for one in record.moments() if one.step.operation in calls]


def choose_level(record: Record, turns: list[Round], arguments: Namespace) -> None:
    """If no level was chosen, choose the first whose steps can be shown at once."""
    if arguments.level is not None or not record.total:
        arguments.level = arguments.level or "op"
        return
    for level in ("op", "call", "attempt" if searches(record) else "round"):
        arguments.level = level
        if 0 < len(steps_of(record, turns, level)) <= MOST_AT_ONCE:
            break
    else:
        arguments.level = "op"
    if arguments.level != "op":
        told = f"{record.total:,} steps; these are the {NAMES[arguments.level]}"
        console.note(f"note: {told}; see --level", arguments.quiet)


def tell_if_nothing(parsed: Parsed, call: Call, total: int, quiet: bool) -> None:
    """If no step was shown, print a note that says why."""
    if total == 0 and parsed.program.statements:
        console.note("note: there is no step of this level", quiet)
    elif total == 0 and not call[0]:
        reason = "no statements outside the functions; add --call"
        console.note(f"note: {reason} 'NAME(ARG, ...)'", quiet)


def as_json(
    parsed: Parsed, call: Call, record: Record, difference: Difference | None
) -> dict[str, object]:
    """Return a run and what was expected of it for JSON; a page contains the same."""
    initial = [plain(value) for value in call[2]]
    beginning = {"program": parsed.source.original, "call": call[0], "initial": initial}
    compared_to = difference._asdict() if difference else None
    return beginning | data(record) | {"difference": compared_to}


def paint(
    painter: Painter,
    record: Record,
    difference: Difference | None,
    ends: dict[int, int],
    turns: dict[int, Round],
    arguments: Namespace,
) -> None:
    """Print the steps that were asked for, or draw one; ``ends`` are their numbers."""
    left, search = MOST_PRINTED, searches(record)
    numbers = {end: number for number, end in ends.items()}
    for moment in record.moments():
        number = numbers.get(moment.number, 0)
        if not arguments.first <= number <= arguments.last:
            continue
        turn = turns.get(moment.number)
        told = painter.round(number, turn, search) if turn else None
        lines = [*(told or painter.text(number, moment))]
        if arguments.svg is not None:
            drawn = painter.svg(lines[0][0], moment)
            console.write_text(arguments.svg, console.printable(drawn))
            return
        since = ends.get(number - 1, 0)
        if difference and since < difference.step <= moment.number:
            lines.append((f"First difference: {difference.told}", "differs"))
        if difference and number == len(ends):
            right = difference.right
            lines.append((difference.summary(), "" if right else "differs"))
        lines += [] if turn else [("", "")]
        text = "".join(f"{colored(*line)}\n" for line in lines)
        size = len(text.encode())
        if size <= left or left == MOST_PRINTED:
            print(text.encode()[:left].decode(errors="ignore"), end="")
        left -= size
        if left < 0:
            message = f"stopped after {MOST_PRINTED:,} bytes, at step {number}; --from"
            raise console.CommandError(f"{message} and --to choose the steps", console.LIMIT)


def colored(line: str, emphasis: Emphasis) -> str:
    """Return ``line`` as a terminal shows it."""
    line = console.printable(line)
    if not emphasis or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return line
    return f"\x1b[{COLORS[emphasis]}m{line}\x1b[0m"
