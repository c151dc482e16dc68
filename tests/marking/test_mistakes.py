"""Wrong submissions lose the marks of their mistake, and the hand-ins lose none."""

import json
import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import TypedDict

import pytest

from marking.errors import MarkingError
from marking.marks import round_half_up
from marking.rubric import read_rubric
from marking.sandbox.interpreters import find_interpreter
from marking.unit_tests import replace_function
from pseudoku.handin.answer import answer
from sudoku.handins import files
from sudoku.northwestern import search
from sudoku.northwestern.inside import rows_of
from sudoku.northwestern.reading import read_grid
from tests.marking.classes import (
    RUBRICS,
    class_of,
    hand_in,
    marking,
    marks,
    planned_tests,
    rubric_with,
)
from tests.places import ROOT

LONG = ("cit591", "northwestern")
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
FILES = {"northwestern": "a5.py"}


ONLY_LOOKS = """\
import re, unittest, sudoku
class T(unittest.TestCase):
    def test(self):
        text = open(sudoku.__file__).read()
        names = re.findall(r"^def (\\w+)", text, re.M)
        assert {}
"""


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
    assert sum(len(mistakes(course)) for course in WORTH) >= 25
    for course in WORTH:
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
        pytest.param(course, marks=pytest.mark.slow if course in LONG else ())
        for course in WORTH
    ],
)
def test_each_mistake_costs_its_marks_and_no_others(
    course: str, tmp_path: Path
) -> None:
    right = hand_in(course)
    wrong = mistakes(course)
    if find_interpreter("3.6") is None:  # every Python that is newer accepts it
        wrong.pop("newer-python", None)
    programs = {
        name: right.replace(mistake["old"], mistake["new"])
        for name, mistake in wrong.items()
    }
    name = FILES.get(course, "sudoku.py")
    folder = class_of(tmp_path / "class", {**programs, "right": right}, name)
    seconds = {"northwestern": 60, "hacettepe": 5}.get(course, 30)
    limit = f"seconds = {seconds}"
    rubric = rubric_with(tmp_path, course, {limit: "seconds = 2"})
    done = marking("run", rubric, folder, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    found = marks(tmp_path / "out")
    assert {row["sandbox"] for row in found.values() if "sandbox" in row} <= {"sandbox"}
    for name in programs | {"right": ""}:
        mistake = wrong.get(name, Mistake(lost={}))
        for criterion, worth in WORTH[course].items():
            left = worth - Fraction(mistake["lost"].get(criterion, "0"))
            marked = float(found[name][criterion])
            assert marked == round_half_up(left, 2), (name, criterion)
        applied = " ".join(mistake.get("deductions", []))
        assert found[name]["deductions"] == applied, name
        lost = sum(map(Fraction, mistake["lost"].values()))
        factor = Fraction(9, 10) if applied else 1
        mark = (sum(WORTH[course].values()) - lost) * factor
        assert float(found[name]["mark"]) == round_half_up(Fraction(mark), 2)


def test_what_students_tests_import_is_the_same_file_every_time() -> None:
    *tests, own = [t for t in planned_tests("cit591") if t.criterion == "unit-tests"]
    assert [t.is_condition for t in tests] == [True] * 3 + [False] * 13
    assert own.inputs == {"served.json": b"{}"}
    assert len({t.inputs["sudoku.py"] for t in tests}) == 1
    assert len({(t.argv, len(t.inputs["served.json"])) for t in tests}) == 1
    texts = [json.loads(t.inputs["served.json"])["tested"] for t in tests]
    assert len(set(texts)) == 14
    (stub,) = {t.inputs["sudoku.py"].decode() for t in tests}
    for text in (stub, *texts):
        compile(text, "module", "exec")
        assert sorted(re.findall(r"^def (\w+)", text, re.MULTILINE)) == sorted(
            re.findall(r"^def (\w+)", stub, re.MULTILINE)
        )
    assert 'serve_("eliminate", problem, location' in stub.replace("'", '"')


@pytest.mark.parametrize(
    "text",
    ["", "x = 1", "def a(): pass", "def solve(): 1\ndef eliminate(): 1", "def ("],
)
def test_a_wrong_module_that_replaces_no_function_is_refused(text: str) -> None:
    with pytest.raises(MarkingError, match="broken.toml: x: expected one function"):
        replace_function("def solve(): pass\n", text, "broken.toml: x")


ONLY_UNIT_TESTS = f"""\
schema = 1
course = "cit591"
title = "Unit tests"
files = ["sudoku.py"]
optional = ["sudoku_test.py"]
tests = "{RUBRICS / "cit591"}"
total = 10
[limits]
seconds = 20
[[criterion]]
id = "unit-tests"
marks = 10
test = [{{ do = "unit-tests", inputs = ["broken.toml"] }}]
"""
# Student tests and their marks of 10.
UNIT_TESTS: dict[str, tuple[str | None, str]] = {
    "none": (None, "0"),
    "import-nothing-known": ("import sudoku_is_not_needed", "0"),
    "test-nothing": ("import unittest", "0"),
    "test-isSolved": (
        "import unittest, sudoku\n"
        "class T(unittest.TestCase):\n"
        "    def test(self): assert sudoku.isSolved([[{1}, set()]]) is False",
        "0.77",
    ),
    "exported": (dict(files("cit591", ""))["sudoku_test.py"].decode(), "10"),
    "look-for-second-definitions": (
        ONLY_LOOKS.format("len(names) == len(set(names))"),
        "0",
    ),
    "look-at-the-order": (
        ONLY_LOOKS.format("names[0] == 'read_sudoku'"),
        "0",
    ),
    "look-at-the-layout": (ONLY_LOOKS.format("text.count('\\n\\n\\n') > 9"), "0"),
    "look-at-annotations": (ONLY_LOOKS.format("text.count('->') > 17"), "0"),
    "test-a-helper-of-the-student": (ONLY_LOOKS.format("sudoku.my_helper()"), "0"),
}


@pytest.mark.sandbox
def test_unit_tests_get_the_share_of_the_wrong_modules_that_they_find(
    tmp_path: Path,
) -> None:
    folder = class_of(tmp_path / "class", dict.fromkeys(UNIT_TESTS, "x = 1"))
    for name, (text, _) in UNIT_TESTS.items():
        if text is not None:
            (folder / name / "sudoku_test.py").write_text(text)
    (tmp_path / "unit.toml").write_text(ONLY_UNIT_TESTS)
    done = marking("run", tmp_path / "unit.toml", folder, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    found = {name: row["unit-tests"] for name, row in marks(tmp_path / "out").items()}
    assert found == {name: mark for name, (_, mark) in UNIT_TESTS.items()}


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


@pytest.mark.sandbox
def test_an_answer_in_pseudocode_is_judged_or_left_to_a_person(tmp_path: Path) -> None:
    right = answer()
    start = right.partition("## Task 7")[0]
    wrong = start.replace("ENQUEUE[HEAD[q], q]\n", "ENQUEUE[row[1], q]\n")
    assert wrong != start
    answers = {
        "right.md": right.encode(),
        "wrong.txt": wrong.encode(),
        "binary.docx": b"PK\x03\x04" + bytes(range(256)) * 9,
        "empty.pdf": b"%PDF-1.7\n",
    }
    (tmp_path / "class").mkdir()
    for name, data in answers.items():
        (tmp_path / "class" / name).write_bytes(data)
    done = marking("run", "pseudoku", tmp_path / "class", "-o", tmp_path / "out")
    assert "tests run: 4 of 4\n" in done.stderr and done.returncode == 0
    found = marks(tmp_path / "out")
    assert {row["status"] for row in found.values()} == {"manual"}
    assert [found["right"][f"task{n}"] for n in range(1, 11)] == (
        "4 5 3 6 4 6  6  ".split(" ")
    )
    assert found["wrong"]["task2"] == "0" and found["wrong"]["task4"] == "6"
    for student in ("binary", "empty"):
        assert {found[student][f"task{n}"] for n in range(1, 11)} == {""}
    todo = (tmp_path / "out" / "given-todo.csv").read_text("utf-8")
    assert "\nright,task9,,,,173 words\n" in todo
