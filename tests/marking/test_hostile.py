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
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from marking.sandbox.calls import call_number
from marking.sandbox.launcher import UNUSED_IDS, Tier
from tests.faults import files_in
from tests.marking.classes import (
    DATA,
    class_of,
    command,
    hand_in,
    is_root,
    run_program,
    small_rubric,
)
from tests.marking.test_archives import HOSTILE
from tests.places import GOLDEN, ROOT
from tests.waiting import until

NOBODY = 65534
PEAK = 300 * 2**20  # bytes that the harness may use

pytestmark = pytest.mark.sandbox


class Attack(NamedTuple):
    """A program, the verdicts of its two tests, and the row of the threat model or ""."""

    program: str
    verdicts: tuple[str, ...]
    row: str


START: str = DATA["hostile"].pop("start")
ATTACKS: Final = {
    name: Attack(entry["program"], tuple(entry["verdicts"]), entry.get("row", ""))
    for name, entry in DATA["hostile"].items()
}
ATTACKS["nested too deep"] = Attack("(" * 5000, ("SE", "SE"), "")


# On a busy machine, the time of a program with children includes its waiting. So only
# the attacks whose verdict is about time have a short limit.
SECONDS = {"TLE": 1, "others": 60}


def program(attack: str, reference: str, stem: str, port: int, secret: str) -> str:
    """Return the source of an attack, followed by that of the *reference*.

    *attack* is a key of ATTACKS. The attack may use the name *stem* of the input, a
    *port* of this machine, and a *secret* to look for.
    """
    start = START.format(stem=stem, port=port, secret=secret)
    return f"{start}{ATTACKS[attack].program}\n{reference}"


def attacks_of(kind: str, has_all: bool) -> dict[str, tuple[str, ...]]:
    """Return the verdicts of attacks that run together, by their names.

    *kind* is a key of SECONDS; unless *has_all*, only those of the threat model run.
    """
    return {
        name: attack.verdicts
        for name, attack in ATTACKS.items()
        if ("TLE" in attack.verdicts) == (kind == "TLE") and (has_all or attack.row)
    }


