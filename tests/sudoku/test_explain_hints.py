"""hint and rate."""

import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest

from sudoku.explain import METHODS, explain, hints
from sudoku.explain.rate import Rating, rate
from sudoku.explain.steps import Step
from sudoku.explain.techniques import KINDS
from tests.gallery import TECHNIQUES
from tests.places import GOLDEN, ROOT
from tests.sudoku.sudoku_commands import EASY, SOLVED, Captured, cells_in, run

SAMPLE = str(GOLDEN / "comp9021" / "sudoku_5.txt")
NONE = "12345678." + "." * 8 + "9" + "." * 63
PUZZLES = GOLDEN / "puzzles"


class Said(TypedDict):
    heading: str
    reason: str
    hints: list[str]
    figure: NotRequired[float]


TABLE = ROOT / "tests" / "sudoku" / "explained.toml"
SAID: dict[str, list[Said]] = tomllib.loads(TABLE.read_text("utf-8"))
ROWS = [(method, said) for method, rows in SAID.items() for said in rows]


@cache
def step_of(method: str, name: str) -> Step:
    """The step of tests/gallery.py, or else the first in the sample."""
    if method == "human":
        puzzle, number = TECHNIQUES[name]
        return explain(puzzle, method).steps[number - 1]
    steps = explain(cells_in(Path(SAMPLE).read_text())[0], method).steps
    return next(step for step in steps if step.name == name)


@pytest.mark.parametrize(("method", "said"), ROWS, ids=str)
def test_what_is_said_of_a_step(method: str, said: Said) -> None:
    name = said["heading"].partition(":")[0]
    step = step_of(method, name)
    told = [hints.hint(step, level) for level in (1, 2, 3)]
    assert (step.heading, step.reason, told) == (
        said["heading"],
        said["reason"],
        said["hints"],
    )
    assert hints.hint(step, 4) == f"{step.heading}\n{step.reason}"
    if "figure" in said:
        assert KINDS[step.kind].figure(step) == said["figure"]


def test_something_is_said_of_every_technique() -> None:
    said = {
        step_of(method, row["heading"].partition(":")[0]).kind for method, row in ROWS
    }
    assert said == {*KINDS}


@pytest.mark.parametrize("method", METHODS)
def test_no_hint_gives_the_answer_away(method: str) -> None:
    for puzzle in cells_in((PUZZLES / "hard.txt").read_text())[:4]:
        for step in explain(puzzle, method, most_boards=50).steps:
            kind, place, question = (hints.hint(step, level) for level in (1, 2, 3))
            assert not re.search(r"\d", kind)
            assert not re.search(r"r\d+c\d+", place)
            for cell, digit in step.placed:
                name = f"r{cell[0] + 1}c{cell[1] + 1}"
                named = name in question, digit in hints.asked_digits(step)
                assert named != (True, True)
            asked = hints.asked_digits(step)
            words = re.sub(r"(row|column|box) \d|r\dc\d", "", question)
            assert {str(digit) for digit in asked} == set(re.findall(r"\d", words))


def test_the_marks_of_comp9021_are_not_the_step_of_a_hint(capsys: Captured) -> None:
    puzzle = cells_in((PUZZLES / "hardest.txt").read_text())[1]
    marks, first = explain(puzzle, "preemptive").steps[:2]
    assert (marks.kind, first.kind) == ("marks", "set")
    _, out, _ = run(f"hint {puzzle} -q --method preemptive", capsys)
    assert out == "There is a preemptive quad.\n"
    _, out, _ = run(f"hint {puzzle} -q --method preemptive --level 4", capsys)
    assert out == f"{first.heading}\n{first.reason}\n"


def test_json_has_only_what_the_level_reveals(capsys: Captured) -> None:
    common = ["file", "line", "puzzle", "method", "level", "text"]
    for level, more in ((1, []), (2, ["unit"]), (3, ["unit", "digits"])):
        _, out, _ = run(f"hint {SAMPLE} -q --json --level {level}", capsys)
        answer = json.loads(out)
        assert list(answer) == common + more
        assert (answer["method"], answer["level"]) == ("human", level)
        assert answer.get("unit", "box 1") == "box 1"
        assert answer.get("digits", [5]) == [5]
    answer = json.loads(run(f"hint {SAMPLE} -q --json --level 4", capsys)[1])
    assert list(answer) == [*common, "unit", "step"]
    assert answer["step"]["heading"] == answer["text"].split("\n")[0]


@pytest.mark.parametrize(
    ("puzzle", "method", "status", "text"),
    [
        (SOLVED, "human", 0, "The grid is full."),
        (NONE, "human", 1, "The grid has no solution."),
        ("55" + SOLVED[2:], "human", 1, "The grid has no solution."),
        ("." * 81, "human", 1, "This method finds no step in the grid."),
        ("." * 81, "preemptive", 1, "This method finds no step in the grid."),
    ],
)
def test_a_grid_without_a_next_step_gets_an_answer(
    puzzle: str, method: str, status: int, text: str, capsys: Captured
) -> None:
    line = f"hint {puzzle} -q --method {method}"
    assert run(line, capsys) == (status, f"{text}\n", "")
    for level in (1, 2, 3, 4):
        answer = json.loads(run(f"{line} --json --level {level}", capsys)[1])
        assert (answer["text"], answer["step"]) == (text, None)


def test_the_ladder_solves_every_easy_puzzle_and_none_of_the_hardest(
    capsys: Captured,
) -> None:
    for name, solved in (("easy", True), ("hardest", False)):
        status, out, err = run(f"rate {PUZZLES / name}.txt --json", capsys)
        answers = [json.loads(line) for line in out.splitlines()]
        assert (status, len(answers), err) == (0 if solved else 1, 50, "")
        assert {answer["solved"] for answer in answers} == {solved}
        assert all((answer["figure"] is not None) is solved for answer in answers)
    status, out, err = run(f"hint {PUZZLES / 'easy.txt'}", capsys)
    assert (status, out.count("There is a"), err) == (0, 50, "")
    status, out, err = run(f"hint {PUZZLES / 'hardest.txt'}", capsys)
    stuck = out.count("This method finds no step in the grid.\n")
    too_hard = err.count("this method alone does not solve the grid\n")
    assert (status, stuck + too_hard) == (1, 50)


def test_a_rating_is_the_hardest_step(capsys: Captured) -> None:
    status, out, err = run(f"rate {EASY}", capsys)
    text = "1.2, hidden single; steps: last cell 20, hidden single 29"
    assert (status, out, err) == (0, f"argument:1: {text}\n", "")
    answer = json.loads(run(f"rate {EASY} --json", capsys)[1])
    keys = ["file", "line", "puzzle", "solved", "hardest", "figure", "steps"]
    assert list(answer) == keys
    assert (answer["hardest"], answer["figure"]) == ("Hidden single", 1.2)
    assert answer["steps"] == {"last cell": 20, "hidden single": 29}
    status, out, err = run(f"rate 55{SOLVED[2:]} {SOLVED}", capsys)
    assert (status, out) == (
        1,
        "argument:1: not solved; steps: none\nargument:1: full; steps: none\n",
    )
    assert err.startswith(
        "argument:1: clash: 5 occurs 3 times in row 1: r1c1, r1c2, r1c8"
    )
    assert rate(NONE) == Rating(False, None, None, {})
