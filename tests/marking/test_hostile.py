"""Hostile programs, run as root and as an ordinary user, by the real command line.

Every program runs with a limit on its time, and the machine is protected by limits of
the whole run: if the sandbox fails, the run ends.
"""

import ctypes
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest

from marking.sandbox.calls import call_number
from marking.sandbox.interpreters import own_interpreter
from marking.sandbox.job import Job
from marking.sandbox.launcher import UNUSED_IDS, Sandbox
from tests.marking.classes import class_of, command, hand_in, is_root
from tests.marking.hostile import ATTACKS, program
from tests.marking.test_archives import HOSTILE
from tests.places import GOLDEN, ROOT
from tests.waiting import until

NOBODY = 65534
PEAK = 300 * 2**20  # bytes that the harness may use
RUBRIC = """\
schema = 1
course = "comp9021"
title = "Hostile"
files = ["sudoku.py"]
tests = "inputs"
total = 2
[limits]
seconds = 1
memory = "256 MiB"
processes = 16
quote = "so that the limit is not lowered"
[[criterion]]
id = "printed"
marks = 1
test = [{ do = "preassess", inputs = ["sudoku_3.txt"] }]
[[criterion]]
id = "written"
marks = 1
test = [{ do = "bare_tex_output", inputs = ["sudoku_3.txt"] }]
"""

pytestmark = pytest.mark.sandbox


class Aftermath(NamedTuple):
    """What a run of all hostile programs left."""

    status: int
    verdicts: dict[str, tuple[str, ...]]
    peak: int
    connections: int
    processes: list[str]
    files_before: dict[str, str]
    files_after: dict[str, str]
    temporary: set[str]


class Marker(NamedTuple):
    """Who marks: a user id, or this one; and whether its session has a key."""

    user: int | None
    has_key: bool


MARKERS = [Marker(user, key) for user in (None, NOBODY) for key in (True, False)]
# On a busy machine, the time of a program with children includes its waiting. So only
# the attacks whose verdict is about time have a short limit.
SECONDS = {"TLE": 1, "others": 60}


def attacks(group: str) -> dict[str, tuple[str, ...]]:
    """The verdicts of the attacks of a group in SECONDS, by their names."""
    verdicts = {name: expected for name, (_, *expected) in ATTACKS.items()}
    return {
        name: tuple(expected)
        for name, expected in verdicts.items()
        if ("TLE" in expected) == (group == "TLE")
    }


@pytest.fixture(scope="module", params=SECONDS)
def group(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(marker, marks=pytest.mark.slow if number else ())
        for number, marker in enumerate(MARKERS)
        if marker.user is None or is_root()
    ],
    ids=lambda marker: f"user {marker.user}, {'a' if marker.has_key else 'no'} key",
)
def aftermath(request: pytest.FixtureRequest, group: str) -> Iterator[Aftermath]:
    marker: Marker = request.param
    user = marker.user
    if user is not None:
        words = ["-c", "import tomllib, marking.cli.run"]
        start = command(user=user)[:-2]
        if subprocess.run([*start, *words], cwd=ROOT, capture_output=True).returncode:
            pytest.skip("an ordinary user has no Python 3.11, or cannot read this")
    folder = Path(tempfile.mkdtemp(prefix="hostile-", dir="/tmp"))
    try:
        yield run(folder, marker, group)
    finally:
        shutil.rmtree(folder)


def run(folder: Path, marker: Marker, group: str) -> Aftermath:
    """Run every hostile program of a group; look around afterwards."""
    user = marker.user
    secret = folder / "SECRET"
    secret.write_text("expected")
    stem = inputs_in(folder, SECONDS[group])
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        port = server.getsockname()[1]
        names = {f"h{number:02}": name for number, name in enumerate(attacks(group))}
        right = hand_in("comp9021")
        programs = {
            key: program(name, right, stem, port, str(secret))
            for key, name in names.items()
        }
        class_of(folder / "class", programs)
        for name, (data, _) in HOSTILE.items():
            (folder / "class" / f"{archive_id(name)}.zip").write_bytes(data)
        own(folder, user)
        before, temporary = files_in(folder), marking_files()
        out = folder / "out"
        words = ("run", folder / "rubric.toml", folder / "class", "-o", out)
        process = subprocess.Popen(
            command(*words, user=user),
            cwd=ROOT,
            preexec_fn=partial(limited, marker.has_key),
            stderr=subprocess.PIPE,
            text=True,
        )
        peak = watch(process)
        connections = accepted(server)
    after = {k: v for k, v in files_in(folder).items() if not k.startswith("out/")}
    names |= {archive_id(name): archive_id(name) for name in HOSTILE}
    verdicts = {names[key]: codes(out / "results" / f"{key}.json") for key in names}
    left = marking_files() - temporary
    return Aftermath(
        process.returncode,
        verdicts,
        peak,
        connections,
        strangers(stem),
        before,
        after,
        left,
    )


def archive_id(name: str) -> str:
    """The id of the student who hands in a hostile archive."""
    return f"zip-{name.replace(' ', '-').replace(',', '')}"


def limited(has_key: bool) -> None:
    """Begin a session with limits, for a failing sandbox, and perhaps with a key."""
    machine, libc = os.uname().machine, ctypes.CDLL(None)
    libc.syscall(call_number("keyctl", machine), 1, None)  # join a new keyring
    if has_key:
        words = b"user", b"marking", b"secret", 6, -3
        libc.syscall(call_number("add_key", machine), *words)
    resource.setrlimit(resource.RLIMIT_AS, (2**32, 2**32))
    resource.setrlimit(resource.RLIMIT_FSIZE, (2**28, 2**28))
    resource.setrlimit(resource.RLIMIT_NPROC, (2000, 2000))


