"""The pages of `pseudoku walkthrough` in a browser."""

import re
from copy import deepcopy
from html import unescape
from typing import Final, TypedDict

import pytest

from adt.show.descriptions import description
from adt.show.states import Element, LineState, Mark
from tests.browser.opened import (
    LOOKS,
    PROJECTORS,
    SCROLLS,
    SOME_WIDTHS,
    TEXT,
    Opener,
    Page,
    press,
    replace_in_assets,
    violations,
)
from tests.places import ANSWERS
from tests.pseudoku import pseudocode_files
from tests.pseudoku.pseudocode_files import Captured, File
from tests.pseudoku.run_pages import Replay, Shown, data_of, page_of

file = pseudocode_files.file
MEASURE: Final = """() => ({
  variables: [...document.querySelectorAll("#variables span")].map(
    (one) => one.textContent),
  figures: [...document.querySelectorAll("#structures figure")].map((figure) => ({
    name: figure.querySelector("figcaption").textContent,
    words: figure.querySelector(".said").textContent,
    values: [...figure.querySelectorAll(".value")].map((one) => one.textContent),
    marked: [...figure.querySelectorAll(".marked > :first-child")].map((one) => {
      const style = getComputedStyle(one);
      return [one.textContent, style.outlineStyle, style.borderTopStyle,
        one.nextSibling.textContent];
    }),
    sticks_out: [...figure.querySelectorAll(".value")].some(
      (one) => one.getBoundingClientRect().right > innerWidth),
  })),
  heading: document.getElementById("sentence").textContent,
  detail: document.getElementById("detail").textContent,
  count: document.getElementById("count").textContent,
  line: [...document.querySelectorAll(".code:not([hidden]) [aria-current]")].map(
    (one) => one.textContent.trim()),
  chain: [...document.querySelectorAll("#chain li")].map((one) => one.textContent),
})"""


class Figure(TypedDict):
    name: str
    words: str
    values: list[str]
    marked: list[list[str]]
    sticks_out: bool


class View(TypedDict):
    variables: list[str]
    figures: list[Figure]
    heading: str
    detail: str
    count: str
    line: list[str]
    chain: list[str]


def view(page: Page) -> View:
    found: View = page.evaluate(MEASURE)
    return found


def state_of(value: list[Shown], signs: dict[tuple[int, ...], Mark]) -> LineState:
    """The state of a structure, with marks at some places in it."""
    elements: list[Element] = []
    marks: list[Mark] = []
    for k, one in enumerate(value[1:], start=1):
        inner = {path[1:]: sign for path, sign in signs.items() if path[:1] == (k,)}
        elements.append(state_of(one, inner) if isinstance(one, list) else one)
        marks.append(inner.get((), ""))
    kind = value[0]
    return {
        "kind": "queue" if kind == "queue" else "stack" if kind == "stack" else "vector",
        "elements": elements,
        "labels": [],
        "marks": marks,
    }


def words_of(value: list[Shown], mark: list[Shown]) -> str:
    """What a screen reader must say of a structure with a mark."""
    sign, *path = mark or [None]
    places = tuple(place for place in path if isinstance(place, int))
    if sign == "leaves":  # something leaves, and the last of the path is its text
        text = path[-1]
        queue = value[0] == "queue"
        value = [*value, text] if queue else [value[0], text, *value[1:]]
        places = (len(value) - 1 if queue else 1,)
    signs: tuple[Mark, ...] = ("arrives", "read", "leaves")
    marks = {places: one for one in signs if one == sign}
    return description(state_of(value, marks))


def check(seen: View, replay: Replay, mark: list[Shown]) -> None:
    """*seen* shows the variables of the current call, and the mark of the step."""
    frame = replay.frames[-1]
    numbers = [f"{n} = {one}" for n, one in frame.items() if not isinstance(one, list)]
    assert sorted(seen["variables"]) == sorted(numbers)
    figures = {one["name"].split(",")[0]: one for one in seen["figures"]}
    drawn = {n: one for n, one in frame.items() if isinstance(one, list)}
    assert {name for name in figures if " in " not in name} == drawn.keys()
    for name, value in drawn.items():
        own = [mark[0], *mark[2:]] if mark and mark[1] == name else []
        check_figure(figures[name], value, own)
    above = [(f"{n} in", one) for f in replay.frames[:-1] for n, one in f.items()]
    found = [name for name in figures if " in " in name]
    if any(nested(value) for value in drawn.values()):
        assert found == []
    else:
        assert len(found) == any(nested(value) for _, value in above)
        for name in found:
            held = [v for n, v in above if nested(v) and name.startswith(n)][-1]
            assert isinstance(held, list)
            assert figures[name]["values"] == flat(held)


