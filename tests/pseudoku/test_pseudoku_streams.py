"""The pseudoku commands as processes: pipes, links, full disks, Ctrl-C."""

import os
import re
import signal
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from random import Random
from subprocess import PIPE

import pytest

from pseudoku.cli import generate, main
from pseudoku.solving import Grid
from tests.places import ROOT
from tests.pseudoku.pseudoku_commands import OF_2413, PUZZLE, SOLUTION, Captured, run


def shell(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """``line`` in a shell in which ``$PSEUDOKU`` is the command."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "PSEUDOKU": f"{sys.executable} -m pseudoku",
        "PYTHONUNBUFFERED": "",
    }
    return subprocess.run(
        ["bash", "-c", line],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_pipe_carries_puzzles_from_one_command_to_the_next(tmp_path: Path) -> None:
    line = "$PSEUDOKU generate 2413 --blanks 3 --count 4 -q | $PSEUDOKU count -"
    done = shell(line, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n" * 4, "")


def test_a_reader_that_stops_reading_is_not_an_error(tmp_path: Path) -> None:
    line = (
        "$PSEUDOKU generate 2413 --count 1000000000 -q | head -1; echo ${PIPESTATUS[0]}"
    )
    done = shell(line, tmp_path)
    assert (done.stdout, done.stderr) == ("+-----+-----+\n141\n", "")


def test_a_link_stays_a_link_to_a_file_of_the_same_mode(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "file").chmod(0o640)
    (tmp_path / "link").symlink_to("file")
    assert shell("$PSEUDOKU generate 2413 --blanks 0 -o link", tmp_path).returncode == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == OF_2413
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


WAITING = """
import os, signal, sys
from pseudoku.cli import main

class Waiting:
    '''Standard input that writes a byte when it is read, and then waits.'''

    def isatty(self):
        return False

    def read(self, most):
        os.write(1, b"r")
        return os.read(0, most)

Waiting.buffer = sys.stdin = Waiting()
signal.signal(signal.SIGINT, signal.default_int_handler)  # the shell may ignore it
sys.exit(main(["count", "-"]))
"""


def test_ctrl_c_ends_with_130() -> None:
    words = [sys.executable, "-c", WAITING]
    process = subprocess.Popen(words, cwd=ROOT, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    assert process.stdout and process.stdout.read(1) == b"r"
    process.send_signal(signal.SIGINT)
    output = process.communicate(timeout=60)
    assert (process.returncode, *output) == (130, b"", b"")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-16"])
def test_a_pipe_gets_utf_8_whatever_the_locale_says(
    encoding: str, tmp_path: Path
) -> None:
    done = shell(f"PYTHONIOENCODING={encoding} $PSEUDOKU code PermuteVector", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "for 1 ≤ i ≤ 4 do" in done.stdout


def test_a_terminal_that_lacks_a_character_gets_ascii_signs(tmp_path: Path) -> None:
    def shown_in(encoding: str) -> str:
        ours, terminal = os.openpty()
        subprocess.run(
            [sys.executable, "-m", "pseudoku", "code", "PermuteVector"],
            cwd=ROOT,
            env=os.environ | {"PYTHONIOENCODING": encoding},
            stdout=terminal,
            check=True,
        )
        os.close(terminal)
        with open(ours, "rb") as screen:
            return screen.read1().decode()

    assert "for 1 ≤ i ≤ 4 do" in shown_in("utf-8")
    assert "for 1 <= i <= 4 do" in shown_in("ascii")


def test_each_of_several_puzzles_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two").write_text(f"{PUZZLE}\n\n11{'.' * 14}\n")
    Path("spoilt").write_text(f"{PUZZLE}\n.41..\n")
    status, out, _ = run(f"check two {PUZZLE}", capsys)
    assert (status, out.splitlines()) == (
        1,
        ["two:1: no clash, 10 blanks"]
        + ["two:3: clash: 1 occurs twice in row 1: r1c1, r1c2"]
        + ["two:3: clash: 1 occurs twice in sub-grid 1: r1c1, r1c2"]
        + ["argument:1: no clash, 10 blanks"],
    )
    _, out, err = run("check spoilt", capsys)
    assert out == "spoilt:1: no clash, 10 blanks\n" and ":2:5: a row" in err
    _, out, err = run(f"solve two {PUZZLE}", capsys)
    assert out == f"{SOLUTION}\n{SOLUTION}"
    assert err.startswith("two:3: clash: 1 occurs twice in row 1: r1c1, r1c2; clash")
    assert run(f"count two {PUZZLE}", capsys)[1] == "1\n0\n1\n"


def test_each_puzzle_is_written_before_the_next_is_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Captured
) -> None:
    """To a file all of them at once, or none."""
    left = [True, True, False]

    def stopped(solved: Grid, arguments: Namespace, random: Random) -> Grid:
        if not left.pop(0):
            raise KeyboardInterrupt
        return solved

    monkeypatch.setattr(generate, "blank_out", stopped)
    assert main(["generate", "2413", "--count", "3"]) == 130
    assert capsys.readouterr().out == f"{OF_2413}\n{OF_2413}"
    left[:] = [True, False]
    assert main(["generate", "2413", "--count", "2", "-o", str(tmp_path / "f")]) == 130
    assert os.listdir(tmp_path) == []


def test_many_puzzles_are_summarized_by_their_numbers_of_solutions(
    capsys: Captured,
) -> None:
    assert main(["generate", "2413", "--count", "300", "--seed", "1"]) == 0
    said = capsys.readouterr().err
    found = re.fullmatch(
        r"solutions: 1 \((\d+) puzzles\), 2 \((\d+) .*\nseed: 1\n", said
    )
    assert found and int(found[1]) + int(found[2]) == 300


def test_results_and_remarks_come_in_order(tmp_path: Path) -> None:
    done = shell("$PSEUDOKU generate 2413 --blanks 0 --seed 1 2>&1", tmp_path)
    assert done.stdout == OF_2413 + "solutions: 1\nseed: 1\n"
    done = shell("$PSEUDOKU count ................ no 2>&1", tmp_path)
    assert done.stdout.startswith("288\npseudoku count: error: ")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_a_closed_stream_causes_no_traceback(closed: str, tmp_path: Path) -> None:
    done = shell(f"$PSEUDOKU generate 2413 --blanks 0 {closed}", tmp_path)
    assert done.returncode == (2 if ">&-" in closed.split() else 0)
    assert "Traceback" not in done.stderr
    done = shell(f"$PSEUDOKU generate 2411 {closed} | cat", tmp_path)
    assert done.stdout == ""


def test_a_full_error_stream_keeps_the_status(tmp_path: Path) -> None:
    assert shell("$PSEUDOKU generate 2411 2> /dev/full", tmp_path).returncode == 2


def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    done = shell("$PSEUDOKU generate 2413 -q > /dev/full", tmp_path)
    said = "pseudoku generate: error: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_an_output_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    old = tmp_path / "old.txt"
    old.write_text("kept")
    # No file may grow beyond 0 bytes: writing fails as on a full disk.
    line = "trap '' XFSZ; ulimit -f 0; $PSEUDOKU generate 2413 -q -o old.txt"
    done = shell(line, tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("pseudoku generate: error: old.txt: File too large")
    assert old.read_text() == "kept"
    assert os.listdir(tmp_path) == ["old.txt"]


def test_debug_shows_the_traceback(tmp_path: Path) -> None:
    done = shell("$PSEUDOKU generate 2411 --debug", tmp_path)
    assert done.stderr.startswith("Traceback")
    assert done.returncode == 1


def test_an_error_keeps_the_name_of_the_file_and_stays_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two  blanks").write_text("x")
    assert main(["count", "two  blanks"]) == 2
    said = "pseudoku count: error: two  blanks:1:1: 'x' is not a cell"
    assert capsys.readouterr().err.startswith(said)
    assert main(["generate", "2413", "-q", "-o", "a\nb/c"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.sampled(1)
@pytest.mark.parametrize("command", ["code", "trace MakeVector 2413", "judge answer"])
def test_python_without_docstrings_is_reported_in_one_line(
    command: str, tmp_path: Path
) -> None:
    (tmp_path / "answer").write_text("function MakeVector(row) return row end function")
    done = shell(f"{sys.executable} -OO -m pseudoku {command}", tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "docstrings, which python -OO drops; run Python without -OO" in done.stderr
