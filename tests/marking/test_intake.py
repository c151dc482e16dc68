"""Classes as learning platforms write them, hostile archives, rosters."""

import os
import struct
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from io import BytesIO
from pathlib import Path, PurePosixPath
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking import rubric
from marking.errors import MarkingError
from marking.intake import archives, submission
from marking.intake.gradescope import read_metadata
from marking.intake.layouts import handed_in
from marking.intake.owners import LATE, matched
from marking.intake.roster import Student, read_given, read_roster
from marking.intake.submission import Submission, Unmatched, Wanted

WANTED = Wanted(("sudoku.py",))
Files = dict[str, bytes]


Zipped = Mapping[str, bytes] | Mapping[ZipInfo, bytes] | Mapping[str | ZipInfo, bytes]


def zipped(files: Zipped) -> bytes:
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def entry(name: str, mode: int = 0o100644) -> ZipInfo:
    info = ZipInfo(name)
    info.external_attr = mode << 16
    return info


def with_flag(data: bytes, flag: int) -> bytes:
    """A zip whose entries all have a flag."""
    changed = bytearray(data)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        (flags,) = struct.unpack_from("<H", data, at + offset)
        struct.pack_into("<H", changed, at + offset, flags | flag)
    return bytes(changed)


def bomb() -> bytes:
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for number in range(70):
            archive.writestr(f"{number}/sudoku.py", bytes(2**20))
    return stream.getvalue()


def with_method(method: bytes) -> bytes:
    """A zip whose entry is packed in a way that nobody knows."""
    data = bytearray(zipped({"sudoku.py": b"x" * 9}))
    for mark, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        at = data.find(mark) + offset
        data[at : at + 2] = method
    return bytes(data)


HOSTILE: dict[str, tuple[bytes, str]] = {
    "link": (zipped({entry("sudoku.py", 0o120777): b"/etc/passwd"}), "it is a link"),
    "device": (zipped({entry("sudoku.py", 0o020666): b""}), "it is a device or a pipe"),
    "fifo": (zipped({entry("sudoku.py", 0o010666): b""}), "it is a device or a pipe"),
    "bomb": (bomb(), "70 files named sudoku.py: "),
    "large bomb": (zipped({"sudoku.py": bytes(2**22)}), "larger than 1,048,576 bytes"),
    "entries": (
        zipped({f"{n}".zfill(9_999): b"" for n in range(1_700)}),
        "a zip whose list of files has more than 16,777,216 bytes; unpack it",
    ),
    "twice": (zipped({"a/sudoku.py": b"1", "b/sudoku.py": b"2"}), "2 files named"),
    "encrypted": (with_flag(zipped({"sudoku.py": b"x"}), 1), "it is encrypted"),
    "cut": (zipped({"sudoku.py": b"x" * 99})[:-30], "not a zip"),
    "no list": (
        struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, 100, 0, 0),
        "a damaged zip",
    ),
    "wrong list": (b"x" * 99 + b"PK\x05\x06" + bytes(18), "sudoku.py not handed in"),
    "wrong check sum": (
        zipped({"sudoku.py": b"x" * 99}).replace(b"x" * 99, b"y" * 99),
        "cannot be read: damaged",
    ),
    "method": (with_method(b"\x63\0"), "damaged"),
    "text": (b"print('I am a zip')", "not a zip"),
    "nested too deeply": (
        zipped({"1.zip": zipped({"2.zip": zipped({"3.zip": zipped({"4.zip": b""})})})}),
        "sudoku.py not handed in",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_archive_is_left_to_a_person_with_its_reason(
    name: str, tmp_path: Path
) -> None:
    data, reason = HOSTILE[name]
    (tmp_path / "b21234567.zip").write_bytes(data)
    found = class_in(tmp_path, [Student("21234567")])
    assert found["21234567"].files == {}
    assert reason in found["21234567"].question
    assert [path.name for path in tmp_path.iterdir()] == ["b21234567.zip"]


RIGHT = b"print('right')"
NESTED = zipped({"other.py": b"", "sudoku.py": RIGHT})
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


@pytest.mark.parametrize("name", EVERYDAY)
@pytest.mark.parametrize("form", ["zip", "zip in a class zip", "folder in a class zip"])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_everyday_things_beside_a_right_program_are_ignored(
    name: str, form: str, tmp_path: Path
) -> None:
    files = {"sudoku.py": RIGHT, **EVERYDAY[name]}
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
    assert found["z1"].files == {"sudoku.py": RIGHT}
    assert found["z1"].question == ""


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
        {"Assignment 2/sudoku.py": RIGHT, "__MACOSX/Assignment 2/._sudoku.py": b"\0"},
        {"Part1/sudoku.py": RIGHT, "Part2/sudoku.py": RIGHT},
        {"sudoku.py": RIGHT, "backup/sudoku.py": b"old"},
        {"sudoku.py": RIGHT, ".ipynb_checkpoints/sudoku.py": b"old"},
    ],
    ids=range(6),
)
def test_a_program_is_found_where_students_put_it(
    files: dict[str | ZipInfo, bytes], tmp_path: Path
) -> None:
    (tmp_path / "z1.zip").write_bytes(zipped(files))
    own = class_in(tmp_path)["z1"]
    assert (own.files, own.question) == ({"sudoku.py": RIGHT}, "")


