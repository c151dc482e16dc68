"""The playground: this project in the browser, built as the site has it.

What needs no browser, such as the drafts and the links, is in web/playground.test.js.
"""

import json
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from shutil import copytree, which
from typing import TYPE_CHECKING, Final

import pytest

from sudoku.explain import METHODS, explain
from tests.browser.opened import (
    COMPARED,
    LOOKS,
    SCRIPTS,
    Browser,
    built_once,
    out_of_view,
    press,
    violations,
)
from tests.browser.visitor import Visitor, answer, readable, terminal, visit, word
from tests.places import ANSWERS, EXERCISES

if TYPE_CHECKING:
    from playwright.sync_api import Route
else:
    Route = None

NAMES: Final = [path.stem for path in sorted(ANSWERS.glob("*.pseudo"))]
WRONG: Final = answer("wrong_one_turn_only")
NAMED: Final = re.compile(r"playground/[0-9a-f]{12}/")
# A copy of seven elements takes long, and is few steps: it ends only after a while.
ENDLESS: Final = """new Vector v(1)
new Vector w(7)
for 1 ≤ k ≤ 7 do
  w[k] ← k
end for
while TRUE do
  v[1] ← w
end while
"""
ADA: Final = """function Largest(s)
  max ← 3
  while ¬EMPTY[s] do
    if TOP[s] > max then
      max ← TOP[s]
    end if
    POP[s]
  end while
  return max
end function
"""
RUN_ERROR: Final = """function SearchStack(stack, item)
  while TOP[stack] ≠ item do
    POP[stack]
  end while
  return TRUE
end function
"""
UNREAD: Final = "y ← 1\nx ← "

