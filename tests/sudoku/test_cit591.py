"""CIT 591: reading, elimination against the oracle, main, the command and unit tests.

The functions' own unit tests are those that are handed in, at the end.
"""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from sudoku.cit591 import elimination
from sudoku.cit591.elimination import (
    SetGrid,
    convertToInts,
    convertToSets,
    eliminate,
    getBoxLocations,
    getColumnLocations,
    getRowLocations,
    print_sudoku,
    read_sudoku,
    solve,
)
from sudoku.cli import main
from sudoku.grid import CELLS, Grid, cells_of, grid_of
from sudoku.handins import files
from tests.places import GOLDEN, ROOT
from tests.sudoku.oracle import worked
from tests.sudoku.puzzles import random_grid
from tests.sudoku.sudoku_commands import Captured, dialogue, run

FILES = GOLDEN / "cit591"
PUZZLES = [FILES / f"puzzle{k}.txt" for k in range(1, 5)]
ALL = set(range(1, 10))
HARD = FILES / "hard.txt"
SOLUTIONS = (FILES / "solutions.lines").read_text().splitlines()
PICTURE = (FILES / "puzzle3.picture").read_text()  # as the hand-out prints it


# Reading


def test_read_sudoku_reads_the_puzzles_of_the_course() -> None:
    problems = [read_sudoku(str(path)) for path in PUZZLES]
    assert [problem[8] for problem in problems] == [
        [4, 0, 5, 0, 0, 0, 8, 7, 0],
        [2, 0, 0, 1, 0, 0, 6, 3, 0],
        [9, 3, 0, 0, 0, 0, 7, 1, 0],  # the puzzle that the hand-out prints
        [0, 1, 2, 9, 0, 4, 0, 0, 0],
    ]
    assert all([len(row) for row in problem] == [9] * 9 for problem in problems)


@pytest.mark.parametrize(
    ("text", "array"),
    [
        ("[[1, 2], [3, 4]]\n", [[1, 2], [3, 4]]),
        ("  [[0],\r\n\r\n [9],]\n\n", [[0], [9]]),
        ("[]", []),
        ("[[1, 2], []] # a comment", [[1, 2], []]),
        ("\ufeff[[1]]", [[1]]),
    ],
)
def test_read_sudoku_reads_lists_of_any_size(
    text: str, array: Grid, folder: Path
) -> None:
    (folder / "a").write_bytes(text.encode())
    assert read_sudoku(file_name="a") == array


def test_read_sudoku_runs_nothing(folder: Path) -> None:
    (folder / "a").write_text("[[open('made', 'w')]]")
    with pytest.raises(ValueError):
        read_sudoku("a")
    assert not (folder / "made").exists()


# Elimination


def test_eliminating_the_6_of_the_hand_out_removes_it_from_the_blanks() -> None:
    row = [(0, 0), (0, 2), (0, 4), (0, 6), (0, 8)]
    column = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)]
    box = [(0, 0), (0, 2), (1, 0), (1, 1), (2, 1), (2, 2)]
    problem: SetGrid = [[{5} for _ in range(9)] for _ in range(9)]
    for r, c in {*row, *column, *box}:
        problem[r][c] = set(ALL)
    problem[0][1] = {6}
    removed = [
        eliminate(problem, (0, 1), getRowLocations(0)),
        eliminate(problem, (0, 1), getColumnLocations(1)),
        eliminate(problem, (0, 1), getBoxLocations((0, 1))),
    ]
    assert removed == [5, 7, 2]
    assert all(problem[r][c] == ALL - {6} for r, c in {*row, *column, *box})


@pytest.mark.parametrize("k", range(4))
def test_the_puzzles_of_the_course_are_solved_completely(k: int) -> None:
    problem = convertToSets(read_sudoku(str(PUZZLES[k])))
    assert solve(problem=problem) is True
    assert cells_of(convertToInts(problem)) == SOLUTIONS[k]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("blanks", [20, 45, 50, 55, 60, 65, 75])
def test_solve_finds_what_single_numbers_rule_out_and_no_more(blanks: int) -> None:
    for seed in range(6):
        grid = random_grid(seed, blanks)
        problem = convertToSets(grid)
        sheet, _ = worked(cells_of(grid), "elimination")
        assert solve(problem) is sheet.is_full()
        for (row, column), digit, marks in zip(CELLS, *sheet.state()):
            assert problem[row][column] == set(map(int, marks or digit))


def test_a_hard_grid_stays_partly_solved() -> None:
    given = read_sudoku(str(HARD))
    problem = convertToSets(given)
    assert solve(problem) is False
    unsolved = sum(len(numbers) > 1 for row in problem for numbers in row)
    assert unsolved == 55 < sum(row.count(0) for row in given)


# The dialogue and the command


Dialogue = Callable[[list[str]], str]


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Dialogue:
    """A function that starts main and returns what it prints for these answers."""
    return lambda answers: dialogue(elimination.main, answers, monkeypatch, capsys)


def printed(problem: Grid, capsys: Captured) -> str:
    print_sudoku(problem=problem)
    return capsys.readouterr().out


def test_main_prints_the_puzzle_and_its_solution(
    answered: Dialogue, capsys: Captured
) -> None:
    out = answered([str(PUZZLES[2]), "no"])
    assert "reference implementation" in out.split("+")[0]
    assert printed(grid_of(SOLUTIONS[2]), capsys) in out.split(PICTURE)[1]
    assert "Location" not in out


