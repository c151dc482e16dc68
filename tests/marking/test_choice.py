"""Which of a student's files count, and what is left to a person."""

import os
from pathlib import Path
from zipfile import ZipInfo

import pytest

from marking import rubric
from marking.intake.layouts import read_class
from marking.intake.owners import match_entries
from marking.intake.roster import Student
from marking.intake.submission import WantedFiles
from tests.marking.classes import PROGRAM, Files, class_in, entry, write, zipped

NESTED = zipped({"other.py": b"", "sudoku.py": PROGRAM})
EVERYDAY: dict[str, dict[str | ZipInfo, bytes]] = {
    "a macOS screenshot": {"Screenshot 2023-08-07 at 9.58.12\u202fAM.png": b"png"},
    "a no-break space": {"my\u00a0notes.txt": b""},
    "a colon": {"12:30.txt": b""},
    "a link in a venv": {entry("venv/bin/python3", 0o120777): b"/usr/bin/python3"},
    "a venv of 1,200 files": {f"venv/lib/p{n}.py": b"" for n in range(1_200)},
    "names that differ in case": {"README.md": b"", "readme.md": b""},
    "a packed data file": {"data.csv.gz": b"\x1f\x8b"},
    "1,100 objects of git": {f".git/objects/{n:04}": b"" for n in range(1_100)},
    "links of node": {entry("node_modules/.bin/tsc", 0o120777): b"../tsc"},
    "a backslash": {"old\\notes.txt": b""},
    "18 folders": {"d/" * 18 + "x.txt": b""},
    "a zip inside": {"old.zip": zipped({"sudoku.py": b"old"})},
    "the same name twice": {"notes.txt": b"1", entry("notes.txt"): b"2"},
    "another program": {"helper.py": b"", "tests/test_sudoku.py": b""},
    # and what the archives of before refused on purpose
    "a name that leads out of it": {"../x.txt": b"", "/etc/passwd": b""},
    "a long name": {"n" * 256: b""},
    "a large file that is not wanted": {"film.mp4": bytes(2**24)},
}


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", EVERYDAY)
@pytest.mark.parametrize("form", ["zip", "zip in a class zip", "folder in a class zip"])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_everyday_things_beside_a_right_program_are_ignored(
    name: str, form: str, tmp_path: Path
) -> None:
    files = {"sudoku.py": PROGRAM, **EVERYDAY[name]}
    if form == "folder in a class zip":
        inside = {renamed(key, "z1/"): data for key, data in files.items()}
        place = tmp_path / "class.zip"
        place.write_bytes(zipped({**inside, "z2/sudoku.py": b"2"}))
    else:
        place = write(tmp_path / "class", {"z1.zip": zipped(files), "z2.py": b"2"})
        if form == "zip in a class zip":
            data = zipped({"z1.zip": zipped(files), "z2.py": b"2"})
            place = tmp_path / "class.zip"
            place.write_bytes(data)
    found = class_in(place)
    assert sorted(found) == ["z1", "z2"]
    assert found["z1"].files == {"sudoku.py": PROGRAM}
    assert found["z1"].review_reason == ""


def renamed(name: str | ZipInfo, top: str) -> str | ZipInfo:
    """A name, or an entry, in the folder *top*."""
    if isinstance(name, str):
        return top + name
    return entry(top + name.filename, name.external_attr >> 16)


@pytest.mark.parametrize(
    "files",
    [
        {"project.zip": NESTED},
        {"project.zip": zipped({"a/b/inner.zip": NESTED})},
        {"Assignment 2/sudoku.py": PROGRAM, "__MACOSX/Assignment 2/._sudoku.py": b"\0"},
        {"Part1/sudoku.py": PROGRAM, "Part2/sudoku.py": PROGRAM},
        {"sudoku.py": PROGRAM, "backup/sudoku.py": b"old"},
        {"sudoku.py": PROGRAM, ".ipynb_checkpoints/sudoku.py": b"old"},
    ],
    ids=range(6),
)
def test_a_program_is_found_where_students_put_it(
    files: dict[str | ZipInfo, bytes], tmp_path: Path
) -> None:
    (tmp_path / "z1.zip").write_bytes(zipped(files))
    own = class_in(tmp_path)["z1"]
    assert (own.files, own.review_reason) == ({"sudoku.py": PROGRAM}, "")


