"""``rate [FILE...]``: how hard each puzzle is for a person."""

from argparse import Namespace

from _courseware.terminal import options
from sudoku.cli.puzzles import clash_note, puzzle_arguments, puzzle_batch
from sudoku.explain.rate import Rating, rate


def arguments(parser: options.Parser) -> None:
    puzzle_arguments(parser)
    options.options(parser, "json")


def run(arguments: Namespace) -> int:
    puzzles = puzzle_batch(arguments)
    for puzzle, rating in puzzles.answers(rate):
        puzzles.record_no(not rating.solved)
        puzzles.note(clash_note(puzzle.cells), puzzle)
        line = puzzle.place + _rating_text(rating)
        puzzles.print_answer(puzzle, [line], **rating._asdict())
    return puzzles.status


def _rating_text(rating: Rating) -> str:
    """Return ``rating`` on one line: difficulty, hardest step and numbers of steps.

    >>> steps = {"last cell": 9, "naked single": 2}
    >>> _rating_text(Rating(True, "Naked single", 2.3, steps))
    '2.3, naked single; steps: last cell 9, naked single 2'
    >>> _rating_text(Rating(False, None, None, {}))
    'not solved; steps: none'
    """
    counts = ", ".join(f"{name} {count}" for name, count in rating.steps.items())
    hardest = f"{rating.figure}, {str(rating.hardest).lower()}"
    if rating.figure is None:
        hardest = "full" if rating.solved else "not solved"
    return f"{hardest}; steps: {counts or 'none'}"