def check_figure(figure: Figure, value: list[Shown], mark: list[Shown]) -> None:
    """*figure* shows *value* in cells and in words, and the mark by its outline."""
    values = flat(value)
    if mark and mark[0] == "leaves":
        values.insert(len(values) if value[0] == "queue" else 0, str(mark[-1]))
    assert figure["words"] == words_of(value, mark)
    assert figure["values"] == values
    assert not figure["sticks_out"]
    assert len(figure["marked"]) == bool(mark)
    for _, outline, border, sign in figure["marked"]:
        looks = {"arrives": "▲ solid", "read": "○ dashed", "leaves": "▽ dashed"}
        look = f"{sign[0]} {border if mark[0] == 'leaves' else outline}"
        assert looks[str(mark[0])] == look and sign[2:] == mark[0]


def nested(value: Shown) -> bool:
    return isinstance(value, list) and any(isinstance(one, list) for one in value)


def flat(value: list[Shown]) -> list[str]:
    """The elements of a structure and of those inside it, as a page shows them."""
    found: list[str] = []
    for one in value[1:]:
        found += (
            flat(one) if isinstance(one, list) else ["" if one is None else str(one)]
        )
    return found


ROWS: Final = "2413/2413/2413/2413"
RUNS: Final = (
    ["PermuteVector", "2413", "1"],
    ["PermuteRows", ROWS, "1", "2", "0"],
    ["SearchStack", "1234", "3"],
    ["CheckColumn", "4132/3241/1324/2413", "1"],
)


@pytest.mark.parametrize("words", RUNS, ids=lambda words: words[0])
def test_each_operation_shows_the_replayed_state(
    words: list[str], opener: Opener, capsys: Captured
) -> None:
    text = page_of(words, capsys)
    replay = Replay(data_of(text))
    total = replay.data["total"]
    page = opener.open(text, "#o1")
    for number, step in enumerate(replay.steps(), start=1):
        at, _, told, _, mark, _ = step
        seen = view(page)
        assert seen["detail"] == told
        assert seen["heading"].startswith(f"Line {at}: ")
        assert seen["count"].startswith(f"Step {number} of {total}")
        check(seen, replay, mark)
        names = [part.split(" at ")[0] for part in seen["chain"]]
        assert names == replay.names[1:]
        lines = text.split('start="')[1:]
        listing = next(part for part in lines if f"function {names[-1]}(" in part)
        first = int(listing.split('"')[0])
        items = listing.split("<li>")[1:]
        shown = unescape(items[at - first]).split("</ol>")[0].strip()
        assert seen["line"] == [shown]
        assert seen["heading"] == f"Line {at}: {shown}"
        press(page, "next")


