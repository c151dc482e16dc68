"""Classes as learning platforms write them, hostile archives, rosters."""

import struct
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from marking import rubric
from marking.errors import MarkingError
from marking.intake import archives
from marking.intake.layouts import handed_in, matched
from marking.intake.roster import Student, read_given, read_roster
from marking.intake.submission import Submission, Unmatched

WANTED = ("sudoku.py",)
Files = dict[str, bytes]


def zipped(files: dict[str | ZipInfo, bytes]) -> bytes:
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def entry(name: str, mode: int = 0o100644) -> ZipInfo:
    info = ZipInfo(name)
    info.external_attr = mode << 16
    return info


def raw_name(name: str, new: str) -> bytes:
    """A zip whose only entry has a name that zipfile would not write."""
    assert len(name) == len(new)
    return zipped({name: b"x"}).replace(name.encode(), new.encode())


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


HOSTILE: dict[str, tuple[bytes, str]] = {
    "traversal": (raw_name("aa/sudoku.py", "../sudoku.py"), "a name leads out of it"),
    "absolute": (
        raw_name("aetc/sudoku.py", "/etc/sudoku.py"),
        "a name leads out of it",
    ),
    "backslash": (raw_name("aa/sudoku.py", "..\\sudoku.py"), "a name leads out of it"),
    "drive": (raw_name("Ca/sudoku.py", "C:/sudoku.py"), "a name leads out of it"),
    "nul": (raw_name("sudoku.pyaa", "sudoku.py\0a"), "cannot be printed"),
    "link": (zipped({entry("sudoku.py", 0o120777): b"/etc/passwd"}), "contains a link"),
    "device": (zipped({entry("sudoku.py", 0o020666): b""}), "contains a device"),
    "fifo": (zipped({entry("sudoku.py", 0o010666): b""}), "contains a device, a pipe"),
    "bomb": (bomb(), "more than 67,108,864 bytes when unpacked"),
    "entries": (zipped({f"{n}": b"" for n in range(1001)}), "more than 1,000 entries"),
    "directory": (
        zipped({f"{n}".zfill(200): b"" for n in range(5_000)}),
        "more than 1,000 entries",
    ),
    "twice": (zipped({"sudoku.py": b"1", "Sudoku.py": b"2"}), "have the same name"),
    "encrypted": (with_flag(zipped({"sudoku.py": b"x"}), 1), "it is encrypted"),
    "nested": (
        zipped({"a.zip": zipped({"sudoku.py": b""})}),
        "contains another archive",
    ),
    "long name": (zipped({"n" * 256: b""}), "a name is too long"),
    "deep": (zipped({"d/" * 16 + "sudoku.py": b""}), "a name is too long"),
    "cut": (zipped({"sudoku.py": b"x" * 99})[:-30], "not a zip"),
    "wrong check sum": (
        zipped({"sudoku.py": b"x" * 99}).replace(b"x" * 99, b"y" * 99),
        "damaged",
    ),
    "text": (b"print('I am a zip')", "not a zip"),
    "large": (b"PK" + bytes(archives.MOST_BYTES), "larger than 16,777,216 bytes"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_archive_is_refused_with_its_reason(
    name: str, tmp_path: Path
) -> None:
    data, reason = HOSTILE[name]
    (tmp_path / "b21234567.zip").write_bytes(data)
    found = class_in(tmp_path, [Student("21234567")])
    assert found["21234567"].files == {}
    (note,) = found["21234567"].notes
    assert note.startswith("archive refused: ") and reason in note
    assert [path.name for path in tmp_path.iterdir()] == ["b21234567.zip"]


def test_a_zip_that_lies_about_a_size_gives_no_more_than_it_says() -> None:
    data = zipped({"sudoku.py": b"x" * 5000})
    lie = data.replace(struct.pack("<L", 5000), struct.pack("<L", 10))
    with pytest.raises(MarkingError, match="damaged"):
        archives.members(lie, lambda name: True, 2**20)


def class_in(
    folder: Path, roster: list[Student] | None = None, layout: str | None = None
) -> dict[str, Submission]:
    return matched(handed_in(str(folder), layout, WANTED), roster, WANTED)[0]


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
    _, unmatched = matched(entries, [Student("a1"), Student("b2")], WANTED)
    assert [(each.path, each.why) for each in unmatched] == [
        ("a1 again", "a second submission of a1; a1 counts"),
        ("a1 b2", "it matches a1 and b2"),
    ]


def test_a_folder_without_files_is_not_a_second_submission(tmp_path: Path) -> None:
    start = "Zoe_7_assignsubmission_"
    files = {f"{start}atext_/text.html": b"", f"{start}file_/sudoku.py": b"x"}
    entries = handed_in(str(write(tmp_path, files)), None, WANTED)
    found, unmatched = matched(entries, None, WANTED)
    assert found["7"].files == {"sudoku.py": b"x"} and unmatched == []


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
    assert "b" not in found


def test_a_file_that_is_too_large_is_not_taken(tmp_path: Path) -> None:
    found = class_in(write(tmp_path, {"a/sudoku.py": b"x" * (2**20 + 1)}))
    assert found["a"].files == {}
    assert found["a"].notes == ("sudoku.py is larger than 1,048,576 bytes",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name\nx\n", "1: no column 'id'"),
        ("id,nmae\nx,y\n", "1: column 'nmae'; expected id, name"),
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
def test_a_mistake_in_what_was_given_is_refused_with_its_line(
    line: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "given.csv").write_text(f"id,criterion,marks\n{line}\n")
    with pytest.raises(MarkingError) as caught:
        read_given(str(tmp_path / "given.csv"), rubric.read("hacettepe"))
    assert f"given.csv:2: {message}" in str(caught.value)


def test_of_several_lines_that_give_marks_the_last_counts(tmp_path: Path) -> None:
    lines = "id,criterion,marks,by\na,mark,50,me\na,clean-code,,\na,mark,5.5,\n"
    (tmp_path / "given.csv").write_text(f"\ufeff{lines}", "utf-8")
    given = read_given(str(tmp_path / "given.csv"), rubric.read("hacettepe"))
    assert given["a"].get("mark") == Fraction("5.5")
    assert given["a"].get("clean-code") is None
