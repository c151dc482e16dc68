"""Explanations as data: states of a grid, and the steps between them.

The rows and columns of locations count from 0; in names of cells, they count from 1.
"""

from collections.abc import Iterable
from typing import NamedTuple

from sudoku.grid import CELLS, UNIT_NAMES, UNITS, Grid, Location

Digits = tuple[int, ...]  # ascending
Placement = tuple[Location, int]
Removal = tuple[Location, Digits]

CELL_INDEX = {location: index for index, location in enumerate(CELLS)}
UNITS_BY_NAME = dict(zip(UNIT_NAMES, UNITS))


class State(NamedTuple):
    """The state of a grid: 81 cells, with ``.`` for a blank, and the marks or None.

    ``marks`` has a string of digits for each cell, such as "147"; it is None if a
    technique uses no marks.
    """

    grid: str
    marks: tuple[str, ...] | None


class SearchNode(NamedTuple):
    """The position of a step's board in the tree of a search."""

    board: int
    parent: int | None  # the board that it is a copy of
    base: int  # the step that examined the parent; 0 for the first board
    added: tuple[int, ...]  # the boards that this step makes
    waiting: int  # how many boards wait after this step
    depth: int


class Link(NamedTuple):
    """Two cells that both have the candidate ``digit``.

    In a strong link, they are the only cells of ``unit`` that have it; otherwise
    ``unit`` is "".
    """

    first: Location
    second: Location
    digit: int
    unit: str = ""  # of a strong link


class Step(NamedTuple):
    """One step of a technique: its reason, its changes and its texts.

    ``cells`` and ``digits`` give the reason. ``placed`` has (cell, digit) for digits
    placed; ``removed`` and ``marked`` have (cell, digits) for marks removed and
    written. The texts ``name``, ``heading`` and ``reason`` are added by
    `techniques.add_words`, and ``number``, from 1, by `explain`.
    """

    kind: str
    unit: str | None = None
    cells: tuple[Location, ...] = ()  # that give the reason; those of a chain in order
    digits: Digits = ()
    placed: tuple[Placement, ...] = ()
    removed: tuple[Removal, ...] = ()
    marked: tuple[Removal, ...] = ()
    links: tuple[Link, ...] = ()
    node: SearchNode | None = None
    number: int = 0
    name: str = ""
    heading: str = ""
    reason: str = ""


class Explanation(NamedTuple):
    """A puzzle, and the steps of a method from its first to its last state."""

    puzzle: str
    method: str
    start: State
    steps: tuple[Step, ...]
    end: State | None  # None if a search finds no solution
    ending: str  # solved, stuck, contradiction, no solution, limit


def make_state(grid: Grid, marks: dict[Location, set[int]] | None = None) -> State:
    """Return the state of ``grid``; ``marks`` has the possible digits of each blank.

    Without ``marks``, the state has no marks.

    >>> make_state([[5] * 8 + [0]] * 9).grid[:9]
    '55555555.'
    """
    cells = "".join(str(grid[row][column] or ".") for row, column in CELLS)
    if marks is None:
        return State(cells, None)
    return State(cells, tuple(digits_text(marks.get(cell, ())) for cell in CELLS))


def digits_text(digits: Iterable[int]) -> str:
    return "".join(map(str, sorted(digits)))


def apply(state: State, step: Step) -> State:
    """Return ``state`` after ``step``: write marks, remove marks, then place digits.

    If a digit is removed from a cell that has it, the cell becomes a blank without
    marks. A cell that gets a digit loses its marks.
    """
    cells = list(state.grid)
    marks = None if state.marks is None else list(state.marks)
    if step.marked:
        marks = [""] * 81
        for location, digits in step.marked:
            marks[CELL_INDEX[location]] = digits_text(digits)
    for location, digits in step.removed:
        index = CELL_INDEX[location]
        for mark in map(str, digits):
            if cells[index] == mark:
                cells[index] = "."
            if marks is not None:
                marks[index] = marks[index].replace(mark, "")
    for location, digit in step.placed:
        cells[CELL_INDEX[location]] = str(digit)
        if marks is not None:
            marks[CELL_INDEX[location]] = ""
    return State("".join(cells), None if marks is None else tuple(marks))


def states(explanation: Explanation) -> list[State]:
    """Return the state at the start, then the state after each step."""
    result = [explanation.start]
    for step in explanation.steps:
        result.append(apply(result[base_number(step)], step))
    return result


def base_number(step: Step) -> int:
    """Return the number of the step whose state ``step`` changes; 0 is the start."""
    return step.number - 1 if step.node is None else step.node.base
