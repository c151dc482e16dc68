"""The commands that read a program print what ``transcripts.txt`` shows."""

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from pseudoku.cli import main
from tests.pseudocode.files import Captured, File

TEXT = (Path(__file__).parent / "transcripts.txt").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.*)\n((?:(?!## ).*\n?)*)", TEXT, re.MULTILINE))
COMMAND = re.compile(r"^\$(\d?) (.*)\n((?:(?!\$).*\n)*)", re.MULTILINE)


def lines_after(mark: str, text: str) -> str:
    """Return the lines of ``text`` that begin with ``mark``, without it."""
    return "".join(re.findall(rf"^{re.escape(mark)} ?(.*\n)", text, re.MULTILINE))


@pytest.mark.parametrize("section", SECTIONS)
def test_a_command_prints_what_is_shown_and_writes_no_file(
    section: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = SECTIONS[section].strip("\n") + "\n"
    program = lines_after("|", text).replace("␌", "\f")
    Path("answer").write_text(program, "utf-8")
    commands = COMMAND.findall(text)
    assert commands
    for status, words, shown in commands:
        assert main(shlex.split(words)) == int(status or 0), words
        printed = capsys.readouterr()
        errors = lines_after("!", shown)
        expected = re.sub(r"^! ?.*\n", "", shown, flags=re.MULTILINE).strip("\n")
        pattern = re.escape(expected).replace(re.escape("...\n"), r"(?:.*\n)*")
        assert re.fullmatch(pattern, printed.out.strip("\n")), printed.out
        assert printed.err == errors
    assert [path.name for path in tmp_path.iterdir()] == ["answer"]


def test_every_mistake_of_a_text_is_told_and_at_most_twenty(
    file: File, capsys: Captured
) -> None:
    assert main(["run", file("x ← )\n" * 30)]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 21 and told[-1].endswith("error: and 10 more")


def test_a_program_may_come_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    text = io.TextIOWrapper(io.BytesIO("x ← 2 × 3".encode()))
    monkeypatch.setattr(sys, "stdin", text)
    assert main(["run", "-"]) == 0
    assert capsys.readouterr().out == "x = 6\n"


ESCAPES = "\x1b[31m\x07\x9b31m\u202e"
HOSTILE = f"""// {ESCAPES} comment
function MakeVector(row)
  // {ESCAPES}
  x = "{ESCAPES}"
  return x
end function
y ← "{ESCAPES}"
new Stack s
PUSH[y, s]
"""


@pytest.mark.sampled(18)
@pytest.mark.parametrize(
    "line",
    [
        *("run", "run --json", "trace", "trace --json", "judge", "judge --json"),
        *("run --call=MakeVector(1)", "trace --call=MakeVector(1) --level=call"),
        *("translate", "translate --pseudocode", "draw vector", "check", "solve"),
        *("count", "generate 2413 --blanks", "call MakeVector", "analyse", "code"),
    ],
)
@pytest.mark.parametrize("more", ["", f"new Queue {ESCAPES}\n@{ESCAPES} POP[s]"])
@pytest.mark.parametrize("there", [True, False])
def test_no_control_character_reaches_the_terminal(
    line: str, more: str, there: bool, tmp_path: Path, capsys: Captured
) -> None:
    """From a comment, a text, the name of a file, or a word that is not understood."""
    path = tmp_path / f"{ESCAPES}.pseudo"
    if there:
        path.write_text(HOSTILE + more, "utf-8")
    word, *options = line.split()
    main([word, *options, str(path)])
    printed = "".join(capsys.readouterr())
    assert [mark for mark in printed if not mark.isprintable() and mark != "\n"] == []
