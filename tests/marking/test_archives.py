"""Hostile and damaged zips are left to a person; no other zip is refused."""

import struct
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking.errors import MarkingError
from marking.intake import archives, submission
from marking.intake.roster import Student
from tests.marking.classes import PROGRAM, class_in, entry, zipped


def patched(offsets: tuple[int, int], value: int) -> bytes:
    """A zip of one file, with a wrong number at *offsets* in both of its headers."""
    data = bytearray(zipped({"sudoku.py": b"x" * 9}))
    for mark, offset in zip((b"PK\x03\x04", b"PK\x01\x02"), offsets):
        struct.pack_into("<H", data, data.find(mark) + offset, value)
    return bytes(data)


def bomb() -> bytes:
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for number in range(70):
            archive.writestr(f"{number}/sudoku.py", bytes(2**20))
    return stream.getvalue()


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
    "encrypted": (patched((6, 8), 1), "it is encrypted"),
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
    "method": (patched((8, 10), 99), "damaged"),
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
    assert reason in found["21234567"].review_reason
    assert [path.name for path in tmp_path.iterdir()] == ["b21234567.zip"]


def test_a_zip_that_lies_about_a_size_gives_no_more_than_it_says() -> None:
    data = zipped({"sudoku.py": b"x" * 5000})
    lie = data.replace(struct.pack("<L", 5000), struct.pack("<L", 10))
    (member,) = archives.read_members(lie)
    with pytest.raises(MarkingError, match="damaged"):
        member.read(2**20)


def test_a_zip_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission, "MAX_UNPACKED_BYTES", 100)
    (tmp_path / "z1.zip").write_bytes(zipped({"sudoku.py": PROGRAM}))
    question = "z1.zip cannot be read: more than 100 bytes of zips"
    assert class_in(tmp_path)["z1"].review_reason == question


@given(st.binary(max_size=300), st.integers(0, 299), st.integers(0, 255))
def test_a_zip_with_a_wrong_byte_is_read_or_refused(
    content: bytes, at: int, byte: int
) -> None:
    data = bytearray(zipped({"a/sudoku.py": content, "b.txt": b""}))
    data[at % len(data)] = byte
    for archive in (bytes(data), bytes(data[at:]), bytes(data[:at])):
        try:
            for member in archives.read_members(archive):
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
            archives.member_path(info): archive.read(info)
            for info in archive.infolist()
        }
    found = list(archives.read_members(stream.getvalue()))
    assert {
        each.path: b"" if each.kind else each.read(2**20) for each in found
    } == expected
