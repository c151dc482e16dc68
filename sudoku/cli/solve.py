"""``solve [FILE...]``: the solution of each puzzle."""

import sys
from argparse import Namespace
from collections.abc import Iterator

from adt import _console as console
from sudoku.cli.puzzles import (
    FORMAT_NAMES,
    Run,
    json_argument,
    print_answer,
    puzzle_arguments,
    told_clashes,
)
from sudoku.exact import solve_all
from sudoku.formats import FORMATS, write


def arguments(parser: console.Parser) -> None:
    puzzle_arguments(parser)
    parser.add_argument(
        "--format",
        choices=FORMATS,
        default="line",
        metavar="FORMAT",
        help=f"{FORMAT_NAMES}; line, unless told",
    )
    json_argument(parser)


def run(arguments: Namespace) -> int:
    answers = Run(arguments, solved)
    if arguments.json:
        print_objects(answers)
    else:
        sys.stdout.writelines(write(solutions(answers), arguments.format))
    return answers.status


def solved(puzzles: list[str]) -> list[list[str]]:
    """The solutions of each puzzle, two at most: two show that there are several."""
    return list(solve_all(puzzles, limit=2))


def solutions(answers: Run[list[str]]) -> Iterator[str]:
    """A solution of each puzzle that has any; a remark on each that has not one."""
    for puzzle, found in answers:
        if len(found) != 1:
            answers.say_no()
            several = "several solutions, this is the first"
            none = "; ".join(told_clashes(puzzle.cells)) or "no solution"
            answers.note(several if found else none, puzzle)
        if found:
            yield found[0]


def print_objects(answers: Run[list[str]]) -> None:
    """An object for each puzzle; "solutions" is 0, 1, or 2 for several."""
    for puzzle, found in answers:
        first = found[0] if found else None
        clashes = [] if found else told_clashes(puzzle.cells)
        answers.say_no(len(found) != 1)
        print_answer(puzzle, solutions=len(found), solution=first, clashes=clashes)
