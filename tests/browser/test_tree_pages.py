"""The trees on the pages of searches, compared with what ``explain --json`` prints."""

import json
import re
from itertools import combinations
from math import dist
from typing import Final, NamedTuple, TypedDict

import pytest

from sudoku.explain import explain
from sudoku.explain.objects import to_json
from sudoku.explain.page import walkthrough
from sudoku.explain.steps import Explanation
from tests.browser.grid_examples import puzzle
from tests.browser.opened import SCRIPTS, Opener, Page
from tests.sudoku.oracle import StepObject


class Dot(TypedDict):
    label: str
    at: tuple[float, float]
    shape: str
    step: str
    now: bool


class Seen(TypedDict):
    dots: list[Dot]
    labels: list[list[float]]
    thick: int
    counts: str
    waits: str
    frame: list[float]


class Chain(NamedTuple):
    """A guess, and the boards below it that are forced."""

    name: str
    boards: list[int]
    parent: int  # the first board of the chain above, or 0


SIGNS: Final = {"branch": "●", "dead": "✕", "goal": "★"}


def steps_of(explanation: Explanation) -> list[StepObject]:
    steps: list[StepObject] = json.loads(json.dumps(to_json(explanation)))["steps"]
    return steps


def chains(steps: list[StepObject], number: int) -> dict[int, Chain]:
    """The dots after a step, by the first board of each."""
    found = {1: Chain("puzzle", [1], 0)}
    first = {1: 1}
    for step in steps[:number]:
        for board, digit in zip(step["added"], step["digits"]):
            above = first[step["board"]]
            name = f"{step['cells'][0]}={digit}"
            if len(step["added"]) == 1:
                found[above].boards.append(board)
                first[board] = above
            else:
                found[board] = Chain(name, [board], above)
                first[board] = board
    return found


def check(found: Seen, steps: list[StepObject], number: int) -> None:
    """The dots, their shapes, the counts and what waits are those of the steps."""
    number = min(number, len(steps))
    seen_by = {step["board"]: step for step in steps[:number]}
    right = chains(steps, number)
    here = steps[number - 1]["board"] if number else 1
    [current] = [k for k, one in right.items() if here in one.boards]
    path = [current]
    while above := right[path[-1]].parent:
        path.append(above)
    shapes = sorted(
        SIGNS[seen_by[one.boards[-1]]["kind"]] if one.boards[-1] in seen_by else "○"
        for one in right.values()
    )
    if len(found["dots"]) == len(right):  # not a large tree
        assert sorted(dot["shape"] for dot in found["dots"]) == shapes
        assert found["thick"] == len(path) - 1
        for dot, other in combinations(found["dots"], 2):
            assert dist(dot["at"], other["at"]) >= 7
    named = {}
    for key, one in right.items():
        forced = len(one.boards) - 1
        named[f"{one.name} +{forced:,}" if forced else one.name] = key
    for dot in found["dots"]:
        if dot["label"]:
            assert dot["label"].split(",")[0] in named
    [now] = [dot for dot in found["dots"] if dot["now"]] if number else [None]
    if now and now["label"]:
        assert named[now["label"]] == current or right[current].name in now["label"]
    check_counts(found, steps, number)
    left, top, right_, bottom = found["frame"]
    for box in found["labels"]:
        assert left - 1 <= box[0] and box[2] <= right_ + 1
    for box, beside in combinations(found["labels"], 2):
        apart = box[2] <= beside[0] or beside[2] <= box[0]
        assert apart or box[3] - 3 <= beside[1] or beside[3] - 3 <= box[1]
    if now:
        assert left <= now["at"][0] <= right_ and top <= now["at"][1] <= bottom


def check_counts(found: Seen, steps: list[StepObject], number: int) -> None:
    """The numbers of boards and the boards that wait are those of the steps."""
    waiting = [1]
    for step in steps[:number]:
        waiting.remove(step["board"])
        waiting += step["added"]
    kinds = [step["kind"] for step in steps[:number]]
    assert found["counts"] == (
        f"{number:,} examined: ● {kinds.count('branch'):,} expanded, ✕ "
        f"{kinds.count('dead'):,} dead{', ★ goal' * ('goal' in kinds)}, "
        f"○ {len(waiting):,} waiting"
    )
    if number < len(steps) and waiting:
        next_one = steps[number]
        name = "".join(f"{c}={d}" for c, d in next_one["placed"]) or "puzzle"
        assert found["waits"].partition(" first: ")[2].split(" ")[0] == name


def seen(page: Page, place: int = 0) -> Seen:
    found: Seen = page.locator(".tree").nth(place).evaluate(SCRIPTS["TREE"])
    return found


DFS: Final = explain(puzzle("sudoku_5"), "dfs")
BFS: Final = explain(puzzle("sudoku_5"), "bfs")
LARGE: Final = explain(puzzle("sudoku_4"), "bfs", 700)
TREES: Final = {"dfs": (DFS, 7), "bfs": (BFS, 47), "large": (LARGE, 99)}


def go(page: Page, number: int) -> None:
    page.evaluate(
        "(number) => { const slider = document.getElementById('slider');"
        "slider.value = number; slider.oninput(); }",
        number,
    )


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", TREES)
def test_the_tree_is_that_of_the_steps(name: str, width: int, opener: Opener) -> None:
    explanation, some = TREES[name]
    steps = steps_of(explanation)
    page = opener.open(walkthrough([explanation], "file.txt"), width=width)
    last = len(steps)
    for number in sorted({*range(0, last, some), 1, 40, last - 1, last}):
        go(page, number)
        check(seen(page), steps, number)


def test_both_trees_go_in_step_and_each_ends_when_its_search_ends(
    opener: Opener,
) -> None:
    page = opener.open(walkthrough([DFS, BFS], "file.txt"))
    for number in (0, 1, 40, 77, 78, 79, 200, 282):
        go(page, number)
        check(seen(page, 0), steps_of(DFS), number)
        check(seen(page, 1), steps_of(BFS), number)
        if number:
            assert page.inner_text("#sentence").startswith(
                f"dfs: {DFS.steps[number - 1].reason}"
                if number <= 78
                else "dfs: Solved."
            )


SPEAKS: Final = re.compile(
    r"Board \d+ (?:is the puzzle|puts (\d) into (r\dc\d))\. "
    r"(?:(?:The|Now the) most constrained cell is (r\dc\d)|No number is left for (r\dc\d)|All)"
)


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
    dots = seen(page)["dots"]
    other = next(dot for dot in dots if dot["step"] and not dot["now"])
    page.locator(f".dot[data-step='{other['step']}'] > path").dispatch_event("click")
    page.wait_for_url(f"**#s{other['step']}")
