"""``check``: report the Pseudoku conditions that a grid breaks."""

from argparse import Namespace

from _courseware.terminal import puzzles
from pseudoku.cli.puzzles import puzzle_arguments, puzzle_batch

arguments = puzzle_arguments


def run(arguments: Namespace) -> int:
    return puzzles.check(puzzle_batch(arguments))
