"""``explain [FILE...]``: the solution of each puzzle, step by step, in words."""

from argparse import Namespace
from functools import partial

from _courseware.draw.grid_text import draw_grid
from _courseware.terminal import messages, options
from _courseware.terminal.puzzles import LocatedPuzzle, Problem
from sudoku.cli.puzzles import clash_note, positive, puzzle_arguments, puzzle_batch
from sudoku.explain import DEFAULT_MAX_BOARDS, DEFAULT_METHOD, METHODS, explain
from sudoku.explain.objects import to_json
from sudoku.explain.steps import Explanation, Step, base_number, states
from sudoku.explain.words import COUNTING_FROM_ZERO, FROM_ZERO, summary, summary_line
from sudoku.grid_pictures import step_picture

LIMIT_MEANING = "a search was stopped at --limit-boards"
STATUS_OF_ENDING = {
    "solved": messages.YES,
    "stuck": messages.NO,
    "contradiction": messages.NO,
    "no solution": messages.NO,
    "limit": messages.LIMIT,
}


def arguments(parser: options.Parser) -> None:
    parser.limit_meaning = LIMIT_MEANING
    puzzle_arguments(parser)
    method_argument(parser)
    add = parser.add_argument
    add(
        "--from",
        type=positive,
        metavar="K",
        dest="first",
        help="show the steps from step K (default: 1)",
    )
    add(
        "--to",
        type=positive,
        metavar="K",
        dest="last",
        help="show the steps up to step K (default: the last)",
    )
    add("--grids", action="store_true", help="draw the grid at each step")
    limit_argument(parser)
    options.options(parser, "json")


def method_argument(parser: options.Parser, *more: str) -> None:
    """Add ``--method``, one of METHODS and ``more``, to ``parser``."""
    parser.add_argument(
        "--method",
        choices=(*METHODS, *more),
        default=DEFAULT_METHOD,
        metavar="METHOD",
        help=f"one of {', '.join(METHODS)}"
        + "".join(f", or {both} for both trees" for both in more)
        + f" (default: {DEFAULT_METHOD})",
    )


def limit_argument(parser: options.Parser) -> None:
    """Add ``--limit-boards``, the most boards of a search, to ``parser``."""
    parser.add_argument(
        "--limit-boards",
        type=positive,
        default=DEFAULT_MAX_BOARDS,
        metavar="N",
        help=f"stop dfs and bfs after N boards (default: {DEFAULT_MAX_BOARDS:,})",
    )


def run(arguments: Namespace) -> int:
    puzzles = puzzle_batch(arguments)
    limit: int = arguments.limit_boards
    act = partial(explain, method=arguments.method, most_boards=limit)
    for puzzle, explanation in puzzles.answers(act):
        puzzles.note(clash_note(puzzle.cells), puzzle)
        first = arguments.first
        last = arguments.last
        try:
            options.check_steps(first, last, len(explanation.steps))
        except messages.CommandError as error:
            place = (puzzle.name, puzzle.line, 1)
            message = messages.located_message(*place, str(error))
            puzzles.report(Problem(*place, str(error), message))
            continue
        steps = explanation.steps[(first or 1) - 1 : last]
        if arguments.json:
            puzzles.print_answer(puzzle, [], **to_json(explanation, steps))
        else:
            _print_text(puzzle, explanation, steps, arguments.grids)
        puzzles.status = max(puzzles.status, STATUS_OF_ENDING[explanation.ending])
    return puzzles.status


def _print_text(
    puzzle: LocatedPuzzle,
    explanation: Explanation,
    steps: tuple[Step, ...],
    with_grids: bool,
) -> None:
    """Print the summary of ``explanation``, the texts of ``steps``, and the ending."""
    if explanation.method in COUNTING_FROM_ZERO:
        print(FROM_ZERO)
    print(messages.printable(puzzle.place + summary(explanation)))
    before = states(explanation) if with_grids else []
    for step in steps:
        print(f"{step.number}. {step.heading}\n    {step.reason}")
        if with_grids:
            print(
                draw_grid(step_picture(puzzle.cells, before[base_number(step)], step))
            )
    print(summary_line(explanation))
