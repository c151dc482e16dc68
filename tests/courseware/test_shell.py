"""Commands that messages suggest: the program's name, and quoting for each shell."""

import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from _courseware.terminal.shell import (
    PROGRAMS,
    command_line,
    install_advice,
    program_name,
    quote_argument,
)
from tests.places import ROOT

TABLE = Path(__file__).with_name("shell.toml")
STARTS: list[object] = tomllib.loads(TABLE.read_text("utf-8"))["starts"]


@pytest.mark.parametrize(("start", "windows", "expected"), STARTS)
def test_a_command_names_the_program_that_the_user_started(
    start: str, windows: bool, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", [start])
    monkeypatch.setenv("PATH", "/bin:/usr/bin")
    assert program_name("pseudoku", windows=windows) == expected
    quoted = quote_argument("F(2 4)", windows)
    line = command_line("pseudoku", "run", "F(2 4)", windows=windows)
    assert line == f"{expected} run {quoted}"


def test_the_names_of_the_programs_are_those_of_setup_cfg() -> None:
    lines = ROOT.joinpath("setup.cfg").read_text("utf-8").splitlines()
    for package in ("pseudoku", "sudoku", "marking"):
        name = PROGRAMS.get(package, package)
        assert f"    {name} = {package}.__main__:main" in lines


WORDS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))


@given(st.lists(WORDS))
def test_sh_reads_back_every_argument(words: list[str]) -> None:
    assert (
        shlex.split(" ".join(quote_argument(one, windows=False) for one in words))
        == words
    )


@given(st.lists(st.text(' "\\ab$(),<&')))
def test_windows_reads_back_every_argument(words: list[str]) -> None:
    line = " ".join(quote_argument(one, windows=True) for one in words)
    assert split_as_windows(line) == words
    for word in words:
        if " " in word:
            assert quote_argument(word, windows=True) == subprocess.list2cmdline([word])


def split_as_windows(line: str) -> list[str]:
    """Split a command line by the rules of Microsoft's C runtime."""
    words, word, in_quotes, begun, position = [], "", False, False, 0
    while position < len(line):
        end = position
        while line[end : end + 1] == "\\":
            end += 1
        backslashes, mark = end - position, line[end : end + 1]
        position = end + 1
        if mark == '"':
            word += "\\" * (backslashes // 2)
            begun = True
            if backslashes % 2:
                word += '"'
            else:
                in_quotes = not in_quotes
            continue
        word += "\\" * backslashes
        begun = begun or backslashes > 0
        if mark in ("", " ") and not in_quotes:
            if begun:
                words.append(word)
            word, begun = "", False
        else:
            word, begun = word + mark, True
    return words + [word] * begun


def test_the_installed_judge_suggests_the_installed_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pseudoku.cli import main

    path = tmp_path / "an answer"
    path.write_text(
        "function PermuteVector(row, p)\n  return row\nend function\n", "utf-8"
    )
    monkeypatch.setattr("sys.argv", ["/usr/bin/pseudoku"])
    monkeypatch.setenv("PATH", "/usr/bin")
    assert main(["judge", str(path), "--task", "2"]) == 1
    shown = f"to see it: pseudoku trace '{path}' --alone --call 'PermuteVector(("
    assert shown in capsys.readouterr().out


def test_a_package_is_installed_for_the_python_that_needs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.executable", "/my venv/bin/python")
    monkeypatch.setattr("sys.base_prefix", "/usr")
    monkeypatch.setattr("sys.prefix", "/my venv")
    assert install_advice("typst") == "run `'/my venv/bin/python' -m pip install typst`"
    monkeypatch.setattr("sys.prefix", "/usr")
    expected = "run `python3 -m pip install typst` in a virtual environment"
    assert install_advice("typst") == expected
