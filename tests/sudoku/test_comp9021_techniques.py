"""COMP9021's techniques against other ways to the same result, on random grids."""

import random
import re
import tomllib
from collections.abc import Callable, Iterator
from itertools import chain, combinations
from types import ModuleType
from typing import TypedDict

import pytest

from sudoku.comp9021 import preemptive, tex
from sudoku.comp9021.closure import CellMasks, apply_sets, masks_of
from sudoku.comp9021.course import TEX_WRITERS
from sudoku.comp9021.reading import read_grid
from sudoku.generating.generator import PuzzleSpec
from sudoku.grid import (
    CELLS,
    PEERS,
    UNITS,
    Grid,
    Location,
    Marks,
    cell_name,
    cells_of,
    clashes,
    grid_of,
    possible_digits,
)
from tests.places import GOLDEN, ROOT
from tests.sudoku.mistakes import wrong_module
from tests.sudoku.oracle import worked
from tests.sudoku.puzzles import random_grid, some

FILES = GOLDEN / "comp9021"
LINES = (FILES / "mistakes.txt").read_text().splitlines()
GRIDS = {name: grid_of(digits) for name, digits in map(str.split, LINES)}


def marks_of(grid: Grid) -> Marks:
    return possible_digits(preemptive.with_forced_digits(grid))


def closure(marks: Marks) -> Marks:
    left = dict(marks)
    preemptive.apply_preemptive_sets(left)
    return left


def fast_closure(marks: Marks) -> CellMasks:
    left = masks_of(marks)
    apply_sets(left)
    return left


def random_grids(many: int, least: int = 41) -> Iterator[Grid]:
    """Puzzles with a solution, and *least* or up to 16 more blanks."""
    return (random_grid(seed, least + seed % 17) for seed in range(many))


def test_the_fast_closure_leaves_the_marks_that_the_coursework_leaves() -> None:
    official = (FILES / f"sudoku_{number}.txt" for number in (3, 4, 5))
    samples = [read_grid(path.read_bytes()) for path in official]
    for grid in [*samples, *GRIDS.values(), *random_grids(12)]:
        marks = marks_of(grid)
        assert fast_closure(marks) == masks_of(closure(marks))


@pytest.mark.nightly
def test_both_closures_leave_the_same_marks_on_500_grids() -> None:
    minimal = map(grid_of, some(200, PuzzleSpec(minimal=True), seed=9))
    for grid in chain(random_grids(300, 47), minimal):
        marks = marks_of(grid)
        assert fast_closure(marks) == masks_of(closure(marks))


def test_smaller_sets_are_used_first() -> None:
    row = list(UNITS[0][:4])
    marks: Marks = dict(zip(row, [{2, 3}, {2, 3}, {1, 2, 3}, {1}]))
    sets = preemptive.useful_sets(marks, [row])
    assert next(sets) == ([row[2]], {1})
    assert next(sets) == ([row[2]], {2, 3})


@pytest.mark.parametrize("many", [15, pytest.param(300, marks=pytest.mark.slow)])
def test_no_forced_digits_are_left_after_the_preemptive_sets(many: int) -> None:
    for grid in random_grids(many):
        grid = preemptive.with_forced_digits(grid)
        left = closure(possible_digits(grid))
        preemptive.fill_solved_cells(grid, left)
        assert not any(preemptive.forced_digits(grid))


def differs_from_the_rules(grid: Grid) -> bool:
    """Whether forced digits and preemptive sets do anything else than the oracle's."""
    sheet, steps = worked(cells_of(grid), "preemptive")
    full = preemptive.with_forced_digits(grid)
    marks = possible_digits(full)
    left = closure(marks)
    preemptive.fill_solved_cells(full, left)
    marked = [step.fields["marked"] for step in steps if step.kind == "marks"]
    texts = ("".join(map(str, sorted(left.get(cell, ())))) for cell in CELLS)
    return (cells_of(full), list(texts)) != sheet.state() or marked not in (
        [],
        [[(cell_name(cell), sorted(digits)) for cell, digits in marks.items()]],
    )


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


def useful_set(
    left: Marks, rng: random.Random
) -> tuple[list[Location], set[int]] | None:
    """Cells, and marks that a preemptive set cancels in them: some set, by chance."""
    for unit in rng.sample(UNITS, len(UNITS)):
        cells = [at for at in unit if at in left]
        if sets := list(preemptive.useful_sets(left, [cells])):
            return rng.choice(sets)
    return None


