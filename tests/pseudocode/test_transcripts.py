"""The commands that read a program print what ``transcripts.txt`` shows."""

import re
import shlex
from pathlib import Path

import pytest

from pseudoku.cli import main
from tests.pseudocode.files import Captured

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
    Path("answer").write_text(lines_after("|", text), "utf-8")
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
