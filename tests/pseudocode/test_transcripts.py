"""The commands that read a program print what ``transcripts.txt`` shows."""

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from pseudoku.cli import main
from tests.pseudocode.files import Captured
from tests.pseudocode.texts import TABLES

TEXT = (Path(__file__).parent / "transcripts.txt").read_text("utf-8")
SECTIONS = re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", TEXT, re.MULTILINE)
COMMAND = re.compile(r"^\$(\d?) (.*)\n((?:(?!\$).*\n)*)", re.MULTILINE)


def lines_after(mark: str, text: str) -> str:
    """Return the lines of ``text`` that begin with ``mark``, without it."""
    return "".join(re.findall(rf"^{re.escape(mark)} ?(.*\n)", text, re.MULTILINE))


def shows(shown: str, printed: str) -> bool:
    """Return whether ``shown`` is what is ``printed``, with dots for any lines."""
    pattern = re.escape(shown).replace(re.escape("...\n"), r"(?:.*\n)*")
    return re.fullmatch(pattern, printed) is not None


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section[0])
def test_a_command_prints_what_is_shown_and_writes_no_file(
    section: tuple[str, str],
    tmp_path: Path,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    text = section[1].strip("\n") + "\n"
    program = lines_after("|", text).replace("␌", "\f")
    Path("answer").write_text(program, "utf-8")
    commands = COMMAND.findall(text)
    assert commands
    for status, words, shown in commands:
        assert main(shlex.split(words)) == int(status or 0), words
        printed = capsys.readouterr()
        output = re.sub(r"^! ?.*\n", "", shown, flags=re.MULTILINE).strip("\n")
        assert shows(f"{output}\n", printed.out.strip("\n") + "\n"), printed.out
        assert shows(lines_after("!", shown), printed.err), printed.err
    assert [path.name for path in tmp_path.iterdir()] == ["answer"]


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
@pytest.mark.parametrize("line", TABLES["commands"])
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
