"""The pages of `pseudoku walkthrough` in a browser."""

import re
from copy import deepcopy
from typing import Final, TypedDict

import pytest

from adt.show.descriptions import description
from adt.show.states import CellMark, Element, LineState, marked_state
from tests.browser.opened import COMPARED, SCRIPTS, Opener, Page, press
from tests.places import ANSWERS
from tests.pseudocode import files
from tests.pseudocode.files import Captured, File
from tests.pseudocode.run_pages import Mark, Replay, data_of, page_of

file = files.file


class Figure(TypedDict):
    name: str
    words: str
    values: list[str]
    marked: list[list[str]]
    sticks_out: bool


class View(TypedDict):
    """What a page shows at a step, as the script RUN of measure.js finds it."""

    variables: list[str]
    figures: list[Figure]
    line: str
    sentence: str
    detail: str
    where: str
    marked_lines: list[list[str]]


def view(page: Page) -> View:
    found: View = page.evaluate(SCRIPTS["RUN"])
    return found


def state_of(value: LineState, position: list[int], mark: Mark) -> LineState:
    """A structure with a mark, which may be inside one of its elements."""
    symbol, name, _, text = mark
    if len(position) == 1:
        return marked_state(value, CellMark(symbol, name, (position[0],), text))
    elements = [*value["elements"]]
    inner = elements[position[0] - 1]
    assert isinstance(inner, dict)
    elements[position[0] - 1] = state_of(inner, position[1:], mark)
    return {**value, "elements": elements}


KIND: Final = re.compile(r" (vector|queue|stack|vector of vectors)$")


def check(seen: View, replay: Replay, mark: Mark | None) -> None:
    """*seen* shows the variables of the current call, and the mark of the step."""
    frame = replay.frames[-1]
    numbers = [f"{n} = {one}" for n, one in frame.items() if not isinstance(one, dict)]
    assert sorted(seen["variables"]) == sorted(numbers)
    figures = {KIND.sub("", one["name"]): one for one in seen["figures"]}
    drawn = {n: one for n, one in frame.items() if isinstance(one, dict)}
    assert {name for name in figures if " in " not in name} == drawn.keys()
    for name, value in drawn.items():
        check_figure(figures[name], value, mark if mark and mark[1] == name else None)
    above = [(f"{n} in", one) for f in replay.frames[:-1] for n, one in f.items()]
    found = [name for name in figures if " in " in name]
    if any(nested(value) for value in drawn.values()):
        assert found == []
    else:
        assert len(found) == any(nested(value) for _, value in above)
        for name in found:
            held = [v for n, v in above if nested(v) and name.startswith(n)][-1]
            assert isinstance(held, dict)
            assert figures[name]["values"] == flat(held)


def check_figure(figure: Figure, value: LineState, mark: Mark | None) -> None:
    """*figure* shows *value* in cells and in words, and the mark by its outline."""
    state = state_of(value, mark[2], mark) if mark else value
    assert figure["words"] == description(state)
    assert figure["values"] == flat(state)
    assert not figure["sticks_out"]
    assert len(figure["marked"]) == bool(mark)
    for _, outline, border, sign in figure["marked"]:
        assert mark
        looks = {"arrives": "▲ solid", "read": "○ dashed", "leaves": "▽ dashed"}
        look = f"{sign} {border if mark[0] == 'leaves' else outline}"
        assert looks[mark[0]] == look


def nested(value: Element) -> bool:
    return isinstance(value, dict) and any(
        isinstance(one, dict) for one in value["elements"]
    )


def flat(value: LineState) -> list[str]:
    """The elements of a structure and of those inside it, as a page shows them."""
    found: list[str] = []
    for one in value["elements"]:
        found += (
            flat(one) if isinstance(one, dict) else ["" if one is None else str(one)]
        )
    return found


RUNS: Final = (
    ["PermuteVector", "2413", "1"],
    ["PermuteRows", "2413/2413/2413/2413", "1", "2", "0"],
    ["SearchStack", "1234", "3"],
    ["CheckColumn", "4132/3241/1324/2413", "1"],
)
WRONG: Final = [
    str(ANSWERS / "wrong_dequeues_first.pseudo"),
    *("--alone", "--call", "PermuteVector(1234, 1)"),
]


@pytest.mark.parametrize("words", RUNS, ids=lambda words: words[0])
def test_each_operation_shows_the_replayed_state(
    words: list[str], opener: Opener, capsys: Captured
) -> None:
    check_run(words, opener, capsys)


def check_run(words: list[str], opener: Opener, capsys: Captured) -> None:
    """Check that each step of the page of a run shows the replayed state."""
    text = page_of(words, capsys)
    replay = Replay(data_of(text))
    total = replay.data["total"]
    lines = {
        one["name"]: dict(enumerate(one["lines"], one["start"]))
        for one in replay.data["listings"]
    }
    page = opener.open(text, "#s1")
    for number, step in enumerate(replay.steps(), start=1):
        at, _, told, changes, mark, _ = step
        seen = view(page)
        assert seen["sentence"] == f"{told}."
        names = replay.names[1:]
        start = f"Step {number} of {total} · {' › '.join(names)}"
        assert seen["where"].startswith(start)
        check(seen, replay, mark)
        shown = lines[names[-1]][at].strip()
        [[marked, given]] = seen["marked_lines"]
        assert marked == shown and seen["line"] == f"Line {at}: {shown}"
        values = [
            f"{name} = {value}"
            for up, name, value in changes
            if up == 0 and value is not None and not isinstance(value, dict)
        ]
        assert given == ", ".join(values)
        press(page, "next")


