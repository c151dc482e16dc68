"""Classes as learning platforms write them, and whose each submission is."""

import os
import tomllib
from pathlib import Path
from typing import TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking.errors import MarkingError
from marking.intake import archives
from marking.intake.gradescope import read_metadata
from marking.intake.layouts import read_class
from marking.intake.owners import LATE_WITHOUT_TIME, match_entries
from marking.intake.roster import Student
from marking.intake.submission import Unmatched
from tests.marking.classes import PROGRAM, WANTED, Files, class_in, write, zipped
from tests.places import ROOT

LAYOUTS: dict[str, tuple[Files, dict[str, bytes]]] = {
    "folders": (
        {"z11/sudoku.py": b"1", "z12/src/sudoku.py": b"2", "z12/notes.txt": b""},
        {"z11": b"1", "z12": b"2"},
    ),
    "zips": (
        {
            "b21.zip": zipped({"sudoku.py": b"1"}),
            "b22.zip": zipped({"x/sudoku.py": b"2"}),
        },
        {"b21": b"1", "b22": b"2"},
    ),
    "files": ({"z11.py": b"1", "z12.py": b"2"}, {"z11": b"1", "z12": b"2"}),
    "moodle": (
        {
            "Ada Lovelace_4711_assignsubmission_file_/sudoku.py": b"1",
            "Ada Lovelace_4711_assignsubmission_onlinetext_/onlinetext.html": b"x",
            "Åsa Öberg_4712_assignsubmission_file_/sudoku.py": b"2",
            "Zip Zap_4713_assignsubmission_file_/b1.zip": zipped({"sudoku.py": b"3"}),
        },
        {"4711": b"1", "4712": b"2", "4713": b"3"},
    ),
    "moodle, flat": (
        {
            "Ada Lovelace_4711_assignsubmission_file_sudoku.py": b"1",
            "Bob_4712_assignsubmission_file_sudoku.py": b"2",
        },
        {"4711": b"1", "4712": b"2"},
    ),
    "canvas": (
        {
            "lovelaceada_4711_99_sudoku.py": b"1",
            "bob_LATE_4712_98_sudoku-2.py": b"2",
        },
        {"4711": b"1", "4712": b"2"},
    ),
    "gradescope": (
        {
            "submission_4711/sudoku.py": b"1",
            "submission_4712/sudoku.py": b"2",
            "submission_metadata.yml": b"x",
        },
        {"4711": b"1", "4712": b"2"},
    ),
    "sakai": (
        {
            "Lovelace, Ada(ada1)/Submission attachment(s)/sudoku.py": b"1",
            "Lovelace, Ada(ada1)/timestamp.txt": b"20230807",
        },
        {},
    ),
}


@pytest.mark.parametrize("name", LAYOUTS)
@pytest.mark.parametrize("as_zip", [False, True], ids=["folder", "zip"])
def test_the_layouts_of_the_platforms_are_found_by_their_names(
    name: str, as_zip: bool, tmp_path: Path
) -> None:
    files, expected = LAYOUTS[name]
    place = write(tmp_path / "class", files)
    if as_zip:
        place = tmp_path / "class.zip"
        place.write_bytes(zipped({f"class/{key}": data for key, data in files.items()}))
    found = class_in(place)
    with_files = {key: each for key, each in found.items() if each.files}
    assert {
        key: each.files["sudoku.py"] for key, each in with_files.items()
    } == expected


class Matching(TypedDict, total=False):
    files: dict[str, str]
    roster: list[dict[str, str]]
    found: dict[str, str]
    review: dict[str, str]
    notes: dict[str, list[str]]
    unmatched: dict[str, str]


TABLE = ROOT / "tests" / "marking" / "matching.toml"
MATCHINGS: dict[str, Matching] = tomllib.loads(TABLE.read_text("utf-8"))


@pytest.mark.parametrize("case", MATCHINGS.values(), ids=MATCHINGS)
def test_a_submission_belongs_to_the_student_of_its_name(
    case: Matching, tmp_path: Path
) -> None:
    place = write(tmp_path, {key: text.encode() for key, text in case["files"].items()})
    roster = None
    if "roster" in case:
        roster = [
            Student(
                each["id"],
                each.get("name", ""),
                lms=each.get("lms", ""),
                group=each.get("group", ""),
            )
            for each in case["roster"]
        ]
    entries = read_class(str(place), None, WANTED, roster)
    found, unmatched = match_entries(entries, roster, WANTED)
    programs = {key: each.files.get("sudoku.py") for key, each in found.items()}
    expected = {key: text.encode() for key, text in case["found"].items()}
    assert {key: data for key, data in programs.items() if data} == expected
    reviews = {key: each.review_reason for key, each in found.items()}
    assert {key: why for key, why in reviews.items() if why} == case.get("review", {})
    for student, notes in case.get("notes", {}).items():
        assert found[student].notes == notes
    if "unmatched" in case:
        assert {each.path: each.why for each in unmatched} == case["unmatched"]


