"""Trying out whether a sandbox holds on this machine."""

import os
from functools import cache
from socket import AF_INET, SOCK_STREAM, socket
from typing import Final, NamedTuple

from marking.sandbox.interpreters import Interpreter
from marking.sandbox.job import Job, Outcome, SandboxError
from marking.sandbox.launcher import Sandbox, Tier

MEMORY: Final = 128 * 2**20
PROCESSES: Final = 16
SECONDS: Final = 10.0

CHILDREN: Final = """
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
print(made)
"""
MEMORY_USE: Final = "bytearray(512 * 2 ** 20); print('got it')"
PROCESS_1: Final = """
import os
seen = []
for name in ("mem", "environ", "fd/0", "cwd"):
    try:
        os.readlink(path) if "/" in name else open("/proc/1/" + name, "rb").read(1)
        seen.append(name)
    except OSError:
        pass
print(*seen)
""".replace("os.readlink(path) if", 'os.readlink("/proc/1/" + name) if')
CONNECT: Final = """
import socket
try:
    socket.create_connection(("127.0.0.1", {port}), 2)
    print("connected")
except OSError as error:
    print("refused")
"""
SEE: Final = """
import os
print(*[path for path in {paths!r} if os.path.exists(path)])
"""


class Finding(NamedTuple):
    """What was tried, whether the sandbox held, and what was seen."""

    tried: str
    held: bool
    seen: str


def findings(python: Interpreter) -> list[Finding]:
    """Try what a submission might, in a sandbox. Return what happened."""
    sandbox = Sandbox("sandbox", python)
    try:
        first = outcome(sandbox, "print('started')")
    except SandboxError as error:
        return [Finding("starting a sandbox", False, str(error))]
    started = first.stdout == b"started\n"
    return [
        Finding("starting a sandbox", started, said(first)),
        children(sandbox),
        memory(sandbox),
        process_1(sandbox),
        connection(sandbox),
        files(sandbox),
    ]


def children(sandbox: Sandbox) -> Finding:
    made = said(outcome(sandbox, CHILDREN))
    held = made.isdigit() and int(made) <= PROCESSES
    return Finding("40 children", held, f"{made} started; the limit is {PROCESSES}")


def memory(sandbox: Sandbox) -> Finding:
    done = outcome(sandbox, MEMORY_USE)
    return Finding("512 MiB of memory", b"got it" not in done.stdout, said(done))


def process_1(sandbox: Sandbox) -> Finding:
    done = outcome(sandbox, PROCESS_1)
    held = done.status == 0 and not done.stdout.strip()
    return Finding("reading process 1", held, said(done) or "nothing was readable")


def connection(sandbox: Sandbox) -> Finding:
    with socket(AF_INET, SOCK_STREAM) as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        done = outcome(sandbox, CONNECT.format(port=port))
    return Finding("a connection", said(done) == "refused", said(done))


def files(sandbox: Sandbox) -> Finding:
    paths = [os.path.abspath(__file__), os.getcwd(), "/etc/passwd", "/home"]
    done = outcome(sandbox, SEE.format(paths=paths))
    held = done.status == 0 and not done.stdout.strip()
    return Finding("seeing files of the host", held, said(done) or "none was visible")


def outcome(sandbox: Sandbox, program: str) -> Outcome:
    """Return what a program did, with small limits."""
    job = Job(("-c", program), "3", {}, (), SECONDS, MEMORY, 2**16, PROCESSES)
    return sandbox.run(job)


def said(done: Outcome) -> str:
    """Return the last line of what a program printed."""
    lines = (done.stdout or done.stderr).decode(errors="replace").split("\n")
    return next((line for line in reversed(lines) if line), "")


@cache
def best_tier(python: Interpreter) -> Tier:
    """Return the tier that works here, for this interpreter."""
    try:
        started = outcome(Sandbox("sandbox", python), "print('started')")
    except SandboxError:
        return "open"
    return "sandbox" if started.stdout == b"started\n" else "open"
