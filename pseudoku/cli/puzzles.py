"""Arguments and the batch loop shared by the commands that read puzzles."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from itertools import chain

from adt import _console as console
from pseudoku.errors import PseudokuError
from pseudoku.grids import FORMATS, read_grids
from pseudoku.solving import Grid


def puzzle_arguments(parser: console.Parser) -> None:
    parser.add_argument(
        "puzzles",
        nargs="+",
        metavar="PUZZLE",
        help="a file; - for standard input; or sixteen cells: .41...2.3....1.2",
    )


def format_argument(parser: console.Parser) -> None:
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="grid",
        help="output format (default: grid)",
    )


def each_puzzle(arguments: Namespace, act: Callable[[Grid, str], int]) -> int:
    """Call ``act`` with every puzzle of every source; return the worst exit status.

    Its second argument is the name of the puzzle and a colon, or "" if there is only
    one puzzle.
    """
    several = len(arguments.puzzles) > 1

    def act_on_all(source: str) -> int:
        name, worst = console.shown(source), console.YES
        for number, grid in numbered(read_grids(source)):
            called = f"{name}, puzzle {number}: " if number else f"{name}: " * several
            worst = max(worst, act(grid, called))
        return worst

    return console.each(
        arguments.command, arguments.puzzles, act_on_all, (PseudokuError,)
    )


def numbered(grids: Iterator[Grid]) -> Iterator[tuple[int, Grid]]:
    """Yield each of ``grids`` with its number from 1, or 0 if it is the only grid."""
    first = next(grids)
    try:
        second = next(grids, None)
    except PseudokuError:
        yield 1, first
        raise
    if second is None:
        yield 0, first
    else:
        yield from enumerate(chain((first, second), grids), start=1)
