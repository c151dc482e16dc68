"""The tables of a marker: rosters and given marks."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking.errors import MarkingError
from marking.intake.roster import read_given_marks, read_roster
from marking.rubric import read_rubric
from tests.marking.classes import DATA, wrong_rubrics

ROSTERS = DATA["cases"]["rosters"]
WORKSHEET: str = ROSTERS["worksheet"]
TABLES = st.text('idnameStudentID,;\t\n"0123.Particpant -') | st.text()


@given(st.binary() | TABLES.map(str.encode) | TABLES.map(lambda t: t.encode("utf-16")))
def test_any_roster_is_read_or_refused_in_one_line(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.csv"
    path.write_bytes(data)
    try:
        read_roster(str(path))
    except MarkingError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize("row", ROSTERS["first"])
def test_rosters_are_read_as_the_platforms_export_them(
    row: list[str], tmp_path: Path
) -> None:
    text, id, name, email, lms, login = row
    path = tmp_path / "r.csv"
    path.write_text(text.replace("WORKSHEET", WORKSHEET))
    own, *_ = read_roster(str(path)).students
    assert (own.id, own.name, own.email, own.lms) == (id, name, email, lms)
    assert not login or login in own.aliases


def test_each_student_of_a_roster_has_an_id_and_other_columns_are_ignored(
    tmp_path: Path,
) -> None:
    path = tmp_path / "r.csv"
    path.write_text(WORKSHEET)
    assert [student.id for student in read_roster(str(path)).students] == ["4712", "n1"]
    path.write_text("ID,Name,Section\nu1,Ada,A\n")
    assert read_roster(str(path)).ignored == ["Section"]


def test_a_worksheet_in_an_unknown_language_has_its_ids_before_the_addresses(
    tmp_path: Path,
) -> None:
    text = WORKSHEET.replace("ID number", "Numara").replace("Email address", "E-posta")
    path = tmp_path / "r.csv"
    for old, new, ids in (
        ("n1", "2017123", ["2017123", "4712"]),
        ("n1", "Fizik", ["4711", "4712"]),
        ("ada@x.edu", "Ada", ["4711", "4712"]),
    ):
        path.write_text(text.replace(old, new))
        assert [student.id for student in read_roster(str(path)).students] == ids


@pytest.mark.parametrize(("text", "message"), wrong_rubrics("roster"))
def test_a_mistake_in_a_roster_is_refused_with_its_line(
    text: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "roster.csv").write_text(text)
    with pytest.raises(MarkingError, match=re.escape(message)):
        read_roster(str(tmp_path / "roster.csv"))


def given_marks(path: Path, lines: str) -> dict[str, dict[str, Fraction]]:
    path.write_text(lines, "utf-8")
    return read_given_marks(str(path), read_rubric("hacettepe"))


@pytest.mark.parametrize(("line", "message"), wrong_rubrics("given"))
def test_a_mistake_in_given_marks_is_refused_with_its_line(
    line: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(MarkingError, match=re.escape(f"given.csv:2: {message}")):
        given_marks(tmp_path / "given.csv", f"id,criterion,marks\n{line}\n")


def test_the_last_of_several_given_marks_counts(tmp_path: Path) -> None:
    lines = "id,criterion,marks,by\na,mark,50,me\na,clean-code,,\na,mark,5.5,\n"
    given = given_marks(tmp_path / "given.csv", f"\ufeff{lines}")
    assert given["a"] == {"mark": Fraction("5.5")}
