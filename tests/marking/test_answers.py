"""A class that answers in pseudocode, which is data: judged on any system, by exercises."""

import json
import platform
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from marking.cli import COMMANDS, main
from marking.journal import Journal, lock_file
from marking.sandbox.job import Job, Outcome, decode_outcome
from marking.sandbox.plain import Plain
from pseudoku.handin.answer import answer
from tests.marking.classes import (
    TWO_TASKS,
    class_of,
    hand_in,
    marked,
    marks,
    small_rubric,
    write,
)
from tests.places import EXERCISES, ROOT
from tests.windows import WINDOWS

pytestmark = pytest.mark.usefixtures("compiled_once")
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    """A class with an answer to two tasks, and a PDF."""
    programs = {"ben": TWO_TASKS, "pdf": "%PDF-1.7\n"}
    return class_of(tmp_path / "class", programs, "answer.txt")


def hide_bubblewrap(patch: pytest.MonkeyPatch, system: str) -> None:
    # First in the module that imports it late, which would keep what is patched.
    for module in ("marking.cli.run", "marking.sandbox.probe"):
        name = f"{module}.sandbox_problem"
        patch.setattr(name, lambda python: "there is no bubblewrap")
    patch.setattr(platform, "system", lambda: system)
    if system == "Darwin":
        patch.setattr(sys, "platform", "darwin")
        patch.delattr("os.fdatasync", raising=False)


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
        return decode_outcome(Plain().outcome_bytes(job))

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
    out, other = tmp_path / "out", tmp_path / "other"
    ends = {f"{name} --help": 0 for name in COMMANDS} | {"--help": 0}
    ends |= {f"run pseudoku {answers} -o {place}": 0 for place in (out, other)}
    ends |= {"rubric comp9021": 0, "doctor": 1, f"forget {other} ben": 0}
    ends |= {f"show {out}": 0, f"show {out} ben": 0}
    words = [sys.executable, "-c", WINDOWS + EACH_LINE, *ends]
    done = subprocess.run(words, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    for line, status in ends.items():
        assert f"\n{line}: {status}\n" in f"\n{done.stdout}", done.stderr
    assert "tier: none; only answers in pseudocode can be marked here" in done.stdout
    check_marks(out)
    assert not (other / "results" / "ben.json").exists()


LARGEST = (EXERCISES / "largest.toml").read_text("utf-8")
RIGHT = LARGEST.partition('right = ["""')[2].partition('"""')[0]
VECTOR = """
function MakeVector(row)
    new Vector puzzle(4)
    for 1 ≤ i ≤ 4 do
        puzzle[i] ← row
    end for
    return puzzle
end function
"""


@pytest.fixture
def rubric(tmp_path: Path) -> Path:
    (tmp_path / "largest.toml").write_text(LARGEST, "utf-8")
    path = tmp_path / "rubric.toml"
    path.write_text(small_rubric("exercise"))
    return path


def test_a_class_is_marked_by_an_exercise(rubric: Path, tmp_path: Path) -> None:
    programs = {
        "ada": RIGHT,
        "ben": RIGHT.replace("x > y", "x < y"),
        "cy": "function Largest(s) look at all end function",
        "dan": VECTOR,
    }
    class_of(tmp_path / "class", programs, "answer.txt")
    rows = marked(rubric, tmp_path)
    found = {name: row["largest"] for name, row in rows.items()}
    assert found == {"ada": "3", "ben": "0", "cy": "", "dan": "0"}  # "": by a person
    pytest.importorskip("jinja2", reason="needs jinja2: pip install -e .[test]")
    words = ["report", str(tmp_path / "out"), "--format", "html"]
    assert main([*words, "--playground", "https://x.org/"]) == 0
    for name in found:
        page = (tmp_path / "out" / "report" / "html" / f"{name}.html").read_text()
        assert {*re.findall(r"\b(?:ada|ben|cy|dan|python3)\b", page)} == {name}
        assert page.count('href="https://x.org/#p=') == (name == "ben")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("level", range(5))
def test_a_rubric_can_allow_four_levels_of_hints_which_change_no_mark(
    level: int, rubric: Path, tmp_path: Path, capsys: Captured
) -> None:
    rubric.write_text(small_rubric("task", LEVEL=level))
    wrong = VECTOR.replace("≤ 4", "< 4")
    folder = class_of(tmp_path / "class", {"ada": wrong}, "answer.txt")
    out = tmp_path / "out"
    status = main(["run", str(rubric), str(folder), "-o", str(out)])
    if level == 4:
        assert status == 2 and "hints: 4; expected 0 to 3" in capsys.readouterr().err
        return
    assert status == 0 and marks(out)["ada"]["vector"] == "0"
    assert main(["show", str(out), "ada"]) == 0
    page = capsys.readouterr().out
    line = wrong[: wrong.index("for 1 ≤ i < 4")].count("\n") + 1
    told = (f"in line {line} makes", "a comparison", "becomes for 1 ≤ i ≤ 4 do")
    shown = [text in page for text in told]
    assert shown == [level > 0, level == 2, level == 3]


@pytest.mark.parametrize(
    "old, new, message",
    [
        (") return TOP[s]", ") x", "wrong[1] gets u"),
        ('= "Largest"', '= "Smallest"', "reference: expected a function Small"),
        ("x > y", "x < y", "right[1] gets fail: Largest(stack<"),
    ],
)
def test_a_wrong_exercise_is_refused_before_anything_runs(
    old: str, new: str, message: str, rubric: Path, tmp_path: Path, capsys: Captured
) -> None:
    assert old in LARGEST
    (tmp_path / "largest.toml").write_text(LARGEST.replace(old, new, 1), "utf-8")
    folder = class_of(tmp_path / "class", {"ada": RIGHT}, "answer.txt")
    assert main(["run", str(rubric), str(folder), "-o", str(tmp_path / "out")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "largest.toml:" in line and message in line
