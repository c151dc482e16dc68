"""The sandbox: its limits, what still works in it, and what it needs."""

import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from subprocess import PIPE
from tempfile import TemporaryDirectory

import pytest

from marking.cli import main
from marking.sandbox.calls import call_number
from marking.sandbox.interpreters import (
    candidate_programs,
    own_interpreter,
)
from marking.sandbox.job import Job, SandboxError
from marking.sandbox.launcher import Sandbox, Tier, exchange_job, first_blocked_folder
from marking.sandbox.probe import Finding, sandbox_problem, try_program
from tests.marking.classes import DATA, class_of, is_root, run_program
from tests.marking.test_hostile import program
from tests.places import ROOT

NOBODY = 65534
MEGABYTE = 2**20
# Programs that run in a sandbox, by their names.
PROGRAMS: dict[str, str] = DATA["sandbox"]


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "python", ["3", pytest.param("3.6", marks=pytest.mark.python36)]
)
def test_ordinary_programs_go_on_under_the_filter(python: str) -> None:
    done = run_program(PROGRAMS["ORDINARY"], python=python, memory=2**30)
    assert (done.end_reason, done.status, done.stdout) == ("exit", 0, b"end\n"), (
        done.stderr
    )


@pytest.mark.sandbox
def test_programs_with_locks_print_the_same_in_a_sandbox(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAMS["LOCKING"])
    words = [own_interpreter().program, "program.py"]
    outside = subprocess.run(words, cwd=tmp_path, capture_output=True, timeout=60)
    done = run_program(PROGRAMS["LOCKING"], memory=2**30)
    assert done.stdout == outside.stdout and done.stdout.count(b"\n") == 12, (
        done.stdout,
        done.stderr,
        outside.stderr,
    )


@pytest.mark.sandbox
def test_no_sandbox_sees_what_another_has_locked() -> None:
    with ThreadPoolExecutor(2) as pool:
        for done in pool.map(run_program, [PROGRAMS["LOCK_CHANNEL"]] * 2):
            assert (done.stdout, done.status) == (b"[]\n", 0), done.stderr


@pytest.mark.sandbox
def test_children_that_share_the_memory_of_their_parent_stay_in_the_limit() -> None:
    done = run_program(PROGRAMS["SHARED_MEMORY"])
    assert (done.end_reason, done.status) == ("exit", 0), done.stderr


@pytest.mark.sandbox
def test_closing_the_sandbox_ends_its_jobs() -> None:
    sandbox = Sandbox("sandbox", own_interpreter())
    job = Job(("-c", "import time; time.sleep(5)"), "3", {}, (), 5, 2**28, 99, 16)
    failures: list[SandboxError] = []

    def start() -> None:
        try:
            sandbox.run(job)
        except SandboxError as error:
            failures.append(error)

    thread = threading.Thread(target=start)
    thread.start()
    while not sandbox.running:
        thread.join(0.01)
        assert thread.is_alive()
    sandbox.close()
    thread.join()
    assert not sandbox.running
    assert [str(error) for error in failures] == ["the sandbox ended early"]
    with pytest.raises(SandboxError, match="no sandbox is open"):
        sandbox.run(job)


def test_a_sandbox_that_ends_before_it_reads_its_job_says_why() -> None:
    process = subprocess.Popen(
        ["sh", "-c", "echo why >&2"], stdin=PIPE, stdout=PIPE, stderr=PIPE
    )
    process.wait()
    job = Job(("-c", ""), "3", {}, (), 5, 2**28, 99, 16)
    with pytest.raises(SandboxError, match="why"):
        exchange_job(process, b"packed", job)


def test_a_home_that_cannot_be_read_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("HOME", str(home))
    (home / ".pyenv" / "versions" / "2.1.0" / "bin").mkdir(parents=True)
    program = home / ".pyenv" / "versions" / "2.1.0" / "bin" / "python2.1"
    program.touch()
    user = os.geteuid()
    for name, value in (("PYENV_ROOT", ""), ("PYENV_ROOT", str(home / ".pyenv"))):
        monkeypatch.setenv(name, value)
        assert list(candidate_programs("2.1")) == [str(program)]
        home.chmod(0)
        try:
            if user == 0:
                os.seteuid(NOBODY)
            assert list(candidate_programs("2.1")) == []
        finally:
            os.seteuid(user)
            home.chmod(0o700)


