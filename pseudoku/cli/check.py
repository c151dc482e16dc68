"""``check``: report the Pseudoku conditions that a grid breaks."""

from argparse import Namespace

from _courseware.terminal import messages, options
from _courseware.terminal.messages import no_clash_text
from pseudoku.cli.puzzles import (
    PuzzleSource,
    clash_texts,
    for_each_puzzle,
    puzzle_arguments,
)
from pseudoku.solving import Grid


def arguments(parser: options.Parser) -> None:
    puzzle_arguments(parser)


def run(arguments: Namespace) -> int:
    def check(grid: Grid, place: PuzzleSource) -> int:
        clashes = clash_texts(grid)
        left = sum(row.count(0) for row in grid)
        if arguments.json:
            place.print_answer(grid, blanks=left, clashes=clashes)
        else:
            for line in clashes or [no_clash_text(left)]:
                print(place.prefix + line)
        return messages.NO if clashes else messages.YES

    return for_each_puzzle(arguments, check)
