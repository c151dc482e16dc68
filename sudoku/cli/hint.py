"""``hint [FILE]``: a hint at the next step of each puzzle."""

from argparse import Namespace
from functools import partial

from _courseware.terminal import options
from sudoku import exact
from sudoku.cli.explain import method_argument
from sudoku.cli.puzzles import clash_note, puzzle_arguments, puzzle_batch
from sudoku.exact import has_clash
from sudoku.explain import explain, hints
from sudoku.explain.objects import step_json
from sudoku.explain.steps import Step
from sudoku.explain.words import COUNTING_FROM_ZERO, FROM_ZERO, where_to_look

FULL = "The grid is full."
NO_STEP = "This method finds no step in the grid."
TOO_HARD = "this method alone does not solve the grid"
NO_SOLUTION = "The grid has no solution."


def arguments(parser: options.Parser) -> None:
    puzzle_arguments(parser)
    parser.add_argument(
        "--level",
        type=int,
        choices=hints.LEVELS,
        default=hints.KIND,
        help="1: the kind of the step (default); 2: its place; 3: a question; "
        "4: the step",
    )
    method_argument(parser)
    options.options(parser, "json")


def run(arguments: Namespace) -> int:
    method: str = arguments.method
    level: int = arguments.level
    counts_from_zero = method in COUNTING_FROM_ZERO and level > hints.KIND
    puzzles = puzzle_batch(arguments)
    find_step = partial(_next_step, method=method)
    for puzzle, (step, method_gets_stuck) in puzzles.answers(find_step):
        text = hints.hint(step, level) if step else _no_step_text(puzzle.cells)
        puzzles.record_no(step is None and text != FULL)
        puzzles.note(clash_note(puzzle.cells), puzzle)
        if step and method_gets_stuck:
            puzzles.note(TOO_HARD, puzzle)
        answer: dict[str, object] = {"method": method, "level": level, "text": text}
        answer.update(_hint_json(step, level))
        puzzles.print_answer(puzzle, [text], **answer)
        if counts_from_zero and not puzzles.json:
            puzzles.note(FROM_ZERO, puzzle)
    return puzzles.status


def _next_step(cells: str, method: str) -> tuple[Step | None, bool]:
    """Return the next step of ``method``, and whether ``method`` gets stuck later.

    The step is None if ``method`` finds none, or if ``cells``, 81 characters, has no
    solution. Of a search, only the first board is examined.
    """
    if has_clash(cells) or not exact.solve(cells):
        return None, False
    explanation = explain(cells, method, most_boards=1)
    steps = (step for step in explanation.steps if step.kind != "marks")
    return next(steps, None), explanation.ending == "stuck"


def _no_step_text(cells: str) -> str:
    if not exact.solve(cells):
        return NO_SOLUTION
    return NO_STEP if "." in cells else FULL


def _hint_json(step: Step | None, level: int) -> dict[str, object]:
    """Return the fields of the JSON object of a hint, except its text.

    They are "unit" from level 2 on, "digits" at level 3 and "step" at level 4, or only
    ``{"step": None}`` if ``step`` is None.
    """
    if step is None:
        return {"step": None}
    result: dict[str, object] = {}
    if level >= hints.PLACE:
        result["unit"] = where_to_look(step)
    if level == hints.QUESTION:
        result["digits"] = hints.asked_digits(step)
    if level == hints.STEP:
        result["step"] = step_json(step)
    return result
