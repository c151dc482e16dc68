"""Pictures of states: right, legible, and the same in text, in SVG and in words."""

import json
import re
from itertools import combinations, product
from xml.etree import ElementTree

import pytest

from adt import ArrayVector, vector_of
from adt.memory import Memory
from adt.show import svg, text
from adt.show.arrays import cell_box, cell_width, is_pointer_text
from adt.show.descriptions import description, title
from adt.show.layout import shapes
from adt.show.lines import mark_label
from adt.show.shapes import Box, Brace, Dot, Label, Path, Shape, extent
from adt.show.states import (
    ArrayState,
    Mark,
    MemoryState,
    PointerState,
    State,
    line_state,
    memory_state,
    structure_state,
)
from tests.adt.drawn import MARKS, STATES, memories, queue_of, stack_of

SVG = "{http://www.w3.org/2000/svg}"


def test_a_vector_inside_a_vector_is_in_a_dashed_box() -> None:
    state = structure_state(vector_of(vector_of(2, 4, 1, 3)))
    assert text.draw(state) == (
        "     Element 1\n"
        "┌─────────────────┐\n"
        "│┌╌╌╌┬╌╌╌┬╌╌╌┬╌╌╌┐│\n"
        "│╎ 2 │ 4 │ 1 │ 3 ╎│\n"
        "│└╌╌╌┴╌╌╌┴╌╌╌┴╌╌╌┘│\n"
        "└─────────────────┘\n"
    )
    assert svg.draw(state).count('class="adt-line adt-dashed"') == 1


def test_a_cell_is_empty_until_something_is_stored_in_it() -> None:
    state = structure_state(ArrayVector[int](2))
    assert state["elements"] == [None, None]
    assert text.draw(state).splitlines()[2] == "│           │           │"


def test_a_queue_has_its_tail_left_and_its_head_right() -> None:
    assert text.draw(structure_state(queue_of(2, 4, 1, 3))) == (
        "tail                    head\n"
        "┌───┐   ┌───┐   ┌───┐   ┌───┐\n"
        "│ 3 │ → │ 1 │ → │ 4 │ → │ 2 │\n"
        "└───┘   └───┘   └───┘   └───┘\n"
    )


def test_a_stack_has_its_top_left() -> None:
    assert text.draw(structure_state(stack_of(4, 3, 2, 1))) == (
        "      ┌───┬───┬───┬───┐\ntop → │ 1 │ 2 │ 3 │ 4 │\n      └───┴───┴───┴───┘\n"
    )


@pytest.mark.parametrize("number", [12, 13, 24, 25, 30])
def test_more_than_12_elements_are_drawn_in_rows_of_12(number: int) -> None:
    for state in (
        structure_state(queue_of(*range(10, 10 + number))),
        structure_state(stack_of(*range(10, 10 + number))),
        structure_state(vector_of(*range(10, 10 + number))),
    ):
        rows = [
            [int(word) for word in re.findall(r"\d+", line)]
            for line in text.draw(state).splitlines()
            if "│" in line
        ]
        elements = state["elements"]
        assert rows == [elements[k : k + 12] for k in range(0, number, 12)]
        width = int(ElementTree.fromstring(svg.draw(state)).attrib["width"])
        assert width <= 1_600


def test_a_structure_that_is_nested_50_deep_is_drawn_at_once() -> None:
    nested = line_state("queue", ["x"])
    for _ in range(50):
        nested = line_state("queue", [nested])
    lines = text.draw(nested).splitlines()
    assert [line for line in lines if "x" in line] == [
        "│" * 51 + "    x    " + "│" * 51
    ]


def test_a_truth_value_is_written_as_the_module_writes_it() -> None:
    state = structure_state(vector_of(True, False, None))
    assert state["elements"] == ["TRUE", "FALSE", "NULL"]


