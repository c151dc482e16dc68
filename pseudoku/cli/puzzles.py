"""What the commands that read puzzles share."""

from argparse import Namespace
from collections.abc import Callable

from adt import console
from pseudoku.errors import PseudokuError
from pseudoku.grids import read_grids
from pseudoku.solving import Grid


def puzzle_arguments(parser: console.Parser) -> None:
    parser.add_argument(
        "puzzles", nargs="+", metavar="PUZZLE", help="a file, -, or sixteen cells"
    )


def each_puzzle(arguments: Namespace, act: Callable[[Grid], int]) -> int:
    """Do ``act`` for every puzzle of every source; the worst status."""

    def act_on_all(source: str) -> int:
        return max(map(act, read_grids(source)))

    return console.each(
        arguments.command, arguments.puzzles, act_on_all, (PseudokuError,)
    )
