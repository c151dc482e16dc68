"""The sandbox: its filter of system calls, its limits, and what still works in it."""

import ctypes
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from struct import iter_unpack
from subprocess import PIPE
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking.cli import COMMANDS, main
from marking.sandbox import calls, supervisor
from marking.sandbox.calls import (
    EPERM,
    MACHINES,
    RULES,
    X32,
    Rule,
    call_filter,
    number_of,
)
from marking.sandbox.interpreters import candidates, find, ours
from marking.sandbox.job import Job, Outcome, SandboxError
from marking.sandbox.launcher import Sandbox, Tier, blocked_at, exchange
from marking.sandbox.probe import problem
from tests.marking import hostile
from tests.marking.classes import class_of, is_root
from tests.places import ROOT
from tests.windows import WINDOWS

ALLOWED = 0
NOBODY = 65534
MEGABYTE = 2**20
WORD = st.integers(0, 2**64 - 1)
COLUMNS = [(name, machine.column) for name, machine in MACHINES.items()]


def answer(code: bytes, audit: int, number: int, arguments: tuple[int, ...]) -> int:
    """The error with which a filter ends a call, 0 if it allows it: BPF in Python."""
    record = [number, audit, 0, 0]
    for argument in arguments:
        record += [argument & 0xFFFFFFFF, argument >> 32]
    program: list[tuple[int, int, int, int]] = list(iter_unpack("=HBBI", code))
    at = register = 0
    while True:
        operation, if_so, if_not, value = program[at]
        at += 1
        if operation == calls.LOAD:
            register = record[value // 4]
        elif operation == calls.AND:
            register &= value
        elif operation == calls.EQUAL:
            at += if_so if register == value else if_not
        elif operation == calls.AT_LEAST:
            at += if_so if register >= value else if_not
        else:
            assert operation == calls.RETURN
            if value == calls.ALLOW:
                return ALLOWED
            assert value & ~0xFFFF == calls.FAIL
            return value & 0xFFFF


def rules_of(number: int, column: int) -> list[Rule]:
    """The rules for a call."""
    return [
        rule
        for rule in RULES
        if number in [numbers[column] for numbers in rule.calls.values()]
    ]


@given(st.data(), st.tuples(*[WORD] * 6))
@pytest.mark.parametrize(("machine", "column"), COLUMNS)
def test_every_call_gets_the_answer_of_its_rule(
    machine: str, column: int, data: st.DataObject, arguments: tuple[int, ...]
) -> None:
    every = [n[column] for rule in RULES for n in rule.calls.values()]
    known = [number for number in every if number is not None]
    number = data.draw(st.sampled_from(known) | st.integers(0, 500))
    rules = rules_of(number, column)
    for argument, _, value in [match for rule in rules for match in rule.matches]:
        if data.draw(st.booleans()):
            listed = list(arguments)
            listed[argument] = value | data.draw(st.integers(0, 2**32 - 1)) << 32
            arguments = tuple(listed)
    errors = [
        rule.error
        for rule in rules
        if rule.denied_if
        == all(
            arguments[match.argument] & match.mask == match.value
            for match in rule.matches
        )
    ]
    expected = errors[0] if errors else ALLOWED
    audit = MACHINES[machine].audit
    assert answer(call_filter(machine), audit, number, arguments) == expected


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
@pytest.mark.parametrize("machine", MACHINES)
def test_calls_of_another_kind_of_processor_are_denied(
    machine: str, audit: int, number: int
) -> None:
    denied = audit != MACHINES[machine].audit
    filter_ = call_filter(machine)
    assert not denied or answer(filter_, audit, number, (0,) * 6) == EPERM


@given(st.integers(X32, 2**32 - 1))
def test_calls_of_x32_are_denied(number: int) -> None:
    filter_ = call_filter("x86_64")
    assert answer(filter_, MACHINES["x86_64"].audit, number, (0,) * 6) == EPERM


NAMED = [
    # the call, its arguments, and the error; the half of a word that counts is the low
    ("keyctl", (0, 0, 0), EPERM),
    ("prlimit64", (0, 7, 0), ALLOWED),
    ("prlimit64", (1, 7, 0), EPERM),
    ("prlimit64", (2**32, 7, 0), ALLOWED),
    ("prlimit64", (2**32 + 1, 7, 0), EPERM),
    ("prlimit64", (0, 4, 0), EPERM),
    ("setrlimit", (7, 0), ALLOWED),
    ("setrlimit", (4, 0), EPERM),
    ("setpriority", (0, 0, 19), ALLOWED),
    ("setpriority", (0, 1, 19), EPERM),
    ("setpriority", (2, 0, 19), EPERM),
    ("ioprio_set", (1, 0, 0), ALLOWED),
    ("ioprio_set", (3, 0, 0), EPERM),
    ("mmap", (0, 4096, 3, 0x22), ALLOWED),
    ("mmap", (0, 4096, 3, 0x01), ALLOWED),
    ("mmap", (0, 4096, 3, 0x21), EPERM),
    ("mmap", (0, 4096, 3, 0x8021), EPERM),
    ("clone", (0x01200011,), ALLOWED),  # as fork calls it
    ("clone", (0x003D0F00,), ALLOWED),  # as a thread is started
    ("clone", (0x10000011,), EPERM),
    ("clone3", (0, 88), 38),
    ("socket", (1, 1, 0), ALLOWED),
    ("socket", (2, 1, 0), EPERM),
    ("socketpair", (1, 1, 0), ALLOWED),
    ("setsockopt", (3, 1, 2), ALLOWED),
    ("setsockopt", (3, 1, 7), EPERM),
    ("setsockopt", (3, 6, 7), ALLOWED),
    ("personality", (0xFFFFFFFF,), ALLOWED),
    ("personality", (0x40000,), EPERM),
]


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize(("call", "arguments", "error"), NAMED)
def test_a_call_is_denied_by_its_arguments(
    machine: str, call: str, arguments: tuple[int, ...], error: int
) -> None:
    full = (*arguments, *[0] * (6 - len(arguments)))
    number, audit = number_of(call, machine), MACHINES[machine].audit
    assert answer(call_filter(machine), audit, number, full) == error


@pytest.mark.parametrize(("machine", "column"), COLUMNS)
def test_the_numbers_of_the_calls_are_those_of_libseccomp(
    machine: str, column: int
) -> None:
    try:
        library = ctypes.CDLL("libseccomp.so.2")
    except OSError:
        pytest.skip("libseccomp is not installed")
    resolve = library.seccomp_syscall_resolve_name_arch
    for rule in RULES:
        for name, numbers in rule.calls.items():
            known = resolve(MACHINES[machine].audit, name.encode())
            if known != -1:  # a call that is newer than the library
                assert numbers[column] == (known if known >= 0 else None), name


def test_every_rule_has_a_reason_of_its_own() -> None:
    assert all(rule.reason for rule in RULES)
    assert len({rule.reason for rule in RULES}) == len(RULES)


def test_an_unknown_processor_has_no_filter_and_no_sandbox(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert call_filter("riscv64") == b""
    monkeypatch.setattr("marking.sandbox.launcher.for_this_machine", lambda: (b"", 0))
    with pytest.raises(SandboxError, match="no filter of system calls is known for"):
        Sandbox("sandbox", ours()).command(None)
    assert Sandbox("open", ours()).command(None)[-2:] == ["", "0"]


class Proc:
    """A made-up ``/proc``."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **files: str) -> None:
        self.files = files
        monkeypatch.setattr(supervisor, "stat_of", self.read)

    def read(self, pid: int | str, name: str) -> str:
        return self.files.get(f"p{pid}_{name}".replace("/", "_"), "")


def stat_line(ticks: tuple[int, int, int, int], nice: int = 0, policy: int = 0) -> str:
    """A line of ``/proc/PID/stat`` of a program with a hostile name."""
    words = ["0"] * 50
    words[0], words[1] = "R", "1"
    words[11:15] = map(str, ticks)
    words[16], words[38] = str(nice), str(policy)
    return f"7 (a) R 9 (b) {' '.join(words)}\n"


def child(seconds: float = 3) -> supervisor.Child:
    made = object.__new__(supervisor.Child)
    made.pid, made.seconds, made.cpu = 2, seconds, 0.0
    made.waited, made.excused = 0.0, 0.0
    return made


def test_waiting_for_a_processor_is_excused_for_a_program_that_is_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    idle = stat_line((0, 0, 0, 0))
    proc = Proc(monkeypatch, p2_stat=idle, pself_stat=idle)
    made = child()
    proc.files["p2_schedstat"] = "1 4000000000 7"
    assert made.charged([2], 5.0) == 1.0
    proc.files["p2_schedstat"] = "1 6000000000 7"
    assert made.charged([2, 3], 7.0) == 3.0
    proc.files["p2_schedstat"] = "1 7500000000 7"
    assert made.charged([2], 8.5) == 3.0


@pytest.mark.parametrize(("nice", "policy"), [(1, 0), (0, 5), (19, 3)])
def test_waiting_is_not_excused_for_a_program_that_changed_its_priority(
    monkeypatch: pytest.MonkeyPatch, nice: int, policy: int
) -> None:
    Proc(
        monkeypatch,
        p2_stat=stat_line((0, 0, 0, 0), nice, policy),
        pself_stat=stat_line((0, 0, 0, 0)),
        p2_schedstat="1 4000000000 7",
    )
    assert child().charged([2], 5.0) == 5.0


def test_the_time_of_all_processes_and_of_ended_children_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ticks = os.sysconf("SC_CLK_TCK")
    Proc(
        monkeypatch,
        p2_stat=stat_line((ticks, 2 * ticks, 3 * ticks, 4 * ticks)),
        p3_stat=stat_line((5 * ticks, 0, 0, 0)),
    )
    made = child()
    made.cpu = 6.0
    assert made.charged([2, 3, 4], 1.0) == 21.0


def test_pages_that_processes_share_count_once(monkeypatch: pytest.MonkeyPatch) -> None:
    status = "Name:\tx\nVmRSS:\t100 kB\nVmSwap:\t10 kB\nHugetlbPages:\t0 kB\n"
    parts = "Rss: 100 kB\nPss: 30 kB\nSwapPss: 5 kB\nPrivate_Hugetlb: 1 kB\n"
    proc = Proc(
        monkeypatch,
        p2_status=status,
        p2_smaps_rollup=parts,
        p3_status=status,
        p3_smaps_rollup=parts,
    )
    assert supervisor.memory_of([2, 3, 4], 220 * 1024) == 220 * 1024  # not looked at
    assert supervisor.memory_of([2, 3, 4], 219 * 1024) == 72 * 1024
    del proc.files["p3_smaps_rollup"]
    assert supervisor.memory_of([2, 3, 4], 219 * 1024) == 146 * 1024


def test_memory_counts_after_the_first_thread_has_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Proc(monkeypatch, p2_status="State: Z\n", p2_task_9_status="VmRSS:\t7 kB\n")
    monkeypatch.setattr(supervisor, "last_thread", lambda pid: 9)
    assert supervisor.memory_of([2], 10**6) == 7 * 1024


def test_the_sockets_of_a_sandbox_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    proc = Proc(monkeypatch, pnet_unix="Num RefCount\n0: 2\n1: 2\n")
    assert supervisor.sockets(True) == 2
    assert supervisor.sockets(False) == 0
    del proc.files["pnet_unix"]
    assert supervisor.sockets(True) == 0


ORDINARY = """
import asyncio, ctypes, multiprocessing, os, resource, shutil, subprocess, sys
import tempfile, threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

def square(x):
    return x * x

async def later():
    await asyncio.sleep(0.001)
    return 7

def main():
    with multiprocessing.Pool(2) as pool:
        assert pool.map(square, [1, 2]) == [1, 4]
    queue = multiprocessing.Queue()
    queue.put(3)
    assert queue.get() == 3
    here, there = multiprocessing.Pipe()
    here.send(4)
    assert there.recv() == 4
    assert multiprocessing.Value("i", 5).value == 5
    with multiprocessing.Manager() as manager:
        assert manager.dict(x=6)["x"] == 6
    for kind in (ProcessPoolExecutor, ThreadPoolExecutor):
        with kind(2) as pool:
            assert list(pool.map(square, [3])) == [9]
    loop = asyncio.new_event_loop()
    assert loop.run_until_complete(later()) == 7
    loop.close()
    assert subprocess.check_output("echo 9 | cat | sort", shell=True) == b"9\\n"
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"x" * 100000)
        file.flush()
        shutil.copyfile(file.name, "copy")
        subprocess.check_call(["cp", "copy", "copy2"])
        assert os.path.getsize("copy2") == 100000
    most = resource.getrlimit(resource.RLIMIT_STACK)[1]
    resource.setrlimit(resource.RLIMIT_STACK, (2**20, most))
    assert resource.prlimit(0, resource.RLIMIT_NICE) == (0, 0)
    os.nice(1)
    os.sched_setaffinity(0, os.sched_getaffinity(0))
    thread = threading.Thread(target=square, args=(1,))
    thread.start()
    thread.join()
    print("end")

if __name__ == "__main__":
    main()
"""


def run(
    program: str, python: str = "3", seconds: float = 30, memory: int = 2**28
) -> Outcome:
    """What a program did in a sandbox."""
    files = {"program.py": program.encode()}
    job = Job(("program.py",), python, files, (), seconds, memory, MEGABYTE, 16)
    interpreter = find(python)
    assert interpreter
    return Sandbox("sandbox", interpreter).run(job)


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "python", ["3", pytest.param("3.6", marks=pytest.mark.python36)]
)
def test_ordinary_programs_go_on_under_the_filter(python: str) -> None:
    done = run(ORDINARY, python, memory=2**30)
    assert (done.how, done.status, done.stdout) == ("exit", 0, b"end\n"), done.stderr


@pytest.mark.sandbox
def test_children_that_share_the_memory_of_their_parent_stay_in_the_limit() -> None:
    program = """
import os, time
held = b"x" * (100 * 2**20)
for _ in range(4):
    if not os.fork():
        time.sleep(0.3)
        os._exit(0)
for _ in range(4):
    os.wait()
"""
    done = run(program)
    assert (done.how, done.status) == ("exit", 0), done.stderr


@pytest.mark.sandbox
def test_closing_the_sandbox_ends_its_jobs() -> None:
    sandbox = Sandbox("sandbox", ours())
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
        exchange(process, b"packed", job)


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
        assert list(candidates("2.1")) == [str(program)]
        home.chmod(0)
        try:
            if user == 0:
                os.seteuid(NOBODY)
            assert list(candidates("2.1")) == []
        finally:
            os.seteuid(user)
            home.chmod(0o700)


@pytest.mark.parametrize(
    ("release", "command"),
    [
        ({"ID": "debian"}, "run `apt install bubblewrap`"),
        ({"ID": "ubuntu", "ID_LIKE": "debian"}, "run `apt install bubblewrap`"),
        ({"ID": "fedora"}, "run `dnf install bubblewrap`"),
        ({"ID": "rocky", "ID_LIKE": "rhel centos fedora"}, "run `dnf install bub"),
        ({"ID": "arch"}, "run `pacman -S bubblewrap`"),
        ({"ID": "opensuse-leap", "ID_LIKE": "suse opensuse"}, "run `zypper install"),
        ({"ID": "void"}, "install it with the package manager of your system"),
        ({}, "install it with the package manager of your system"),
    ],
)
def test_without_bubblewrap_the_first_advice_is_to_install_it(
    release: dict[str, str],
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def about() -> dict[str, str]:
        if not release:
            raise FileNotFoundError("os-release")
        return release

    monkeypatch.setattr("platform.freedesktop_os_release", about)
    monkeypatch.setattr("shutil.which", lambda name, path="": None)
    problem.cache_clear()
    folder = class_of(tmp_path / "class", {"a": "pass"})
    try:
        assert main(["run", "comp9021", str(folder), "-o", str(tmp_path / "out")]) == 2
    finally:
        problem.cache_clear()
    (line,) = capsys.readouterr().err.splitlines()
    problem_ = "cannot create a sandbox here: bubblewrap is not installed: "
    assert line.startswith(f"marking run: error: {problem_}{command}")
    assert line.endswith("--trust-submissions runs the programs without protection")


ONE_COMMAND = WINDOWS + "from marking.cli import main\nsys.exit(main(sys.argv[1:]))\n"
EVERY_HELP = WINDOWS + """
from marking.cli import main
for name in sys.argv[1:]:
    try:
        main([name, "--help"])
    except SystemExit as end:
        assert end.code == 0, name
"""


def test_every_command_has_its_help_on_windows() -> None:
    done = subprocess.run(
        [sys.executable, "-c", EVERY_HELP, *COMMANDS],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr) == (0, "")
    for name in COMMANDS:
        assert f" marking {name} [-h]" in done.stdout


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("--help", 0),
        ("explain comp9021", 0),
        ("show {out}", 0),
        ("show {out} a", 0),
        ("report {out} --format gradescope", 0),
        ("sheet {out}", 0),
        ("forget {out} a", 0),
        ("doctor", 1),
        ("run comp9021 {out} -o {out}", 2),
        ("check comp9021 {out}", 2),
    ],
)
def test_every_command_that_runs_no_program_works_on_windows(
    words: str, status: int, marked: Path, tmp_path: Path
) -> None:
    out = copytree(marked, tmp_path / "out")
    done = subprocess.run(
        [sys.executable, "-c", ONE_COMMAND, *words.format(out=out).split()],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    needs = "programs run only on Linux, with bubblewrap: on Windows, use WSL 2"
    assert (needs in done.stderr + done.stdout) == (status != 0)
    assert ("tier: none; 'run' and 'check' need Linux" in done.stdout) == (status == 1)


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a class of one."""
    top = tmp_path_factory.mktemp("windows")
    folder = class_of(top / "class", {"a": "pass"})
    words = ["run", "comp9021", str(folder), "-o", str(top / "out")]
    assert main([*words, "--trust-submissions"]) == 0
    return top / "out"


@pytest.fixture
def busy_machine() -> Iterator[None]:
    """Twice as many loops as processors, which end after some seconds at the latest."""
    loop = "import time; ends = time.time() + 30\nwhile time.time() < ends: pass"
    loops = [
        subprocess.Popen([sys.executable, "-c", loop])
        for _ in range(2 * len(os.sched_getaffinity(0)))
    ]
    yield
    for process in loops:
        process.kill()
        process.wait()


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.usefixtures("busy_machine")
def test_a_busy_machine_stops_no_program_that_is_in_time() -> None:
    program = "import time\nwhile time.process_time() < 1.5: pass\nprint('end')"
    assert run(program, seconds=2).stdout == b"end\n"


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.usefixtures("busy_machine")
@pytest.mark.parametrize(
    "name", ["busy children", "stops and goes on", "children that nobody waits for"]
)
def test_a_program_with_busy_children_does_not_stretch_its_time(name: str) -> None:
    done = run(hostile.program(name, "", "x", 1, ""), seconds=3)
    assert done.how == "time"
    assert done.seconds < 4.5


JOIN_KEYRING = """
import ctypes, sys
from marking.sandbox.supervisor import leave_keys
libc, keyctl, add_key = ctypes.CDLL(None), int(sys.argv[1]), int(sys.argv[2])
libc.syscall(keyctl, 1, None)
if libc.syscall(add_key, b"user", b"marking", b"x", 1, -3) < 0:
    sys.exit("no keys")
search = keyctl, 10, -3, b"user", b"marking", 0
assert libc.syscall(*search) > 0
leave_keys(keyctl)
assert libc.syscall(*search) < 0
"""


def test_a_supervisor_leaves_the_keys_of_its_session() -> None:
    machine = os.uname().machine
    numbers = [str(number_of(call, machine)) for call in ("keyctl", "add_key")]
    done = subprocess.run(
        [sys.executable, "-c", JOIN_KEYRING, *numbers],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    if done.stderr == "no keys\n":
        pytest.skip("this kernel has no keys, or something denies them")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "tier", [pytest.param("sandbox", marks=pytest.mark.sandbox), "open"]
)
def test_every_program_runs_under_the_filter_without_new_privileges(tier: Tier) -> None:
    program = "print(open('/proc/self/status').read())"
    job = Job(("-c", program), "3", {}, (), 30, 2**28, MEGABYTE, 16)
    lines = Sandbox(tier, ours()).run(job).stdout.decode().splitlines()
    assert {"Seccomp:\t2", "NoNewPrivs:\t1"} <= {*lines}


def test_without_filters_in_the_kernel_there_is_no_sandbox() -> None:
    made = child()
    made.code = bytes(8)  # which no kernel accepts
    made.sandbox = False
    made.deny()
    made.sandbox = True
    with pytest.raises(OSError, match="prctl 22"):
        made.deny()


KEYS_SEEN = """
import ctypes, sys
from marking.sandbox.interpreters import ours
from marking.sandbox.job import Job
from marking.sandbox.launcher import Sandbox
libc, keyctl, add_key = ctypes.CDLL(None), int(sys.argv[1]), int(sys.argv[2])
libc.syscall(keyctl, 1, None)
libc.syscall(add_key, b"user", b"marking", b"x", 1, -3)
program = "print(open('/proc/keys').read())"
job = Job(("-c", program), "3", {}, (), 30, 2**28, 9999, 9)
done = Sandbox("open", ours()).run(job)
assert b"marking" in open("/proc/keys", "rb").read()
print(done.how, "marking" in done.stdout.decode())
"""


@pytest.mark.skipif(not is_root(), reason="other users may list all of their keys")
def test_a_program_does_not_possess_the_keys_of_the_session() -> None:
    machine = os.uname().machine
    numbers = [str(number_of(call, machine)) for call in ("keyctl", "add_key")]
    words = [sys.executable, "-c", KEYS_SEEN, *numbers]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    if "FileNotFoundError" in done.stderr:
        pytest.skip("this kernel has no keys")
    assert done.stdout == "exit False\n", done.stderr


def test_a_program_that_does_not_start_is_a_failure_of_the_sandbox() -> None:
    sandbox = Sandbox("open", ours()._replace(program="/nowhere/python"))
    job = Job(("-c", "pass"), "3", {}, (), 30, 2**28, MEGABYTE, 16)
    with pytest.raises(SandboxError, match="^no start: .*No such file or directory"):
        sandbox.run(job)
    assert not sandbox.running


def test_the_first_folder_that_others_may_not_enter_is_found() -> None:
    with TemporaryDirectory(dir="/tmp") as top:
        folder = Path(top, "open", "closed", "below")
        folder.mkdir(parents=True)
        os.chmod(top, 0o755)
        for mode in (0o700, 0o711, 0o744, 0o754):
            folder.parent.chmod(mode)
            assert blocked_at(str(folder)) == str(folder.parent)
        for mode in (0o755, 0o777):
            folder.parent.chmod(mode)
            assert blocked_at(str(folder)) == ""


@pytest.mark.sandbox
def test_every_program_has_all_limits() -> None:
    done = run("print(open('/proc/self/limits').read())", seconds=7, memory=2**28)
    found = [line.split() for line in done.stdout.decode().splitlines()]
    for limit in (
        "cpu time 9 9",
        "file size 1048577 1048577",
        "core file size 1 1",
        "processes 17 17",
        "open files 64 64",
        "address space 268435456 268435456",
        "pending signals 1024 1024",
        "msgqueue size 0 0",
        "nice priority 0 0",
        "realtime priority 0 0",
    ):
        words = ["Max", *limit.split()]
        assert words in [line[: len(words)] for line in found], limit
