"""The sentences with figures in the answers to Tasks 9 and 10, as data."""

from collections.abc import Callable, Iterable
from itertools import product
from math import comb
from typing import Final, NamedTuple, TypeVar

from adt.vector import vector_of
from pseudoku import analysis
from pseudoku.analysis import (
    ALL_ROTATIONS,
    MOVES,
    ROW_PERMUTATIONS,
    Cells,
    Moves,
    Rotations,
)
from pseudoku.blanks import set_blanks
from pseudoku.tasks import check_grids, col_checks

T = TypeVar("T")
Figures = dict[str, object]  # what is in each hole

PRINTED: Final = (2, 4, 1, 3, 1, 3, 2, 4, 3, 2, 4, 1, 4, 1, 3, 2)  # in the hand-out
NUMBERS = "no one two three four five six seven eight nine".split()
ORDINALS = "none first second third".split()


class Domain(NamedTuple):
    """The grids, rows and counts from which the figures of the claims are computed.

    Tests leave out elements to see whether a claim depends on them. ``rows`` are the
    arguments of MakeSolution, ``triples`` its candidates in order, and ``any_rows``
    also has rows with repeated numbers. ``larger`` is the m of a larger grid of m * m
    rows.
    """

    moves: tuple[Moves, ...] = MOVES
    rows: tuple[Cells, ...] = tuple(ROW_PERMUTATIONS)
    triples: tuple[Rotations, ...] = tuple(ALL_ROTATIONS)
    any_rows: tuple[Cells, ...] = tuple(product((1, 2, 3, 4), repeat=4))
    larger: int = 3


class Claim(NamedTuple):
    """A sentence of an answer, whose figures are computed.

    ``text`` has replacement fields such as ``{most}``, and ``compute`` returns their
    values by name. ``uses`` names fields of `Domain`: if any element of these is left
    out, the sentence changes.
    """

    key: str
    task: int
    text: str
    compute: Callable[[Domain], Figures]
    uses: tuple[str, ...] = ()

    def sentence(self, domain: Domain = Domain()) -> str:
        """Return the sentence with the figures of ``domain``.

        Raise ValueError if no sentence of this form is true in ``domain``.
        """
        return self.text.format_map(self.compute(domain))


def same(values: list[T]) -> T:
    """Return the common value of ``values``. Raise ValueError if two differ."""
    (value,) = set(values)
    return value


def listed(words: list[str]) -> str:
    """Return ``words`` as an enumeration, with "and" before the last.

    >>> listed(["rows"]), listed(["12", "24"]), listed(["1", "2", "3"])
    ('rows', '12 and 24', '1, 2 and 3')
    """
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def few_grids(domain: Domain) -> Figures:
    grids = analysis.solved_grids()
    alike = [grid for grid in grids if analysis.rows_are_rotations(grid)]
    returned = {analysis.first_solution(row) for row in domain.rows}
    found_grids = hits(domain.rows)
    if found_grids != set(alike) or len(returned) != len(domain.rows):
        raise ValueError("not one grid for each row, all of rotations")
    return {"alike": len(alike), "grids": len(grids), "returned": len(returned)}


def hits(rows: Iterable[Cells]) -> set[Cells]:
    """Return the grids that meet all conditions for one of ``rows``."""
    return {grid for row in rows for grid in analysis.solutions_for_row(row)}


def printed_solution(domain: Domain) -> Figures:
    [(row, hit)] = [
        (row, analysis.solutions_for_row(row).index(PRINTED) + 1)
        for row in domain.rows
        if PRINTED in analysis.solutions_for_row(row)
    ]
    return {"hit": ORDINALS[hit], "row": "".join(map(str, row))}


def kinds(domain: Domain) -> Figures:
    sizes = sorted(map(len, analysis.essentially_different(domain.moves)))
    moved = ["numbers may be renamed", *(kind.words for kind in domain.moves)]
    between = ", and " if len(moved) > 2 else " and "
    return {
        "moves": ", ".join(moved[:-1]) + between + moved[-1] if moved[1:] else moved[0],
        "kinds": NUMBERS[len(sizes)],
        "sizes": listed([*map(str, sizes)]),
    }