def test_main_lists_what_each_unsolved_location_might_be(
    answered: Dialogue, capsys: Captured
) -> None:
    out = answered([str(HARD), "n"])
    listed = [line for line in out.splitlines() if line.startswith("Location")]
    problem = convertToSets(read_sudoku(str(HARD)))
    solve(problem)
    assert listed == [
        f"Location ({row}, {column}) might be any of "
        f"{{{', '.join(map(str, sorted(problem[row][column])))}}}"
        for row, column in CELLS
        if len(problem[row][column]) != 1
    ]
    assert listed[0] == "Location (0, 0) might be any of {1, 2, 3, 6, 9}"
    assert printed(convertToInts(problem), capsys) in out.split("\n\n")[1]


def test_main_continues_after_a_yes(answered: Dialogue) -> None:
    out = answered([str(PUZZLES[0]), " Yes ", str(PUZZLES[2]), "no"])
    assert out.count("Which file") == 2 and PICTURE in out


@pytest.mark.parametrize("answers", [[], [str(PUZZLES[0])]])
def test_the_end_of_the_input_ends_the_dialogue_quietly(
    answers: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    out = dialogue(lambda: main(["cit591"]), answers, monkeypatch, capsys)
    assert out.endswith("? \n")


@pytest.mark.usefixtures("folder")
def test_the_dialogue_continues_after_a_file_that_it_cannot_read(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    Path("short").write_text("[[1, 2]]")
    names = ["missing", ".", "short", str(PUZZLES[2]), "a\0b", ""]
    answers = "\ny\n".join(names).split("\n") + ["no"]
    out = dialogue(lambda: main(["cit591"]), answers, monkeypatch, capsys)
    assert "missing: No such file or directory\n" in out
    assert ".: Is a directory\n" in out
    assert "short: 1 rows; expected 9\n" in out
    assert "'a\\x00b': embedded null byte\n" in out
    assert PICTURE in out


def test_the_command_shows_each_puzzle_and_its_solution(capsys: Captured) -> None:
    status, out, err = run(f"cit591 {PUZZLES[2]}", capsys)
    assert (status, out.count("\n"), err) == (0, 27, "")
    assert out.startswith(f"{PICTURE}\n+---")
    words = f"cit591 {PUZZLES[0]} {HARD} missing {PUZZLES[2]}"
    status, several, err = run(words.replace("missing ", ""), capsys)
    assert (status, several.count("Location"), err) == (1, 55, "")
    assert several.endswith(f"{PUZZLES[2]}:\n{out}")
    missing = "sudoku cit591: error: missing: No such file or directory\n"
    assert run(words, capsys) == (2, several, missing)


# The unit tests that are handed in: right on the reference, wrong on each mistake


TABLE = ROOT / "tests" / "mistakes" / "cit591_unit_tests.toml"
PROGRAM, UNIT_TESTS = [data for _, data in files("cit591", "")][:2]

MISTAKES = {
    (name, owner): mistake
    for owner, mistakes in tomllib.loads(TABLE.read_text("utf-8")).items()
    for name, mistake in mistakes.items()
}
# Tests that use more than one function: a mistake in any of them makes these fail.
COMMON = {
    "TestReadSudoku",
    "TestSolve",
    "TestParameters",
    "TestConvertToInts.test_undoes_convert_to_sets",
}


def failing(program: str, folder: Path) -> set[str]:
    """Return the unit tests that fail with ``program``, or do not end."""
    (folder / "sudoku.py").write_text(program, "utf-8")
    (folder / "sudoku_test.py").write_bytes(UNIT_TESTS)
    command = [sys.executable, "-S", "-B", "-W", "error", "-m", "unittest"]
    command += ["-v", "-b", "sudoku_test"]  # without what is installed
    try:
        done = subprocess.run(
            command, cwd=folder, env={}, capture_output=True, timeout=5
        )
        told = done.stderr
    except subprocess.TimeoutExpired as stopped:
        told = stopped.stderr or b""
    tests = re.findall(r"\(sudoku_test\.(.*)\) \.\.\. (ok)?", told.decode())
    assert tests and len([*folder.iterdir()]) == 2
    return {test for test, ok in tests if not ok}


@pytest.fixture(scope="module")
def caught(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], set[str]]:
    """The unit tests that each mistake makes fail."""
    folder = tmp_path_factory.mktemp("handin")
    right = PROGRAM.decode()
    assert all(right.count(old) == 1 for old, _ in MISTAKES.values())
    return {
        key: failing(right.replace(old, new), folder)
        for key, (old, new) in MISTAKES.items()
    }


def test_the_unit_tests_pass_on_the_reference(tmp_path: Path) -> None:
    assert failing(PROGRAM.decode(), tmp_path) == set()
    assert b"\nfrom sudoku import *\n" in UNIT_TESTS


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "owner"), MISTAKES)
def test_a_mistake_fails_unit_tests_of_its_function_and_of_no_other(
    name: str, owner: str, caught: dict[tuple[str, str], set[str]]
) -> None:
    classes = {test: test.partition(".")[0] for test in caught[name, owner]}
    assert owner in classes.values()
    own = {test for test, name in classes.items() if not {test, name} & COMMON}
    assert {classes[test] for test in own} <= {owner}


@pytest.mark.nightly
def test_every_unit_test_catches_a_mistake(
    caught: dict[tuple[str, str], set[str]],
) -> None:
    names = {
        f"{group.name}.{test.name}"
        for group in ast.parse(UNIT_TESTS).body
        if isinstance(group, ast.ClassDef)
        for test in group.body
        if isinstance(test, ast.FunctionDef) and test.name.startswith("test")
    }
    assert names == {test for tests in caught.values() for test in tests}
