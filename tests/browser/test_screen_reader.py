"""What a screen reader gets: the accessibility tree of the browser, at ten steps."""

import pytest

from adt.show.descriptions import description
from sudoku.explain.page import walkthrough
from tests.browser.grid_examples import EXPLANATIONS
from tests.browser.looks import measured
from tests.browser.opened import Opener, Page
from tests.browser.test_run_pages import RUNS, state_of
from tests.browser.trees import go
from tests.pseudocode.files import Captured
from tests.pseudocode.run_pages import Replay, data_of, page_of


def ten(last: int) -> set[int]:
    return {1 + k * (last - 1) // 9 for k in range(10)}


def heard(page: Page, name: str) -> str:
    """The accessibility tree of a part of *page*, without the marks of its format."""
    text: str = page.locator(f"#{name}").aria_snapshot()
    return text.replace('"', "").replace("'", "")


@pytest.mark.parametrize("words", [RUNS[0], RUNS[2]], ids=lambda words: words[0])
def test_a_run_is_heard_with_all_its_variables(
    words: list[str], opener: Opener, capsys: Captured
) -> None:
    text = page_of(words, capsys)
    replay = Replay(data_of(text))
    page = opener.open(text)
    for number, step in enumerate(replay.steps(), start=1):
        if number not in ten(replay.data["total"]):
            continue
        go(page, number)
        stage, told = heard(page, "stage"), heard(page, "words")
        assert f"Step {number} of " in told and f"Line {step[0]}: " in told
        assert f"{step[2]}." in told
        figures = stage.split("- figure ")
        for name, value in replay.frames[-1].items():
            if not isinstance(value, dict):
                assert f"{name} = {value}" in figures[0]
                continue
            mark = step[4]
            state = value
            if mark and mark[1] == name:
                state = state_of(value, mark[2], mark)
            [figure] = [one for one in figures[1:] if one.startswith(f"{name} ")]
            assert description(state) in figure


@pytest.mark.parametrize("name", ["human", "dfs"])
def test_a_grid_is_heard_cell_by_cell(name: str, opener: Opener) -> None:
    explanation = EXPLANATIONS[name]
    page = opener.open(walkthrough([explanation], "file.txt"))
    for number in sorted(ten(len(explanation.steps))):
        go(page, number)
        stage, told = heard(page, "stage"), heard(page, "words")
        step = explanation.steps[number - 1]
        assert f"Step {number} of " in told and step.reason in told
        cells = [one.partition("- cell ")[2] for one in stage.splitlines()]
        cells = [one.replace(" , ", ", ") for one in cells if one]
        shown = [cell["digit"] + cell["words"] for cell in measured(page)]
        assert cells == shown
        if step.node:
            counts = f"{number} examined: "
            assert counts in stage and " first: " in stage
