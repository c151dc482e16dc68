"""``check [FILE...]``: which cells of a grid break a rule."""

from argparse import Namespace
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, islice

from adt import _console as console
from sudoku.cli.puzzles import (
    Run,
    json_argument,
    print_answer,
    puzzle_arguments,
    told_clashes,
)
from sudoku.formats import Puzzle

Told = list[str]


def arguments(parser: console.Parser) -> None:
    puzzle_arguments(parser)
    json_argument(parser)


def run(arguments: Namespace) -> int:
    answers = Run(arguments, all_clashes)
    if arguments.json:
        for puzzle, told in answers:
            print_answer(puzzle, empty=puzzle.cells.count("."), clashes=told)
            answers.say_no(bool(told))
        return answers.status
    for puzzle, told, name in named(answers):
        for line in told or [left(puzzle.cells.count("."))]:
            print(f"{name}: {line}")
        answers.say_no(bool(told))
    return answers.status


def all_clashes(puzzles: list[str]) -> list[Told]:
    return [told_clashes(puzzle) for puzzle in puzzles]


def left(empty: int) -> str:
    """What is said of a grid without a clash."""
    return f"no clash, {empty} empty" if empty else "solved: no clash, no cell empty"


def named(answers: Iterable[tuple[Puzzle, Told]]) -> Iterator[tuple[Puzzle, Told, str]]:
    """Each answer with the name of its file, and its line if the file has several.

    Only the first answer of a file waits for the next puzzle.
    """
    for name, pairs in groupby(answers, lambda pair: pair[0].name):
        puzzle, told = next(pairs)
        second = list(islice(pairs, 1))
        yield puzzle, told, f"{name}:{puzzle.line}" if second else name
        for puzzle, told in chain(second, pairs):
            yield puzzle, told, f"{name}:{puzzle.line}"
