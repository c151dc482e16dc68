"""COMP9021 as its hand-out describes it, its graders call it, and its command runs."""

import random
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from io import BytesIO, TextIOWrapper
from itertools import chain, combinations, permutations
from pathlib import Path
from types import ModuleType
from typing import TypedDict

import pytest

from sudoku import Sudoku
from sudoku.comp9021 import preemptive, tex
from sudoku.comp9021.closure import apply_sets, masks_of
from sudoku.comp9021.course import TEX_WRITERS
from sudoku.comp9021.reading import read_grid
from sudoku.generating.generator import PuzzleSpec
from sudoku.grid import (
    CELLS,
    PEERS,
    UNITS,
    Grid,
    Marks,
    cell_name,
    cells_of,
    clashes,
    grid_of,
    possible_digits,
)
from tests.commands import shell
from tests.places import GOLDEN, ROOT
from tests.sudoku.mistakes import wrong_module
from tests.sudoku.oracle import worked
from tests.sudoku.puzzles import random_grid, some
from tests.sudoku.sudoku_commands import Captured, run

FILES = GOLDEN / "comp9021"
METHODS: dict[str, Callable[[Sudoku], None]] = {
    "bare": Sudoku.bare_tex_output,
    "forced": Sudoku.forced_tex_output,
    "marked": Sudoku.marked_tex_output,
    "worked": Sudoku.worked_tex_output,
}
OFFICIAL = {k: read_grid((FILES / f"sudoku_{k}.txt").read_bytes()) for k in (3, 4, 5)}
LINES = (FILES / "mistakes.txt").read_text().splitlines()
GRIDS = {name: grid_of(digits) for name, digits in map(str.split, LINES)}
CLEAR = "There is clearly no solution.\n"
OPEN = "There might be a solution.\n"


def golden(number: int, name: str) -> bytes:
    return (FILES / f"sudoku_{number}_{name}.tex").read_bytes()


def golden_files(number: int, *names: str) -> dict[str, bytes]:
    return {f"sudoku_{number}_{name}.tex": golden(number, name) for name in names}


def outputs(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.glob("*.tex")}


