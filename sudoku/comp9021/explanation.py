"""Explain COMP9021's forced digits, marks and preemptive sets, step by step.

The functions of the coursework find the digits and the sets. Only the order differs: a
cell with one mark is filled at once, whereas the coursework fills such cells at the
end.
"""

from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from sudoku.comp9021.closure import MAX_SET_CELLS
from sudoku.comp9021.preemptive import forced_digits, preemptive_sets
from sudoku.explain.steps import UNITS_BY_NAME, State, Step, make_state
from sudoku.explain.techniques import add_words
from sudoku.grid import (
    BOXES,
    CELLS,
    PEERS,
    Grid,
    Location,
    Marks,
    Unit,
    possible_digits,
)


def start(grid: Grid) -> State:
    return make_state(grid)


def steps(grid: Grid) -> Iterator[Step]:
    """Yield each step, and fill ``grid`` with the forced digits."""
    while forced := next(forced_digits(grid), None):
        (row, column), digit = forced
        yield add_words(_forced_step(grid, (row, column), digit))
        grid[row][column] = digit
    marks = possible_digits(grid)
    if marks:
        marked = tuple((cell, tuple(sorted(marks[cell]))) for cell in marks)
        yield add_words(Step("marks", marked=marked))
    while all(marks.values()) and (step := _next_step(marks)):
        yield add_words(step)
        for cell, _ in step.placed:
            del marks[cell]
        for cell, digits in step.removed:
            marks[cell] = marks[cell].difference(digits)


def _forced_step(grid: Grid, home: Location, digit: int) -> Step:
    """Return the step that places the forced ``digit`` in the cell ``home``.

    Its cells, which give the reason, are the fewest cells with ``digit`` that see all
    other blanks of the box.
    """
    names = [name for name, unit in UNITS_BY_NAME.items() if unit in BOXES]
    [box_name] = [name for name in names if home in UNITS_BY_NAME[name]]
    box = UNITS_BY_NAME[box_name]
    others = {(r, c) for r, c in box if grid[r][c] == 0 and (r, c) != home}
    holders = [(r, c) for r, c in CELLS if grid[r][c] == digit]
    sizes = range(len(holders) + 1)
    sets = chain.from_iterable(combinations(holders, size) for size in sizes)
    reasons = (cells for cells in sets if others <= _peers_of(cells))
    return Step("forced", box_name, next(reasons), (digit,), ((home, digit),))


def _peers_of(cells: Iterable[Location]) -> set[Location]:
    return {peer for cell in cells for peer in PEERS[cell]}


def _next_step(marks: Marks) -> Step | None:
    """Return the step for the first cell with one mark, or the first useful set.

    A preemptive set is useful if it cancels a mark. Return None if there is neither.
    """
    for cell, digits in marks.items():
        if len(digits) == 1:
            return _last_step(marks, cell)
    for size in range(2, MAX_SET_CELLS + 1):
        for name, unit in UNITS_BY_NAME.items():
            step = _set_step(marks, name, unit, size)
            if step:
                return step
    return None


def _last_step(marks: Marks, cell: Location) -> Step:
    (digit,) = marks[cell]
    losers = (other for other in marks if other in PEERS[cell])
    removed = tuple((other, (digit,)) for other in losers if digit in marks[other])
    return Step("last", None, (cell,), (digit,), ((cell, digit),), removed)


def _set_step(marks: Marks, name: str, unit: Unit, size: int) -> Step | None:
    """Return the step of the first set of ``size`` cells that removes a mark, or None.

    ``unit`` is the row, column or box to search, and ``name`` its name.
    """
    empty = [cell for cell in unit if cell in marks]
    for cells, digits in preemptive_sets(marks, empty, size):
        removed = tuple(
            (cell, tuple(sorted(marks[cell] & digits)))
            for cell in empty
            if cell not in cells and not marks[cell].isdisjoint(digits)
        )
        if removed:
            return Step("set", name, cells, tuple(sorted(digits)), removed=removed)
    return None
