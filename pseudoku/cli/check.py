"""``check``: report the Pseudoku conditions that a grid breaks."""

from argparse import Namespace

from adt import _console as console
from pseudoku.cli.puzzles import each_puzzle, puzzle_arguments
from pseudoku.solving import Grid, clashes


def arguments(parser: console.Parser) -> None:
    puzzle_arguments(parser)


def run(arguments: Namespace) -> int:
    return each_puzzle(arguments, check)


def check(grid: Grid, name: str) -> int:
    """Print each clash of ``grid``, or that it has none; return the exit status."""
    clashing = list(clashes(grid))
    for kind, index, number, cells in clashing:
        places = ", ".join(f"r{r + 1}c{c + 1}" for r, c in cells)
        times = "twice" if len(cells) == 2 else f"{len(cells)} times"
        print(f"{name}clash: {number} occurs {times} in {kind} {index}: {places}")
    if clashing:
        return console.NO
    left = sum(row.count(0) for row in grid)
    verdict = f"no clash, {left} blank" if left else "solved: every condition is met"
    print(name + verdict)
    return console.YES
