"""The pages of `sudoku walkthrough` in a browser."""

import re
from typing import Final

import pytest

from sudoku.comp9021.reading import read_grid
from sudoku.explain import METHODS, explain
from sudoku.explain.words import ending
from sudoku.grid import cells_of
from sudoku.pages import walkthrough
from tests.browser.looks import check_squares, check_step, measured
from tests.browser.opened import (
    LOOKS,
    Opener,
    PROJECTORS,
    Page,
    SCHEMES,
    SCROLLS,
    SOME_WIDTHS,
    TEXT,
    WIDTHS,
    press,
    replace_in_assets,
    violations,
)
from tests.places import GOLDEN
from tests.sudoku.sudoku_commands import SOLVED

SAMPLES: Final = GOLDEN / "comp9021"
ONE_LEFT: Final = "." + SOLVED[1:]
HOSTILE: Final = "<img src=x onerror=alert(1)>.txt"
KITE: Final = (
    "1...6..8..73.....6.6.35.......8.57........1...9..36...4...8.....39..7..2..5...9.."
)
NO_SOLUTION: Final = "12345678." + "." * 17 + "9" + "." * 54


def puzzle(name: str) -> str:
    return cells_of(read_grid((SAMPLES / f"{name}.txt").read_bytes()))


FIVE: Final = explain(puzzle("sudoku_5"))
PAGE: Final = walkthrough(FIVE, "sudoku_5.txt")
EXPLANATIONS: Final = {
    "preemptive": FIVE,
    "preemptive, solved": explain(puzzle("sudoku_4")),
    "singles": explain(puzzle("sudoku_5"), "singles"),
    "elimination": explain(puzzle("sudoku_4"), "elimination"),
    "elimination, contradiction": explain(NO_SOLUTION, "elimination"),
    "human": explain(puzzle("sudoku_4"), "human"),
    "chain": explain(KITE, "human"),
    "dfs": explain(puzzle("sudoku_5"), "dfs"),
    "bfs": explain(puzzle("sudoku_4"), "bfs", 60),
}


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


def status(page: Page) -> str:
    text: str = page.inner_text("#status")
    return text


def at(page: Page) -> str:
    """The number that the address, the slider and the status show."""
    number: str = page.input_value("#slider")
    page.wait_for_url(f"**#s{number}")
    count = "Start" if number == "0" else f"Step {number} of 13"
    assert status(page).startswith(count)
    assert page.get_attribute("#slider", "aria-valuetext") == count
    assert page.locator("li[aria-current=step]").count() == (number != "0")
    return number


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


ASSETS: Final = [
    ("_courseware", "assets/page.css"),
    ("_courseware", "assets/grid.css"),
    ("_courseware", "assets/player.js"),
    ("sudoku", "grid.js"),
    ("sudoku", "tree.js"),
]


def test_buttons_step_through_the_page(opener: Opener) -> None:
    page = opener.open(PAGE)
    for button, number in (
        ("first", "0"),
        ("next", "1"),
        ("next", "2"),
        ("last", "13"),
        ("next", "13"),
        ("back", "12"),
        ("first", "0"),
        ("back", "0"),
    ):
        page.click(f"#{button}")
        assert at(page) == number


def test_keys_step_through_the_page_but_not_in_an_input_and_not_with_ctrl(
    opener: Opener,
) -> None:
    page = opener.open(PAGE)
    for key, number in (
        ("ArrowRight", "1"),
        ("End", "13"),
        ("ArrowLeft", "12"),
        ("Control+ArrowLeft", "12"),
        ("Alt+End", "12"),
        ("Meta+Home", "12"),
        ("Home", "0"),
        ("ArrowRight", "1"),
    ):
        page.keyboard.press(key)
        assert at(page) == number
    page.focus("#predict")
    page.keyboard.press("ArrowRight")
    assert at(page) == "1"


