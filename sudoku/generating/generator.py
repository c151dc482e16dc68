"""Make puzzles with one solution that match a specification.

**Removing givens.** Each attempt starts with a full grid. Three boxes on a diagonal
share no unit, so they can have any digits; `exact` fills the rest. Thirty of these
digits become givens. While the puzzle has another solution, a digit where that solution
differs becomes a given too. Then each given is removed, unless ``exact.is_needed`` says
that the puzzle would have another solution without it. Now the puzzle is minimal: no
given can be removed.

**Adding givens.** A `Condition` checks the puzzle with the functions of a coursework.
While more givens may help, removed givens are added again, except those that would make
the condition impossible. If it is still not met, the next attempt starts with a new
grid.

**Relatives.** If a condition is rarely met and has an example, puzzles are made from
the example; see `_relatives`.

**Symmetry.** Cells that a symmetry maps to each other gain or lose givens together.
"""

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import NamedTuple

from _courseware.terminal.messages import plural
from sudoku import exact
from sudoku.checks import check_choice, check_number, shorten
from sudoku.errors import SudokuError
from sudoku.generating.conditions import (
    ANY_PUZZLE,
    MIN_GIVENS,
    Condition,
    ConditionVerdict,
)
from sudoku.generating.givens import (
    add_givens,
    copy_cells,
    count_givens,
    is_minimal,
    remove_givens,
)
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


class AttemptsExhaustedError(SudokuError):
    """Raised if no puzzle was found in the allowed number of attempts."""


class PuzzleSpec(NamedTuple):
    """The required properties of a puzzle.

    ``givens`` is the number of givens, or None for any. If ``minimal``, no given may be
    removable. ``symmetry`` is a key of SYMMETRIES, and ``condition`` must be met.
    ``tries`` is the maximum number of attempts for each puzzle.
    """

    givens: int | None = None
    minimal: bool = False
    symmetry: str = "none"
    condition: Condition = ANY_PUZZLE
    tries: int = DEFAULT_MAX_ATTEMPTS


def puzzles(
    spec: PuzzleSpec,
    seed: int,
    on_attempt: Callable[[int, int], None] = lambda *_: None,
) -> Iterator[str]:
    """Return an endless iterator of puzzles, the same ones for the same seed.

    A puzzle is 81 characters, row by row, with ``.`` for a blank. ``on_attempt`` is
    called before each attempt with the number of the puzzle and the number of the
    attempt, both from 1. Raise SudokuError if no puzzle can match ``spec``, TypeError
    for an argument of another type, and ValueError for one outside its range. The
    iterator raises AttemptsExhaustedError when ``spec.tries`` attempts for one puzzle
    have failed.

    >>> endless = puzzles(PuzzleSpec(givens=30), seed=1)
    >>> first, second = next(endless), next(endless)
    >>> count_givens(first), exact.count(first), first == second
    (30, 1, False)
    """
    _check_types(spec, seed)
    check_spec(spec)
    if spec.condition.example and spec.symmetry == "none":
        return _relatives(spec, seed, on_attempt)
    return (find_puzzle(spec, seed, number, on_attempt) for number in count(1))


def _check_types(spec: object, seed: object) -> None:
    """Raise TypeError if ``spec``, a field of it, or ``seed`` has a wrong type.

    Raise ValueError for a field that is out of range.
    """
    if not isinstance(spec, PuzzleSpec):
        raise TypeError(f"spec is {shorten(spec)}; expected a PuzzleSpec")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise TypeError(f"seed is {shorten(seed)}; expected a whole number")
    if spec.givens is not None:
        check_number("givens", spec.givens, 0)
    check_choice("symmetry", spec.symmetry, SYMMETRIES)
    check_number("tries", spec.tries, 1)
    if not isinstance(spec.condition, Condition):
        raise TypeError(f"condition is {shorten(spec.condition)}; expected a Condition")


def check_spec(spec: PuzzleSpec) -> None:
    """Raise SudokuError if the number of givens in ``spec`` excludes every puzzle.

    The message says which numbers its symmetry, condition or minimality allows.
    """
    givens = spec.givens
    condition = spec.condition
    if givens is None:
        return
    problem = f"{givens} givens; expected"
    if not MIN_GIVENS <= givens <= 81:
        reason = "with fewer there are always several solutions"
        suffix = f": {reason}" if givens < MIN_GIVENS else ""
        raise SudokuError(f"{problem} {MIN_GIVENS} to 81{suffix}")
    if spec.minimal and givens > MAX_MINIMAL_GIVENS:
        reason = "no minimal puzzle with more is known"
        raise SudokuError(f"{problem} at most {MAX_MINIMAL_GIVENS}: {reason}")
    if not condition.least <= givens <= condition.most:
        reason = f"others cannot be {condition}"
        raise SudokuError(f"{problem} {condition.least} to {condition.most}: {reason}")
    if givens not in (possible := possible_givens(spec.symmetry)):
        fewer = max(total for total in possible if total < givens)
        more = min(total for total in possible if total > givens)
        reason = f"{spec.symmetry} allows no number between"
        raise SudokuError(f"{problem} {fewer} or {more}: {reason}")


