"""Wrong submissions lose the marks of their mistake, and the hand-ins lose none."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import TypedDict

import pytest

from marking.marks import round_half_up
from marking.rubric import read_rubric
from marking.sandbox.interpreters import find_interpreter
from sudoku.northwestern import search
from sudoku.northwestern.inside import rows_of
from sudoku.northwestern.reading import read_grid
from tests.marking.classes import (
    class_of,
    hand_in,
    marking,
    marks,
    planned_tests,
    rubric_with,
)
from tests.places import ROOT

COURSES = ("comp9021", "hacettepe", "cit591", "northwestern")
WORTH = {
    "comp9021": {"preassess": 1, "bare": 3, "forced": 3, "marked": 3, "worked": 3},
    "hacettepe": {"output": 80},
    "cit591": {
        "read_sudoku": 5,
        "convertToSets": 10,
        "convertToInts": 10,
        "getRowLocations": 5,
        "getColumnLocations": 5,
        "getBoxLocations": 10,
        "eliminate": 15,
        "isSolved": 5,
        "solve": 15,
        "print_sudoku": 5,
    },
    "northwestern": {
        "find_most_constrained_cell": 15,
        "failure_test": 10,
        "goal_test": 10,
        "update": 25,
        "DFS": 20,
        "BFS": 20,
    },
}


class Mistake(TypedDict, total=False):
    old: str
    new: str
    lost: dict[str, str]
    deductions: list[str]


def mistakes(course: str) -> dict[str, Mistake]:
    path = ROOT / "tests" / "mistakes" / f"{course}.toml"
    with open(path, "rb") as file:
        return tomllib.load(file)


def test_there_are_at_least_25_mistakes_and_each_changes_its_program() -> None:
    assert sum(len(mistakes(course)) for course in COURSES) >= 25
    for course in COURSES:
        text = hand_in(course)
        for name, mistake in mistakes(course).items():
            assert mistake["old"] in text, name


@pytest.mark.parametrize("course", WORTH)
def test_each_criterion_of_a_rubric_has_its_marks(course: str) -> None:
    parts = read_rubric(course).criterion
    marks = {part.id: part.marks for part in parts if part.test}
    assert marks == marks | WORTH[course]


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "course",
    [
        pytest.param(name, marks=() if name == "hacettepe" else pytest.mark.slow)
        for name in COURSES
    ],
)
def test_each_mistake_costs_its_marks_and_no_others(
    course: str, tmp_path: Path
) -> None:
    right = hand_in(course)
    wrong = mistakes(course)
    if find_interpreter("3.6") is None:  # every Python that is newer accepts it
        wrong.pop("newer-python", None)
    programs = {"right": right}
    for name, mistake in wrong.items():
        programs[name] = right.replace(mistake["old"], mistake["new"])
    read = read_rubric(course)
    folder = class_of(tmp_path / "class", programs, read.files[0])
    limit = f"seconds = {read.limits.seconds}"
    rubric = rubric_with(tmp_path, course, {limit: "seconds = 2"})
    done = marking("run", rubric, folder, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    tested = [part for part in read.criterion if part.by == "tests"]
    worth = {part.id: part.marks for part in tested if part.id != "unit-tests"}
    for name, row in marks(tmp_path / "out").items():
        mistake = wrong.get(name, Mistake(lost={}))
        lost = {part: Fraction(mark) for part, mark in mistake["lost"].items()}
        for part, most in worth.items():
            left = round_half_up(most - lost.get(part, 0), 2)
            assert float(row[part]) == left, (name, part)
        applied = " ".join(mistake.get("deductions", []))
        assert row["deductions"] == applied, name
        mark = sum(worth.values()) - sum(lost.values())
        mark *= Fraction(9, 10) if applied else 1
        assert float(row["mark"]) == round_half_up(Fraction(mark), 2), name


def test_any_right_solution_of_a_board_is_accepted_and_no_other_rows() -> None:
    tests = planned_tests("northwestern")
    (test,) = (test for test in tests if test.id == "DFS/several")
    assert test.is_acceptable and test.is_acceptable(test.expected)
    several = search.Board()
    several.rows = rows_of(read_grid(test.inputs["several.txt"].decode()))
    several.num_nums_placed = 25
    other = search.BFS(several)
    assert other and f"{other.rows}\n".encode() != test.expected
    assert test.is_acceptable(f"{other.rows}\n".encode())
    assert not test.is_acceptable(test.expected.replace(b"1", b"2"))
    assert not test.is_acceptable(b"[" * 10**6)
    (first,) = (test for test in tests if test.id == "DFS/first")
    assert not first.is_acceptable or not first.is_acceptable(
        f"{other.rows}\n".encode()
    )