# Who marks, this user or another; whether the session has a key; the attacks.
AT_EACH_PUSH = [(None, True, kind, False) for kind in SECONDS]
NIGHTLY = [
    pytest.param(user, has_key, kind, True, marks=pytest.mark.nightly)
    for user in ((None, NOBODY) if is_root() else (None,))
    for has_key in (True, False)
    for kind in SECONDS
]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that other users may enter."""
    made = Path(tempfile.mkdtemp(prefix="hostile-", dir="/tmp"))
    yield made
    shutil.rmtree(made)


@pytest.mark.parametrize(
    ("user", "has_key", "kind", "has_all"), [*AT_EACH_PUSH, *NIGHTLY]
)
def test_hostile_programs_get_their_verdicts_and_leave_nothing_behind(
    user: int | None, has_key: bool, kind: str, has_all: bool, folder: Path
) -> None:
    verdicts_of = attacks_of(kind, has_all)
    if user is not None:
        start = command(user=user)[:-2]
        words = ["-c", "import tomllib, marking.cli.run"]
        if subprocess.run([*start, *words], cwd=ROOT, capture_output=True).returncode:
            pytest.skip("an ordinary user has no Python 3.11, or cannot read this")
    secret, out = folder / "SECRET", folder / "out"
    secret.write_text("expected")
    stem = inputs_in(folder, SECONDS[kind])
    attacks = {f"h{number:02}": name for number, name in enumerate(verdicts_of)}
    archives = {f"zip{number:02}": name for number, name in enumerate(HOSTILE)}
    with socket.create_server(("127.0.0.1", 0)) as server:
        port, right = server.getsockname()[1], hand_in("comp9021")
        programs = {
            key: program(name, right, stem, port, str(secret))
            for key, name in attacks.items()
        }
        class_of(folder / "class", programs)
        for key, name in archives.items():
            (folder / "class" / f"{key}.zip").write_bytes(HOSTILE[name][0])
        for path in (folder, *folder.rglob("*")):
            os.chown(path, user or -1, user or -1)
        before = files_in(folder)
        process = subprocess.Popen(
            command(
                "run", folder / "rubric.toml", folder / "class", "-o", out, user=user
            ),
            cwd=ROOT,
            preexec_fn=partial(limited, has_key),
            stderr=subprocess.DEVNULL,
        )
        assert 0 < watch(process) < PEAK
        server.setblocking(False)
        with pytest.raises(BlockingIOError):  # nobody has connected
            server.accept()
    assert process.returncode == 0
    results = {}
    for key, name in {**attacks, **archives}.items():
        result = json.loads((out / "results" / f"{key}.json").read_text("utf-8"))
        verdicts = tuple(test["verdict"] for test in result["tests"])
        results[name] = verdicts or (result["status"],)
    assert results == verdicts_of | dict.fromkeys(HOSTILE, ("manual",))
    assert strangers(stem) == []
    shutil.rmtree(out)
    assert files_in(folder) == before


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


def watch(process: "subprocess.Popen[bytes]") -> int:
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
        process.wait()
    return peak


def inputs_in(folder: Path, seconds: int) -> str:
    """Write a rubric and its input, whose name no other run has; return the name."""
    stem = f"grid_{os.urandom(8).hex()}"
    text = small_rubric("hostile", GRID=stem, SECONDS=seconds)
    (folder / "rubric.toml").write_text(text)
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


# The tests of the rows of the threat model that need more than one program.
ELSEWHERE = {
    "leave a message": "test_no_sandbox_sees_what_another_has_locked",
    "earn the marks for unit tests": "test_unit_tests_earn_what_they_deserve",
}


def test_each_row_of_the_threat_model_has_an_attack_at_each_push() -> None:
    page = (ROOT / "docs" / "marking.md").read_text("utf-8")
    table = page.partition("| it tries to |")[2].partition("\n\n")[0]
    rows = [line[2:] for line in table.splitlines() if line.startswith("| ")]
    starts = [*ELSEWHERE, *(attack.row for attack in ATTACKS.values() if attack.row)]
    assert len(rows) >= 18 and len(ATTACKS) >= 30 and len(HOSTILE) >= 9
    for row in rows:
        assert [start for start in starts if row.startswith(start)], row
    for start in starts:
        assert [row for row in rows if row.startswith(start)], start
    written = [
        path.read_text("utf-8")
        for path in (ROOT / "tests" / "marking").glob("test_*.py")
    ]
    for test in ELSEWHERE.values():
        assert any(f"\ndef {test}(" in text for text in written), test


WHO = """\
import os
print(os.getuid(), *open("/proc/self/uid_map").read().split())
"""


@pytest.mark.parametrize("tier", ["sandbox", "open"])
def test_root_runs_no_submission_as_root(tier: Tier) -> None:
    """In a sandbox, a user id maps to the one outside: it has no name and no rights."""
    found = run_program(WHO, tier).stdout
    inside, first, outside, size = map(int, found.split())
    user = inside
    if tier == "sandbox":
        assert inside == first and size == 1
        user = outside
    assert user in UNUSED_IDS if is_root() else user == os.geteuid()


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
def test_a_harness_that_is_killed_leaves_no_process(tier: Tier) -> None:
    mark = os.urandom(8).hex()
    program = f"import os, time; {mark!r}; os.fork(); time.sleep(60)"
    code = f"""
from marking.sandbox.interpreters import own_interpreter
from marking.sandbox.job import Job
from marking.sandbox.launcher import Sandbox
job = Job(("-c", {program!r}), "3", {{}}, (), 90, 2**28, 2**16, 16)
Sandbox({tier!r}, own_interpreter()).run(job)
"""
    before = {*Path("/tmp").glob("marking-*")}
    process = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT)
    until(lambda: len(strangers(mark)) == 3)  # the harness, too
    process.kill()
    process.wait()
    until(lambda: not strangers(mark) and {*Path("/tmp").glob("marking-*")} <= before)
