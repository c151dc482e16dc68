"""Commands as processes: pipes, terminals, signals, and the files that they write."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest

from _courseware.terminal import progress
from _courseware.terminal.console import write_text
from _courseware.text import files
from _courseware.text.files import create_file, replace_file
from tests import commands
from tests.commands import Captured, result_of, shell, status_of
from tests.places import ROOT
from tests.pseudoku.pseudoku_commands import OF_2413
from tests.sudoku.sudoku_commands import EASY, SOLVED

folder = commands.folder  # the files that the commands read
TO_A_FILE = "pseudoku generate 2413 -q -o result"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(  # what is printed ends with the status of the first command
    ("line", "printed"),
    [
        (
            "pseudoku generate 2413 --blanks 3 --count 4 -q | $RUN pseudoku count -",
            "1\n1\n1\n1\n0\n",
        ),
        (
            "sudoku convert rows --format grid | $RUN sudoku solve | $RUN sudoku count",
            "1\n0\n",
        ),
        (f"sudoku solve - < <(yes {EASY}) | head -1", f"{SOLVED}\n141\n"),
        (
            f"sudoku convert - --format sdm < <(yes {EASY}) | head -1",
            f"{EASY.replace('.', '0')}\n141\n",
        ),
        (
            "pseudoku generate 2413 --count 1000000000 -q | head -1",
            "+-----+-----+\n141\n",
        ),
        (
            "sudoku generate --seed 1 --count 1000000 -q | head -1",
            "+-------+-------+-------+\n141\n",
        ),
    ],
)
def test_a_pipe_leads_to_a_command_or_ends_early(line: str, printed: str) -> None:
    done = shell(f"$RUN {line}; echo ${{PIPESTATUS[0]}}")
    assert (done.stdout, done.stderr) == (printed, "")


def test_results_and_remarks_come_in_order() -> None:
    done = shell("$RUN pseudoku generate 2413 --blanks 0 --seed 1 2>&1")
    assert done.stdout == OF_2413 + "solutions: 1\nseed: 1\n"
    done = shell("$RUN pseudoku count ................ no 2>&1")
    assert done.stdout.startswith("288\npseudoku count: error: ")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("command", ["sudoku solve rows", "pseudoku generate 2411"])
@pytest.mark.parametrize("lost", ["<&-", ">&-", "2>&-", ">&- 2>&- <&-", ">/dev/full"])
def test_a_process_with_lost_streams_opens_and_leaves_nothing(
    command: str, lost: str
) -> None:
    done = shell(f"{sys.executable} -X dev -W error -m {command} {lost}")
    fails = ">&-" in lost.split() or "full" in lost or "2411" in command
    assert done.returncode == (2 if fails else 0)
    if "2>" in lost:
        assert done.stderr == ""
    elif "solve" in command and fails:
        full = "No space left on device" if "full" in lost else ""
        why = full or "standard input or output is closed"
        assert done.stderr == f"sudoku solve: error: {why}\n"
    else:
        assert done.stderr.count("\n") == fails


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-16"])
def test_a_pipe_gets_utf_8_whatever_the_locale_says(encoding: str) -> None:
    done = shell("$RUN pseudoku code PermuteVector", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stderr) == (0, "")
    assert "for 1 ≤ i ≤ 4 do" in done.stdout


def test_a_terminal_that_lacks_a_character_gets_ascii_signs() -> None:
    for encoding, sign in ("utf-8", "≤"), ("ascii", "<="):
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
            assert f"for 1 {sign} i {sign} 4 do" in screen.read1().decode()


def test_names_that_are_not_utf_8_are_read_written_and_reported() -> None:
    name = os.fsdecode(b"\xff\xfe")
    os.rename("program", name)
    assert status_of(f"pseudoku translate {name} -o {name}.py") == 0
    assert "def permute_vector" in Path(f"{name}.py").read_text("utf-8")
    write_text("of a name", name)
    assert Path("of a name").read_text("utf-8") == r"\udcff\udcfe"
    for line in (
        f"sudoku solve {name}",
        f"sudoku count no{name}",
        f"pseudoku generate 2413 -q -o no{name}/x",
    ):
        done = after("", line)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "\\udcff\\udcfe" in done.stderr


def test_an_error_keeps_the_name_of_the_file_and_stays_one_line() -> None:
    Path("two  blanks").write_text("x")
    done = shell("$RUN pseudoku count 'two  blanks'")
    said = "pseudoku count: error: two  blanks:1:1: 'x' is not a cell"
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(said)
    done = shell("$RUN pseudoku generate 2413 -q -o $'a\\nb/c'")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("words", ["code", "trace MakeVector 2413", "judge program"])
def test_python_without_docstrings_is_reported_in_one_line(words: str) -> None:
    done = shell(f"{sys.executable} -OO -m pseudoku {words}")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "docstrings, which python -OO drops; run Python without -OO" in done.stderr


# Signals, and the files and processes that they must not leave behind


def after(
    code: str, line: str, stdout: int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    """Run a command line in a process that has executed ``code``."""
    program, *words = line.split()
    start = f"""
