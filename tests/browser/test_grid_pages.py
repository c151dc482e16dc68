"""The pages of `sudoku walkthrough` in a browser."""

import re
from typing import Final

import pytest

from sudoku.explain import METHODS
from sudoku.explain.words import ending
from sudoku.pages import walkthrough
from tests.browser.grid_examples import ASSETS, EXPLANATIONS, FIVE, PAGE, status
from tests.browser.looks import check_squares, check_step, measured
from tests.browser.opened import (
    LOOKS,
    PROJECTORS,
    SCHEMES,
    SCROLLS,
    SOME_WIDTHS,
    TEXT,
    WIDTHS,
    Opener,
    Page,
    press,
    replace_in_assets,
    violations,
)

HOSTILE: Final = "<img src=x onerror=alert(1)>.txt"
ENDS: Final = {"solved": "✓", "stuck": "■", "contradiction": "✗", "limit": "■"}


def test_a_stuck_end_looks_different_from_a_solved_one(opener: Opener) -> None:
    looks = set()
    for name in ("preemptive", "preemptive, solved", "elimination, contradiction"):
        page = opener.open(walkthrough(EXPLANATIONS[name], "file.txt"))
        plain = page.evaluate(FRAME)
        page.click("#last")
        looks.add(page.evaluate(FRAME))
        assert plain not in looks
        page.click("#back")
        assert page.evaluate(FRAME) == plain
    assert len(looks) == 2


FRAME: Final = """(() => { const look = getComputedStyle(
  document.getElementById("status")); return look.borderStyle + look.boxShadow; })()"""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in ("bfs", "human") else ())
        for name in EXPLANATIONS
    ],
)
def test_each_step_shows_the_replayed_state(name: str, opener: Opener) -> None:
    explanation = EXPLANATIONS[name]
    page = opener.open(walkthrough(explanation, "file.txt"))
    for number in range(len(explanation.steps) + 1):
        cells = measured(page)
        check_squares(cells)
        check_step(cells, explanation, number)
        if number:
            step = explanation.steps[number - 1]
            sentence, detail = status(page).split("\n\n")[1:]
            assert sentence == step.reason
            end = f"\n{ENDS[explanation.ending]} {ending(explanation)}"
            is_last = number == len(explanation.steps)
            assert detail == step.heading + (end if is_last else "")
        press(page, "next")


@pytest.mark.parametrize("width", SOME_WIDTHS)
def test_a_grid_is_81_squares_at_every_width(width: int, opener: Opener) -> None:
    page = opener.open(PAGE, "#s11", width)
    check_squares(measured(page))
    check_step(measured(page), FIVE, 11)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("scrollY") == 0


RINGS: Final = """() => {
  const middle = (node) => { const r = node.getBoundingClientRect();
    return [(r.left + r.right) / 2, (r.top + r.bottom) / 2]; };
  return ["#grid .why", ".sheet circle"].map((what) =>
    [...document.querySelectorAll(what)].map(middle).sort((a, b) => a[0] + 3 * a[1] - b[0] - 3 * b[1])); }"""


@pytest.mark.parametrize("width", SOME_WIDTHS)
def test_a_ring_is_around_each_mark_of_a_chain(width: int, opener: Opener) -> None:
    page = opener.open(walkthrough(EXPLANATIONS["chain"], "file.txt"), "#s4", width)
    for media in ("print", "screen"):
        page.emulate_media(media=media)
        for mark, ring in zip(*page.evaluate(RINGS), strict=True):
            assert abs(mark[0] - ring[0]) < 3 and abs(mark[1] - ring[1]) < 3
    assert page.locator(".sheet .strong").count() == 2
    assert page.locator(".sheet .weak").count() == 1
    page.click("#back")
    assert page.locator(".sheet svg *").count() == 0


