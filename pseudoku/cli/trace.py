"""``trace``: show a run step by step."""

import os
from argparse import Namespace
from collections.abc import Callable
from json import dumps

from _courseware import console
from pseudoku.cli import programs
from pseudoku.cli.arguments import (
    HELP,
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
from pseudoku.pseudocode.running.values import Value, plain
from pseudoku.pseudocode.tracing.pictures import Form, Painter
from pseudoku.pseudocode.tracing.steps import Level, Recorder, Step, Tracer
from pseudoku.reference import reference

Call = tuple[str, str, list[Value]]  # its text, the name and the arguments

TO_THE_END = 10**9
MOST_PRINTED = 80_000  # bytes
MOST_AT_ONCE = 300  # steps that are shown by default
NAMES = {"op": "operations and calls", "call": "calls and returns"}
NAMES["attempt"] = "attempts"


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


def part_arguments(parser: console.Parser) -> None:
    """Add the options that choose the steps to show, and how."""
    parser.add_argument(
        "--level",
        choices=("attempt", "call", "op"),
        help="one step for each attempt of a search, each call, or each operation "
        f"(default: op; for more than {MOST_AT_ONCE} operations, call or attempt)",
    )
    for option, name, help_line in (
        ("--from", "first", "the first step to show"),
        ("--to", "last", "the last step to show"),
        ("--step", "step", "show only step N"),
    ):
        parser.add_argument(
            option, dest=name, type=console.whole, metavar="N", help=help_line
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
        hint = console.nearest(what, HANDOUT)
        message = f"{what!r} is neither a function of the hand-out nor a file"
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
    values = read_all(words, handout_kinds(what))
    call = f"{what}({', '.join(words)})"
    return reference(key(in_full(what))), (call, what, values)


def trace(parsed: Parsed, call: Call, arguments: Namespace) -> int:
    """Run the program twice: once to count the steps, once to show some of them."""
    total, error = counted(parsed, call, arguments)
    first, last = arguments.first, arguments.last
    if isinstance(error, LimitReached) and (last == TO_THE_END or first > total):
        raise error
    if arguments.step is not None:
        console.check_step("--step", first, 1, total)
    given = first if first != 1 else None, last if last != TO_THE_END else None
    console.check_steps(*given, total)
    if arguments.json and error is None:
        print(as_json(parsed, call, arguments, total))
    elif arguments.svg is not None:
        console.write_text(arguments.svg, picture(parsed, call, arguments, total))
    elif not arguments.json:
        paint(parsed, call, arguments, total)
    if error is not None:
        raise error
    tell_if_nothing(parsed, call, arguments, total)
    return console.YES


def tell_if_nothing(
    parsed: Parsed, call: Call, arguments: Namespace, total: int
) -> None:
    """If no step was shown, print a note that says why."""
    if total == 0 and parsed.program.statements:
        reason = f"no step of level {arguments.level}: no structure was used"
        console.note(f"note: {reason} and no function was called", arguments.quiet)
    elif total == 0 and not call[0]:
        reason = "no statements outside the functions; add --call"
        console.note(f"note: {reason} 'NAME(ARG, ...)'", arguments.quiet)


def as_json(parsed: Parsed, call: Call, arguments: Namespace, total: int) -> str:
    call_text, _, values = call
    texts: list[str] = []
    left = programs.MOST_JSON
    recorder: Recorder | None = None

    def show(tracer: Tracer, step: Step) -> None:
        nonlocal left, recorder
        recorder = recorder or Recorder(tracer.log)
        if arguments.first <= step.number <= arguments.last:
            texts.append(dumps(recorder.data(step), separators=(",", ":")))
            left -= len(texts[-1])
            if left < 0:
                raise cut(f"{programs.MOST_JSON:,} characters", step)
        if step.number >= arguments.last:
            raise Enough

    follow(parsed, call, arguments, show)
    initial = [plain(value) for value in values]
    beginning = {"call": call_text, "initial": initial}
    head = dumps({"program": parsed.source.original} | beginning)
    steps = ",\n".join(texts)
    return f'{head[:-1]}, "total": {total}, "steps": [\n{steps}\n]}}'


def paint(parsed: Parsed, call: Call, arguments: Namespace, total: int) -> None:
    """Print the steps that were asked for, each as soon as it happens."""
    form: Form = "full" if arguments.full else "words" if arguments.words else "short"
    painter = Painter([*borrowed(parsed, call), parsed], total, form)
    left = MOST_PRINTED

    def show(tracer: Tracer, step: Step) -> None:
        nonlocal left
        if arguments.first <= step.number <= arguments.last:
            text = "".join(f"{line}\n" for line in painter.text(step))
            data = console.printable(text).encode()
            if len(data) <= left or left == MOST_PRINTED:
                print(data[:left].decode(errors="ignore"), end="")
            left -= len(data)
            if left < 0:
                raise cut(f"{MOST_PRINTED:,} bytes", step)
        if step.number >= arguments.last:
            raise Enough

    follow(parsed, call, arguments, show)


def picture(parsed: Parsed, call: Call, arguments: Namespace, total: int) -> str:
    """Return the step that was asked for as SVG."""
    painter = Painter([*borrowed(parsed, call), parsed], total)
    drawn: list[str] = []

    def show(tracer: Tracer, step: Step) -> None:
        if step.number == arguments.step:
            drawn.append(painter.svg(step))
            raise Enough

    follow(parsed, call, arguments, show)
    return console.printable(drawn[0])


def borrowed(parsed: Parsed, call: Call) -> list[Parsed]:
    """Return the part of the reference whose functions may run, if any, in a list."""
    return programs.borrowed(parsed.program, filter(None, [call[1]]))


def cut(limit: str, step: Step) -> console.CommandError:
    message = f"stopped after {limit}, at step {step.number}"
    return console.CommandError(
        f"{message}; --from and --to choose the steps", console.LIMIT
    )


def counted(
    parsed: Parsed, call: Call, arguments: Namespace
) -> tuple[int, RunError | None]:
    """Return the number of steps, and the error that ended the run, if any.

    If no level was chosen, choose the first one whose steps can be shown at once.
    """
    if arguments.level is not None:
        return count(parsed, call, arguments)
    every: dict[Level, tuple[int, RunError | None]] = {}
    for level in ("op", "call", "attempt"):
        arguments.level = level
        every[level] = count(parsed, call, arguments)
        if 0 < every[level][0] <= MOST_AT_ONCE or not every["op"][0]:
            break
    else:
        arguments.level = "op"
    if arguments.level != "op":
        total, shown = every["op"][0], NAMES[arguments.level]
        told = f"{total:,} {NAMES['op']}; these are the {shown}; see --level"
        console.note(f"note: {told}", arguments.quiet)
    return every[arguments.level]


def count(
    parsed: Parsed, call: Call, arguments: Namespace
) -> tuple[int, RunError | None]:
    """Return the number of steps, and the error that ended the run, if any."""
    total = 0

    def show(tracer: Tracer, step: Step) -> None:
        nonlocal total
        total = step.number

    error = follow(parsed, call, arguments, show)
    return total, error


class Enough(Exception):
    """The last step that was asked for has been shown."""


def follow(
    parsed: Parsed,
    call: Call,
    arguments: Namespace,
    show: Callable[[Tracer, Step], None],
) -> RunError | None:
    """Run the program; pass each step to ``show``. Return the error that ended it."""
    runner = Runner(arguments.store, False, arguments.steps)
    text, name, values = call
    top = 1 if text else 0
    tracer: Tracer = Tracer(arguments.level, lambda s: show(tracer, s), runner, top)
    programs.load(runner, parsed, arguments.base, [name] if name else [])
    try:
        if text:
            runner.call(name, [*map(copied, values)])  # a run may change them
        else:
            runner.run(parsed.program, parsed.source, arguments.base)
        tracer.end_attempt()
    except RunError as error:
        return error
    except Enough:
        pass
    return None
