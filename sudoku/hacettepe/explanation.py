"""Explain Hacettepe's naked singles, with steps numbered as in the course's output."""

from collections.abc import Iterator

from sudoku.explain.steps import State, Step, make_state
from sudoku.explain.techniques import add_words
from sudoku.grid import PEERS, Grid, Location
from sudoku.hacettepe.singles import PossibleValues, fill, first_single, possible_values

FIRST = " It is the first cell with one possible value."


def start(grid: Grid) -> State:
    return make_state(grid, possible_values(grid))


def steps(grid: Grid) -> Iterator[Step]:
    """Yield each step, and fill ``grid`` as far as possible."""
    possible = possible_values(grid)
    while home := first_single(possible):
        yield add_words(_single_step(grid, possible, home), after=FIRST)
        fill(grid, possible, home)


def _single_step(grid: Grid, possible: PossibleValues, home: Location) -> Step:
    """Return the step that fills the cell ``home``.

    Its cells, which give the reason, have the other eight digits. ``possible`` has the
    possible values of each blank.
    """
    (value,) = possible[home]
    peers = sorted(PEERS[home])
    first = {grid[row][column]: (row, column) for row, column in reversed(peers)}
    cells = tuple(sorted(first[digit] for digit in first if digit))
    losers = (cell for cell in possible if cell in PEERS[home])
    removed = tuple((cell, (value,)) for cell in losers if value in possible[cell])
    return Step("single", None, cells, (value,), ((home, value),), removed)
