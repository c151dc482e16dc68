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
PAIR: Final = "Preemptive pair: {4,7} in r2c19 => r2c7<>4"
STOPS: Final = "#steps a:not([tabindex='-1'])"

# The address, and then what is done and the step that is shown: an element is clicked, a
# key is pressed, or what `act` says.
STEPS: Final = {
    "buttons": " #first 0 #next 1 #next 2 #last 13 #next 13 #back 12 #first 0 #back 0",
    "keys": " ArrowRight 1 End 13 ArrowLeft 12 Control+ArrowLeft 12 Alt+End 12 "
    "Meta+Home 12 Home 0 ArrowRight 1",
    "slider": " #slider 7 ArrowRight 8 End 13 ArrowLeft 12 Home 0 slider=7 7",
    "in an input": "#s1 #more 1 focus=#predict 1 ArrowRight 1 Escape 1",
    "list": " #last 13 stop 13 ArrowUp 12 ArrowUp 11 ArrowDown 12 Control+ArrowDown 12 "
    "ArrowDown 13 ArrowDown 13",
    "address": "#s11 #next 12 reload 12 link=5 5 back 12 hash=#s99 13",
}


def act(page: Page, action: str) -> None:
    kind, _, value = action.partition("=")
    match kind:
        case "slider":
            page.fill("#slider", value)
        case "focus":
            page.focus(value)
        case "stop":  # at which Tab stops
            page.focus(STOPS)
        case "link":
            page.click(f"#steps li:nth-child({value}) a")
        case "hash":
            page.evaluate("(hash) => { location.hash = hash; }", value)
        case "reload":
            page.reload()
        case "back":
            page.go_back()
        case _ if action[0] == "#":
            page.click(action)
        case _:
            page.keyboard.press(action)


def check_at(page: Page, number: int) -> None:
    """Check that address, slider, status and list show step *number* of `FIVE`."""
    from playwright.sync_api import expect  # only where there is a browser

    expect(page.locator("#slider")).to_have_value(str(number))
    expect(page).to_have_url(re.compile(f"#s{number}$"))
    assert status(page).startswith(f"Step {number} of 13 · " if number else "Start")
    assert page.get_attribute("#slider", "aria-valuetext") == page.inner_text("#where")
    assert page.locator("#steps li[aria-current=step]").count() == bool(number)
    stop = page.locator(STOPS)
    assert stop.count() == 1
    assert stop.inner_text() == FIVE.steps[max(number, 1) - 1].heading


def stop_clock(page: Page) -> None:
    """Stop the clock of *page*: its timers wait until the test calls `run_for`."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))


@pytest.mark.parametrize("way", STEPS)
def test_each_way_steps_through_the_page(way: str, opener: Opener) -> None:
    address, *words = STEPS[way].split(" ")
    page = opener.open(PAGE, address)
    for action, number in zip(words[::2], words[1::2], strict=True):
        act(page, action)
        check_at(page, int(number))
        if way == "list" and action.startswith("Arrow"):
            focused = page.evaluate("document.activeElement.textContent")
            assert focused == page.locator(STOPS).inner_text()
    assert not page.is_visible("#menu")


def test_an_address_that_names_no_step_changes_nothing(opener: Opener) -> None:
    page = opener.open(PAGE, "#s12")
    for wrong in ("#s", "#x3", "#s1x", "#constructor1", "#s12345678901"):
        act(page, f"hash={wrong}")
        assert status(page).startswith("Step 12 ")


def test_a_held_key_writes_the_address_when_it_is_released(opener: Opener) -> None:
    """WebKit allows 100 calls of replaceState in 10 seconds."""
    page = opener.open(walkthrough([EXPLANATIONS["preemptive, solved"]], "file.txt"))
    page.wait_for_url("**#s0")
    stop_clock(page)
    page.evaluate(SCRIPTS["COUNT_CALLS"])
    for _ in range(100):  # as a held key repeats, for 3 seconds
        page.keyboard.press("ArrowRight")
        page.clock.run_for(30)
    assert page.evaluate("calls") == 0
    page.clock.run_for(5_000)
    assert page.evaluate("calls") == 1
    assert page.url.endswith("#s" + page.input_value("#slider"))


def test_a_finger_drags_the_timeline(opener: Opener) -> None:
    page = opener.open(PAGE, width=360)
    box = page.locator("#time").bounding_box()
    finger = page.context.new_cdp_session(page)
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    for kind, share in (
        ("touchStart", 0.1),
        ("touchMove", 0.6),
        ("touchMove", 1.0),
        ("touchMove", 0.25),
    ):
        x, y = box["x"] + share * box["width"], box["y"] + box["height"] / 2
        event = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        finger.send("Input.dispatchTouchEvent", event)
        assert page.input_value("#slider") == f"{13 * share:.0f}"


def test_the_current_step_is_visible_in_the_list(opener: Opener) -> None:
    page = opener.open(walkthrough([EXPLANATIONS["human"]], "file.txt"))
    for button in ("last", "back", "first", "next", "last"):
        page.click(f"#{button}")
        item = page.locator(f"#steps li:has({STOPS.removeprefix('#steps ')})")
        box, frame = item.bounding_box(), page.locator("#list").bounding_box()
        assert frame["y"] - 1 <= box["y"]
        assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1


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
    for seconds, number, is_playing in ((2.5, 2, True), (20, 2, False), (30, 13, True)):
        page.click("#play")
        assert page.get_attribute("#play", "aria-pressed") == str(is_playing).lower()
        page.clock.run_for(round(1000 * seconds))
        check_at(page, number)
    assert page.get_attribute("#play", "aria-pressed") == "false"


@pytest.mark.parametrize(("pace", "seconds"), [("8", 8), ("0", 14 / 3)])
def test_play_waits_for_the_pace_or_for_the_words_of_a_sentence(
    pace: str, seconds: float, opener: Opener
) -> None:
    page = opener.open(PAGE, "#s1")
    assert len(page.inner_text("#sentence").split()) == 14
    stop_clock(page)
    page.click("#more")
    page.select_option("#pace", pace)
    page.click("#play")
    page.clock.run_for(round(1000 * seconds) - 50)
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
    check_at(page, 11)
    assert page.inner_text("#next") == "Next" and PAIR in status(page)
    page.focus(STOPS)
    for key in ("ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        number = 12 if key == "ArrowRight" else 13
        assert page.inner_text("#where") == f"What is step {number}?"
        page.keyboard.press("ArrowRight")
        check_at(page, number)
    page.click("#back")
    page.click("#next")
    page.click("#more")
    page.uncheck("#predict")
    check_at(page, 12)
    assert page.inner_text("#next") == "Next"


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
