"""COMP9021 as its hand-out describes it, its graders call it, and its command runs."""

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from itertools import combinations, permutations
from pathlib import Path

import pytest

from sudoku import Sudoku
from sudoku.comp9021 import preemptive
from sudoku.grid import CELLS, PEERS
from tests.places import GOLDEN, ROOT
from tests.sudoku.sudoku_commands import Captured, run

FILES = GOLDEN / "comp9021"

METHODS: dict[str, Callable[[Sudoku], None]] = {
    "bare": Sudoku.bare_tex_output,
    "forced": Sudoku.forced_tex_output,
    "marked": Sudoku.marked_tex_output,
    "worked": Sudoku.worked_tex_output,
}


def golden(number: int, name: str) -> bytes:
    return (FILES / f"sudoku_{number}_{name}.tex").read_bytes()


def session(lines: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What an interactive ``python3`` in ``folder`` answers to ``lines``."""
    environment = {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-i", "-q"]
    return subprocess.run(
        command,
        input=lines,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("number", [3, 4, 5])
def test_the_official_files_are_written_to_the_byte(
    number: int, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(FILES / f"sudoku_{number}.txt", tmp_path)
    METHODS[name](Sudoku(str(tmp_path / f"sudoku_{number}.txt")))
    written = (tmp_path / f"sudoku_{number}_{name}.tex").read_bytes()
    assert written == golden(number, name)
    assert capsys.readouterr() == ("", "")


@pytest.mark.latex
@pytest.mark.skipif(not shutil.which("pdflatex"), reason="there is no pdflatex here")
@pytest.mark.parametrize("name", METHODS)
def test_pdflatex_makes_one_page_of_the_file(name: str, tmp_path: Path) -> None:
    command = ["pdflatex", "-halt-on-error", "-interaction=batchmode"]
    file = FILES / f"sudoku_5_{name}.tex"
    finished = subprocess.run(
        [*command, f"-output-directory={tmp_path}", str(file)], capture_output=True
    )
    assert finished.returncode == 0
    assert "(1 page" in (tmp_path / f"{file.stem}.log").read_text("latin-1")


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_preassess_prints_what_the_handout_prints(
    number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    Sudoku(str(FILES / f"sudoku_{number}.txt")).preassess()
    printed = capsys.readouterr().out
    clear = "There is clearly no solution.\n"
    assert printed == (clear if number < 3 else "There might be a solution.\n")


def test_preassess_sees_every_pair_that_clashes_and_no_other() -> None:
    for one, other in combinations(CELLS, 2):
        grid = [[0] * 9 for _ in range(9)]
        grid[one[0]][one[1]] = grid[other[0]][other[1]] = 1 + (one[0] + other[1]) % 9
        clear = preemptive.assessment(grid) == "There is clearly no solution."
        assert clear == (other in PEERS[one])


def test_the_three_wrong_inputs_end_a_real_session_as_the_handout_shows() -> None:
    lines = [f"Sudoku('sudoku_wrong_{number}.txt')" for number in (1, 2, 3)]
    errors = session("\n".join(["from sudoku import *", *lines, ""]), FILES).stderr
    tracebacks = errors.split("Traceback (most recent call last):\n")[1:]
    assert len(tracebacks) == 3
    for traceback in tracebacks:
        *_, last_line, prompt = traceback.splitlines()
        assert last_line == "sudoku.SudokuError: Incorrect input"
        assert set(prompt) <= set("> ")


def test_the_dialogue_of_the_hand_out_is_reproduced(tmp_path: Path) -> None:
    shutil.copy(FILES / "sudoku_5.txt", tmp_path)
    lines = (
        "from sudoku import *\nsudoku = Sudoku('sudoku_5.txt')\nsudoku.preassess()\n"
    )
    calls = "".join(f"sudoku.{name}_tex_output()\n" for name in METHODS)
    assert session(lines + calls, tmp_path).stdout == "There might be a solution.\n"
    for name in METHODS:
        assert (tmp_path / f"sudoku_5_{name}.tex").read_bytes() == golden(5, name)


@pytest.mark.parametrize(
    "number", [3, *(pytest.param(k, marks=pytest.mark.slow) for k in (4, 5))]
)
def test_the_methods_do_not_affect_each_other_in_any_order(
    number: int, tmp_path: Path
) -> None:
    shutil.copy(FILES / f"sudoku_{number}.txt", tmp_path)
    sudoku = Sudoku(tmp_path / f"sudoku_{number}.txt")
    for order in permutations(METHODS):
        for name in order:
            METHODS[name](sudoku)
            path = tmp_path / f"sudoku_{number}_{name}.tex"
            assert path.read_bytes() == golden(number, name), order
            path.unlink()


def test_the_files_are_written_beside_the_input_and_replace_older_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.b" / "c").mkdir(parents=True)
    shutil.copy(FILES / "sudoku_3.txt", tmp_path / "a.b" / "c" / "x.txt")
    older = tmp_path / "a.b" / "c" / "x_worked.tex"
    older.write_text("older and longer" * 1000)
    monkeypatch.chdir(tmp_path)
    sudoku = Sudoku("a.b/c/x.txt")
    monkeypatch.chdir(tmp_path / "a.b")
    sudoku.worked_tex_output()
    assert older.read_bytes() == golden(3, "worked")
    assert sorted(path.name for path in older.parent.iterdir()) == ["x.txt", older.name]


@pytest.mark.parametrize(
    "name, output", [("x", "x_bare.tex"), ("x.y.txt", "x.y_bare.tex")]
)
def test_the_last_extension_is_replaced(name: str, output: str, tmp_path: Path) -> None:
    shutil.copy(FILES / "sudoku_3.txt", tmp_path / name)
    Sudoku(tmp_path / name).bare_tex_output()
    assert (tmp_path / output).exists()


def test_a_missing_file_stays_a_file_not_found_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Sudoku(str(tmp_path / "sudoku_6.txt"))


# The command


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


def golden_files(number: int, *names: str) -> dict[str, bytes]:
    return {f"sudoku_{number}_{name}.tex": golden(number, name) for name in names}


@pytest.mark.parametrize("line", ["comp9021 sudoku_4.txt", "comp9021 sudoku_4.txt all"])
def test_without_an_action_all_outputs_are_produced(
    line: str, folder: Path, capsys: Captured
) -> None:
    assert run(line, capsys) == (0, OPEN, "")
    assert outputs(folder) == golden_files(4, *METHODS)


@pytest.mark.parametrize("name", METHODS)
def test_an_action_writes_its_file_and_prints_nothing(
    name: str, folder: Path, capsys: Captured
) -> None:
    line = f"comp9021 {FILES}/sudoku_5.txt {name} --outdir new/out"
    for _ in range(2):  # into a new folder, then into the same
        assert run(line, capsys) == (0, "", "")
        assert outputs(folder / "new" / "out") == golden_files(5, name)
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
