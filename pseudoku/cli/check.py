"""``check``: report the Pseudoku conditions that a grid breaks."""

from argparse import Namespace

from _courseware import console
from _courseware.messages import plural
from pseudoku.cli.puzzles import Place, clash_texts, each_puzzle, puzzle_arguments
from pseudoku.solving import Grid


def arguments(parser: console.Parser) -> None:
    puzzle_arguments(parser)


def run(arguments: Namespace) -> int:
    def check(grid: Grid, place: Place) -> int:
        found = clash_texts(grid)
        left = sum(row.count(0) for row in grid)
        if arguments.json:
            place.answer(grid, blanks=left, clashes=found)
        else:
            for line in found or [without_clash(left)]:
                print(place.prefix + line)
        return console.NO if found else console.YES

    return each_puzzle(arguments, check)


def without_clash(left: int) -> str:
    """Return the line for a grid that has no clash and ``left`` blanks."""
    return f"no clash, {plural(left, 'blank')}" if left else "solved: no clash"
