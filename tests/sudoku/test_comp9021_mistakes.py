"""A grid for every tempting mistake: right here, and wrong if the mistake is made.

The official samples catch few of these. The right answer is the slow oracle's.
"""

from collections.abc import Callable
from functools import cache, partial

import pytest

from sudoku.comp9021 import preemptive
from sudoku.comp9021.reading import read_grid
from sudoku.grid import (
    BOXES,
    COLUMNS,
    ROWS,
    UNITS,
    Grid,
    Marks,
    Unit,
    grid_of,
    possible_digits,
)
from tests.places import GOLDEN
from tests.sudoku.comp9021_oracle import forced, marked, worked

FILES = GOLDEN / "comp9021"
Answer = tuple[Grid, Marks, Marks]


def right(grid: Grid) -> Answer:
    return finished(forced(grid))


def finished(grid: Grid) -> Answer:
    marks = marked(grid)
    return grid, marks, worked(marks)


def forced_in_rows(grid: Grid) -> Answer:
    return finished(forced(grid, BOXES + ROWS))


def forced_in_columns(grid: Grid) -> Answer:
    return finished(forced(grid, BOXES + COLUMNS))


def forced_by_what_is_possible(grid: Grid) -> Answer:
    """Also cells that only one digit can go into."""
    grid = forced(grid)
    while singles := {at: s for at, s in marked(grid).items() if len(s) == 1}:
        for (row, column), (digit,) in singles.items():
            grid[row][column] = digit
        grid = forced(grid)
    return finished(grid)


def forced_once(grid: Grid) -> Answer:
    return finished(forced(grid, rounds=1))


def marked_before_forced(grid: Grid) -> Answer:
    after = forced(grid)
    marks = {at: s for at, s in marked(grid).items() if not after[at[0]][at[1]]}
    return after, marks, worked(marks)


def sizes(first: int, last: int, grid: Grid) -> Answer:
    """Preemptive sets of some sizes only."""
    grid, marks = before_sets(grid)
    return grid, marks, worked(marks, range(first, last + 1))


def before_sets(grid: Grid) -> tuple[Grid, Marks]:
    after = forced(grid)
    return after, marked(after)


def worked_once(grid: Grid) -> Answer:
    grid, marks = before_sets(grid)
    return grid, marks, worked(marks, rounds=1)


def worked_without_boxes(grid: Grid) -> Answer:
    grid, marks = before_sets(grid)
    return grid, marks, worked(marks, units=ROWS + COLUMNS)


def equal_cells_only(grid: Grid) -> Answer:
    """m cells that have all the same m marks."""
    grid, marks = before_sets(grid)
    left = {at: set(digits) for at, digits in marks.items()}
    for unit in 9 * UNITS:
        for at in set(unit) & set(left):
            twins = {other for other in unit if left.get(other) == left[at]}
            if len(twins) == len(left[at]):
                for other in set(unit) & set(left) - twins:
                    left[other] -= left[at]
    return grid, marks, left


def pointing(grid: Grid) -> Answer:
    """Locked candidates too: a box keeps a digit to one line."""
    return locked(grid, [(box, line) for box in BOXES for line in ROWS + COLUMNS])


def claiming(grid: Grid) -> Answer:
    """Locked candidates too: a line keeps a digit to one box."""
    return locked(grid, [(line, box) for box in BOXES for line in ROWS + COLUMNS])


def locked(grid: Grid, pairs: list[tuple[Unit, Unit]]) -> Answer:
    grid, marks, left = right(grid)
    for place, target in 9 * pairs:
        holders = {at for at in place if at in left}
        for digit in range(1, 10):
            homes = {at for at in holders if digit in left[at]}
            if homes and homes <= set(target):
                for at in set(left) & set(target) - homes:
                    left[at] -= {digit}
    return grid, marks, worked(left)


MISTAKES: dict[str, Callable[[Grid], Answer]] = {
    "forced_in_rows": forced_in_rows,
    "forced_in_columns": forced_in_columns,
    "forced_by_what_is_possible": forced_by_what_is_possible,
    "forced_once": forced_once,
    "marked_before_forced": marked_before_forced,
    "worked_once": worked_once,
    "worked_without_boxes": worked_without_boxes,
    "equal_cells_only": equal_cells_only,
    "pointing": pointing,
    "claiming": claiming,
    "sizes_from_2": partial(sizes, 2, 8),
    **{f"sizes_to_{last}": partial(sizes, 1, last) for last in range(1, 8)},
}
LINES = (FILES / "mistakes.txt").read_text().splitlines()
GRIDS = {name: grid_of(digits) for name, digits in map(str.split, LINES)}


def ours(grid: Grid) -> Answer:
    grid = preemptive.with_forced_digits(grid)
    marks = possible_digits(grid)
    left = dict(marks)
    preemptive.apply_preemptive_sets(left)
    return grid, marks, left


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", MISTAKES)
def test_a_grid_shows_the_mistake_and_is_right_here(name: str) -> None:
    grid = GRIDS[name]
    assert ours(grid) == right(grid) != MISTAKES[name](grid)


OFFICIAL = {
    number: read_grid((FILES / f"sudoku_{number}.txt").read_bytes())
    for number in (3, 4, 5)
}
SHOWN_BY = {
    "forced_in_rows": [5],
    "forced_in_columns": [4],
    "forced_by_what_is_possible": [],
    "forced_once": [5],
    "marked_before_forced": [3, 4, 5],
    "sizes_from_2": [4, 5],
    "sizes_to_3": [4],
    **{f"sizes_to_{last}": [] for last in range(4, 8)},
    "equal_cells_only": [4],
    "worked_without_boxes": [4, 5],
    "worked_once": [4],
    "pointing": [3, 5],
    "claiming": [3, 5],
}


@cache
def right_of(number: int) -> Answer:
    return right(OFFICIAL[number])


@pytest.mark.nightly
@pytest.mark.parametrize("name", SHOWN_BY)
def test_the_official_files_show_a_mistake_as_the_page_says(name: str) -> None:
    answers = {number: MISTAKES[name](grid) for number, grid in OFFICIAL.items()}
    shown_by = [number for number in OFFICIAL if answers[number] != right_of(number)]
    assert shown_by == SHOWN_BY[name]
