"""The trees on the pages of searches, compared with what ``explain --json`` prints."""

import json
from itertools import combinations
from math import dist
from typing import Final, NamedTuple, TypedDict

import pytest

from sudoku.explain import explain
from sudoku.explain.objects import as_json
from sudoku.explain.steps import Explanation
from sudoku.pages import side_by_side, walkthrough
from tests.browser.grid_examples import ASSETS, puzzle
from tests.browser.opened import (
    LOOKS,
    PROJECTORS,
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
from tests.sudoku.explain_rules import StepObject

# The shapes are told apart by how they are drawn, not by their names.
SEEN: Final = """(root) => {
  const shown = (one) => one.getClientRects().length && !one.closest("[hidden]");
  const middle = (one) => { const r = one.getBoundingClientRect();
    return [(r.left + r.right) / 2, (r.top + r.bottom) / 2]; };
  const shape = (use) => {
    const drawn = document.querySelector(use.getAttribute("href"));
    const style = getComputedStyle(drawn);
    if (drawn.localName === "circle") return style.fill === style.stroke ? "●" : "○";
    return style.fill === "none" ? "✕" : "★";
  };
  const tree = root.querySelector(".tree svg");
  const name = (dot) => Number(/board ([\\d,]+)/.exec(dot.textContent)[1]);
  const dots = [...tree.querySelectorAll("a")].filter(shown).map((dot) => ({
    board: name(dot), link: dot.getAttribute("href") ?? "",
    at: middle(dot.querySelector("use")), shape: shape(dot.querySelector("use")),
    now: Boolean(dot.querySelector(".now")) }));
  const scale = tree.getScreenCTM();
  const lines = [...tree.querySelectorAll("path")].filter(shown).map((line) => ({
    ends: [0, line.getTotalLength()].map((far) => { const p = line.getPointAtLength(far);
      return [p.x * scale.a + scale.e, p.y * scale.d + scale.f]; }),
    thick: parseFloat(getComputedStyle(line).strokeWidth) > 3 }));
  const counts = [...tree.querySelectorAll("text")].map((one) => one.textContent);
  return {dots, lines, counts, summary: root.querySelector(".counts").textContent};
}"""


class Dot(TypedDict):
    board: int
    link: str
    at: tuple[float, float]
    shape: str
    now: bool


class Line(TypedDict):
    ends: list[tuple[float, float]]
    thick: bool


class Seen(TypedDict):
    dots: list[Dot]
    lines: list[Line]
    counts: list[str]
    summary: str


class Expected(NamedTuple):
    shapes: dict[int, str]
    parents: dict[int, int]
    path: set[int]


def steps_of(explanation: Explanation) -> list[StepObject]:
    steps: list[StepObject] = json.loads(json.dumps(as_json(explanation)))["steps"]
    return steps


def expected(steps: list[StepObject], number: int) -> Expected:
    """The boards after a step, by what ``explain --json`` prints."""
    shapes, parents = {1: "○"}, {}
    for step in steps[:number]:
        shapes[step["board"]] = {"branch": "●", "dead": "✕", "goal": "★"}[step["kind"]]
        for board in step["added"]:
            shapes[board], parents[board] = "○", step["board"]
    board = steps[number - 1]["board"] if number else 1
    path = {board}
    while board := parents.get(board, 0):
        path.add(board)
    return Expected(shapes, parents, path)


def seen(page: Page, place: int = 0) -> Seen:
    found: Seen = page.locator(".view").nth(place).evaluate(SEEN)
    return found


def check(found: Seen, steps: list[StepObject], number: int) -> None:
    """The dots, their parents, their shapes and the path are those of the steps."""
    number = min(number, len(steps))
    shapes, parents, path = expected(steps, number)
    dots = {dot["board"]: dot for dot in found["dots"]}
    if len(dots) < len(shapes):  # a large tree
        shown = {1} | {one for one, parent in parents.items() if parent in path}
        assert {*dots} == shown
        below = dict.fromkeys(shapes, 0)
        for board in sorted(parents, reverse=True):
            below[parents[board]] += below[board] + 1
        others = [below[one] for one in sorted(shown - path) if below[one]]
        assert sorted(found["counts"]) == sorted(f"+{one:,}" for one in others)
    else:
        shown = {*shapes}
        assert found["counts"] == []
    assert {board: dot["shape"] for board, dot in dots.items()} == {
        board: shapes[board] for board in shown
    }
    ends = {step["board"]: f"#s{step['number']}" for step in steps}
    assert all(dot["link"] == ends.get(dot["board"], "") for dot in found["dots"])
    now = [dot["board"] for dot in found["dots"] if dot["now"]]
    assert now == [steps[number - 1]["board"]] * (number > 0)

    def board_at(place: tuple[float, float]) -> int:
        return min(dots, key=lambda board: dist(dots[board]["at"], place))

    lines = {tuple(map(board_at, line["ends"])): line for line in found["lines"]}
    assert {*lines} == {(parents[one], one) for one in shown - {1}}
    assert {one for (_, one), line in lines.items() if line["thick"]} == path - {1}
    kinds = [*shapes.values()]
    summary = f"{number:,} examined: ● {kinds.count('●'):,} expanded, "
    summary += f"✕ {kinds.count('✕'):,} dead" + ", ★ goal" * ("★" in kinds)
    assert found["summary"] == summary + f"; ○ {kinds.count('○'):,} waiting"
    if number in (40, len(steps)):
        for one, other in combinations(found["dots"], 2):
            assert dist(one["at"], other["at"]) >= 12


DFS: Final = explain(puzzle("sudoku_5"), "dfs")
BFS: Final = explain(puzzle("sudoku_5"), "bfs")
LARGE: Final = explain(puzzle("sudoku_4"), "bfs", 700)
TREES: Final = {"dfs": (DFS, 7), "bfs": (BFS, 47), "large": (LARGE, 99)}


def go(page: Page, number: int) -> None:
    page.evaluate("(number) => jump('s', number)", number)


@pytest.mark.parametrize("share", [1, pytest.param(9, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", TREES)
def test_the_tree_is_that_of_the_steps(name: str, share: int, opener: Opener) -> None:
    explanation, some = TREES[name]
    steps = steps_of(explanation)
    page = opener.open(walkthrough(explanation, "file.txt"))
    last = len(steps)
    for number in sorted({*range(0, last, -(-some // share)), 1, 40, last - 1, last}):
        go(page, number)
        check(seen(page), steps, number)


FAULTS: Final = {
    "a state that comes late": ("board.seen <= number", "board.seen < number"),
    "a path that is not thick": ("path.includes(board))", "false)"),
    "boards of later steps": ('board.made > number ? ""', 'false ? ""'),
    "boards of another order": ("waiting.pop()", "waiting.shift()"),
    "no ring": ("made.append(ring);", ""),
    "a goal that is dead": ('? "goal" : "dead"', '? "dead" : "dead"'),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_in_the_tree_is_detected(
    fault: str, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_in_assets(monkeypatch, *FAULTS[fault], ASSETS)
    page = opener.open(walkthrough(DFS, "file.txt"))
    with pytest.raises(AssertionError):
        for number in (0, 10, 40, 78):
            go(page, number)
            check(seen(page), steps_of(DFS), number)
    opener.errors.clear()


def test_both_trees_go_in_step_and_each_ends_when_its_search_ends(
    opener: Opener,
) -> None:
    page = opener.open(side_by_side([DFS, BFS], "file.txt"))
    for number in (0, 1, 40, 77, 78, 79, 200, 282):
        go(page, number)
        check(seen(page, 0), steps_of(DFS), number)
        check(seen(page, 1), steps_of(BFS), number)
        if number:
            assert page.inner_text("#sentence").startswith(
                f"dfs: {DFS.steps[number - 1].reason}" if number <= 78 else "dfs: Solved."
            )


@pytest.mark.parametrize("name", TREES)
def test_a_dot_is_a_link_to_its_step_also_in_big(name: str, opener: Opener) -> None:
    explanation, _ = TREES[name]
    page = opener.open(walkthrough(explanation, "file.txt"), "#s20")
    for end in ("", "!"):
        go(page, 20)
        dot = page.locator(".tree a[href='#s19']")
        dot.dispatch_event("click")
        page.wait_for_url(f"**#s19{end}")
        page.click("#big")


@pytest.mark.parametrize("name", TREES)
def test_the_current_dot_is_in_view(name: str, opener: Opener) -> None:
    explanation, some = TREES[name]
    page = opener.open(walkthrough(explanation, "file.txt"))
    for number in range(1, len(explanation.steps), some):
        go(page, number)
        frame, ring = (
            page.locator(what).bounding_box() for what in (".tree > div", ".now")
        )
        assert frame["x"] <= ring["x"]
        assert ring["x"] + ring["width"] <= frame["x"] + frame["width"]
        assert frame["y"] <= ring["y"]
        assert ring["y"] + ring["height"] <= frame["y"] + frame["height"]


def test_the_trees_do_not_jump(opener: Opener) -> None:
    for width in (*WIDTHS, 1920):
        page = opener.open(PAGES["both"], width=width)
        tops = set()
        for number in range(0, 283, 47):
            go(page, number)
            frames = page.locator(".tree > div").all()
            tops.add(tuple(frame.bounding_box()["y"] for frame in frames))
        assert len(tops) == 1
        assert width == 360 or len({*tops.pop()}) == 1
        page.context.close()


PAGES: Final = {
    **{name: walkthrough(explanation, "f") for name, (explanation, _) in TREES.items()},
    "both": side_by_side([DFS, BFS], "f"),
}


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_axe_finds_nothing_on_the_pages_of_trees(
    width: int, scheme: str, opener: Opener
) -> None:
    for text in PAGES.values():
        page = opener.open(text, "#s40", width, scheme)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(page) == []
        page.context.close()


@pytest.mark.parametrize("size", PROJECTORS, ids=str)
def test_big_trees_fill_the_window(size: tuple[int, int], opener: Opener) -> None:
    for text in PAGES.values():
        page = opener.open(text, "#s40!")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert not page.evaluate(SCROLLS)
        assert page.evaluate(TEXT, "#sentence, .counts") >= 2.4
        assert page.locator(".pair h2:visible").count() in (0, 2)
        for frame in page.locator(".tree > div").all():
            box = frame.bounding_box()
            assert box["height"] >= 0.3 * size[1]
            assert box["y"] + box["height"] <= size[1]
        page.context.close()


def test_without_a_script_the_whole_tree_is_there(opener: Opener) -> None:
    page = opener.open(PAGES["dfs"], scripts=False)
    assert page.locator(".tree use").count() == 81
    assert page.locator(".tree path").count() == 80
    page.click(".tree a[href='#s78']", force=True)
    assert page.url.endswith("#s78")


@pytest.mark.parametrize("width", SOME_WIDTHS)
def test_paper_gets_the_whole_tree(width: int, opener: Opener) -> None:
    page = opener.open(PAGES["bfs"], "#s282", width)
    page.emulate_media(media="print")
    tree = page.locator(".tree svg").bounding_box()
    assert tree["x"] >= 0 and tree["x"] + tree["width"] <= width
    frame = page.locator(".tree > div").bounding_box()
    assert frame["height"] >= tree["height"]


def test_each_page_moves_by_a_step(opener: Opener) -> None:
    for text in PAGES.values():
        page = opener.open(text)
        press(page, "next")
        press(page, "next")
        assert page.input_value("#slider") == "2"
