"""Rubrics say what they mean, and everything else is refused with its key."""

import re
from dataclasses import fields
from pathlib import Path
from shutil import copytree

import pytest

from marking import rubric
from marking.errors import MarkingError
from marking.tests import all_tests, grading_module
from sudoku.courses import COURSES
from tests.marking.classes import (
    DATA,
    RUBRICS,
    planned_tests,
    rubric_with,
    wrong_rubrics,
)
from tests.places import GOLDEN, ROOT


def test_every_course_has_a_rubric() -> None:
    assert {*rubric.rubric_names()} == {*COURSES, "pseudoku"}


@pytest.mark.parametrize(
    ("old", "new", "message"), wrong_rubrics("read") + wrong_rubrics("plan")
)
def test_a_mistake_in_a_rubric_is_refused_with_the_file_and_the_key(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    path = rubric_with(tmp_path, "comp9021", {old: new})
    with pytest.raises(MarkingError) as caught:
        all_tests(rubric.read_rubric(str(path)))
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)


def test_inputs_with_the_name_of_a_golden_file_have_its_content() -> None:
    paths = [path for path in RUBRICS.glob("*/*.txt")]
    golden = {path: GOLDEN / path.relative_to(RUBRICS) for path in paths}
    copies = [path for path in paths if golden[path].exists()]
    assert len(copies) == 19
    for path in copies:
        assert path.read_bytes() == golden[path].read_bytes(), path


def test_a_board_of_81_cells_may_be_on_one_line(tmp_path: Path) -> None:
    folder = copytree(RUBRICS / "northwestern", tmp_path / "boards")
    before = [t for t in planned_tests("northwestern") if t.id == "DFS/first"]
    first = folder / "first.txt"
    first.write_text("".join(first.read_text().split()))
    path = rubric_with(
        tmp_path, "northwestern", {str(RUBRICS / "northwestern"): str(folder)}
    )
    after = [t for t in all_tests(rubric.read_rubric(str(path))) if t.id == "DFS/first"]
    assert after[0].inputs == before[0].inputs
    assert after[0].expected == before[0].expected
    first.write_text(first.read_text()[:80])
    with pytest.raises(MarkingError, match="expected 81 cells"):
        all_tests(rubric.read_rubric(str(path)))


@pytest.mark.parametrize(("name", "message"), DATA["cases"]["names"].items())
def test_a_name_that_is_no_rubric_is_refused(name: str, message: str) -> None:
    with pytest.raises(MarkingError) as caught:
        rubric.read_rubric(name)
    assert str(caught.value).startswith(message)


def test_a_rubric_that_would_take_long_is_refused_before_it_is_parsed(
    tmp_path: Path,
) -> None:
    path, dots = tmp_path / "r.toml", "a." * 30_000
    for text, message in (
        (f"{dots}a = 1", "r.toml:2: 30,000 dots; expected at most"),
        (f"[{dots}a] = 1", "r.toml:2: 30,000 dots; expected at most"),
        ("#" * rubric.MAX_RUBRIC_BYTES, "larger than 1,048,576 bytes"),
    ):
        path.write_text(f"schema = 1\n{text}\n")
        with pytest.raises(MarkingError, match=message):
            rubric.read_rubric(str(path))


def test_the_page_on_rubrics_shows_every_key_in_a_rubric_that_can_be_read(
    tmp_path: Path,
) -> None:
    page = (ROOT / "docs" / "marking-rubric.md").read_text("utf-8")
    every_key = page.partition("\n## Every key\n")[2]
    example = every_key.partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "comp9021").mkdir()
    (tmp_path / "comp9021" / "helper.py").write_text("")
    (tmp_path / "page.toml").write_text(example)
    read = rubric.read_rubric(str(tmp_path / "page.toml"))
    assert list(read.provided) == ["helper.py"]
    keys = set(re.findall(r"^(\w+) = ", example, re.MULTILINE))
    tables = (rubric.Rubric, rubric.Run, rubric.Limits, rubric.Late, rubric.Criterion)
    known = {field.name for table in tables for field in fields(table)}
    unshown = {"points", "criterion", "deduction", "limits", "late", "path", "run"}
    assert known - unshown <= keys | {"quote", "choice"}


def test_a_rubric_imports_no_file_of_the_folder_in_which_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hacettepe.py").write_text("raise SystemExit('a student runs')")
    monkeypatch.syspath_prepend(tmp_path)
    modules = [grading_module(name) for name in ("hacettepe", "pseudoku", "cit591")]
    assert modules == ["", "pseudoku.grading", "sudoku.cit591.grading"]
