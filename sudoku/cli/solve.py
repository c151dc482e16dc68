"""``solve [FILE...]``: the solution of each puzzle."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from functools import partial

from _courseware.terminal import options
from sudoku.cli.puzzles import (
    FORMAT_NAMES,
    PuzzleBatch,
    clash_note,
    clash_texts,
    print_answer,
    puzzle_arguments,
)
from sudoku.exact import solve
from sudoku.formats import FORMATS, write


def arguments(parser: options.Parser) -> None:
    puzzle_arguments(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="line",
        metavar="FORMAT",
        help=f"{FORMAT_NAMES} (default: line)",
    )
    options.options(parser, "json")


def run(arguments: Namespace) -> int:
    puzzles = PuzzleBatch(arguments)
    if arguments.json:
        print_objects(puzzles)
    else:
        sys.stdout.writelines(write(first_solutions(puzzles), arguments.format))
    return puzzles.status


# The solutions of a puzzle, at most two: two mean several.
at_most_two = partial(solve, limit=2)


def first_solutions(puzzles: PuzzleBatch) -> Iterator[str]:
    """Yield one solution, 81 digits, of each puzzle that has any.

    Print a note on a puzzle with no solution, and on one with several.
    """
    for puzzle, solved in puzzles.answers(at_most_two):
        if len(solved) != 1:
            puzzles.record_no()
            several = "several solutions; this is the first"
            none = clash_note(puzzle.cells) or "no solution"
            puzzles.note(several if solved else none, puzzle)
        if solved:
            yield solved[0]


def print_objects(puzzles: PuzzleBatch) -> None:
    """Print a JSON object for each puzzle with "solutions", "solution" and "clashes".

    "solutions" is 0, 1, or 2 for several; "solution" is the first, or null.
    """
    for puzzle, solved in puzzles.answers(at_most_two):
        first = solved[0] if solved else None
        clashes = [] if solved else clash_texts(puzzle.cells)
        puzzles.record_no(len(solved) != 1)
        print_answer(puzzle, solutions=len(solved), solution=first, clashes=clashes)
