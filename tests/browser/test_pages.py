"""What every page of a walkthrough must do: be readable, whole and in view at each size."""

import tomllib
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Final

import pytest

from pseudoku.cli import main
from sudoku.explain import METHODS, explain
from sudoku.explain.page import walkthrough
from tests.browser.grid_examples import ASSETS, EXPLANATIONS, puzzle
from tests.browser.looks import check_squares, check_step, measured
from tests.browser.opened import (
    LOOKS,
    PROJECTORS,
    SCRIPTS,
    SCROLLS,
    TEXT,
    Opener,
    Page,
    press,
    replace_in_assets,
    violations,
)
from tests.browser.panes import SIZES, out_of_view
from tests.browser.test_run_pages import ASSETS as RUN_ASSETS
from tests.browser.test_run_pages import RUNS, WRONG, check_run
from tests.browser.test_tree_pages import check, go, seen, steps_of
from tests.pseudocode.files import Captured

# Of each page, a step that shows much; without one, the step at which it opens.
ADDRESSES: Final = {
    "preemptive": "#s11",
    "singles": "#s1",
    "elimination": "#s20",
    "human": "#s8",
    "chain": "#s4",
    "dfs": "#s40",
    "bfs": "#s40",
    "both": "#s40",
    "large": "#s40",
    "MakeSolution": "#s409",
    "PermuteRows": "#s31",
    "SearchStack": "#s1",
    "CheckColumn": "#s1",
    "wrong": "",
}
WORDS: Final = {words[0]: words for words in RUNS} | {
    "MakeSolution": ["MakeSolution", "2413"],
    "wrong": WRONG,
}


@cache
def page_text(name: str) -> str:
    if name in WORDS:
        with redirect_stdout(StringIO()) as output:
            status = main(["walkthrough", "-q", *WORDS[name]])
        assert status == (name == "wrong")
        return output.getvalue()
    if name == "both":
        both = [explain(puzzle("sudoku_5"), method) for method in ("dfs", "bfs")]
        return walkthrough(both, "file.txt")
    if name == "large":
        return walkthrough([explain(puzzle("sudoku_4"), "bfs", 700)], "file.txt")
    return walkthrough([EXPLANATIONS[name]], "file.txt")


def sized(page: Page, size: tuple[int, int]) -> Page:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => done()))")
    return page


def test_the_pages_of_all_methods_are_tested() -> None:
    assert {explanation.method for explanation in EXPLANATIONS.values()} == {*METHODS}
    assert {*METHODS} <= {*ADDRESSES}


@pytest.mark.sampled(12)
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
@pytest.mark.parametrize("name", ADDRESSES)
def test_axe_finds_nothing_and_no_page_is_wider_than_its_window(
    name: str, width: int, scheme: str, opener: Opener
) -> None:
    page = opener.open(page_text(name), ADDRESSES[name], width, scheme)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.sampled(14)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(
    "name", [*EXPLANATIONS, "both", *(run[0] for run in RUNS), "wrong"]
)
def test_at_every_moment_what_is_drawn_the_words_and_next_are_in_view(
    name: str, size: tuple[int, int], opener: Opener
) -> None:
    assert out_of_view(sized(opener.open(page_text(name)), size)) == []


@pytest.mark.parametrize("name", ["human", "dfs"])
def test_a_phone_on_its_side_shows_the_board_the_words_and_next(
    name: str, opener: Opener
) -> None:
    assert out_of_view(sized(opener.open(page_text(name)), (740, 360)), 10) == []


@pytest.mark.sampled(5)
@pytest.mark.parametrize("size", PROJECTORS, ids=str)
@pytest.mark.parametrize(
    "name", ["chain", "dfs", "bfs", "both", "large", "MakeSolution"]
)
def test_a_big_page_can_be_read_from_the_last_row(
    name: str, size: tuple[int, int], opener: Opener
) -> None:
    page = sized(opener.open(page_text(name), f"{ADDRESSES[name]}!"), size)
    assert not page.evaluate(SCROLLS)
    assert page.evaluate(TEXT, "#sentence") >= 2.4
    assert not page.is_visible("#list") and not page.is_visible("#text")
    if name == "MakeSolution":
        assert page.evaluate(TEXT, "#code ol:not([hidden]) li") >= 2.2
        assert out_of_view(page, 500) == []
    if name == "chain":
        cells = measured(page)
        check_squares(cells)
        assert cells[80]["square"][3] - cells[0]["square"][1] >= 0.55 * size[1]
    for frame in page.locator(".frame").all():
        box = frame.bounding_box()
        assert box["height"] >= 0.15 * size[1]
        assert box["y"] + box["height"] <= size[1]
    assert violations(page) == []


@pytest.mark.parametrize("name, pictures", [("human", 1), ("dfs", 2), ("both", 4)])
def test_no_picture_on_paper_is_cut_or_covered(
    name: str, pictures: int, opener: Opener
) -> None:
    page = sized(opener.open(page_text(name), "#s9"), (680, 960))
    page.emulate_media(media="print")
    assert page.evaluate(SCRIPTS["CUT"]) == [pictures, 0, 0]


FAULTS: Final[dict[str, dict[str, list[str]]]] = tomllib.loads(
    (Path(__file__).parent / "faults.toml").read_text("utf-8")
)


def check_grid(fault: str, opener: Opener) -> None:
    explanation = EXPLANATIONS["dfs" if "board" in fault else "preemptive"]
    page = opener.open(walkthrough([explanation], "file.txt"), width=360)
    for number in range(len(explanation.steps) + 1):
        check_squares(measured(page))
        check_step(measured(page), explanation, number)
        press(page, "next")


def check_trees(fault: str, opener: Opener) -> None:
    for method in ("dfs", "bfs"):
        explanation = explain(puzzle("sudoku_5"), method)
        page = opener.open(walkthrough([explanation], "file.txt"), width=360)
        for number in (0, 10, 40, 78):
            go(page, number)
            check(seen(page), steps_of(explanation), number)


def check_view(fault: str, opener: Opener) -> None:
    page = opener.open(walkthrough([EXPLANATIONS["dfs"]], "file.txt"))
    assert out_of_view(sized(page, SIZES[0]), 10) == []


CHECKS: Final[dict[str, Callable[[str, Opener], None]]] = {
    "grid": check_grid,
    "tree": check_trees,
    "view": check_view,
}


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("kind", "fault"), [(kind, fault) for kind in FAULTS for fault in FAULTS[kind]]
)
def test_each_fault_in_the_assets_of_pages_is_detected(
    kind: str,
    fault: str,
    opener: Opener,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right, wrong = FAULTS[kind][fault]
    places = RUN_ASSETS if kind == "run" else ASSETS
    replace_in_assets(monkeypatch, right, wrong, places)
    with pytest.raises((AssertionError, StopIteration, ValueError)):
        if kind == "run":
            check_run(RUNS[1], opener, capsys)
        else:
            CHECKS[kind](fault, opener)
    opener.errors.clear()
