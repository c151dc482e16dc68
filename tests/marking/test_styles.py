"""Programs as students write them get the marks that running them by hand gives.

By hand means: in a folder with the inputs, without a line of `marking`. What came out
was compared with the courses' own files, or with what their own unit tests say.
"""

import tomllib
from pathlib import Path
from typing import TypedDict

import pytest

from marking.rubric import read_rubric
from tests.marking.classes import hand_in, marking, marks
from tests.places import ROOT


class Style(TypedDict, total=False):
    old: str
    new: str
    start: str
    end: str
    encoding: str
    fails: list[str]


STYLES: dict[str, Style] = tomllib.loads(
    (ROOT / "tests" / "marking" / "styles.toml").read_text("utf-8")
)


def own(name: str) -> str:
    return (ROOT / "tests" / "styles" / f"{name}.py").read_text("utf-8")


def comp9021_with_classes() -> str:
    start, _, rest = hand_in("comp9021").partition("class Sudoku:")
    init = "def __init__(self, name):\n        super().__init__(name)\n"
    return f"{start}class Base:{rest}\n\nclass Sudoku(Base):\n    {init}"


# By course: the program, the criteria and their marks.
COURSES = {
    "hacettepe": (own("hacettepe_plain"), "output", "80"),
    "comp9021": (hand_in("comp9021"), "bare forced marked worked", "3 3 3 3"),
    "cit591": (own("cit591_plain"), "raw", "85"),
    "northwestern": (own("northwestern_plain"), "mark", "100"),
}
WITH_CLASSES = {
    "hacettepe": own("hacettepe_classes"),
    "comp9021": comp9021_with_classes(),
}


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "course",
    [
        pytest.param(name, marks=() if name == "hacettepe" else pytest.mark.nightly)
        for name in COURSES
    ],
)
def test_a_program_as_students_write_it_gets_the_marks_of_running_it_by_hand(
    course: str, tmp_path: Path
) -> None:
    text, criteria, full = COURSES[course]
    program = read_rubric(course).files[0]
    for name, style in STYLES.items():
        changed = text.replace(style.get("old", ""), style.get("new", ""))
        changed = style.get("start", "") + changed + style.get("end", "")
        path = tmp_path / "class" / name / program
        path.parent.mkdir(parents=True)
        path.write_text(changed, style.get("encoding", "utf-8"), newline="")
    if course in WITH_CLASSES:
        path = tmp_path / "class" / "class-hierarchy" / program
        path.parent.mkdir()
        path.write_text(WITH_CLASSES[course], "utf-8")
    done = marking("run", course, tmp_path / "class", "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    none = " ".join("0" for _ in criteria.split())
    for name, row in marks(tmp_path / "out").items():
        fails = course in STYLES.get(name, Style()).get("fails", [])
        found = " ".join(row[part] for part in criteria.split())
        assert found == (none if fails else full), name
