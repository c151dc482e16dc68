"""Make puzzles with one solution that match a wish.

**Taking out.** Each attempt starts with a full grid. Three boxes on a diagonal share no
unit, so they can have any digits; `exact` fills the rest. Thirty of these digits become
givens. While the puzzle has another solution, a digit where that solution differs
becomes a given too. Then each given is taken out again, unless ``exact.is_needed`` says
that the puzzle would have another solution without it. Now the puzzle is minimal: no
given can be taken out.

**Giving back.** A `Promise` judges the puzzle with the module of a coursework. While it
asks for more givens, givens that were taken out are put back, except those that would
break the promise. If the promise is still not kept, the next attempt starts with a new
grid.

**Relatives.** If a promise is rarely kept and has an example, puzzles are made from the
example; see `relatives`.

**Symmetry.** Cells that a symmetry maps to each other gain or lose givens together.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from random import Random
from typing import NamedTuple

from _courseware.terminal.messages import plural
from sudoku import exact
from sudoku.checks import check_choice, check_number, shortened
from sudoku.errors import SudokuError
from sudoku.generating.givens import (
    add_givens,
    copy_cells,
    count_givens,
    is_minimal,
    remove_givens,
)
from sudoku.generating.promises import FEWEST_GIVENS, NO_PROMISE, Promise, Verdict
from sudoku.generating.relatives import random_walk
from sudoku.generating.symmetry import (
    SYMMETRIES,
    Orbit,
    cross_cells,
    orbits_of,
    possible_givens,
)

INITIAL_GIVENS = 30  # givens before the first search, which takes too long with fewer
MAX_MINIMAL_GIVENS = 40
DEFAULT_MAX_ATTEMPTS = 50_000


class OutOfTries(SudokuError):
    """No puzzle was found in the allowed number of attempts."""


class Wish(NamedTuple):
    """The wanted properties of a puzzle. Without ``givens``, any number will do."""

    givens: int | None = None
    minimal: bool = False
    symmetry: str = "none"
    promise: Promise = NO_PROMISE
    tries: int = DEFAULT_MAX_ATTEMPTS


def puzzles(
    wish: Wish, seed: int, watch: Callable[[int, int], None] = lambda *_: None
) -> Iterator[str]:
    """Return an endless iterator of puzzles, the same ones for the same seed.

    A puzzle is 81 characters row by row, ``.`` for a blank. *watch* is called before
    each attempt with the number of the puzzle and the number of the attempt. Raise
    SudokuError if no puzzle can match *wish*, and OutOfTries when ``wish.tries``
    attempts for one puzzle have failed. Raise TypeError for an argument of another type,
    and ValueError for one outside its range.

    >>> endless = puzzles(Wish(givens=30), seed=1)
    >>> first, second = next(endless), next(endless)
    >>> count_givens(first), exact.count(first), first == second
    (30, 1, False)
    """
    check_types(wish, seed)
    check_spec(wish)
    if wish.promise.example and wish.symmetry == "none":
        return relatives(wish, seed, watch)
    return (find_puzzle(wish, seed, number, watch) for number in count(1))


def check_types(wish: object, seed: object) -> None:
    """Raise TypeError for a value of another type, ValueError for one out of range."""
    if not isinstance(wish, Wish):
        raise TypeError(f"wish is {shortened(wish)}; expected a Wish")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"seed is {shortened(seed)}; expected a whole number")
    if wish.givens is not None:
        check_number("givens", wish.givens, 0)
    check_choice("symmetry", wish.symmetry, SYMMETRIES)
    check_number("tries", wish.tries, 1)
    if not isinstance(wish.promise, Promise):
        raise TypeError(f"promise is {shortened(wish.promise)}; expected a Promise")


def check_spec(wish: Wish) -> None:
    """Raise SudokuError if no puzzle can match *wish*."""
    givens, promise = wish.givens, wish.promise
    if givens is None:
        return
    problem = f"{givens} givens; expected"
    if not FEWEST_GIVENS <= givens <= 81:
        why = "with fewer there are always several solutions"
        reason = f": {why}" if givens < FEWEST_GIVENS else ""
        raise SudokuError(f"{problem} {FEWEST_GIVENS} to 81{reason}")
    if wish.minimal and givens > MAX_MINIMAL_GIVENS:
        why = "no minimal puzzle with more is known"
        raise SudokuError(f"{problem} at most {MAX_MINIMAL_GIVENS}: {why}")
    if not promise.least <= givens <= promise.most:
        why = f"others cannot be {promise}"
        raise SudokuError(f"{problem} {promise.least} to {promise.most}: {why}")
    if givens not in (possible := possible_givens(wish.symmetry)):
        fewer = max(total for total in possible if total < givens)
        more = min(total for total in possible if total > givens)
        why = f"{wish.symmetry} allows no number between"
        raise SudokuError(f"{problem} {fewer} or {more}: {why}")


def find_puzzle(
    wish: Wish, seed: int, number: int, watch: Callable[[int, int], None]
) -> str:
    """Return puzzle *number*. Raise OutOfTries if no attempt makes a puzzle."""
    orbits = orbits_of(wish.symmetry)
    random = Random(f"{seed} {number}")
    for trial in range(1, wish.tries + 1):
        watch(number, trial)
        puzzle = make_attempt(wish, random, orbits)
        if puzzle is not None and exact.count(puzzle) == 1:
            return puzzle
    raise out_of_tries(wish, number)


def out_of_tries(wish: Wish, number: int) -> OutOfTries:
    attempts = plural(wish.tries, "attempt")
    return OutOfTries(f"puzzle {number}: no match in {attempts}")


def relatives(
    wish: Wish, seed: int, watch: Callable[[int, int], None]
) -> Iterator[str]:
    """Yield puzzles that match *wish*, made from the example of its promise."""
    random = Random(seed)
    found = random_walk(
        wish.promise.example, partial(meets_condition, wish.promise), random
    )
    for number in count(1):
        for trial, puzzle in zip(range(1, wish.tries + 1), found):
            watch(number, trial)
            if puzzle is None:
                continue
            order = [] if wish.minimal else random.sample(orbits_of("none"), 81)
            matching = with_needed_givens(puzzle, exact.solve(puzzle)[0], order, wish)
            if matching is not None and exact.count(matching) == 1:
                yield matching
                break
        else:
            raise out_of_tries(wish, number)


def meets_condition(promise: Promise, puzzle: str) -> bool:
    return promise.judge(puzzle) == "kept"


def make_attempt(wish: Wish, random: Random, orbits: list[Orbit]) -> str | None:
    """Make a random puzzle, and return it if it matches *wish*, otherwise None."""
    solution = full_grid(random)
    order = random.sample(orbits, len(orbits))
    avoided = cross_cells(random.randrange(3)) if wish.promise.sparse else set()
    order.sort(key=lambda orbit: not avoided.isdisjoint(orbit))
    puzzle = unique_puzzle(solution, order)

    fewest = wish.givens if wish.promise is NO_PROMISE and not wish.minimal else None
    puzzle = remove_givens(puzzle, order, fewest or 0)
    if wish.minimal:
        order = []
        if wish.symmetry != "none" and not is_minimal(puzzle):
            return None
    return with_needed_givens(puzzle, solution, order, wish)


def full_grid(random: Random) -> str:
    """Return the 81 digits of a random solved grid."""
    cells = ["."] * 81
    for corner in (0, 30, 60):
        for place, digit in enumerate(random.sample("123456789", 9)):
            cells[corner + place // 3 * 9 + place % 3] = digit
    return exact.solve("".join(cells))[0]


def unique_puzzle(solution: str, orbits: list[Orbit]) -> str:
    """Return a puzzle with only this *solution*, and givens in the first *orbits*."""
    puzzle = "." * 81
    for orbit in orbits:
        if count_givens(puzzle) < INITIAL_GIVENS:
            puzzle = copy_cells(puzzle, solution, orbit)
    return add_givens(puzzle, solution, orbits)


def with_needed_givens(
    puzzle: str, solution: str, orbits: list[Orbit], wish: Wish
) -> str | None:
    """Return *puzzle* with the givens that it needs to match *wish*, or None."""
    most = wish.givens or 81
    verdict = wish.promise.judge(puzzle)
    for orbit in orbits:
        if verdict == "lost" or matches_spec(wish, puzzle, verdict):
            break
        more = copy_cells(puzzle, solution, orbit)
        if more != puzzle and count_givens(more) <= most:
            judged = wish.promise.judge(more)
            if judged != "lost":
                puzzle, verdict = more, judged
    return puzzle if matches_spec(wish, puzzle, verdict) else None


def matches_spec(wish: Wish, puzzle: str, verdict: Verdict) -> bool:
    """Return whether *puzzle* matches *wish*, given the verdict of its promise."""
    return verdict == "kept" and wish.givens in (None, count_givens(puzzle))