def session(lines: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Return what an interactive ``python3`` in ``folder`` answers to ``lines``."""
    return subprocess.run(
        [sys.executable, "-i", "-q"],
        input=f"from sudoku import *\n{lines}",
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )


# The class


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("number", OFFICIAL)
def test_the_official_files_are_written_to_the_byte(
    number: int, name: str, tmp_path: Path, capsys: Captured
) -> None:
    shutil.copy(FILES / f"sudoku_{number}.txt", tmp_path)
    METHODS[name](Sudoku(str(tmp_path / f"sudoku_{number}.txt")))
    assert outputs(tmp_path) == golden_files(number, name)
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
    number: int, capsys: Captured
) -> None:
    Sudoku(str(FILES / f"sudoku_{number}.txt")).preassess()
    assert capsys.readouterr().out == (CLEAR if number < 3 else OPEN)


def test_preassess_sees_every_pair_that_clashes_and_no_other() -> None:
    for one, other in combinations(CELLS, 2):
        grid = [[0] * 9 for _ in range(9)]
        grid[one[0]][one[1]] = grid[other[0]][other[1]] = 1 + (one[0] + other[1]) % 9
        clear = preemptive.assessment(grid) == CLEAR.strip()
        assert clear == (other in PEERS[one])


def test_the_three_wrong_inputs_end_a_real_session_as_the_handout_shows() -> None:
    lines = [f"Sudoku('sudoku_wrong_{number}.txt')\n" for number in (1, 2, 3)]
    errors = session("".join(lines), FILES).stderr
    tracebacks = errors.split("Traceback (most recent call last):\n")[1:]
    assert len(tracebacks) == 3
    for traceback in tracebacks:
        *_, last_line, prompt = traceback.splitlines()
        assert last_line == "sudoku.SudokuError: Incorrect input"
        assert set(prompt) <= set("> ")


def test_the_dialogue_of_the_hand_out_is_reproduced(tmp_path: Path) -> None:
    shutil.copy(FILES / "sudoku_5.txt", tmp_path)
    lines = "sudoku = Sudoku('sudoku_5.txt')\nsudoku.preassess()\n"
    calls = "".join(f"sudoku.{name}_tex_output()\n" for name in METHODS)
    assert session(lines + calls, tmp_path).stdout == OPEN
    assert outputs(tmp_path) == golden_files(5, *METHODS)


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
        assert outputs(tmp_path) == golden_files(number, *METHODS), order
        for path in tmp_path.glob("*.tex"):
            path.unlink()


@pytest.mark.parametrize(("name", "stem"), [("x.y.txt", "x.y"), ("x", "x")])
def test_the_files_are_written_beside_the_input_and_replace_older_ones(
    name: str, stem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "a.b" / "c"
    folder.mkdir(parents=True)
    shutil.copy(FILES / "sudoku_3.txt", folder / name)
    (folder / f"{stem}_worked.tex").write_text("older and longer" * 1000)
    monkeypatch.chdir(tmp_path)
    sudoku = Sudoku(f"a.b/c/{name}")
    monkeypatch.chdir(tmp_path / "a.b")
    sudoku.worked_tex_output()
    assert outputs(folder) == {f"{stem}_worked.tex": golden(3, "worked")}
    assert len([*folder.iterdir()]) == 2


def test_a_missing_file_stays_a_file_not_found_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Sudoku(str(tmp_path / "sudoku_6.txt"))


# The command


@pytest.fixture
def inputs(folder: Path) -> Path:
    """The working folder, with the official inputs."""
    for path in FILES.glob("*.txt"):
        shutil.copy(path, folder)
    return folder


def test_the_command_writes_all_files_or_the_one_that_is_named(
    inputs: Path, capsys: Captured
) -> None:
    assert run("comp9021 sudoku_3.txt preassess --outdir unused", capsys)[0] == 0
    assert outputs(inputs) == {} and not Path("unused").exists()
    for line in ("comp9021 sudoku_4.txt", "comp9021 sudoku_4.txt all --outdir new/out"):
        assert run(line, capsys) == (0, OPEN, "")
    assert outputs(inputs) == outputs(inputs / "new" / "out")
    assert outputs(inputs) == golden_files(4, *METHODS)
    for name in METHODS:
        for _ in range(2):  # into a new folder, then into the same
            line = f"comp9021 sudoku_5.txt {name} --outdir {name}"
            assert run(line, capsys) == (0, "", "")
        assert outputs(inputs / name) == golden_files(5, name)
    assert run("comp9021 sudoku_2.txt", capsys) == (1, CLEAR, "")
    assert len(outputs(inputs)) == 8


@pytest.mark.usefixtures("inputs")
def test_standard_input_goes_to_standard_output(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (FILES / "sudoku_4_worked.tex").read_text()
    for line, status, out in (
        ("comp9021 - worked", 0, text),
        ("comp9021 - preassess", 0, OPEN),
        ("comp9021 -", 2, ""),
        ("comp9021 - worked --outdir .", 2, ""),
    ):
        stdin = TextIOWrapper(BytesIO(Path("sudoku_4.txt").read_bytes()))
        monkeypatch.setattr("sys.stdin", stdin)
        assert run(line, capsys)[:2] == (status, out)


@pytest.mark.sampled(1)
@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("line", ["comp9021 huge", "check huge", "compare huge huge"])
def test_a_huge_file_takes_two_seconds_and_200_megabytes_at_most(line: str) -> None:
    limits = "truncate -s 100M huge; ulimit -t 2 -v 200000"
    done = shell(f"{limits}; $RUN sudoku {line}")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


# Forced digits and preemptive sets, against other ways to the same result


def marks_of(grid: Grid) -> Marks:
    return possible_digits(preemptive.with_forced_digits(grid))


def closure(marks: Marks) -> Marks:
    left = dict(marks)
    preemptive.apply_preemptive_sets(left)
    return left


def random_grids(many: int, least: int = 41) -> Iterator[Grid]:
    """Yield puzzles with a solution, and *least* or up to 16 more blanks."""
    return (random_grid(seed, least + seed % 17) for seed in range(many))


def kinds_of_grids() -> Iterator[Grid]:
    return chain(OFFICIAL.values(), GRIDS.values(), random_grids(12))


def many_grids() -> Iterator[Grid]:
    minimal = map(grid_of, some(200, PuzzleSpec(minimal=True), seed=9))
    return chain(random_grids(300, 47), minimal)


@pytest.mark.parametrize(
    "grids", [kinds_of_grids, pytest.param(many_grids, marks=pytest.mark.nightly)]
)
def test_the_fast_closure_leaves_the_marks_that_the_coursework_leaves(
    grids: Callable[[], Iterator[Grid]],
) -> None:
    for marks in map(marks_of, grids()):
        apply_sets(fast := masks_of(marks))
        assert fast == masks_of(closure(marks))


def test_smaller_sets_are_used_first() -> None:
    row = list(UNITS[0][:4])
    marks: Marks = dict(zip(row, [{2, 3}, {2, 3}, {1, 2, 3}, {1}]))
    sets = preemptive.useful_sets(marks, [row])
    assert next(sets) == ([row[2]], {1})
    assert next(sets) == ([row[2]], {2, 3})


@pytest.mark.parametrize("many", [15, pytest.param(300, marks=pytest.mark.slow)])
def test_no_forced_digits_are_left_after_the_preemptive_sets(many: int) -> None:
    for grid in map(preemptive.with_forced_digits, random_grids(many)):
        left = closure(possible_digits(grid))
        preemptive.fill_solved_cells(grid, left)
        assert not any(preemptive.forced_digits(grid))


def differs_from_the_rules(grid: Grid) -> bool:
    """Return whether the forced digits, marks or sets are other than the oracle's."""
    sheet, steps = worked(cells_of(grid), "preemptive")
    full = preemptive.with_forced_digits(grid)
    marks = possible_digits(full)
    left = closure(marks)
    preemptive.fill_solved_cells(full, left)
    texts = ("".join(map(str, sorted(left.get(cell, ())))) for cell in CELLS)
    written = [(cell_name(cell), sorted(digits)) for cell, digits in marks.items()]
    marked = [step.fields["marked"] for step in steps if step.kind == "marks"]
    return (cells_of(full), [*texts]) != sheet.state() or marked not in ([], [written])


@pytest.mark.parametrize("many", [15, pytest.param(200, marks=pytest.mark.slow)])
def test_the_slow_oracle_finds_the_same_on_random_puzzles(many: int) -> None:
    assert not any(map(differs_from_the_rules, random_grids(many)))


@pytest.mark.parametrize("many", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_forced_digits_are_the_same_in_any_order(many: int) -> None:
    rng = random.Random(3)
    for grid in random_grids(many):
        for _ in range(5):
            shuffled = [list(row) for row in grid]
            while found := list(preemptive.forced_digits(shuffled)):
                (row, column), digit = rng.choice(found)
                shuffled[row][column] = digit
            assert shuffled == preemptive.with_forced_digits(grid)


few_and_many = pytest.mark.parametrize(
    "many", [20, pytest.param(400, marks=pytest.mark.slow)]
)


def grids_without_solution(many: int) -> Iterator[Grid]:
    """Yield random digits: where they may stand, then where they please."""
    rng = random.Random(5)
    for number in range(many):
        grid = [[0] * 9 for _ in range(9)]
        for row, column in rng.sample(CELLS, rng.randrange(82)):
            taken = {grid[r][c] for r, c in PEERS[row, column]} if number % 2 else set()
            free = [digit for digit in range(1, 10) if digit not in taken]
            grid[row][column] = rng.choice(free or [0])
        assert number % 2 == 0 or not any(clashes(grid))
        yield grid


@few_and_many
def test_a_grid_without_solution_is_worked_until_no_set_cancels_a_mark(
    many: int,
) -> None:
    for grid in grids_without_solution(many):
        left = closure(marks_of(grid))
        for unit in UNITS:
            cells = [at for at in unit if at in left]
            for size in range(1, 9):
                for chosen in combinations(cells, size):
                    digits = set.union(*[left[at] for at in chosen])
                    others = {*cells} - {*chosen}
                    assert len(digits) != size or all(
                        left[at].isdisjoint(digits) for at in others
                    )


# The LaTeX


MARK = r"(?:[1-9]|\\cancel\{[1-9]\})"
MARKS = rf"\{{(?:{MARK}(?: {MARK}){{0,2}})?\}}"
CELL = re.compile(rf"\\N(?:{MARKS}){{4}}\{{[1-9]?\}}")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("tex_of", TEX_WRITERS.values(), ids=TEX_WRITERS.keys())
@few_and_many
def test_every_grid_gives_four_well_formed_files(
    tex_of: Callable[[Grid], str], many: int
) -> None:
    official = CELL.split((FILES / "sudoku_5_bare.tex").read_text())
    assert len(official) == 82
    full = ([[digit] * 9 for _ in range(9)] for digit in range(10))
    for grid in [*grids_without_solution(many), *random_grids(many // 4), *full]:
        assert CELL.split(tex_of(grid)) == official


CELLS_TABLE = Path(__file__).with_name("latex_cells.toml")
TEX: dict[str, list[object]] = tomllib.loads(CELLS_TABLE.read_text("utf-8"))


@pytest.mark.parametrize("digit, marks, left, latex", TEX["cells"])
def test_a_cell_looks_as_the_official_files_show(
    digit: int, marks: str, left: str, latex: str
) -> None:
    assert tex.cell(digit, {*map(int, marks)}, {*map(int, left)}) == latex


@pytest.mark.parametrize("name, cells, first", TEX["first_cells"])
def test_a_cell_with_one_possible_digit_or_none_is_marked_and_solved(
    name: str, cells: str, first: list[str]
) -> None:
    lines = TEX_WRITERS[name](grid_of(cells.ljust(81, "0"))).split("\n")
    found = " ".join(lines[19:22]).split(" & ")[: len(first)]
    assert sorted(found) == sorted(first)


# A grid for every tempting mistake; the official samples catch few of these


class Mistake(TypedDict):
    old: str
    new: str
    official: list[int]


TABLE = ROOT / "tests" / "mistakes" / "comp9021_techniques.toml"
MISTAKES: dict[str, Mistake] = tomllib.loads(TABLE.read_text("utf-8"))


def shows(grid: Grid, wrong: ModuleType) -> bool:
    """Return whether a file of ``grid`` is another one with a wrong module."""
    return any(
        getattr(wrong, write)(grid) != getattr(preemptive, write)(grid)
        for write in ("forced_tex", "marked_tex", "worked_tex")
    )


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", MISTAKES)
def test_a_grid_shows_the_mistake_and_is_right_here(name: str) -> None:
    """The official grids show it as the page says."""
    old, new = MISTAKES[name]["old"], MISTAKES[name]["new"]
    wrong = wrong_module("sudoku/comp9021/preemptive.py", old, new)
    assert not differs_from_the_rules(GRIDS[name])
    assert shows(GRIDS[name], wrong)
    shown_by = [number for number, grid in OFFICIAL.items() if shows(grid, wrong)]
    assert shown_by == MISTAKES[name]["official"]
