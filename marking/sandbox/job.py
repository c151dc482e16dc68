"""A job and its outcome, and how they are encoded to enter and leave a sandbox."""

import marshal
from dataclasses import dataclass, field
from typing import NamedTuple

END_REASONS = frozenset({"exit", "time", "memory", "output", "processes", "abandoned"})
OUTPUT_STATES = frozenset({"file", "missing", "odd", "long", "old"})


class SandboxError(Exception):
    """Raised if the sandbox failed, and the submission is not the cause."""


@dataclass(frozen=True)
class Job:
    """A program to run once, with its files and its limits.

    ``files`` are contents by path, and ``outputs`` names of files to collect at the
    end. The limits are ``seconds``, bytes of ``memory``, bytes of each ``output``, and
    number of ``processes``. The program starts in ``folder``; ``above`` are more
    folders for Python's path. A student's unit tests are a pair of processes.
    """

    argv: tuple[str, ...]  # for the interpreter
    python: str  # "3", or the version that is wanted
    files: dict[str, bytes]
    outputs: tuple[str, ...]
    seconds: float
    memory: int
    output: int
    processes: int
    packages: tuple[str, ...] = ()  # the installed packages that it may import
    folder: str = ""  # where it starts, and where its outputs are: "" or such as "src/"
    above: tuple[str, ...] = ()  # folders for the path, such as ".."
    stdin: bytes = b""
    is_pair: bool = False  # of a server and the process of a student's unit tests
    compares_stdout: bool = False  # or else only both ends of it are kept

    @property
    def beside(self) -> list[str]:
        """The paths of the files in and below the program's folder, relative to it."""
        top = self.folder
        return [path[len(top) :] for path in self.files if path.startswith(top)]

    def pack(self, interpreter: str, path: str = "") -> bytes:
        """Return the job as bytes for a supervisor, which runs in this Python.

        ``interpreter`` is the path of the program's Python. ``path``, unless "", is
        added to PYTHONPATH for packages.
        """
        environment = dict(ENVIRONMENT)
        if self.packages:
            environment |= PACKAGE_ENVIRONMENT
        folders = [folder for folder in (*self.above, path) if folder]
        if folders:
            environment["PYTHONPATH"] = ":".join(folders)
        message = {
            "argv": [word.encode() for word in (interpreter, "-s", *self.argv)],
            "environment": {
                name.encode(): value.encode() for name, value in environment.items()
            },
            "files": {name.encode(): data for name, data in self.files.items()},
            "folder": self.folder.encode(),
            "outputs": [name.encode() for name in self.outputs],
            "seconds": float(self.seconds),
            "memory": self.memory,
            "output": self.output,
            "processes": self.processes,
            "stdin": self.stdin,
            "is_pair": self.is_pair,
            "compares_stdout": self.compares_stdout,
        }
        return marshal.dumps(message, 2)  # later versions write equal jobs differently


# With a fixed hash seed, sets of strings have the same order in every run.
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONUTF8": "1",
    "PYTHONIOENCODING": "utf-8",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}
# One thread for each processor would exceed the limits on processes and memory.
PACKAGE_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


class Output(NamedTuple):
    """An output file of a program: its state and its bytes.

    The state is "file" if it was written, or else "missing", "odd" (not a plain file),
    "long" (over the limit) or "old" (the program was given a file of this name).
    """

    state: str
    data: bytes = b""


@dataclass(frozen=True)
class Outcome:
    """How a program ended, which resources it used, and its output.

    ``end_reason`` is "exit", or the limit that stopped the program: "time", "memory",
    "output" or "processes". ``seconds`` is elapsed time, ``cpu`` processor time in
    seconds, and ``memory`` bytes. ``outputs`` are its files by name.
    """

    end_reason: str
    status: int  # of the exit; negative: the signal
    seconds: float
    cpu: float
    memory: int
    stdout: bytes = b""
    stderr: bytes = b""
    outputs: dict[str, Output] = field(default_factory=dict)


def decode_outcome(data: bytes) -> Outcome:
    """Return the outcome encoded in ``data``, the answer of a supervisor.

    Raise SandboxError if it cannot be decoded, or says that the job was abandoned.
    """
    try:
        parts = decode_netstrings(data)
        how, status, seconds, cpu, memory, stdout, stderr, outputs = parts
        outcome = Outcome(
            how.decode("ascii"),
            int(status),
            round(float(seconds), 3),
            round(float(cpu), 3),
            int(memory),
            stdout,
            stderr,
            dict(_decode_outputs(decode_netstrings(outputs))),
        )
    except ValueError as error:
        raise SandboxError("the supervisor's answer cannot be read") from error
    if outcome.end_reason not in END_REASONS:
        raise SandboxError("the supervisor's answer cannot be read")
    if outcome.end_reason == "abandoned":
        raise SandboxError("the job was given up")
    return outcome


def _decode_outputs(parts: list[bytes]) -> list[tuple[str, Output]]:
    """Return (name, output) for each three of ``parts``: name, state, bytes.

    Raise ValueError for an unknown state.
    """
    outputs = []
    for name, state, data in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        if state.decode("ascii") not in OUTPUT_STATES:
            raise ValueError(state)
        outputs.append((name.decode(), Output(state.decode("ascii"), data)))
    return outputs


def encode_netstrings(parts: list[bytes]) -> bytes:
    """Return ``parts`` as netstrings, each with its length in front.

    >>> encode_netstrings([b"ab", b""])
    b'2:ab,0:,'
    """
    return b"".join(b"%d:%b," % (len(part), part) for part in parts)


def decode_netstrings(data: bytes) -> list[bytes]:
    """Return the byte strings in ``data``. Raise ValueError if it is not netstrings."""
    parts = []
    offset = 0
    while offset < len(data):
        colon = data.index(b":", offset, offset + 12)
        end = colon + 1 + int(data[offset:colon])
        if data[end : end + 1] != b"," or end <= colon:
            raise ValueError("not a netstring")
        parts.append(data[colon + 1 : end])
        offset = end + 1
    return parts
