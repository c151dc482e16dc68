"""``solve``: print one solution of each puzzle, or all of them."""

import sys
from argparse import Namespace
from itertools import islice

from adt import _console as console
from pseudoku.cli.puzzles import each_puzzle, format_argument, puzzle_arguments
from pseudoku.grids import show_grids
from pseudoku.solving import Grid, solutions


def arguments(parser: console.Parser) -> None:
    puzzle_arguments(parser)
    parser.add_argument("--all", action="store_true", help="print every solution")
    format_argument(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="print no remarks")


def run(arguments: Namespace) -> int:
    printed = 0

    def solve(puzzle: Grid, name: str) -> int:
        nonlocal printed
        grids = list(islice(solutions(puzzle), None if arguments.all else 2))
        shown = grids if arguments.all else grids[:1]
        sys.stdout.writelines(show_grids(shown, arguments.format, printed))
        printed += len(shown)
        if arguments.all and grids:
            console.note(f"{name}solutions: {len(grids)}", quiet=arguments.quiet)
            return console.YES
        if len(grids) != 1:
            several = "several solutions; this is the first, --all prints them"
            remark = several if grids else "no solution"
            console.note(f"{name}{remark}", quiet=arguments.quiet)
            return console.NO
        return console.YES

    return each_puzzle(arguments, solve)
