"""A class that answers in pseudocode, which is data: judged on any system, by exercises."""

import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from marking.cli import COMMANDS, main
from marking.journal import Journal, lock_file
from marking.sandbox.job import Job, Outcome, decode_outcome
from marking.sandbox.plain import PlainBackend
from pseudoku.handin.answer import answer
from tests.marking.classes import (
    TWO_TASKS,
    class_of,
    hand_in,
    hide_bubblewrap,
    marked,
    marks,
    write,
)
from tests.places import ROOT
from tests.windows import WINDOWS

pytestmark = pytest.mark.usefixtures("compiled_once")
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    """A class with an answer to two tasks, and a PDF."""
    programs = {"ben": TWO_TASKS, "pdf": "%PDF-1.7\n"}
    return class_of(tmp_path / "class", programs, "answer.txt")


def check_marks(out: Path) -> None:
    """Check the marks of the class *answers* that was judged without a sandbox."""
    rows = marks(out)
    row = rows["ben"]
    assert (row["status"], row["task1"], row["task2"]) == ("manual", "4", "0")
    assert rows["pdf"]["status"] == "manual"
    assert rows["pdf"]["notes"].startswith("a PDF is read only in a sandbox")
    assert "without a sandbox" not in (out / "report" / "ben.txt").read_text("utf-8")


def test_answers_are_judged_without_bubblewrap_and_programs_are_not_run(
    answers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    programs = class_of(tmp_path / "programs", {"a": hand_in("hacettepe")})
    for system in ("Linux", "Darwin"):
        hide_bubblewrap(monkeypatch, system)
        marked("pseudoku", tmp_path)
        check_marks(tmp_path / "out")
        line = f"run hacettepe {programs} -o {tmp_path / system}"
        assert main(line.split()) == 2
        assert not (tmp_path / system).exists()
    assert main(["check", "pseudoku", str(answers / "ben" / "answer.txt")]) == 1


@pytest.mark.sandbox
def test_an_answer_is_judged_or_left_to_a_person_with_and_without_a_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = answer()
    start = right.partition("## Task 7")[0]
    wrong = start.replace("ENQUEUE[HEAD[q], q]\n", "ENQUEUE[row[1], q]\n")
    assert wrong != start
    files = {
        "right.md": right.encode(),
        "wrong.txt": wrong.encode(),
        "binary.docx": b"PK\x03\x04" + bytes(range(256)) * 9,
        "empty.pdf": b"%PDF-1.7\n",
    }
    folder = write(tmp_path / "class", files)
    for tier in ("sandbox", "plain"):
        out = tmp_path / tier
        if tier == "plain":
            hide_bubblewrap(monkeypatch, "Linux")
        assert main(["run", "pseudoku", str(folder), "-o", str(out)]) == 0
        result = json.loads((out / "results" / "right.json").read_text("utf-8"))
        assert result["sandbox"] == tier
        rows = marks(out)
        assert {row["status"] for row in rows.values()} == {"manual"}
        found = {
            name: "".join(row[f"task{n}"] or "?" for n in range(1, 11))
            for name, row in rows.items()
        }
        given = {"right": "453646?6??", "wrong": "403646?0??"}
        assert found == given | dict.fromkeys(("binary", "empty"), "??????????")
        todo = (out / "given-todo.csv").read_text("utf-8")
        assert "\nright,task9,,,,173 words\n" in todo


def test_a_program_of_ours_runs_alone_in_a_folder_with_its_files_and_is_limited() -> (
    None
):
    def run(program: str, seconds: float = 30, memory: int = 2**30) -> Outcome:
        files = {"answer": b"1"}
        job = Job(("-c", program), "3", files, (), seconds, memory, 2**20, 16)
        return decode_outcome(PlainBackend().outcome_bytes(job))

    program = "import os, sys\nprint(open('answer').read(), os.listdir(), sys.flags)"
    done = run(program)
    assert (done.end_reason, done.status) == ("exit", 0), done.stderr
    assert done.stdout.startswith(b"1 ['answer'] ") and b"isolated=1" in done.stdout
    assert run("while True: pass", 0.5).end_reason == "time"
    assert run("print('x' * 2**20)").end_reason == "output"
    if sys.platform == "linux":
        done = run("b'x' * 2**30", memory=2**28)
        assert done.status == 1 and done.stderr.rstrip().endswith(b"MemoryError")


def test_a_journal_is_locked_where_there_is_only_msvcrt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*words: object) -> None:
        raise OSError(36, "locked")

    module = ModuleType("msvcrt")
    module.__dict__.update(LK_NBLCK=2, locking=refuse)
    monkeypatch.setitem(sys.modules, "msvcrt", module)
    monkeypatch.setattr("marking.journal.sys", ModuleType("sys"))
    monkeypatch.setattr("marking.journal.sys.platform", "win32", raising=False)
    with pytest.raises(OSError, match="locked"):
        lock_file(0)
    with pytest.raises(Exception, match="another run is using this folder"):
        Journal(tmp_path)


EACH_LINE = """
import shlex
from marking.cli import main
for line in sys.argv[1:]:
    try:
        status = main(shlex.split(line))
    except SystemExit as end:
        status = end.code
    print(f"{line}: {status}")
"""


def test_every_command_that_runs_no_program_works_on_windows(
    answers: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    ends = {f"{name} --help": 0 for name in COMMANDS} | {"--help": 0}
    ends |= {f"run pseudoku {answers} -o {out}": 0, "rubric comp9021": 0, "doctor": 1}
    ends |= {f"show {out}": 0, f"show {out} ben": 0, f"forget {out} pdf": 0}
    words = [sys.executable, "-c", WINDOWS + EACH_LINE, *ends]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    for line, status in ends.items():
        assert f"\n{line}: {status}\n" in f"\n{done.stdout}", done.stderr
    assert "tier: none; only answers in pseudocode can be marked here" in done.stdout
    assert re.search(r"^ben .* 4 +0 ", done.stdout, re.MULTILINE)
    assert re.search(
        "^pdf .* a PDF is read only in a sandbox", done.stdout, re.MULTILINE
    )
    assert marks(out).keys() == {"ben"}
