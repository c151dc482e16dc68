"""Test whether a sandbox on this machine prevents what it should."""

import os
import platform
from collections.abc import Iterable
from functools import cache
from socket import AF_INET, SOCK_STREAM, socket
from typing import NamedTuple

from marking.sandbox.calls import DENIED_CALLS, native_filter
from marking.sandbox.interpreters import Interpreter
from marking.sandbox.job import Job, Outcome, SandboxError
from marking.sandbox.launcher import Sandbox, Tier, need_linux
from marking.test import Test

PROBE_BYTES = 128 * 2**20
PROCESSES = 16
PROBE_SECONDS = 10.0

CHILDREN = """
import os, time
made = 0
for _ in range(40):
    try:
        if not os.fork():
            time.sleep(60)
            os._exit(0)
    except OSError:
        break
    made += 1
if made > 16:
    print(made, "started")
"""
MEMORY_USE = """
try:
    bytearray(512 * 2 ** 20)
    print("given")
except MemoryError:
    pass
"""
TRY_EACH = """
for name, act in attempts.items():
    try:
        act()
        print(name, end=" ")
    except OSError:
        pass
"""
PROCESS_1 = """
import os, resource
attempts = {
    "memory": lambda: open("/proc/1/mem", "rb").read(1),
    "environment": lambda: open("/proc/1/environ", "rb").read(1),
    "files": lambda: os.readlink("/proc/1/fd/0"),
    "folder": lambda: os.readlink("/proc/1/cwd"),
    "limits": lambda: resource.prlimit(1, resource.RLIMIT_CORE, (0, 0)),
    "priority": lambda: os.setpriority(os.PRIO_PROCESS, 1, 19),
}
"""
MEMORY_OF_CHILDREN = """
import os, time
for _ in range(5):
    if not os.fork():
        held = b"x" * (60 * 2 ** 20)
        time.sleep(60)
time.sleep(2)
print("given")
"""
CALLS_SCRIPT = """
import mmap, os, socket
if "Seccomp:\\t2" not in open("/proc/self/status").read():
    print("no filter", end=" ")
attempts = {
    "shared memory": lambda: mmap.mmap(-1, 4096),
    "anonymous files": lambda: os.memfd_create("name"),
    "packets": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW),
}
"""
KEYS = """
import ctypes
if ctypes.CDLL(None).syscall({keyctl}, 0, -3, 1) > 0:
    print("a keyring", end=" ")
try:
    print(open("/proc/keys").read(), end="")
except OSError:
    pass
"""
CONNECT = """
import socket
try:
    socket.create_connection(("127.0.0.1", {port}), 2)
    print("connected")
except OSError:
    pass
"""
SEE = """
import os
print(*[path for path in {paths!r} if os.path.exists(path)])
"""


class Finding(NamedTuple):
    """The result of one attempt to break out of the sandbox.

    ``is_prevented`` is whether the sandbox prevented it. The texts describe the attempt
    and what was observed.
    """

    attempt: str
    is_prevented: bool
    observation: str


def probe_sandbox(python: Interpreter) -> list[Finding]:
    """Try to break out of a sandbox as a submission might; return all findings.

    If no sandbox can be created, this is the only finding.
    """
    try:
        sandbox = Sandbox("sandbox", python)
        outcome = _run_probe(sandbox, "print('started')")
    except SandboxError as error:
        return [Finding("starting a sandbox", False, str(error))]
    calls = sum(len(rule.calls) for rule in DENIED_CALLS)
    keys = KEYS.format(keyctl=native_filter()[1])
    paths = [os.path.abspath(__file__), os.getcwd(), "/etc/passwd", "/home"]
    with socket(AF_INET, SOCK_STREAM) as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        connect = CONNECT.format(port=server.getsockname()[1])
        attempts = (
            ("40 children", CHILDREN, f"at most {PROCESSES} started"),
            ("512 MiB of memory", MEMORY_USE, "not given"),
            ("5 children with 60 MiB each", MEMORY_OF_CHILDREN, "stopped"),
            ("process 1", PROCESS_1 + TRY_EACH, "nothing could be read or changed"),
            (
                "system calls",
                CALLS_SCRIPT + TRY_EACH,
                f"{calls} denied, always or in part",
            ),
            ("keys of the kernel", keys, "none can be seen or left"),
            ("a connection", connect, "refused"),
            ("seeing files of the host", SEE.format(paths=paths), "none was visible"),
        )
        is_started = outcome.stdout == b"started\n"
        return [
            Finding("starting a sandbox", is_started, _last_line_printed(outcome)),
            *(try_program(sandbox, *attempt) for attempt in attempts),
        ]


def try_program(
    sandbox: Sandbox, attempt: str, program: str, success_text: str
) -> Finding:
    """Return the finding on ``program``, which prints everything that it can reach.

    ``attempt`` describes it. The sandbox holds if nothing is printed, and the program
    ends or is stopped for its memory; ``success_text`` is then the observation.
    """
    outcome = _run_probe(sandbox, program)
    has_ended = outcome.status == 0 or outcome.end_reason == "memory"
    if has_ended and not outcome.stdout.strip():
        return Finding(attempt, True, success_text)
    return Finding(attempt, False, _last_line_printed(outcome))


def _run_probe(sandbox: Sandbox, program: str) -> Outcome:
    job = Job(
        ("-c", program), "3", {}, (), PROBE_SECONDS, PROBE_BYTES, 2**16, PROCESSES
    )
    return sandbox.run(job)


def _last_line_printed(outcome: Outcome) -> str:
    """Return the last nonempty line of a program's output or else errors, or ""."""
    printed = outcome.stdout or outcome.stderr
    lines = printed.decode(errors="replace").split("\n")
    return next((line for line in reversed(lines) if line), "")


def tier_for(tests: Iterable[Test], python: Interpreter) -> Tier:
    """Return the tier in which to run ``tests``: "sandbox", "open" or "plain".

    Without a sandbox for ``python``, it is "open" if a test executes a student's
    program, and "plain" if none does. Raise SandboxError if one does and this system is
    not Linux.
    """
    executes = any(test.executes for test in tests)
    if executes:
        need_linux()
    elif platform.system() != "Linux":
        return "plain"
    if not sandbox_problem(python):
        return "sandbox"
    return "open" if executes else "plain"


@cache
def sandbox_problem(python: Interpreter) -> str:
    """Return the reason why no sandbox can be created for ``python``, or ""."""
    try:
        started = _run_probe(Sandbox("sandbox", python), "print('started')")
    except SandboxError as error:
        return str(error)
    if started.stdout == b"started\n":
        return ""
    return f"{python.program} does not start: {_last_line_printed(started)}"
