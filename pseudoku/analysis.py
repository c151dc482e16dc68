"""Enumerate the grids that Task 8's algorithm can make, and count its operations.

The results are the figures in the answers to Tasks 9 and 10. A grid is a tuple of 16
numbers, row by row, with 0 for a blank; a row is a tuple of 4.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import permutations, product
from types import FrameType
from typing import Final, NamedTuple, TypeAlias

from adt.vector import vector_of
from pseudoku import tasks
from pseudoku.tasks import Puzzle

Cells: TypeAlias = tuple[int, ...]
Rotations: TypeAlias = tuple[int, int, int]

ROW_PERMUTATIONS: Final = list(permutations((1, 2, 3, 4)))
ALL_ROTATIONS: Final = list(product(range(4), range(4), range(4)))  # as in Task 8


@cache
def solved_grids() -> tuple[Cells, ...]:
    """Return the 288 solved grids, each a tuple of 16 numbers, row by row."""
    halves = [
        a + b for a, b in product(ROW_PERMUTATIONS, repeat=2) if sub_grids_differ(a, b)
    ]
    return tuple(
        top + bottom
        for top, bottom in product(halves, repeat=2)
        if all(len({*top[j::4], *bottom[j::4]}) == 4 for j in range(4))
    )


def sub_grids_differ(a: Cells, b: Cells) -> bool:
    """Return whether both sub-grids in rows ``a`` and ``b`` have four numbers."""
    return len({*a[:2], *b[:2]}) == len({*a[2:], *b[2:]}) == 4


def canonical_grid(grid: Cells) -> Cells:
    """Relabel the numbers of ``grid`` 1 to 4 in order of appearance; 0 stays 0."""
    names = {0: 0}
    return tuple(names.setdefault(number, len(names)) for number in grid)


class Moves(NamedTuple):
    """Moves of cells that turn each solved grid into a solved grid.

    ``words`` describes them. A generator is a permutation of the cells: cell k of the
    moved grid is cell ``generator[k]`` of the grid. Every move is a product of
    ``generators``.
    """

    words: str
    generators: tuple[Cells, ...]


def by_rows(order: Cells) -> Cells:
    """Return the permutation of cells that moves row ``order[i]`` to row i, from 0."""
    return tuple(4 * row + column for row in order for column in range(4))


def by_columns(order: Cells) -> Cells:
    return tuple(4 * row + column for row in range(4) for column in order)


SWAPS: Final[tuple[Cells, ...]] = ((1, 0, 2, 3), (0, 1, 3, 2), (2, 3, 0, 1))
MOVED: Final = Moves(
    "rows and columns moved", (*map(by_rows, SWAPS), *map(by_columns, SWAPS))
)
TURNED: Final = Moves(
    "rows turned into columns", (tuple(k % 4 * 4 + k // 4 for k in range(16)),)
)
MOVES: Final = (MOVED, TURNED)


@cache
def series(moves: tuple[Moves, ...]) -> frozenset[Cells]:
    """Return every permutation of the 16 cells that is a product of ``moves``."""
    generators = [generator for kind in moves for generator in kind.generators]
    products = {tuple(range(16))}
    new = [*products]
    while new:
        cells = new.pop()
        further = {
            tuple(cells[k] for k in generator) for generator in generators
        } - products
        products |= further
        new += further
    return frozenset(products)


def symmetry_classes(
    grids: Iterable[Cells], moves: tuple[Moves, ...] = MOVES
) -> list[set[Cells]]:
    """Group ``grids`` into classes that are equal up to relabelling and ``moves``.

    A class is the set of the canonical forms of all grids that can be reached from one
    grid.
    """
    left = set(map(canonical_grid, grids))
    classes = []
    while left:
        grid = min(left)
        images = (tuple(grid[k] for k in cells) for cells in series(moves))
        classes.append({*map(canonical_grid, images)})
        left -= classes[-1]
    return classes


def essentially_different(moves: tuple[Moves, ...] = MOVES) -> list[list[Cells]]:
    """Group all solved grids into classes equal up to relabelling and ``moves``."""
    return [
        [grid for grid in solved_grids() if canonical_grid(grid) in images]
        for images in symmetry_classes(solved_grids(), moves)
    ]


def candidates(row: Cells) -> Iterator[tuple[Rotations, Puzzle]]:
    """Yield the rotations and the puzzle of each candidate of Task 8 for ``row``.

    The rotations are ``(x, y, z)``, how far rows 1 to 3 are rotated; they are in the
    order of Task 8.
    """
    for x, y, z in ALL_ROTATIONS:
        yield (x, y, z), tasks.permute_rows(tasks.make_vector(vector_of(*row)), x, y, z)


def accepted_rotations(
    row: Cells, *checks: Callable[[Puzzle], bool]
) -> tuple[Rotations, ...]:
    return tuple(
        triple
        for triple, puzzle in candidates(row)
        if all(check(puzzle) for check in checks)
    )


def solutions_for_row(row: Cells) -> list[Cells]:
    """Return all grids that Task 8 would accept for ``row`` if it did not stop."""
    return [
        flatten_puzzle(puzzle)
        for _, puzzle in candidates(row)
        if tasks.check_grids(puzzle) and tasks.col_checks(puzzle)
    ]


def flatten_puzzle(puzzle: Puzzle) -> Cells:
    return tuple(number for row in puzzle for number in row)


def first_solution(row: Cells) -> Cells | None:
    """Return the grid that Task 8 returns for ``row``, or None if it returns FALSE."""
    solution = tasks.make_solution(vector_of(*row))
    return None if solution is False else flatten_puzzle(solution)


def rows_are_rotations(grid: Cells) -> bool:
    """Return whether each row of ``grid`` is a rotation of its last row."""
    last = grid[12:]
    rotations = [last[p:] + last[:p] for p in range(4)]
    return all(grid[i : i + 4] in rotations for i in (0, 4, 8))


def count_calls(row: Cells) -> Counter[str]:
    """Count the calls of each Python function, by name, in Task 8 for ``row``."""
    counted: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            counted[frame.f_code.co_name] += 1

    argument = vector_of(*row)
    profiler = sys.getprofile()
    sys.setprofile(count)
    try:
        tasks.make_solution(argument)
    finally:
        # Python 3.11 cannot restore a cProfile that was already running.
        sys.setprofile(profiler if callable(profiler) else None)
    return counted


# Puzzles of Task 9. A set of cells is a number of 16 bits: bit k is cell k. A family of
# such sets is a number of 2 ** 16 bits: bit s is 1 if the set s belongs to the family.

ALL_SETS: Final = (1 << 2**16) - 1


@cache
def family_without(cell: int) -> int:
    """Return the family of all sets of cells that do not contain ``cell``.

    A set of cells is an int with bit k for cell k; a family of sets is an int with bit
    s for the set s.
    """
    # In blocks of 2 ** cell sets: those without it, those with it, and so on.
    return ALL_SETS // ((1 << (1 << cell)) + 1)


@cache
def families_by_size() -> tuple[int, ...]:
    """Return, for k = 0..16, the family of all sets of k cells.

    A family is an int with bit s for the set s, itself an int with bit k for cell k.
    """
    families = [1] + [0] * 16
    for cell in range(16):
        for size in range(cell + 1, 0, -1):
            families[size] |= families[size - 1] << (1 << cell)
    return tuple(families)


@cache
def unique_givens(grid: Cells) -> int:
    """Return the family of all sets of givens whose only solution is ``grid``.

    A family is an int with bit s for the set s, itself an int with bit k for cell k.
    """
    shared = 0
    for other in solved_grids():
        if other != grid:
            shared |= 1 << sum(1 << k for k in range(16) if grid[k] == other[k])
    for cell in range(16):  # a shared set is still shared without the cell
        shared |= shared >> (1 << cell) & family_without(cell)
    return ALL_SETS & ~shared


def unique_blankings(grid: Cells) -> tuple[int, ...]:
    """Return, for n = 0..16, how many sets of n blanks leave one solution."""
    unique = unique_givens(grid)
    return tuple((unique & size).bit_count() for size in reversed(families_by_size()))


def minimal_givens(grid: Cells) -> list[int]:
    """Return each minimal set of givens whose only solution is ``grid``.

    A set is an int with bit k for cell k. It is minimal if every given is needed for a
    unique solution.
    """
    unique = unique_givens(grid)
    spare = 0
    for cell in range(16):
        spare |= (unique & family_without(cell)) << (1 << cell)
    bits = reversed(f"{unique & ~spare:b}")
    return [givens for givens, bit in enumerate(bits) if bit == "1"]


def minimal_puzzles(
    grids: Iterable[Cells], moves: tuple[Moves, ...] = MOVES
) -> list[Cells]:
    """Return one minimal puzzle of each class whose solution is in ``grids``.

    Puzzles are in one class if they are equal up to relabelling and ``moves``.
    """
    puzzles = (
        tuple(number if givens >> k & 1 else 0 for k, number in enumerate(grid))
        for grid in set(map(canonical_grid, grids))
        for givens in minimal_givens(grid)
    )
    return [min(images) for images in symmetry_classes(puzzles, moves)]


def working_rotations(m: int, placed: Cells = (0,)) -> Iterator[Cells]:
    """Yield, for N = m * m numbers, each list of rotations that solves Task 8.

    A list is a tuple that starts with the rotation of row 1; the last row is not
    rotated. ``placed`` are the rotations chosen so far, from the last row upwards.
    """
    if len(placed) == m * m:
        yield placed[:0:-1]
        return
    band = placed[len(placed) // m * m :]
    for p in range(m * m):
        if p not in placed and not any(rotations_clash(m, p, other) for other in band):
            yield from working_rotations(m, (*placed, p))


def rotations_clash(m: int, p: int, other: int) -> bool:
    """Return whether rows rotated by ``p`` and ``other`` clash in an m-row sub-grid."""
    # They clash in the first sub-grid if they clash in any.
    mine, theirs = ({(j + by) % (m * m) for j in range(m)} for by in (p, other))
    return not mine.isdisjoint(theirs)
