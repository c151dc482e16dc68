"""The tables of a marker: rosters and given marks."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking.errors import MarkingError
from marking.intake.roster import Student, read_given_marks, read_roster
from marking.rubric import read_rubric
from tests.marking.classes import wrong_rubrics

WORKSHEET = (
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum grade\n"
    "Participant 4711,Ada Lovelace,n1,ada@x.edu,Submitted,,10.00\n"
    "Participant 4712,Alan Turing,,alan@x.edu,Submitted,,10.00\n"
)
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


def test_rosters_are_read_as_the_platforms_export_them(tmp_path: Path) -> None:
    canvas = (
        "Student;ID;SIS User ID;SIS Login ID;Section;Sudoku (991)\n"
        "    Points Possible;;;;;10,00\n"
        "Lovelace, Ada;4711;u1;ada1;A;\n"
    )
    participants = "First name,Last name,Email address\nAda,Lovelace,ada@x.edu\n"
    path = tmp_path / "r.csv"
    for text, expected in (
        (canvas, Student("u1", "Lovelace, Ada", "", "4711", aliases=("ada1",))),
        (participants, Student("ada@x.edu", "Ada Lovelace", "ada@x.edu")),
        (WORKSHEET, Student("4712", "Alan Turing", "alan@x.edu", "4712")),
        ("ID,Name,Section\nu1,Ada,A\n", Student("u1", "Ada")),
    ):
        path.write_text(text)
        own, *_ = read_roster(str(path)).students
        assert replace(own, aliases=expected.aliases) == expected
        assert set(expected.aliases) <= set(own.aliases)
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