import os, signal, sys
{code}
sys.argv = {[program, *words]!r}
from runpy import run_module
run_module({program!r}, run_name="__main__", alter_sys=True)
"""
    return subprocess.run(
        [sys.executable, "-c", start],
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""},
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        timeout=30,
    )


SENDS = "os.replace = lambda *names: os.kill(os.getpid(), signal.{})"


@pytest.mark.parametrize(("name", "status"), [("SIGTERM", 143), ("SIGINT", 130)])
def test_a_signal_leaves_no_unfinished_file(name: str, status: int) -> None:
    Path("result").write_text("old")
    before = os.listdir()
    done = after(SENDS.format(name), TO_A_FILE)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")
    assert os.listdir() == before and Path("result").read_text() == "old"


@pytest.mark.parametrize(
    ("sent", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
def test_a_signal_ends_a_command_that_reads_in_silence(
    sent: signal.Signals, status: int
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "sudoku", "solve"],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin and process.stdout
    process.stdin.write(f"{EASY}\n".encode())
    process.stdin.flush()
    assert process.stdout.readline()
    process.send_signal(sent)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (status, b"")


def test_a_process_that_is_killed_before_its_result_leaves_no_file() -> None:
    before = os.listdir()
    page = "sudoku.explain.page"
    code = f"import {page}\n{page}.walkthrough = lambda *_: os.kill(os.getpid(), 9)"
    done = after(code, "sudoku walkthrough rows -o result")
    assert done.returncode == -signal.SIGKILL
    assert os.listdir() == before


def test_a_file_that_a_killed_process_left_disturbs_no_later_one() -> None:
    """In a container every first process has the same number."""
    killed = SENDS.format("SIGKILL").replace("os.getpid()", "really")
    first = "really = os.getpid(); os.getpid = lambda: 1; "
    assert after(first + killed, TO_A_FILE).returncode == -signal.SIGKILL
    assert after("os.getpid = lambda: 1", TO_A_FILE).returncode == 0
    assert Path("result").exists()


def test_a_terminated_command_does_not_wait_for_a_reader_that_sleeps() -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with suppress(BlockingIOError):
        while True:
            os.write(writing, b"x")
    os.set_blocking(writing, True)  # now the pipe is full
    code = SENDS.format("SIGTERM").replace("os.kill", "print('y') or os.kill")
    done = after(code, TO_A_FILE, writing)
    assert (done.returncode, done.stderr) == (143, "")
    os.close(reading)
    os.close(writing)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "module", ["_courseware.terminal.start", "argparse", "signal", "{}.cli"]
)
@pytest.mark.parametrize("command", ["pseudoku --help", "sudoku --help", "marking -h"])
def test_control_c_during_an_import_is_silent(command: str, module: str) -> None:
    name = module.format(command.split()[0])
    code = f"""
class Interrupt:
    def find_spec(self, name, *more):
        if name == "{name}":
            raise KeyboardInterrupt

sys.modules.pop("{name}", None)
sys.meta_path.insert(0, Interrupt())
"""
    done = after(code, command)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("end", ["/dev/full", "pipe"])
def test_a_command_that_fails_when_its_output_is_lost_says_why_in_one_line(
    end: str,
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with open(end if "/" in end else writing, "wb") as output:
        code = """
from pseudoku.cli import code
from _courseware.terminal.messages import CommandError
def run(arguments):
    print("a result")
    raise CommandError("it failed")
