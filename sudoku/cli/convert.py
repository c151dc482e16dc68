"""``convert --format FORMAT [FILE...]``: write each puzzle in another format."""

import sys
from argparse import Namespace

from _courseware.terminal import options
from sudoku.cli.puzzles import FORMAT_NAMES, puzzle_arguments, puzzle_batch
from sudoku.formats import FORMATS, write


def arguments(parser: options.Parser) -> None:
    puzzle_arguments(parser)
    parser.add_argument(
        "--format", choices=FORMATS, required=True, metavar="FORMAT", help=FORMAT_NAMES
    )


def run(arguments: Namespace) -> int:
    puzzles = puzzle_batch(arguments)
    unchanged = (cells for _, cells in puzzles.answers(str))
    sys.stdout.writelines(write(unchanged, arguments.format))
    return puzzles.status
