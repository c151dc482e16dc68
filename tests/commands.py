"""The table of all commands, ``tests/commands.toml``, and how tests run its lines."""

import os
import re
import subprocess
import sys
import tomllib
from argparse import Action
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copy
from typing import Final

import pytest

from _courseware.terminal.console import command_module
from _courseware.terminal.options import Parser
from marking import cli as marking_cli
from pseudoku import cli as pseudoku_cli
from sudoku import cli as sudoku_cli
from sudoku.courses import COURSE_NAMES
from tests.places import ANSWERS, GOLDEN, ROOT

Captured = pytest.CaptureFixture[str]
FILE: Final = re.compile(r"\{(\w+)\}")
MAIN: Final[dict[str, Callable[[list[str]], int]]] = {
    "marking": marking_cli.main,
    "pseudoku": pseudoku_cli.main,
    "sudoku": sudoku_cli.main,
}
COMMANDS: Final[dict[str, tuple[str, str, str]]] = {
    f"{package.__name__.partition('.')[0]} {name}": texts
    for package in (marking_cli, pseudoku_cli, sudoku_cli)
    for name, texts in package.COMMANDS.items()
}
OF_COURSES: Final = {f"sudoku {name}" for name in COURSE_NAMES}


@dataclass(frozen=True)
class Command:
    """A row of the table; the file itself says what its keys mean."""

    calls: list[str] = field(default_factory=list)
    first: str = ""
    status: int = 0
    into: list[str] = field(default_factory=list)
    reads: list[str] = field(default_factory=list)
    lacks: dict[str, str] = field(default_factory=dict)
    limit: str = ""
    uncalled: str = ""


DOCUMENT: Final = tomllib.loads((ROOT / "tests" / "commands.toml").read_text("utf-8"))
REFUSED: Final[dict[str, dict[str, str]]] = DOCUMENT["refused"]
PRINTED: Final[dict[str, str]] = DOCUMENT["printed"]
REMARKED: Final[dict[str, list[int | str]]] = DOCUMENT["remarked"]
COMPLETED: Final[dict[str, str]] = DOCUMENT["completed"]
TABLE: Final = {name: Command(**row) for name, row in DOCUMENT["commands"].items()}
NAMES: Final = [name for name in TABLE if not name.startswith("marking")]
LINES: Final = [f"{name} {call}" for name, row in TABLE.items() for call in row.calls]
INTO_FILES: Final = [f"{name} {one}" for name, row in TABLE.items() for one in row.into]
# Lines in which {kind} is the name of a file of that kind.
OF_A_FILE: Final = [f"{name} {one}" for name, row in TABLE.items() for one in row.reads]


def name_of(line: str) -> str:
    """Return the program and the command of a command line."""
    return " ".join(line.split()[:2])


def options_of(name: str) -> dict[str, Action]:
    """Return the options of a command, and of its subcommands."""
    program, command = name.split()
    parsers = [Parser(add_help=False)]
    command_module(program, command).arguments(parsers[0])
    found: dict[str, Action] = {}
    for parser in parsers:
        for action in parser._actions:
            found |= dict.fromkeys(action.option_strings, action)
            if isinstance(action.choices, dict):
                parsers += [p for p in action.choices.values() if isinstance(p, Parser)]
    return found


def lines_with(option: str) -> list[str]:
    """Return the lines of the table whose command has an option."""
    return [line for line in LINES if option in options_of(name_of(line))]


def repeatable(line: str) -> str:
    """Return ``line`` with a seed, if it draws numbers, and without -q."""
    line = line.removesuffix(" -q")
    return line if "generate" not in line or "--seed" in line else f"{line} --seed 1"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the files of the table, in which a test runs."""
    monkeypatch.chdir(tmp_path)
    copy(ANSWERS / "right_with_helpers.pseudo", "program")
    copy(GOLDEN / "comp9021" / "sudoku_5.txt", "rows")  # few boards are enough
    copy(GOLDEN / "cit591" / "puzzle1.txt", "lists")
    Path("puzzle").write_text(".41...2.3....1.2\n")
    Path("empty").touch()
    return tmp_path


def status_of(line: str) -> int:
    """Run a command line in this process; return its status."""
    program, *words = line.split()
    try:
        return MAIN[program](words)
    except SystemExit as stop:  # after --help
        return int(stop.code or 0)


def result_of(line: str, capsys: Captured) -> tuple[int, str, str]:
    """Run a command line; return its status, its output and its error output."""
    status = status_of(line)
    return status, *capsys.readouterr()


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``line`` in bash, where ``$RUN`` is ``python -m``."""
    paths = {"PYTHONPATH": str(ROOT), "RUN": f"{sys.executable} -m"}
    return subprocess.run(
        ["bash", "-c", line],
        env=os.environ | paths | {"PYTHONUNBUFFERED": ""} | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
