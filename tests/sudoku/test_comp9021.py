"""COMP9021 as its hand-out describes it and its graders call it."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from itertools import combinations, permutations
from pathlib import Path

import pytest

from sudoku import Sudoku
from sudoku.comp9021 import preemptive
from sudoku.grid import CELLS, PEERS
from tests.places import GOLDEN, ROOT

FILES = GOLDEN / "comp9021"
PLAIN = (FILES / "sudoku_4.txt").read_text()
ROWS = PLAIN.splitlines()

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
