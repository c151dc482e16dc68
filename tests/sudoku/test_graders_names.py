"""What graders import from the package itself."""

import subprocess
import sys

import pytest

import sudoku
from sudoku import errors
from sudoku.cit591 import elimination
from sudoku.comp9021 import preemptive
from sudoku.northwestern import search
from tests.places import ROOT

HOMES = {
    errors: ["SudokuError"],
    preemptive: ["Sudoku"],
    search: ["BFS", "Board", "DFS"],
    elimination: [
        "convertToInts",
        "convertToSets",
        "eliminate",
        "getBoxLocations",
        "getColumnLocations",
        "getRowLocations",
        "isSolved",
        "main",
        "print_sudoku",
        "read_sudoku",
        "solve",
    ],
}


def said(code: str) -> str:
    """What a new Python prints for ``code``."""
    command = [sys.executable, "-c", code]
    return subprocess.check_output(command, env={"PYTHONPATH": str(ROOT)}, text=True)


def test_an_import_of_everything_gives_the_graders_names_and_no_others() -> None:
    names = said(
        "from sudoku import *; print(*(n for n in sorted(dir()) if n[:2] != '__'))"
    )
    assert names.split() == sorted(name for home in HOMES.values() for name in home)


def test_each_name_is_the_one_that_its_module_defines() -> None:
    for home, names in HOMES.items():
        for name in names:
            assert getattr(sudoku, name) is getattr(home, name)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'sudoku' has no attribute 'Queue'"):
        getattr(sudoku, "Queue")  # noqa: B009