code.run = run"""
        done = after(code, "pseudoku code", output.fileno())
    assert (done.returncode, done.stderr) == (2, "pseudoku code: error: it failed\n")


# Writing a file


def test_a_large_result_waits_in_no_file_of_the_folder() -> None:
    Path("result").write_text("old")
    before = os.listdir()
    large = b"x" * (2 * files.MAX_BUFFERED_BYTES)
    with suppress(KeyboardInterrupt), files.open_output("result") as result:
        result.write(large)
        assert os.listdir() == before
        raise KeyboardInterrupt
    assert os.listdir() == before and Path("result").read_text() == "old"
    with files.open_output("result") as result:
        result.write(large)
        files.save_output(result, "result")
    assert os.listdir() == before and Path("result").read_bytes() == large


def test_an_output_that_cannot_be_written_is_refused_before_the_work(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr("sudoku.cli.generate.run", lambda _: pytest.fail("it ran"))
    for place in ("no/where", "empty/x", "."):
        status, _, err = result_of(f"sudoku generate -o {place}", capsys)
        assert status == 2 and err.startswith(f"sudoku generate: error: {place}: ")


def test_an_output_that_cannot_be_written_leaves_the_old_one() -> None:
    Path("result").write_text("kept")
    before = os.listdir()
    # No file may grow beyond 0 bytes: writing fails as on a full disk.
    done = shell(f"trap '' XFSZ; ulimit -f 0; $RUN {TO_A_FILE}")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("pseudoku generate: error: result: File too large")
    assert os.listdir() == before and Path("result").read_text() == "kept"


def test_a_link_stays_a_link_to_a_file_of_the_same_mode() -> None:
    Path("file").touch(mode=0o640)
    Path("result").symlink_to("file")
    assert status_of(f"{TO_A_FILE} --blanks 0") == 0
    assert Path("result").is_symlink() and Path("file").read_text() == OF_2413
    assert Path("file").stat().st_mode & 0o777 == 0o640


def test_a_name_may_be_as_long_as_a_name_can_be() -> None:
    name = "n" * 251 + ".txt"
    assert status_of(f"pseudoku generate 2413 -q --blanks 0 -o {name}") == 0
    assert Path(name).read_text().startswith("+-----+")


def no_links(name: str, path: str) -> None:
    """What `os.link` does on a file system without links."""
    raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), name, None, path)


@pytest.mark.parametrize("link", [os.link, no_links])
def test_a_new_file_is_whole_and_replaces_none(
    link: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "link", link)
    before = {*os.listdir()}
    create_file("new", b"1")
    Path("link").symlink_to("nowhere")
    for path in ("new", "link"):
        with pytest.raises(FileExistsError) as caught:
            create_file(path, b"2")
        assert caught.value.filename == path
    assert Path("new").read_bytes() == b"1"
    assert {*os.listdir()} == before | {"new", "link"}
    for write in (create_file, replace_file):
        with pytest.raises(FileNotFoundError) as missing:
            write("no/new", b"3")
        assert missing.value.filename == "no/new"


def test_an_output_may_be_a_device_or_a_file_that_is_already_open() -> None:
    line = TO_A_FILE.removesuffix("result")
    assert after("", f"{line}/dev/stdout").stdout.startswith("+-----+")
    assert after("", f"{line}/dev/null").returncode == 0
    done = after("", f"{line}/dev/full")
    message = "pseudoku generate: error: /dev/full: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, message)
    for name, mode in ("stdout", "wb"), ("fd/1", "wb"), ("stdout", "ab"):
        Path("log").write_text("before\n")
        with open("log", mode) as log:
            os.write(log.fileno(), b"first\n")
            assert after("", f"{line}/dev/{name}", log.fileno()).returncode == 0
            os.write(log.fileno(), b"last\n")
        lines = Path("log").read_text().splitlines()
        assert lines[mode == "ab"] == "first" and lines[-1] == "last"
        assert lines[1 + (mode == "ab")][:3] == "+--"


def test_a_replaced_file_is_never_readable_by_more_people_than_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("secret").touch(mode=0o600)
    modes: list[int] = []
    replace = os.replace

    def look_first(source: str, target: str) -> None:
        modes.append(os.stat(source).st_mode & 0o777)
        replace(source, target)

    monkeypatch.setattr(os, "replace", look_first)
    replace_file("secret", b"new")
    assert modes == [0o600] and Path("secret").read_bytes() == b"new"


# Progress


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
