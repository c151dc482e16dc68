"""``walkthrough``: write a page that shows a run step by step."""

import os
import sys
from argparse import Namespace
from random import Random

from _courseware.terminal import messages, options
from _courseware.terminal.messages import plural
from adt.vector import vector_of
from pseudoku.blanks import set_blanks
from pseudoku.cli import common
from pseudoku.cli.arguments import VALUE_HELP
from pseudoku.cli.generate import solution_of
from pseudoku.cli.program import Program, read_program
from pseudoku.cli.trace import (
    call_arguments,
    executed_functions,
    exit_status,
    trace_json,
)
from pseudoku.errors import PseudokuError
from pseudoku.grids import grid_of, parse_row
from pseudoku.pseudocode.reading.source import PseudocodeError
from pseudoku.pseudocode.tracing.page import RunPage, walkthrough
from pseudoku.solving import Grid

DEFAULT_BLANKS, DEFAULT_SEED = 6, 1
MAX_PAGE_CHARACTERS = 1_000_000  # of different steps on a page


def arguments(parser: options.Parser) -> None:
    parser.add_argument(
        "what",
        metavar="N|FUNCTION|FILE",
        help="1, 2, 3 and 4 in any order, for MakeSolution and a puzzle; a function of "
        "the hand-out; or a program, - for standard input",
    )
    parser.add_argument("values", nargs="*", default=[], metavar="ARG", help=VALUE_HELP)
    call_arguments(parser)
    parser.add_argument(
        "--blanks",
        type=options.integer_in_range(0, 16),
        metavar="N",
        help=f"number of blanks of the puzzle, 0 to 16 (default: {DEFAULT_BLANKS})",
    )
    parser.add_argument(
        "--seed",
        type=options.integer_argument,
        metavar="N",
        help=f"seed of the random choice of blanks (default: {DEFAULT_SEED})",
    )
    common.mode_arguments(parser)
    common.steps_argument(parser)
    options.options(parser, "output", "quiet")


def run(arguments: Namespace) -> int:
    made = puzzle_and_caption(arguments)
    try:
        program = read_program(arguments)
        record = program.record(MAX_PAGE_CHARACTERS)
        if not record.total and not record.error:
            raise PseudokuError("no steps to show; add --call 'NAME(ARG, ...)'")
        difference = program.difference(
            record, arguments.expect, arguments.hints
        )
        if record.total:
            known = trace_json(program, record, difference)
            shown = page_title(program), record, known
            run = RunPage(*shown, executed_functions(program, record), *made)
            sys.stdout.write(messages.printable(walkthrough(run)))
        if record.error:
            raise record.error
        return exit_status(difference)
    except PseudocodeError as error:
        return common.print_errors(arguments.command, error)


def puzzle_and_caption(arguments: Namespace) -> tuple[Grid | None, str]:
    """Return a puzzle made from the row in the arguments, and its caption.

    ``arguments`` are changed into a call of MakeSolution for the row. If they are not a
    row, return ``(None, "")``. Raise PseudokuError if ``--blanks`` or ``--seed`` is
    used without a row.
    """
    what: str = arguments.what
    number, seed = arguments.blanks, arguments.seed
    if not what[:1].isdigit() or os.path.exists(what):
        if (number, seed) != (None, None):
            only = "work only with a row of four numbers"
            raise PseudokuError(f"--blanks and --seed {only}")
        return None, ""
    row = parse_row([what, *arguments.values])
    arguments.what, arguments.values = "MakeSolution", [" ".join(map(str, row))]
    number = DEFAULT_BLANKS if number is None else number
    seed = DEFAULT_SEED if seed is None else seed
    solved = vector_of(*[vector_of(*cells) for cells in solution_of(row)])
    grid = grid_of(set_blanks(solved, number, Random(seed).randint))
    return grid, f"The puzzle: {plural(number, 'blank')}, seed {seed}"


def page_title(program: Program) -> str:
    what = program.call.text if program.call else "The program"
    if not program.is_reference:
        what += f" in {os.path.basename(program.parsed.source.name)}"
    return f"{what}, step by step"
