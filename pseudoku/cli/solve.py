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
    every: bool = arguments.all

    def solve(cells: str) -> list[str]:
        grids = islice(solutions(parse_cells(cells)), None if every else 2)
        return [*map(cells_of, grids)]

    def write(solved: Iterable[str]) -> Iterator[str]:
        return format_grids(map(parse_cells, solved), arguments.format)

    return puzzles.solve(puzzle_batch(arguments), solve, write, every)
