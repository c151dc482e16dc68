"""New puzzles: with one solution each, and whatever else is wished for.

**Taking out.** First a full grid: three boxes on a diagonal share no unit, so they take
any digits, and `exact` fills the rest. Thirty of its digits become clues, and one more
wherever another solution differs, until there is no other. Then each clue is taken out
again unless ``exact.is_needed`` says that the puzzle has another solution without it.
The puzzle is now minimal: no clue can go.

**Giving back.** A `Promise` judges a puzzle as the module of its coursework sees it.
While it asks for more clues, some of the clues that were taken out are given back, but
none that would break the promise. If that does not help, the next attempt starts with a
new grid.

**Symmetry.** Cells that a symmetry carries to each other come and go together.
"""

from collections.abc import Callable, Iterator
from itertools import compress, count, islice
from random import Random
from typing import Final, Literal, NamedTuple

from sudoku import exact
from sudoku.errors import SudokuError
from sudoku.generating.symmetry import Orbit, cross, orbits_of, totals

Verdict = Literal["kept", "more clues", "lost"]

START: Final = 30  # clues before the first search: with fewer it finds too much
FEWEST: Final = 17
MOST_MINIMAL: Final = 40
TRIES: Final = 50_000


class OutOfTries(SudokuError):
    """Chance gave no puzzle like the one that was wished for."""


class Promise:
    """What shall be true of a puzzle besides its one solution: here, nothing."""

    least = FEWEST  # givens with which it can be kept
    most = 81
    sparse = False  # whether it is kept more often where rows and columns are empty

    def judge(self, puzzle: str) -> Verdict:
        """Whether it is kept, may be kept with more clues, or is lost."""
        return "kept"

    def facts(self, puzzle: str) -> dict[str, int | str]:
        """What was judged, in numbers and words."""
        return {}

    def __str__(self) -> str:
        return ""


NOTHING: Final = Promise()


class Wish(NamedTuple):
    """What a puzzle shall be like; without ``givens``, it has as many as come about."""

    givens: int | None = None
    minimal: bool = False
    symmetry: str = "none"
    promise: Promise = NOTHING
    tries: int = TRIES


def puzzles(
    wish: Wish, seed: int, tell: Callable[[int, int], None] = lambda *_: None
) -> Iterator[str]:
    """Puzzles without end, the same for the same seed; SudokuError if there are none.

    ``tell`` hears the number of the puzzle and of the try, before each try.

    >>> first, second = islice(puzzles(Wish(givens=30), seed=1), 2)
    >>> clues(first), exact.count(first), first == second
    (30, 1, False)
    """
    check(wish)
    return (find(wish, seed, number, tell) for number in count(1))


def check(wish: Wish) -> None:
    """SudokuError if no puzzle can be like ``wish``."""
    givens, promise = wish.givens, wish.promise
    if givens is None:
        return
    said = f"{givens} givens; expected"
    if not FEWEST <= givens <= 81:
        why = "with fewer there are always several solutions"
        told = f": {why}" if givens < FEWEST else ""
        raise SudokuError(f"{said} {FEWEST} to 81{told}")
    if wish.minimal and givens > MOST_MINIMAL:
        why = "no minimal puzzle with more is known"
        raise SudokuError(f"{said} {MOST_MINIMAL} at most: {why}")
    if not promise.least <= givens <= promise.most:
        why = f"others cannot be {promise}"
        raise SudokuError(f"{said} {promise.least} to {promise.most}: {why}")
    if givens not in (possible := totals(wish.symmetry)):
        fewer = max(total for total in possible if total < givens)
        more = min(total for total in possible if total > givens)
        why = f"{wish.symmetry} has nothing between"
        raise SudokuError(f"{said} {fewer} or {more}: {why}")


