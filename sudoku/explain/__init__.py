"""Explain the techniques of the courseworks, one step at a time, in words.

>>> explain(".98765432" + "." * 72, "singles").steps[0].heading
'Naked single: r1c1=1'
"""

from importlib import import_module

from sudoku import courses
from sudoku.checks import cells_in, check_choice, check_number, check_text
from sudoku.exact import has_clash
from sudoku.explain.steps import Explanation, State, Step, states
from sudoku.grid import grid_of

__all__ = ["METHODS", "explain"]

METHODS = tuple(courses.TECHNIQUES)
SEARCH_METHODS = ("dfs", "bfs")
DEFAULT_METHOD = "human"
DEFAULT_MAX_BOARDS = 2_000  # that a search examines by default


def explain(
    puzzle: str, method: str = DEFAULT_METHOD, most_boards: int = DEFAULT_MAX_BOARDS
) -> Explanation:
    """Return the explanation of ``puzzle`` by ``method``, one of METHODS.

    ``puzzle`` is 81 characters with ``.`` or ``0`` for a blank; if it has a clash, the
    explanation has no steps. A search examines at most ``most_boards`` boards. Raise
    SudokuError if ``puzzle`` is not 81 digits and dots, ValueError for another method
    or for ``most_boards`` below 1, and TypeError for an argument of another type.
    """
    check_text("puzzle", puzzle)
    puzzle = cells_in(puzzle).replace("0", ".")
    check_choice("method", method, METHODS)
    check_number("most_boards", most_boards, 1)
    technique = import_module(courses.TECHNIQUES[method].module)
    start: State = technique.start(grid_of(puzzle))
    explanation = Explanation(puzzle, method, start, (), None, "")
    if has_clash(puzzle):
        return explanation._replace(end=explanation.start, ending="contradiction")
    steps: list[Step]
    if method in SEARCH_METHODS:
        steps, ending = technique.steps(method, grid_of(puzzle), most_boards)
    else:
        steps = list(technique.steps(grid_of(puzzle)))
        ending = ""
    numbered = (step._replace(number=n) for n, step in enumerate(steps, start=1))
    explanation = explanation._replace(steps=tuple(numbered))
    if ending in ("no solution", "limit"):
        return explanation._replace(ending=ending)
    end = states(explanation)[-1]
    return explanation._replace(end=end, ending=_ending_of(end))


def _ending_of(end: State) -> str:
    if any(
        digit == "." and marks == "" for digit, marks in zip(end.grid, end.marks or ())
    ):
        return "contradiction"
    return "stuck" if "." in end.grid else "solved"
