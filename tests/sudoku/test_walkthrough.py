"""walkthrough: the page of an explanation, without a browser."""

import re
from pathlib import Path
from typing import Final

import pytest

from sudoku.cli import main
from sudoku.comp9021.reading import read_grid
from sudoku.explain import METHODS, explain
from sudoku.explain.page import walkthrough
from sudoku.grid import cells_of
from tests.places import GOLDEN
from tests.sudoku.sudoku_commands import EASY, SOLVED, Captured, run

SAMPLES: Final = GOLDEN / "comp9021"
SAMPLE: Final = SAMPLES / "sudoku_5.txt"


def sample(name: str) -> str:
    return cells_of(read_grid((SAMPLES / f"{name}.txt").read_bytes()))


@pytest.mark.parametrize("method", METHODS)
def test_a_page_has_each_step_in_words_and_two_grids(method: str) -> None:
    explanation = explain(EASY, method)
    page = walkthrough([explanation], "easy.txt")
    told = re.findall(r"<li>(.*?)<p>(.*?)</p>", page)
    assert told == [
        (step.heading.replace("<", "&lt;"), step.reason) for step in explanation.steps
    ]
    assert page.count("<table") == 2 and page.isascii()


def test_the_command_writes_a_page(folder: Path, capsys: Captured) -> None:
    line = f"walkthrough {SAMPLE} --method preemptive -o page.html"
    assert run(line, capsys)[0] == 1  # stuck
    page = (folder / "page.html").read_text("utf-8")
    assert "<h1>Walkthrough of sudoku_5.txt</h1>" in page
    stuck = "No preemptive set removes a mark. To go on: explain --method human.</h2>"
    assert f"28 givens, 13 steps. Stuck: 43 blanks. {stuck}" in page
    assert str(SAMPLES) not in page
    explanation = explain(sample("sudoku_5"), "preemptive")
    assert page == walkthrough([explanation], SAMPLE.name)


def test_a_hostile_name_is_escaped(folder: Path) -> None:
    name = "<img src=x onerror=alert(1)>.txt"
    (folder / name).write_text(EASY)
    assert main(["walkthrough", name, "-o", "page.html"]) == 0
    page = (folder / "page.html").read_text("utf-8")
    assert "Walkthrough of &lt;img src=x onerror=alert(1)&gt;.txt" in page
    assert "<img" not in page


def test_a_remark_says_what_is_not_on_the_page(folder: Path, capsys: Captured) -> None:
    (folder / "two").write_text(f"{EASY}\n{EASY[::-1]}\n")
    status, _, err = run("walkthrough two", capsys)
    told = "two:1: using only this puzzle; the file contains more\n"
    assert (status, err) == (0, told)
    status, page, err = run(f"walkthrough 55{'.' * 79}", capsys)
    assert status == 1 and "clash: 5 occurs twice in row 1" in err
    assert "Contradiction: the puzzle has a clash." in page


def test_two_searches_of_a_puzzle_are_on_one_page(capsys: Captured) -> None:
    line = f"walkthrough {EASY} --limit-boards 20 --method"
    both = [explain(EASY, method, 20) for method in ("dfs", "bfs")]
    assert run(f"{line} dfs,bfs", capsys)[:2] == (3, walkthrough(both, "a puzzle"))
    status, _, err = run(f"{line} bfs,dfs", capsys)
    assert status == 2 and "invalid choice: 'bfs,dfs'" in err


def test_all_pages_have_the_same_style_and_script() -> None:
    """Another page can name their hashes in its policy."""
    pages = [
        walkthrough([explain(puzzle, method, most)], "file.txt")
        for puzzle in (EASY, SOLVED, sample("sudoku_4"))
        for method in METHODS
        for most in (1, 20, 500)
    ]
    pages.append(walkthrough([explain(EASY, "dfs"), explain(EASY, "bfs")], "file.txt"))
    policies = {re.findall('Policy" content="(.*)"', page)[0] for page in pages}
    assert len(policies) == 1
