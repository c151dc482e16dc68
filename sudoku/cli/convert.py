"""``convert --to FORMAT [FILE...]``: each puzzle in another format."""

import sys
from argparse import Namespace

from adt import console
from sudoku.cli.puzzles import Run, puzzle_arguments
from sudoku.formats import FORMATS, write


def arguments(parser: console.Parser) -> None:
    puzzle_arguments(parser)
    parser.add_argument("--to", choices=FORMATS, required=True)


def run(arguments: Namespace) -> int:
    unchanged = Run[str](arguments, list)
    puzzles = (cells for _, cells in unchanged)
    sys.stdout.writelines(write(puzzles, arguments.to))
    return unchanged.status
