"""Files that are not plain text: gzip, UTF-16 and documents."""

import gzip
from pathlib import Path

import pytest

from adt import _console as console
from adt._input import DAMAGED, DOCUMENTS
from pseudoku.cli import main as pseudoku
from sudoku.cli import main as sudoku

Captured = pytest.CaptureFixture[str]
EASY = (
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
)


def test_a_packed_text_is_read_up_to_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "packed"
    path.write_bytes(gzip.compress(b"x" * 9999))
    assert console.read_text(str(path), 9999) == "x" * 9999
    for data in (gzip.compress(b"x" * 10_000), gzip.compress(bytes(2**24), 1)):
        path.write_bytes(data)
        with pytest.raises(console.CommandError, match="larger than 9,999 bytes"):
            console.read_text(str(path), 9999)


def test_a_gzip_file_that_ends_too_early_is_damaged(tmp_path: Path) -> None:
    path, packed = tmp_path / "packed", gzip.compress(EASY.encode())
    for data in (*(packed[:end] for end in range(2, len(packed))), packed + b"more"):
        path.write_bytes(data)
        with pytest.raises(console.CommandError, match=f"packed: {DAMAGED}"):
            console.read_text(str(path))
    path.write_bytes(packed + packed)
    assert console.read_text(str(path)) == EASY * 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be"])
def test_each_package_reads_unicode_packed_or_not(
    encoding: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "text"
    mark = "\ufeff" * encoding.startswith("utf-16")
    for pack in (bytes, gzip.compress):
        path.write_bytes(pack(f"{mark}x ← 1\n".encode(encoding)))
        assert pseudoku(["run", str(path)]) == 0
        assert capsys.readouterr().out == "x = 1\n"
    path.write_bytes(f"{mark}{EASY}\n".encode(encoding))
    assert sudoku(["count", str(path)]) == 0
    path.write_bytes(gzip.compress(f"{EASY}\n".encode() * 3))
    assert sudoku(["count", str(path)]) == 0
    assert capsys.readouterr().out == "1\n" * 4


@pytest.mark.parametrize("start", DOCUMENTS)
def test_each_package_says_what_a_document_is_and_what_to_do(
    start: bytes, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "answer"
    path.write_bytes(start + b"\n\x00\xff" + EASY.encode())
    for main, words in ((pseudoku, "pseudoku run"), (sudoku, "sudoku solve")):
        assert main([words.split()[1], str(path)]) == 2
        error = f"{words}: error: {path}: {DOCUMENTS[start]}\n"
        assert capsys.readouterr() == ("", error)
