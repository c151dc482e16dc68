"""What every page of a walkthrough must do: be readable, whole and in view at each size."""

import tomllib
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Final

import pytest

from _courseware.draw import page as shell
from pseudoku.cli import main
from sudoku.explain import METHODS
from sudoku.explain.page import walkthrough
from tests.browser.grid_examples import BFS, DFS, EXPLANATIONS, FIVE, LARGE
from tests.browser.looks import check_squares, measured
from tests.browser.opened import (
    LOOKS,
    PROJECTORS,
    SCRIPTS,
    SCROLLS,
    SIZES,
    SOME_WIDTHS,
    TEXT,
    Opener,
    Page,
    out_of_view,
    violations,
)
from tests.browser.test_grid_pages import check_steps
from tests.browser.test_run_pages import RUNS, WRONG, check_jumps, check_run
from tests.browser.trees import check_tree
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
        return walkthrough([DFS, BFS], "file.txt")
    if name == "large":
        return walkthrough([LARGE], "file.txt")
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
def test_a_phone_on_its_side_shows_board_words_and_next(
    name: str, opener: Opener
) -> None:
    assert out_of_view(sized(opener.open(page_text(name)), (740, 360)), every=10) == []


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
    assert page.locator("#list:visible, #summary:visible, #text:visible").count() == 0
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


@pytest.mark.parametrize(
    ("name", "address", "pictures"),
    [("human", "#s9", 1), ("dfs", "#s9", 2), ("both", "#s9", 4), ("wrong", "#s39", 3)],
)
def test_no_picture_on_paper_is_cut_or_covered(
    name: str, address: str, pictures: int, opener: Opener
) -> None:
    page = sized(opener.open(page_text(name), address), (680, 960))
    page.emulate_media(media="print")
    assert page.evaluate(SCRIPTS["CUT"]) == [pictures, 0, 0]


# What a page has to read where JavaScript is off.
TEXTS: Final = {
    "preemptive": [
        *(f"{step.heading}\n\n{step.reason}" for step in FIVE.steps),
        "Stuck: 43 blanks.",
    ],
    "MakeSolution": [
        "function PermuteVector(row, p)",
        "x = 1, y = 3, z = 2",
        "puzzle: ((4, 1, 3, 2), (3, 2, 4, 1), (1, 3, 2, 4), (2, 4, 1, 3))",
    ],
}


@pytest.mark.parametrize("width", SOME_WIDTHS)
@pytest.mark.parametrize("name", TEXTS)
def test_without_a_script_the_whole_page_can_be_read(
    name: str, width: int, opener: Opener
) -> None:
    page = opener.open(page_text(name), width=width, scripts=False)
    hidden = "button:visible, input:visible, select:visible, #words:visible"
    assert page.locator(hidden).count() == 0
    told = page.inner_text("#text")
    assert [text for text in TEXTS[name] if text not in told] == []
    place = page.locator("#text").bounding_box()
    assert place and place["y"] == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


ASSETS: Final = [
    ("_courseware.draw", "assets/bench.css"),
    ("_courseware.draw", "assets/bench.js"),
    ("pseudocode.tracing", "run.js"),
    ("sudoku.explain", "grid.js"),
    ("sudoku.explain", "tree.js"),
]


def check_grid(fault: str, opener: Opener, capsys: Captured) -> None:
    explanation = EXPLANATIONS["dfs" if "board" in fault else "preemptive"]
    page = opener.open(walkthrough([explanation], "file.txt"), width=360)
    check_steps(page, explanation)


def check_trees(fault: str, opener: Opener, capsys: Captured) -> None:
    for explanation in (DFS, BFS):
        page = opener.open(walkthrough([explanation], "file.txt"), width=360)
        check_tree(page, explanation, (0, 10, 40, 78))


def check_view(fault: str, opener: Opener, capsys: Captured) -> None:
    page = opener.open(walkthrough([DFS], "file.txt"))
    assert out_of_view(sized(page, SIZES[0]), 10) == []


def check_bench_run(fault: str, opener: Opener, capsys: Captured) -> None:
    if "state" in fault:
        check_jumps(["MakeSolution", "2413"], opener, capsys)
    else:
        check_run(RUNS[1], opener, capsys)


# The check that must notice the faults of each section of faults.toml.
CHECKS: Final = {
    "grid": check_grid,
    "tree": check_trees,
    "view": check_view,
    "run": check_bench_run,
}
FAULTS: Final[dict[str, dict[str, list[str]]]] = tomllib.loads(
    (Path(__file__).parent / "faults.toml").read_text("utf-8")
)


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
    real = shell.asset
    assert sum(right in real(*place) for place in ASSETS) == 1
    monkeypatch.setattr(
        shell, "asset", lambda *place: real(*place).replace(right, wrong)
    )
    with pytest.raises((AssertionError, KeyError, StopIteration, ValueError)):
        CHECKS[kind](fault, opener, capsys)
    opener.errors.clear()
