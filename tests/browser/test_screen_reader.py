"""What a screen reader gets: the accessibility tree of the browser, at ten steps.

That the words are those of the step is checked where the pages are.
"""

import pytest

from sudoku.explain.page import walkthrough
from tests.browser.grid_examples import EXPLANATIONS
from tests.browser.looks import measured
from tests.browser.opened import Opener, Page
from tests.browser.test_run_pages import RUNS, view
from tests.browser.trees import go
from tests.pseudocode.files import Captured
from tests.pseudocode.run_pages import data_of, page_of


def ten(last: int) -> list[int]:
    return sorted({1 + k * (last - 1) // 9 for k in range(10)})


def heard(page: Page, name: str) -> str:
    """The accessibility tree of a part of *page*, without the marks of its format."""
    text: str = page.locator(f"#{name}").aria_snapshot()
    return text.replace('"', "").replace("'", "")


@pytest.mark.parametrize("words", [RUNS[0], RUNS[2]], ids=lambda words: words[0])
def test_a_run_is_heard_with_all_its_variables(
    words: list[str], opener: Opener, capsys: Captured
) -> None:
    text = page_of(words, capsys)
    page = opener.open(text)
    for number in ten(data_of(text)["total"]):
        go(page, number)
        seen, told = view(page), heard(page, "words")
        assert f"Step {number} of " in told
        assert seen["line"] in told and seen["sentence"] in told
        variables, *figures = heard(page, "stage").split("- figure ")
        assert [one for one in seen["variables"] if one not in variables] == []
        for figure, said in zip(seen["figures"], figures, strict=True):
            assert said.startswith(figure["name"]) and figure["words"] in said


@pytest.mark.parametrize("name", ["human", "dfs"])
def test_a_grid_is_heard_cell_by_cell(name: str, opener: Opener) -> None:
    explanation = EXPLANATIONS[name]
    page = opener.open(walkthrough([explanation], "file.txt"))
    for number in ten(len(explanation.steps)):
        go(page, number)
        stage, told = heard(page, "stage"), heard(page, "words")
        step = explanation.steps[number - 1]
        assert f"Step {number} of " in told and step.reason in told
        cells = [one.partition("- cell ")[2] for one in stage.splitlines()]
        cells = [one.replace(" , ", ", ") for one in cells if one]
        assert cells == [cell["digit"] + cell["words"] for cell in measured(page)]
        if step.node:
            assert f"{number} examined: " in stage and " first: " in stage