@pytest.mark.parametrize(
    ("files", "question"),
    [
        ({}, "sudoku.py not handed in; nothing is there"),
        ({"Sudoku.py": b""}, "sudoku.py not handed in; there is Sudoku.py"),
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
    ],
    ids=str,
)
def test_an_unclear_submission_is_left_to_a_person(
    files: Files, question: str, tmp_path: Path
) -> None:
    (tmp_path / "z1").mkdir()
    write(tmp_path / "z1", files)
    own = class_in(tmp_path)["z1"]
    assert (own.files, own.question) == ({}, question)


def test_one_odd_name_in_the_zip_of_a_class_harms_nobody(tmp_path: Path) -> None:
    names = ["z1/12:30\u202fAM.png", "z1/sudoku.py", "../z2/sudoku.py", "z3\\sudoku.py"]
    (tmp_path / "c.zip").write_bytes(zipped({name: RIGHT for name in names}))
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
    os.mkfifo(top / "a2" / "sudoku.py")
    found = class_in(top, roster)
    assert found["a1"].question == "sudoku.py cannot be read: it is a link"
    assert found["a2"].question == "sudoku.py cannot be read: it is a device or a pipe"
    (top / "a1" / "sudoku.py").unlink()
    (top / "a2" / "sudoku.py").unlink()
    questions = {each.question for each in class_in(top, roster).values()}
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
    assert {key: each.question for key, each in found.items()} == {
        "a1": "sudoku.py cannot be read: it is a link",
        "a2": "2 files named sudoku.py: sudoku.py, sudoku.py",
        "a3": "sudoku.py not handed in; nothing is there",
    }


def test_a_zip_that_lies_about_a_size_gives_no_more_than_it_says() -> None:
    data = zipped({"sudoku.py": b"x" * 5000})
    lie = data.replace(struct.pack("<L", 5000), struct.pack("<L", 10))
    (member,) = archives.members(lie)
    with pytest.raises(MarkingError, match="damaged"):
        member.read(2**20)


def test_a_zip_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission, "MOST_UNPACKED", 100)
    (tmp_path / "z1.zip").write_bytes(zipped({"sudoku.py": RIGHT}))
    question = "z1.zip cannot be read: more than 100 bytes of zips"
    assert class_in(tmp_path)["z1"].question == question


@given(st.binary(max_size=300), st.integers(0, 299), st.integers(0, 255))
def test_a_zip_with_a_wrong_byte_is_read_or_refused(
    content: bytes, at: int, byte: int
) -> None:
    data = bytearray(zipped({"a/sudoku.py": content, "b.txt": b""}))
    data[at % len(data)] = byte
    for archive in (bytes(data), bytes(data[at:]), bytes(data[:at])):
        try:
            for member in archives.members(archive):
                assert len(member.read(100)) <= 100
        except MarkingError:
            pass