def kinds_reached(domain: Domain) -> Figures:
    found_grids = hits(domain.rows)
    classes = sorted(analysis.essentially_different(domain.moves), key=len)
    reached = [
        k for k, kind in enumerate(classes, 1) if not found_grids.isdisjoint(kind)
    ]
    [other] = {*range(1, len(classes) + 1)} - {*reached}
    return {
        "hits": len(found_grids),
        "reached": ORDINALS[same(reached)],
        "other": ORDINALS[other],
    }


def working(domain: Domain) -> list[Rotations]:
    """Return, for each row, the rotations of the first candidate that is accepted."""
    triples = []
    for row in domain.rows:
        passing = analysis.accepted_rotations(row, check_grids, col_checks)
        [first, *_] = [triple for triple in domain.triples if triple in passing]
        triples.append(first)
    return triples


def in_brackets(triple: Rotations) -> str:
    return f"({','.join(map(str, triple))})"


def predictable(domain: Domain) -> Figures:
    if any((analysis.first_solution(row) or row)[12:] != row for row in domain.rows):
        raise ValueError("row 4 is not always the input")
    return {"triple": in_brackets(same(working(domain))), "last": 4}


def best_first(domain: Domain) -> Figures:
    best = same(working(domain))
    reordered = domain._replace(triples=(best, *domain.triples))
    needed = same(
        [reordered.triples.index(triple) + 1 for triple in working(reordered)]
    )
    return {"triple": in_brackets(best), "needed": NUMBERS[needed]}


def cost(domain: Domain) -> Figures:
    counts = [analysis.count_calls(row) for row in domain.rows]
    names = "permute_vector", "enqueue", "dequeue", "search_stack"
    number = [domain.triples.index(triple) + 1 for triple in working(domain)]
    return {
        "candidate": same(number),
        "candidates": len(domain.triples),
        **{name: same([count[name] for count in counts]) for name in names},
    }


def unique_choices(domain: Domain = Domain()) -> tuple[int, ...]:
    """Return, for n = 0..16 blanks, how many choices of cells leave one solution."""
    return same([analysis.unique_blankings(grid) for grid in hits(domain.rows)])


def chances(domain: Domain) -> list[float]:
    """Return the fractions of the choices of n blanks that leave one solution.

    n is 0 to 16, the index in the list.
    """
    return [number / comb(16, n) for n, number in enumerate(unique_choices(domain))]


def safe_blanks(domain: Domain) -> Figures:
    shares = chances(domain)
    return {"most": next(n for n, share in enumerate(shares) if share < 1) - 1}


def chance(domain: Domain) -> Figures:
    shares = chances(domain)
    rounded = {f"of_{n}": f"{shares[n]:.3f}" for n in (6, 10, 12)}
    none = next(n for n, share in enumerate(shares) if not share)
    return {**rounded, "none": none, "zero": f"{max(shares[none:]):g}"}


def minimal(domain: Domain) -> Figures:
    found_grids = hits(domain.rows)
    classes = analysis.essentially_different(domain.moves)
    reached = [
        grid for kind in classes if not found_grids.isdisjoint(kind) for grid in kind
    ]
    every = analysis.minimal_puzzles(analysis.solved_grids(), domain.moves)
    possible = analysis.minimal_puzzles(reached, domain.moves)
    return {"puzzles": len(every), "reached": len(possible)}


def built_in(domain: Domain) -> Figures:
    loops = len(domain.triples[0])  # one for each of the rotations
    return {"n": 4, "m": 2, "loops": NUMBERS[loops]}


def larger_grids(domain: Domain) -> Figures:
    n = domain.larger**2
    works = sum(1 for _ in analysis.working_rotations(domain.larger))
    loops = NUMBERS[n - 1]
    return {"n": n, "loops": loops, "rows": n - 1, "all": n ** (n - 1), "works": works}


def rows_with_solution(domain: Domain) -> Figures:
    solved = [row for row in domain.any_rows if analysis.first_solution(row)]
    return {"solved": len(solved), "rows": len(domain.any_rows)}


def repeated_numbers(domain: Domain) -> Figures:
    repeated = [row for row in domain.any_rows if len({*row}) < len(row)]
    tried = same([analysis.count_calls(row)["make_vector"] for row in repeated])
    return {"candidates": tried}