def find(wish: Wish, seed: int, number: int, tell: Callable[[int, int], None]) -> str:
    """The puzzle of that number; OutOfTries if no try comes to one."""
    orbits = orbits_of(wish.symmetry)
    random = Random(f"{seed} {number}")
    for trial in range(1, wish.tries + 1):
        tell(number, trial)
        puzzle = attempt(wish, random, orbits)
        if puzzle is not None and exact.count(puzzle) == 1:
            return puzzle
    tries = f"{wish.tries:,} {'try' if wish.tries == 1 else 'tries'}"
    raise OutOfTries(f"puzzle {number}: none like this in {tries}")


def attempt(wish: Wish, random: Random, orbits: list[Orbit]) -> str | None:
    """A puzzle like ``wish``, if it comes about."""
    solution = full_grid(random)
    order = random.sample(orbits, len(orbits))
    avoided = cross(random.randrange(3)) if wish.promise.sparse else set()
    order.sort(key=lambda orbit: not avoided.isdisjoint(orbit))
    puzzle = draft(solution, order)

    fewest = wish.givens if wish.promise is NOTHING and not wish.minimal else None
    puzzle = taken_out(puzzle, order, fewest or 0)
    if wish.minimal:
        order = []
        if wish.symmetry != "none" and not is_minimal(puzzle):
            return None
    return given_back(puzzle, solution, order, wish)


def full_grid(random: Random) -> str:
    """Some solution: 81 digits."""
    cells = ["."] * 81
    for corner in (0, 30, 60):
        for place, digit in enumerate(random.sample("123456789", 9)):
            cells[corner + place // 3 * 9 + place % 3] = digit
    return exact.solve("".join(cells))[0]


def draft(solution: str, orbits: list[Orbit]) -> str:
    """A puzzle with no other solution, and clues in the first ``orbits`` that do."""
    puzzle = "." * 81
    for orbit in orbits:
        if clues(puzzle) < START:
            puzzle = given(puzzle, solution, orbit)
    while other := another(puzzle, solution):
        differs = (any(other[k] != solution[k] for k in orbit) for orbit in orbits)
        puzzle = given(puzzle, solution, next(compress(orbits, differs)))
    return puzzle


def another(puzzle: str, solution: str) -> str | None:
    two = islice(exact.solutions(puzzle), 2)
    return next((other for other in two if other != solution), None)


def given(puzzle: str, source: str, cells: Orbit) -> str:
    """``puzzle`` with what ``source`` has in ``cells``."""
    for cell in cells:
        puzzle = puzzle[:cell] + source[cell] + puzzle[cell + 1 :]
    return puzzle


def taken_out(puzzle: str, orbits: list[Orbit], fewest: int) -> str:
    """``puzzle`` without the clues that its one solution does without."""
    for orbit in orbits:
        if puzzle[orbit[0]] != "." and clues(puzzle) - len(orbit) >= fewest:
            without = given(puzzle, "." * 81, orbit)
            alone = ((given(without, puzzle, (cell,)), cell) for cell in orbit)
            if not any(exact.is_needed(one, cell) for one, cell in alone):
                puzzle = without
    return puzzle


def given_back(
    puzzle: str, solution: str, orbits: list[Orbit], wish: Wish
) -> str | None:
    """``puzzle`` with some clues more, if it becomes like ``wish`` by that."""
    most = wish.givens or 81
    verdict = wish.promise.judge(puzzle)
    for orbit in orbits:
        if verdict == "lost" or fulfils(wish, puzzle, verdict):
            break
        more = given(puzzle, solution, orbit)
        if more != puzzle and clues(more) <= most:
            judged = wish.promise.judge(more)
            if judged != "lost":
                puzzle, verdict = more, judged
    return puzzle if fulfils(wish, puzzle, verdict) else None


def fulfils(wish: Wish, puzzle: str, verdict: Verdict) -> bool:
    return verdict == "kept" and wish.givens in (None, clues(puzzle))


def clues(puzzle: str) -> int:
    return 81 - puzzle.count(".")


def is_minimal(puzzle: str) -> bool:
    """Whether no clue of ``puzzle`` can be taken out."""
    cells = (cell for cell, digit in enumerate(puzzle) if digit != ".")
    return all(exact.is_needed(puzzle, cell) for cell in cells)