# zipfile cuts a name at a NUL when it writes one.
NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@given(st.dictionaries(NAMES, st.binary()))
def test_members_are_those_that_zipfile_finds(files: dict[str, bytes]) -> None:
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for number, (name, data) in enumerate(files.items()):
            archive.writestr(f"{number}{name}.", data)
    with ZipFile(stream) as archive:
        expected = {
            archives.path_of(info): archive.read(info) for info in archive.infolist()
        }
    found = list(archives.members(stream.getvalue()))
    assert {
        each.path: b"" if each.kind else each.read(2**20) for each in found
    } == expected


def class_in(
    place: Path, roster: list[Student] | None = None, layout: str | None = None
) -> dict[str, Submission]:
    return matched(handed_in(str(place), layout, WANTED, roster), roster, WANTED)[0]


def write(folder: Path, files: Files) -> Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


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


def test_sakai_folders_are_matched_by_the_id_in_their_name(tmp_path: Path) -> None:
    found = class_in(write(tmp_path, LAYOUTS["sakai"][0]), [Student("ada1")])
    assert found["ada1"].files == {"sudoku.py": b"1"}
    note = "sudoku.py was found at Submission attachment(s)/sudoku.py"
    assert found["ada1"].notes == (note,)


def test_the_roster_matches_by_number_then_by_id_then_by_name(tmp_path: Path) -> None:
    files = {
        "Ada Lovelace_7_assignsubmission_file_/sudoku.py": b"number",
        "Nobody_8_assignsubmission_file_/sudoku.py": b"",
        "z5000001 final/sudoku.py": b"id",
        "Öberg, Åsa/sudoku.py": b"name",
        "z50/sudoku.py": b"short",
    }
    roster = [
        Student("ada", "Ada Lovelace", lms="7"),
        Student("z50"),
        Student("z5000001"),
        Student("asa", "Åsa Öberg"),
        Student("none"),
    ]
    entries = handed_in(str(write(tmp_path, files)), None, WANTED)
    found, unmatched = matched(entries, roster, WANTED)
    assert {key: each.files["sudoku.py"] for key, each in found.items()} == {
        "ada": b"number",
        "z5000001": b"id",
        "asa": b"name",
        "z50": b"short",
    }
    why = "it matches nobody in the roster"
    assert unmatched == [Unmatched("Nobody_8_assignsubmission_file_", why)]


def test_a_second_submission_and_an_ambiguous_name_are_listed(tmp_path: Path) -> None:
    files = {"a1/sudoku.py": b"", "a1 again/sudoku.py": b"", "a1 b2/sudoku.py": b""}
    entries = handed_in(str(write(tmp_path, files)), None, WANTED)
    found, unmatched = matched(entries, [Student("a1"), Student("b2")], WANTED)
    question = "a1 b2 may be the submission: it matches a1 and b2"
    assert (found["a1"].question, found["b2"].question) == ("", question)
    assert [(each.path, each.why) for each in unmatched] == [
        ("a1 again", "another submission of a1; a1 counts"),
        ("a1 b2", "it matches a1 and b2"),
    ]


def test_a_folder_without_files_is_not_a_second_submission(tmp_path: Path) -> None:
    start = "Zoe_7_assignsubmission_"
    files = {f"{start}atext_/text.html": b"", f"{start}file_/sudoku.py": b"x"}
    entries = handed_in(str(write(tmp_path, files)), None, WANTED)
    found, unmatched = matched(entries, None, WANTED)
    assert found["7"].files == {"sudoku.py": b"x"} and unmatched == []


