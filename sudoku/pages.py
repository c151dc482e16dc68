"""An explanation as a page that shows it step by step."""

from typing import Final

from adt.show import html, page
from adt.show.states import GridState, grid_state
from sudoku.explain.steps import INDEX, Explanation, State, Step
from sudoku.explain.words import COUNTING_FROM_ZERO, FROM_ZERO, ending, summary
from sudoku.grid import grid_of

KEY: Final = """\
<ul class="key"><li><b class="unit"></b>unit<li><b class="reason"></b>reason\
<li><b class="changed"></b>changes<li><b class="out"></b>crossed out</ul>
"""
PREDICT: Final = """\
<p class="transport" hidden><label><input type="checkbox" id="predict"> \
Predict: ask before showing</label></p>
"""


def walkthrough(explanation: Explanation, name: str) -> str:
    """Return a page with the steps of *explanation*, of a puzzle in the file *name*."""
    body = (
        f'<div class="columns">\n<div>\n{puzzle(explanation)}{KEY}</div>\n<div>\n'
        f"{page.transport()}{PREDICT}<h2>{title(explanation)}</h2>\n"
        f"{page.steps(map(item, explanation.steps))}{end(explanation)}</div>\n</div>\n"
    )
    return page.document(
        f"Walkthrough of {name}",
        remarks(explanation),
        body,
        data(explanation),
        page.asset("adt.show", "assets/grid.css"),
        page.asset("sudoku", "grid.js"),
    )


def remarks(explanation: Explanation) -> str:
    """Return the lines about *explanation*."""
    if explanation.method in COUNTING_FROM_ZERO:
        return f"{summary(explanation)} {FROM_ZERO}"
    return summary(explanation)


def title(explanation: Explanation) -> str:
    number = len(explanation.steps)
    return "The only step" if number == 1 else f"All {number:,} steps"


def item(step: Step) -> tuple[str, str, str]:
    """Return the class, the heading and the reason of *step* in the list."""
    return "", step.heading, step.reason


def puzzle(explanation: Explanation) -> str:
    state = grid_of_state(explanation.puzzle, explanation.start)
    return html.grid(state, "The puzzle", "grid")


def end(explanation: Explanation) -> str:
    """Return how *explanation* ends. A script hides this: it shows every state."""
    text = f"<h2>The end</h2>\n<p>{ending(explanation)}</p>\n"
    if explanation.end:
        state = grid_of_state(explanation.puzzle, explanation.end)
        text += html.grid(state, "The grid after the last step")
    return f'<div id="end">\n{text}</div>\n'


def grid_of_state(puzzle: str, state: State) -> GridState:
    """Return the digits and the marks of *state*, with the givens of *puzzle*."""
    grid = grid_state(grid_of(state.grid))
    if state.marks:
        marks = list(state.marks)
        grid["candidates"] = [marks[k : k + 9] for k in range(0, 81, 9)]
    roles = [
        "given" if given == digit != "." else ""
        for given, digit in zip(puzzle, state.grid)
    ]
    grid["roles"] = [roles[k : k + 9] for k in range(0, 81, 9)]
    return grid


def data(explanation: Explanation) -> dict[str, object]:
    """Return what the script needs besides the texts. Cells count from 0."""
    return {
        "start": explanation.start,
        "steps": [step_data(step) for step in explanation.steps],
    }


def step_data(step: Step) -> dict[str, object]:
    """Return *step* as the script has it, without what is empty."""
    found: dict[str, object] = {
        "unit": step.unit,
        "cells": [INDEX[cell] for cell in step.cells],
        "digits": joined(step.digits),
        "placed": [(INDEX[cell], digit) for cell, digit in step.placed],
        "removed": [(INDEX[cell], joined(digits)) for cell, digits in step.removed],
    }
    if step.marked:
        marks = {cell: joined(digits) for cell, digits in step.marked}
        found["marked"] = [marks.get(cell, "") for cell in INDEX]
    return {key: value for key, value in found.items() if value}


def joined(digits: tuple[int, ...]) -> str:
    return "".join(map(str, digits))
