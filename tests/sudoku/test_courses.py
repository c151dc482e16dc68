"""The records of the courses, from which the commands take what they know of them."""

import subprocess
import sys
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

from sudoku.cli.generate import COURSE_OPTIONS
from sudoku.courses import COURSE_NAMES, TECHNIQUES, load_course
from sudoku.formats import FORMATS
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


def forms_of(cells: str) -> dict[str, str]:
    """A grid of 81 characters in the form of each course's files."""
    rows = [cells[start : start + 9] for start in range(0, 81, 9)]
    digits = "\n".join(rows).replace(".", "0")
    lists = [[int(cell) for cell in row.replace(".", "0")] for row in rows]
    spaced = "\n".join(" ".join(row) for row in digits.split())
    return {"rows": digits, "spaced": spaced, "lists": repr(lists)}


@pytest.mark.parametrize(
    "line",
    [
        "comp9021 {rows} preassess",
        "comp9021 {rows} bare",
        "comp9021 {rows} worked",
        "hacettepe {spaced} steps",
        "cit591 {lists}",
        "northwestern dfs {rows}",
        "northwestern bfs {rows}",
    ],
)
def test_every_course_takes_a_puzzle_of_81_characters_as_an_argument(
    line: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in forms_of(EASY).items():
        Path(name).write_text(text)
    written = {
        "comp9021": Path(f"rows_{line.split()[-1]}.tex"),
        "hacettepe": Path("steps"),
    }
    output = written.get(line.split()[0])
    results = []
    for names in ({name: name for name in forms_of(EASY)}, defaultdict(lambda: EASY)):
        status, out, err = run(line.format_map(names), capsys)
        if output and output.exists():
            out += output.read_text("utf-8")
            output.unlink()
        results.append((status, out, err))
    assert results[0] == results[1]
    assert results[0][0] == 0 and results[0][1]


@pytest.mark.parametrize(
    "line",
    ["comp9021 {} bare", "hacettepe {} steps", "cit591 {}", "northwestern dfs {}"],
)
def test_a_file_whose_name_is_a_puzzle_is_read(
    line: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(EASY).write_text("no puzzle")
    status, out, err = run(line.format(EASY), capsys)
    assert (status, out) == (2, "") and f"error: {EASY}:1:" in err