@pytest.mark.parametrize("as_zip", [False, True], ids=["folder", "zip"])
@pytest.mark.parametrize("wrapper", ["COMP9021 A2/", "a/b/", "9021/"])
def test_a_folder_around_the_class_is_removed(
    wrapper: str, as_zip: bool, tmp_path: Path
) -> None:
    files = {f"{wrapper}z{n}/sudoku.py": RIGHT for n in range(3)}
    files[f"{wrapper}z3.zip"] = zipped({"sudoku.py": RIGHT})
    place = write(tmp_path / "class", files)
    if as_zip:
        place = tmp_path / "class.zip"
        place.write_bytes(zipped(files))
    found = class_in(place)
    assert sorted(found) == ["z0", "z1", "z2", "z3"]
    assert not any(each.question for each in found.values())


def test_the_only_student_of_a_class_is_not_a_folder_around_it(tmp_path: Path) -> None:
    place = write(tmp_path, {"z5000001/src/sudoku.py": RIGHT, "z5000001/a.txt": b""})
    assert sorted(class_in(place)) == ["z5000001"]
    assert sorted(class_in(place, [Student("z5000001")])) == ["z5000001"]


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
    entries = handed_in(str(write(tmp_path, CANVAS_NAMES)), None, WANTED, roster)
    found, unmatched = matched(entries, roster, WANTED)
    assert {key: list(each.files.values()) for key, each in found.items()} == {
        "s1": [b"resubmitted"],
        "s2": [b"a group"],
        "s3": [b"late"],
        "s4": [],
        "a1": [b"anonymous"],
    }
    assert found["s4"].question.endswith("there is my_1_2_sudoku.py")
    assert found["s3"].question == LATE
    assert [each.path for each in unmatched] == ["LATE_anon_xY7z2_95"]


def test_a_canvas_name_with_two_readings_matches_no_student_without_a_roster(
    tmp_path: Path,
) -> None:
    entries = handed_in(str(write(tmp_path, CANVAS_NAMES)), None, WANTED)
    found, unmatched = matched(entries, None, WANTED)
    assert sorted(found) == ["4711", "4713", "4714", "anon_aB3x9", "anon_xY7z2"]
    why = "it may belong to 1 or 4712; expected a roster with these numbers in lms"
    assert unmatched == [Unmatched("group_1_4712_98_sudoku.py", why)]


def test_a_number_of_a_platform_is_not_the_id_of_another_student(
    tmp_path: Path,
) -> None:
    roster = [Student("4711", "Mary Shelley", lms="1"), Student("z1", "Ada Lovelace")]
    files = {"Ada Lovelace_4711_assignsubmission_file/sudoku.py": RIGHT}
    assert sorted(class_in(write(tmp_path, files), roster)) == ["z1"]


def test_the_last_of_several_submissions_counts_or_a_person_decides(
    tmp_path: Path,
) -> None:
    start = "A2_ada1_attempt_2023-08-07-"
    place = write(
        tmp_path / "1",
        {f"{start}09-00-00_sudoku.py": b"1", f"{start}10-00-00_sudoku.py": b"2"},
    )
    assert class_in(place)["ada1"].files == {"sudoku.py": b"2"}
    place = write(tmp_path / "2", {"b1 x/sudoku.py": b"1", "b1 y/sudoku.py": b"2"})
    own = class_in(place, [Student("b1")])["b1"]
    assert (own.files, own.question) == ({}, "2 submissions: b1 x and b1 y")
    place = write(tmp_path / "3", {"b1.py": b"1", "a_b1.py": b"2"})
    assert class_in(place, [Student("b1")])["b1"].files == {"sudoku.py": b"1"}


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
    files = {"submission_1/sudoku.py": RIGHT, "submission_metadata.yml": metadata}
    place = write(tmp_path, files)
    found = class_in(place)
    assert sorted(found) == ["a1", "one@x.edu"]
    assert found["a1"].name == "Ada Lovelace"
    assert str(found["a1"].submitted_at) == "2023-08-07 07:58:12+00:00"
    roster = [Student("z9", email="ADA@x.edu")]
    found, unmatched = matched(handed_in(str(place), None, WANTED, roster), roster, WANTED)
    assert sorted(found) == ["z9"]
    assert unmatched == [Unmatched("submission_1", "O'Neil is not in the roster")]


