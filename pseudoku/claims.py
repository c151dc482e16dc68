"""The sentences with figures in the answers to Tasks 9 and 10.

Each sentence is with the function that computes its figures.
"""

from collections.abc import Callable
from itertools import product
from math import comb
from typing import NamedTuple, TypeAlias, TypeVar

from pseudoku.analysis import (
    ALL_ROTATIONS,
    ROW_PERMUTATIONS,
    CellNumbers,
    canonical_grid,
    essentially_different,
    minimal_puzzles,
    rows_are_rotations,
    run_task_8,
    solutions_for_row,
    solved_grids,
    unique_blankings,
    working_rotations,
)

T = TypeVar("T")
Figures: TypeAlias = dict[str, object]  # the values of replacement fields, by name
Compute: TypeAlias = Callable[[], Figures]

PRINTED = (2, 4, 1, 3, 1, 3, 2, 4, 3, 2, 4, 1, 4, 1, 3, 2)  # in the hand-out
NUMBERS = "no one two three four five six seven eight nine".split()
ORDINALS = ("first", "second")


class Claim(NamedTuple):
    """A sentence of an answer, whose figures are computed.

    ``text`` has replacement fields such as ``{most}``, and ``compute`` returns their
    values by name.
    """

    key: str
    task: int
    text: str
    compute: Compute

    def sentence(self) -> str:
        return self.text.format_map(self.compute())


CLAIMS: list[Claim] = []


def claim(task: int, text: str, key: str = "") -> Callable[[Compute], Compute]:
    """Return a decorator that adds a claim to CLAIMS.

    Its key is ``key`` or, if that is "", the name of the function.
    """

    def add_claim(compute: Compute) -> Compute:
        CLAIMS.append(Claim(key or compute.__name__, task, text, compute))
        return compute

    return add_claim


def same(values: list[T]) -> T:
    """Return the common value of ``values``. Raise ValueError if two differ."""
    (value,) = set(values)
    return value


def hits() -> set[CellNumbers]:
    """Return the grids that meet all conditions for some row."""
    return {grid for row in ROW_PERMUTATIONS for grid in solutions_for_row(row)}


@claim(
    10,
    "Only {alike} of the {grids} solved grids are like that, and because MakeSolution "
    "stops at the first one it finds, it returns only {returned}, one for each row.",
)
def few_grids() -> Figures:
    alike = sum(map(rows_are_rotations, solved_grids()))
    returned = {run_task_8(row).grid for row in ROW_PERMUTATIONS}
    return {"alike": alike, "grids": len(solved_grids()), "returned": len(returned)}


@claim(
    10,
    "It never returns the others, not even the solution that the hand-out prints, "
    "which would be the {hit} found from row {row}.",
)
def printed_solution() -> Figures:
    row = PRINTED[12:]
    hit = ORDINALS[solutions_for_row(row).index(PRINTED)]
    return {"hit": hit, "row": "".join(map(str, row))}


@claim(
    10,
    "If {moves}, there are {kinds} essentially different grids, in classes of {sizes}.",
)
def kinds() -> Figures:
    class_sizes = [str(len(grids)) for grids in essentially_different()]
    return {
        "moves": "numbers may be renamed, rows and columns moved, and rows turned into "
        "columns",
        "kinds": NUMBERS[len(class_sizes)],
        "sizes": " and ".join(class_sizes),
    }


@claim(
    10,
    "All {hits} belong to the {reached}; no puzzle can be made from a grid of the "
    "{other}.",
)
def kinds_reached() -> Figures:
    is_reached = [not hits().isdisjoint(grids) for grids in essentially_different()]
    ordinals = dict(zip(is_reached, ORDINALS))
    return {"hits": len(hits()), "reached": ordinals[True], "other": ordinals[False]}


def triple(row: CellNumbers) -> str:
    """Return the rotations with which Task 8 succeeds for ``row``, as ``(x,y,z)``."""
    x, y, z = ALL_ROTATIONS[run_task_8(row).calls["make_vector"] - 1]
    return f"({x},{y},{z})"


@claim(
    10,
    "The same row always gives the same grid, row {last} is the input, and for every "
    "row the rotations are {triple}.",
)
def predictable() -> Figures:
    grids = [(run_task_8(row).grid or (), row) for row in ROW_PERMUTATIONS]
    last = [[grid[k : k + 4] for k in (0, 4, 8, 12)].index(row) for grid, row in grids]
    return {"triple": same([*map(triple, ROW_PERMUTATIONS)]), "last": same(last) + 1}


