"""Make classes for the tests, as folders and archives, and run ``marking`` on them."""

import csv
import os
import platform
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import MAGIC_NUMBER
from io import BytesIO
from marshal import dumps
from pathlib import Path
from typing import Final
from zipfile import ZipFile, ZipInfo

import pytest

from marking.cli import main
from marking.intake.layouts import read_class
from marking.intake.owners import match_entries
from marking.intake.roster import Student
from marking.intake.submission import Submission, WantedFiles
from marking.rubric import read_rubric
from marking.sandbox.interpreters import find_interpreter
from marking.sandbox.job import Job, Outcome, encode_netstrings
from marking.sandbox.launcher import Sandbox, Tier
from marking.test import Test
from marking.tests import all_tests, judge_zip
from sudoku.handins import files
from tests.places import ANSWERS, GOLDEN, ROOT

HERE: Final = ROOT / "tests" / "marking"
# The tables of the files *.toml beside this one, by their names.
DATA: Final = {
    path.stem: tomllib.loads(path.read_text("utf-8")) for path in HERE.glob("*.toml")
}
RUBRICS: Final = ROOT / "marking" / "rubrics"
WANTED: Final = WantedFiles(("sudoku.py",))
PROGRAM: Final = b"print('right')"
# Answers to Tasks 1 and 2; the second is wrong.
TWO_TASKS: Final = (
    (ANSWERS / "mixed_three_mistakes.pseudo")
    .read_text("utf-8")
    .partition("function PERMUTEROWS")[0]
)
Zipped = Mapping[str, bytes] | Mapping[ZipInfo, bytes] | Mapping[str | ZipInfo, bytes]


# Files by name: a text, a number of zeros, or the files of a zip.
FileTable = dict[str, "str | int | FileTable"]


def write(folder: Path, files: Zipped) -> Path:
    for key, data in files.items():
        path = folder / (key if isinstance(key, str) else key.filename)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not isinstance(key, str):
            path.symlink_to(data.decode())
        elif key.endswith("/"):
            path.mkdir()
        else:
            path.write_bytes(data)
    return folder


def files_of(
    table: FileTable, words: Mapping[str, str] | None = None
) -> dict[str | ZipInfo, bytes]:
    """Return the files of a table such as those in folders.toml.

    "-> x" is a link to x, "{9}" in a name makes nine files, and *words* are replaced.
    """
    files: dict[str | ZipInfo, bytes] = {}
    for name, value in table.items():
        start, brace, rest = name.partition("{")
        count, _, end = rest.partition("}")
        names = [f"{start}{n}{end}" for n in range(int(count))] if brace else [name]
        if isinstance(value, dict):
            data = zipped(files_of(value, words))
        elif isinstance(value, int):
            data = bytes(value)
        else:
            for word, text in (words or {}).items():
                value = value.replace(word, text)
            data = value.removeprefix("-> ").encode()
            if data != value.encode():
                files[entry(name, 0o120777)] = data
                continue
        files |= dict.fromkeys(names, data)
    return files


def zipped(files: Zipped) -> bytes:
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def entry(name: str, mode: int = 0o100644) -> ZipInfo:
    info = ZipInfo(name)
    info.external_attr = mode << 16
    return info


def class_in(place: Path, roster: list[Student] | None = None) -> dict[str, Submission]:
    """Return the submissions of the class at *place*, by student's id.

    *place* is a folder or a ZIP archive. *roster* has the students, or is None without
    one.
    """
    entries = read_class(str(place), None, WANTED, roster)
    return match_entries(entries, roster, WANTED)[0]


def hand_in(course: str) -> str:
    """Return the program that the command `export` writes for a course."""
    (name, data), *_ = files(course, "1")
    assert name in ("sudoku.py", "a5.py")
    return data.decode()


def class_of(folder: Path, programs: dict[str, str], name: str = "sudoku.py") -> Path:
    """Create a folder in *folder* for each student, with a program; return *folder*.

    *programs* are the sources by student's id, and *name* is the name of each file.
    """
    for student, text in programs.items():
        (folder / student).mkdir(parents=True)
        (folder / student / name).write_text(text, "utf-8", "surrogateescape")
    return folder


@cache
def planned_tests(course: str) -> list[Test]:
    """Return the tests of the rubric of a course; its reference runs for some."""
    return all_tests(read_rubric(course))


@cache
def compiled_judge(packages: tuple[str, ...]) -> bytes:
    """Return the archive of the judge with compiled modules, which start sooner."""
    stream = BytesIO(judge_zip(packages))
    with ZipFile(stream, "a") as archive:
        for name in archive.namelist():
            if name.endswith(".py"):
                code = SourceFileLoader(name, str(ROOT / name)).get_code(name)
                unchecked = MAGIC_NUMBER + b"\1" + bytes(11)
                archive.writestr(f"{name}c", unchecked + dumps(code))
    return stream.getvalue()