@given(st.binary() | st.text(":-' \nnamesid&\\\"x12345678TZ+.!").map(str.encode))
def test_any_metadata_of_gradescope_is_read_without_an_error(data: bytes) -> None:
    start = b"submission_1:\n  :submitters:\n  - :name: Ada\n  :created_at: "
    for content in (data, start + data):
        stream = BytesIO()
        with ZipFile(stream, "w") as archive:
            archive.writestr("submission_metadata.yml", content)
        (member,) = archives.members(stream.getvalue())
        read_metadata(member)


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


def test_a_class_that_is_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "class")
    with pytest.raises(MarkingError, match="expected a folder or a zip"):
        handed_in(str(tmp_path / "class"), None, WANTED)


def test_a_group_shares_its_submission(tmp_path: Path) -> None:
    roster = [Student("a1", group="g"), Student("a2", group="g"), Student("a3")]
    found = class_in(write(tmp_path, {"a2/sudoku.py": b"x"}), roster)
    assert sorted(found) == ["a1", "a2"]
    assert found["a1"].files == found["a2"].files
    assert found["a1"].notes == ("handed in by group g",)


def test_the_file_at_the_top_counts_and_links_are_not_followed(tmp_path: Path) -> None:
    folder = write(tmp_path / "c", {"a/sudoku.py": b"top", "a/old/sudoku.py": b"old"})
    (folder / "b").mkdir()
    (folder / "b" / "sudoku.py").symlink_to("/etc/passwd")
    (folder / "b" / "other").symlink_to("/etc")
    found = class_in(folder)
    assert found["a"].files == {"sudoku.py": b"top"}
    assert found["b"].files == {}


def test_a_file_that_is_too_large_is_not_taken(tmp_path: Path) -> None:
    found = class_in(write(tmp_path, {"a/sudoku.py": b"x" * (2**20 + 1)}))
    assert found["a"].files == {}
    assert found["a"].question == "sudoku.py is larger than 1,048,576 bytes"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name\nx\n", "1: no column with the students' ids; expected one of id, sid"),
        ("\n", "no lines; expected a table"),
        ("id,id\nx,y\n", "1: two columns 'id'"),
        ("id,name\nx\n", "2: 1 cells; expected 2"),
        ("id\n../x\n", "2: id '../x'; expected letters, digits"),
        ("id\nx\ny\nx\n", "4: a second line with the id 'x'"),
        ("id,due\nx,2023-08-07\n", "2: due '2023-08-07'; expected such as"),
        ("id,due\nx,tomorrow\n", "2: due 'tomorrow'; expected such as"),
        ('id\n"x\n', "unexpected end of data"),
    ],
)
def test_a_mistake_in_a_roster_is_refused_with_its_line(
    text: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "roster.csv").write_text(text)
    with pytest.raises(MarkingError) as caught:
        read_roster(str(tmp_path / "roster.csv"))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("a,clean,1", "criterion 'clean'; expected one of output, clean-code"),
        ("a,clean-code,21", "marks '21'; expected a number from 0 to 20"),
        ("a,clean-code,-1", "marks '-1'; expected a number"),
        ("a,clean-code,nan", "marks 'nan'; expected a number"),
        ("a,no-main,2", "marks '2'; expected a number from 0 to 1"),
    ],
)
def test_a_mistake_in_given_marks_is_rejected_with_its_line(
    line: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "given.csv").write_text(f"id,criterion,marks\n{line}\n")
    with pytest.raises(MarkingError) as caught:
        read_given(str(tmp_path / "given.csv"), rubric.read("hacettepe"))
    assert f"given.csv:2: {message}" in str(caught.value)


