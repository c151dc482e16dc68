"""Check the tree of a search on a page by what ``explain --json`` prints."""

import json
from collections.abc import Iterable
from itertools import combinations
from math import dist
from typing import Final, NamedTuple, TypedDict

from sudoku.explain.objects import to_json
from sudoku.explain.steps import Explanation
from tests.browser.opened import SCRIPTS, Page
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


def go(page: Page, number: int) -> None:
    page.evaluate(
        "(number) => { const slider = document.getElementById('slider');"
        "slider.value = number; slider.oninput(); }",
        number,
    )


def check_tree(
    page: Page, explanation: Explanation, numbers: Iterable[int], place: int = 0
) -> None:
    """Check a tree of *page* at some steps: by *place*, the first or the second."""
    steps = steps_of(explanation)
    for number in numbers:
        go(page, number)
        found: Seen = page.locator(".tree").nth(place).evaluate(SCRIPTS["TREE"])
        check(found, steps, number)
