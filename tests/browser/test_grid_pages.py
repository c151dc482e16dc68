"""The pages of `sudoku walkthrough` in a browser."""

import re
from typing import Final

import pytest

from sudoku.explain.page import walkthrough
from sudoku.explain.words import summary_line
from tests.browser.grid_examples import EXPLANATIONS, FIVE, PAGE
from tests.browser.looks import check_squares, check_step, measured
from tests.browser.opened import (
    PROJECTORS,
    SCRIPTS,
    SCROLLS,
    SOME_WIDTHS,
    TEXT,
    Opener,
    Page,
    press,
    violations,
)

HOSTILE: Final = "<img src=x onerror=alert(1)>.txt"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", EXPLANATIONS)
def test_each_step_shows_the_replayed_state(name: str, opener: Opener) -> None:
    explanation = EXPLANATIONS[name]
    page = opener.open(walkthrough([explanation], "file.txt"))
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


@pytest.mark.parametrize("width", SOME_WIDTHS)
def test_a_grid_is_81_squares_at_every_width(width: int, opener: Opener) -> None:
    page = opener.open(PAGE, "#s11", width)
    check_squares(measured(page))
    check_step(measured(page), FIVE, 11)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("scrollY") == 0 and not page.evaluate(SCROLLS)


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


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", PROJECTORS, ids=str)
def test_a_big_grid_can_be_read_from_the_last_row(
    size: tuple[int, int], opener: Opener
) -> None:
    page = opener.open(walkthrough([EXPLANATIONS["chain"]], "file.txt"), "#s4!")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    cells = measured(page)
    check_squares(cells)
    top, bottom = cells[0]["square"][1], cells[80]["square"][3]
    assert 0.55 * size[1] <= bottom - top and bottom <= size[1]
    assert page.evaluate(TEXT, "#sentence") >= 2.4
    assert not page.evaluate(SCROLLS)
    assert not visible(page, "#list, #summary, #text")
    assert violations(page) == []


def visible(page: Page, what: str) -> list[str]:
    return [one.inner_text() for one in page.locator(what).all() if one.is_visible()]


@pytest.mark.parametrize("width", SOME_WIDTHS)
def test_without_a_script_the_whole_page_can_be_read(
    width: int, opener: Opener
) -> None:
    page = opener.open(PAGE, width=width, scripts=False)
    assert not visible(page, "button, input, #words")
    place = page.locator("#text").bounding_box()
    assert place and place["y"] == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert len(visible(page, "table")) == 2
    told = [f"{step.heading}\n\n{step.reason}" for step in FIVE.steps]
    assert visible(page, "#text li") == told
    assert "Stuck: 43 blanks." in page.inner_text("#text")


def test_paper_gets_the_grid_and_all_steps(opener: Opener) -> None:
    page = opener.open(PAGE, "#s11", scheme="dark")
    page.emulate_media(media="print")
    assert not visible(page, "button, input")
    assert visible(page, "#text li p") == [step.reason for step in FIVE.steps]
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
