"""The bench: at every size and moment, what matters is in view."""

from typing import Final

import pytest

from sudoku.explain import explain
from sudoku.explain.page import walkthrough
from tests.browser.grid_examples import ASSETS, EXPLANATIONS, puzzle
from tests.browser.opened import Opener, Page, replace_in_assets
from tests.browser.panes import SIZES, out_of_view

PAGES: Final = {
    **{name: walkthrough([one], "file.txt") for name, one in EXPLANATIONS.items()},
    "both": walkthrough(
        [explain(puzzle("sudoku_5"), method) for method in ("dfs", "bfs")], "file.txt"
    ),
}


def sized(page: Page, size: tuple[int, int]) -> Page:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => done()))")
    return page


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", PAGES)
def test_at_every_moment_the_grid_the_words_and_next_are_in_view(
    name: str, size: tuple[int, int], opener: Opener
) -> None:
    assert out_of_view(sized(opener.open(PAGES[name]), size)) == []


FAULTS: Final = {
    "a margin of 40 px": (
        "#bench { display: grid;",
        "#bench { display: grid; margin-top: 40px;",
    ),
    "a board that is too large": ("100cqh) - 2.1rem)", "100cqh) + 2.1rem)"),
    "a sentence below its pane": ("#sentence { ", "#sentence { margin-top: 40vh; "),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_out_of_view_is_found(
    fault: str, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_in_assets(monkeypatch, *FAULTS[fault], ASSETS)
    page = opener.open(walkthrough([EXPLANATIONS["dfs"]], "file.txt"))
    assert out_of_view(sized(page, SIZES[0]), 10)
