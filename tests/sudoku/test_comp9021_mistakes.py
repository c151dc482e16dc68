"""A grid for every tempting mistake: right here, and wrong if the mistake is made.

The official samples catch few of these. The right answer is the slow oracle's.
"""

import tomllib
from types import ModuleType
from typing import TypedDict

import pytest

from sudoku.comp9021 import preemptive
from sudoku.comp9021.reading import read_grid
from sudoku.grid import Grid, grid_of, possible_digits
from tests.places import GOLDEN, ROOT
from tests.sudoku.comp9021_oracle import forced, marked, worked
from tests.sudoku.mistakes import wrong_module

FILES = GOLDEN / "comp9021"
LINES = (FILES / "mistakes.txt").read_text().splitlines()
GRIDS = {name: grid_of(digits) for name, digits in map(str.split, LINES)}


class Mistake(TypedDict):
    old: str
    new: str
    official: list[int]


TABLE = ROOT / "tests" / "mistakes" / "comp9021_techniques.toml"
MISTAKES: dict[str, Mistake] = tomllib.loads(TABLE.read_text("utf-8"))


def with_mistake(name: str) -> ModuleType:
    mistake = MISTAKES[name]
    return wrong_module("sudoku/comp9021/preemptive.py", mistake["old"], mistake["new"])


def shows(grid: Grid, wrong: ModuleType) -> bool:
    """Return whether a file of ``grid`` is another one with a wrong module."""
    return any(
        getattr(wrong, write)(grid) != getattr(preemptive, write)(grid)
        for write in ("forced_tex", "marked_tex", "worked_tex")
    )


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", MISTAKES)
def test_a_grid_shows_the_mistake_and_is_right_here(name: str) -> None:
    grid = GRIDS[name]
    full = preemptive.with_forced_digits(grid)
    marks = possible_digits(full)
    left = dict(marks)
    preemptive.apply_preemptive_sets(left)
    right = forced(grid)
    assert (full, marks, left) == (right, marked(right), worked(marked(right)))
    assert shows(grid, with_mistake(name))


@pytest.mark.nightly
@pytest.mark.parametrize("name", MISTAKES)
def test_the_official_files_show_a_mistake_as_the_page_says(name: str) -> None:
    wrong = with_mistake(name)
    paths = {number: FILES / f"sudoku_{number}.txt" for number in (3, 4, 5)}
    grids = {number: read_grid(path.read_bytes()) for number, path in paths.items()}
    shown_by = [number for number, grid in grids.items() if shows(grid, wrong)]
    assert shown_by == MISTAKES[name]["official"]
