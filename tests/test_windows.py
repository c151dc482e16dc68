"""`pseudoku` and `sudoku` need nothing that only Linux and macOS have."""

import subprocess
import sys
from errno import EINVAL, ENOENT
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from _courseware.terminal import console
from tests import commands
from tests.commands import Captured, status_of
from tests.places import ROOT
from tests.test_imports import EXTRAS, MODULES
from tests.windows import WINDOWS

folder = commands.folder  # the files that the commands read
LINES = [line for line in commands.LINES if not line.startswith("marking")]
# Imports the modules that the first argument names, and runs the command lines.
RUN_ALL = (
    WINDOWS
    + """
from importlib import import_module
for name in sys.argv[1].split():
    import_module(name)
for line in sys.argv[2:]:
    program, *words = line.split()
    status = import_module(f"{program}.cli").main(words)
    print("status", status, flush=True)
"""
)


def test_every_command_prints_the_same_on_windows(capsys: Captured) -> None:
    """Before, each module is imported, also those that no command needs."""
    extras = {name for name in EXTRAS if name != "_courseware.text.files"}
    modules = [
        name
        for name in MODULES
        if not name.startswith("marking") and "__main__" not in name
    ]
    expected = ""
    for line in LINES:
        status = status_of(line)
        expected += f"{capsys.readouterr().out}status {status}\n"
    done = subprocess.run(
        [sys.executable, "-c", RUN_ALL, " ".join(sorted({*modules} - extras)), *LINES],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
    )
    assert (done.returncode, done.stdout) == (0, expected), done.stderr


def test_a_line_break_is_one_byte_in_files_and_pipes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stream = BytesIO()
    text = TextIOWrapper(stream, newline="\r\n")  # as Windows makes it
    monkeypatch.setattr("sys.stdout", text)
    assert status_of("pseudoku call PermuteVector 2413 1") == 0
    assert stream.getvalue() == b"(4, 1, 3, 2)\n"


class GoneReader(BytesIO):
    """A pipe on Windows whose reader went away."""

    def write(self, data: object) -> int:
        raise OSError(EINVAL, "Invalid argument")

    def fileno(self) -> int:
        return self.replaced

    def __init__(self, replaced: int) -> None:
        super().__init__()
        self.replaced = replaced


def test_a_reader_that_went_away_is_no_error_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    gone = OSError(EINVAL, "Invalid argument")
    assert console.is_closed_pipe(gone, windows=True)
    assert not console.is_closed_pipe(gone, windows=False)
    assert not console.is_closed_pipe(OSError(ENOENT, "x"), windows=True)
    assert not console.is_closed_pipe(OSError(EINVAL, "Invalid argument", "f"), True)
    assert not console.is_closed_pipe(OSError(EINVAL, "a damaged file"), True)
    monkeypatch.setattr(
        "_courseware.terminal.console.is_closed_pipe", lambda error: True
    )
    with open(tmp_path / "spare", "wb") as spare:
        out = TextIOWrapper(GoneReader(spare.fileno()))
        monkeypatch.setattr("sys.stdout", out)
        assert status_of("pseudoku call PermuteVector 2413 1") == 141
        monkeypatch.undo()
    assert capsys.readouterr().err == ""


UTF_16 = "utf-16"  # what > writes in PowerShell 5.1
OF_FILES = [line for line in LINES if {*line.split()} & {"program", "rows", "lists"}]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("line", [*OF_FILES, "sudoku hacettepe rows steps"])
def test_a_file_in_utf_16_is_read_or_named(line: str, capsys: Captured) -> None:
    expected = status_of(line), capsys.readouterr().out
    for name in ("program", "rows", "lists"):
        text = Path(name).read_text("utf-8").replace("\n", "\r\n")
        Path(name).write_bytes(text.encode(UTF_16))
    if line.split()[1] in ("comp9021", "hacettepe"):
        assert status_of(line) == 2
        assert "error: rows:1:1: UTF-16, which the course's" in capsys.readouterr().err
    else:
        assert (status_of(line), capsys.readouterr().out) == expected


@pytest.mark.parametrize("encoding", [UTF_16, "utf-8-sig"])
def test_a_rubric_may_be_in_any_unicode(encoding: str, capsys: Captured) -> None:
    expected = status_of("marking rubric hacettepe"), capsys.readouterr().out
    assert status_of("marking rubric hacettepe mine") == 0
    path = Path("mine/hacettepe.toml")
    path.write_text(path.read_text("utf-8"), encoding)
    capsys.readouterr()
    assert (status_of(f"marking rubric {path}"), capsys.readouterr().out) == expected


@pytest.mark.parametrize(
    ("system", "advice"),
    [("Windows", "on Windows, use WSL 2"), ("Darwin", "use a Linux machine")],
)
@pytest.mark.parametrize("line", ["run comp9021 . -o out", "check comp9021 program"])
def test_marking_says_in_one_line_that_running_programs_needs_linux(
    line: str,
    system: str,
    advice: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    monkeypatch.setattr("platform.system", lambda: system)
    assert status_of(f"marking {line}") == 2
    needs = f"programs run only on Linux, with bubblewrap: {advice}\n"
    error = f"marking {line.split()[0]}: error: {needs}"
    assert capsys.readouterr() == ("", error)
    assert not Path("out").exists()
