"""``check [FILE...]``: the clashes of each grid."""

from argparse import Namespace

from _courseware.terminal import options, puzzles
from sudoku.cli.puzzles import puzzle_arguments, puzzle_batch


def arguments(parser: options.Parser) -> None:
    puzzle_arguments(parser)
    options.options(parser, "json")


def run(arguments: Namespace) -> int:
    return puzzles.check(puzzle_batch(arguments, with_solutions=True))
