"""``count [FILE...]``: the number of solutions of each puzzle."""

from argparse import Namespace
from functools import partial

from _courseware.terminal import options
from sudoku.cli.puzzles import (
    PuzzleBatch,
    clash_note,
    clash_texts,
    positive,
    print_answer,
    puzzle_arguments,
)
from sudoku.exact import count


def arguments(parser: options.Parser) -> None:
    puzzle_arguments(parser)
    parser.add_argument(
        "--limit",
        type=positive,
        default=2,
        metavar="N",
        help="stop counting at N, and print N+ for N or more (default: 2)",
    )
    options.options(parser, "json")


def run(arguments: Namespace) -> int:
    limit: int = arguments.limit
    puzzles = PuzzleBatch(arguments)
    for puzzle, number in puzzles.answers(partial(count, limit=limit)):
        clashes = [] if number else clash_texts(puzzle.cells)
        if arguments.json:
            at_limit = number == limit
            answer = {"solutions": number, "at_limit": at_limit, "clashes": clashes}
            print_answer(puzzle, **answer)
            continue
        print(f"{number}+" if number == limit else number)
        if clashes:
            puzzles.note(clash_note(puzzle.cells), puzzle)
    return puzzles.status