FAULTS: Final = {
    "a step that is left out": ("k <= last; k += 1", "k < last; k += 1"),
    "a change that is not made": ("else held.set(", "else if (!path.length) held.set("),
    "callers that stay as they were": ("frames.at(-1 - up).held", "frames.at(-1).held"),
    "a call that does not end": (
        "![body, body.caller].includes(frames.at(-1).body)",
        "false",
    ),
    "a queue the wrong way round": ("[...found, ...gone]", "[...gone, ...found]"),
    "no sign": ("made.classList.add(sign);", ""),
    "no outline": ("outline: 3px solid var(--green);", ""),
    "another line": ("line - current.start", "line - current.start + 1"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_in_the_script_of_a_run_is_detected(
    fault: str, opener: Opener, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assets = [("_courseware.draw", "assets/line.css"), ("pseudoku", "run.js")]
    replace_in_assets(monkeypatch, *FAULTS[fault], assets)
    with pytest.raises((AssertionError, StopIteration)):
        test_each_operation_shows_the_replayed_state(RUNS[1], opener, capsys)
    opener.errors.clear()


@pytest.mark.parametrize("shares", [False, True])
def test_a_step_after_others_shows_the_replayed_state(
    shares: bool, opener: Opener, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The states that the page keeps do not change with the steps that follow."""
    if shares:
        copy = ("held: new Map(frame.held)", "held: frame.held")
        replace_in_assets(monkeypatch, *copy, [("pseudoku", "run.js")])
    text = page_of(["2413"], capsys)
    replay = Replay(data_of(text))
    frames = {}
    for number, step in enumerate(replay.steps(), start=1):
        if number in (499, 500, 501, 2742, 10835):
            frames[number] = deepcopy(replay.frames), step[4]
    page = opener.open(text, "#o10835")
    wrong = 0
    for number in (501, 10835, 2742, 500, 499, 501):
        page.evaluate("(hash) => { location.hash = hash; }", f"#o{number}")
        page.wait_for_function(
            "(start) => document.getElementById('count').textContent.startsWith(start)",
            arg=f"Step {number} of",
        )
        replay.frames, mark = frames[number]
        try:
            check(view(page), replay, mark)
        except (AssertionError, KeyError):
            wrong += 1
    assert bool(wrong) == shares


def test_the_levels_stay_at_the_same_place(opener: Opener, capsys: Captured) -> None:
    page = opener.open(page_of(["2413"], capsys))
    assert view(page)["count"] == "Attempt 1 of 31"
    page.click("text=x = 0, y = 0, z = 2:")
    seen = view(page)
    page.wait_for_url("**#a3")
    assert seen["chain"] == ["MakeSolution"]
    assert "2 twice in sub-grid 1" in seen["heading"]
    puzzle = seen["figures"][0]
    assert puzzle["words"].count("2 (wrong)") == 2 == len(puzzle["marked"])
    page.select_option("#level", "o")
    operation = view(page)["count"]
    assert operation.endswith("of 10835 (attempt 3)")
    page.select_option("#level", "c")
    assert view(page)["count"].endswith("of 764 (attempt 3)")
    page.wait_for_url("**#c*")
    page.reload()
    assert re.search(r"#c\d+$", page.url)
    assert view(page)["count"].endswith("of 764 (attempt 3)")
    page.select_option("#level", "a")
    assert view(page)["count"] == "Attempt 3 of 31"
    page.keyboard.press("Escape")
    for button, count in (("last", "31"), ("back", "30"), ("first", "1")):
        page.click(f"#{button}")
        assert view(page)["count"] == f"Attempt {count} of 31"


WRONG: Final = [
    str(ANSWERS / "wrong_dequeues_first.pseudo"),
    *("--alone", "--call", "PermuteVector(1234, 1)"),
]


def test_a_page_opens_where_the_run_first_differs(
    opener: Opener, capsys: Captured
) -> None:
    page = opener.open(page_of(WRONG, capsys, status=1))
    seen = view(page)
    assert seen["count"].startswith("Step 18 of 39")
    assert seen["heading"] == "Line 11: DEQUEUE[q]"
    told = "q has 2 3 4 (head first); the reference has 1 2 3 4 1 here."
    assert seen["detail"].endswith(f"First difference: {told}")
    last = seen["figures"][-1]
    assert last["name"] == "q in the reference, a queue"
    assert last["values"] == ["1", "4", "3", "2", "1"]
    assert "First difference: step 18." in page.inner_text(".summary")
    page.click("#next")
    assert len(view(page)["figures"]) == len(seen["figures"]) - 1
    page.click("text=k = 1:")
    assert "1 is lost" in view(page)["heading"]


TOPS: Final = """Object.fromEntries(
  [...document.querySelectorAll("#structures figure")].map((figure) => [
    figure.querySelector("figcaption").textContent, figure.offsetTop]))"""


@pytest.mark.parametrize("width", SOME_WIDTHS)
def test_structures_keep_their_places(
    width: int, opener: Opener, capsys: Captured
) -> None:
    for words in RUNS[0], RUNS[2], WRONG:
        text = page_of(words, capsys, status=1 if words == WRONG else 0)
        page = opener.open(text, "#o1", width)
        seen: dict[str, dict[str, int]] = {}
        for _ in range(int(page.get_attribute("#slider", "max") or 0)):
            tops = page.evaluate(TOPS)
            assert seen.setdefault(" ".join(tops), tops) == tops
            press(page, "next")
        assert len(seen) < 6


# The right edge of the first and the last element of a queue, and its labels.
ENDS: Final = """(() => {
  const [tail, head] = ["tail", "head"].map((text) =>
    [...document.querySelectorAll(".label")].find((one) => one.textContent === text)
      .getBoundingClientRect());
  const values = [...document.querySelectorAll("figure")].at(-1)
    .querySelectorAll(".value:not(.leaves)");
  const [first, last] = [values[0], [...values].at(-1)].map(
    (one) => one.getBoundingClientRect());
  return [first.left - tail.right, first.top - tail.top,
    head.left - last.right, last.top - head.top]; })()"""


def test_the_ends_of_a_queue_are_named_beside_them(
    opener: Opener, capsys: Captured
) -> None:
    page = opener.open(page_of(RUNS[0], capsys), "#o19")  # a queue of 5 elements
    for width in range(320, 1281, 10):
        page.set_viewport_size({"width": width, "height": 760})
        tail, tail_down, head, head_down = page.evaluate(ENDS)
        assert 0 <= tail < 12 and 0 <= head < 12, width
        assert abs(tail_down) < 12 and abs(head_down) < 12, width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_grid_shows_its_sub_grids(opener: Opener, capsys: Captured) -> None:
    text = page_of(["2413", "--blanks", "6", "--seed", "1"], capsys)
    page = opener.open(text)
    lines = """(side) => [...document.querySelectorAll("#puzzle tbody td")].map((td) =>
        parseFloat(getComputedStyle(td)[`border-${side}-width`]) >= 2)"""
    assert page.evaluate(lines, "right") == [False, True, False, False] * 4
    assert page.evaluate(lines, "bottom") == [k // 4 == 1 for k in range(16)]
    rows = page.locator("#structures .rows.boxes2 > .element")
    assert rows.count() == 4


@pytest.mark.parametrize("size", PROJECTORS, ids=str)
def test_a_big_run_can_be_read_from_the_last_row(
    size: tuple[int, int], opener: Opener, capsys: Captured
) -> None:
    page = opener.open(page_of(["2413"], capsys), "#o409!")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for address in ("#a3!", "#o409!", "#o10835!"):
        page.evaluate("(hash) => { location.hash = hash; }", address)
        assert page.evaluate(TEXT, "#sentence") >= 2.4
        assert page.evaluate(TEXT, ".code:not([hidden]) li") >= 2.2
        assert not page.evaluate(SCROLLS)
        assert not [one for one in page.locator("#steps, h2").all() if one.is_visible()]
        structures = page.locator("#structures").bounding_box()
        assert structures["y"] + structures["height"] <= size[1]
    page.evaluate("location.hash = '#o409!'")
    page.wait_for_function("document.querySelectorAll('figure').length === 3")
    assert page.locator("#structures").bounding_box()["height"] >= 0.8 * size[1]
    assert page.evaluate(TEXT, ".sign") >= 1.8
    [current] = page.locator(".code:not([hidden]) [aria-current]").all()
    line = current.bounding_box()
    assert 0 < line["y"] and line["y"] + line["height"] < size[1]
    assert violations(page) == []


def test_a_wrong_program_ends_with_its_error(
    file: File, opener: Opener, capsys: Captured
) -> None:
    path = file('new Stack s\nPUSH["<b>", s]\nPOP[s]\nPOP[s] // <img src=x>\n')
    page = opener.open(page_of([path], capsys, status=1))
    page.click("#last")
    assert page.inner_text("#detail") == "POP of an empty stack"
    assert page.inner_text("#sentence").startswith("✕ Line 4: POP[s]")
    assert "<img src=x>" in page.inner_text(".code")
    assert view(page)["line"] == ["POP[s] // <img src=x>"]
    assert page.locator(".code .failed").count() == 1
    assert page.locator("img, b b").count() == 0


def test_without_a_script_the_page_has_the_run_to_read(
    opener: Opener, capsys: Captured
) -> None:
    page = opener.open(page_of(["2413"], capsys), scripts=False)
    told = page.inner_text("main")
    for part in (
        "function PermuteVector(row, p)",
        "x = 1, y = 3, z = 2",
        "puzzle: ((4, 1, 3, 2), (3, 2, 4, 1), (1, 3, 2, 4), (2, 4, 1, 3))",
    ):
        assert part in told
    assert page.locator("button:visible, select:visible").count() == 0


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing_on_the_page_of_a_run(
    width: int, scheme: str, file: File, opener: Opener, capsys: Captured
) -> None:
    text = page_of(["2413"], capsys)
    failing = page_of([file("new Stack s\nPOP[s]\n")], capsys, status=1)
    wrong = page_of(WRONG, capsys, status=1)
    looks = [(text, one) for one in ("", "#a31", "#c40", "#o409", "#o410")]
    for shown, address in [*looks, (wrong, ""), (wrong, "#a7"), (failing, "#o2")]:
        page = opener.open(shown, address, width, scheme)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
