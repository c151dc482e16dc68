"""Pictures of grids: right, legible, and the same in text, in SVG and in words."""

import json
from xml.etree import ElementTree

from _courseware.draw.drawing import Drawable, draw_svg, draw_text
from _courseware.draw.grid_state import (
    GridState,
    grid_description,
    grid_state,
    grid_title,
)
from tests.adt.test_show import SVG, is_inside


def step_grid() -> GridState:
    """A grid at a step, with each role, and with candidates of each kind."""
    state = grid_state([[(i + j) % 10 for j in range(9)] for i in range(9)])
    roles = ["", "given", "unit", "reason", "changed", "unit changed", "reason changed"]
    state["roles"] = [[roles[(i * j) % 7] for j in range(9)] for i in range(9)]
    state["candidates"] = [["123456789", "2-9", ""] * 3 for _ in range(9)]
    return state


GRIDS = [
    grid_state([[0, 4, 1, 0], [0, 0, 2, 0], [3, 0, 0, 0], [0, 1, 0, 2]]),
    step_grid(),
]


def test_a_grid_survives_json_and_draws_the_same_picture() -> None:
    for state in GRIDS:
        again: Drawable = json.loads(json.dumps(state))
        assert again == state
        assert draw_text(again) == draw_text(state)
        assert draw_svg(again) == draw_svg(state)


def test_every_number_and_candidate_of_a_grid_has_its_own_place() -> None:
    for state in GRIDS:
        placed: list[tuple[str, str]] = []
        for text in ElementTree.fromstring(draw_svg(state)).iter(f"{SVG}text"):
            xs, ys = text.attrib["x"].split(), text.attrib["y"].split()
            # A list of several x is a place for each character.
            assert len(xs) == len(ys) == (len(text.text or "") if len(xs) > 1 else 1)
            placed += zip(xs, ys)
        assert len(placed) == len({*placed})


def test_an_svg_of_a_grid_has_a_title_and_a_description_and_nothing_outside() -> None:
    for state in GRIDS:
        root = ElementTree.fromstring(draw_svg(state))
        assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
        told = [grid_title(state), grid_description(state)]
        assert [root[0].text, root[1].text] == told
        assert is_inside(root)


def test_the_description_says_what_a_grid_contains() -> None:
    words = grid_description(grid_state([[1, 0], [0, 1]]))
    assert words == "Row 1: 1, blank. Row 2: blank, 1."
