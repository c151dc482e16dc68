"""COMP9021's techniques against other ways to the same result, on random grids."""

import random
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import chain, combinations, islice

import pytest

from sudoku.comp9021 import preemptive
from sudoku.comp9021.closure import CellMasks, apply_sets, masks_of
from sudoku.comp9021.course import TEX_WRITERS
from sudoku.comp9021.reading import read_grid
from sudoku.generating.generator import PuzzleSpec
from sudoku.generating.generator import puzzles as generated
from sudoku.grid import (
    CELLS,
    PEERS,
    UNITS,
    Grid,
    Location,
    Marks,
    clashes,
    grid_of,
    possible_digits,
)
from tests.places import GOLDEN
from tests.sudoku.comp9021_oracle import forced, marked, puzzles, worked

FILES = GOLDEN / "comp9021"
HEADER = "6f5cc819ae88e6670a0cc5b8e21f014745b61dadfa6ced29a1bd8ed3a10d2afd"


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


MISTAKES = (FILES / "mistakes.txt").read_text().split()[1::2]


def test_the_fast_closure_leaves_the_marks_that_the_coursework_leaves() -> None:
    official = (FILES / f"sudoku_{number}.txt" for number in (3, 4, 5))
    samples = [read_grid(path.read_bytes()) for path in official]
    samples += map(grid_of, MISTAKES)
    for grid in [*samples, *puzzles(8, 12, range(20, 40))]:
        marks = marks_of(grid)
        assert fast_closure(marks) == masks_of(closure(marks))


@pytest.mark.nightly
def test_both_closures_leave_the_same_marks_on_500_grids() -> None:
    minimal = map(grid_of, islice(generated(PuzzleSpec(minimal=True), seed=9), 200))
    for grid in chain(puzzles(9, 300, range(17, 45)), minimal):
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
    for grid in puzzles(7, many, range(18, 40)):
        grid = preemptive.with_forced_digits(grid)
        left = closure(possible_digits(grid))
        preemptive.fill_solved_cells(grid, left)
        assert not any(preemptive.forced_digits(grid))


@pytest.mark.parametrize("many", [15, pytest.param(200, marks=pytest.mark.slow)])
def test_the_slow_oracle_finds_the_same_on_random_puzzles(many: int) -> None:
    for grid in puzzles(2, many, range(24, 40)):
        after = preemptive.with_forced_digits(grid)
        assert after == forced(grid)
        assert closure(marks_of(grid)) == worked(marked(after))


@pytest.mark.parametrize("many", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_forced_digits_are_the_same_in_any_order(many: int) -> None:
    rng = random.Random(3)
    for grid in puzzles(3, many, range(24, 40)):
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
    for grid in puzzles(4, 8, range(24, 32)):
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


CORNERS = [[1, 2], [3, 4], [5, 6], [7, 8, 9]]
MARK = r"(?:%d|\\cancel\{%d\})"


def corner(digits: list[int]) -> str:
    """A pattern for some of ``digits``, ascending, one blank between."""
    some = [
        " ".join(MARK % (digit, digit) for digit in chosen)
        for size in range(len(digits) + 1)
        for chosen in combinations(digits, size)
    ]
    return rf"\{{(?:{'|'.join(some)})\}}"


CELL = re.compile(rf"\\N{''.join(map(corner, CORNERS))}\{{[1-9]?\}}")


def assert_well_formed(text: str) -> None:
    lines = text.split("\n")
    assert len(lines) == 67 and lines[66] == ""
    assert sha256("\n".join([*lines[:18], ""]).encode()).hexdigest() == HEADER
    assert lines[62:66] == [r"\end{tabular}", r"\end{center}", "", r"\end{document}"]
    for number in range(1, 10):
        comment, *parts, blank = [*lines[18:62], ""][5 * number - 5 : 5 * number]
        rule = r" \\ \hline\hline" if number % 3 == 0 else r" \\ \hline"
        assert (comment, blank) == (f"% Line {number}", "")
        for part, end in zip(parts, [" &", " &", rule]):
            cells = part.removesuffix(end).split(" & ")
            assert part.endswith(end) and len(cells) == 3
            assert all(map(CELL.fullmatch, cells)), part


@pytest.mark.sampled(1)
@pytest.mark.parametrize("tex_of", TEX_WRITERS.values(), ids=TEX_WRITERS.keys())
@few_and_many
def test_every_grid_gives_four_well_formed_files(
    tex_of: Callable[[Grid], str], many: int
) -> None:
    for grid in [*grids_without_solution(many), *puzzles(6, many // 4, range(82))]:
        assert_well_formed(tex_of(grid))
    for digit in range(10):
        assert_well_formed(tex_of([[digit] * 9 for _ in range(9)]))
