"""Stepping through a page: buttons, keys, the slider, the list, the address and Play."""

import re
from typing import Final

import pytest

from sudoku.explain import explain
from sudoku.explain.page import walkthrough
from tests.browser.grid_examples import EXPLANATIONS, FIVE, PAGE, status
from tests.browser.looks import check_step, measured
from tests.browser.opened import SCRIPTS, SOME_WIDTHS, Opener, Page, press, violations
from tests.sudoku.sudoku_commands import SOLVED

ONE_LEFT: Final = "." + SOLVED[1:]


def stop_clock(page: Page) -> None:
    """Stop the clock of *page*: its timers wait until the test calls `run_for`."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))


def at(page: Page) -> str:
    """The number that the address, the slider and the status show."""
    from playwright.sync_api import expect  # only where there is a browser

    number: str = page.input_value("#slider")
    expect(page).to_have_url(re.compile(f"#s{number}$"))
    count = "Start" if number == "0" else f"Step {number} of 13 · "
    assert status(page).startswith(count)
    assert page.get_attribute("#slider", "aria-valuetext") == page.inner_text("#where")
    assert page.locator("#steps li[aria-current=step]").count() == (number != "0")
    return number


# What is clicked or pressed, and the step that is shown then.
STEPS: Final = {
    "buttons": "#first 0 #next 1 #next 2 #last 13 #next 13 #back 12 #first 0 #back 0",
    "keys": "ArrowRight 1 End 13 ArrowLeft 12 Control+ArrowLeft 12 Alt+End 12 "
    "Meta+Home 12 Home 0 ArrowRight 1",
    "slider": "#slider 7 ArrowRight 8 End 13 ArrowLeft 12 Home 0",
}


@pytest.mark.parametrize("way", STEPS)
def test_buttons_keys_and_the_slider_step_through_the_page(
    way: str, opener: Opener
) -> None:
    page = opener.open(PAGE)
    words = STEPS[way].split()
    for action, number in zip(words[::2], words[1::2], strict=True):
        if action[0] == "#":
            page.click(action)
        else:
            page.keyboard.press(action)
        assert at(page) == number
    if way == "slider":
        page.fill("#slider", "7")
        assert at(page) == "7"


def test_keys_step_through_no_page_in_an_input(opener: Opener) -> None:
    page = opener.open(PAGE, "#s1")
    page.click("#more")
    page.focus("#predict")
    page.keyboard.press("ArrowRight")
    assert at(page) == "1"
    page.keyboard.press("Escape")
    assert not page.is_visible("#menu")


def test_a_held_key_writes_the_address_when_it_is_released(opener: Opener) -> None:
    """WebKit allows 100 calls of replaceState in 10 seconds."""
    page = opener.open(walkthrough([EXPLANATIONS["preemptive, solved"]], "file.txt"))
    page.wait_for_url("**#s0")
    stop_clock(page)
    page.evaluate(
        """() => { window.calls = 0; const real = history.replaceState;
            history.replaceState = function (...all) {
              window.calls += 1; real.apply(this, all); }; }"""
    )
    for _ in range(100):  # as a held key repeats, for 3 seconds
        page.keyboard.press("ArrowRight")
        page.clock.run_for(30)
    assert page.evaluate("calls") == 0
    page.clock.run_for(5_000)
    assert page.evaluate("calls") == 1
    assert page.url.endswith("#s" + page.input_value("#slider"))


def test_tab_stops_at_one_entry_of_the_list_and_arrows_go_on(opener: Opener) -> None:
    page = opener.open(PAGE)
    stops = page.locator("#steps a:not([tabindex='-1'])")
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
    page.evaluate("document.getElementById('predict').checked = true")
    page.keyboard.press("ArrowDown")
    assert page.inner_text("#where") == "What is step 13?"


def test_a_finger_drags_the_timeline(opener: Opener) -> None:
    page = opener.open(PAGE, width=360)
    box = page.locator("#time").bounding_box()
    finger = page.context.new_cdp_session(page)
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    seen = []
    for kind, share in (
        ("touchStart", 0.1),
        ("touchMove", 0.6),
        ("touchMove", 1.0),
        ("touchMove", 0.25),
    ):
        x, y = box["x"] + share * box["width"], box["y"] + box["height"] / 2
        points = [{"x": x, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        seen.append(page.inner_text("#where").split()[1])
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert seen == [f"{13 * share:.0f}" for share in (0.1, 0.6, 1, 0.25)]
    assert page.input_value("#slider") == seen[-1]


def test_the_address_names_the_step_also_after_a_reload(opener: Opener) -> None:
    page = opener.open(PAGE, "#s11")
    assert at(page) == "11" and "r2c7<>4" in status(page)
    page.click("#next")
    assert at(page) == "12"
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
    page.wait_for_function("document.getElementById('where').textContent.includes(13)")


def test_the_current_step_is_visible_in_the_list(opener: Opener) -> None:
    page = opener.open(walkthrough([EXPLANATIONS["human"]], "file.txt"))
    for button in ("last", "back", "first", "next", "last"):
        page.click(f"#{button}")
        item, frame = (
            page.locator(where).bounding_box()
            for where in (
                "#steps [aria-current], #steps:not(:has([aria-current])) li:first-child",
                "#list",
            )
        )
        assert frame["y"] - 1 <= item["y"]
        assert item["y"] + item["height"] <= frame["y"] + frame["height"] + 1


@pytest.mark.parametrize("width", SOME_WIDTHS)
def test_nothing_jumps_when_a_text_is_longer(width: int, opener: Opener) -> None:
    for name in ("preemptive, solved", "elimination", "bfs"):
        page = opener.open(walkthrough([EXPLANATIONS[name]], "file.txt"), width=width)
        assert len(page.evaluate(SCRIPTS["PLACES"])) == 1


def test_play_starts_when_it_is_pressed_and_ends_at_the_end(opener: Opener) -> None:
    page = opener.open(PAGE)
    stop_clock(page)
    page.clock.run_for(20_000)
    assert page.input_value("#slider") == "0"
    page.click("#more")
    page.select_option("#pace", "1")
    page.click("#play")
    assert page.get_attribute("#play", "aria-pressed") == "true"
    page.clock.run_for(2_500)
    assert at(page) == "2"
    page.click("#play")
    page.clock.run_for(20_000)
    assert at(page) == "2"
    page.click("#play")
    page.clock.run_for(30_000)
    assert at(page) == "13" and page.get_attribute("#play", "aria-pressed") == "false"


@pytest.mark.parametrize(("pace", "first"), [("1", 1.0), ("8", 8.0), ("0", 14 / 3)])
def test_play_waits_for_the_pace_or_for_the_words_of_a_sentence(
    pace: str, first: float, opener: Opener
) -> None:
    page = opener.open(PAGE, "#s1")
    sentence = page.inner_text("#sentence")
    assert len(sentence.split()) == 14
    assert page.input_value("#pace") == "0"
    stop_clock(page)
    page.click("#more")
    page.select_option("#pace", pace)
    page.click("#play")
    page.clock.run_for(round(1000 * first) - 50)
    assert page.input_value("#slider") == "1"
    page.clock.run_for(100)
    assert page.input_value("#slider") == "2"


def test_the_key_f_and_the_address_switch_to_big_and_back(opener: Opener) -> None:
    page = opener.open(PAGE, "#s11!")
    assert page.get_attribute("#big", "aria-pressed") == "true"
    page.click("#next")
    page.wait_for_url("**#s12!")
    page.keyboard.press("f")
    page.wait_for_url("**#s12")
    assert page.get_attribute("#big", "aria-pressed") == "false"
    page.keyboard.press("Control+f")
    page.click("#more")
    page.click("#big")
    page.wait_for_url("**#s12!")
    assert status(page).startswith("Step 12 ")


def test_predict_asks_before_it_shows(opener: Opener) -> None:
    page = opener.open(PAGE, "#s10")
    page.click("#more")
    page.check("#predict")
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
    page.click("#more")
    page.uncheck("#predict")
    assert at(page) == "11" and page.inner_text("#next") == "Next"


PAIR: Final = "Preemptive pair: {4,7} in r2c19 => r2c7<>4"


def at_asked(page: Page) -> str:
    assert page.inner_text("#next") == "Show"
    number: str = page.input_value("#slider")
    return number


@pytest.mark.parametrize("puzzle", ["55" + "." * 79, "123456789" * 9, ONE_LEFT])
def test_a_page_may_have_one_step_or_none(puzzle: str, opener: Opener) -> None:
    explanation = explain(puzzle, "singles")
    page = opener.open(walkthrough([explanation], "file.txt"))
    last = len(explanation.steps)
    assert last == (puzzle == ONE_LEFT)
    assert page.is_visible("#next") == page.is_visible("#slider") == bool(last)
    for button in ("next", "next", "last", "back", "play", "last"):
        press(page, button)
        assert page.input_value("#slider") in ("0", "1")
    assert page.input_value("#slider") == str(last)
    page.click("#more")
    page.check("#predict")
    press(page, "first")
    press(page, "next")
    assert ("Which digit" in status(page)) == bool(last)
    assert violations(page) == []
