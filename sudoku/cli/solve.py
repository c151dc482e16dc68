"""``solve [FILE...]``: the solution of each puzzle."""

from argparse import Namespace
from functools import partial

from _courseware.terminal import options, puzzles
from sudoku.cli.puzzles import FORMAT_NAMES, puzzle_arguments, puzzle_batch
from sudoku.exact import solve
from sudoku.formats import FORMATS, write


def arguments(parser: options.Parser) -> None:
    puzzle_arguments(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="line",
        metavar="FORMAT",
        help=f"{FORMAT_NAMES} (default: line)",
    )
    options.options(parser, "json")


def run(arguments: Namespace) -> int:
    return puzzles.print_solutions(
        puzzle_batch(arguments),
        find_solutions=partial(solve, limit=2),
        format_solutions=partial(write, style=arguments.format),
    )
