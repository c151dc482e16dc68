"""Measure what a grid on a page shows, and check it."""

from itertools import pairwise
from typing import TypedDict

from sudoku.explain.steps import (
    CELL_INDEX,
    UNITS_BY_NAME,
    Explanation,
    State,
    Step,
    base_number,
    states,
)
from tests.browser.opened import SCRIPTS, Page


class Cell(TypedDict):
    """A cell of a grid as a browser shows it.

    ``marks`` are the candidates shown, and ``places`` their places in the cell, from 1
    to 9. ``crossed``, ``underlined`` and ``bold_marks`` are those with this style.
    ``sticks_out`` is whether something is outside the cell.
    """

    square: list[float]  # left, top, right, bottom
    digit: str
    marks: str
    places: str  # of each mark, from 1 to 9
    crossed: str
    underlined: str
    bold_marks: str
    bold: bool
    tint: str
    outline: str
    inside: str  # the outline inside the first
    right: float  # the widths of the lines
    bottom: float
    thin: bool  # whether a thin line is around it
    words: str
    sticks_out: bool


def measured(page: Page) -> list[Cell]:
    cells: list[Cell] = page.evaluate(SCRIPTS["GRID"])
    return cells


def check_squares(cells: list[Cell]) -> None:
    """Check that *cells* are 81 equal squares, with lines around the boxes."""
    assert len(cells) == 81
    first = cells[0]["square"]
    side = first[2] - first[0]
    assert side > 24
    for k, cell in enumerate(cells):
        left, top, right, bottom = cell["square"]
        assert abs(right - left - side) < 0.6 and abs(bottom - top - side) < 0.6
        assert not cell["sticks_out"]
        lines = (
            (cell["right"], k % 9 in (2, 5, 8)),
            (cell["bottom"], k // 27 < (k + 9) // 27),
        )
        for width, heavy in lines:
            assert (width >= 2) == heavy
        assert cell["thin"]
    for k, (one, other) in enumerate(pairwise(cells)):
        if k % 9 < 8:
            assert -0.1 < other["square"][0] - one["square"][2] < 1
            assert abs(other["square"][1] - one["square"][1]) < 1
    for one, other in zip(cells, cells[9:]):
        assert -0.1 < other["square"][1] - one["square"][3] < 1
        assert abs(other["square"][0] - one["square"][0]) < 1


def check_step(cells: list[Cell], explanation: Explanation, number: int) -> None:
    """Check that *cells* show the state and the roles of step *number*.

    The step is one of *explanation*, after which the state is shown; 0 is the start.
    """
    found = states(explanation)
    step = explanation.steps[number - 1] if number else Step("start")
    before = found[base_number(step)] if number else found[0]
    tints: dict[str, set[str]] = {}
    for location, k in CELL_INDEX.items():
        cell = cells[k]
        content = f"step {number}, {location}: {cell}"
        check_content(cell, explanation.puzzle[k], found[number], k, step)
        changed = differ(before, found[number], k) if number else False
        if step.node:  # a search: only the cell that the sentence names
            changed = location in dict(step.placed)
        reason = location in step.cells
        assert (cell["outline"] == "solid 3px") == changed, content
        assert (cell["inside"] == "dashed 2px") == reason, content
        in_unit = bool(step.unit) and location in UNITS_BY_NAME[step.unit or ""]
        role = "changed" if changed else "reason" if reason else in_unit and "unit"
        tints.setdefault(role or "", set()).add(cell["tint"])
    assert all(len(colors) == 1 for colors in tints.values())
    assert len(set.union(*tints.values())) == len(tints)


def differ(before: State, after: State, k: int) -> bool:
    """Return whether the digit or the marks of cell *k* differ in two states."""
    marks = [state.marks[k] if state.marks else "" for state in (before, after)]
    return before.grid[k] != after.grid[k] or marks[0] != marks[1]


def check_content(cell: Cell, given: str, state: State, k: int, step: Step) -> None:
    """Check that *cell* shows its digit or its marks, at their places and in words.

    *given* is the digit of the puzzle in this cell, number *k* from 0, and *state* the
    one after *step*.
    """
    gone = () if step.node else step.removed  # a search shows two cells alone
    removed = {CELL_INDEX[location]: digits for location, digits in gone}
    crossed = "".join(map(str, removed.get(k, ())))
    left = state.marks[k] if state.marks else ""
    digit = state.grid[k].strip(".")
    reason = k in map(CELL_INDEX.__getitem__, step.cells)
    assert cell["digit"] == digit and cell["bold"] == (given == digit)
    words = [f"possible {' '.join(left)}"] * bool(left)
    words += [f"{' '.join(crossed)} crossed out"] * bool(crossed)
    words = words or ["blank"]
    if digit:
        left = crossed = ""
        placed = k in (CELL_INDEX[location] for location, _ in step.placed)
        words = [""] + ["placed now"] * placed
    words += ["reason"] * reason
    if step.kind == "chain" and reason:
        words.append("AB"[[*map(CELL_INDEX.__getitem__, step.cells)].index(k) % 2])
    assert cell["words"] == (", ".join(words) if words != [""] else "")
    marks = "".join(sorted(left + crossed))
    assert cell["marks"] == cell["places"] == marks
    assert cell["crossed"] == crossed
    why = [mark for mark in left if reason and int(mark) in step.digits]
    assert cell["underlined"] == "".join(why)
    assert cell["bold_marks"] == "".join(sorted([*why, *crossed]))