@pytest.mark.parametrize("as_zip", [False, True], ids=["folder", "zip"])
@pytest.mark.parametrize("wrapper", ["COMP9021 A2/", "a/b/", "9021/"])
def test_a_folder_around_the_class_is_removed(
    wrapper: str, as_zip: bool, tmp_path: Path
) -> None:
    files = {f"{wrapper}z{n}/sudoku.py": PROGRAM for n in range(3)}
    files[f"{wrapper}z3.zip"] = zipped({"sudoku.py": PROGRAM})
    place = write(tmp_path / "class", files)
    if as_zip:
        place = tmp_path / "class.zip"
        place.write_bytes(zipped(files))
    found = class_in(place)
    assert sorted(found) == ["z0", "z1", "z2", "z3"]
    assert not any(each.review_reason for each in found.values())


CANVAS_NAMES = {
    "group_1_4712_98_sudoku.py": b"a group",
    "lovelaceada_4711_99_sudoku-1.py": b"resubmitted",
    "turingalan_LATE_4713_97_sudoku.py": b"late",
    "anon_aB3x9_96_sudoku.py": b"anonymous",
    "LATE_anon_xY7z2_95_sudoku.py": b"anonymous and late",
    "obergåsa_4714_94_my_1_2_sudoku.py": b"another name",
}


def test_names_of_canvas_are_read_in_the_reading_that_the_roster_has(
    tmp_path: Path,
) -> None:
    roster = [Student(f"s{n}", lms=str(4710 + n)) for n in range(1, 5)]
    roster.append(Student("a1", lms="anon_aB3x9"))
    entries = read_class(str(write(tmp_path, CANVAS_NAMES)), None, WANTED, roster)
    found, unmatched = match_entries(entries, roster, WANTED)
    assert {key: list(each.files.values()) for key, each in found.items()} == {
        "s1": [b"resubmitted"],
        "s2": [b"a group"],
        "s3": [b"late"],
        "s4": [],
        "a1": [b"anonymous"],
    }
    assert found["s4"].review_reason.endswith("there is my_1_2_sudoku.py")
    assert found["s3"].review_reason == LATE_WITHOUT_TIME
    assert [each.path for each in unmatched] == ["LATE_anon_xY7z2_95"]


def test_a_canvas_name_with_two_readings_matches_no_student_without_a_roster(
    tmp_path: Path,
) -> None:
    entries = read_class(str(write(tmp_path, CANVAS_NAMES)), None, WANTED)
    found, unmatched = match_entries(entries, None, WANTED)
    assert sorted(found) == ["4711", "4713", "4714", "anon_aB3x9", "anon_xY7z2"]
    why = "it may belong to 1 or 4712; expected a roster with these numbers in lms"
    assert unmatched == [Unmatched("group_1_4712_98_sudoku.py", why)]


def test_gradescope_says_who_handed_in_together_and_when(tmp_path: Path) -> None:
    metadata = b"""---
submission_1:
  :submitters:
  - :name: Ada Lovelace
    :sid: a1
    :email: ada@x.edu
  - :name: 'O''Neil'
    :sid: ''
    :email: one@x.edu
  :created_at: 2023-08-07 07:58:12.345 Z
  :history:
  - :created_at: 2001-01-01 00:00:00 Z
"""
    files = {"submission_1/sudoku.py": PROGRAM, "submission_metadata.yml": metadata}
    place = write(tmp_path, files)
    found = class_in(place)
    assert sorted(found) == ["a1", "one@x.edu"]
    assert found["a1"].name == "Ada Lovelace"
    assert str(found["a1"].submitted_at) == "2023-08-07 07:58:12+00:00"
    roster = [Student("z9", email="ADA@x.edu")]
    found, unmatched = match_entries(
        read_class(str(place), None, WANTED, roster), roster, WANTED
    )
    assert sorted(found) == ["z9"]
    assert unmatched == [Unmatched("submission_1", "O'Neil is not in the roster")]


@given(st.binary() | st.text(":-' \nnamesid&\\\"x12345678TZ+.!").map(str.encode))
def test_any_metadata_of_gradescope_is_read_without_an_error(data: bytes) -> None:
    start = b"submission_1:\n  :submitters:\n  - :name: Ada\n  :created_at: "
    for content in (data, start + data):
        (member,) = archives.read_members(zipped({"submission_metadata.yml": content}))
        read_metadata(member)


def test_a_class_that_is_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "class")
    with pytest.raises(MarkingError, match="expected a folder or a zip"):
        read_class(str(tmp_path / "class"), None, WANTED)
