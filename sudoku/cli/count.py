"""``count [FILE...]``: the number of solutions of each puzzle."""

from argparse import Namespace
from functools import partial

from _courseware.terminal import options, puzzles
from sudoku.cli.puzzles import positive, puzzle_arguments, puzzle_batch
from sudoku.exact import count


def arguments(parser: options.Parser) -> None:
    puzzle_arguments(parser)
    parser.add_argument(
        "--limit",
        type=positive,
        default=2,
        metavar="N",
        help="stop counting at N, and print N+ for N or more (default: 2)",
    )
    options.options(parser, "json")


def run(arguments: Namespace) -> int:
    limit: int = arguments.limit
    return puzzles.count(puzzle_batch(arguments), partial(count, limit=limit), limit)
