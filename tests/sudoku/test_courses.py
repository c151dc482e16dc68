"""The records of the courses, from which the commands take what they know of them."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from sudoku.cli.generate import COURSE_OPTIONS
from sudoku.courses import COURSE_NAMES, TECHNIQUES, load_course
from sudoku.formats import FORMATS, write
from tests.places import ROOT
from tests.sudoku.sudoku_commands import EASY, Captured, run

COURSEWORKS = {load_course(name).hand_in.module for name in COURSE_NAMES}


def test_every_course_has_one_room() -> None:
    rooms = {path.parent.name for path in (ROOT / "sudoku").glob("*/course.py")}
    assert rooms == set(COURSE_NAMES)
    for room in rooms:
        modules = {path.stem for path in (ROOT / "sudoku" / room).glob("*.py")}
        assert {"course", "command"} <= modules


def test_every_method_has_its_steps_in_a_module() -> None:
    for name, method in TECHNIQUES.items():
        assert {"start", "steps"} <= vars(import_module(method.module)).keys(), name


@pytest.mark.parametrize("name", COURSE_NAMES)
def test_a_record_names_only_formats_and_options_that_exist(name: str) -> None:
    assert load_course(name).input_format in FORMATS
    assert set(load_course(name).options) <= set(COURSE_OPTIONS)


@pytest.mark.parametrize("name", COURSE_NAMES)
def test_a_course_is_loaded_without_the_others(name: str) -> None:
    code = f"import sys; from sudoku.courses import load_course; load_course({name!r})"
    command = [sys.executable, "-c", f"{code}; print(*sys.modules)"]
    loaded = subprocess.check_output(command, env={"PYTHONPATH": str(ROOT)}, text=True)
    assert COURSEWORKS & {*loaded.split()} == {load_course(name).hand_in.module}


@pytest.mark.parametrize(
    "line",
    [
        "comp9021 {} preassess",
        "comp9021 {} bare",
        "comp9021 {} worked",
        "hacettepe {} steps",
        "cit591 {}",
        "northwestern dfs {}",
        "northwestern bfs {}",
    ],
)
def test_every_course_takes_a_puzzle_of_81_characters_as_an_argument(
    line: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    style = load_course(line.split()[0]).input_format
    results = []
    for name in ("file", EASY):
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.chdir(folder)
        if name == "file":
            (folder / name).write_text("".join(write([EASY], style)))
        status, out, err = run(line.format(name), capsys)
        assert status == 0
        written = [p.read_text() for p in folder.iterdir() if p.name != "file"]
        results.append((out + "".join(written), err))
    assert results[0] == results[1] and results[0][0]


@pytest.mark.parametrize(
    "line",
    ["comp9021 {} bare", "hacettepe {} steps", "cit591 {}", "northwestern dfs {}"],
)
def test_a_file_whose_name_is_a_puzzle_is_read(
    line: str, folder: Path, capsys: Captured
) -> None:
    (folder / EASY).write_text("no puzzle")
    status, out, err = run(line.format(EASY), capsys)
    assert (status, out) == (2, "") and f"error: {EASY}:1:" in err