FAULTS: Final = {
    "a shifted grid": ('".grid tbody td")];', '".grid td")];'),
    "a collapsed grid": ("height: var(--cell);", ""),
    "a grid that is too wide": ("width: var(--cell); height", "width: 4rem; height"),
    "no lines of boxes": ("td:nth-child(3n+1)", "td:nth-child(9n)"),
    "no outline": ("outline: 3px solid var(--green);", ""),
    "no dashes": ("outline: 2px dashed", "outline: 2px solid"),
    "no tint": ("background: var(--unit)", "color: inherit"),
    "no crossing out": ("border-top: 2px solid var(--red);", ""),
    "no underlining": ("text-decoration: underline; }\n.grid", "}\n.grid"),
    "marks in the wrong places": ("repeat(3, 1fr) / repeat(3, 1fr)", "none / 1fr"),
    "bold marks": ("font-weight: normal;\n  line", "line"),
    "marks that stick out": ("width: 84%", "min-width: 150%"),
    "a mark that stays": ('.replace(digit, "")', ""),
    "a digit that does not come": ("digits[cell] = String(step.placed[cell]);", ""),
    "no words": ('words.push("blank")', 'words.push("")'),
    "the state of another board": ("steps[number - 1].base ?? 0", "number - 1"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_in_the_script_is_detected(
    fault: str, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_in_assets(monkeypatch, *FAULTS[fault], ASSETS)
    name = "dfs" if "board" in fault else "preemptive"
    explanation = EXPLANATIONS[name]
    page = opener.open(walkthrough(explanation, "file.txt"), width=360)
    with pytest.raises(AssertionError):
        for number in range(len(explanation.steps) + 1):
            check_squares(measured(page))
            check_step(measured(page), explanation, number)
            press(page, "next")
    opener.errors.clear()


def test_every_list_has_a_name(opener: Opener) -> None:
    page = opener.open(walkthrough(EXPLANATIONS["dfs"], "file.txt"))
    lists = page.locator("ul, ol").all()
    names = [one.get_attribute("aria-label") for one in lists]
    assert len(names) >= 3 and all(names)


ROLES: Final = """["unit", "reason", "changed", "out"].filter((role) =>
  document.querySelector(`#grid td.${role}, #grid i.${role}`))"""


@pytest.mark.parametrize("name", EXPLANATIONS)
def test_the_key_shows_the_roles_that_occur(name: str, opener: Opener) -> None:
    explanation = EXPLANATIONS[name]
    page = opener.open(walkthrough(explanation, "file.txt"))
    seen = set()
    for _ in explanation.steps:
        press(page, "next")
        seen |= {*page.evaluate(ROLES)}
    shown = page.evaluate(
        "[...document.querySelectorAll('.key b')].map((one) => one.className)"
    )
    assert {*shown} == seen


@pytest.mark.parametrize("size", PROJECTORS, ids=str)
def test_a_big_grid_can_be_read_from_the_last_row(
    size: tuple[int, int], opener: Opener
) -> None:
    page = opener.open(walkthrough(EXPLANATIONS["chain"], "file.txt"), "#s4!")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    cells = measured(page)
    check_squares(cells)
    top, bottom = cells[0]["square"][1], cells[80]["square"][3]
    assert 0.8 * size[1] <= bottom - top and bottom <= size[1]
    assert page.evaluate(TEXT, "#sentence") >= 2.4
    assert page.evaluate(TEXT, "#grid i:not(:empty)") >= 1.8
    assert not page.evaluate(SCROLLS)
    assert not visible(page, "#steps, h2, .summary, .notation")
    assert violations(page) == []


def test_the_page_grows_with_a_wide_window(opener: Opener) -> None:
    page = opener.open(PAGE, "#s11", 1280)
    shares = []
    for size in PROJECTORS:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        left, right = (measured(page)[k]["square"][j] for k, j in ((0, 0), (8, 2)))
        shares.append((right - left) / size[0])
    assert min(shares) > 0.33


@pytest.mark.parametrize("method", ["dfs", "bfs"])
def test_the_boards_that_wait_are_the_next_ones(method: str, opener: Opener) -> None:
    explanation = EXPLANATIONS[method]
    page = opener.open(walkthrough(explanation, "file.txt"))
    names = {1: "board 1: the puzzle"}
    waiting = [1]
    for step in explanation.steps:
        assert step.node
        assert waiting.pop(0) == step.node.board
        cards = page.inner_text(".waiting").split("\n")
        assert names[step.node.board] == cards[0]
        assert names[step.node.board].replace(":", ",") in step.heading
        added = [*step.node.added]
        [cell] = step.cells or [(0, 0)]
        for board, digit in zip(added, step.digits):
            names[board] = f"board {board}: r{cell[0] + 1}c{cell[1] + 1}={digit}"
        waiting = added[::-1] + waiting if method == "dfs" else waiting + added
        assert len(waiting) == step.node.waiting
        press(page, "next")
        cards = page.inner_text(".waiting").split("\n")
        more = len(waiting) - 8
        assert cards == [names[board] for board in waiting[:8]] + (
            [f"+ {more} more"] if more > 0 else [] if waiting else ["none"]
        )


def visible(page: Page, what: str) -> list[str]:
    return [one.inner_text() for one in page.locator(what).all() if one.is_visible()]


@pytest.mark.parametrize("width", SOME_WIDTHS)
def test_without_a_script_the_whole_page_can_be_read(
    width: int, opener: Opener
) -> None:
    page = opener.open(PAGE, width=width, scripts=False)
    assert not visible(page, "button, input, #status, .key")
    assert "r2c19\nthe cells r2c1 and r2c9" in page.inner_text(".notation")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert len(visible(page, "table")) == 2
    assert visible(page, "#steps li a") == [step.heading for step in FIVE.steps]
    assert visible(page, "#steps li p") == [step.reason for step in FIVE.steps]
    assert "Stuck: 43 blanks." in page.inner_text("#end")


def test_paper_gets_the_grid_and_all_steps(opener: Opener) -> None:
    page = opener.open(PAGE, "#s11", scheme="dark")
    page.emulate_media(media="print")
    assert not visible(page, "button, input")
    assert visible(page, "#steps li p") == [step.reason for step in FIVE.steps]
    cells = measured(page)
    check_squares(cells)
    check_step(cells, FIVE, 11)
    assert page.locator("#status").bounding_box()["height"] < 100
    left, _, right, _ = cells[0]["square"]
    assert abs(right - left - 10.5 / 25.4 * 96) < 0.5
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


def test_a_hostile_name_is_shown_as_text(opener: Opener) -> None:
    page = opener.open(walkthrough(FIVE, HOSTILE))
    assert page.inner_text("h1") == page.title() == f"Walkthrough of {HOSTILE}"
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


SEEN: Final = {  # of each method, a step that shows much
    "preemptive": "#s11",
    "singles": "#s1",
    "elimination": "#s20",
    "human": "#s8",
    "chain": "#s4",
    "dfs": "#s20",
    "bfs": "#s40",
}


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing(width: int, scheme: str, opener: Opener) -> None:
    number = WIDTHS.index(width) * len(SCHEMES) + SCHEMES.index(scheme)
    for name in {"preemptive", "dfs", "chain", METHODS[number]}:
        address = SEEN[name]
        text = walkthrough(EXPLANATIONS[name], "file.txt")
        page = opener.open(text, address, width, scheme)
        assert violations(page) == []
        page.context.close()


def test_the_pages_of_all_methods_are_tested() -> None:
    assert {explanation.method for explanation in EXPLANATIONS.values()} == {*METHODS}
    assert {*SEEN} == {*METHODS, "chain"}
