"""The commands that read a program: run, trace, and what they refuse."""

import io
import sys
from pathlib import Path

import pytest

from pseudoku.cli import main
from tests.pseudocode.files import Captured, File
from tests.pseudocode.texts import TABLES


def test_run_prints_what_a_call_gives(file: File, capsys: Captured) -> None:
    path = file("function Twice(row) row[1] ← 2 × row[1] return row end function")
    for call, result in (("TWICE(2 4)", "(4, 4)\n"), ("Twice((7, 1))", "(14, 1)\n")):
        assert main(["run", path, "--call", call]) == 0
        assert capsys.readouterr() == (result, "")


def test_run_prints_the_variables_of_a_program(file: File, capsys: Captured) -> None:
    assert main(["run", file("new Stack s PUSH[1, s] x ← EMPTY[s]")]) == 0
    assert capsys.readouterr() == ("s = stack<1>\nx = FALSE\n", "")


def test_run_says_what_a_file_defines(file: File, capsys: Captured) -> None:
    assert main(["run", file("function F(a) return a end function")]) == 0
    assert capsys.readouterr().out == "defines F; use --call to run a function\n"


def test_run_and_trace_say_why_there_is_nothing(file: File, capsys: Captured) -> None:
    assert main(["run", file("// to be written\n")]) == 0
    assert capsys.readouterr().out.startswith("nothing to run: ")
    assert main(["trace", file("x ← 1"), "--level", "call"]) == 0
    assert "there is no step of this level" in capsys.readouterr().err
    assert main(["trace", file("function F(a) return a end function")]) == 0
    assert "no statements outside the functions" in capsys.readouterr().err


def test_notes_go_to_stderr_and_quiet_keeps_them(file: File, capsys: Captured) -> None:
    path = file("x = 2\ny ← MakeVector(q)\nnew Vector q(1)\n")
    assert main(["run", path]) == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0] == f"{path}:1:3: note: '=' compares; to assign, write x ← 2"
    assert told[1].endswith("has no function MakeVector; using the reference's")
    assert (
        told[2]
        == f"pseudoku run: error: {path}:2:16: 'q' has no value yet; it gets one in line 3"
    )
    assert main(["run", path, "-q"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(("text", "options", "status", "message"), TABLES["run"])
def test_what_goes_wrong_is_one_line_and_a_status(
    text: str, options: list[str], status: int, message: str,
    file: File, capsys: Captured,
) -> None:  # fmt: skip
    assert main(["run", file(text), *options]) == status
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1 and message in captured.err
    assert captured.err.startswith("pseudoku run: error: ")


def test_every_mistake_of_a_text_is_told_and_at_most_twenty(
    file: File, capsys: Captured
) -> None:
    assert main(["run", file("x ← )\n" * 30)]) == 2
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 21 and told[-1].endswith("error: and 10 more")


def test_the_modes_are_reported(file: File, capsys: Captured) -> None:
    path = file("new Vector v(1) v[0] ← 1")
    assert main(["run", path, "--base", "0", "--store", "share"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "note: positions count from 0 (--base 0)",
        "note: storing a vector in an element shares it (--store share)",
    ]


def test_a_program_may_come_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    text = io.TextIOWrapper(io.BytesIO("x ← 2 × 3".encode()))
    monkeypatch.setattr(sys, "stdin", text)
    assert main(["run", "-"]) == 0
    assert capsys.readouterr().out == "x = 6\n"


def test_a_translation_does_not_overwrite_its_program(
    file: File, capsys: Captured
) -> None:
    path = file("x ← 2 × 3")
    assert main(["translate", path, "--pseudocode", "-o", path]) == 2
    said = f"pseudoku translate: error: {path} is also an input; expected another file"
    assert capsys.readouterr() == ("", f"{said}\n")
    assert main(["run", path]) == 0


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
