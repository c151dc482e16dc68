"""What the package knows of its courses: their records, and the names of graders."""

import subprocess
import sys
from pathlib import Path

import pytest

import sudoku
from sudoku import errors
from sudoku.cit591 import elimination
from sudoku.cli.generate import COURSE_OPTIONS
from sudoku.comp9021 import preemptive
from sudoku.courses import COURSE_NAMES, load_course
from sudoku.formats import FORMATS, write
from sudoku.northwestern import search
from tests.places import ROOT
from tests.sudoku.sudoku_commands import EASY, Captured, run

COURSEWORKS = {load_course(name).hand_in.module for name in COURSE_NAMES}
NAMES = {
    errors: "SudokuError",
    preemptive: "Sudoku",
    search: "BFS Board DFS",
    elimination: "convertToInts convertToSets eliminate getBoxLocations isSolved main "
    "getColumnLocations getRowLocations print_sudoku read_sudoku solve",
}


def said(code: str) -> list[str]:
    """Return the words that a new Python prints for ``code``."""
    command = [sys.executable, "-c", code]
    environment = {"PYTHONPATH": str(ROOT)}
    return subprocess.check_output(command, env=environment, text=True).split()


def test_an_import_of_everything_gives_the_graders_names_and_no_others() -> None:
    found = said("from sudoku import *; print(*(n for n in dir() if n[:2] != '__'))")
    assert sorted(found) == sorted(" ".join(NAMES.values()).split())
    for home, names in NAMES.items():
        for name in names.split():
            assert getattr(sudoku, name) is getattr(home, name)
    with pytest.raises(AttributeError, match="'sudoku' has no attribute 'Queue'"):
        getattr(sudoku, "Queue")  # noqa: B009


def test_every_course_has_one_room() -> None:
    rooms = {path.parent.name for path in (ROOT / "sudoku").glob("*/course.py")}
    assert rooms == set(COURSE_NAMES)
    for room in rooms:
        modules = {path.stem for path in (ROOT / "sudoku" / room).glob("*.py")}
        assert {"course", "command"} <= modules


@pytest.mark.parametrize("name", COURSE_NAMES)
def test_a_record_names_only_formats_and_options_that_exist(name: str) -> None:
    assert load_course(name).input_format in FORMATS
    assert set(load_course(name).options) <= set(COURSE_OPTIONS)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", COURSE_NAMES)
def test_a_course_is_loaded_without_the_others(name: str) -> None:
    code = f"import sys; from sudoku.courses import load_course; load_course({name!r})"
    loaded = said(f"{code}; print(*sys.modules)")
    assert COURSEWORKS & {*loaded} == {load_course(name).hand_in.module}


@pytest.mark.parametrize(
    "line",
    [
        *("comp9021 {} preassess", "comp9021 {} bare", "comp9021 {} worked"),
        *("hacettepe {} steps", "cit591 {}"),
        *("northwestern dfs {}", "northwestern bfs {}"),
    ],
)
def test_every_course_takes_a_puzzle_of_81_characters_as_an_argument(
    line: str, folder: Path, capsys: Captured
) -> None:
    style = load_course(line.split()[0]).input_format
    (folder / "file").write_text("".join(write([EASY], style)))
    results = []
    for argument in ("file", EASY):
        status, out, err = run(line.format(argument), capsys)
        written = [path for path in folder.iterdir() if path.name != "file"]
        results.append((out + "".join(path.read_text() for path in written), err))
        assert status == 0
        for path in written:
            path.unlink()
    assert results[0] == results[1] and results[0][0]
    (folder / EASY).write_text("no puzzle")  # a file comes first
    status, out, err = run(line.format(EASY), capsys)
    assert (status, out) == (2, "") and f"error: {EASY}:1:" in err
