"""The grids and trees on the pages of `sudoku walkthrough`, at each step."""

import re
from typing import Final

import pytest

from sudoku.explain.page import walkthrough
from sudoku.explain.steps import Explanation
from sudoku.explain.words import summary_line
from tests.browser.grid_examples import BFS, DFS, EXPLANATIONS, FIVE, LARGE, PAGE
from tests.browser.looks import check_squares, check_step, measured
from tests.browser.opened import SCRIPTS, SOME_WIDTHS, WIDTHS, Opener, Page, press
from tests.browser.trees import check_tree

HOSTILE: Final = "<img src=x onerror=alert(1)>.txt"
TREES: Final = {"dfs": (DFS, 7), "bfs": (BFS, 47), "large": (LARGE, 99)}
SPEAKS: Final = re.compile(
    r"Board \d+ (?:is the puzzle|puts (\d) into (r\dc\d))\. "
    r"(?:(?:The|Now the) most constrained cell is (r\dc\d)|No number is left for (r\dc\d)|All)"
)


def check_steps(page: Page, explanation: Explanation) -> None:
    """Check that each step of *page* shows the replayed state and the words."""
    for number in range(len(explanation.steps) + 1):
        cells = measured(page)
        check_squares(cells)
        check_step(cells, explanation, number)
        if number:
            step = explanation.steps[number - 1]
            assert page.inner_text("#sentence") == step.reason
            end = [summary_line(explanation)] * (number == len(explanation.steps))
            heading = [step.heading] * (step.node is None)
            assert page.inner_text("#detail") == ". ".join(heading + end)
        press(page, "next")


@pytest.mark.sampled(5)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", EXPLANATIONS)
def test_each_step_shows_the_replayed_state_in_81_squares(
    name: str, width: int, opener: Opener
) -> None:
    text = walkthrough([EXPLANATIONS[name]], "file.txt")
    check_steps(opener.open(text, width=width), EXPLANATIONS[name])


@pytest.mark.parametrize("width", SOME_WIDTHS)
def test_a_ring_is_around_each_mark_of_a_chain(width: int, opener: Opener) -> None:
    page = opener.open(walkthrough([EXPLANATIONS["chain"]], "file.txt"), "#s4", width)
    for media in ("print", "screen"):
        page.emulate_media(media=media)
        for mark, ring in zip(*page.evaluate(SCRIPTS["RINGS"]), strict=True):
            assert abs(mark[0] - ring[0]) < 3 and abs(mark[1] - ring[1]) < 3
    assert page.locator(".sheet .strong").count() == 2
    assert page.locator(".sheet .weak").count() == 1
    page.click("#back")
    assert page.locator(".sheet svg *").count() == 0


def test_the_key_looks_like_the_cells(opener: Opener) -> None:
    page = opener.open(PAGE)
    page.click("#more")
    unit, reason, changed, end, _ = page.evaluate(SCRIPTS["ROLES"])
    for key, cell in (unit, reason, changed):
        assert key == cell
    assert end[0][1] == end[1][1] == "double"


def test_paper_gets_the_grid_and_all_steps(opener: Opener) -> None:
    page = opener.open(PAGE, "#s11", scheme="dark")
    page.emulate_media(media="print")
    assert page.locator("button:visible, input:visible").count() == 0
    told = page.locator("#text li p:visible").all_inner_texts()
    assert told == [step.reason for step in FIVE.steps]
    cells = measured(page)
    check_squares(cells)
    check_step(cells, FIVE, 11)
    ink = page.evaluate("getComputedStyle(document.body).color")
    assert max(map(int, re.findall(r"\d+", ink))) < 80
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
    assert page.pdf().startswith(b"%PDF")


def test_dark_is_dark(opener: Opener) -> None:
    for scheme, is_dark in (("light", False), ("dark", True)):
        page = opener.open(PAGE, scheme=scheme)
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (max(map(int, re.findall(r"\d+", paper))) < 80) == is_dark


def test_outlines_survive_forced_colors(opener: Opener) -> None:
    page = opener.open(PAGE, "#s11")
    page.emulate_media(forced_colors="active")
    cell = measured(page)[15]
    assert (cell["outline"], cell["crossed"]) == ("solid 3px", "4")
    assert measured(page)[9]["inside"] == "dashed 2px"
    assert (
        len({*page.evaluate(SCRIPTS["COLORS"])}) == 3
    )  # the knob, digits, crossed-out marks


def test_a_hostile_name_is_shown_as_text(opener: Opener) -> None:
    page = opener.open(walkthrough([FIVE], HOSTILE))
    assert page.title() == f"Walkthrough of {HOSTILE}"
    assert page.inner_text("#title").endswith(f", {HOSTILE}")
    assert page.locator("img").count() == 0


def test_the_policy_blocks_what_would_come_later(opener: Opener) -> None:
    page = opener.open(PAGE)
    page.evaluate(
        """() => { document.body.insertAdjacentHTML("beforeend",
            '<button id="late" onclick="document.title = 1">');
            document.getElementById("late").click();
            const script = document.createElement("script");
            script.textContent = "document.title = 2";
            document.body.append(script); }"""
    )
    page.wait_for_timeout(200)
    assert page.title() == "Walkthrough of sudoku_5.txt"
    assert len(opener.errors) >= 2
    assert all("Content Security Policy" in error for error in opener.errors)
    opener.errors.clear()


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", TREES)
def test_the_tree_is_that_of_the_steps(name: str, width: int, opener: Opener) -> None:
    explanation, some = TREES[name]
    page = opener.open(walkthrough([explanation], "file.txt"), width=width)
    last = len(explanation.steps)
    check_tree(page, explanation, {*range(0, last, some), 1, 40, last - 1, last})


def test_both_trees_go_in_step_and_each_ends_when_its_search_ends(
    opener: Opener,
) -> None:
    page = opener.open(walkthrough([DFS, BFS], "file.txt"))
    for number in (0, 1, 40, 77, 78, 79, 200, 282):
        check_tree(page, DFS, [number], 0)
        check_tree(page, BFS, [number], 1)
        if number:
            now = DFS.steps[number - 1].reason if number <= 78 else "Solved."
            assert page.inner_text("#sentence").startswith(f"dfs: {now}")


@pytest.mark.parametrize("name", ["dfs", "bfs"])
def test_the_sentence_and_the_marked_cells_are_of_the_same_board(
    name: str, opener: Opener
) -> None:
    explanation, _ = TREES[name]
    page = opener.open(walkthrough([explanation], "file.txt"))
    steps = page.evaluate(SCRIPTS["MARKED"])
    assert len(steps) == len(explanation.steps)
    for sentence, changed, reasons, text in steps:
        said = SPEAKS.match(sentence)
        assert said
        assert changed == [said[2]] * (said[2] is not None)
        assert reasons == [said[3] or said[4] or said[2]]
        assert text.startswith(said[1]) if said[1] else text is None


def test_a_click_on_a_dot_shows_its_last_step(opener: Opener) -> None:
    page = opener.open(walkthrough([DFS], "file.txt"), "#s40")
    dot = page.locator(".dot[data-step]:not(.here)").first
    step = dot.get_attribute("data-step")
    dot.locator("> path").first.dispatch_event("click")
    page.wait_for_url(f"**#s{step}")
