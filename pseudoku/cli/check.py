"""``check``: whether a grid breaks a Pseudoku condition."""

from argparse import Namespace

from adt import _console as console
from pseudoku.cli.puzzles import each_puzzle, puzzle_arguments
from pseudoku.solving import Grid, clashes


def arguments(parser: console.Parser) -> None:
    puzzle_arguments(parser)


def run(arguments: Namespace) -> int:
    return each_puzzle(arguments, check)


def check(grid: Grid, name: str) -> int:
    """Print each clash of ``grid``, or that there is none; exit status."""
    clashing = list(clashes(grid))
    for kind, index, number, cells in clashing:
        places = ", ".join(f"r{r + 1}c{c + 1}" for r, c in cells)
        times = f"{number} stands {len(cells)} times in {kind} {index}"
        print(f"{name}clash: {times}: {places}")
    if clashing:
        return console.NO
    left = sum(row.count(0) for row in grid)
    verdict = f"no clash, {left} blank" if left else "solved: every condition is met"
    print(name + verdict)
    return console.YES