def find_puzzle(
    spec: PuzzleSpec, seed: int, number: int, on_attempt: Callable[[int, int], None]
) -> str:
    """Return puzzle ``number``, from 1, of `puzzles` with the other arguments.

    Raise AttemptsExhaustedError if no attempt succeeds.
    """
    orbits = orbits_of(spec.symmetry)
    random = Random(f"{seed} {number}")
    for trial in range(1, spec.tries + 1):
        on_attempt(number, trial)
        puzzle = make_attempt(spec, random, orbits)
        if puzzle is not None and exact.count(puzzle) == 1:
            return puzzle
    raise _out_of_tries(spec, number)


def _out_of_tries(spec: PuzzleSpec, number: int) -> AttemptsExhaustedError:
    attempts = plural(spec.tries, "attempt")
    return AttemptsExhaustedError(f"puzzle {number}: no match in {attempts}")


def _relatives(
    spec: PuzzleSpec, seed: int, on_attempt: Callable[[int, int], None]
) -> Iterator[str]:
    """Yield the puzzles of `puzzles`, made from the example of the condition.

    Raise AttemptsExhaustedError after ``spec.tries`` attempts for one puzzle.
    """
    random = Random(seed)
    candidates = random_walk(
        spec.condition.example,
        lambda puzzle: spec.condition.check(puzzle) == "kept",
        random,
    )
    for number in count(1):
        for trial, puzzle in zip(range(1, spec.tries + 1), candidates):
            on_attempt(number, trial)
            if puzzle is None:
                continue
            order = [] if spec.minimal else random.sample(orbits_of("none"), 81)
            matching = _add_needed_givens(puzzle, exact.solve(puzzle)[0], order, spec)
            if matching is not None and exact.count(matching) == 1:
                yield matching
                break
        else:
            raise _out_of_tries(spec, number)


def make_attempt(spec: PuzzleSpec, random: Random, orbits: list[Orbit]) -> str | None:
    """Return a random puzzle that matches ``spec``, or None if the attempt failed.

    ``orbits`` are the groups of cells that gain or lose givens together.
    """
    solution = _random_full_grid(random)
    order = random.sample(orbits, len(orbits))
    avoided = cross_cells(random.randrange(3)) if spec.condition.sparse else set()
    order.sort(key=lambda orbit: not avoided.isdisjoint(orbit))
    puzzle = _unique_puzzle(solution, order)
    min_givens = 0
    if spec.condition is ANY_PUZZLE and not spec.minimal:
        min_givens = spec.givens or 0
    puzzle = remove_givens(puzzle, order, min_givens)
    if spec.minimal:
        order = []
        if spec.symmetry != "none" and not is_minimal(puzzle):
            return None
    return _add_needed_givens(puzzle, solution, order, spec)


def _random_full_grid(random: Random) -> str:
    cells = ["."] * 81
    for corner in (0, 30, 60):
        for place, digit in enumerate(random.sample("123456789", 9)):
            cells[corner + place // 3 * 9 + place % 3] = digit
    return exact.solve("".join(cells))[0]


def _unique_puzzle(solution: str, orbits: list[Orbit]) -> str:
    """Return a puzzle whose only solution is ``solution``, 81 digits.

    The first of ``orbits``, groups of cells, become givens, up to INITIAL_GIVENS; then
    those in which another solution differs.
    """
    puzzle = "." * 81
    for orbit in orbits:
        if count_givens(puzzle) < INITIAL_GIVENS:
            puzzle = copy_cells(puzzle, solution, orbit)
    return add_givens(puzzle, solution, orbits)


def _add_needed_givens(
    puzzle: str, solution: str, orbits: list[Orbit], spec: PuzzleSpec
) -> str | None:
    """Return ``puzzle`` with more digits of ``solution``, until it matches ``spec``.

    The digits are added by ``orbits``, groups of cells, in this order. Return None if
    it never matches.
    """
    max_givens = spec.givens or 81
    verdict = spec.condition.check(puzzle)
    for orbit in orbits:
        if verdict == "lost" or _matches_spec(spec, puzzle, verdict):
            break
        larger = copy_cells(puzzle, solution, orbit)
        if larger != puzzle and count_givens(larger) <= max_givens:
            new_verdict = spec.condition.check(larger)
            if new_verdict != "lost":
                puzzle = larger
                verdict = new_verdict
    return puzzle if _matches_spec(spec, puzzle, verdict) else None


def _matches_spec(spec: PuzzleSpec, puzzle: str, verdict: ConditionVerdict) -> bool:
    return verdict == "kept" and spec.givens in (None, count_givens(puzzle))
