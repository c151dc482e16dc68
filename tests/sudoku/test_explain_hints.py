"""hint and rate."""

import json
import re

import pytest

from sudoku.explain import METHODS, explain, hints
from sudoku.explain.rate import Rating, rate
from sudoku.explain.steps import Link, Step
from sudoku.explain.techniques import KINDS, add_words
from tests.places import GOLDEN
from tests.sudoku.sudoku_commands import EASY, SOLVED, Captured, cells_in, run

SAMPLE = str(GOLDEN / "comp9021" / "sudoku_5.txt")
NONE = "12345678." + "." * 8 + "9" + "." * 63
PUZZLES = GOLDEN / "puzzles"
A, B, C, D = (1, 2), (1, 6), (7, 2), (7, 6)
# A step of each kind of the ladder and of the courseworks, and its hints.
STEPS: list[tuple[Step, str, str, str]] = [
    (
        Step("forced", "box 1", (A,), (5,), (((0, 2), 5),)),
        "There is a forced digit.",
        "Look at box 1.",
        "Which cell of box 1 can be 5?",
    ),
    (
        Step("last", None, (B,), (9,), ((B, 9),)),
        "There is a last mark.",
        "Look at box 3.",
        "Which digit can r2c7 be?",
    ),
    (
        Step("set", "row 2", ((1, 0), (1, 8)), (4, 7), removed=((B, (4,)),)),
        "There is a preemptive pair.",
        "Look at row 2.",
        "Which two cells of row 2 can hold only 4 and 7?",
    ),
    (
        Step("single", None, (C,), (3,), ((C, 3),)),
        "There is a naked single.",
        "Look at box 7.",
        "Which digit can r8c3 be?",
    ),
    (
        Step("elimination", None, (B,), (8,), ((A, 5), ((8, 6), 7)), ((A, (8,)),)),
        "There is an elimination.",
        "Look at box 1.",
        "Which cells that see the 8 in r2c7 can lose 8?",
    ),
    (
        Step("last-cell", "column 7", (B,), (9,), ((B, 9),)),
        "There is a last cell.",
        "Look at column 7.",
        "Which digit does column 7 lack?",
    ),
    (
        Step("hidden-single", "box 3", (B,), (9,), ((B, 9),)),
        "There is a hidden single.",
        "Look at box 3.",
        "Which cell of box 3 can be 9?",
    ),
    (
        Step("pointing", "box 1", (A, (1, 1)), (9,), removed=((B, (9,)),)),
        "There is a pointing pair.",
        "Look at box 1.",
        "Which row or column has all cells of box 1 that can be 9?",
    ),
    (
        Step("claiming", "row 2", (A, (1, 0), (1, 1)), (9,), removed=(((0, 0), (9,)),)),
        "There is a claiming triple.",
        "Look at row 2.",
        "Which box has all cells of row 2 that can be 9?",
    ),
    (
        Step("naked-set", "row 2", (A, B), (4, 7), removed=(((1, 0), (4,)),)),
        "There is a naked pair.",
        "Look at row 2.",
        "Which two cells of row 2 can hold only 4 and 7?",
    ),
    (
        Step("fish", None, (A, B, C, D), (4,), removed=(((4, 2), (4,)),)),
        "There is an X-wing.",
        "Look at the 4s.",
        "In which two rows can 4 go only into the same two columns?",
    ),
    (
        Step("fish", None, (A, B, C, D), (4,), removed=(((1, 0), (4,)),)),
        "There is an X-wing.",
        "Look at the 4s.",
        "In which two columns can 4 go only into the same two rows?",
    ),
    (
        Step("hidden-set", "row 2", (A, B), (4, 7), removed=((A, (5,)),)),
        "There is a hidden pair.",
        "Look at row 2.",
        "Which two cells are the only ones of row 2 for 4 and 7?",
    ),
    (
        Step(
            "xy-wing",
            None,
            (A, B, C),
            (4, 7, 9),
            removed=((D, (9,)),),
            links=(Link(A, B, 4), Link(A, C, 7)),
        ),
        "There is an XY-wing.",
        "Look at box 1.",
        "Which digit must one of r2c7 and r8c3 be, whatever r2c3 is?",
    ),
    (
        Step(
            "xyz-wing",
            None,
            (A, B, C),
            (4, 7, 9),
            removed=((D, (9,)),),
            links=(Link(A, B, 4), Link(A, C, 7)),
        ),
        "There is an XYZ-wing.",
        "Look at box 1.",
        "Which digit must one of r2c3, r2c7 and r8c3 be?",
    ),
    (
        Step(
            "chain",
            None,
            (A, B, D, C),
            (4,),
            removed=(((4, 0), (4,)),),
            links=(Link(A, B, 4, "row 2"), Link(D, C, 4, "row 8")),
        ),
        "There is a skyscraper.",
        "Look at the 4s.",
        "If r2c3 is not 4, what does that mean for r8c3?",
    ),
]


@pytest.mark.parametrize(("step", "kind", "place", "question"), STEPS)
def test_the_hints_at_a_step(step: Step, kind: str, place: str, question: str) -> None:
    step = add_words(step)
    assert hints.hint(step, 1) == kind
    assert hints.hint(step, 2) == place
    assert hints.hint(step, 3) == question
    assert hints.hint(step, 4) == f"{step.heading}\n{step.reason}"


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


def step_figure(step: Step) -> float:
    return KINDS[step.kind].figure(step)


def test_the_figures_are_those_of_sudoku_explainer() -> None:
    figures = {
        step.kind: step_figure(step) for step, *_ in STEPS if KINDS[step.kind].rungs
    }
    assert figures == {
        "last-cell": 1.0,
        "hidden-single": 1.2,
        "single": 2.3,
        "pointing": 2.6,
        "claiming": 2.8,
        "naked-set": 3.0,
        "fish": 3.2,
        "hidden-set": 3.4,
        "xy-wing": 4.2,
        "xyz-wing": 4.4,
        "chain": 6.6,
    }
    assert step_figure(Step("hidden-single", "row 1")) == 1.5
    for kind, of_three, of_four in (
        ("naked-set", 3.6, 5.0),
        ("hidden-set", 4.0, 5.4),
    ):
        assert step_figure(Step(kind, "row 1", digits=(1, 2, 3))) == of_three
        assert step_figure(Step(kind, "row 1", digits=(1, 2, 3, 4))) == of_four
    for size, of_size in ((3, 3.8), (4, 5.2)):
        cells = tuple((row, column) for row in range(size) for column in range(size))
        fish = add_words(Step("fish", None, cells, (1,), removed=(((8, 0), (1,)),)))
        assert step_figure(fish) == of_size
        assert fish.name == ("Swordfish" if size == 3 else "Jellyfish")
    assert rate(NONE) == Rating(False, None, None, {})
