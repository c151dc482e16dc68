"""Arguments, notes and errors shared by the commands that read pseudocode."""

from argparse import Namespace
from collections.abc import Iterable

from _courseware import console
from pseudoku.cli.arguments import Kind, handout_kinds, read_all, split_call
from pseudoku.pseudocode.reading.parser import Parsed, parse
from pseudoku.pseudocode.reading.source import (
    LimitReached,
    PseudocodeError,
    Remark,
    RunError,
)
from pseudoku.pseudocode.reading.syntax import Program, calls
from pseudoku.pseudocode.reading.words import HANDOUT, HANDOUT_KINDS, key
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import Value
from pseudoku.pseudocode.translating.infer import Inference, Type
from pseudoku.reference import reference

MOST_BYTES = 2**20
MOST_REMARKS = 20
MOST_STEPS = 10**9
MOST_JSON = 2_000_000  # characters
KINDS: dict[str, Kind] = {"int": "number", "float": "number"}
KINDS |= {"Stack": "stack", "Queue": "queue"}


def file_argument(parser: console.Parser) -> None:
    parser.add_argument("file", metavar="FILE", help="a program; - for standard input")
    console.options(parser, "output", "quiet")


def mode_arguments(parser: console.Parser) -> None:
    parser.add_argument(
        "--store",
        choices=("copy", "share"),
        default="copy",
        help="how a vector is stored in an element (default: copy)",
    )
    parser.add_argument(
        "--base",
        type=console.integer_argument,
        choices=(1, 0),
        default=1,
        help="the first position of a vector (default: 1)",
    )


def steps_argument(parser: console.Parser) -> None:
    parser.limit_meaning = "a limit on steps, memory or output was reached"
    parser.add_argument(
        "--steps",
        type=console.integer_in_range(1, MOST_STEPS),
        default=1_000_000,
        metavar="N",
        help="stop after N steps (default: 1,000,000)",
    )


def read_program(path: str, quiet: bool = False) -> Parsed:
    text = console.read_document(path, MOST_BYTES, quiet)
    return parse(text, console.display_name(path))


def tell_left_out(parsed: Parsed, quiet: bool) -> None:
    """Print at most one note on what was left out of a paper."""
    if left_out := parsed.left_out():
        console.note(f"{parsed.source.name}: note: {left_out}", quiet)


def tell_modes(arguments: Namespace) -> None:
    """Print a note for each rule of the notation that an option changed."""
    if arguments.base == 0:
        console.note("note: positions count from 0 (--base 0)", arguments.quiet)
    if arguments.store == "share":
        mode = "storing a vector in an element shares it (--store share)"
        console.note(f"note: {mode}", arguments.quiet)


def tell(remarks: Iterable[Remark], quiet: bool, word: str = "note") -> None:
    for remark in list(remarks)[:MOST_REMARKS]:
        place = console.located_message(remark.name, remark.line, remark.column, "")
        console.note(f"{place}{word}: {remark.message}", quiet)


def refuse(command: str, error: PseudocodeError) -> int:
    """Print each remark of ``error``; return the exit status."""
    for remark in error.remarks[:MOST_REMARKS]:
        console.note(f"{command}: error: {remark}")
    if len(error.remarks) > MOST_REMARKS:
        console.note(f"{command}: error: and {len(error.remarks) - MOST_REMARKS} more")
    if isinstance(error, LimitReached):
        return console.LIMIT
    return console.NO if isinstance(error, RunError) else console.BAD


def load(runner: Runner, parsed: Parsed, base: int, called: Iterable[str] = ()) -> None:
    """Load the program into ``runner``, and before it what it needs of the reference.

    ``called`` are names of functions that will be called.
    """
    for part in borrowed(parsed.program, called):
        runner.load(part.checked(), part.source)
    runner.load(parsed.program, parsed.source, base)


def borrowed(program: Program, called: Iterable[str] = ()) -> list[Parsed]:
    """Return the part of the reference that ``program`` needs, if any, in a list.

    If the hand-out has no function of some name, the part is the whole: the message
    about that name suggests one.
    """
    wanted = lacking(program, called)
    if not wanted:
        return []
    return [reference(*sorted(wanted)) if wanted <= {*HANDOUT_KINDS} else reference()]


def lacking(program: Program, called: Iterable[str] = ()) -> set[str]:
    """Return the keys of functions that are called, but not in ``program``."""
    names = (*called, *(call.name for call in calls(program)))
    return {*map(key, names)} - {key(function.name) for function in program.functions}


def stand_ins(program: Program) -> list[str]:
    """Return the functions of the reference that ``program`` calls but lacks."""
    wanted = lacking(program)
    return [name for name in HANDOUT if key(name) in wanted]


def read_call(parsed: Parsed, text: str) -> tuple[str, list[Value]]:
    """Return the name and the arguments of the call that ``text`` spells."""
    name, words = split_call(text)
    return name, read_all(words, kinds(parsed.program, name))


def kinds(program: Program, name: str) -> list[Kind]:
    """Return the kind of each parameter of the function ``name``, from its use."""
    known = handout_kinds(name)
    about = Inference(program.functions).signatures.get(key(name))
    if about is None:
        return known
    used = [kind(about.variable(parameter)) for parameter in about.parameters]
    known += [""] * (len(used) - len(known))
    return [own or usual for own, usual in zip(used, known)]


def kind(used_as: Type) -> Kind:
    """Return the kind of a parameter that is used as ``used_as``."""
    known = used_as.resolved()
    if known.base() == "Vector":
        return "puzzle" if known.holds().base() == "Vector" else "row"
    return KINDS.get(known.name, "")
