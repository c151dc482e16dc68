"""Task 10 in numbers: what the algorithm can make, and what it costs, by enumeration.

A grid is a tuple of 16 numbers, row after row, 0 for a blank; a row is a tuple of 4.
First the solved grids there are, then those that the tasks' own functions reach, then
the puzzles that blanks make of them, at last the grids of other sizes.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import permutations, product
from math import factorial
from types import FrameType
from typing import Final, TypeAlias

from adt.vector import vector_of
from pseudoku import tasks
from pseudoku.tasks import Puzzle

Cells: TypeAlias = tuple[int, ...]
Triple: TypeAlias = tuple[int, int, int]

ROWS: Final = list(permutations((1, 2, 3, 4)))
TRIPLES: Final = list(product(range(4), range(4), range(4)))  # as in Task 8


@cache
def solved_grids() -> tuple[Cells, ...]:
    """Every full grid that meets the Pseudoku conditions."""
    halves = [a + b for a, b in product(ROWS, repeat=2) if blocks_differ(a, b)]
    return tuple(
        top + bottom
        for top, bottom in product(halves, repeat=2)
        if all(len({*top[j::4], *bottom[j::4]}) == 4 for j in range(4))
    )


def blocks_differ(a: Cells, b: Cells) -> bool:
    """Whether both blocks that rows ``a`` and ``b`` fill hold four numbers."""
    return len({*a[:2], *b[:2]}) == len({*a[2:], *b[2:]}) == 4


def renamed(grid: Cells) -> Cells:
    """``grid`` with its numbers renamed to 1, 2, 3, 4 in order of appearance."""
    names = {0: 0}
    return tuple(names.setdefault(number, len(names)) for number in grid)


def relabelling_classes() -> Counter[Cells]:
    """How many solved grids become the same when their numbers are renamed."""
    return Counter(map(renamed, solved_grids()))


def shuffles() -> list[Cells]:
    """Every way to move whole rows and columns that takes each block to a block.

    Cell k of the shuffled grid is cell ``shuffle[k]`` of the grid. Rows trade places
    within a pair, or pairs do; so do columns; and rows may become columns.
    """
    orders = [p for p in permutations(range(4)) if p[0] // 2 == p[1] // 2]
    by_rows = [
        tuple(4 * i + j for i in rows for j in columns)
        for rows, columns in product(orders, repeat=2)
    ]
    return by_rows + [tuple(k % 4 * 4 + k // 4 for k in cells) for cells in by_rows]


def symmetry_classes(grids: Iterable[Cells]) -> list[set[Cells]]:
    """``grids``, renamed, in classes: a shuffle turns any of a class into any other."""
    left = set(map(renamed, grids))
    moves = shuffles()
    classes = []
    while left:
        grid = min(left)
        classes.append({renamed(tuple(grid[k] for k in cells)) for cells in moves})
        left -= classes[-1]
    return classes


def essentially_different() -> list[list[Cells]]:
    """The solved grids, those together that shuffling and renaming make the same."""
    return [
        [grid for grid in solved_grids() if renamed(grid) in images]
        for images in symmetry_classes(solved_grids())
    ]


def candidates(row: Cells) -> Iterator[tuple[Triple, Puzzle]]:
    """The puzzles that Task 8 may look at, in its order, with their rotations."""
    for x, y, z in TRIPLES:
        yield (x, y, z), tasks.permute_rows(tasks.make_vector(vector_of(*row)), x, y, z)


def passing(row: Cells, *checks: Callable[[Puzzle], bool]) -> tuple[Triple, ...]:
    """The rotations whose puzzle made from ``row`` passes each of ``checks``."""
    return tuple(
        triple
        for triple, puzzle in candidates(row)
        if all(check(puzzle) for check in checks)
    )


def hits(row: Cells) -> list[Cells]:
    """The grids that ``row`` yields if Task 8 goes on after its first solution."""
    return [
        cells(puzzle)
        for _, puzzle in candidates(row)
        if tasks.check_grids(puzzle) and tasks.col_checks(puzzle)
    ]


def cells(puzzle: Puzzle) -> Cells:
    return tuple(number for row in puzzle for number in row)


def first_found(row: Cells) -> Cells | None:
    """The grid that Task 8 returns for ``row``, None for its FALSE."""
    solution = tasks.make_solution(vector_of(*row))
    return None if solution is False else cells(solution)


def rows_with_solution() -> list[Cells]:
    """The rows for which Task 8 finds one, of all rows of the numbers 1 to 4."""
    return [row for row in product((1, 2, 3, 4), repeat=4) if first_found(row)]


def rows_are_rotations(grid: Cells) -> bool:
    """Whether each row of ``grid`` is a rotation of its last."""
    last = grid[12:]
    rotations = [last[p:] + last[:p] for p in range(4)]
    return all(grid[i : i + 4] in rotations for i in (0, 4, 8))


def calls(row: Cells) -> Counter[str]:
    """How often each function is called, by name, while Task 8 works on ``row``.

    The interpreter's profiler counts them: the functions stay as they are.
    """
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
        # A cProfile that runs already cannot be put back in Python 3.11.
        sys.setprofile(profiler if callable(profiler) else None)
    return counted


# Task 9's puzzles. A set of cells is a number of 16 bits, cell k being bit k. A family
# of such sets is a number of 2 ** 16 bits, bit s saying whether it has the set s.

ALL_SETS: Final = (1 << 2**16) - 1


@cache
def without(cell: int) -> int:
    """The family of the sets that lack ``cell``."""
    # In blocks of 2 ** cell sets: those without it, those with it, and so on.
    return ALL_SETS // ((1 << (1 << cell)) + 1)


@cache
def families_by_size() -> tuple[int, ...]:
    """For k = 0..16, the family of all sets of k cells."""
    families = [1] + [0] * 16
    for cell in range(16):
        for size in range(cell + 1, 0, -1):
            families[size] |= families[size - 1] << (1 << cell)
    return tuple(families)


@cache
def unique_clues(grid: Cells) -> int:
    """The family of the sets of cells whose numbers no other solved grid shares."""
    shared = 0
    for other in solved_grids():
        if other != grid:
            shared |= 1 << sum(1 << k for k in range(16) if grid[k] == other[k])
    for cell in range(16):  # a set that is shared stays so without the cell
        shared |= shared >> (1 << cell) & without(cell)
    return ALL_SETS & ~shared


def unique_blankings(grid: Cells) -> tuple[int, ...]:
    """For n = 0..16, how many sets of n blanks leave ``grid`` the only solution."""
    unique = unique_clues(grid)
    return tuple((unique & size).bit_count() for size in reversed(families_by_size()))


def minimal_clues(grid: Cells) -> list[int]:
    """The sets of clues that give ``grid`` alone, and of which none can be spared."""
    unique = unique_clues(grid)
    spare = 0
    for cell in range(16):
        spare |= (unique & without(cell)) << (1 << cell)
    bits = reversed(f"{unique & ~spare:b}")
    return [clues for clues, bit in enumerate(bits) if bit == "1"]


def minimal_puzzles(grids: Iterable[Cells]) -> list[Cells]:
    """One of each class of minimal puzzles that have a solution among ``grids``."""
    puzzles = (
        tuple(number if clues >> k & 1 else 0 for k, number in enumerate(grid))
        for grid in set(map(renamed, grids))
        for clues in minimal_clues(grid)
    )
    return [min(images) for images in symmetry_classes(puzzles)]


def working_rotations(m: int, placed: Cells = (0,)) -> Iterator[Cells]:
    """For N = m * m numbers, each list of rotations, row 1 first, that Task 8 wants.

    ``placed`` are those of the rows below, the first that of the last row, which stays.
    """
    if len(placed) == m * m:
        yield placed[:0:-1]
        return
    band = placed[len(placed) // m * m :]
    for p in range(m * m):
        if p not in placed and not any(blocks_meet(m, p, other) for other in band):
            yield from working_rotations(m, (*placed, p))


def blocks_meet(m: int, p: int, other: int) -> bool:
    """Whether rows rotated by ``p`` and ``other`` have a number twice in a block."""
    # In the first block they have it if they have it in any.
    mine, theirs = ({(j + by) % (m * m) for j in range(m)} for by in (p, other))
    return not mine.isdisjoint(theirs)


def rotations_by_formula(m: int) -> int:
    """How many lists of rotations work for N = m * m numbers, without a search."""
    # Each band takes its own remainder mod m and its rows the m quotients in any
    # order; the last row, which stays, fixes one of either.
    orders: int = factorial(m) ** (m - 1)
    return factorial(m - 1) ** 2 * orders
