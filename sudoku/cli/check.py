"""``check [FILE...]``: the clashes of each grid."""

from argparse import Namespace

from _courseware.terminal import messages, options
from _courseware.terminal.messages import no_clash_text
from sudoku.cli.puzzles import PuzzleBatch, clash_texts, print_answer, puzzle_arguments


def arguments(parser: options.Parser) -> None:
    puzzle_arguments(parser)
    options.options(parser, "json")


def run(arguments: Namespace) -> int:
    puzzles = PuzzleBatch(arguments)
    for puzzle, clashes in puzzles.answers(clash_texts, with_solutions=True):
        blanks = puzzle.cells.count(".")
        puzzles.record_no(bool(clashes))
        if arguments.json:
            print_answer(puzzle, blanks=blanks, clashes=clashes)
            continue
        for line in clashes or [no_clash_text(blanks)]:
            print(messages.printable(f"{puzzle.name}:{puzzle.line}: {line}"))
    return puzzles.status