def test_a_step_after_others_shows_the_replayed_state(
    opener: Opener, capsys: Captured
) -> None:
    check_jumps(["MakeSolution", "2413"], opener, capsys)


def check_jumps(words: list[str], opener: Opener, capsys: Captured) -> None:
    """Check that the states that a page keeps do not change with later steps."""
    text = page_of(words, capsys)
    replay = Replay(data_of(text))
    frames = {}
    for number, step in enumerate(replay.steps(), start=1):
        if number in (499, 500, 501, 2742, 10834):
            frames[number] = deepcopy(replay.frames), step[4]
    page = opener.open(text, "#s10834")
    for number in (501, 10834, 2742, 500, 499, 501):
        page.evaluate("(hash) => { location.hash = hash; }", f"#s{number}")
        page.wait_for_function(
            "(start) => document.getElementById('where').textContent.startsWith(start)",
            arg=f"Step {number:,} of",
        )
        replay.frames, mark = frames[number]
        check(view(page), replay, mark)


def test_the_list_leads_to_the_end_of_an_attempt(
    opener: Opener, capsys: Captured
) -> None:
    page = opener.open(page_of(["MakeSolution", "2413"], capsys))
    assert view(page)["where"].startswith("Step 1 of 10,835")
    page.keyboard.press("l")
    page.click("text=x = 0, y = 0, z = 2:")
    page.wait_for_url("**#s*")
    seen = view(page)
    assert "2 twice in sub-grid 1" in seen["detail"]
    assert "x = 0 · y = 0 · z = 2" in seen["where"]
    [puzzle] = [one for one in seen["figures"] if one["name"].startswith("puzzle")]
    assert puzzle["words"].count("2 (wrong)") == 2
    page.keyboard.press("Escape")
    assert not page.is_visible("#list")


def test_a_wrong_run_opens_where_the_mended_run_parts_from_it(
    opener: Opener, capsys: Captured
) -> None:
    page = opener.open(page_of(WRONG, capsys, status=1))
    hint = "One change in lines 11 and 12 makes every case right."
    assert view(page)["detail"] == hint
    assert page.evaluate(COMPARED) == []
    starts = [view(page)["where"]]
    for key in "nnpp":
        page.keyboard.press(key)
        starts.append(view(page)["where"])
    assert [start.split()[1] for start in starts] == ["18", "24", "39", "24", "18"]
    assert page.locator("#bars > b.error").count() == 3


def test_without_hints_a_wrong_run_opens_where_an_element_of_the_result_is_lost(
    opener: Opener, capsys: Captured
) -> None:
    page = opener.open(page_of([*WRONG, "--hints", "0"], capsys, status=1))
    assert view(page)["where"].startswith("Step 24 of 39")
    lost = "1 is in no structure any more, and the result lacks it."
    assert view(page)["detail"] == lost
    page.keyboard.press("n")
    assert view(page)["where"].startswith("Step 39 of 39")
    assert view(page)["detail"] == "Result: (2, 3, 4, 2). Expected: (2, 3, 4, 1)."
    cells = [[text, False] for text in "234"]
    assert page.evaluate(COMPARED) == [*cells, ["2", True], *cells, ["1", True]]
    page.click("#back")
    assert page.evaluate(COMPARED) == []
    assert page.locator("#bars > b.error").count() == 2


def test_an_element_that_one_result_lacks_is_ringed_in_both(
    opener: Opener, capsys: Captured
) -> None:
    words = [str(ANSWERS / "wrong_pops_twice.pseudo"), "--alone", "--hints", "0"]
    words += ["--call", "SearchStack(1234, 3)"]
    page = opener.open(page_of(words, capsys, status=1), "#s42")
    cells = [["1", False], ["2", False]]
    assert page.evaluate(COMPARED) == [*cells, ["", True], *cells, ["4", True]]


def test_the_bars_of_a_right_run_are_the_turns_of_its_loops(
    opener: Opener, capsys: Captured
) -> None:
    text = page_of(RUNS[0], capsys)
    data = data_of(text)
    page = opener.open(text, "#s99")
    place = {n: (n - 1) / (data["total"] - 1) for n in range(1, data["total"] + 1)}
    seen = page.evaluate(SCRIPTS["BARS"])
    assert len(seen) == len(data["bars"]) == 9
    for (row, left, right, told), (first, last, name, level, _) in zip(
        seen, data["bars"]
    ):
        assert (row, told) == (level, name)
        assert left <= place[first] <= place[last] <= right
        assert right - left < place[last] - place[first] + 1.1 * place[2]
    assert page.evaluate(COMPARED) == []
    assert not page.evaluate("document.querySelector('.has-failed')")


def test_a_wrong_program_ends_with_its_error(
    file: File, opener: Opener, capsys: Captured
) -> None:
    path = file('new Stack s\nPUSH["<b>", s]\nPOP[s]\nPOP[s] // <img src=x>\n')
    page = opener.open(page_of([path], capsys, status=1))
    page.click("#last")
    seen = view(page)
    assert seen["sentence"] == "POP of an empty stack."
    assert seen["line"].startswith("✕ Line 4: POP[s]")
    assert seen["marked_lines"] == [["POP[s] // <img src=x>", ""]]
    assert page.locator("#code .failed").count() == 1
    assert page.locator("img, b b").count() == 0


def test_numbers_of_callers_of_the_same_function_stand_above(
    file: File, opener: Opener, capsys: Captured
) -> None:
    code = "function F(n) if n > 0 then a ← F(n - 1) end if return n end function"
    page = opener.open(page_of([file(code), "--call", "F(4)"], capsys), "#s10")
    texts = page.locator(".numbers").all_inner_texts()
    assert texts == ["n = 3", "n = 2", "n = 1", "n = 0"]
