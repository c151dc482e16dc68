"""The command line on Windows, where no program can be run."""

import subprocess
import sys
from pathlib import Path
from shutil import copytree

import pytest

from marking.cli import COMMANDS, main
from tests.marking.classes import TWO_TASKS, class_of, marks
from tests.places import ROOT
from tests.windows import WINDOWS

ONE_COMMAND = WINDOWS + "from marking.cli import main\nsys.exit(main(sys.argv[1:]))\n"
EVERY_HELP = (
    WINDOWS
    + """
from marking.cli import main
for name in sys.argv[1:]:
    try:
        main([name, "--help"])
    except SystemExit as end:
        assert end.code == 0, name
"""
)


def test_every_command_has_its_help_on_windows() -> None:
    done = subprocess.run(
        [sys.executable, "-c", EVERY_HELP, *COMMANDS],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr) == (0, "")
    for name in COMMANDS:
        assert f" marking {name} [-h]" in done.stdout


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("--help", 0),
        ("rubric comp9021", 0),
        ("show {out}", 0),
        ("show {out} other", 0),
        ("forget {out} other", 0),
        ("doctor", 1),
        ("run comp9021 {out} -o {out}", 2),
        ("check comp9021 {out}", 2),
    ],
)
def test_every_command_that_runs_no_program_works_on_windows(
    words: str, status: int, marked: Path, tmp_path: Path
) -> None:
    out = copytree(marked, tmp_path / "out")
    done = subprocess.run(
        [sys.executable, "-c", ONE_COMMAND, *words.format(out=out).split()],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    needs = "programs run only on Linux, with bubblewrap: on Windows, use WSL 2"
    assert (needs in done.stderr + done.stdout) == (status != 0)
    only_judged = "tier: none; only answers in pseudocode can be marked here"
    assert (only_judged in done.stdout) == (status == 1)


def test_answers_in_pseudocode_are_judged_on_windows(tmp_path: Path) -> None:
    folder = class_of(tmp_path / "class", {"ben": TWO_TASKS}, "answer.txt")
    words = ["run", "pseudoku", str(folder), "-o", str(tmp_path / "out")]
    done = subprocess.run(
        [sys.executable, "-c", ONE_COMMAND, *words],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    row = marks(tmp_path / "out")["ben"]
    assert (row["status"], row["task1"], row["task2"]) == ("manual", "4", "0")


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a class of one, who is named after a file that cannot be marked."""
    top = tmp_path_factory.mktemp("windows")
    folder = class_of(top / "class", {"a": "pass"}, "other.py")
    words = ["run", "hacettepe", str(folder), "-o", str(top / "out")]
    assert main([*words, "--trust-submissions"]) == 0
    return top / "out"
