"""Answers in pseudocode are data: they are judged on any system, without a sandbox."""

import json
import platform
import sys
from pathlib import Path
from types import ModuleType

import pytest

from marking.cli import main
from marking.journal import Journal, lock_file
from marking.sandbox import probe
from marking.sandbox.job import Job, decode_outcome
from marking.sandbox.plain import Plain
from tests.marking.classes import TWO_TASKS, class_of, hand_in, marks

pytestmark = pytest.mark.usefixtures("compiled_once")


def job(program: str, seconds: float = 30, memory: int = 2**30) -> Job:
    return Job(("-c", program), "3", {"answer": b"1"}, (), seconds, memory, 2**20, 16)


def test_a_program_of_ours_runs_alone_in_a_folder_with_its_files() -> None:
    program = (
        "import os, sys; print(open('answer').read(), os.listdir(), sys.flags.isolated)"
    )
    done = decode_outcome(Plain().outcome_bytes(job(program)))
    assert (done.end_reason, done.status) == ("exit", 0), done.stderr
    assert done.stdout.split() == [b"1", b"['answer']", b"1"]


def test_a_program_of_ours_is_limited() -> None:
    assert (
        decode_outcome(Plain().outcome_bytes(job("while True: pass", 0.5))).end_reason
        == "time"
    )
    if sys.platform == "linux":
        done = decode_outcome(Plain().outcome_bytes(job("b'x' * 2**30", memory=2**28)))
        assert done.status == 1 and done.stderr.rstrip().endswith(b"MemoryError")
    done = decode_outcome(Plain().outcome_bytes(job("print('x' * 2**20)")))
    assert done.end_reason == "output"


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    """A class with an answer to two tasks, and a PDF."""
    programs = {"ben": TWO_TASKS, "pdf": "%PDF-1.7\n"}
    return class_of(tmp_path / "class", programs, "answer.txt")


@pytest.mark.parametrize("system", ["here", "Darwin"])  # test_windows has Windows
def test_a_class_is_judged_on_each_system_without_bubblewrap(
    system: str, answers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide_bubblewrap(monkeypatch)
    if system == "Darwin":
        monkeypatch.setattr(platform, "system", lambda: system)
        monkeypatch.setattr(sys, "platform", "darwin")
        monkeypatch.delattr("os.fdatasync", raising=False)
    out = tmp_path / "out"
    assert main(["run", "pseudoku", str(answers), "-o", str(out)]) == 0
    rows = marks(out)
    assert rows["ben"]["task1"] == "4" and rows["ben"]["task2"] == "0"
    assert rows["pdf"]["status"] == "manual"
    assert rows["pdf"]["notes"].startswith("a PDF is read only in a sandbox")
    assert "without a sandbox" not in (out / "report" / "ben.txt").read_text("utf-8")


def hide_bubblewrap(monkeypatch: pytest.MonkeyPatch) -> None:
    probe.sandbox_problem.cache_clear()
    monkeypatch.setattr(
        probe, "sandbox_problem", lambda python: "bubblewrap is not installed"
    )


@pytest.mark.sandbox
def test_marks_are_the_same_with_and_without_a_sandbox(
    answers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (answers / "pdf" / "answer.txt").write_text("Nothing")
    assert main(["run", "pseudoku", str(answers), "-o", str(tmp_path / "a")]) == 0
    with monkeypatch.context() as patch:
        hide_bubblewrap(patch)
        assert main(["run", "pseudoku", str(answers), "-o", str(tmp_path / "b")]) == 0
    first, second = ((tmp_path / name / "marks.csv").read_bytes() for name in "ab")
    assert first == second
    tiers = [
        json.loads((tmp_path / name / "results" / "ben.json").read_text("utf-8"))[
            "sandbox"
        ]
        for name in "ab"
    ]
    assert tiers == ["sandbox", "plain"]


@pytest.mark.parametrize("system", ["Darwin", "Windows"])
def test_programs_are_still_run_on_linux_only(
    system: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(platform, "system", lambda: system)
    folder = class_of(tmp_path / "class", {"a": hand_in("hacettepe")})
    words = ["run", "hacettepe", str(folder), "-o", str(tmp_path / "out")]
    assert main([*words, "--trust-submissions"]) == 2
    assert "programs run only on Linux" in capsys.readouterr().err


def test_one_answer_can_be_checked_without_bubblewrap(
    answers: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    hide_bubblewrap(monkeypatch)
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    assert main(["check", "pseudoku", str(answers / "ben" / "answer.txt")]) == 1
    assert "task1" in capsys.readouterr().out


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