def test_a_held_key_writes_the_address_at_most_five_times_a_second(
    opener: Opener,
) -> None:
    """WebKit allows 100 calls of replaceState in 10 seconds."""
    page = opener.open(walkthrough(EXPLANATIONS["preemptive, solved"], "file.txt"))
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.evaluate(
        """() => { window.calls = 0; const real = history.replaceState;
            history.replaceState = function (...all) {
              window.calls += 1; real.apply(this, all); }; }"""
    )
    for _ in range(334):  # as a held key repeats, for 10 seconds
        page.keyboard.press("ArrowRight")
        page.clock.run_for(30)
    assert 40 <= page.evaluate("calls") <= 51
    page.clock.run_for(200)
    assert page.url.endswith("#s" + page.input_value("#slider"))
    calls = page.evaluate("calls")
    page.clock.run_for(5_000)
    assert page.evaluate("calls") == calls


def test_tab_stops_at_one_entry_of_the_list_and_arrows_go_on(opener: Opener) -> None:
    page = opener.open(PAGE)
    stops = page.locator("a:not([tabindex='-1'])")
    assert stops.count() == 1 and stops.inner_text() == FIVE.steps[0].heading
    page.click("#last")
    assert stops.count() == 1 and stops.inner_text() == FIVE.steps[12].heading
    stops.focus()
    for key, number in (
        ("ArrowUp", "12"),
        ("ArrowUp", "11"),
        ("ArrowDown", "12"),
        ("Control+ArrowDown", "12"),
        ("ArrowDown", "13"),
        ("ArrowDown", "13"),
    ):
        page.keyboard.press(key)
        assert at(page) == number
        focused = page.evaluate("document.activeElement.textContent")
        assert focused == FIVE.steps[int(number) - 1].heading
    page.keyboard.press("ArrowUp")
    page.check("#predict")
    stops.focus()
    page.keyboard.press("ArrowDown")
    assert page.inner_text("#count") == "What is step 13?"


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


def test_the_slider_steps_through_the_page(opener: Opener) -> None:
    page = opener.open(PAGE)
    page.focus("#slider")
    for key, number in (("ArrowRight", "1"), ("End", "13"), ("ArrowLeft", "12")):
        page.keyboard.press(key)
        assert at(page) == number
    page.fill("#slider", "7")
    assert at(page) == "7"


def test_the_address_names_the_step_also_after_a_reload(opener: Opener) -> None:
    page = opener.open(PAGE, "#s11")
    assert at(page) == "11" and "r2c7<>4" in status(page)
    page.click("#next")
    page.reload()
    assert at(page) == "12"
    page.click("#steps >> text=Forced digit: 6 in b5")
    assert at(page) == "5"
    page.go_back()
    assert at(page) == "12"
    for wrong in ("#s", "#x3", "#s1x", "#constructor1", "#s12345678901"):
        page.evaluate("(hash) => { location.hash = hash; }", wrong)
        assert status(page).startswith("Step 12 ")
    page.evaluate("() => { location.hash = '#s99'; }")
    page.wait_for_function("document.getElementById('count').textContent.includes(13)")


def test_the_current_step_is_visible_in_the_list(opener: Opener) -> None:
    page = opener.open(walkthrough(EXPLANATIONS["human"], "file.txt"))
    for button in ("last", "back", "first", "next", "last"):
        page.click(f"#{button}")
        item, frame = (
            page.locator(where).bounding_box()
            for where in (
                "li[aria-current], #steps:not(:has([aria-current]))",
                "#steps",
            )
        )
        assert frame["y"] - 1 <= item["y"]
        assert item["y"] + item["height"] <= frame["y"] + frame["height"] + 1


@pytest.mark.parametrize("width", SOME_WIDTHS)
def test_nothing_jumps_when_a_text_is_longer(width: int, opener: Opener) -> None:
    for name in ("preemptive, solved", "elimination", "bfs"):
        page = opener.open(walkthrough(EXPLANATIONS[name], "file.txt"), width=width)
        before = page.evaluate(JUMPS)
        for _ in EXPLANATIONS[name].steps:
            press(page, "next")
            assert page.evaluate(JUMPS) == before


JUMPS: Final = """["transport", "slider", "status", "steps"].map((id) =>
    (document.getElementById(id) ?? document.querySelector("." + id))
      .getBoundingClientRect().top)"""