@pytest.mark.parametrize("mark", MARKS[1:])
def test_a_mark_has_a_shape_and_a_word(mark: Mark) -> None:
    for state in (structure_state(stack_of(1, 2)), structure_state(queue_of(1, 2))):
        plain = text.draw(state), svg.draw(state)
        state["marks"] = ["", mark]
        drawn = text.draw(state), svg.draw(state)
        for picture, before in zip(drawn, plain, strict=True):
            assert mark_label(mark) in picture and mark_label(mark) not in before
        frames = drawn[1].count('class="adt-mark')
        assert frames == {"arrives": 1, "read": 1, "leaves": 2}[mark]
        assert ("adt-dashed" in drawn[1].partition("</style>")[2]) == (mark == "leaves")
        assert f"({mark})" in description(state)


def test_a_state_survives_json() -> None:
    for state in STATES:
        assert repr(json.loads(json.dumps(state))) == repr(state)


def places(shape: Shape) -> set[tuple[int, int]]:
    """The places that words or signs of ``shape`` take in text."""
    if isinstance(shape, Label):
        first = shape.first_column()
        return {(first + k, shape.line) for k in range(len(shape.text))}
    if isinstance(shape, Brace):
        return {(c, shape.line) for c in range(shape.column, shape.to_column + 1)}
    return {(shape.column, shape.line)} if isinstance(shape, Dot) else set()


def on_lines(shape: Shape) -> set[tuple[int, int]]:
    """The places through which the lines of ``shape`` go."""
    if isinstance(shape, Box):
        left, top = shape.column, shape.line
        right, bottom = left + shape.width, top + shape.height
        across = {(c, n) for c in range(left, right + 1) for n in (top, bottom)}
        return across | {(c, n) for c in (left, right) for n in range(top, bottom)}
    taken: set[tuple[int, int]] = set()
    if isinstance(shape, Path):
        start_column, start_line = shape.points[0]
        for column, line in shape.points[1:]:
            columns = range(min(column, start_column), max(column, start_column) + 1)
            rows = range(min(line, start_line), max(line, start_line) + 1)
            taken |= set(product(columns, rows))
            start_column, start_line = column, line
    return taken


def test_no_word_overlaps_a_line_or_another_word() -> None:
    for state in STATES:
        drawn = shapes(state)
        words = [places(shape) for shape in drawn if not isinstance(shape, Dot)]
        assert not any(one & other for one, other in combinations(words, 2))
        assert not set().union(*words) & set().union(*map(on_lines, drawn))


def test_the_extent_of_a_shape_is_that_of_the_places_it_takes() -> None:
    for state in STATES:
        for shape in shapes(state):
            if taken := places(shape) | on_lines(shape):
                columns, lines = zip(*taken)
                assert extent(shape) == (
                    *(min(columns), min(lines)),
                    *(max(columns), max(lines)),
                )


def test_a_text_has_a_head_right_or_down_for_each_arrow() -> None:
    for state in memories():
        paths = [one for one in shapes(state) if isinstance(one, Path) and one.arrow]
        # Arrows that end at one place share a head.
        across = {one.points[-1] for one in paths if is_across(one)}
        down = {one.points[-1] for one in paths if not is_across(one)}
        drawn = text.draw(state)
        assert (drawn.count("►"), drawn.count("▼")) == (len(across), len(down))


def is_across(path: Path) -> bool:
    """Whether the last line of ``path`` goes from left to right."""
    (_, before), (_, last) = path.points[-2:]
    return before == last


