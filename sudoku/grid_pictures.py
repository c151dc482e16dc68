"""Describe the grid at a step of an explanation: a picture, or COMP9021's LaTeX."""

from itertools import pairwise

from _courseware.draw.grid_state import GridLink, GridState, grid_state
from sudoku.comp9021 import tex
from sudoku.explain.steps import (
    CELL_INDEX,
    UNITS_BY_NAME,
    Explanation,
    State,
    Step,
    apply,
    base_number,
    digits_text,
    states,
)
from sudoku.grid import Location, grid_of


def grid_at_step(explanation: Explanation, number: int) -> GridState:
    """Return the grid to draw after step ``number``; 0 is the start."""
    if number == 0:
        return state_to_grid(explanation.puzzle, explanation.start)
    step = explanation.steps[number - 1]
    return step_picture(
        explanation.puzzle, states(explanation)[base_number(step)], step
    )


def step_picture(puzzle: str, before: State, step: Step) -> GridState:
    """Return the grid to draw after ``step``, with its changes and its reason.

    ``before`` is the state that the step changes, and ``puzzle`` has the givens, 81
    characters.
    """
    after = apply(before, step)
    grid = state_to_grid(puzzle, after)
    for (row, column), digits in step.removed:
        grid["candidates"][row][column] += f"-{digits_text(digits)}"
    for row, column in CELL_INDEX:
        roles = [grid["roles"][row][column], *_roles_in(step, (row, column))]
        grid["roles"][row][column] = " ".join(filter(None, roles))
    grid["links"] = _links_in(step)
    grid["digits"] = digits_text(step.digits)
    return grid


def _links_in(step: Step) -> list[GridLink]:
    """Return the links to draw for ``step``.

    In a chain, the strong links come first, then the weak links between them.
    """
    links = [GridLink(*link[:3], strong=bool(link.unit)) for link in step.links]
    if step.kind == "chain":
        links += [
            GridLink(one.second, other.first, one.digit, strong=False)
            for one, other in pairwise(step.links)
        ]
    return links


def _chain_color(step: Step, cell: Location) -> str:
    if step.kind != "chain" or cell not in step.cells:
        return ""
    return "AB"[step.cells.index(cell) % 2]


def _roles_in(step: Step, cell: Location) -> list[str]:
    """Return the roles of ``cell`` in ``step``, such as ``["reason", "changed", ""]``.

    The last one is "A" or "B" for a cell of a chain, otherwise "".
    """
    changes = (*step.placed, *step.removed, *step.marked)
    roles = {
        "unit": step.unit is not None and cell in UNITS_BY_NAME[step.unit],
        "reason": cell in step.cells,
        "changed": any(cell == changed for changed, _ in changes),
    }
    return [role for role, has in roles.items() if has] + [_chain_color(step, cell)]


def state_to_grid(puzzle: str, state: State) -> GridState:
    """Return ``state`` as a grid to draw; the digits of ``puzzle`` are the givens."""
    grid = grid_state(grid_of(state.grid))
    marks = list(state.marks or [""] * 81)
    roles = [
        "given" if printed == digit != "." else ""
        for printed, digit in zip(puzzle, state.grid)
    ]
    grid["candidates"] = [marks[k : k + 9] for k in range(0, 81, 9)]
    grid["roles"] = [roles[k : k + 9] for k in range(0, 81, 9)]
    return grid


def latex_at_step(explanation: Explanation, number: int) -> str:
    """Return COMP9021's LaTeX of the grid after step ``number``; 0 is the start.

    The marks that this step has removed are crossed out.
    """
    state = states(explanation)[number]
    left = {
        cell: set(map(int, marks)) for cell, marks in zip(CELL_INDEX, state.marks or ())
    }
    removed = explanation.steps[number - 1].removed if number else ()
    marks = left | {cell: left.get(cell, set()) | {*digits} for cell, digits in removed}
    return tex.document(grid_of(state.grid), marks, left)
