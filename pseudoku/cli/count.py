"""``count``: print the number of solutions of each puzzle."""

from argparse import Namespace

from _courseware.terminal import puzzles
from pseudoku.cli.puzzles import parse_cells, puzzle_arguments, puzzle_batch
from pseudoku.solving import count

arguments = puzzle_arguments


def run(arguments: Namespace) -> int:
    return puzzles.count(
        puzzle_batch(arguments), lambda cells: count(parse_cells(cells))
    )
