"""Measure what a grid on a page shows, and check it."""

from itertools import pairwise
from typing import TypedDict

from _courseware.draw.grid_state import DrawnCell as Picture
from _courseware.draw.grid_state import grid_cells
from sudoku.explain.steps import Explanation
from sudoku.grid_pictures import grid_at_step
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
    """Check that *cells* show what the picture after step *number* shows; 0 is the start.

    The picture is that of `sudoku draw`, in which a search has also what it crossed out.
    """
    drawn = grid_cells(grid_at_step(explanation, number))
    is_search = bool(number) and explanation.steps[number - 1].node is not None
    placed = dict(explanation.steps[number - 1].placed) if is_search else {}
    tints: dict[str, set[str]] = {}
    for k, cell in enumerate(cells):
        picture = drawn[k // 9][k % 9]
        if is_search:  # only the cell that the sentence names is changed
            roles = [role for role in picture.roles if role != "changed"]
            roles += ["changed"] * (divmod(k, 9) in placed)
            picture = picture._replace(crossed_out="", roles=tuple(roles))
        told = f"step {number}, cell {k}: {cell}, {picture}"
        check_content(cell, picture, told)
        roles = [*picture.roles]
        assert (cell["outline"] == "solid 3px") == ("changed" in roles), told
        assert (cell["inside"] == "dashed 2px") == ("reason" in roles), told
        role = next((one for one in ("changed", "reason", "unit") if one in roles), "")
        tints.setdefault(role, set()).add(cell["tint"])
    assert all(len(colors) == 1 for colors in tints.values())
    assert len(set.union(*tints.values())) == len(tints)


def check_content(cell: Cell, picture: Picture, told: str) -> None:
    """Check that *cell* shows its digit or its marks, at their places and in words."""
    digit = str(picture.number or "")
    assert cell["digit"] == digit and cell["bold"] == ("given" in picture.roles), told
    words = picture.words()
    if digit:  # it is there to read
        words = [""] * (len(words) > 1) + words[1:]
    assert cell["words"] == ", ".join(words), told
    left, crossed = picture.left, picture.crossed_out
    if digit:
        left = crossed = ""
    assert cell["marks"] == cell["places"] == "".join(sorted(left + crossed)), told
    assert cell["crossed"] == crossed, told
    assert cell["underlined"] == picture.reason_digits, told
    assert cell["bold_marks"] == "".join(sorted(picture.reason_digits + crossed)), told