def test_without_bubblewrap_the_first_advice_is_to_install_it(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("shutil.which", lambda name, path="": None)
    sandbox_problem.cache_clear()
    folder = class_of(tmp_path / "class", {"a": "pass"})
    try:
        assert main(["run", "comp9021", str(folder), "-o", str(tmp_path / "out")]) == 2
    finally:
        sandbox_problem.cache_clear()
    (line,) = capsys.readouterr().err.splitlines()
    problem = "cannot create a sandbox here: bubblewrap is not installed: install it"
    assert line.startswith(f"marking run: error: {problem}")
    assert line.endswith("--trust-submissions runs the programs without protection")


@pytest.mark.nightly
@pytest.mark.sandbox
@pytest.mark.usefixtures("busy_machine")
def test_a_busy_machine_stops_no_program_that_is_in_time() -> None:
    program = "import time\nwhile time.process_time() < 1.5: pass\nprint('end')"
    assert run_program(program, seconds=2).stdout == b"end\n"


@pytest.mark.nightly
@pytest.mark.sandbox
@pytest.mark.usefixtures("busy_machine")
@pytest.mark.parametrize(
    "name", ["busy children", "stops and goes on", "children that nobody waits for"]
)
def test_a_program_with_busy_children_does_not_stretch_its_time(name: str) -> None:
    done = run_program(program(name, "", "x", 1, ""), seconds=3)
    assert done.end_reason == "time"
    assert done.seconds < 4.5


@pytest.mark.parametrize(
    "tier", [pytest.param("sandbox", marks=pytest.mark.sandbox), "open"]
)
def test_every_program_runs_under_the_filter_without_new_privileges(tier: Tier) -> None:
    program = "print(open('/proc/self/status').read())"
    lines = run_program(program, tier).stdout.decode().splitlines()
    assert {"Seccomp:\t2", "NoNewPrivs:\t1"} <= {*lines}


@pytest.mark.skipif(not is_root(), reason="other users may list all of their keys")
def test_a_program_does_not_possess_the_keys_of_the_session() -> None:
    machine = os.uname().machine
    numbers = [str(call_number(call, machine)) for call in ("keyctl", "add_key")]
    words = [sys.executable, "-c", PROGRAMS["KEYS_SEEN"], *numbers]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    if "FileNotFoundError" in done.stderr:
        pytest.skip("this kernel has no keys")
    assert done.stdout == "exit False\n", done.stderr


def test_a_program_that_does_not_start_is_a_failure_of_the_sandbox() -> None:
    sandbox = Sandbox("open", own_interpreter()._replace(program="/nowhere/python"))
    job = Job(("-c", "pass"), "3", {}, (), 30, 2**28, MEGABYTE, 16)
    with pytest.raises(
        SandboxError, match="^Python does not start: .*No such file or directory"
    ):
        sandbox.run(job)
    assert not sandbox.running


def test_the_first_folder_that_others_may_not_enter_is_found() -> None:
    with TemporaryDirectory(dir="/tmp") as top:
        folder = Path(top, "open", "closed", "below")
        folder.mkdir(parents=True)
        os.chmod(top, 0o755)
        for mode in (0o700, 0o711, 0o744, 0o754):
            folder.parent.chmod(mode)
            assert first_blocked_folder(str(folder)) == str(folder.parent)
        for mode in (0o755, 0o777):
            folder.parent.chmod(mode)
            assert first_blocked_folder(str(folder)) == ""


@pytest.mark.sandbox
def test_every_program_has_all_limits() -> None:
    done = run_program(
        "print(open('/proc/self/limits').read())", seconds=7, memory=2**28
    )
    found = [line.split() for line in done.stdout.decode().splitlines()]
    for limit in PROGRAMS["LIMITS"].splitlines():
        words = ["Max", *limit.split()]
        assert words in [line[: len(words)] for line in found], limit


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("program", "held", "seen"), DATA["cases"]["attempts"])
def test_an_attempt_holds_if_it_ends_and_prints_nothing(
    program: str, held: bool, seen: str
) -> None:
    finding = try_program(
        Sandbox("open", own_interpreter()), "reading", program, "nothing was read"
    )
    assert finding == Finding("reading", held, seen)