def test_the_last_of_several_given_marks_counts(tmp_path: Path) -> None:
    lines = "id,criterion,marks,by\na,mark,50,me\na,clean-code,,\na,mark,5.5,\n"
    (tmp_path / "given.csv").write_text(f"\ufeff{lines}", "utf-8")
    given = read_given(str(tmp_path / "given.csv"), rubric.read("hacettepe"))
    assert given["a"].get("mark") == Fraction("5.5")
    assert given["a"].get("clean-code") is None


HELPER = b"def solve(): pass"
BESIDE: dict[str, tuple[Files, dict[str, bytes]]] = {
    "a module": ({"helpers.py": HELPER}, {"helpers.py": HELPER}),
    "a package": (
        {"lib/__init__.py": b"", "lib/deep/solver.py": HELPER},
        {"lib/__init__.py": b"", "lib/deep/solver.py": HELPER},
    ),
    "data": ({"data/board.txt": b"1", "words": b"2"}, {"data/board.txt": b"1", "words": b"2"}),
    "a name in NFD": ({"c\u0327o\u0308z.py": HELPER}, {"çöz.py": HELPER}),
    "a name of the standard library": ({"queue.py": HELPER}, {"queue.py": HELPER}),
    "a wanted name below": ({"old/sudoku.py": b"2"}, {"old/sudoku.py": b"2"}),
    "what no program uses": (
        {
            **{"a.png": b"", "old.zip": b"", ".git/x.py": b"", "venv/x.py": b""},
            **{"my venv/x.py": b"", "lib/python3.11/x.py": b"", "a (1).py": b""},
            **{"__pycache__/x.pyc": b"", "node_modules/x/x.py": b"", "n" * 300: b""},
        },
        {},
    ),
}


@pytest.mark.parametrize("name", BESIDE)
@pytest.mark.parametrize("top", ["", "A2/src/"])
@pytest.mark.parametrize("form", ["zip", "class zip", "nested zip"])
def test_files_that_a_program_can_use_are_put_beside_it(
    name: str, top: str, form: str, tmp_path: Path
) -> None:
    handed, expected = BESIDE[name]
    files = {top + key: data for key, data in {"sudoku.py": RIGHT, **handed}.items()}
    place = tmp_path
    if form == "class zip":
        place = tmp_path / "class.zip"
        place.write_bytes(zipped({f"class/z1/{key}": data for key, data in files.items()}))
    else:
        data = zipped(files)
        (tmp_path / "z1.zip").write_bytes(
            data if form == "zip" else zipped({"a.zip": data, "other.py": b""})
        )
    own = class_in(place, [Student("z1")])["z1"]
    assert own.files == {"sudoku.py": RIGHT}
    assert (own.beside, own.left_out, own.question) == (expected, "", "")


USE = b"import json\nfrom helpers import solve  # ours\n"
OF_SRC = b"from src.helpers import solve\n"
OPEN = b"print(\"it's\"); open('words.txt')"
ABOVE: dict[str, tuple[Files, dict[str, bytes]]] = {
    "a module": (
        {"src/sudoku.py": USE, "helpers.py": HELPER, "notes.py": b"", "data.txt": b""},
        {"helpers.py": HELPER},
    ),
    "a module that imports another": (
        {"src/sudoku.py": USE, "helpers.py": b"import deep.er as d, re", "deep/er.py": b""},
        {"helpers.py": b"import deep.er as d, re", "deep/er.py": b""},
    ),
    "the program's own folder": (
        {"src/sudoku.py": OF_SRC, "src/helpers.py": HELPER},
        {"helpers.py": HELPER, "src/helpers.py": HELPER, "src/sudoku.py": OF_SRC},
    ),
    "a module in a nearer folder": (
        {"a/src/sudoku.py": USE, "a/helpers.py": HELPER, "helpers.py": b"another"},
        {"helpers.py": HELPER},
    ),
    "a module beside the program": (
        {"src/sudoku.py": USE, "src/helpers.py": HELPER, "helpers.py": b"another"},
        {"helpers.py": HELPER},
    ),
    "data": (
        {"src/sudoku.py": OPEN, "words.txt": b"1", "notes.txt": b"", "src/old.txt": b""},
        {"words.txt": b"1", "old.txt": b""},
    ),
    "data in a folder": (
        {"src/sudoku.py": b"Path('data') / 'a.txt'", "data/a.txt": b"1", "a/a.txt": b""},
        {"data/a.txt": b"1"},
    ),
    "data in the program's own folder": (
        {"src/sudoku.py": b'open("src/a.txt")', "src/a.txt": b"1"},
        {"a.txt": b"1", "src/a.txt": b"1"},
    ),
    "data that a module opens": (
        {"src/sudoku.py": USE, "helpers.py": OPEN, "words.txt": b"1"},
        {"helpers.py": OPEN, "words.txt": b"1"},
    ),
    "data beside the program": (
        {"src/sudoku.py": OPEN, "src/words.txt": b"1", "words.txt": b"another"},
        {"words.txt": b"1"},
    ),
}