def own(folder: Path, user: int | None) -> None:
    if user is not None:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, user, user)


def watch(process: "subprocess.Popen[str]") -> int:
    """Wait for a process; return the most memory that it used itself."""
    peak = 0

    def has_ended() -> bool:
        nonlocal peak
        with suppress(OSError):
            status = Path(f"/proc/{process.pid}/status").read_text()
            for line in status.splitlines():
                if line.startswith("VmHWM:"):
                    peak = max(peak, int(line.split()[1]) * 1024)
        return process.poll() is not None

    try:
        until(has_ended, 400)
    finally:
        process.kill()
        process.communicate()
    return peak


def files_in(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def marking_files() -> set[str]:
    return {path.name for path in Path("/tmp").glob("marking-*")}


def codes(path: Path) -> tuple[str, ...]:
    """The verdicts in a result; its status if no test could run."""
    result = json.loads(path.read_text("utf-8"))
    return tuple(test["verdict"] for test in result["tests"]) or (result["status"],)


def accepted(server: socket.socket) -> int:
    """How many connections wait at *server*."""
    count = 0
    try:
        while True:
            server.accept()[0].close()
            count += 1
    except BlockingIOError:
        return count


def inputs_in(folder: Path, seconds: int) -> str:
    """Write a rubric and its input, whose name no other run has; return the name."""
    stem = f"grid_{os.urandom(8).hex()}"
    text = RUBRIC.replace("sudoku_3", stem)
    limit = f"seconds = {seconds}"
    (folder / "rubric.toml").write_text(text.replace("seconds = 1", limit))
    (folder / "inputs").mkdir()
    shutil.copy(GOLDEN / "comp9021" / "sudoku_3.txt", folder / "inputs" / f"{stem}.txt")
    return stem


def strangers(mark: str) -> list[str]:
    """The command lines of the processes of a run that have *mark*."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if mark in line:
            found.append(line[:200])
    return found


def test_there_are_at_least_30_hostile_programs_and_9_archives() -> None:
    assert len(ATTACKS) >= 30 and len(HOSTILE) >= 9


def test_every_hostile_program_ends_in_its_verdict(
    aftermath: Aftermath, group: str
) -> None:
    archives = {archive_id(name): ("manual",) for name in HOSTILE}
    assert aftermath.verdicts == {**attacks(group), **archives}
    assert aftermath.status == 0


def test_a_hostile_program_leaves_nothing_behind(aftermath: Aftermath) -> None:
    assert aftermath.processes == []
    assert aftermath.connections == 0
    assert aftermath.temporary == set()
    assert aftermath.files_after == aftermath.files_before


def test_the_harness_stays_small(aftermath: Aftermath) -> None:
    assert 0 < aftermath.peak < PEAK


WHO = """\
import os
print(os.getuid(), *open("/proc/self/uid_map").read().split())
"""


def test_no_sandbox_is_ever_made_by_root() -> None:
    """Inside, a user id maps to the one outside: it has neither a name nor rights."""
    job = Job(("-c", WHO), "3", {}, (), 10, 2**28, 2**16, 16)
    outcome = Sandbox("sandbox", own_interpreter()).run(job)
    inside, first, outside, size = map(int, outcome.stdout.split())
    assert inside == first and size == 1
    assert outside != 0
    if is_root():
        assert outside in UNUSED_IDS
    else:
        assert outside == os.geteuid()


@pytest.mark.skipif(not is_root(), reason="only root becomes another user")
def test_root_runs_no_submission_as_root_even_without_a_sandbox() -> None:
    job = Job(("-c", WHO), "3", {}, (), 10, 2**28, 2**16, 16)
    outcome = Sandbox("open", own_interpreter()).run(job)
    assert int(outcome.stdout.split()[0]) in UNUSED_IDS


def test_ctrl_c_ends_every_sandbox_and_the_run_continues_later(tmp_path: Path) -> None:
    stem = inputs_in(tmp_path, seconds=30)
    mark = os.urandom(8).hex()  # of a process that only the submission starts
    child = f"import time; time.sleep(20); {mark!r}"
    sleeps = f"import os, sys\nos.execl(sys.executable, 'python', '-c', {child!r})\n"
    folder = class_of(tmp_path / "class", {"a": sleeps, "b": sleeps})
    words = ("run", tmp_path / "rubric.toml", folder, "-o", tmp_path / "out")
    process = subprocess.Popen(command(*words), cwd=ROOT, stderr=subprocess.PIPE)
    until(lambda: bool(strangers(mark)))
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    until(lambda: not strangers(stem) and not strangers(mark))
    assert (tmp_path / "out" / "journal.jsonl").read_bytes() == b""


@pytest.mark.parametrize("tier", ["sandbox", "open"])
def test_a_harness_that_is_killed_leaves_no_process(tier: str) -> None:
    mark = os.urandom(8).hex()
    program = f"import os, time; {mark!r}; os.fork(); time.sleep(60)"
    code = f"""
from marking.sandbox.interpreters import own_interpreter
from marking.sandbox.job import Job
from marking.sandbox.launcher import Sandbox
job = Job(("-c", {program!r}), "3", {{}}, (), 90, 2**28, 2**16, 16)
Sandbox({tier!r}, own_interpreter()).run(job)
"""
    before = marking_files()
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
    until(lambda: len(strangers(mark)) == 3)  # the harness, too
    process.kill()
    process.wait()
    until(lambda: not strangers(mark) and marking_files() <= before)
