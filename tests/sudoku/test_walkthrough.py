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
from tests.sudoku.sudoku_commands import EASY, SOLVED, Captured

SAMPLES: Final = GOLDEN / "comp9021"
SAMPLE: Final = SAMPLES / "sudoku_5.txt"
HOSTILE: Final = "<img src=x onerror=alert(1)>.txt"


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


@pytest.mark.parametrize(
    ("puzzle", "method"),
    [
        (sample("sudoku_4"), "preemptive"),
        (sample("sudoku_4"), "dfs"),
        # Of 300 puzzles, these have the largest pages for their steps.
        (
            "48.3............71.2.......7.5....6....2..8.............1.76...3.....4......5....",
            "preemptive",
        ),
        (
            "....2..4...8.35.......7.6.2.31.4697.2...........5.12.3.49...73........1.8....4...",
            "elimination",
        ),
    ],
)
def test_a_page_has_at_most_60_000_bytes_and_600_for_each_step(
    puzzle: str, method: str
) -> None:
    explanation = explain(puzzle, method, 200)
    page = walkthrough([explanation], "puzzle.txt")
    assert len(page) <= 60_000 + 600 * len(explanation.steps)
    assert page == walkthrough([explain(puzzle, method, 200)], "puzzle.txt")


def run(*words: str) -> int:
    return main(["walkthrough", *words])


def test_the_command_writes_a_page(tmp_path: Path, capsys: Captured) -> None:
    place = str(tmp_path / "page.html")
    assert run(str(SAMPLE), "--method", "preemptive", "-o", place) == 1  # stuck
    page = Path(place).read_text("utf-8")
    assert "<h1>Walkthrough of sudoku_5.txt</h1>" in page
    assert (
        "28 givens, 13 steps. Stuck: 43 blanks. No preemptive set removes a mark. To go on: explain --method human.</h2>"
        in page
    )
    assert str(SAMPLES) not in page
    explanation = explain(sample("sudoku_5"), "preemptive")
    assert page == walkthrough([explanation], SAMPLE.name)
    assert run(EASY, "--method", "singles") == 0
    assert capsys.readouterr().out.startswith("<!doctype html>")


def test_a_hostile_name_is_escaped(tmp_path: Path, capsys: Captured) -> None:
    place = tmp_path / HOSTILE
    place.write_text(EASY)
    assert run(str(place)) == 0
    page = capsys.readouterr().out
    assert "Walkthrough of &lt;img src=x onerror=alert(1)&gt;.txt" in page
    assert "<img" not in page


def test_a_remark_says_that_other_puzzles_are_left_out(
    tmp_path: Path, capsys: Captured
) -> None:
    place = tmp_path / "two.txt"
    place.write_text(f"{EASY}\n{EASY[::-1]}\n")
    assert run(str(place)) == 0
    remark = f"{place}:1: using only this puzzle; the file contains more\n"
    assert capsys.readouterr().err == remark


def test_a_puzzle_with_a_clash_has_a_page_without_steps(capsys: Captured) -> None:
    assert run("55" + "." * 79) == 1
    page, remark = capsys.readouterr()
    assert "clash: 5 occurs twice in row 1" in remark
    assert "Contradiction: the puzzle has a clash." in page


def test_two_searches_of_a_puzzle_are_on_one_page(capsys: Captured) -> None:
    assert run(EASY, "--method", "dfs,bfs", "--limit-boards", "20") == 3
    page = capsys.readouterr().out
    both = [explain(EASY, method, 20) for method in ("dfs", "bfs")]
    assert page == walkthrough(both, "a puzzle")
    assert run(EASY, "--method", "bfs,dfs") == 2
    assert "invalid choice: 'bfs,dfs'" in capsys.readouterr().err


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