def rubric_with(folder: Path, course: str, changes: dict[str, str]) -> Path:
    """Write the rubric of a course into *folder*, with some changes; return its path.

    *changes* maps texts of the rubric to new ones. Raise AssertionError if one of them
    is not in the rubric.
    """
    text = (RUBRICS / f"{course}.toml").read_text("utf-8")
    for old, new in {
        f'"{course}"\ntotal': f'"{RUBRICS / course}"\ntotal',
        **changes,
    }.items():
        assert old in text, old
        text = text.replace(old, new)
    path = folder / f"{course}.toml"
    path.write_text(text, "utf-8")
    return path


def encoded(made: Outcome) -> bytes:
    """Return *made* as a supervisor writes it."""
    numbers = made.status, made.seconds, made.cpu, made.memory
    outputs = [
        part
        for name, output in made.outputs.items()
        for part in (name.encode(), output.state.encode(), output.data)
    ]
    words = [made.end_reason, *map(str, numbers)]
    streams = [made.stdout, made.stderr, encode_netstrings(outputs)]
    return encode_netstrings([*(word.encode() for word in words), *streams])


def run_program(
    program: str,
    tier: Tier = "sandbox",
    python: str = "3",
    seconds: float = 30,
    memory: int = 2**28,
) -> Outcome:
    """Return what *program*, a text, did in a sandbox, or in another tier."""
    files = {"program.py": program.encode()}
    job = Job(("program.py",), python, files, (), seconds, memory, 2**20, 16)
    interpreter = find_interpreter(python)
    assert interpreter
    return Sandbox(tier, interpreter).run(job)


def marking(*words: object) -> subprocess.CompletedProcess[str]:
    """Run ``marking`` with the arguments *words* in a process, and return how it ended."""
    return subprocess.run(
        command(*words), capture_output=True, text=True, cwd=ROOT, timeout=500
    )


def command(*words: object, user: int | None = None) -> list[str]:
    """Return the command that runs ``marking`` with the arguments *words*.

    If *user* is a number, the process becomes this user, with the system's Python.
    """
    python = sys.executable if user is None else "/usr/bin/python3"
    drop = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    start = [] if user is None else drop
    return [*start, python, "-m", "marking", *map(str, words)]


def marks(folder: Path) -> dict[str, dict[str, str]]:
    """Return the rows of marks.csv in *folder*, by student's id."""
    with open(folder / "marks.csv", encoding="utf-8", newline="") as file:
        return {row["id"]: row for row in csv.DictReader(file)}


def marked(rubric: object, folder: Path, *words: object) -> dict[str, dict[str, str]]:
    """Mark the folder ``class`` in *folder* into ``out``; return the rows of marks.csv.

    *words* are more options of `run`.
    """
    places = folder / "class", "-o", folder / "out"
    assert main(["run", *map(str, (rubric, *places, *words))]) == 0
    return marks(folder / "out")


def is_root() -> bool:
    return os.geteuid() == 0


def hide_bubblewrap(patch: pytest.MonkeyPatch, system: str = "Linux") -> None:
    """Hide the sandbox from a run, perhaps on another system."""
    # First in the module that imports it late, which would keep what is patched.
    for module in ("marking.cli.run", "marking.sandbox.probe"):
        name = f"{module}.sandbox_problem"
        patch.setattr(name, lambda python: "there is no bubblewrap")
    patch.setattr(platform, "system", lambda: system)
    if system == "Darwin":
        patch.setattr(sys, "platform", "darwin")
        patch.delattr("os.fdatasync", raising=False)


def wrong_rubrics(table: str) -> list[list[str]]:
    """Return the rows of a table of tests/mistakes/rubrics.toml."""
    text = (ROOT / "tests" / "mistakes" / "rubrics.toml").read_text("utf-8")
    rows: list[list[str]] = tomllib.loads(text)[table]
    return rows


def small_rubric(name: str, **words: object) -> str:
    """Return a rubric of rubrics.toml, in which *words* are replaced."""
    text: str = DATA["rubrics"][name]
    for word, value in {"RUBRICS": RUBRICS, "GOLDEN": GOLDEN, **words}.items():
        text = text.replace(word, str(value))
    return text


def runs_rubric(marks: int, seconds: int, number: int, more: str = "") -> str:
    """Return a rubric whose tests are samples 1 to *number* of Hacettepe.

    *more* are other tables and criteria; all marks are 10, or those of the tests.
    """
    total = 10 if more else marks
    inputs = [f"i{k}.txt" for k in range(1, number + 1)]
    words = {"TOTAL": total, "MARKS": marks, "SECONDS": seconds, "INPUTS": inputs}
    return small_rubric("runs", **words, MORE=more)
