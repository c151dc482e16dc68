"""COMP9021's techniques once more: in sets, subset by subset, straight from the rules.

Nothing of the package's own techniques is used, only its units. The parameters of the
functions are for tests that need a tempting mistake.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import combinations

from sudoku.grid import BOXES, CELLS, PEERS, UNITS, Grid, Location, Marks, Unit

NUMBERS = frozenset(range(1, 10))


def seen(grid: Grid, location: Location) -> set[int]:
    """The digits in the row, the column and the box of a cell, but not in itself."""
    return {grid[row][column] for row, column in PEERS[location]}


def forced(grid: Grid, units: Iterable[Unit] = BOXES, rounds: int = 81) -> Grid:
    """What ``rounds`` of forced digits in ``units`` make of ``grid``."""
    grid = [list(row) for row in grid]
    before: Grid = []
    while rounds and before != grid:
        rounds -= 1
        before = [list(row) for row in grid]
        for unit in units:
            for digit in NUMBERS - {grid[row][column] for row, column in unit}:
                homes = [
                    location
                    for location in unit
                    if not grid[location[0]][location[1]]
                    and digit not in seen(grid, location)
                ]
                if len(homes) == 1:
                    grid[homes[0][0]][homes[0][1]] = digit
    return grid


def marked(grid: Grid) -> Marks:
    """The possible digits of the blanks."""
    return {
        location: set(NUMBERS - seen(grid, location))
        for location in CELLS
        if not grid[location[0]][location[1]]
    }


def worked(
    marks: Marks,
    sizes: Iterable[int] = range(1, 9),
    units: Iterable[Unit] = UNITS,
    rounds: int = 729,
) -> Marks:
    """What ``rounds`` of preemptive sets of ``sizes`` in ``units`` leave of ``marks``.

    Every subset of every unit is looked at, in each round.
    """
    left = {location: set(digits) for location, digits in marks.items()}
    before: Marks = {}
    while rounds and before != left:
        rounds -= 1
        before = {location: set(digits) for location, digits in left.items()}
        for unit in units:
            cells = [location for location in unit if location in left]
            for size in sizes:
                for chosen in combinations(cells, size):
                    union = set[int]().union(*[left[location] for location in chosen])
                    if len(union) == size:
                        for location in set(cells) - set(chosen):
                            left[location] -= union
    return left


def solved_grid(rng: random.Random) -> Grid:
    """A full grid that breaks no rule."""
    grid = [[0] * 9 for _ in range(9)]
    assert filled(grid, {location: set(NUMBERS) for location in CELLS}, rng)
    return grid


def filled(grid: Grid, left: Marks, rng: random.Random) -> bool:
    """Whether the cells ``left`` can be filled, and if so, fill them."""
    if not left:
        return True
    row, column = min(left, key=lambda location: (len(left[location]), rng.random()))
    digits = left.pop((row, column))
    for digit in rng.sample(sorted(digits), len(digits)):
        grid[row][column] = digit
        fewer = {
            location: others - {digit} if location in PEERS[row, column] else others
            for location, others in left.items()
        }
        if filled(grid, fewer, rng):
            return True
    return False


def puzzles(seed: int, count: int, givens: range) -> Iterator[Grid]:
    """Random grids that have a solution, and so many of its digits."""
    rng = random.Random(seed)
    for _ in range(count):
        solution = solved_grid(rng)
        kept = set(rng.sample(CELLS, rng.choice(givens)))
        yield [
            [solution[row][column] * ((row, column) in kept) for column in range(9)]
            for row in range(9)
        ]
