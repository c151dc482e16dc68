"""explain: the steps of the official samples, and the command."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis.strategies import sampled_from, sets

from sudoku.comp9021 import reading as comp9021
from sudoku.comp9021.tex import document
from sudoku.explain import explain
from sudoku.explain.steps import Explanation
from sudoku.explain.words import group
from sudoku.grid import CELLS, cells_of, grid_of
from tests.places import GOLDEN
from tests.sudoku.sudoku_commands import EASY, SOLVED, Captured, run
from tests.sudoku.test_explain_truth import cells_of_group

SAMPLE = str(GOLDEN / "comp9021" / "sudoku_5.txt")
PAIR = "Preemptive pair: {4,7} in r2c19 => r2c7<>4"
PAIR_JSON = {
    "number": 11,
    "kind": "set",
    "name": "Preemptive pair",
    "unit": "row 2",
    "cells": ["r2c1", "r2c9"],
    "digits": [4, 7],
    "placed": [],
    "removed": [["r2c7", [4]]],
    "marked": [],
    "links": [],
    "heading": PAIR,
    "reason": "In row 2, the two cells r2c1 and r2c9 have only the two marks 4 and 7 "
    "together, so these digits go there, and nowhere else in row 2.",
    "hints": ["Look at row 2.", "Which two cells of row 2 can hold only 4 and 7?"],
}
TWO = SOLVED.translate({ord("4"): ".", ord("8"): "."})
CLASH = "5.......5" + "." * 72
COMP9021 = "--method preemptive"


def sample(name: str) -> Explanation:
    text = (GOLDEN / "comp9021" / f"{name}.txt").read_bytes()
    return explain(cells_of(comp9021.read_grid(text)), "preemptive")


@pytest.mark.parametrize(("name", "steps"), [("3", 7), ("4", 68), ("5", 13)])
def test_the_end_of_each_sample_is_the_worked_file(name: str, steps: int) -> None:
    explanation = sample(f"sudoku_{name}")
    assert len(explanation.steps) == steps and explanation.end
    [marked] = [step.marked for step in explanation.steps if step.marked]
    marks = {cell: set(digits) for cell, digits in marked}
    left = {
        cell: set(map(int, digits))
        for cell, digits in zip(CELLS, explanation.end.marks or ())
    }
    tex = document(grid_of(explanation.end.grid), marks, left)
    worked = GOLDEN / "comp9021" / f"sudoku_{name}_worked.tex"
    assert tex == worked.read_text()


def test_step_11_of_the_sample_is_a_preemptive_pair(capsys: Captured) -> None:
    status, out, err = run(f"explain {SAMPLE} {COMP9021} --from 11 --to 11", capsys)
    assert (status, err) == (1, "")
    assert out.splitlines()[1:] == [
        f"11. {PAIR}",
        f"    {PAIR_JSON['reason']}",
        "Stuck: 43 blanks. No preemptive set removes a mark. "
        "To go on: explain --method human.",
    ]


def test_json_has_a_line_for_each_puzzle(capsys: Captured) -> None:
    status, out, err = run(f"explain {SAMPLE} {SOLVED} {COMP9021} --json", capsys)
    assert (status, err) == (1, "")
    first, second = map(json.loads, out.splitlines())
    keys = ["file", "line", "puzzle", "method", "summary", "start", "steps", "end"]
    assert list(first) == list(second) == keys
    assert list(first["end"]) == ["grid", "marks", "open", "ending", "text"]
    assert first["file"] == SAMPLE and first["method"] == "preemptive"
    assert first["start"] == {"grid": first["puzzle"], "marks": None}
    assert first["steps"][10] == PAIR_JSON
    assert (first["end"]["open"], first["end"]["ending"]) == (43, "stuck")
    assert [len(first["end"][part]) for part in ("grid", "marks")] == [81, 81]
    end = {
        "grid": SOLVED,
        "marks": None,
        "open": 0,
        "ending": "solved",
        "text": "Solved.",
    }
    assert second["steps"] == [] and second["end"] == end
    assert list(map(list, first["steps"][9]["marked"]))[0] == ["r1c5", [3, 4]]


def test_the_frame_shows_the_reason_and_what_is_removed(capsys: Captured) -> None:
    _, out, _ = run(f"explain {SAMPLE} {COMP9021} --grids", capsys)
    frames = [line for line in out.splitlines() if line.startswith(("+", "|"))]
    assert len(frames) == 13 * 13
    wide = run(f"explain {SAMPLE} --grids --method elimination", capsys)[1]
    assert "\n| 12345 *9    12345 |" in wide and "\n| 678-9       678-9 |" in wide
    frames += [line for line in wide.splitlines() if line.startswith(("+", "|"))]
    assert max(map(len, frames)) < 80
    row = "| *47   3     1     | 8     6     5     | 9-4   2     *47   |"
    assert frames[10 * 13 + 2] == row
    row = "| .  *2 .  | 6  .  .  | 3  5  .  |\n| .  5  4  | .  .  8  | 6  7  =2 |"
    assert row in out


def test_a_clash_and_a_contradiction_are_reported(capsys: Captured) -> None:
    status, out, err = run(f"explain {CLASH}", capsys)
    assert (status, err) == (
        1,
        "argument:1: clash: 5 occurs twice in row 1: r1c1, r1c9\n",
    )
    assert out.splitlines()[1:] == ["Contradiction: the puzzle has a clash."]
    dead = "12345678." + "." * 8 + "9" + "." * 63
    status, out, err = run(f"explain {dead} -q", capsys)
    assert (status, out.splitlines()[-1], err) == (
        1,
        "Contradiction: no digit is left for r1c9.",
        "",
    )
    status, out, err = run(f"explain {EASY} {SOLVED}", capsys)
    assert (status, out.splitlines()[-1], err) == (0, "Solved.", "")


@pytest.mark.parametrize(
    ("limit", "method", "steps"),
    [
        ("MAX_RECORDED_WAITING", "bfs", 3),
        ("MAX_SEARCH_STEPS", "dfs", 20),
        ("MAX_SEARCH_STEPS", "bfs", 20),
    ],
)
def test_an_explained_search_stops_before_memory_is_full(
    limit: str, method: str, steps: int,
    monkeypatch: pytest.MonkeyPatch, capsys: Captured,
) -> None:  # fmt: skip
    monkeypatch.setattr(f"sudoku.northwestern.explanation.{limit}", 20)
    search = f"--method {method} --limit-boards 100000000"
    status, out, err = run(f"explain {'.' * 81} {search}", capsys)
    assert (status, err) == (3, "")
    assert out.endswith(f"Stopped after {steps} boards.\n")


def test_every_puzzle_of_a_file_is_explained_even_after_a_mistake(
    capsys: Captured, tmp_path: Path
) -> None:
    file = tmp_path / "several"
    almost_full = SOLVED[80::-1][:80] + "."
    file.write_text(f"{EASY}\n{EASY[:40]}z{EASY[41:]}\n{almost_full}\n")
    status, out, err = run(f"explain {file} -q", capsys)
    assert (status, err.count("\n")) == (2, 1)
    starts = [line.split(": ")[0] for line in out.splitlines() if line[0] in "/S"]
    assert starts == [f"{file}:1", "Solved.", f"{file}:3", "Solved."]
    status, out, err = run(f"explain {file} --from 2", capsys)
    assert (status, err.count("\n")) == (2, 2)
    assert f"{file}:3:1: --from 2; expected 1" in err
    assert out.startswith(f"{file}:1: ") and out.count("Solved.") == 1


# The other courseworks


def test_elimination_names_the_pass_and_lists_digits_and_marks(
    capsys: Captured,
) -> None:
    file = str(GOLDEN / "cit591" / "puzzle1.txt")
    status, out, _ = run(f"explain --method elimination {file}", capsys)
    lines = out.splitlines()
    assert (
        lines[0] == "Rows, columns and boxes count from 1; the hand-out counts from 0."
    )
    assert (status, lines[-1]) == (0, "Solved.")
    assert any("    Pass 2: " in line for line in lines)


def test_removing_a_digit_from_a_filled_cell_is_a_contradiction(
    capsys: Captured,
) -> None:
    dead = "12345678." + "." * 8 + "9" + "." * 63
    status, out, _ = run(f"explain --method elimination {dead}", capsys)
    assert status == 1 and "Elimination: {9} in r1c9 => " in out
    assert out.splitlines()[-1] == "Contradiction: no digit is left for r2c9."
    assert explain(dead, "elimination").steps[7].placed == (((0, 8), 9),)


def test_a_search_stopped_at_its_limit_has_no_grid(capsys: Captured) -> None:
    status, out, _ = run(f"explain --method dfs {TWO} --limit-boards 3 --json", capsys)
    answer = json.loads(out)
    assert (status, len(answer["steps"])) == (3, 3)
    end = {"grid": None, "marks": None, "open": None, "ending": "limit"}
    end["text"] = "Stopped after 3 boards."
    assert answer["end"] == end
    status, out, _ = run(f"explain --method dfs {TWO} --limit-boards 3", capsys)
    assert (status, out.splitlines()[-1]) == (3, "Stopped after 3 boards.")


@given(sets(sampled_from(CELLS), min_size=1))
def test_a_group_of_cells_can_be_read_back_and_is_short(
    cells: set[tuple[int, int]],
) -> None:
    text = group(cells)
    names = sorted(f"r{row + 1}c{column + 1}" for row, column in cells)
    assert sorted(cells_of_group(text)) == names
    rows, columns = ({cell[k] for cell in cells} for k in (0, 1))
    parts = 1 if 1 in (len(rows), len(columns)) else len(rows)
    assert text.count(",") + 1 == parts