def test_play_starts_when_it_is_pressed_and_ends_at_the_end(opener: Opener) -> None:
    page = opener.open(PAGE)
    page.clock.install()
    page.clock.run_for(20_000)
    assert page.input_value("#slider") == "0"
    page.select_option("#pace", "1")
    page.click("#play")
    assert page.inner_text("#play") == "Pause"
    page.clock.run_for(2_500)
    assert at(page) == "2"
    page.click("#play")
    page.clock.run_for(20_000)
    assert at(page) == "2"
    page.click("#play")
    page.clock.run_for(30_000)
    assert at(page) == "13" and page.inner_text("#play") == "Play"


@pytest.mark.parametrize(("pace", "first"), [("1", 1.0), ("8", 8.0), ("0", 14 / 3)])
def test_play_waits_for_the_pace_or_for_the_words_of_a_sentence(
    pace: str, first: float, opener: Opener
) -> None:
    page = opener.open(PAGE, "#s1")
    sentence = page.inner_text("#sentence")
    assert len(sentence.split()) == 14
    assert page.input_value("#pace") == "0"
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.select_option("#pace", pace)
    page.click("#play")
    page.clock.run_for(round(1000 * first) - 50)
    assert page.input_value("#slider") == "1"
    page.clock.run_for(100)
    assert page.input_value("#slider") == "2"


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


def test_the_key_f_and_the_address_switch_to_big_and_back(opener: Opener) -> None:
    page = opener.open(PAGE, "#s11!")
    assert page.get_attribute("#big", "aria-pressed") == "true"
    page.click("#next")
    page.wait_for_url("**#s12!")
    page.keyboard.press("f")
    page.wait_for_url("**#s12")
    assert page.get_attribute("#big", "aria-pressed") == "false"
    page.keyboard.press("Control+f")
    page.click("#big")
    page.wait_for_url("**#s12!")
    assert status(page).startswith("Step 12 ")


def test_the_page_grows_with_a_wide_window(opener: Opener) -> None:
    page = opener.open(PAGE, "#s11", 1280)
    shares = []
    for size in PROJECTORS:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        left, right = (measured(page)[k]["square"][j] for k, j in ((0, 0), (8, 2)))
        shares.append((right - left) / size[0])
    assert min(shares) > 0.33


def test_predict_asks_before_it_shows(opener: Opener) -> None:
    page = opener.open(PAGE, "#s10")
    page.check("#predict")
    assert page.locator("#steps >> text=Last mark").is_hidden()
    page.click("#next")
    assert page.inner_text("#next") == "Show"
    assert "Look at row 2." in status(page) and "Which two cells" in status(page)
    assert page.input_value("#slider") == "10" and PAIR not in status(page)
    check_step(measured(page), FIVE, 10)
    page.click("#next")
    assert at(page) == "11" and page.inner_text("#next") == "Next"
    assert PAIR in status(page)
    page.keyboard.press("ArrowRight")
    assert at_asked(page) == "11"
    page.uncheck("#predict")
    assert at(page) == "11" and page.inner_text("#next") == "Next"
    assert page.locator("#steps >> text=Last mark").is_visible()


PAIR: Final = "Preemptive pair: {4,7} in r2c19 => r2c7<>4"


def at_asked(page: Page) -> str:
    assert page.inner_text("#next") == "Show"
    number: str = page.input_value("#slider")
    return number


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


@pytest.mark.parametrize("puzzle", ["55" + "." * 79, "123456789" * 9, ONE_LEFT])
def test_a_page_may_have_one_step_or_none(puzzle: str, opener: Opener) -> None:
    explanation = explain(puzzle, "singles")
    page = opener.open(walkthrough(explanation, "file.txt"))
    last = len(explanation.steps)
    assert last == (puzzle == ONE_LEFT)
    for button in ("next", "next", "last", "back", "play", "last"):
        page.click(f"#{button}")
        assert page.input_value("#slider") in ("0", "1")
    assert page.input_value("#slider") == str(last)
    page.check("#predict")
    page.click("#first")
    page.click("#next")
    assert ("Which digit" in status(page)) == bool(last)
    assert violations(page) == []


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
