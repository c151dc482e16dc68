"""Exports of learning platforms get the rows that a fair marker would give."""

import csv
from pathlib import Path
from zipfile import ZipFile

import pytest

from marking.cli import main
from marking.intake.layouts import read_class
from marking.intake.owners import LATE_WITHOUT_TIME, match_entries
from marking.intake.roster import read_roster
from tests.marking.classes import WANTED, marks, runs_rubric, zipped
from tests.marking.exports import EXPORTS, RIGHT, WRONG, Export

LATE = """\
[late]
due = 2023-08-07T10:00:00+02:00
rule = "scale"
percent = 10
"""


def written(folder: Path, name: str, form: str) -> tuple[Export, Path, Path]:
    """Write an export as a zip, or unpacked in a folder, with its roster."""
    export = EXPORTS[name]()
    place = folder / "export.zip"
    place.write_bytes(zipped(export.files))
    if form == "folder":
        with ZipFile(place) as archive:
            place = folder / "export"
            archive.extractall(place)
    (folder / "roster.csv").write_bytes(export.roster)
    return export, place, folder / "roster.csv"


def test_there_are_at_least_60_submissions_on_five_platforms() -> None:
    assert sum(len(export().rows) for export in EXPORTS.values()) >= 60
    assert len(EXPORTS) == 5


@pytest.mark.sampled(3)
@pytest.mark.parametrize("form", ["zip", "folder"])
@pytest.mark.parametrize("name", EXPORTS)
def test_each_submission_of_an_export_is_read_or_left_to_a_person(
    name: str, form: str, tmp_path: Path
) -> None:
    export, place, path = written(tmp_path, name, form)
    roster = read_roster(str(path)).students
    found, unmatched = match_entries(
        read_class(str(place), None, WANTED, roster), roster, WANTED
    )
    assert [student.id for student in roster] == sorted(export.rows)
    timed = {student.id for student in roster if student.submitted_at}
    for student, (status, mark, note) in export.rows.items():
        own = found.get(student)
        if own is None:
            assert status == "missing", student
            continue
        is_open = own.review_reason and not (
            own.review_reason == LATE_WITHOUT_TIME and student in timed
        )
        assert status == ("manual" if is_open else "marked"), own
        assert any(note in text for text in (own.review_reason, *own.notes, "")), own
        program = own.files.get("sudoku.py", b"")
        is_right = program.split() == RIGHT.split()
        assert is_right == (mark not in ("0", "")), student
        assert is_right or status == "manual" or program in (WRONG, b"def main(:\n")
    assert tuple(each.path for each in unmatched) == export.nobody


@pytest.mark.sandbox
@pytest.mark.parametrize("name", EXPORTS)
def test_each_row_of_an_export_is_what_a_fair_marker_would_give(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export, place, path = written(tmp_path, name, "zip")
    (tmp_path / "small.toml").write_text(runs_rubric(10, 20, 1, LATE))
    words = ["run", str(tmp_path / "small.toml"), str(place), "--roster", str(path)]
    assert main([*words, "-o", str(tmp_path / "out")]) == 0
    rows = marks(tmp_path / "out")
    found = {key: (row["status"], row["mark"]) for key, row in rows.items()}
    assert found == {key: row[:2] for key, row in export.rows.items()}
    for student, (_, _, note) in export.rows.items():
        assert note in rows[student]["notes"]
    last = capsys.readouterr().err.splitlines()[-1]
    for status in {status for status, _, _ in export.rows.values()} - {"manual"}:
        number = sum(row[0] == status for row in export.rows.values())
        assert f"{number} {status}" in last
    with open(tmp_path / "out" / "unmatched.csv", encoding="utf-8", newline="") as file:
        assert tuple(row["path"] for row in csv.DictReader(file)) == export.nobody