@pytest.mark.parametrize(
    ("files", "question"),
    [
        ({}, "sudoku.py not handed in; nothing is there"),
        (
            {"Sudoku.py": b"1", "SUDOKU.py": b"2"},
            "2 files named sudoku.py: SUDOKU.py, Sudoku.py",
        ),
        (
            {"a2.ipynb": b"", "report.pdf": b""},
            "sudoku.py not handed in; there is a2.ipynb, report.pdf",
        ),
        (
            {f"{n}.txt": b"" for n in range(10)},
            "sudoku.py not handed in; there is 0.txt, 1.txt, 2.txt, 3.txt, 4.txt, "
            "5.txt, 6.txt, 7.txt and 2 more",
        ),
        (
            {"Part1/sudoku.py": b"1", "Part2/sudoku.py": b"2"},
            "2 files named sudoku.py: Part1/sudoku.py, Part2/sudoku.py",
        ),
        ({"work.7z": b"7z"}, "sudoku.py not handed in; there is work.7z"),
        ({"work.zip": b"?"}, "work.zip cannot be read: not a zip"),
        ({"sudoku.py": bytes(2**20 + 1)}, "sudoku.py is larger than 1,048,576 bytes"),
        ({"src/sudoku.py": b" \n"}, "src/sudoku.py is empty"),
        ({"sudoku.py": bytes(9)}, "sudoku.py is empty"),
    ],
    ids=range(10),
)
def test_an_unclear_submission_is_left_to_a_person(
    files: Files, question: str, tmp_path: Path
) -> None:
    (tmp_path / "z1").mkdir()
    write(tmp_path / "z1", files)
    own = class_in(tmp_path)["z1"]
    assert (own.files, own.review_reason) == ({}, question)


def test_one_odd_name_in_the_zip_of_a_class_harms_nobody(tmp_path: Path) -> None:
    names = ["z1/12:30\u202fAM.png", "z1/sudoku.py", "../z2/sudoku.py", "z3\\sudoku.py"]
    (tmp_path / "c.zip").write_bytes(zipped({name: PROGRAM for name in names}))
    found = class_in(tmp_path / "c.zip")
    assert {key: len(each.files) for key, each in found.items()} == {
        "z1": 1,
        "z2": 1,
        "z3": 1,
    }


@pytest.mark.parametrize("roster", [None, [Student("a1"), Student("a2")]])
def test_a_folder_with_only_a_link_or_a_pipe_or_nothing_has_a_row(
    roster: list[Student] | None, tmp_path: Path
) -> None:
    top = tmp_path / "class"
    for name in ("a1", "a2"):
        (top / name).mkdir(parents=True)
    (top / "a1" / "sudoku.py").symlink_to("/etc/passwd")
    (top / "a1" / "more").symlink_to("/etc")
    os.mkfifo(top / "a2" / "sudoku.py")
    found = class_in(top, roster)
    assert found["a1"].review_reason == "sudoku.py cannot be read: it is a link"
    assert (
        found["a2"].review_reason
        == "sudoku.py cannot be read: it is a device or a pipe"
    )
    (top / "a1" / "sudoku.py").unlink()
    (top / "a1" / "more").unlink()
    (top / "a2" / "sudoku.py").unlink()
    questions = {each.review_reason for each in class_in(top, roster).values()}
    assert questions == {"sudoku.py not handed in; nothing is there"}


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_links_and_the_same_entry_twice_in_a_class_zip_have_a_row(
    tmp_path: Path,
) -> None:
    files: dict[str | ZipInfo, bytes] = {
        entry("a1/sudoku.py", 0o120777): b"/etc/passwd",
        entry("a2/sudoku.py"): b"1",
        entry("a2/sudoku.py"): b"2",
        "a3/": b"",
    }
    (tmp_path / "c.zip").write_bytes(zipped(files))
    found = class_in(tmp_path / "c.zip")
    assert {key: each.review_reason for key, each in found.items()} == {
        "a1": "sudoku.py cannot be read: it is a link",
        "a2": "2 files named sudoku.py: sudoku.py, sudoku.py",
        "a3": "sudoku.py not handed in; nothing is there",
    }


@pytest.mark.parametrize(
    "ending", [".txt", ".md", ".pseudo", ".pdf", ".docx", ".odt", ".ipynb"]
)
def test_an_answer_in_pseudocode_counts_among_drawings(
    ending: str, tmp_path: Path
) -> None:
    files = {
        f"{student}/{name}": data
        for student in ("a1", "a2")
        for name, data in ((f"pseudoku{ending}", b"the answer"), ("puzzle.svg", b"<"))
    }
    wanted = WantedFiles(("*",))
    entries = read_class(str(write(tmp_path / "class", files)), None, wanted)
    found = match_entries(entries, None, wanted)[0]
    assert [found[student].files for student in ("a1", "a2")] == [
        {rubric.ANSWER: b"the answer"}
    ] * 2
