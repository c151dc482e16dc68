"""Classes in every layout: whose each submission is, and which of its files count.

The classes are in folders.toml, and those that learning platforms export in exports.toml.
"""

import csv
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking import rubric
from marking.cli import main
from marking.errors import MarkingError
from marking.intake import archives
from marking.intake.gradescope import read_metadata
from marking.intake.layouts import read_class
from marking.intake.owners import LATE_WITHOUT_TIME, match_entries
from marking.intake.roster import Student
from marking.intake.submission import WantedFiles
from marking.sandbox.job import Job, Outcome, Output
from marking.sandbox.launcher import Sandbox
from tests.marking.classes import (
    DATA,
    RUBRICS,
    WANTED,
    FileTable,
    Zipped,
    class_in,
    encoded,
    entry,
    files_of,
    hand_in,
    marks,
    runs_rubric,
    write,
    zipped,
)

RIGHT = hand_in("hacettepe")
WRONG = RIGHT.replace("Step {number} -", "Step {number}")
WORDS = {"RIGHT": RIGHT, "WRONG": WRONG, "CRLF": RIGHT.replace("\n", "\r\n")}


FOLDERS = DATA["folders"]
EXPORTS = DATA["exports"]
WAYS = EXPORTS.pop("ways")


def placed(folder: Path, files: Zipped, form: str) -> Path:
    """Write a class as a folder or as a zip; return its path."""
    if form == "folder":
        return write(folder / "class", files)
    (folder / "class.zip").write_bytes(zipped(files))
    return folder / "class.zip"


def without_zips(files: FileTable) -> FileTable:
    """Return the files of a class in which each zip of a student is a folder."""
    top: FileTable = {}
    for name, value in files.items():
        if isinstance(value, dict):
            stem = name.removesuffix(".zip")
            top |= {f"{stem}/{inner}": item for inner, item in value.items()}
        else:
            top[name] = value
    return top


@pytest.mark.parametrize(
    ("name", "form"),
    [
        (name, form)
        for name, case in FOLDERS.items()
        for form in case.get("forms", ["folder", "zip"])
    ],
)
def test_each_submission_belongs_to_its_student_and_its_files_count(
    name: str, form: str, tmp_path: Path
) -> None:
    case = FOLDERS[name]
    roster = None
    if "roster" in case:
        roster = [Student(**row) for row in case["roster"]]
    files = case["files"]
    if form == "unpacked":
        files = without_zips(files)
    place = placed(tmp_path, files_of(files), form)
    entries = read_class(str(place), None, WANTED, roster)
    found, unmatched = match_entries(entries, roster, WANTED)
    programs = {key: each.files.get("sudoku.py") for key, each in found.items()}
    reviews = {key: each.review_reason for key, each in found.items()}
    made: dict[str, dict[str, object]] = {
        "found": {key: data.decode() for key, data in programs.items() if data},
        "review": {
            key: why.replace(LATE_WITHOUT_TIME, "LATE_WITHOUT_TIME")
            for key, why in reviews.items()
            if why
        },
        "unmatched": {each.path: each.why for each in unmatched},
        "notes": {key: each.notes for key, each in found.items()},
        "names": {key: each.name for key, each in found.items()},
        "times": {key: str(each.submitted_at) for key, each in found.items()},
    }
    assert made["found"] == case["found"]
    assert made["review"] == case.get("review", {})
    assert made["unmatched"] == case.get("unmatched", made["unmatched"])
    for about in ("notes", "names", "times"):
        expected = case.get(about, {})
        assert {key: made[about][key] for key in expected} == expected
    for student, tree in case.get("tree", {}).items():
        assert found[student].tree == files_of(tree)
    for student, omitted in case.get("omitted", {}).items():
        assert found[student].omitted_files.endswith(omitted)
        assert bool(found[student].omitted_files) == bool(omitted)


def written_export(name: str, folder: Path, form: str) -> tuple[Path, Path]:
    """Write an export and its roster; return the paths of both."""
    export = EXPORTS[name]
    files = dict(export["files"])
    for _, start, way, *_ in export["students"]:
        handed = WAYS[way]["files"] if way else {}
        if start.endswith(".zip/"):
            files[start.removesuffix("/")] = handed
        else:
            files |= {start + inner: value for inner, value in handed.items()}
    content = files_of(files, WORDS | export.get("words", {}))
    roster = folder / "roster.csv"
    roster.write_text(export["roster"], export.get("encoding", "utf-8"))
    return placed(folder, content, form), roster