@pytest.mark.parametrize("name", ABOVE)
@pytest.mark.parametrize("top", ["", "A2/"])
def test_what_a_program_uses_from_the_folders_above_is_put_beside_it(
    name: str, top: str, tmp_path: Path
) -> None:
    handed, expected = ABOVE[name]
    files = {top + key: data for key, data in handed.items()}
    (tmp_path / "z1.zip").write_bytes(zipped(files))
    own = class_in(tmp_path, [Student("z1")])["z1"]
    assert (own.beside, own.left_out, own.question) == (expected, "", "")


@pytest.mark.parametrize(
    "way",
    [
        "open('../words.txt')",
        "open(os.path.join(os.pardir, 'words.txt'))",
        "open(os.path.join('..', 'words.txt'))",
        "open(dirname(dirname(__file__)) + '/words.txt')",
        "here = Path(__file__).parent\nopen(here.parent / 'words.txt')",
        "open(Path(__file__).parents[1] / 'words.txt')",
    ],
)
def test_data_that_a_program_may_open_in_the_folder_above_is_named(
    way: str, tmp_path: Path
) -> None:
    files = {"src/sudoku.py": way.encode(), "words.txt": b"1"}
    (tmp_path / "z1.zip").write_bytes(zipped(files))
    own = class_in(tmp_path)["z1"]
    assert (own.beside, own.left_out) == ({"words.txt": b"1"}, "../words.txt")


def test_a_file_above_that_is_not_taken_is_named_once(tmp_path: Path) -> None:
    files = {"src/sudoku.py": USE, "helpers.py": b"#" * (2**20 + 1)}
    (tmp_path / "z1.zip").write_bytes(zipped(files))
    reason = "z1.zip/helpers.py is larger than 1,048,576 bytes"
    assert class_in(tmp_path)["z1"].left_out == reason


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({"src/sudoku.py": b"import queue", "queue.py": HELPER}, "queue"),
        ({"sudoku.py": b"from .helpers import a", "helpers.py": HELPER}, ".helpers"),
        ({"sudoku.py": b"import A2.helpers", "helpers.py": HELPER}, "A2.helpers"),
        ({"sudoku.py": b"import sudoku.helpers", "helpers.py": HELPER}, "sudoku.helpers"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_import_of_a_handed_in_module_that_may_fail_here_is_named(
    files: Files, name: str, tmp_path: Path
) -> None:
    (tmp_path / "z1.zip").write_bytes(zipped(files))
    own = class_in(tmp_path)["z1"]
    assert own.left_out == f"{name}, which the program imports"


def test_an_import_of_nothing_that_was_handed_in_is_the_programs_mistake(
    tmp_path: Path,
) -> None:
    files = {"src/sudoku.py": b"import helper, numpy.linalg", "helpers.py": HELPER}
    (tmp_path / "z1.zip").write_bytes(zipped(files))
    assert class_in(tmp_path)["z1"].left_out == ""


@pytest.mark.parametrize("start", ["ada_4711_9{}_", "A_4711_assignsubmission_file_"])
def test_files_that_a_platform_writes_side_by_side_are_beside_the_program(
    start: str, tmp_path: Path
) -> None:
    names = ["sudoku.py", "helpers.py", "board-1.txt"]
    if "{" in start:
        names[:2] = ["sudoku-2.py", "helpers-1.py"]
    files = {start.format(n) + name: name.encode() for n, name in enumerate(names)}
    own = class_in(write(tmp_path, files))["4711"]
    assert set(own.beside) >= {"helpers.py", "board-1.txt"}
    assert (own.files, own.left_out) == ({"sudoku.py": names[0].encode()}, "")


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"big.py": b"#" * (2**20 + 1)}, "big.py is larger than 1,048,576 bytes"),
        (
            {"a.py": b"#" * 2**19, "b.txt": b"x" * 2**19, "c.txt": b"1"},
            "c.txt: more than 1,048,576 bytes of files",
        ),
        ({f"m{n}.py": b"" for n in range(203)}, "3 files too many"),
        ({"x": b"", "x/y.py": b""}, "there are several files x"),
        (
            {"sudoku/__init__.py": b""},
            "sudoku/__init__.py is in a package that hides the program",
        ),
    ],
    ids=range(5),
)
def test_files_that_are_not_put_beside_a_program_are_named(
    files: Files, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "z1.zip").write_bytes(zipped({"sudoku.py": RIGHT, **files}))
    own = class_in(tmp_path)["z1"]
    assert (own.files, own.question) == ({"sudoku.py": RIGHT}, "")
    assert own.left_out.endswith(reason)


