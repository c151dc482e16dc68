"""The journal: a file with the outcome of each run of a test, as a line of JSON.

The line is on the disk before anything else is done with the outcome, so a killed run
can be continued without running a test again.
"""

import json
import os
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple, TypedDict

from _courseware.text.files import replace_file
from marking.errors import MarkingError
from marking.sandbox.job import Outcome, Output

MAX_INLINE_BYTES: Final = 64 * 2**10  # bytes of an output; larger ones are files
JOURNAL_FILE: Final = "journal.jsonl"


class JournalEntry(TypedDict):
    """One line of the journal as JSON: the run, and its outcome.

    ``key`` is the hash of the job, ``id`` that of the student, and ``test`` the id of
    the test. ``full`` is whether the program had the full time limit.
    """

    key: str
    id: str
    test: str
    full: bool  # whether the program had the whole time limit
    outcome: "StoredOutcome"


class StoredOutcome(TypedDict):
    """An `Outcome` as JSON; ``how`` is its ``end_reason``.

    Bytes are written as Latin-1, or as "@" and the SHA-256 of a separate file.
    ``outputs`` maps the name of a file to its state and its bytes.
    """

    how: str
    status: int
    seconds: float
    cpu: float
    memory: int
    stdout: str
    stderr: str
    outputs: dict[str, list[str]]


class RunKey(NamedTuple):
    """The identity of a run: the student's id, the test's id, and a hash of the job.

    Equal jobs have the same hash, ``key``.
    """

    id: str
    test: str
    key: str


class JournalLine(NamedTuple):
    """The position of a line in the journal, in bytes, and how its run ended.

    ``end_reason`` is "exit" or the limit that stopped the program. ``full`` is whether
    it had the full time limit.
    """

    start: int
    length: int
    end_reason: str
    full: bool


