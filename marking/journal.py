"""The journal: a file with the outcome of each run of a test, as a line of JSON.

A line is on the disk before the outcome is used, so a killed run can be continued
without running a test again.
"""

import json
import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple, TypedDict

from _courseware.text.files import replace_file
from marking.errors import MarkingError
from marking.records import parse_record
from marking.sandbox.job import Outcome, SandboxError, decode_outcome

JOURNAL_FILE = "journal.jsonl"
ID_FIELD = re.compile(rb'"id": ("[^"]*"),')  # quotes in an outcome have a "\"


class JournalEntry(TypedDict):
    """One line of the journal as JSON: the run, and its outcome.

    ``id`` is the student's and ``test`` the test's id; ``key`` is the hash of the job.
    ``full`` is whether the program had the full time limit, and ``how`` the
    ``end_reason`` of the outcome. ``outcome`` has the bytes for `decode_outcome`,
    written as Latin-1.
    """

    key: str
    id: str
    test: str
    full: bool
    how: str
    outcome: str


class RunKey(NamedTuple):
    """The identity of a run: ids of the student and the test, and hash of the job."""

    id: str
    test: str
    key: str


class JournalLine(NamedTuple):
    """The position of a line in the journal, in bytes, and how its run ended.

    ``end_reason`` is "exit" or the limit that stopped the program. ``full`` is whether
    the program had the full time limit.
    """

    start: int
    length: int
    end_reason: str
    full: bool

    @property
    def is_cut_short(self) -> bool:
        """Whether the program was stopped at the short time limit."""
        return self.end_reason == "time" and not self.full

    @property
    def is_endless(self) -> bool:
        """Whether the program was stopped at the full time limit."""
        return self.end_reason == "time" and self.full


class Journal:
    """The journal in ``folder``, open and locked for this process.

    ``runs`` maps each run to its lines, oldest first; outcomes, which may be large,
    stay in the file. Raise MarkingError if another process uses the folder, or a line
    is damaged.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / JOURNAL_FILE
        self.runs: dict[RunKey, list[JournalLine]] = {}
        self.file = -1  # until it is open
        self.lock = lock_folder(folder)
        try:
            self.load()
        except MarkingError:
            self.close()
            raise

    def load(self) -> None:
        """Open the file and index its lines; truncate an unfinished last line.

        Raise MarkingError if a line is damaged.
        """
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0)
        self.file = os.open(self.path, flags, 0o600)
        self.end = 0
        self.runs.clear()
        with open(self.path, "rb") as file:
            for number, line in enumerate(file, 1):
                if line.endswith(b"\n"):
                    entry = parse_record(JournalEntry, line, f"{self.path}:{number}")
                    self.index_line(entry, len(line))
        os.ftruncate(self.file, self.end)

    def index_line(self, entry: JournalEntry, length: int) -> None:
        run = RunKey(entry["id"], entry["test"], entry["key"])
        line = JournalLine(self.end, length, entry["how"], entry["full"])
        self.runs.setdefault(run, []).append(line)
        self.end += length

    def close(self) -> None:
        if self.file >= 0:
            os.close(self.file)
        os.close(self.lock)

    def last_line(self, run: RunKey) -> JournalLine | None:
        """Return the last line of ``run``, or None if it has not run."""
        lines = self.runs.get(run)
        return lines[-1] if lines else None

    def outcome(self, run: RunKey) -> Outcome:
        """Return the last outcome of ``run``. Raise KeyError if there is none.

        Raise MarkingError if its line is damaged.
        """
        line = self.runs[run][-1]
        with open(self.path, "rb") as file:
            file.seek(line.start)
            entry = parse_record(JournalEntry, file.read(line.length), str(self.path))
        try:
            return decode_outcome(entry["outcome"].encode("latin-1"))
        except (SandboxError, UnicodeEncodeError) as error:
            raise MarkingError(
                f"{self.path}: the outcome of {run.test}: {error}"
            ) from error

    def add(self, run: RunKey, outcome: bytes, full: bool = True) -> None:
        """Append the encoded ``outcome`` of ``run`` to the file and the index.

        ``full`` is whether the program had the full time limit. Raise MarkingError if
        the disk is full, and SandboxError if ``outcome`` cannot be decoded.
        """
        entry = JournalEntry(
            key=run.key,
            id=run.id,
            test=run.test,
            full=full,
            how=decode_outcome(outcome).end_reason,
            outcome=outcome.decode("latin-1"),
        )
        line = (json.dumps(entry) + "\n").encode()
        if os.write(self.file, line) != len(line):
            raise MarkingError(f"{self.path}: the disk is full")
        os.fsync(self.file)  # macOS has no fdatasync
        self.index_line(entry, len(line))

    def remove(self, students: Iterable[str]) -> int:
        """Remove all lines of ``students``, given by id; return the number of lines."""
        os.close(self.file)
        self.file = -1  # until it is open again
        number = sum(remove_lines(self.folder, student) for student in set(students))
        self.load()
        return number


def remove_lines(folder: Path, student: str) -> int:
    """Remove a student's lines from the journal in ``folder``; return their number.

    ``student`` is an id. The lines are not parsed, since the journal may be damaged. A
    line without a readable id is removed if it contains the student's anywhere.
    """
    path = folder / JOURNAL_FILE
    name = json.dumps(student).encode()
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    remaining = []
    for line in lines:
        ids = ID_FIELD.findall(line)
        if name not in ids and (ids or student.encode() not in line):
            remaining.append(line)
    if len(remaining) < len(lines):
        replace_file(str(path), b"".join(remaining))
    return len(lines) - len(remaining)


def lock_folder(folder: Path) -> int:
    """Return the descriptor of the locked file of the run in ``folder``.

    Raise MarkingError if another process uses the folder.
    """
    lock = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        lock_file(lock)
    except OSError:
        os.close(lock)
        message = f"{folder}: another run is using this folder"
        raise MarkingError(message) from None
    return lock


def lock_file(descriptor: int) -> None:
    """Lock an open file for this process. Raise OSError if it is locked already."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(descriptor, LOCK_EX | LOCK_NB)