def test_equal_programs_with_different_helpers_have_none_of_them(tmp_path: Path) -> None:
    names = ["P1/sudoku.py", "P2/sudoku.py", "P1/helpers.py", "P2/helpers.py"]
    files = dict(zip(names, (RIGHT, RIGHT, b"1", b"2")))
    (tmp_path / "z1.zip").write_bytes(zipped(files))
    own = class_in(tmp_path)["z1"]
    assert (own.files, own.beside) == ({"sudoku.py": RIGHT}, {})
    assert own.left_out == "there are several files helpers.py"


def test_two_submissions_that_differ_in_a_helper_are_left_to_a_person(
    tmp_path: Path,
) -> None:
    files = {"b1 x/sudoku.py": RIGHT, "b1 y/sudoku.py": RIGHT, "b1 y/helpers.py": b""}
    own = class_in(write(tmp_path, files), [Student("b1")])["b1"]
    assert own.question == "2 submissions: b1 x and b1 y"


@given(st.sets(st.text(st.sampled_from("ab/.\\ é\u0327\udc80("), max_size=9)))
def test_any_names_beside_a_program_can_be_written_below_one_folder(
    tmp_path_factory: pytest.TempPathFactory, names: set[str]
) -> None:
    place = tmp_path_factory.getbasetemp() / "any"
    place.write_bytes(RIGHT)
    found = [submission.DiskFile(name, "", place) for name in (*names, "sudoku.py")]
    paths = {PurePosixPath(p) for p in submission.choose(found, WANTED).beside}
    parents = {parent for path in paths for parent in path.parents}
    assert not parents & paths
    assert not any(path.is_absolute() or ".." in path.parts for path in paths)


@pytest.mark.parametrize("ending", [".txt", ".md", ".pseudo", ".pdf", ".docx"])
def test_an_answer_in_pseudocode_counts_among_drawings(
    ending: str, tmp_path: Path
) -> None:
    files = {
        f"{student}/{name}": data
        for student in ("a1", "a2")
        for name, data in ((f"pseudoku{ending}", b"the answer"), ("puzzle.svg", b"<"))
    }
    wanted = Wanted(("*",))
    entries = handed_in(str(write(tmp_path / "class", files)), None, wanted)
    found = matched(entries, None, wanted)[0]
    assert [found[student].files for student in ("a1", "a2")] == [
        {rubric.ANSWER: b"the answer"}
    ] * 2