pytestmark = pytest.mark.skipif(
    not (which("npm") and find_spec("build")),
    reason="there is no npm here, or no build (the extra docs)",
)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a site that has only the playground, at some/place."""
    place = built_once(tmp_path_factory, "built/some/place", "-m", "web.playground")
    return place.parents[1]


@pytest.fixture(scope="session")
def visitors(browser: Browser, built: Path) -> Iterator[list[Visitor]]:
    """The visitor whose page many tests share, once there is one."""
    shared: list[Visitor] = []
    yield shared
    for visitor in shared:
        visitor.close()


@pytest.fixture
def visitor(
    browser: Browser,
    built: Path,
    visitors: list[Visitor],
    request: pytest.FixtureRequest,
) -> Iterator[Visitor]:
    """Somebody at the page, on which nothing has been done yet.

    Python starts slowly, so another page is opened only after a test that failed.
    """
    if not visitors:
        visitors.append(Visitor(browser, built))
        visitors[0].state("Ready: Python 3.14")
    failed = request.session.testsfailed
    [visitor] = visitors
    visitor.begin_again()
    yield visitor
    if request.session.testsfailed > failed:
        visitors.pop().close()
    assert not visitor.problems


# Results


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", NAMES)
def test_an_answer_has_the_verdicts_and_the_texts_of_the_terminal(
    name: str, visitor: Visitor, tmp_path: Path
) -> None:
    page, text = visitor.page, answer(name)
    visitor.write(text)
    visitor.judge()
    chips = page.locator("#verdicts button")
    labels = [chip.get_attribute("aria-label") for chip in chips.all()]
    press(page, "as-json")
    shown = visitor.printed()
    words = ["pseudoku", "judge", "--json", "answer.txt"]
    assert shown == terminal(*words, folder=tmp_path, answer=text)
    for label, (task, one) in zip(
        labels, json.loads(shown)["tasks"].items(), strict=True
    ):
        mark = "?" if one["marks"] is None else one["marks"]
        about = f"Task {task}, {one['name']}: {one['verdict']}"
        assert label.startswith(f"{about}, {mark} of {one['most']}.")
    for call in ("MakeSolution(2413)", ""):
        page.fill("#call", call)
        visitor.press("run", "Run")
        words = ["pseudoku", "run", "answer.txt", *["--call", call] * bool(call)]
        assert visitor.printed() == readable(terminal(*words, folder=tmp_path))


def test_judge_opens_the_first_failed_call_where_the_mended_run_parts_from_it(
    visitor: Visitor,
) -> None:
    page, hint = visitor.page, "makes every case right"
    visitor.judge()
    assert page.inner_text("#verdicts b") == "23 of 34"
    assert page.inner_text("#verdicts button[aria-pressed=true]") == "2 ✗"
    assert page.input_value("#call").startswith("PermuteVector((")
    assert visitor.where().startswith("Step 24 of 55 · PERMUTEVECTOR")
    assert hint in page.inner_text("#notes")
    assert page.evaluate(COMPARED) == []
    other = page.locator("#verdicts .fail").nth(1)
    other.click()
    visitor.state("Done: Walk SearchStack")
    assert other.get_attribute("aria-pressed") == "true"
    visitor.write(WRONG)
    visitor.judge()
    assert page.locator("#lines .noted").count() == 1
    assert page.inner_text("#words").count(hint) == 1
    visitor.press("walk", "Walk")
    assert hint in page.inner_text("#detail")  # at the step where the runs part


def test_without_hints_judge_opens_the_last_step_and_compares_the_result(
    visitor: Visitor,
) -> None:
    page = visitor.page
    visitor.hint(0)
    visitor.judge()
    assert visitor.where().startswith("Step 55 of 55 · PERMUTEVECTOR")
    assert "makes every case right" not in page.content()
    detail = page.inner_text("#detail")
    assert re.fullmatch(r"Result: \(.*\)\. Expected: \(.*\)\.", detail)
    assert any(is_ringed for _, is_ringed in page.evaluate(COMPARED))
    assert page.inner_text("#summary") == ""  # a note tells the result
    visitor.press("walk", "Walk PermuteVector")
    assert page.inner_text("#summary") == detail


def test_the_line_of_each_step_is_marked_in_the_editor_until_it_is_edited(
    visitor: Visitor,
) -> None:
    page = visitor.page
    page.fill("#call", "PermuteVector(1234, 1)")
    visitor.press("walk", "Walk")
    press(page, "last")
    for number in range(55, 1, -1):
        assert visitor.where().startswith(f"Step {number} of 55")
        line = page.inner_text("#line").partition(": ")[2]
        assert page.evaluate(SCRIPTS["NOW"]) == [line]
        press(page, "back")
    assert out_of_view(page) == []
    page.locator("#program").press("Enter")
    assert page.evaluate(SCRIPTS["NOW"]) == []
    press(page, "next")
    assert page.evaluate(SCRIPTS["NOW"]) == []
    page.locator("#program").press("Control+z")
    assert len(page.evaluate(SCRIPTS["NOW"])) == 1


@pytest.mark.parametrize("has_error", [False, True], ids=["unread", "of a run"])
def test_an_error_is_told_once_beside_its_line_also_on_a_phone(
    has_error: bool, visitor: Visitor
) -> None:
    page = visitor.page
    visitor.size(390, 844)
    visitor.write(RUN_ERROR if has_error else UNREAD)
    visitor.judge()
    if has_error:
        page.click("#show-code")
    else:
        page.click("#walk")
        visitor.state("Done: Walk")
    told = "POP of an empty stack" if has_error else "found the end of the text"
    assert page.inner_text("#bench").count(told) == 1
    assert told in page.inner_text("#sentence")
    assert page.inner_text("#summary") == ("Error in line 3" if has_error else "")
    assert page.evaluate(SCRIPTS["FAILED"]) == ["POP[stack]" if has_error else "x ←"]


def test_an_endless_program_is_stopped_and_shows_nothing_later(
    visitor: Visitor,
) -> None:
    page = visitor.page
    visitor.write(ENDLESS)
    page.fill("#call", "")
    page.click("#more")
    page.click("#run")
    assert page.get_attribute("#run", "aria-disabled") == "true"
    assert page.is_visible("#stop") and page.is_hidden("#judge")
    visitor.state("Running Run")
    page.click("#stop", force=True)  # Chromium may find no frame in which it is at rest
    visitor.state("Stopped.")
    visitor.state("Ready")
    assert page.is_hidden("#stop") and visitor.focused() == "judge"
    press(page, "run")
    visitor.state("Running Run")
    page.keyboard.press("Escape")
    visitor.state("Stopped.")
    visitor.state("Ready")
    assert visitor.printed() == ""
    visitor.write(WRONG)
    page.dblclick("#judge")  # the second click is on Stop
    assert visitor.focused() == "stop"
    visitor.state("Done: Walk")
    assert visitor.focused() == "judge"


# The board


def test_each_method_explains_a_grid_and_a_wrong_grid_is_refused(
    visitor: Visitor, tmp_path: Path
) -> None:
    page = visitor.page
    page.select_option("#room", "Sudoku")
    assert page.locator("#method option").all_inner_texts() == [*METHODS]
    given = visitor.grid()
    for method in METHODS:
        page.select_option("#method", method)
        visitor.state("Done: Explain")
        steps = explain(given, method).steps
        assert page.get_attribute("#slider", "max") == str(len(steps))
        press(page, "last")
        assert page.inner_text("#sentence") == steps[-1].reason
        visitor.clear_state()
    page.click("#explain")  # Edit grid
    assert visitor.grid() == given
    visitor.paste_grid("no grid")
    words = ["sudoku", "convert", "--format", "line", "grid.txt"]
    told = terminal(*words, folder=tmp_path, grid="no grid")
    assert visitor.printed() == readable(told)
    page.click("#explain")
    assert visitor.grid() == given


def test_a_grid_is_typed_pasted_and_explained_with_the_keyboard(
    visitor: Visitor,
) -> None:
    page, keys = visitor.page, visitor.page.keyboard
    page.select_option("#room", "Sudoku")
    start = visitor.grid()
    visitor.paste_grid(("." * 9 + "\n") * 9)
    assert visitor.grid() == "." * 81
    page.focus("#method")
    keys.press("Tab")
    keys.press("Tab")
    for typed, cells, focused in (
        ("1 2 x 3", "123", "r1c4"),
        ("ArrowLeft ArrowLeft 9", "193", "r1c3"),
        ("Backspace Backspace", "19", "r1c2"),
        ("ArrowDown 4", "19........4", "r2c3"),
        ("Space 5", "19........4.5", "r2c5"),
        ("ArrowUp", "19........4.5", "r1c5"),
    ):
        for key in typed.split():
            keys.press(key)
        assert visitor.grid() == cells.ljust(81, ".")
        assert visitor.focused() == focused
    visitor.paste_grid("\n".join(" ".join(start[k : k + 9]) for k in range(0, 81, 9)))
    assert visitor.grid() == start
    keys.press("Enter")
    visitor.state("Done: Explain")
    assert "Solved" in page.inner_text("#summary")


# The editor


def test_each_key_that_is_typed_arrives_in_the_program(visitor: Visitor) -> None:
    """Outside the editor, letters and arrows are commands."""
    page = visitor.page
    visitor.type_over("abcdefghijklmnopqrstuvwxyz 0 FCLNP")
    for key in ("Home", "ArrowRight", "Delete", "End", "ArrowLeft", "Backspace"):
        page.keyboard.press(key)
    assert page.input_value("#program") == "acdefghijklmnopqrstuvwxyz 0 FCLP"
    page.fill("#program", "if TRUE then\n  x ← 1")
    page.locator("#program").press("Enter")
    page.keyboard.type("y")
    assert page.input_value("#program") == "if TRUE then\n  x ← 1\n  y"


def test_undo_takes_back_words_and_300_pasted_lines(visitor: Visitor) -> None:
    """It does because no key changes the nodes of the page."""
    page, keys = visitor.page, visitor.page.keyboard
    lines = page.locator("#lines li:not([hidden])")
    # Chromium redoes less in any field whose text ends with a newline.
    before, pasted = WRONG.rstrip(), "\n".join(f"x{k} ← {k}" for k in range(300))
    page.evaluate("(text) => navigator.clipboard.writeText(text)", pasted)
    visitor.write(before)
    visitor.judge()
    page.evaluate(SCRIPTS["WATCH"])
    for place, typed in (
        ("Control+End", True),
        ("Control+a", True),
        ("Control+a", False),
    ):
        page.focus("#program")
        keys.press(place)
        if typed:
            keys.type("words")
        else:
            keys.press("Control+v")
        after = page.input_value("#program")
        assert after.endswith("words" if typed else pasted)
        assert lines.all_text_contents() == after.split("\n")
        assert not typed or page.evaluate("changes") == 0
        keys.press("Control+z")
        assert page.input_value("#program") == before and not visitor.is_stale()
        keys.press("Control+y")
        assert page.input_value("#program") == after and visitor.is_stale()
        keys.press("Control+z")
    assert lines.all_text_contents() == before.split("\n")


@pytest.mark.parametrize("width", [390, 1280])
def test_each_line_of_the_program_is_beside_its_number(
    width: int, visitor: Visitor
) -> None:
    visitor.size(width, 844)
    for text in (
        "",
        "\n" * 9,
        "x" * 500,
        "word " * 99,
        "a\tb\n\tc\n" * 9,
        "x ← 1 " + " " * 200 + "\n  y",
        "for 1 ≤ k ≤ 4 do // a long remark, (1,2,3,4,5,6,7,8)\n" * 99,
    ):
        visitor.write(text)
        field, lines = visitor.page.evaluate(SCRIPTS["HEIGHTS"])
        assert abs(field - lines) <= 1, text


def test_a_note_leads_to_its_line_and_marks_it(visitor: Visitor) -> None:
    page, text = visitor.page, answer("right_end_alone")
    visitor.write(text)
    visitor.judge()
    note = page.locator("#notes button.note").first
    line = note.get_attribute("data-line")
    assert note.inner_text().startswith(f"line {line}: 'end' ends the 'if'")
    note.click()
    assert visitor.focused() == "program"
    before = page.evaluate("program.value.slice(0, program.selectionStart)")
    assert before.count("\n") + 1 == int(line)
    assert page.locator("#lines .noted").first.inner_text().strip() == "end"
    visitor.size(390, 844)
    page.click("#show-code")
    assert not page.is_visible("#editor")
    note.click()
    assert page.is_visible("#editor") and visitor.focused() == "program"
    page.click("#more")
    page.select_option("#template", "Templates of the hand-out")
    templates = visitor.read()
    assert templates.startswith("function MakeVector(row)")
    assert "\n    for 1 ≤ j ≤ 4 do\n" in templates  # not on one line, in LaTeX
    assert visitor.is_stale()
    page.locator("#program").press("Control+z")
    assert visitor.read() == text and not visitor.is_stale()


# The first page, drafts and links


def test_the_first_page_leads_to_the_example_and_to_an_empty_program(
    visitor: Visitor,
) -> None:
    page, example = visitor.page, visitor.read()
    assert page.input_value("#call") == "MakeSolution(2413)"
    page.click("text=Start with my own")
    page.keyboard.type("x")
    assert visitor.read() == "x" and page.is_hidden(".hello")
    assert page.input_value("#call") == ""  # it was one of the example
    visitor.type_over("")
    for _ in range(3):  # what was typed before this test can be undone, too
        if page.input_value("#program") != example:
            page.keyboard.press("Control+z")
    assert visitor.read() == example
    page.click("#judge-example")
    visitor.state("Done: Walk")


def test_a_phone_shows_the_first_page_an_own_program_and_what_is_printed(
    visitor: Visitor,
) -> None:
    page = visitor.page
    visitor.size(390, 844)
    assert page.is_visible("#judge-example") and not page.is_visible("#next")
    page.click("text=Start with my own")
    page.keyboard.type("x ← 1\ny ← 2")
    assert visitor.read() == "x ← 1\ny ← 2" and page.is_visible("#editor")
    visitor.reload()
    assert page.is_visible("#editor")
    visitor.state("Ready")
    visitor.press("run", "Run")
    assert page.is_visible("#stage pre") and not page.is_visible("#editor")
    page.click("#show-code")
    assert page.is_visible("#editor")
    visitor.press("walk", "Walk")
    assert page.is_visible("#next") and not page.is_visible("#editor")


def test_what_is_typed_is_there_after_a_reload_and_after_closing_its_tab(
    visitor: Visitor,
) -> None:
    own, link = visitor.page, f"#p={word('linked ← 1')}"
    visitor.type_over("own ← 1")
    visitor.visit_tab(visitor.opened(link))
    page = visitor.page
    assert page.is_visible("#from-link") and visitor.read() == "linked ← 1"
    assert page.input_value("#call") == ""
    assert page.locator("#verdicts > *, #stage .figures").count() == 0  # it has not run
    visitor.type_over("linked ← 2")
    page.close()
    visitor.visit_tab(visitor.opened(link))
    page = visitor.page
    assert visitor.read() == "linked ← 2"
    page.click("#more")
    page.select_option("#template", "linked")
    shown = "(text) => document.getElementById('program').value === text"
    page.wait_for_function(shown, arg="linked ← 1")
    page.keyboard.press("Escape")
    page.click("#more")
    kept = page.locator("#kept option").all_inner_texts()
    assert [re.sub(".*M", "", one) for one in kept] == [
        " (link): linked ← 1",
        " (link): linked ← 2",
        ": own ← 1",
    ]
    page.select_option("#template", index=6)
    assert visitor.read() == "linked ← 2"
    page.click("#restore")
    assert page.is_hidden("#from-link") and visitor.read() == "own ← 1"
    assert "#" not in page.url
    visitor.visit_tab(own)
    visitor.reload()
    assert visitor.read() == "own ← 1" and own.is_hidden("#from-link")


def test_without_a_store_the_page_says_so_and_keeps_the_text_of_the_visit(
    visitor: Visitor,
) -> None:
    forbidden = """for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {get() { throw new Error("forbidden"); }});"""
    visitor.visit_tab(visitor.opened(script=forbidden))
    visitor.type_over("own ← 1")
    visitor.state("This browser keeps nothing: download your program.")
    visitor.go_to(f"#p={word('linked ← 1')}")
    visitor.page.locator("#from-link").wait_for()
    visitor.type_over("linked ← 2")
    visitor.page.click("#restore")
    assert visitor.read() == "own ← 1"


def test_a_link_with_a_call_shows_it_and_an_endless_loop_says_why(
    visitor: Visitor,
) -> None:
    page = visitor.page
    lines = ["function F(n)", "  while n > 0 do", "    n ← n + 1", "  end while"]
    text = "\n".join([*lines, "end function"])
    visitor.go_to(f"#p={word(text)}&call=F%283%29")
    visitor.state("Done: Walk F(3)")
    assert page.input_value("#call") == "F(3)"
    assert visitor.where().startswith("Step 2 of 300 shown · F")
    told = page.inner_text("#detail")
    assert told.startswith("The loop of line 2 goes on: in 149 turns, n never comes")
    assert page.inner_text("#bars .dead") == "goes on"


def test_a_link_has_20000_characters_and_one_that_cannot_be_read_changes_nothing(
    visitor: Visitor,
) -> None:
    text = "".join(f"x{k} ← {k * k}\n" for k in range(2000))[:19_999] + "€"
    visitor.write(text)
    link = visitor.copy_link()
    assert re.fullmatch(r"#p=[\w-]+", link)
    visitor.write(text + "1")
    press(visitor.page, "copy-link")
    visitor.state("The program has 20,001 characters; a link has room for 20,000.")
    visitor.write("own ← 1")
    for unreadable in ("", "%", "AAAA", word("a" * 10**8), word("abc")[:-2]):
        visitor.clear_state()
        visitor.go_to(f"#p={unreadable}")
        visitor.state("The link cannot be read")
        assert visitor.read() == "own ← 1", unreadable[:20]
        assert visitor.page.is_hidden("#from-link"), unreadable[:20]
    visitor.page.reload()
    visitor.state("Ready: Python 3.14.2. The link cannot be read")
    assert visitor.read() == "own ← 1"
    visitor.visit_tab(visitor.opened(link))
    assert visitor.read() == text


# Exercises


def exercise(name: str) -> str:
    return (EXERCISES / f"{name}.toml").read_text("utf-8")


def test_an_exercise_stays_until_it_is_left_and_links_have_it(
    visitor: Visitor, tmp_path: Path
) -> None:
    (tmp_path / "exercise.toml").write_text(exercise("largest"), "utf-8")
    page = visitor.page
    visitor.write(ADA)
    page.set_input_files("#open", EXERCISES / "largest.toml")
    visitor.state("Done: Exercise. Largest: 1 right and 1 wrong answers")
    visitor.judge()
    visitor.state("Done: Walk Largest(stack<1>)")
    assert visitor.chips() == ["Largest ✗"]
    assert "gives 3; expected 1" in page.inner_text("#notes")
    press(page, "as-json")
    words = ("pseudoku", "judge", "--json", "--exercise", "exercise.toml")
    told = terminal(*words, "answer.txt", folder=tmp_path, answer=ADA)
    assert visitor.printed() == told
    link_with_program = visitor.copy_link()
    visitor.write("")
    link_without = visitor.copy_link()
    visitor.write("own ← 1")
    page.reload()
    visitor.state("Done: Exercise. Largest")
    page.click("#exercise")
    assert page.is_hidden("#exercise")
    visitor.hint(0)
    visitor.judge()
    assert len(visitor.chips()) == 7
    visitor.reload()
    assert page.is_hidden("#exercise")
    for link, text in ((link_with_program, ADA), (link_without, "own ← 1")):
        visitor.page = visitor.opened(link)
        visitor.state("Done: Exercise. Largest")
        assert visitor.page.inner_text("#exercise") == "Largest ×"
        assert visitor.read() == text


def test_a_dropped_exercise_replaces_another_and_a_bad_one_is_refused(
    visitor: Visitor, tmp_path: Path
) -> None:
    right = exercise("largest")
    bad = {
        "a number for a name": right.replace('name = "Largest"', "name = 3"),
        "no TOML": right.replace('"Largest"', '"Largest'),
        "a sample that is misjudged": right.replace("return y\n", "return 6\n"),
        "too long": right + "#" * 2**19,
        "empty": "",
    }
    words = ("pseudoku", "judge", "--exercise", "exercise.toml", "--check")
    page = visitor.page
    visitor.drop("other.toml", exercise("reverse_queue"))
    assert page.inner_text("#exercise") == "ReverseQueue ×"
    visitor.drop("largest.TOML", right)
    assert page.inner_text("#exercise") == "Largest ×"
    for name, text in bad.items():
        visitor.drop("largest.toml", text)
        (tmp_path / "exercise.toml").write_text(text, "utf-8")
        told = terminal(*words, folder=tmp_path)
        assert visitor.printed() == readable(told), name
        assert page.is_hidden("#exercise"), name


# Sizes, accessibility and the keyboard


def test_a_projector_shows_large_code_and_words_and_big_makes_values_larger(
    visitor: Visitor,
) -> None:
    page = visitor.page
    visitor.size(1024, 768)
    visitor.judge()
    before = page.evaluate(SCRIPTS["FONTS"])
    press(page, "big")
    after = page.evaluate(SCRIPTS["FONTS"])
    for code, words, value in (before, after):
        assert code >= 19 and words >= 24 and value >= 20
    assert after[2] > before[2] + 2
    page.locator("#next").press("PageDown")
    assert visitor.where().startswith("Step 25 of 55")
    page.keyboard.press("PageUp")
    assert visitor.where().startswith("Step 24 of 55")
    assert out_of_view(page) == []
    press(page, "big")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("width, scheme", LOOKS)
def test_axe_finds_nothing_and_the_page_fits_the_window(
    visitor: Visitor, width: int, scheme: str
) -> None:
    page = visitor.page
    visitor.size(width, 760)
    page.emulate_media(color_scheme=scheme)
    visitor.hint(0)
    assert not violations(page)
    # The editor scrolls, and its scroller must be in reach of the keyboard.
    visitor.write(answer("right_end_alone") + "// more\n" * 60)
    visitor.judge()
    assert page.locator("button.note").count()
    assert not violations(page)
    page.click("#more")
    assert not violations(page)
    visitor.copy_link()
    assert page.is_hidden("#menu")
    box = page.locator("#told").bounding_box()
    assert box and 0 <= box["x"] and box["x"] + box["width"] <= width
    opacity = "getComputedStyle(told).opacity"
    assert page.evaluate(opacity) == "1"
    fades = f"told.getAnimations()[0].finished.then(() => {opacity})"
    assert page.evaluate(fades) == "0"
    page.click("#more")
    page.select_option("#template", "An answer with mistakes")
    visitor.judge()
    visitor.state("Done: Walk")
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.select_option("#room", "Sudoku")
    assert not violations(page)
    visitor.press("explain", "Explain")
    assert not violations(page)
    assert out_of_view(page, 10) == []


def test_everything_can_be_done_with_the_keyboard(visitor: Visitor) -> None:
    page = visitor.page
    page.reload()  # so that Tab begins at the first element
    visitor.state("Ready")
    places = []
    for _ in range(10):
        page.keyboard.press("Tab")
        places.append(visitor.focused())
    assert places[:5] == ["room", "judge", "call", "walk", "program"]
    assert {"slider", "first", "next", "more"} & {*places}
    page.focus("#call")
    page.keyboard.press("Control+a")
    page.keyboard.type("MakeVector(2413)")
    page.keyboard.press("Enter")
    visitor.state("Done: Walk MakeVector(2413)")
    assert visitor.focused() == "call"
    before = visitor.read()
    page.focus("#program")
    page.keyboard.press("Control+Enter")
    visitor.state("Done: Walk PermuteVector")
    assert visitor.focused() == "program"
    assert visitor.read() == before
    page.focus("#next")
    page.keyboard.press("Home")
    assert visitor.where().startswith("Step 1 of ")


# The server


def test_a_second_visit_loads_nothing_again_and_needs_no_server(
    browser: Browser, built: Path
) -> None:
    with visit(browser, built) as visitor:
        visitor.hint(0)
        seen = visitor.server.seen
        named = [path for path in seen if NAMED.search(path)]
        assert len(named) == len({*named}) == 8  # nothing is loaded twice
        seen.clear()
        visitor.page.reload()
        visitor.state("Ready")
        assert not [path for path in seen if NAMED.search(path)]
        visitor.server.stop()
        visitor.page.reload()
        visitor.state("Ready")
        visitor.judge()
        assert visitor.page.inner_text("#verdicts b") == "23 of 34"
        visitor.state("Done: Walk")
        gone = "ERR_CONNECTION_REFUSED"  # Chromium says so of index.html and sw.js
        visitor.problems = [one for one in visitor.problems if gone not in one]


def test_a_tab_that_is_open_starts_python_after_a_deployment(
    browser: Browser, built: Path, tmp_path: Path
) -> None:
    copytree(built, tmp_path / "site")
    place = tmp_path / "site" / "some" / "place" / "playground"
    [old] = [path for path in place.iterdir() if path.is_dir()]
    with visit(browser, tmp_path / "site") as visitor:
        old.rename(place / "0123456789ab")
        for name in ("index.html", "sw.js"):
            text = (place / name).read_text("utf-8")
            (place / name).write_text(text.replace(old.name, "0123456789ab"), "utf-8")
        other = visitor.opened()
        other.locator("#state", has_text="Ready").wait_for()
        visitor.write(ENDLESS)
        visitor.page.fill("#call", "")
        visitor.page.click("#walk")
        visitor.page.keyboard.press("Escape")
        visitor.state("Stopped.")
        visitor.state("Ready")  # from the files that are no longer on the server
        visitor.judge()
        assert visitor.page.inner_text("#verdicts b") == "0 of 34"


def test_an_exception_of_python_is_shown_and_python_starts_again(
    browser: Browser, built: Path
) -> None:
    right, wrong = "import run_command;", "run_command = lambda text: 1 / 0;"

    def fail(route: Route) -> None:
        body = route.fetch().text().replace(right, f"{right} {wrong}")
        route.fulfill(body=body, content_type="text/javascript")

    with visit(browser, built, {"**/worker.js": fail}) as visitor:
        visitor.page.click("#judge")
        visitor.page.locator("#stage pre.err").wait_for()
        assert "ZeroDivisionError" in visitor.printed()
        visitor.state("Ready")
        assert visitor.page.get_attribute("#judge", "aria-disabled") == "false"


def test_a_missing_file_is_reported(browser: Browser, built: Path) -> None:
    changed = {"**/modules.zip": lambda route: route.fulfill(status=404)}
    state = "Python did not start: Error: modules.zip: 404"
    with visit(browser, built, changed, state) as visitor:
        assert visitor.page.get_attribute("#judge", "aria-disabled") == "true"
        visitor.problems.clear()


def test_the_policy_stops_other_hosts_and_scripts_in_the_page(visitor: Visitor) -> None:
    visitor.page.evaluate("fetch('http://localhost:9/').catch(() => 0)")
    visitor.page.evaluate(SCRIPTS["INJECT"])
    assert visitor.page.title() == "Playground: Sudoku courseworks"
    told = " ".join(visitor.problems)
    assert "connect-src" in told and "script-src" in told
    visitor.problems.clear()


def test_the_page_says_that_it_needs_a_server(browser: Browser, built: Path) -> None:
    page = browser.new_context().new_page()
    place = built / "some" / "place" / "playground" / "index.html"
    page.goto(place.as_uri())
    page.locator("#help code", has_text="python3 -m http.server").wait_for()
    page.context.close()
