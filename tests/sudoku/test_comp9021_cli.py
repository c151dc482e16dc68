"""The commands comp9021 and check as a person runs them."""

import os
import resource
import shutil
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from tests.places import GOLDEN, ROOT
from tests.sudoku.sudoku_commands import Captured, run

FILES = GOLDEN / "comp9021"
OUTPUTS = ["bare", "forced", "marked", "worked"]
CLEAR = "There is clearly no solution.\n"
OPEN = "There might be a solution.\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the official inputs."""
    for path in FILES.glob("*.txt"):
        shutil.copy(path, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def outputs(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.tex*")}


def golden(number: int, *names: str) -> dict[str, bytes]:
    files = [f"sudoku_{number}_{name}.tex" for name in names]
    return {file: (FILES / file).read_bytes() for file in files}


@pytest.mark.parametrize("line", ["comp9021 sudoku_4.txt", "comp9021 sudoku_4.txt all"])
def test_without_an_action_all_outputs_are_produced(
    line: str, folder: Path, capsys: Captured
) -> None:
    assert run(line, capsys) == (0, OPEN, "")
    assert outputs(folder) == golden(4, *OUTPUTS)


@pytest.mark.parametrize("name", OUTPUTS)
def test_an_action_writes_its_file_and_prints_nothing(
    name: str, folder: Path, capsys: Captured
) -> None:
    line = f"comp9021 {FILES}/sudoku_5.txt {name} --outdir new/out"
    for _ in range(2):  # into a new folder, then into the same
        assert run(line, capsys) == (0, "", "")
        assert outputs(folder / "new" / "out") == golden(5, name)
    line = f"comp9021 {FILES}/sudoku_5.txt preassess --outdir unused"
    assert run(line, capsys)[0] == 0 and not Path("unused").exists()


def test_preassess_answers_with_its_status_too(folder: Path, capsys: Captured) -> None:
    assert run("comp9021 sudoku_1.txt preassess", capsys) == (1, CLEAR, "")
    assert run("comp9021 sudoku_3.txt preassess", capsys) == (0, OPEN, "")
    assert outputs(folder) == {}
    assert run("comp9021 sudoku_2.txt", capsys) == (1, CLEAR, "")
    assert len(outputs(folder)) == 4


def test_standard_input_goes_to_standard_output(
    folder: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run_on_input(line: str) -> tuple[int, str, str]:
        stdin = TextIOWrapper(BytesIO(Path("sudoku_4.txt").read_bytes()))
        monkeypatch.setattr("sys.stdin", stdin)
        return run(line, capsys)

    text = (FILES / "sudoku_4_worked.tex").read_text()
    assert run_on_input("comp9021 - worked") == (0, text, "")
    assert run_on_input("comp9021 - preassess") == (0, OPEN, "")
    assert run_on_input("comp9021 -")[0] == 2
    assert run_on_input("comp9021 - worked --outdir .")[0] == 2
    assert run_on_input("check -")[:2] == (0, "standard input:1: no clash, 58 blanks\n")


def limited(line: str, what: int, most: int) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, which has ``most`` of a resource."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [sys.executable, "-m", "sudoku", *line.split()],
        env=environment,
        capture_output=True,
        text=True,
        timeout=10,
        preexec_fn=lambda: resource.setrlimit(what, (most, most)),
    )


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "line, status", [("comp9021 huge", 2), ("check huge", 2), ("compare huge huge", 2)]
)
def test_a_huge_file_takes_two_seconds_and_200_megabytes_at_most(
    line: str, status: int, folder: Path
) -> None:
    with open("huge", "wb") as huge:
        huge.truncate(100_000_000)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    finished = limited(line, resource.RLIMIT_AS, 200_000_000)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime < 2
    assert (finished.returncode, finished.stderr.count("\n")) == (status, 1)


def test_an_output_that_cannot_be_written_leaves_the_old_one(folder: Path) -> None:
    (folder / "sudoku_4_worked.tex").write_text("old")
    finished = limited("comp9021 sudoku_4.txt worked", resource.RLIMIT_FSIZE, 1000)
    told = "sudoku comp9021: error: sudoku_4_worked.tex: File too large\n"
    assert (finished.returncode, finished.stderr) == (2, told)
    assert outputs(folder) == {"sudoku_4_worked.tex": b"old"}


@pytest.mark.parametrize(
    "place, told",
    [
        ("taken", "taken/sudoku_4_bare.tex: Is a directory"),
        ("shut", "shut/sudoku_4_bare.tex: Permission denied"),
    ],
)
def test_an_output_that_cannot_be_written_gives_one_line(
    place: str, told: str, folder: Path, capsys: Captured
) -> None:
    if place == "shut" and os.geteuid() == 0:
        pytest.skip("nothing is shut for root")
    Path("taken/sudoku_4_bare.tex").mkdir(parents=True)
    Path("shut").mkdir(0o555)
    line = f"comp9021 sudoku_4.txt bare --outdir {place}"
    assert run(line, capsys) == (2, "", f"sudoku comp9021: error: {told}\n")
