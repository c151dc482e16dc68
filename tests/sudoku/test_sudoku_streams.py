"""The sudoku commands on streams: slow ones, terminals, pipes, a full disk, Ctrl-C."""

import os
import signal
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest

from _courseware.terminal import progress
from sudoku.cli import main, puzzles
from sudoku.exact import solve
from sudoku.formats import FORMATS, Puzzle
from tests.places import ROOT
from tests.sudoku.sudoku_commands import EASY, SOLVED, Captured


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("good").write_text(f"{EASY}\n{EASY[::-1]}\n")
    return tmp_path


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_after_a_second_and_then_cleared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    line, quiet = progress.ProgressLine(shows=True), progress.ProgressLine(shows=False)
    for now in (0.9, 1.05, 1.06, 3.0):
        for each in (line, quiet):
            each.show(f"after {each.seconds()} seconds")
    shown = "\rafter 1.05 seconds\rafter 3.0 seconds "
    assert terminal.getvalue() == shown
    line.clear()
    assert terminal.getvalue() == shown + "\r" + " " * 17 + "\r"
    monkeypatch.setattr("sys.stderr", StringIO())
    assert not progress.ProgressLine(shows=True).shows


def test_a_log_gets_a_line_of_progress_now_and_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    monkeypatch.setattr("sys.stderr", log := StringIO())
    lines = [progress.ProgressLine(True, 30), progress.ProgressLine(True)]
    for now in (1.0, 29.0, 30.0, 59.0, 61.0, 89.0, 90.0):
        for line in lines:
            line.show(f"after {now}")
            line.clear()
    assert log.getvalue() == "after 30.0\nafter 61.0\nafter 90.0\n"


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """``line`` in a shell in which ``$SUDOKU`` is the command."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "SUDOKU": f"{sys.executable} -m sudoku",
        "PYTHONUNBUFFERED": "",
    }
    return subprocess.run(
        ["bash", "-c", line],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("convert good --format grid | $SUDOKU solve | $SUDOKU count -", "1\n1\n0\n"),
        (f"solve - < <(yes {EASY}) | head -1", f"{SOLVED}\n141\n"),
    ],
)
def test_a_pipe_may_go_from_one_command_to_the_next_and_stop_at_the_first_line(
    line: str, printed: str
) -> None:
    done = shell(f"$SUDOKU {line}; echo ${{PIPESTATUS[0]}}")
    assert (done.stdout, done.stderr) == (printed, "")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "command", ["solve", "count", "check", "convert --format line"]
)
def test_a_full_disk_is_one_line(command: str) -> None:
    done = shell(f"$SUDOKU {command} good > /dev/full")
    said = f"sudoku {command.split()[0]}: error: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.parametrize(
    ("sent", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_a_signal_ends_a_command_in_silence(sent: signal.Signals, status: int) -> None:
    yes = subprocess.Popen(["yes", EASY], stdout=subprocess.PIPE)
    process = subprocess.Popen(
        [sys.executable, "-m", "sudoku", "solve"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=yes.stdout,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout and process.stdout.readline()
    process.send_signal(sent)
    _, err = process.communicate(timeout=20)
    yes.kill()
    yes.communicate()
    assert (process.returncode, err) == (status, b"")


def test_a_puzzle_is_answered_before_the_next_one_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = 0

    def arriving(source: str, column: str) -> Iterator[Puzzle]:
        nonlocal asked
        for asked in (1, 2, 3):
            yield Puzzle(EASY, source, asked)

    monkeypatch.setattr(puzzles, "entries_in", arriving)
    arguments = Namespace(files=["f"], column="", command="solve", quiet=True)
    answers = puzzles.puzzle_batch(arguments).answers(solve)
    for line, (_, solved) in enumerate(answers, 1):
        assert (asked, solved) == (line, [SOLVED])


def test_a_hundred_thousand_lines_need_little_memory() -> None:
    lines = f"yes {EASY} | head -100000"
    limited = f"(ulimit -v 200000; {lines} | $SUDOKU convert --format sdm) | tail -1"
    done = shell(limited)
    assert (done.stdout, done.stderr) == (EASY.replace(".", "0") + "\n", "")


def test_help_lists_the_arguments_of_each_command(capsys: Captured) -> None:
    for command in ("solve", "count", "check", "convert", "generate"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        told = " ".join(capsys.readouterr().out.split())
        if command not in ("count", "check"):
            assert f"FORMAT one of {', '.join(FORMATS)}" in told
