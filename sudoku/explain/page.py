"""Make an HTML page that shows explanations of a puzzle step by step."""

from _courseware.draw import grid_html, page
from sudoku.explain.objects import to_json
from sudoku.explain.steps import Explanation, State
from sudoku.explain.words import COUNTING_FROM_ZERO, FROM_ZERO, summary, summary_line
from sudoku.grid_pictures import state_to_grid

SCRIPTS = (("sudoku.explain", "tree.js"), ("sudoku.explain", "grid.js"))


def walkthrough(explanations: list[Explanation], name: str) -> str:
    """Return an HTML page with the steps of ``explanations``, all of one puzzle.

    ``name`` is the file of the puzzle, for the title. The page contains the data that
    ``explain --json`` prints.
    """
    title = f"Walkthrough of {name}"
    parts = [
        f"<h1>{page.escape_text(title)}</h1>\n",
        *map(_explanation_html, explanations),
    ]
    data = [
        {"file": name, "puzzle": one.puzzle, **to_json(one)} for one in explanations
    ]
    return page.bench_page(title, "".join(parts), data, "filmOfGrids", SCRIPTS)


def _explanation_html(explanation: Explanation) -> str:
    """Return ``explanation`` as HTML: the puzzle, the steps and the last grid."""
    remarks = [summary(explanation), summary_line(explanation)]
    if explanation.method in COUNTING_FROM_ZERO:
        remarks.append(FROM_ZERO)
    steps = "".join(
        f"<li>{page.escape_text(step.heading)}<p>{page.escape_text(step.reason)}</p>\n"
        for step in explanation.steps
    )
    start = State(explanation.puzzle, None)
    end = explanation.end
    return (
        f"<h2>{page.escape_text(' '.join(remarks))}</h2>\n"
        f"{_grid_table(explanation, start, 'The puzzle')}<ol>\n{steps}</ol>\n"
        + (_grid_table(explanation, end, "The grid after the last step") if end else "")
    )


def _grid_table(explanation: Explanation, state: State, caption: str) -> str:
    return grid_html.table(state_to_grid(explanation.puzzle, state), caption)
