"""The records of the courses, from which the commands take what they know of them."""

import subprocess
import sys
from importlib import import_module

import pytest

from sudoku.cli.generate import OPTIONS
from sudoku.courses import METHODS, NAMES, course
from sudoku.formats import FORMATS
from tests.places import ROOT

COURSEWORKS = {course(name).hand_in.module for name in NAMES}


def test_every_course_has_one_room() -> None:
    rooms = {path.parent.name for path in (ROOT / "sudoku").glob("*/course.py")}
    assert rooms == set(NAMES)
    for room in rooms:
        modules = {path.stem for path in (ROOT / "sudoku" / room).glob("*.py")}
        assert {"course", "command"} <= modules


def test_every_method_has_its_steps_in_a_module() -> None:
    for name, method in METHODS.items():
        assert {"start", "steps"} <= vars(import_module(method.module)).keys(), name


@pytest.mark.parametrize("name", NAMES)
def test_a_record_names_only_formats_and_options_that_exist(name: str) -> None:
    assert course(name).reads in FORMATS
    assert set(course(name).options) <= set(OPTIONS)


@pytest.mark.parametrize("name", NAMES)
def test_a_course_is_loaded_without_the_others(name: str) -> None:
    code = f"import sys; from sudoku.courses import course; course({name!r})"
    command = [sys.executable, "-c", f"{code}; print(*sys.modules)"]
    loaded = subprocess.check_output(command, env={"PYTHONPATH": str(ROOT)}, text=True)
    assert COURSEWORKS & {*loaded.split()} == {course(name).hand_in.module}