def unique_choices() -> tuple[int, ...]:
    """Return, for n = 0..16 blanks, how many choices of cells leave one solution."""
    return same([unique_blankings(grid) for grid in set(map(canonical_grid, hits()))])


def chances() -> list[float]:
    """Return, for n = 0..16, the share of the choices of n blanks with one solution."""
    return [number / comb(16, n) for n, number in enumerate(unique_choices())]


@claim(10, "Up to {most} blanks are always safe.")
def safe_blanks() -> Figures:
    return {"most": next(n for n, chance in enumerate(chances()) if chance < 1) - 1}


@claim(
    10,
    "With 6 blanks the chance of a single solution is {of_6}, with 10 it is {of_10}, "
    "with 12 only {of_12}, and with {none} or more it is {zero}.",
)
def chance() -> Figures:
    shares = chances()
    rounded = {f"of_{n}": f"{shares[n]:.3f}" for n in (6, 10, 12)}
    none = shares.index(0)
    return {**rounded, "none": none, "zero": f"{max(shares[none:]):g}"}


@claim(
    10,
    "There are {puzzles} essentially different ones; {reached} of them have a solution "
    "of the kind that can be reached, and finding one is luck.",
)
def minimal() -> Figures:
    classes = essentially_different()
    counts = [len(minimal_puzzles(grids[0])) for grids in classes]
    [reached] = [n for n, grids in zip(counts, classes) if not hits().isdisjoint(grids)]
    return {"puzzles": sum(counts), "reached": reached}


@claim(
    10,
    "It always succeeds with candidate {candidate} of {candidates}, after "
    "{permute_vector} calls of PermuteVector, {enqueue} ENQUEUEs, {dequeue} DEQUEUEs "
    "and {search_stack} calls of SearchStack.",
)
def cost() -> Figures:
    def calls(name: str) -> int:
        return same([run_task_8(row).calls[name] for row in ROW_PERMUTATIONS])

    names = ("permute_vector", "enqueue", "dequeue", "search_stack")
    return {
        "candidate": calls("make_vector"),
        "candidates": len(ALL_ROTATIONS),
        **{name: calls(name) for name in names},
    }


@claim(10, "Trying {triple} first would need {needed} candidate.")
def best_first() -> Figures:
    return {"triple": predictable()["triple"], "needed": NUMBERS[1]}


@claim(10, "The numbers {n} and {m} and {loops} nested loops are built in.")
def built_in() -> Figures:
    return {"n": 4, "m": 2, "loops": NUMBERS[len(ALL_ROTATIONS[0])]}


@claim(
    10,
    "A {n}-by-{n} version needs {loops} loops and has {n}^{rows} = {all:,} candidates, "
    "of which only {works} work.",
)
def larger_grids() -> Figures:
    works = len(list(working_rotations(3)))
    return {"n": 9, "loops": NUMBERS[8], "rows": 8, "all": 9**8, "works": works}


@claim(10, "Only {solved} of the {rows} rows of numbers 1 to 4 have a solution.")
def rows_with_solution() -> Figures:
    rows = list(product((1, 2, 3, 4), repeat=4))
    return {"solved": sum(map(bool, map(solutions_for_row, rows))), "rows": len(rows)}


@claim(
    10,
    "For a row with a repeated number, all {candidates} candidates are tried before "
    "FALSE is returned.",
)
def repeated_numbers() -> Figures:
    # Relabelling the numbers of a row changes no search.
    rows = set(map(canonical_grid, product((1, 2, 3, 4), repeat=4)))
    repeated = rows.difference(ROW_PERMUTATIONS)
    return {
        "candidates": same([run_task_8(row).calls["make_vector"] for row in repeated])
    }


@claim(9, "It takes *n* draws, even if *n* is {cells}.", "draws")
@claim(
    9,
    "After draw *k*, the numbers not yet drawn are stored in elements *k* + 1 to "
    "{cells} of *cells*.",
    "remaining",
)
@claim(
    9,
    "Number the elements of the puzzle from 1 to {cells}, row by row, and store the "
    "numbers in a vector called *cells*.",
    "numbered",
)
@claim(10, "Nothing keeps *n* between 0 and {cells}.")
def number_of_cells() -> Figures:  # decorators are applied from the last to the first
    return {"cells": len(PRINTED)}
