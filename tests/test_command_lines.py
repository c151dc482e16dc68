"""Every command of both packages on streams that are closed or full, and signals."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path
from shutil import copy
from typing import TextIO

import pytest

from _courseware.terminal.console import write_text
from _courseware.text import files
from _courseware.text.files import create_file, replace_file
from marking import cli as marking_cli
from pseudoku import cli as pseudoku_cli
from sudoku import cli as sudoku_cli
from sudoku.courses import COURSE_NAMES as COURSES
from tests.places import ANSWERS, GOLDEN, ROOT

Captured = pytest.CaptureFixture[str]

MAIN: dict[str, Callable[[list[str]], int]] = {
    "marking": marking_cli.main,
    "pseudoku": pseudoku_cli.main,
    "sudoku": sudoku_cli.main,
}
OF_A_FILE = [
    "pseudoku check {}",
    "pseudoku solve {}",
    "pseudoku count {}",
    "pseudoku run {}",
    "pseudoku trace {}",
    "pseudoku walkthrough {}",
    "pseudoku translate {}",
    "pseudoku judge {}",
    "sudoku comp9021 {} bare",
    "sudoku hacettepe {} steps",
    "sudoku cit591 {}",
    "sudoku northwestern dfs {}",
    "sudoku check {}",
    "sudoku solve {}",
    "sudoku count {}",
    "sudoku explain {}",
    "sudoku hint {}",
    "sudoku rate {}",
    "sudoku walkthrough {}",
    "sudoku draw {} --step 1",
    "sudoku convert --format line {}",
    "sudoku compare {} file",
]
COMMANDS = [
    "marking rubric comp9021",
    "pseudoku check .41...2.3....1.2",
    "pseudoku solve .41...2.3....1.2",
    "pseudoku count .41...2.3....1.2",
    "pseudoku generate 2413 --blanks 0 -q",
    "pseudoku call PermuteVector 2413 1",
    "pseudoku code PermuteVector",
    "pseudoku draw vector 1 2",
    "pseudoku trace PermuteVector 2413 1",
    "pseudoku walkthrough PermuteVector 2413 1",
    "pseudoku run program",
    "pseudoku translate program",
    "pseudoku judge program",
    "sudoku comp9021 rows",
    "sudoku cit591 lists",
    "sudoku northwestern dfs rows",
    "sudoku northwestern bfs rows",
    "sudoku check rows",
    "sudoku solve rows",
    "sudoku count rows",
    "sudoku explain rows",
    "sudoku hint rows -q",
    "sudoku rate rows",
    "sudoku walkthrough rows",
    "sudoku draw --step 1 rows",
    "sudoku convert --format line rows",
    "sudoku generate --seed 1 -q",
    "sudoku compare rows rows",
]
INTO_FILES = [
    "marking rubric comp9021 mine",
    "sudoku export cit591 folder --force",
    "sudoku comp9021 rows bare",
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    copy(ANSWERS / "right_with_helpers.pseudo", "program")
    copy(GOLDEN / "comp9021" / "sudoku_5.txt", "rows")  # few boards are enough
    copy(GOLDEN / "cit591" / "puzzle1.txt", "lists")
    Path("file").write_text("")
    return tmp_path


@pytest.fixture
def full() -> Iterator[TextIO]:
    with open("/dev/full", "w", buffering=1) as stream:
        yield stream


def status_of(line: str) -> int:
    program, *words = line.split()
    try:
        return MAIN[program](words)
    except SystemExit as stop:  # after --help
        return int(stop.code or 0)


def test_each_command_is_tested_here() -> None:
    lines = [*COMMANDS, *INTO_FILES, *OF_A_FILE]
    here = {" ".join(line.split()[:2]) for line in lines}
    need_a_class = {
        f"marking {name}"
        for name in "run check show report forget doctor autograder".split()
    }
    of_courses = {f"sudoku {name}" for name in COURSES}  # tested in tests/sudoku
    assert here | {
        "pseudoku analyse",
        "pseudoku export",
    } | need_a_class | of_courses == {
        f"{program} {name}"
        for program, names in (
            ("marking", marking_cli.COMMANDS),
            ("pseudoku", pseudoku_cli.COMMANDS),
            ("sudoku", sudoku_cli.COMMANDS),
        )
        for name in names
    }


def helps() -> Iterator[str]:
    for program in MAIN:
        yield f"{program} --help"
        yield f"{program} --version"
    yield from (f"marking {name} --help" for name in marking_cli.COMMANDS)
    yield from (f"pseudoku {name} --help" for name in pseudoku_cli.COMMANDS)
    yield from (f"sudoku {name} --help" for name in sudoku_cli.COMMANDS)


@pytest.mark.sampled(20)
@pytest.mark.parametrize("line", [*COMMANDS, *helps()])
def test_a_result_that_is_lost_is_an_error(
    line: str, full: TextIO, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    assert status_of(line) < 2
    assert capsys.readouterr().out
    prog = " ".join(word for word in line.split()[:2] if word[0] != "-")
    for stream, message in (
        (full, "No space left on device"),
        (None, "standard input or output is closed"),
    ):
        monkeypatch.setattr("sys.stdout", stream)
        assert status_of(line) == 2
        assert capsys.readouterr().err == f"{prog}: error: {message}\n"


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    "line", [*COMMANDS, *INTO_FILES, "sudoku solve no", "pseudoku x"]
)
def test_remarks_that_are_lost_change_neither_status_nor_result(
    line: str, full: TextIO, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    line = line.removesuffix(" -q")
    if "generate" in line:
        line += " --seed 1"
    expected = status_of(line), capsys.readouterr().out
    for stream in (full, None):
        monkeypatch.setattr("sys.stderr", stream)
        assert (status_of(line), capsys.readouterr().out) == expected


@pytest.mark.parametrize("line", OF_A_FILE)
def test_a_file_name_is_printed_without_its_control_characters(
    line: str, capsys: Captured
) -> None:
    name = "\x1b[31mred"
    small = line.split()[1] in ("check", "solve", "count") and "pseudoku" in line
    source = "program" if "pseudoku" in line else "rows"
    text = Path("lists" if "cit591" in line else source).read_text()
    Path(name).write_text("\n".join([".41...2.3....1.2" if small else text] * 2))
    Path("file").write_text("other")
    program, *words = line.split()
    MAIN[program]([word.format(name) for word in words])
    captured = capsys.readouterr()
    assert captured.out + captured.err
    assert "\x1b" not in captured.out + captured.err


@pytest.mark.sampled(7)
@pytest.mark.parametrize("line", OF_A_FILE)
def test_a_closed_standard_input_is_an_error_where_it_is_read_and_only_there(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    name = "program" if line.startswith("pseudoku") else "rows"
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    expected = status_of(line.format(name)), capsys.readouterr()
    monkeypatch.setattr("sys.stdin", None)
    assert (status_of(line.format(name)), capsys.readouterr()) == expected
    monkeypatch.setattr("sys.stdin", None)
    assert status_of(line.format("-")) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert "standard input" in captured.err


@pytest.mark.sampled(2)
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", ">&- 2>&- <&-"])
def test_a_process_with_closed_streams_opens_and_leaves_nothing(closed: str) -> None:
    line = f"{sys.executable} -X dev -W error -m sudoku solve rows {closed}"
    done = subprocess.run(
        ["bash", "-c", line],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    lost = ">&-" in closed.split()
    message = "sudoku solve: error: standard input or output is closed\n"
    assert done.returncode == (2 if lost else 0)
    assert done.stderr == (message if closed == ">&-" else "")


def test_names_that_are_not_utf_8_are_read_written_and_reported() -> None:
    name = os.fsdecode(b"\xff\xfe")
    copy("program", name)
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
TO_A_FILE = "pseudoku generate 2413 -q -o result"


@pytest.mark.parametrize(
    ("name", "status"),
    [("SIGTERM", 143), ("SIGINT", 130)],
)
def test_a_signal_leaves_no_unfinished_file(name: str, status: int) -> None:
    Path("result").write_text("old")
    before = os.listdir()
    done = after(SENDS.format(name), TO_A_FILE)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")
    assert os.listdir() == before and Path("result").read_text() == "old"


@pytest.mark.parametrize(
    ("page", "line"),
    [
        (
            "pseudocode.tracing.page",
            "pseudoku walkthrough PermuteVector 2413 1 -o result",
        ),
        ("sudoku.explain.page", "sudoku walkthrough rows -o result"),
    ],
)
def test_a_process_that_is_killed_before_its_result_leaves_no_file(
    page: str, line: str
) -> None:
    before = os.listdir()
    code = f"import {page}\n{page}.walkthrough = lambda *_: os.kill(os.getpid(), 9)"
    assert after(code, line).returncode == -signal.SIGKILL
    assert os.listdir() == before


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
    Path("folder").mkdir()
    for place, why in (
        ("no/where", "No such file or directory"),
        ("file/x", "Not a directory"),
        ("folder", "Is a directory"),
    ):
        assert status_of(f"sudoku generate -o {place}") == 2
        assert capsys.readouterr().err == f"sudoku generate: error: {place}: {why}\n"


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


# Writing a file


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
    with pytest.raises(FileNotFoundError) as missing:
        create_file("no/new", b"3")
    assert missing.value.filename == "no/new"


def test_an_output_may_be_a_device_or_a_pipe() -> None:
    assert after("", f"{TO_A_FILE[:-6]}/dev/stdout").stdout.startswith("+-----+")
    assert after("", f"{TO_A_FILE[:-6]}/dev/null").returncode == 0
    done = after("", f"{TO_A_FILE[:-6]}/dev/full")
    message = "pseudoku generate: error: /dev/full: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, message)


def test_an_output_may_be_a_file_that_is_already_open() -> None:
    for name, mode in ("stdout", "wb"), ("fd/1", "wb"), ("stdout", "ab"):
        Path("log").write_text("before\n")
        with open("log", mode) as log:
            os.write(log.fileno(), b"first\n")
            assert (
                after("", f"{TO_A_FILE[:-6]}/dev/{name}", log.fileno()).returncode == 0
            )
            os.write(log.fileno(), b"last\n")
        lines = Path("log").read_text().splitlines()
        assert lines[mode == "ab"] == "first" and lines[-1] == "last"
        assert lines[1 + (mode == "ab")][:3] == "+--"


def test_an_error_names_the_file_that_was_asked_for(capsys: Captured) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        replace_file("no/where", b"")
    assert caught.value.filename == "no/where"
    assert status_of("pseudoku generate 2413 -q -o no/where") == 2
    message = "pseudoku generate: error: no/where: No such file or directory\n"
    assert capsys.readouterr().err == message


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
