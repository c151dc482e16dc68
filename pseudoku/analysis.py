"""Enumerate the grids that Task 8's algorithm can make, and count its operations.

The results are the figures in the answers to Tasks 9 and 10. A grid is a tuple of 16
numbers, row by row, with 0 for a blank; a row is a tuple of 4. A set of cells is an
integer: bit k is cell k, from 0.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations, product
from types import FrameType
from typing import NamedTuple, TypeAlias

from adt.vector import vector_of
from pseudoku import tasks
from pseudoku.solving import solutions

CellNumbers: TypeAlias = tuple[int, ...]

ROW_PERMUTATIONS = list(permutations((1, 2, 3, 4)))
ALL_ROTATIONS = list(product(range(4), repeat=3))  # in the order of Task 8
# Orders of the rows, or of the columns, in which each band of two stays together.
ORDERS = [order for order in permutations(range(4)) if order[0] // 2 == order[1] // 2]
# Cell k of a grid that is moved by a symmetry is cell symmetry[k] of the grid.
SYMMETRIES = [
    tuple(down * row + across * column for row in rows for column in columns)
    for rows, columns in product(ORDERS, repeat=2)
    for down, across in ((4, 1), (1, 4))
]


@cache
def solved_grids() -> list[CellNumbers]:
    """Return the 288 solved grids."""
    return [_flatten(grid) for grid in solutions([[0] * 4] * 4)]


def _flatten(rows: Iterable[Iterable[int]]) -> CellNumbers:
    return tuple(number for row in rows for number in row)


def rows_are_rotations(grid: CellNumbers) -> bool:
    """Return whether each row of ``grid`` is a rotation of its last row."""
    last = grid[12:]
    rotations = [last[p:] + last[:p] for p in range(4)]
    return all(grid[i : i + 4] in rotations for i in (0, 4, 8))


def canonical_grid(grid: Iterable[int]) -> CellNumbers:
    """Relabel the numbers of ``grid`` 1 to 4 in order of appearance; 0 stays 0."""
    names = {0: 0}
    return tuple(names.setdefault(number, len(names)) for number in grid)


def _symmetry_classes(grids: Iterable[CellNumbers]) -> list[set[CellNumbers]]:
    """Group ``grids`` into classes that are equal up to relabelling and symmetry.

    A class is the set of the canonical forms of all grids that can be reached from one
    grid.
    """
    remaining = set(map(canonical_grid, grids))
    classes = []
    while remaining:
        grid = min(remaining)
        images = ([grid[k] for k in symmetry] for symmetry in SYMMETRIES)
        classes.append(set(map(canonical_grid, images)))
        remaining -= classes[-1]
    return classes


@cache
def essentially_different() -> list[list[CellNumbers]]:
    """Group all solved grids into classes equal up to relabelling and symmetry.

    The smallest class is the first.
    """
    classes = sorted(_symmetry_classes(solved_grids()), key=len)
    return [
        [grid for grid in solved_grids() if canonical_grid(grid) in images]
        for images in classes
    ]


@cache
def solutions_for_row(row: CellNumbers) -> list[CellNumbers]:
    """Return all grids that Task 8 would accept for ``row`` if it did not stop."""
    puzzles = [
        tasks.permute_rows(tasks.make_vector(vector_of(*row)), *rotations)
        for rotations in ALL_ROTATIONS
    ]
    return [
        _flatten(puzzle)
        for puzzle in puzzles
        if tasks.check_grids(puzzle) and tasks.col_checks(puzzle)
    ]


class Search(NamedTuple):
    """A run of Task 8: its grid, or None for FALSE, and the calls of each function.

    The calls are counted by the name of the Python function. ``make_vector`` is called
    once for each candidate.
    """

    grid: CellNumbers | None
    calls: Counter[str]


@cache
def run_task_8(row: CellNumbers) -> Search:
    """Run Task 8 for ``row``, and count the calls of each function."""
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            calls[frame.f_code.co_name] += 1

    argument = vector_of(*row)
    profiler = sys.getprofile()
    sys.setprofile(count)
    try:
        solution = tasks.make_solution(argument)
    finally:
        # Python 3.11 cannot restore a cProfile that was already running.
        sys.setprofile(profiler if callable(profiler) else None)
    return Search(None if solution is False else _flatten(solution), calls)


@cache
def unique_givens(grid: CellNumbers) -> list[bool]:
    """Return, for each set of givens, whether its only solution is ``grid``."""
    differing = [
        sum(1 << k for k in range(16) if grid[k] != other[k])
        for other in solved_grids()
    ]
    # Every other grid must differ in a given. Those that differ in more cells than
    # another one need no test of their own.
    needed: list[int] = []
    for cells in sorted(set(differing) - {0}, key=int.bit_count):
        if all(cells & fewer != fewer for fewer in needed):
            needed.append(cells)
    return [all(map(givens.__and__, needed)) for givens in range(2**16)]


def unique_blankings(grid: CellNumbers) -> tuple[int, ...]:
    """Return, for n = 0..16, how many sets of n blanks leave one solution."""
    unique = unique_givens(grid)
    sizes = Counter(givens.bit_count() for givens in range(2**16) if unique[givens])
    return tuple(sizes[16 - n] for n in range(17))


def minimal_puzzles(grid: CellNumbers) -> list[CellNumbers]:
    """Return one puzzle of each class of minimal puzzles whose solution is ``grid``.

    A puzzle is minimal if every given is needed for a unique solution. Puzzles are in
    one class if they are equal up to relabelling and symmetry; if two grids are in one
    class, so are their puzzles.
    """
    unique = unique_givens(grid)
    puzzles = (
        tuple(number if givens >> k & 1 else 0 for k, number in enumerate(grid))
        for givens in range(2**16)
        if unique[givens]
        and not any(unique[givens ^ 1 << k] for k in range(16) if givens >> k & 1)
    )
    return [min(images) for images in _symmetry_classes(puzzles)]


def working_rotations(
    band_size: int, placed: CellNumbers = (0,)
) -> Iterator[CellNumbers]:
    """Yield the rotations of the rows of each solved grid, from row 1 to the last but one.

    The grid has bands of ``band_size`` rows, and as many bands. Its last row is not
    rotated. ``placed`` are the rotations chosen so far, from the last row upwards.
    """
    size = band_size**2
    if len(placed) == size:
        yield tuple(reversed(placed[1:]))
        return
    full_bands = len(placed) // band_size
    band = placed[full_bands * band_size :]
    for rotation in range(size):
        # Rows of a band clash if their rotations, in a circle, are too close together.
        distances = [abs(rotation - other) for other in band]
        clashes = any(min(d, size - d) < band_size for d in distances)
        if rotation not in placed and not clashes:
            yield from working_rotations(band_size, (*placed, rotation))
