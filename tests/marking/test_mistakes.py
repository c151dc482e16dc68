"""Wrong submissions lose the marks of their mistake, and the hand-ins lose none."""

import tomllib
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TypedDict

import pytest

from marking.marks import rounded
from tests.marking.classes import class_of, hand_in, marking, marks, rubric_with
from tests.places import ROOT

WORTH = {
    "comp9021": {"preassess": 1, "bare": 3, "forced": 3, "marked": 3, "worked": 3},
    "hacettepe": {"output": 80},
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
    assert sum(len(mistakes(course)) for course in WORTH) >= 25
    for course in WORTH:
        text = hand_in(course)
        for name, mistake in mistakes(course).items():
            assert mistake["old"] in text, name


@pytest.mark.box
@pytest.mark.parametrize("course", WORTH)
def test_each_mistake_costs_its_marks_and_no_others(
    course: str, tmp_path: Path
) -> None:
    right = hand_in(course)
    wrong = mistakes(course)
    programs = {
        name: right.replace(mistake["old"], mistake["new"])
        for name, mistake in wrong.items()
    }
    folder = class_of(tmp_path / "class", {**programs, "right": right})
    rubric = rubric_with(tmp_path, course, {"seconds = 30": "seconds = 2"})
    done = marking("run", rubric, folder, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    found = marks(tmp_path / "out")
    assert {row["box"] for row in found.values() if "box" in row} <= {"box"}
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
