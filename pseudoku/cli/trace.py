"""``trace``: a run, step by step."""

import os
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING

from adt import _console as console
from pseudoku.cli import programs
from pseudoku.errors import PseudokuError

if TYPE_CHECKING:
    from pseudoku.pseudocode.reading.parser import Parsed
    from pseudoku.pseudocode.tracing.steps import Step, Tracer


def arguments(parser: console.Parser) -> None:
    parser.add_argument(
        "what", metavar="FUNCTION|FILE", help="the hand-out's, or a program or -"
    )
    parser.add_argument(
        "values",
        nargs="*",
        default=[],
        metavar="ARG",
        help="such as 2413, 1, 'stack<1 2 3 4>'",
    )
    parser.add_argument("--call", metavar="CALL", help="the call to trace in a FILE")
    part_arguments(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    programs.mode_arguments(parser)
    programs.steps_argument(parser)
    programs.quiet_argument(parser)


def part_arguments(parser: console.Parser) -> None:
    """Which of the steps are to be shown."""
    parser.add_argument(
        "--level",
        choices=("attempt", "call", "op"),
        default="op",
        help="a step for each turn of a search, each call or (default) each operation",
    )
    for option, name, number in (("--from", "first", 1), ("--to", "last", 10**9)):
        parser.add_argument(
            option,
            dest=name,
            type=console.whole,
            default=number,
            metavar="N",
            help=f"the {name} step to show",
        )


def run(arguments: Namespace) -> int:
    from pseudoku.pseudocode.reading.source import PseudocodeError

    try:
        parsed, call = program(arguments)
        return trace(parsed, call, arguments)
    except PseudocodeError as error:
        return programs.refuse(arguments.command, error)


def program(arguments: Namespace) -> "tuple[Parsed, str]":
    """The program to be traced, and the call in it, if it is one."""
    from pseudoku.pseudocode.reading.words import HANDOUT, in_full, is_handout_name

    what: str = arguments.what
    if is_handout_name(in_full(what)) and not os.path.exists(what):
        return in_reference(arguments)
    if what != "-" and not os.path.exists(what):
        hint = console.nearest(what, HANDOUT)
        raise PseudokuError(f"no function of the hand-out and no file {what!r}{hint}")
    if arguments.values:
        raise PseudokuError("a FILE takes no ARG: write --call 'NAME(ARG, ...)'")
    parsed = programs.read_program(what)
    parsed.checked()
    programs.tell(parsed.slips, arguments.quiet)
    programs.tell_modes(arguments)
    return parsed, arguments.call or ""


def in_reference(arguments: Namespace) -> "tuple[Parsed, str]":
    """The reference, and the call in it."""
    from pseudoku.pseudocode.judging.reference import reference

    what: str = arguments.what
    if arguments.base == 0:
        raise PseudokuError("--base 0 is for a FILE: the hand-out counts from 1")
    if arguments.call is not None:
        raise PseudokuError(f"--call is for a FILE: write {what} ARG ...")
    programs.tell_modes(arguments)
    return reference(), f"{what}({', '.join(map(bracketed, arguments.values))})"


def bracketed(value: str) -> str:
    """An argument of its own at the command line as one inside a call."""
    return f"({value})" if "," in value and "(" not in value else value


def trace(parsed: "Parsed", call: str, arguments: Namespace) -> int:
    """Go through the run twice: to count its steps, and to show some of them."""
    total = count(parsed, call, arguments)
    if arguments.json:
        print(as_json(parsed, call, arguments, total))
    else:
        paint(parsed, call, arguments, total)
    tell_if_nothing(parsed, call, arguments, total)
    return console.YES


def tell_if_nothing(
    parsed: "Parsed", call: str, arguments: Namespace, total: int
) -> None:
    """Say why no step was shown, if none was."""
    if total == 0 and parsed.program.statements:
        found = f"no step of level {arguments.level}: no structure was used"
        console.note(f"note: {found}, and no function called", arguments.quiet)
    elif total == 0 and not call:
        found = "nothing runs outside the functions: name a call with --call"
        console.note(f"note: {found} 'NAME(ARG, ...)'", arguments.quiet)
    elif not max(1, arguments.first) <= min(total, arguments.last):
        asked = f"none from {arguments.first} to {arguments.last}"
        console.note(f"note: the steps are 1 to {total}: {asked}", arguments.quiet)


def as_json(parsed: "Parsed", call: str, arguments: Namespace, total: int) -> str:
    from json import dumps

    from pseudoku.pseudocode.running.arguments import read_call
    from pseudoku.pseudocode.running.values import plain

    steps: list[object] = []

    def show(tracer: "Tracer", step: "Step") -> None:
        if arguments.first <= step.number <= arguments.last:
            steps.append(step.data())

    follow(parsed, call, arguments, show)
    initial = [plain(value) for value in read_call(call)[1]] if call else []
    document = {"program": parsed.source.text, "call": call, "initial": initial}
    return dumps(document | {"steps": steps, "total": total}, ensure_ascii=False)


def paint(parsed: "Parsed", call: str, arguments: Namespace, total: int) -> None:
    """Print the steps that were asked for, each as soon as it is done."""
    from pseudoku.pseudocode.judging.reference import reference
    from pseudoku.pseudocode.tracing.pictures import Painter

    painter = Painter([reference(), parsed], total)

    def show(tracer: "Tracer", step: "Step") -> None:
        if arguments.first <= step.number <= arguments.last:
            for line in painter.text(step, tracer.log):
                print(line)

    follow(parsed, call, arguments, show)


def count(parsed: "Parsed", call: str, arguments: Namespace) -> int:
    """How many steps there are, up to the end or to where the program fails."""
    from pseudoku.pseudocode.reading.source import RunError

    numbers = [0]

    def show(tracer: "Tracer", step: "Step") -> None:
        numbers[0] = step.number

    try:
        follow(parsed, call, arguments, show)
    except RunError:
        pass  # the second run tells it
    return numbers[0]


def follow(
    parsed: "Parsed",
    call: str,
    arguments: Namespace,
    show: "Callable[[Tracer, Step], None]",
) -> None:
    """Run the program and hand each step to ``show``."""
    from pseudoku.pseudocode.running.arguments import read_call
    from pseudoku.pseudocode.running.runner import Runner
    from pseudoku.pseudocode.tracing.steps import Tracer

    tracer: Tracer = Tracer(arguments.level, lambda step: show(tracer, step))
    runner = Runner(arguments.store, False, arguments.steps, tracer.log)
    programs.load(runner, parsed, arguments)
    tracer.follow(runner, 1 if call else 0)
    if call:
        runner.call(*read_call(call))
    else:
        runner.run(parsed.program, parsed.source, arguments.base)
    tracer.end_attempt()