def rows_of(name: str) -> dict[str, list[str]]:
    """Return the row that each student of an export should get."""
    return {
        student: row or WAYS[way]["row"]
        for student, _, way, *row in EXPORTS[name]["students"]
    }


def answer_without_running(sandbox: Sandbox, job: Job) -> bytes:
    """Answer as the right program does, or as one that writes no output."""
    program = job.files[f"{job.folder}sudoku.py"].decode()
    output = Output("missing")
    if program.split() == RIGHT.split():
        output = Output("file", (RUBRICS / "hacettepe" / "i1.out").read_bytes())
    return encoded(Outcome("exit", 0, 1, 1, 1, outputs={"output.txt": output}))


@pytest.mark.sampled(8)
@pytest.mark.parametrize("form", ["zip", "folder"])
@pytest.mark.parametrize("name", EXPORTS)
def test_each_row_of_an_export_is_what_a_fair_marker_would_give(
    name: str,
    form: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("marking.cli.run.tier_for", lambda tests, python: "sandbox")
    monkeypatch.setattr(Sandbox, "outcome_bytes", answer_without_running)
    place, path = written_export(name, tmp_path, form)
    (tmp_path / "small.toml").write_text(
        runs_rubric(10, 20, 1, DATA["rubrics"]["late"])
    )
    words = ["run", str(tmp_path / "small.toml"), str(place), "--roster", str(path)]
    assert main([*words, "-o", str(tmp_path / "out")]) == 0
    rows, expected = marks(tmp_path / "out"), rows_of(name)
    found = {key: [row["status"], row["mark"]] for key, row in rows.items()}
    assert found == {key: row[:2] for key, row in expected.items()}
    for student, (_, _, note) in expected.items():
        assert note in rows[student]["notes"]
    last = capsys.readouterr().err.splitlines()[-1]
    for status in {status for status, _, _ in expected.values()} - {"manual"}:
        number = sum(row[0] == status for row in expected.values())
        assert f"{number} {status}" in last
    with open(tmp_path / "out" / "unmatched.csv", encoding="utf-8", newline="") as file:
        paths = [row["path"] for row in csv.DictReader(file)]
    assert paths == EXPORTS[name]["nobody"]


@given(st.binary() | st.text(":-' \nnamesid&\\\"x12345678TZ+.!").map(str.encode))
def test_any_metadata_of_gradescope_is_read_without_an_error(data: bytes) -> None:
    start = b"submission_1:\n  :submitters:\n  - :name: Ada\n  :created_at: "
    for content in (data, start + data):
        (member,) = archives.read_members(zipped({"submission_metadata.yml": content}))
        read_metadata(member)


def test_a_pipe_is_neither_a_class_nor_a_program(tmp_path: Path) -> None:
    top = tmp_path / "class" / "a1"
    top.mkdir(parents=True)
    os.mkfifo(top / "sudoku.py")
    found = class_in(tmp_path / "class", [Student("a1")])
    pipe = "sudoku.py cannot be read: it is a device or a pipe"
    assert found["a1"].review_reason == pipe
    with pytest.raises(MarkingError, match="expected a folder or a zip"):
        read_class(str(top / "sudoku.py"), None, WANTED)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_the_same_entry_twice_is_two_files_if_it_is_wanted(tmp_path: Path) -> None:
    names = ("a1/sudoku.py", "a1/sudoku.py", "a2/sudoku.py", "a2/n.txt", "a2/n.txt")
    entries = {entry(name): f"{n}".encode() for n, name in enumerate(names)}
    (tmp_path / "c.zip").write_bytes(zipped(entries))
    found = class_in(tmp_path / "c.zip")
    question = "2 files named sudoku.py: sudoku.py, sudoku.py"
    assert (found["a1"].review_reason, found["a2"].review_reason) == (question, "")


def test_an_answer_in_pseudocode_counts_among_drawings(tmp_path: Path) -> None:
    endings = [".txt", ".md", ".pseudo", ".pdf", ".docx", ".odt", ".ipynb"]
    for ending in endings:
        files = {f"pseudoku{ending}": b"the answer", "puzzle.svg": b"<"}
        write(tmp_path / f"in{ending[1:]}", files)
    wanted = WantedFiles(("*",))
    found, _ = match_entries(read_class(str(tmp_path), None, wanted), None, wanted)
    answers = [each.files for each in found.values()]
    assert answers == [{rubric.ANSWER: b"the answer"}] * len(endings)
