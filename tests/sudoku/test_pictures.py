"""draw and walkthrough: the grid at a step in text, SVG and LaTeX, and a page."""

import re
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import pytest

from _courseware.draw.drawing import draw_svg, draw_text
from sudoku.cli import main
from sudoku.comp9021.reading import read_grid
from sudoku.explain import METHODS, explain
from sudoku.explain.page import walkthrough
from sudoku.explain.steps import CELL_INDEX, Explanation, Step, states
from sudoku.grid import cells_of
from sudoku.grid_pictures import grid_at_step, latex_at_step
from tests.places import GOLDEN
from tests.sudoku.sudoku_commands import EASY, SOLVED, Captured, run

SAMPLES: Final = GOLDEN / "comp9021"
SAMPLE: Final = str(SAMPLES / "sudoku_5.txt")
SVG: Final = "{http://www.w3.org/2000/svg}"
CELL: Final = 60


def explained(name: str, method: str = "preemptive") -> Explanation:
    text = (SAMPLES / f"{name}.txt").read_bytes()
    return explain(cells_of(read_grid(text)), method, 40)


def numbers(words: str) -> list[int]:
    return [int(word) for word in words.split()]


def cell_at(y: int, x: int) -> int:
    return y // CELL * 9 + x // CELL


KINDS: Final = ("out", "why", "candidate", "given", "digit")


def in_cells(root: ElementTree.Element) -> dict[int, dict[str, str]]:
    """Return what an SVG shows in each cell: its digit, its marks, what is removed."""
    shown: dict[int, dict[str, str]] = {k: {} for k in range(81)}
    for element in root.iter(f"{SVG}text"):
        style = element.attrib["class"]
        ys, xs = numbers(element.attrib["y"]), numbers(element.attrib["x"])
        for kind in [kind for kind in KINDS if kind in style][:1]:
            place = shown[cell_at(ys[0], xs[0])]
            assert kind not in place
            place[kind] = element.text or ""
            if kind in ("candidate", "why", "out"):
                thirds = [
                    (y - 5) % CELL * 3 // CELL * 3 + x % CELL * 3 // CELL + 1
                    for y, x in zip(ys, xs, strict=True)
                ]
                assert "".join(map(str, thirds)) == element.text
    return shown


@pytest.mark.sampled(2)
@pytest.mark.parametrize("method", METHODS)
def test_an_svg_shows_the_state_after_each_step(method: str) -> None:
    explanation = explained("sudoku_5", method)
    found = states(explanation)
    for number in range(0, len(found), 3):
        state = found[number]
        root = ElementTree.fromstring(draw_svg(grid_at_step(explanation, number)))
        shown = in_cells(root)
        step = explanation.steps[number - 1] if number else Step("start")
        crossed = {CELL_INDEX[cell]: digits for cell, digits in step.removed}
        reason = {CELL_INDEX[cell] for cell in step.cells}
        for k, digit in enumerate(state.grid):
            left = state.marks[k] if state.marks else ""
            why = [d for d in left if k in reason and int(d) in step.digits]
            expected = {
                "out": "".join(map(str, crossed.get(k, ()))),
                "why": "".join(why),
                "candidate": "".join(d for d in left if d not in why),
            }
            if digit != ".":
                kind = "given" if explanation.puzzle[k] == digit else "digit"
                expected = {kind: digit}
            assert shown[k] == {name: text for name, text in expected.items() if text}


@pytest.mark.parametrize("name", ["sudoku_3", "sudoku_4", "sudoku_5"])
def test_the_latex_of_three_steps_is_official(name: str) -> None:
    explanation = explained(name)
    marks = next(step.number for step in explanation.steps if step.kind == "marks")
    for number, kind in ((0, "bare"), (marks - 1, "forced"), (marks, "marked")):
        official = SAMPLES / f"{name}_{kind}.tex"
        assert latex_at_step(explanation, number) == official.read_text()


def test_latex_cancels_only_what_the_step_removes() -> None:
    explanation = explained("sudoku_5")
    assert latex_at_step(explanation, 11).count(r"\cancel{") == 1
    assert r"\N{}{\cancel{4}}{}{9}{}" in latex_at_step(explanation, 11)
    assert r"\N{}{}{}{}{9}" in latex_at_step(explanation, 12)


@pytest.mark.parametrize("ending", [".svg", ".tex", ".txt", ".SVG", ""])
def test_the_name_of_the_file_says_how_to_draw(ending: str, tmp_path: Path) -> None:
    place = tmp_path / f"picture{ending}"
    assert main(["draw", SAMPLE, "--step", "11", "-o", str(place)]) == 0
    explanation = explained("sudoku_5", "human")
    state = grid_at_step(explanation, 11)
    expected = {".svg": draw_svg(state), ".tex": latex_at_step(explanation, 11)}
    drawn = expected.get(ending.lower(), draw_text(state))
    assert place.read_text("utf-8") == drawn


@pytest.mark.usefixtures("folder")
def test_the_puzzle_and_any_step_can_be_drawn(capsys: Captured) -> None:
    puzzle = run(f"draw {SAMPLE}", capsys)[1]
    for method in METHODS:
        line = f"draw {SAMPLE} --method {method} --limit-boards 9"
        assert run(line, capsys)[1] == puzzle
    start = run(f"draw {SAMPLE} --step 0 --method preemptive", capsys)[1]
    assert "| . 9 . | 7 . . | 8 6 . |" in start
    assert "=" in run(f"draw {SAMPLE} --step 3 --method dfs", capsys)[1]
    for light in ("", "--light"):
        run(f"draw {SAMPLE} -o x.svg {light}", capsys)
        assert ("prefers-color-scheme" in Path("x.svg").read_text()) is (light == "")


# Pages


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
    explanation = explained("sudoku_5")
    assert page == walkthrough([explanation], "sudoku_5.txt")


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
        for puzzle in (EASY, SOLVED)
        for method in METHODS
        for most in (1, 500)
    ]
    pages.append(walkthrough([explain(EASY, "dfs"), explain(EASY, "bfs")], "file.txt"))
    policies = {re.findall('Policy" content="(.*)"', page)[0] for page in pages}
    assert len(policies) == 1