class Journal:
    """The journal in *folder*, open and locked for this process.

    ``runs`` maps each run to its lines, oldest first. Outcomes stay in the file until
    they are needed, because the programs of a class can print much. Raise MarkingError
    if another process uses the folder, or a line cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runs: dict[RunKey, list[JournalLine]] = {}
        self.lock = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            lock_file(self.lock)
        except OSError:
            os.close(self.lock)
            message = f"{folder}: another run is using this folder"
            raise MarkingError(message) from None
        self.open()

    def open(self) -> None:
        """Open the file and index its lines; truncate an unfinished last line."""
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self.file = os.open(self.folder / JOURNAL_FILE, flags, 0o600)
        self.end = 0
        self.runs.clear()
        with open(self.folder / JOURNAL_FILE, "rb") as file:
            for number, line in enumerate(file, 1):
                if line.endswith(b"\n"):
                    self.index_line(self.parse_entry(line, number), len(line))
        os.ftruncate(self.file, self.end)

    def index_line(self, entry: JournalEntry, length: int) -> None:
        """Add *entry*, which is the next line of *length* bytes, to ``runs``."""
        run = RunKey(entry["id"], entry["test"], entry["key"])
        full = entry.get("full", True)  # which older versions do not write
        line = JournalLine(self.end, length, entry["outcome"]["how"], full)
        self.runs.setdefault(run, []).append(line)
        self.end += length

    def close(self) -> None:
        """Close the file and release the lock."""
        if self.file >= 0:
            os.close(self.file)
        os.close(self.lock)

    def parse_entry(self, line: bytes, number: int) -> JournalEntry:
        """Return the entry in *line*; *number* is that of the line.

        Raise MarkingError if it is not a line of the journal.
        """
        try:
            entry: JournalEntry = json.loads(line)
            RunKey(entry["id"], entry["test"], entry["key"])
            len(entry["outcome"]["how"])
        except (ValueError, KeyError, TypeError) as error:
            place = f"{self.folder / JOURNAL_FILE}:{number}"
            raise MarkingError(f"{place}: not a line of the journal") from error
        return entry

    def outcome(self, run: RunKey) -> Outcome:
        """Return the last outcome of *run*. Raise KeyError if there is none."""
        line = self.runs[run][-1]
        with open(self.folder / JOURNAL_FILE, "rb") as file:
            file.seek(line.start)
            entry: JournalEntry = json.loads(file.read(line.length))
        return self.decode_outcome(entry["outcome"])

    def decode_outcome(self, written: StoredOutcome) -> Outcome:
        """Return the outcome that was stored as *written*."""
        return Outcome(
            written["how"],
            written["status"],
            written["seconds"],
            written["cpu"],
            written["memory"],
            self.load_bytes(written["stdout"]),
            self.load_bytes(written["stderr"]),
            {
                name: Output(state, self.load_bytes(data))
                for name, (state, data) in written["outputs"].items()
            },
        )

    def add(self, run: RunKey, outcome: Outcome, full: bool = True) -> None:
        """Append *outcome* of *run* to the file on the disk, then to the index.

        *full* is whether the program had the full time limit. Raise MarkingError if the
        disk is full.
        """
        entry = JournalEntry(
            key=run.key,
            id=run.id,
            test=run.test,
            full=full,
            outcome=StoredOutcome(
                how=outcome.end_reason,
                status=outcome.status,
                seconds=outcome.seconds,
                cpu=outcome.cpu,
                memory=outcome.memory,
                stdout=self.store_bytes(outcome.stdout),
                stderr=self.store_bytes(outcome.stderr),
                outputs={
                    name: [output.state, self.store_bytes(output.data)]
                    for name, output in outcome.outputs.items()
                },
            ),
        )
        line = (json.dumps(entry) + "\n").encode()
        if os.write(self.file, line) != len(line):
            raise MarkingError(f"{self.folder / JOURNAL_FILE}: the disk is full")
        os.fsync(self.file)  # macOS has no fdatasync
        self.index_line(entry, len(line))

    def remove(self, students: Iterable[str]) -> int:
        """Remove the lines and output files of *students*, given by id.

        Return the number of lines removed.
        """
        gone = set(students)
        before = sum(map(len, self.runs.values()))
        with open(self.folder / JOURNAL_FILE, "rb") as file:
            lines = [line for line in file if json.loads(line)["id"] not in gone]
        os.close(self.file)
        self.file = -1  # until it is open again
        replace_file(str(self.folder / JOURNAL_FILE), b"".join(lines))
        self.open()
        used = b"".join(lines).decode()
        for path in (self.folder / "outputs").glob("*"):
            if path.name not in used:
                path.unlink()
        return before - len(lines)

    def store_bytes(self, data: bytes) -> str:
        """Return *data* as a text for a line; write large data to a separate file.

        The text is then "@" and the name of the file.
        """
        text = data.decode("latin-1")
        if len(data) <= MAX_INLINE_BYTES and not text.startswith("@"):
            return text
        name = sha256(data).hexdigest()
        path = self.folder / "outputs" / name
        path.parent.mkdir(mode=0o700, exist_ok=True)
        if not path.exists():
            unfinished = path.with_suffix(".part")
            with open(unfinished, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            unfinished.replace(path)
        return f"@{name}"

    def load_bytes(self, text: str) -> bytes:
        """Return the bytes that `store_bytes` stored as *text*.

        Raise MarkingError if their file cannot be read.
        """
        if not text.startswith("@"):
            return text.encode("latin-1")
        name = text[1:]
        if len(name) != 64 or not name.isalnum():
            raise ValueError(name)
        try:
            return (self.folder / "outputs" / name).read_bytes()
        except OSError as error:
            raise MarkingError(f"{error.filename}: {error.strerror}") from error


def lock_file(descriptor: int) -> None:
    """Lock an open file for this process. Raise OSError if it is locked already."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(descriptor, LOCK_EX | LOCK_NB)
