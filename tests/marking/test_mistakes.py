"""Wrong programs lose the marks of their mistake, and others lose none.

The others are as students write programs: they get the marks of running them by hand in
a folder with the inputs, without a line of `marking`. What came out was compared with the
courses' own files, or with what their own unit tests say.
"""

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, TypedDict

import pytest

from marking.marks import round_half_up
from marking.rubric import read_rubric
from marking.sandbox.interpreters import find_interpreter
from sudoku.northwestern import search
from sudoku.northwestern.inside import rows_of
from sudoku.northwestern.reading import read_grid
from tests.marking.classes import (
    DATA,
    hand_in,
    marked,
    planned_tests,
    rubric_with,
)
from tests.places import ROOT


class Change(TypedDict, total=False):
    """What is done to a program, and what that costs."""

    old: str
    new: str
    start: str
    end: str
    encoding: str
    fails: list[str]
    keeps: list[str]
    lost: dict[str, str]
    deductions: list[str]


class Program(NamedTuple):
    data: bytes
    lost: dict[str, str]
    deductions: str = ""


STYLES = DATA["styles"]
WORTH: dict[str, dict[str, int]] = STYLES.pop("worth")
READS: dict[str, str] = STYLES.pop("reads")
MAIN = 'if __name__ == "__main__":'


def mistakes(course: str) -> dict[str, Change]:
    path = ROOT / "tests" / "mistakes" / f"{course}.toml"
    changes: dict[str, Change] = tomllib.loads(path.read_text("utf-8"))
    return changes


def own(name: str) -> str:
    path = ROOT / "tests" / "styles" / f"{name}.py"
    return path.read_text("utf-8") if path.exists() else ""


def with_classes(course: str) -> str:
    """Return a program that has a hierarchy of classes, or "" if a course has none."""
    if course != "comp9021":
        return own(f"{course}_classes")
    start, _, rest = hand_in(course).partition("class Sudoku:")
    init = "def __init__(self, name):\n        super().__init__(name)\n"
    return f"{start}class Base:{rest}\n\nclass Sudoku(Base):\n    {init}"


def programs(course: str) -> Iterator[tuple[str, Program]]:
    """Yield the programs of a course, by name."""
    right = hand_in(course)
    yield "right", Program(right.encode(), {})
    for name, mistake in mistakes(course).items():
        # Every Python that is newer than the course's accepts this one.
        if name != "newer-python" or find_interpreter("3.6"):
            wrong = right.replace(mistake["old"], mistake["new"]).encode()
            deductions = " ".join(mistake.get("deductions", []))
            yield name, Program(wrong, mistake["lost"], deductions)
    plain = own(f"{course}_plain") or right
    worth = {part: str(most) for part, most in WORTH[course].items()}
    for name, style in STYLES.items():
        text = plain.replace(style.get("old", ""), style.get("new", ""))
        text = style.get("start", "") + text + style.get("end", "")
        fails, keeps = course in style.get("fails", []), style.get("keeps", [])
        lost = {part: most for part, most in worth.items() if part not in keeps}
        yield (
            name,
            Program(text.encode(style.get("encoding", "utf-8")), lost if fails else {}),
        )
    if text := with_classes(course):
        yield "class-hierarchy", Program(text.encode(), {})
    calls = f"{READS[course]}for n in range(99999): print(n, end=' ')\n"
    reads = right.replace(MAIN, calls + MAIN) if MAIN in right else right + calls
    yield "reads-what-the-course-gave-out", Program(reads.encode(), {})


def test_there_are_at_least_25_mistakes_and_each_changes_its_program() -> None:
    assert sum(len(mistakes(course)) for course in WORTH) >= 25
    for course in WORTH:
        text = hand_in(course)
        for name, mistake in mistakes(course).items():
            assert mistake["old"] in text, name


@pytest.mark.parametrize("course", WORTH)
def test_each_criterion_of_a_rubric_has_its_marks(course: str) -> None:
    parts = read_rubric(course).criterion
    tested = {part.id: part.marks for part in parts if part.test}
    tested.pop("unit-tests", None)
    assert tested == WORTH[course]


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "course",
    [
        pytest.param(name, marks=() if name == "hacettepe" else pytest.mark.nightly)
        for name in WORTH
    ],
)
def test_a_change_to_a_program_costs_its_marks_and_no_others(
    course: str, tmp_path: Path
) -> None:
    read = read_rubric(course)
    expected = dict(programs(course))
    for name, program in expected.items():
        path = tmp_path / "class" / name / read.files[0]
        path.parent.mkdir(parents=True)
        path.write_bytes(program.data)
    limit = f"seconds = {read.limits.seconds}"
    rubric = rubric_with(tmp_path, course, {limit: "seconds = 2"})
    rows = marked(rubric, tmp_path)
    for name, program in expected.items():
        row = rows[name]
        left = {
            part: Fraction(most) - Fraction(program.lost.get(part, 0))
            for part, most in WORTH[course].items()
        }
        mark = sum(left.values()) * (Fraction(9, 10) if program.deductions else 1)
        for part, value in {**left, "mark": mark}.items():
            assert float(row[part]) == round_half_up(Fraction(value), 2), (name, part)
        assert row["deductions"] == program.deductions, name


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
