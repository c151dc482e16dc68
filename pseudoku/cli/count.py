"""``count``: print the number of solutions of each puzzle."""

from argparse import Namespace

from _courseware.terminal import messages, options
from pseudoku.cli.puzzles import (
    PuzzleSource,
    clash_texts,
    for_each_puzzle,
    puzzle_arguments,
)
from pseudoku.solving import Grid, count


def arguments(parser: options.Parser) -> None:
    puzzle_arguments(parser)


def run(arguments: Namespace) -> int:
    def print_count(puzzle: Grid, place: PuzzleSource) -> int:
        number = count(puzzle)
        if arguments.json:
            clashes = clash_texts(puzzle)
            place.print_answer(
                puzzle, solutions=number, at_limit=False, clashes=clashes
            )
        else:
            print(number)
        return messages.YES

    return for_each_puzzle(arguments, print_count)
