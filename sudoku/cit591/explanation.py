"""Explain CIT 591's elimination in sets, pass by pass.

In a step, the only number of a location is removed from at least one other set.
"""

from collections.abc import Iterator
from itertools import count

from sudoku.cit591.elimination import (
    SetGrid,
    convertToSets,
    eliminate,
    getBoxLocations,
    getColumnLocations,
    getRowLocations,
)
from sudoku.explain.steps import State, Step, make_state
from sudoku.explain.techniques import add_words
from sudoku.grid import CELLS, DIGITS, Grid, Location


def start(grid: Grid) -> State:
    blanks = ((row, column) for row, column in CELLS if grid[row][column] == 0)
    return make_state(grid, {cell: set(DIGITS) for cell in blanks})


def steps(grid: Grid) -> Iterator[Step]:
    """Yield the steps for ``grid``, until a pass removes nothing."""
    problem = convertToSets(grid)
    for number in count(1):
        has_changed = False
        for location in CELLS:
            if step := _location_step(problem, location):
                has_changed = True
                yield add_words(step, before=f"Pass {number}: ")
        if not has_changed:
            return


def _location_step(problem: SetGrid, location: Location) -> Step | None:
    """Eliminate from the row, column and box of ``location``, as ``solve`` does.

    ``problem`` is changed. Return the step, or None if nothing is removed.
    """
    row, column = location
    before = [list(sets) for sets in problem]  # `eliminate` puts new sets into the rows
    eliminations = eliminate(problem, location, getRowLocations(row))
    eliminations += eliminate(problem, location, getColumnLocations(column))
    eliminations += eliminate(problem, location, getBoxLocations(location))
    if eliminations == 0:
        return None
    digits = tuple(problem[row][column])
    losers = [(r, c) for r, c in CELLS if problem[r][c] is not before[r][c]]
    placed = tuple(
        ((r, c), number)
        for r, c in losers
        if len(problem[r][c]) == 1
        for number in problem[r][c]
    )
    removed = tuple((cell, digits) for cell in losers)
    return Step("elimination", None, (location,), digits, placed, removed)