def largest_number(domain: Domain) -> Figures:
    return {"cells": len(analysis.solved_grids()[0])}


def draws(domain: Domain) -> Figures:
    """Return ``{"cells": 16}`` if the k-th blank is drawn from cells k to 16.

    This ensures that `set_blanks` draws no cell twice. Raise ValueError if it may.
    """
    cells = len(analysis.solved_grids()[0])
    for n in range(cells + 1):
        drawn: list[tuple[int, int]] = []

        def draw(first: int, last: int) -> int:
            drawn.append((first, last))
            return last

        grid = [vector_of(1, 2, 3, 4) for _ in range(4)]
        set_blanks(vector_of(*grid), n, draw)
        if drawn != [(k, cells) for k in range(1, n + 1)]:
            raise ValueError("the draws are not from those that are left")
    return {"cells": cells}


CLAIMS: Final = (
    Claim(
        "few_grids",
        10,
        "Only {alike} of the {grids} solved grids are like that, and because "
        "MakeSolution stops at the first one it finds, it returns only {returned}, one "
        "for each row.",
        few_grids,
        ("rows",),
    ),
    Claim(
        "printed_solution",
        10,
        "It never returns the others, not even the solution that the hand-out prints, "
        "which would be the {hit} found from row {row}.",
        printed_solution,
    ),
    Claim(
        "kinds",
        10,
        "If {moves}, there are {kinds} essentially different grids, in classes of "
        "{sizes}.",
        kinds,
        ("moves",),
    ),
    Claim(
        "kinds_reached",
        10,
        "All {hits} belong to the {reached}; no puzzle can be made from a grid of the "
        "{other}.",
        kinds_reached,
        ("moves", "rows"),
    ),
    Claim(
        "predictable",
        10,
        "The same row always gives the same grid, row {last} is the input, and for "
        "every row the rotations are {triple}.",
        predictable,
    ),
    Claim("safe_blanks", 10, "Up to {most} blanks are always safe.", safe_blanks),
    Claim(
        "chance",
        10,
        "With 6 blanks the chance of a single solution is {of_6}, with 10 it is "
        "{of_10}, with 12 only {of_12}, and with {none} or more it is {zero}.",
        chance,
    ),
    Claim(
        "minimal",
        10,
        "There are {puzzles} essentially different ones; {reached} of them have a "
        "solution of the kind that can be reached, and finding one is luck.",
        minimal,
        ("moves",),
    ),
    Claim(
        "cost",
        10,
        "It always succeeds with candidate {candidate} of {candidates}, after "
        "{permute_vector} calls of PermuteVector, {enqueue} ENQUEUEs, {dequeue} "
        "DEQUEUEs and {search_stack} calls of SearchStack.",
        cost,
        ("triples",),
    ),
    Claim(
        "best_first",
        10,
        "Trying {triple} first would need {needed} candidate.",
        best_first,
    ),
    Claim(
        "built_in",
        10,
        "The numbers {n} and {m} and {loops} nested loops are built in.",
        built_in,
    ),
    Claim(
        "larger_grids",
        10,
        "A {n}-by-{n} version needs {loops} loops and has {n}^{rows} = {all:,} "
        "candidates, of which only {works} work.",
        larger_grids,
    ),
    Claim(
        "rows_with_solution",
        10,
        "Only {solved} of the {rows} rows of numbers 1 to 4 have a solution.",
        rows_with_solution,
        ("any_rows",),
    ),
    Claim(
        "repeated_numbers",
        10,
        "For a row with a repeated number, all {candidates} candidates are tried "
        "before FALSE is returned.",
        repeated_numbers,
    ),
    Claim(
        "largest_number",
        10,
        "Nothing keeps *n* between 0 and {cells}.",
        largest_number,
    ),
    Claim(
        "numbered",
        9,
        "Number the elements of the puzzle from 1 to {cells}, row by row, and store "
        "the numbers in a vector called *cells*.",
        largest_number,
    ),
    Claim(
        "remaining",
        9,
        "After draw *k*, the numbers not yet drawn are stored in elements *k* + 1 to "
        "{cells} of *cells*.",
        draws,
    ),
    Claim("draws", 9, "It takes *n* draws, even if *n* is {cells}.", draws),
)
