"""``solve``: print one solution of each puzzle, or all of them."""

from argparse import Namespace
from collections.abc import Iterable, Iterator
from itertools import islice

from _courseware.terminal import options, puzzles
from pseudoku.cli.puzzles import (
    format_argument,
    parse_cells,
    puzzle_arguments,
    puzzle_batch,
)
from pseudoku.grids import cells_of, format_grids
from pseudoku.solving import solutions


def arguments(parser: options.Parser) -> None:
    puzzle_arguments(parser)
    parser.add_argument("--all", action="store_true", help="print every solution")
    format_argument(parser)


def run(arguments: Namespace) -> int:
    print_all: bool = arguments.all
    limit = None if print_all else 2

    def find_solutions(cells: str) -> list[str]:
        return [*map(cells_of, islice(solutions(parse_cells(cells)), limit))]

    def format_solutions(solved: Iterable[str]) -> Iterator[str]:
        return format_grids(map(parse_cells, solved), arguments.format)

    batch = puzzle_batch(arguments)
    advice = ", --all prints them"
    return puzzles.print_solutions(
        batch, find_solutions, format_solutions, print_all, advice
    )
