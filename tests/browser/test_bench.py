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


@pytest.mark.sampled(9)
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


@pytest.mark.parametrize("name", ["human", "dfs"])
def test_a_phone_on_its_side_shows_the_board_the_words_and_next(
    name: str, opener: Opener
) -> None:
    page = sized(opener.open(PAGES[name]), (740, 360))
    assert out_of_view(page, 10) == []


# The pictures that are not whole inside the stage, and the pairs that overlap.
CUT: Final = """() => {
  const stage = document.getElementById("stage").getBoundingClientRect();
  const all = [...document.querySelectorAll("#stage :is(.sheet, .tree, figure)")].map(
    (one) => one.getBoundingClientRect()).filter(({width}) => width);
  return [all.length, all.filter((one) => one.left < stage.left - 1
      || one.right > stage.right + 1 || one.top < stage.top - 1
      || one.bottom > stage.bottom + 1).length,
    all.filter((one, k) => all.slice(k + 1).some((other) => one.left < other.right - 1
      && other.left < one.right - 1 && one.top < other.bottom - 1
      && other.top < one.bottom - 1)).length]; }"""


@pytest.mark.parametrize("name, pictures", [("human", 1), ("dfs", 2), ("both", 4)])
def test_no_picture_on_paper_is_cut_or_covered(
    name: str, pictures: int, opener: Opener
) -> None:
    page = sized(opener.open(PAGES[name], "#s9"), (680, 960))
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == [pictures, 0, 0]
