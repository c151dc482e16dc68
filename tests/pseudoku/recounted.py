"""Compute the figures of `pseudoku.claims` a second time, by independent programs.

The function with the name of a claim returns its figures. Nothing of the project is
used: grids are tuples of four tuples.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from math import comb

Row = tuple[int, ...]
Grid = tuple[Row, ...]
Figures = dict[str, object]

ROWS = list(permutations((1, 2, 3, 4)))
ROWS_OF_NUMBERS = list(product((1, 2, 3, 4), repeat=4))
ROTATIONS = list(product(range(4), repeat=3))
# Moves of which all others are made: two rows or columns, or two bands, change places;
# and rows become columns. Cell k of the moved grid is cell move[k].
SWAPS = ((1, 0, 2, 3), (0, 1, 3, 2), (2, 3, 0, 1))
MOVES = [
    *(tuple(4 * i + j for i in swap for j in range(4)) for swap in SWAPS),
    *(tuple(4 * i + j for i in range(4) for j in swap) for swap in SWAPS),
    tuple(4 * j + i for i in range(4) for j in range(4)),
]


def solved_grids() -> list[Grid]:
    grids: list[Grid] = [()]
    for _ in range(4):  # a row more, without a number twice in a column
        rows = permutations((1, 2, 3, 4))
        pairs = product(grids, rows)
        grids = [(*grid, row) for grid, row in pairs if differ(grid, row)]
    return [grid for grid in grids if is_solved(grid)]


def differ(grid: Grid, row: Row) -> bool:
    return all(number not in column for number, *column in zip(row, *grid))


def is_solved(grid: Grid, m: int = 2) -> bool:
    n = m * m
    blocks = [
        {grid[a + i][b + j] for i in range(m) for j in range(m)}
        for a in range(0, n, m)
        for b in range(0, n, m)
    ]
    columns = [{row[j] for row in grid} for j in range(n)]
    return all(len(unit) == n for unit in (*blocks, *columns))


GRIDS = solved_grids()


def turned(row: Row, p: int) -> Row:
    return row[p:] + row[:p]


def tried(row: Row) -> Iterator[tuple[Row, Grid]]:
    for triple in ROTATIONS:
        yield triple, (*(turned(row, p) for p in triple), row)


def found(row: Row) -> list[tuple[Row, Grid]]:
    return [(triple, grid) for triple, grid in tried(row) if is_solved(grid)]


def hits() -> set[Grid]:
    return {grid for row in ROWS for _, grid in found(row)}


def few_grids() -> Figures:
    alike = [grid for grid in GRIDS if same(grid)]
    first = {found(row)[0][1] for row in ROWS}
    return {"alike": len(alike), "grids": len(GRIDS), "returned": len(first)}


def same(grid: Grid) -> bool:
    """Return whether all rows of ``grid`` have the same cyclic order."""
    orders = {turned(row, row.index(1)) for row in grid}
    return len(orders) == 1


def printed_solution() -> Figures:
    printed = ((2, 4, 1, 3), (1, 3, 2, 4), (3, 2, 4, 1), (4, 1, 3, 2))
    for row in ROWS:
        for number, (_, grid) in enumerate(found(row)):
            if grid == printed:
                return {
                    "hit": ("first", "second")[number],
                    "row": "".join(map(str, row)),
                }
    raise ValueError("not printed")


def classes() -> list[set[Grid]]:
    """Return the classes of equivalent solved grids, the smallest first.

    Two grids are equivalent if moves and renamings of numbers lead from one to the
    other.
    """
    named_alike: dict[Row, set[Grid]] = {}
    for grid in GRIDS:
        named_alike.setdefault(renamed(sum(grid, ())), set()).add(grid)
    found = [
        set[Grid]().union(*[named_alike[cells] for cells in kind])
        for kind in orbits({*named_alike})
    ]
    return sorted(found, key=len)


def orbits(puzzles: set[Row]) -> list[set[Row]]:
    """Return the classes of ``puzzles``, with renamed numbers, that moves connect."""
    left = set(puzzles)
    found = []
    while left:
        orbit, new = set(), {left.pop()}
        while new:
            orbit |= new
            moved = {tuple(cells[k] for k in move) for cells in new for move in MOVES}
            new = {renamed(cells) for cells in moved} & left
            left -= new
        found.append(orbit)
    return found


def kinds() -> Figures:
    sizes = [str(len(one)) for one in classes()]
    return {
        "kinds": ("one", "two", "three")[len(sizes) - 1],
        "sizes": " and ".join(sizes),
    }


def kinds_reached() -> Figures:
    first, second = classes()
    names = "first", "second"
    reached = [not kind.isdisjoint(hits()) for kind in (first, second)]
    assert sorted(reached) == [False, True]
    return {
        "hits": len(hits()),
        "reached": names[reached.index(True)],
        "other": names[reached.index(False)],
    }


def triple_of() -> str:
    (triple,) = {found(row)[0][0] for row in ROWS}
    return "({},{},{})".format(*triple)


def predictable() -> Figures:
    return {"last": 4, "triple": triple_of()}


def best_first() -> Figures:
    return {"triple": triple_of(), "needed": "one"}


def cost() -> Figures:
    """Return the numbers of calls in the search for one row, up to its solution."""
    row = ROWS[0]
    number = permuted = queued = searched = 0
    for number, (triple, grid) in enumerate(tried(row), 1):
        permuted += 3
        queued += sum(4 + p for p in triple if p)
        searched += searches(grid)
        if is_solved(grid):
            break
    return {
        "candidate": number,
        "candidates": len(ROTATIONS),
        "permute_vector": permuted,
        "enqueue": queued,
        "dequeue": queued,
        "search_stack": searched,
    }


def searches(grid: Grid) -> int:
    """Return how many times CheckGrids and then ColChecks call SearchStack on ``grid``.

    They stop at the first number that occurs twice in a block or column.
    """
    blocks = [
        [grid[a + i][b + j] for i in (0, 1) for j in (0, 1)]
        for a, b in product((0, 2), repeat=2)
    ]
    number = 0
    for unit in (*blocks, *zip(*grid)):
        for k, cell in enumerate(unit):
            number += 1
            if cell in unit[:k]:
                return number
    return number


def share(n: int) -> float:
    """Return the share of the choices of ``n`` blanks that leave one solution."""
    differing = differences(sum(min(hits()), ()))
    choices = combinations(range(16), 16 - n)
    return sum(is_unique(bits(kept), differing) for kept in choices) / comb(16, n)


def bits(cells: Iterable[int]) -> int:
    return sum(1 << k for k in cells)


def differences(cells: Row) -> list[int]:
    """Return where each other solved grid differs from this one: bit k is cell k."""
    others = (sum(grid, ()) for grid in GRIDS)
    masks = [bits(k for k in range(16) if cells[k] != other[k]) for other in others]
    return [mask for mask in masks if mask]


def is_unique(givens: int, differing: list[int]) -> bool:
    """Return whether the givens tell a grid from the others."""
    return all(givens & mask for mask in differing)


def safe_blanks() -> Figures:
    assert [share(n) for n in range(4)] == [1] * 4
    assert share(4) < 1
    return {"most": 3}


def chance() -> Figures:
    assert not share(13) and share(12)
    shown = {f"of_{n}": f"{share(n):.3f}" for n in (6, 10, 12)}
    return {**shown, "none": 13, "zero": "0"}


def minimal() -> Figures:
    reached = max(classes(), key=len)
    return {
        "puzzles": len(orbits(minimal_puzzles(GRIDS))),
        "reached": len(orbits(minimal_puzzles(reached))),
    }


def renamed(cells: Row) -> Row:
    """Return a puzzle with its numbers renamed in the order in which they occur.

    ``cells`` are its 16 cells; 0 is a blank, and stays 0.
    """
    names: dict[int, int] = {0: 0}
    return tuple(names.setdefault(cell, len(names)) for cell in cells)


def minimal_puzzles(grids: Iterable[Grid]) -> set[Row]:
    """Return every minimal puzzle with a solution in ``grids``, its numbers renamed.

    A puzzle is minimal if it has one solution, but several without any one of its
    givens. Grids that differ by names have the same puzzles.
    """
    puzzles = set()
    for cells in {renamed(sum(grid, ())) for grid in grids}:
        differing = differences(cells)
        for size in range(3, 8):
            for chosen in combinations(range(16), size):
                givens = bits(chosen)
                if is_unique(givens, differing) and not any(
                    is_unique(givens ^ 1 << k, differing) for k in chosen
                ):
                    kept = (cells[k] * (k in chosen) for k in range(16))
                    puzzles.add(renamed(tuple(kept)))
    return puzzles


def built_in() -> Figures:
    return {"n": 4, "m": 2, "loops": "three"}


def larger_grids() -> Figures:
    """Return how many rotations of nine rows give a solved grid, and other figures.

    The last row is not rotated, and the rotations of the others are all different.
    """
    m, n = 3, 9
    row = tuple(range(n))
    works = sum(
        is_solved((*(turned(row, p) for p in upper), row), m)
        for upper in permutations(range(1, n))
        if all(len({p % m for p in band}) == 1 for band in bands((*upper, 0), m))
    )
    return {
        "n": n,
        "loops": "eight",
        "rows": n - 1,
        "all": n ** (n - 1),
        "works": works,
    }


def bands(rotations: Row, m: int) -> list[Row]:
    """Return the rotations of the rows in each band, of ``m`` rows each.

    The rows of a band differ in each block if their rotations agree modulo ``m``.
    """
    return [rotations[k : k + m] for k in range(0, m * m, m)]


def rows_with_solution() -> Figures:
    solved = [row for row in ROWS_OF_NUMBERS if found(row)]
    return {"solved": len(solved), "rows": len(ROWS_OF_NUMBERS)}


def repeated_numbers() -> Figures:
    assert not any(found(row) for row in ROWS_OF_NUMBERS if len({*row}) < 4)
    return {"candidates": len(ROTATIONS)}


def number_of_cells() -> Figures:
    return {"cells": 4 * 4}


numbered = remaining = draws = number_of_cells
