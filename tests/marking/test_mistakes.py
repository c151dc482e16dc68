"""Wrong submissions lose the marks of their mistake, and the hand-ins lose none."""

import tomllib
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TypedDict

import pytest

from marking import rubric
from marking.courses import all_tests, cit591
from marking.drivers.functions import rows_of
from marking.marks import rounded
from marking.sandbox.interpreters import find
from pseudoku.handin.answer import answer
from sudoku.handins import files
from sudoku.northwestern import search
from sudoku.northwestern.starter import parse
from tests.marking.classes import class_of, hand_in, marking, marks, rubric_with
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
    if find("3.6") is None:  # every Python that is newer accepts it
        wrong.pop("newer-python", None)
    programs = {
        name: right.replace(mistake["old"], mistake["new"])
        for name, mistake in wrong.items()
    }
    name = FILES.get(course, "sudoku.py")
    folder = class_of(tmp_path / "class", {**programs, "right": right}, name)
    limit = "seconds = 60" if course == "northwestern" else "seconds = 30"
    rubric = rubric_with(tmp_path, course, {limit: "seconds = 2"})
    done = marking("run", rubric, folder, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    found = marks(tmp_path / "out")
    assert {row["sandbox"] for row in found.values() if "sandbox" in row} <= {"sandbox"}
    for name in programs | {"right": ""}:
        mistake = wrong.get(name, Mistake(lost={}))
        for criterion, worth in WORTH[course].items():
            left = worth - Fraction(mistake["lost"].get(criterion, "0"))
            assert found[name][criterion] == rounded(left, 2), (name, criterion)
        applied = " ".join(mistake.get("deductions", []))
        assert found[name]["deductions"] == applied, name
        lost = sum(map(Fraction, mistake["lost"].values()))
        factor = Fraction(9, 10) if applied else 1
        mark = (sum(WORTH[course].values()) - lost) * factor
        assert Decimal(found[name]["mark"]) == Decimal(rounded(Fraction(mark), 2))


def test_each_wrong_module_of_cit591_can_be_read_and_is_found_by_our_tests() -> None:
    """Otherwise a student could not find it either."""
    read = rubric.read("cit591")
    wrong = cit591.mistakes("broken.toml", read.input("broken.toml"))
    assert len(wrong) >= 12
    tests = [test for test in all_tests(read) if test.criterion == "unit-tests"]
    assert [test.id for test in tests if test.is_condition] == ["unit-tests/right"]
    for text in wrong.values():
        compile(text, "wrong", "exec")


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("student_tests", "marks_"),
    [
        ("import sudoku_is_not_needed", "0"),
        ("import unittest", "0"),
        (
            "import unittest, sudoku\n"
            "class T(unittest.TestCase):\n"
            "    def test(self): assert sudoku.isSolved([[{1}, set()]]) is False",
            "0.77",
        ),
        (dict(files("cit591", ""))["sudoku_test.py"].decode(), "10"),
        (None, "0"),
    ],
    ids=["cannot be read", "tests nothing", "tests isSolved", "exported", "none"],
)
def test_unit_tests_get_the_share_of_the_wrong_modules_that_they_find(
    student_tests: str | None, marks_: str, tmp_path: Path
) -> None:
    folder = class_of(tmp_path / "class", {"a": hand_in("cit591")})
    if student_tests is not None:
        (folder / "a" / "sudoku_test.py").write_text(student_tests)
    done = marking("run", "cit591", folder, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    row = marks(tmp_path / "out")["a"]
    assert (row["unit-tests"], row["isSolved"]) == (marks_, "5")


def test_any_right_solution_of_a_board_is_accepted_and_no_other_rows() -> None:
    tests = [test for test in all_tests(rubric.read("northwestern"))]
    (test,) = (test for test in tests if test.id == "DFS/several")
    assert test.accepts and test.accepts(test.expected)
    several = search.Board()
    several.rows = rows_of(parse(test.inputs["several.txt"].decode()))
    several.num_nums_placed = 25
    other = search.BFS(several)
    assert other and f"{other.rows}\n".encode() != test.expected
    assert test.accepts(f"{other.rows}\n".encode())
    assert not test.accepts(test.expected.replace(b"1", b"2"))
    assert not test.accepts(b"[" * 10**6)
    (first,) = (test for test in tests if test.id == "DFS/first")
    assert not first.accepts or not first.accepts(f"{other.rows}\n".encode())


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
    assert done.stderr.endswith("tests run: 4 of 4\n") and done.returncode == 0
    found = marks(tmp_path / "out")
    assert {row["status"] for row in found.values()} == {"manual"}
    assert [found["right"][f"task{n}"] for n in range(1, 11)] == (
        "4 5 3 6 4 6  6  ".split(" ")
    )
    assert found["wrong"]["task2"] == "0" and found["wrong"]["task4"] == "6"
    for student in ("binary", "empty"):
        assert {found[student][f"task{n}"] for n in range(1, 11)} == {""}
    sheet = marking("sheet", tmp_path / "out").stdout
    assert "\nright,task9,,,,292 words\n" in sheet
