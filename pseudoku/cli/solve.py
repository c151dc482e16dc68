"""``solve``: print one solution of each puzzle, or all of them."""

import sys
from argparse import Namespace
from itertools import islice

from _courseware.terminal import console, messages, options
from pseudoku.cli.puzzles import (
    PuzzleSource,
    clash_texts,
    for_each_puzzle,
    format_argument,
    puzzle_arguments,
)
from pseudoku.grids import cells_of, format_grids
from pseudoku.solving import Grid, solutions


def arguments(parser: options.Parser) -> None:
    puzzle_arguments(parser)
    parser.add_argument("--all", action="store_true", help="print every solution")
    format_argument(parser)


def run(arguments: Namespace) -> int:
    printed = 0

    def solve(puzzle: Grid, place: PuzzleSource) -> int:
        nonlocal printed
        grids = list(islice(solutions(puzzle), None if arguments.all else 2))
        if arguments.json:
            print_solutions_json(puzzle, place, grids, arguments.all)
        else:
            shown = grids if arguments.all else grids[:1]
            sys.stdout.writelines(format_grids(shown, arguments.format, printed))
            printed += len(shown)
            if remark := solution_remark(len(grids), arguments.all):
                console.note(place.prefix + remark, arguments.quiet)
        solved = grids if arguments.all else len(grids) == 1
        return messages.YES if solved else messages.NO

    return for_each_puzzle(arguments, solve)


def solution_remark(number: int, every: bool) -> str:
    """Return a remark such as ``no solution``, or "" if there is one solution.

    ``number`` is the number of solutions found, and ``every`` whether all were searched
    for.
    """
    if not number:
        return "no solution"
    if every:
        return f"solutions: {number}"
    several = "several solutions; this is the first, --all prints them"
    return several if number > 1 else ""


def print_solutions_json(
    puzzle: Grid, place: PuzzleSource, grids: list[Grid], every: bool
) -> None:
    """Print a JSON object with the number of solutions, the first one, and the clashes.

    If ``every``, ``grids`` are all solutions, and "all_solutions" lists them. Otherwise
    ``grids`` are at most two, and 2 means several.
    """
    solutions = [cells_of(grid) for grid in grids]
    answer: dict[str, object] = {"solutions": len(solutions), "solution": None}
    if solutions:
        answer["solution"] = solutions[0]
    if every:
        answer["all_solutions"] = solutions
    place.print_answer(puzzle, **answer, clashes=clash_texts(puzzle))