def test_preemptive_sets_give_the_same_in_any_order() -> None:
    rng = random.Random(4)
    for grid in random_grids(8, 50):
        marks = marks_of(grid)
        for _ in range(3):
            left = dict(marks)
            while useful := useful_set(left, rng):
                others, digits = useful
                for location in others:
                    left[location] = left[location] - digits
            assert left == closure(marks)


few_and_many = pytest.mark.parametrize(
    "many", [20, pytest.param(400, marks=pytest.mark.slow)]
)


def grids_without_solution(many: int) -> Iterator[Grid]:
    """Random digits: where they may stand, then where they please."""
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
                    if len(digits) == size:
                        assert not any(
                            left[at] & digits for at in set(cells) - {*chosen}
                        )


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


# The cells of the LaTeX: every case of ``\N{A}{B}{C}{D}{E}``


def digits(text: str) -> set[int]:
    return set(map(int, text))


@pytest.mark.parametrize(
    "digit, marks, left, bytes_",
    [
        (0, "", "", r"\N{}{}{}{}{}"),
        (7, "", "", r"\N{}{}{}{}{7}"),
        (0, "12349", "12349", r"\N{1 2}{3 4}{}{9}{}"),
        (0, "2", "2", r"\N{2}{}{}{}{}"),
        (0, "13489", "138", r"\N{1}{3 \cancel{4}}{}{8 \cancel{9}}{}"),
        (9, "49", "", r"\N{}{\cancel{4}}{}{\cancel{9}}{9}"),
        (2, "2", "", r"\N{\cancel{2}}{}{}{}{2}"),
        (0, "58", "", r"\N{}{}{\cancel{5}}{\cancel{8}}{}"),
        (0, "123456789", "123456789", r"\N{1 2}{3 4}{5 6}{7 8 9}{}"),
    ],
)
def test_a_cell_looks_as_the_official_files_show(
    digit: int, marks: str, left: str, bytes_: str
) -> None:
    assert tex.cell(digit, digits(marks), digits(left)) == bytes_


CELL_9 = "012345678" + 72 * "0"  # only 9 can go into the first cell
NO_DIGIT = "012345678" + 27 * "0" + "9" + 44 * "0"
TWO_8 = "001234567" + 18 * "0" + "900000000" + 27 * "0" + "090000000" + 9 * "0"


@pytest.mark.parametrize(
    ("write", "cells", "first"),
    [
        (preemptive.forced_tex, CELL_9, [r"\N{}{}{}{}{}"]),
        (preemptive.marked_tex, CELL_9, [r"\N{}{}{}{9}{}"]),
        (preemptive.worked_tex, CELL_9, [r"\N{}{}{}{\cancel{9}}{9}"]),
        (preemptive.marked_tex, NO_DIGIT, [r"\N{}{}{}{}{}"]),
        (preemptive.worked_tex, NO_DIGIT, [r"\N{}{}{}{}{}"]),
        (preemptive.marked_tex, TWO_8, 2 * [r"\N{}{}{}{8}{}"]),
        (
            preemptive.worked_tex,
            TWO_8,
            [r"\N{}{}{}{\cancel{8}}{8}", r"\N{}{}{}{\cancel{8}}{}"],
        ),
    ],
)
def test_a_cell_with_one_possible_digit_or_none_is_marked_and_solved(
    write: Callable[[Grid], str], cells: str, first: list[str]
) -> None:
    lines = write(grid_of(cells)).split("\n")
    found = " ".join(lines[19:22]).split(" & ")[: len(first)]
    assert sorted(found) == sorted(first)


# A grid for every tempting mistake; the official samples catch few of these


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
    assert not differs_from_the_rules(GRIDS[name])
    assert shows(GRIDS[name], with_mistake(name))


@pytest.mark.nightly
@pytest.mark.parametrize("name", MISTAKES)
def test_the_official_files_show_a_mistake_as_the_page_says(name: str) -> None:
    wrong = with_mistake(name)
    paths = {number: FILES / f"sudoku_{number}.txt" for number in (3, 4, 5)}
    grids = {number: read_grid(path.read_bytes()) for number, path in paths.items()}
    shown_by = [number for number, grid in grids.items() if shows(grid, wrong)]
    assert shown_by == MISTAKES[name]["official"]
