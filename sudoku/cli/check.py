"""``check [FILE...]``: the clashes of each grid."""

from argparse import Namespace
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, islice

from _courseware.terminal import messages, options
from _courseware.terminal.messages import no_clash_text
from sudoku.cli.puzzles import (
    PuzzleBatch,
    clash_texts,
    print_answer,
    puzzle_arguments,
)
from sudoku.formats import Puzzle

ClashTexts = list[str]  # in words


def arguments(parser: options.Parser) -> None:
    puzzle_arguments(parser)
    options.options(parser, "json")


def run(arguments: Namespace) -> int:
    puzzles = PuzzleBatch(arguments)
    answers = puzzles.answers(clash_texts)
    if arguments.json:
        for puzzle, clashes in answers:
            print_answer(puzzle, blanks=puzzle.cells.count("."), clashes=clashes)
            puzzles.record_no(bool(clashes))
        return puzzles.status
    for puzzle, clashes, name in with_names(answers):
        for line in clashes or [no_clash_text(puzzle.cells.count("."))]:
            print(messages.printable(f"{name}: {line}"))
        puzzles.record_no(bool(clashes))
    return puzzles.status


def with_names(
    answers: Iterable[tuple[Puzzle, ClashTexts]],
) -> Iterator[tuple[Puzzle, ClashTexts, str]]:
    """Yield ``(puzzle, clashes, name)`` for each answer, with the name to print.

    That is the name of the file, or FILE:LINE if the file has several puzzles. Only the
    first puzzle of a file has to wait for the next.
    """
    for name, pairs in groupby(answers, lambda pair: pair[0].name):
        puzzle, clashes = next(pairs)
        second = list(islice(pairs, 1))
        yield puzzle, clashes, f"{name}:{puzzle.line}" if second else name
        for puzzle, clashes in chain(second, pairs):
            yield puzzle, clashes, f"{name}:{puzzle.line}"
