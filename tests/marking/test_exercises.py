"""A class answers an exercise of its lecturer in pseudocode."""

import re
from pathlib import Path

import pytest

from marking.cli import main
from tests.marking.classes import class_of, marks
from tests.places import EXERCISES

pytestmark = pytest.mark.usefixtures("compiled_once")
RUBRIC = """
schema = 1
course = "pseudoku"
title = "Largest"
files = ["*"]
total = 5

[[criterion]]
id = "largest"
marks = 3
test = [{ do = "exercise", inputs = ["largest.toml"] }]

[[criterion]]
id = "vector"
marks = 2
test = [{ do = "MakeVector" }]
"""
LARGEST = (EXERCISES / "largest.toml").read_text("utf-8")
RIGHT = LARGEST.partition('right = ["""')[2].partition('"""')[0]
VECTOR = """
function MakeVector(row)
    new Vector puzzle(4)
    for 1 ≤ i ≤ 4 do
        puzzle[i] ← row
    end for
    return puzzle
end function
"""


@pytest.fixture
def rubric(tmp_path: Path) -> Path:
    (tmp_path / "largest.toml").write_text(LARGEST, "utf-8")
    path = tmp_path / "rubric.toml"
    path.write_text(RUBRIC, "utf-8")
    return path


def test_a_class_is_marked_by_an_exercise(rubric: Path, tmp_path: Path) -> None:
    answers = class_of(
        tmp_path / "class",
        {
            "ada": RIGHT + VECTOR,
            "ben": RIGHT.replace("x > y", "x < y") + VECTOR,
            "cy": "function Largest(s) look at all end function" + VECTOR,
            "dan": VECTOR,
        },
        "answer.txt",
    )
    assert main(["run", str(rubric), str(answers), "-o", str(tmp_path / "out")]) == 0
    rows = marks(tmp_path / "out")
    found = {name: (row["largest"], row["vector"]) for name, row in rows.items()}
    assert found == {
        "ada": ("3", "2"),
        "ben": ("0", "2"),
        "cy": ("", "2"),  # left to a person
        "dan": ("0", "2"),
    }
    pytest.importorskip("jinja2", reason="needs jinja2: pip install -e .[test]")
    words = ["report", str(tmp_path / "out"), "--format", "html"]
    assert main([*words, "--playground", "https://x.org/"]) == 0
    for name in found:
        page = (tmp_path / "out" / "report" / "html" / f"{name}.html").read_text()
        assert {*re.findall(r"\b(?:ada|ben|cy|dan|python3)\b", page)} == {name}
        assert page.count('href="https://x.org/#p=') == (name == "ben")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("level", range(4))
def test_a_rubric_can_allow_hints_which_change_no_mark(
    level: int, rubric: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head, *_, vector = RUBRIC.split("[[criterion]]")
    total = head.replace("total = 5", f"total = 2\nrun.hints = {level}")
    rubric.write_text(f"{total}[[criterion]]{vector}")
    wrong = VECTOR.replace("≤ 4", "< 4")
    answers = class_of(tmp_path / "class", {"ada": wrong}, "answer.txt")
    out = tmp_path / "out"
    assert main(["run", str(rubric), str(answers), "-o", str(out)]) == 0
    assert marks(out)["ada"]["vector"] == "0"
    assert main(["show", str(out), "ada"]) == 0
    page = capsys.readouterr().out
    line = wrong[: wrong.index("for 1 ≤ i < 4")].count("\n") + 1
    told = (f"in line {line} makes", "a comparison", "becomes for 1 ≤ i ≤ 4 do")
    shown = [text in page for text in told]
    assert shown == [level > 0, level == 2, level == 3]


def test_there_are_four_levels_of_hints(
    rubric: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rubric.write_text(RUBRIC.replace("total = 5", "total = 5\nrun.hints = 4"))
    assert main(["check", str(rubric), str(rubric)]) == 2
    assert "hints: 4; expected 0 to 3" in capsys.readouterr().err


@pytest.mark.parametrize(
    "old, new, message",
    [
        (
            "function Largest(s) return TOP[s]",
            "function Largest(s) x",
            "wrong[1] gets u",
        ),
        (
            'name = "Largest"',
            'name = "Smallest"',
            "reference: expected a function Small",
        ),
        ("x > y", "x < y", "right[1] gets fail: Largest(stack<"),
    ],
)
def test_a_wrong_exercise_is_refused_before_anything_runs(
    old: str,
    new: str,
    message: str,
    rubric: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "largest.toml"
    assert old in LARGEST
    path.write_text(LARGEST.replace(old, new, 1), "utf-8")
    answers = class_of(tmp_path / "class", {"ada": RIGHT}, "answer.txt")
    assert main(["run", str(rubric), str(answers), "-o", str(tmp_path / "out")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "largest.toml:" in line and message in line
