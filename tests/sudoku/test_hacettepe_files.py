"""Hacettepe: files that cannot be read or written."""

import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from sudoku.cli import main
from tests.places import GOLDEN, ROOT

FILES = GOLDEN / "hacettepe"
Captured = pytest.CaptureFixture[str]


def complaint(words: list[str], capsys: Captured) -> str:
    """The one line with which the command refuses."""
    assert main(["hacettepe", *words]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    return err.removeprefix("sudoku hacettepe: error: ").rstrip("\n")


def test_an_input_that_cannot_be_read_is_reported(
    tmp_path: Path, capsys: Captured
) -> None:
    output = tmp_path / "out.txt"
    missing, folder = tmp_path / "missing.txt", tmp_path
    binary, huge = tmp_path / "binary", tmp_path / "huge"
    binary.write_bytes(b"0 \xff\x00")
    with huge.open("wb") as file:
        file.truncate(100 * 2**20)
    for path, message in [
        (missing, "No such file or directory"),
        (folder, "Is a directory"),
        (huge, "more than 65,536 bytes; expected 81 digits"),
    ]:
        told = complaint([str(path), str(output)], capsys)
        assert told == f"{path}: {message}"
    told = complaint([str(binary), str(output)], capsys)
    assert told == rf"{binary}:1:3: '\\xff\x00'; expected a digit 0 to 9"
    assert not output.exists()


def test_an_output_that_cannot_be_written_is_reported(
    tmp_path: Path, capsys: Captured
) -> None:
    puzzle = str(FILES / "i1.txt")
    nowhere = tmp_path / "missing" / "out.txt"
    told = complaint([puzzle, str(nowhere)], capsys)
    assert told == f"{nowhere}: No such file or directory"
    assert complaint([puzzle, str(tmp_path)], capsys) == f"{tmp_path}: Is a directory"


def test_the_old_output_stays_if_the_new_one_fails(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "out.txt"
    output.write_text("old")
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("0 4 x")
    complaint([str(wrong), str(output)], capsys)
    assert output.read_text() == "old"

    def full(*_: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    told = complaint([str(FILES / "i1.txt"), str(output)], capsys)
    assert told == f"{output}: No space left on device"
    assert output.read_text() == "old"
    assert sorted(os.listdir(tmp_path)) == ["out.txt", "wrong.txt"]


def test_the_input_is_not_overwritten(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("x.txt").write_bytes((FILES / "i1.txt").read_bytes())
    Path("link").symlink_to("x.txt")
    Path("hard").hardlink_to("x.txt")
    for name in ("x.txt", "./x.txt", "folder/../x.txt", "link", "hard"):
        said = f"{name} is also an input; expected another file"
        assert complaint(["x.txt", name], capsys) == said
        assert complaint(["link", name], capsys) == said
    assert Path("x.txt").read_bytes() == (FILES / "i1.txt").read_bytes()
    with open("x.txt") as redirected:
        words = [sys.executable, "-m", "sudoku", "hacettepe", "-", "x.txt"]
        done = subprocess.run(
            words,
            stdin=redirected,
            env={"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert "x.txt is also an input" in done.stderr
    assert Path("x.txt").read_bytes() == (FILES / "i1.txt").read_bytes()


def test_a_copy_of_the_input_is_overwritten(tmp_path: Path) -> None:
    output = tmp_path / "copy.txt"
    output.write_bytes((FILES / "i1.txt").read_bytes())
    assert main(["hacettepe", str(FILES / "i1.txt"), str(output)]) == 0
    assert output.read_bytes() == (FILES / "o1.txt").read_bytes()


def test_an_old_output_is_replaced(tmp_path: Path) -> None:
    output = tmp_path / "out.txt"
    output.write_text("old" * 9999)
    assert main(["hacettepe", str(FILES / "i1.txt"), str(output)]) == 0
    assert output.read_bytes() == (FILES / "o1.txt").read_bytes()


def test_both_file_names_are_required(capsys: Captured) -> None:
    assert "required: INPUT, OUTPUT" in complaint([], capsys)
    assert "required: OUTPUT" in complaint(["in.txt"], capsys)
    assert "unrecognized arguments: c" in complaint(["a", "b", "c"], capsys)


def test_standard_input_is_called_by_its_name(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"a")))
    told = complaint(["-", str(tmp_path / "out.txt")], capsys)
    assert told == "standard input:1:1: 'a'; expected a digit 0 to 9"
