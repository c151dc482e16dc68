"""COMP9021's techniques a second time: with sets, subset by subset, as the rules say.

Nothing of the package's own techniques is used, only its units.
"""

import random
from collections.abc import Iterator
from itertools import combinations

from sudoku.grid import BOXES, CELLS, PEERS, UNITS, Grid, Location, Marks

NUMBERS = frozenset(range(1, 10))


def seen(grid: Grid, location: Location) -> set[int]:
    """Return the digits in the row, column and box of a cell, but not in itself."""
    return {grid[row][column] for row, column in PEERS[location]}


def forced(grid: Grid) -> Grid:
    """Return *grid* with its forced digits: those that one cell of a box can take."""
    grid = [list(row) for row in grid]
    before: Grid = []
    while before != grid:
        before = [list(row) for row in grid]
        for unit in BOXES:
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
    """Return the possible digits of each blank of *grid*, by location."""
    return {
        location: set(NUMBERS - seen(grid, location))
        for location in CELLS
        if not grid[location[0]][location[1]]
    }


def worked(marks: Marks, largest: int = 8) -> Marks:
    """Return what preemptive sets leave of *marks*: sets of at most *largest* cells.

    Every subset of every unit is looked at until nothing changes.
    """
    left = {location: set(digits) for location, digits in marks.items()}
    before: Marks = {}
    while before != left:
        before = {location: set(digits) for location, digits in left.items()}
        for unit in UNITS:
            cells = [location for location in unit if location in left]
            for size in range(1, largest + 1):
                for chosen in combinations(cells, size):
                    union = set[int]().union(*[left[location] for location in chosen])
                    if len(union) == size:
                        for location in set(cells) - set(chosen):
                            left[location] -= union
    return left


def solved_grid(rng: random.Random) -> Grid:
    """Return a random full grid without a clash."""
    grid = [[0] * 9 for _ in range(9)]
    assert filled(grid, {location: set(NUMBERS) for location in CELLS}, rng)
    return grid


def filled(grid: Grid, left: Marks, rng: random.Random) -> bool:
    """Fill the cells *left* of *grid* at random; return whether that is possible.

    *left* maps each blank to the digits that it can take.
    """
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
    """Yield *count* random puzzles that have a solution.

    The number of givens of each is drawn from the range *givens*.
    """
    rng = random.Random(seed)
    for _ in range(count):
        solution = solved_grid(rng)
        kept = set(rng.sample(CELLS, rng.choice(givens)))
        yield [
            [solution[row][column] * ((row, column) in kept) for column in range(9)]
            for row in range(9)
        ]
