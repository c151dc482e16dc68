"""Pictures of grids: right, legible, and the same in text, in SVG and in words."""

import json
from itertools import combinations
from xml.etree import ElementTree

from _courseware.drawing import Drawable, draw_svg, draw_text
from _courseware.grid_svg import grid_shapes
from _courseware.grid_state import GridState, grid_description, grid_state, grid_title
from tests.adt.drawn import MARKS
from tests.adt.test_show import SVG, is_inside, on_lines, places


def marked_grid() -> GridState:
    state = grid_state([[(i + j) % 10 for j in range(9)] for i in range(9)])
    state["marks"] = [[*MARKS, *MARKS, ""] for _ in range(9)]
    return state


GRIDS = [
    grid_state([[0, 4, 1, 0], [0, 0, 2, 0], [3, 0, 0, 0], [0, 1, 0, 2]]),
    marked_grid(),
]


def test_a_grid_goes_through_json_and_draws_the_same() -> None:
    for state in GRIDS:
        again: Drawable = json.loads(json.dumps(state))
        assert again == state
        assert draw_text(again) == draw_text(state)
        assert draw_svg(again) == draw_svg(state)


def test_no_number_of_a_grid_stands_on_a_line_or_on_another_number() -> None:
    for state in GRIDS:
        drawn = list(grid_shapes(state))
        words = list(map(places, drawn))
        assert not any(one & other for one, other in combinations(words, 2))
        assert not set().union(*words) & set().union(*map(on_lines, drawn))


def test_an_svg_of_a_grid_has_a_title_and_words_and_everything_in_it() -> None:
    for state in GRIDS:
        root = ElementTree.fromstring(draw_svg(state))
        assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
        told = [grid_title(state), grid_description(state)]
        assert [root[0].text, root[1].text] == told
        assert is_inside(root)


def test_words_say_what_a_grid_contains() -> None:
    words = grid_description(grid_state([[1, 0], [0, 1]]))
    assert words == "Row 1: 1, blank. Row 2: blank, 1."