def test_every_arrow_leads_from_its_cell_to_the_cell_it_points_to() -> None:
    for state in memories():
        width = cell_width(state)
        middles = dict[int, tuple[int, int]]()
        pointers = list[tuple[int, int]]()
        for array in state["arrays"]:
            for k, cell in enumerate(array["cells"]):
                box = cell_box(array, k, width)
                place = box.column + box.width // 2, box.line + box.height // 2
                middles[array["address"] + k] = place
                if isinstance(cell, dict) and not is_pointer_text(state, array, k):
                    pointers.append((array["address"] + k, cell["to"]))
        paths = [one.points for one in shapes(state) if isinstance(one, Path)]
        for source, target in pointers:
            column, line = middles[target]
            ends = (column - width // 2, line), (column, line - 1)
            assert any(p[0] == middles[source] and p[-1] in ends for p in paths)


def array_of(address: int, *cells: int | PointerState) -> ArrayState:
    return {
        "address": address,
        "cells": [*cells],
        "labels": [],
        "marks": [],
        "column": 0,
        "line": 0,
        "pitch": 2,
    }


def memory_of(*arrays: ArrayState) -> MemoryState:
    return {"kind": "memory", "arrays": [*arrays], "spans": [], "variables": []}


def test_a_pointer_is_written_where_its_arrow_would_cross_a_cell() -> None:
    """An arrow goes straight down, or to the right if there is a column between."""
    for column, line in product(range(5), (2, 18)):
        source, target = array_of(0, {"to": 9}), array_of(9, 5)
        source["column"], source["line"] = 1, 10
        target["column"], target["line"] = column, line
        drawn = text.draw(memory_of(source, target))
        has_arrow = column > 2 or (column == 1 and line > 10)
        assert ("●" in drawn, "→9" in drawn) == (has_arrow, not has_arrow)


def test_cells_are_as_wide_as_two_labels_side_by_side_need() -> None:
    for one, other in product(range(1, 12), repeat=2):
        array = array_of(0, 1, 2)
        array["labels"], array["pitch"] = ["x" * one, "x" * other], 0
        width = cell_width(memory_of(array))
        assert 1 <= width - (one + other) / 2 < 3 or width == 4


@pytest.mark.parametrize("state", STATES[::7], ids=title)
def test_an_svg_stands_alone_with_a_title_and_a_description(state: State) -> None:
    picture = svg.draw(state)
    root = ElementTree.fromstring(picture)
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert [root[0].text, root[1].text] == [title(state), description(state)]
    assert "href" not in picture and "url(" not in picture and "<script" not in picture
    assert picture.count("http") == 1  # the name space


def test_text_and_svg_show_the_same_words() -> None:
    for state in STATES:
        root = ElementTree.fromstring(svg.draw(state))
        words = "".join(element.text or "" for element in root.iter(f"{SVG}text"))
        drawn = re.sub("[─│┌┐└┘├┤┬┴┼╌╎╷●►▼/→ \\n]", "", text.draw(state))
        assert sorted(re.sub("[→ ]", "", words)) == sorted(drawn)


def is_inside(root: ElementTree.Element) -> bool:
    """Whether everything in an SVG is inside it."""
    left, top, width, height = map(int, root.attrib["viewBox"].split())
    return all(
        low <= int(place) <= high
        for element in root
        for names, low, high in [
            (("x", "cx"), left, left + width),
            (("y", "cy"), top, top + height),
        ]
        for name in names
        for place in element.attrib.get(name, "").split()
    )


def test_everything_in_an_svg_is_inside_it() -> None:
    for state in STATES:
        assert is_inside(ElementTree.fromstring(svg.draw(state)))


@pytest.mark.parametrize("element", ["<&>", "a\nb", "\0", "\x1b[2J", "“q”", "'\""])
def test_any_text_can_be_an_element(element: str) -> None:
    state = line_state("queue", [element, "b"])
    assert len(text.draw(state).splitlines()) == 4
    root = ElementTree.fromstring(svg.draw(state))
    shown = [one.text for one in root.iter(f"{SVG}text")]
    clean = "".join(mark if mark.isprintable() else "\ufffd" for mark in element)
    assert clean in shown and clean in text.draw(state)


def test_the_description_says_what_a_picture_shows() -> None:
    assert title(structure_state(queue_of(2, 4))) == "Queue, tail first: 4, 2"
    assert title(structure_state(stack_of())) == "Stack, top first: empty"
    inner = structure_state(vector_of(vector_of(2, 4), vector_of(1, 3)))
    assert description(inner) == "Vector: (Vector: 2, 4), (Vector: 1, 3)."
    memory = Memory()
    memory.write(memory.new_array(1), memory.new_array(2), 1)
    assert description(memory_state(memory)) == (
        "Cells 0 to 0: null. Cells 1 to 2: null, pointer to 0."
    )
