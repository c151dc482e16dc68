"""Solving and counting, exact and fast: the whole puzzle is one integer.

**Fields.** In a solution, each row, column and box has exactly one place for each
digit, and each cell has exactly one digit. These are 324 conditions. Each has a field
of 11 bits in a Python integer: nine bits for the candidates that can still meet the
condition, an open bit that is on until a candidate meets it, and a spare bit. Each
candidate has a bit in four fields. For 7 in r2c3 they are the fields of "7 in row 2",
"7 in column 3", "7 in box 1" and "the digit of r2c3".

Placing a candidate is a single AND with a mask from a table. The mask closes the four
fields of the candidate: it turns all their bits off. It removes from all other fields
the rivals of the candidate, which are the other candidates in the four fields. It also
sets the digit, because the integer contains the 81 digits too. When every field is
closed, these digits are the solution. `fields` describes the layout.

**Singles.** A *single* is the only candidate of its field: the cell has no other digit,
or the digit has no other place in the row, column or box. Two additions find singles,
as these three fields show; the bits are spare, open and the nine candidates::

                      two candidates     one candidate      no candidate
    the field         0 1 001010000      0 1 000010000      0 1 000000000
    add 511           1 0 001001111      1 0 000001111      0 1 111111111
    AND the field     0 0 001000000      0 0 000000000
    add 511           0 1 000111111      0 0 111111111

After the first addition, the open bit is off, unless the field has no candidate: then
this is a dead end. The AND removes the lowest candidate. After the second addition, the
open bit is on again, unless there was only that candidate: then it is a single, and is
placed. No addition carries into the next field, so two additions to the whole integer
find all dead ends and all singles at once, without a loop over the fields. A closed
field is 0 and has no candidates to place. See `tree.place_singles`.

**Lines and boxes.** Three rows cross three boxes. A digit can be in the first row of
the first box only if the two other rows can have it in the two other boxes, each row in
a different box. `tree._remove_confined` checks this for all rows, columns, boxes and
digits at once, and removes the candidates that fail.

**Search.** When neither step finds anything, `tree.search` guesses. It takes a cell
with two candidates or a digit with two places, tries one of the two, and later the
other. The state before a guess is one integer, which stays as it is: nothing has to be
copied or undone. The candidate that led to the latest dead end is tried first in the
next branch. Otherwise a contradiction in one corner of the grid would be found again
after every guess in another corner.

The tables take a few milliseconds; they are built for the first puzzle.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Literal, TypeVar, overload

from sudoku.checks import Puzzle, cells_in, check_choice, check_iterable, check_number
from sudoku.errors import SudokuError
from sudoku.exact.fields import CELLS_AT, REMOVE_MASKS, WIDTH, solution_of, state_of
from sudoku.exact.tree import search

__all__ = [
    "Puzzle",
    "count",
    "count_all",
    "has_clash",
    "is_needed",
    "solutions",
    "solve",
    "solve_all",
]

T = TypeVar("T")
# The units of each cell as one number: a bit for its row, its column and its box.
UNIT_BITS = [
    1 << cell // 9 | 1 << 9 + cell % 9 | 1 << 18 + cell // 27 * 3 + cell % 9 // 3
    for cell in range(81)
]


def solve(puzzle: Puzzle, limit: int = 1) -> list[str]:
    """Return at most ``limit`` solutions of ``puzzle``, each a string of 81 digits.

    A puzzle is 81 characters, row by row, or nine rows of nine digits; ``.`` or ``0``
    is a blank. Raise SudokuError if it is neither, TypeError if ``limit`` is not a
    whole number, and ValueError if it is negative.

    >>> puzzle = "4...3.......6..8..........1....5..9..8....6...7.2...."
    >>> solve(puzzle + "....1.27..5.3....4.9........")[0][:54]
    '468931527751624839392578461134756298289413675675289314'
    >>> solve("11" + "." * 79)
    []
    """
    cells = cells_in(puzzle)
    max_solutions = _check_limit(limit)
    return list(islice(map(solution_of, search(state_of(cells))), max_solutions))


def count(puzzle: Puzzle, limit: int = 2) -> int:
    """Return the number of solutions of ``puzzle``, or ``limit`` if it has more.

    A puzzle is 81 characters, row by row, or nine rows of nine digits; ``.`` or ``0``
    is a blank. Raise SudokuError if it is neither, TypeError if ``limit`` is not a
    whole number, and ValueError if it is negative.

    >>> count("." * 81), count("." * 81, limit=1000), count("11" + "." * 79)
    (2, 1000, 0)
    """
    cells = cells_in(puzzle)
    max_solutions = _check_limit(limit)
    return sum(1 for _ in islice(search(state_of(cells)), max_solutions))


def has_clash(cells: Puzzle) -> bool:
    """Return whether a digit occurs twice in a row, column or box of ``cells``.

    ``cells`` is a puzzle as `solve` takes it; otherwise raise SudokuError. This is
    faster than `sudoku.grid.clashes`.

    >>> has_clash("5.3" + "." * 78), has_clash("5.5" + "." * 78)
    (False, True)
    """
    holders = dict.fromkeys("123456789", 0)  # the units that contain each digit
    for digit, units in zip(cells_in(cells), UNIT_BITS):
        if digit in holders:
            if holders[digit] & units:
                return True
            holders[digit] |= units
    return False


@overload
def solve_all(
    puzzles: Iterable[Puzzle], limit: int = 1, errors: Literal["raise"] = "raise"
) -> Iterator[list[str]]: ...
@overload
def solve_all(
    puzzles: Iterable[Puzzle], limit: int = 1, *, errors: Literal["return"]
) -> Iterator[list[str] | SudokuError]: ...
def solve_all(
    puzzles: Iterable[Puzzle], limit: int = 1, errors: str = "raise"
) -> Iterator[list[str]] | Iterator[list[str] | SudokuError]:
    """Yield the solutions of each puzzle, at most ``limit``, as `solve` returns them.

    If ``errors`` is "raise", raise SudokuError at a value that is not a puzzle; if it
    is "return", yield the error in the place of the solutions. Its message has the
    index of the puzzle, from 0. Raise TypeError or ValueError for other invalid
    arguments.

    >>> [*solve_all(["." * 81, "5"], errors="return")][1]
    SudokuError('puzzle 1: 1 character; expected 81')
    """
    return _answer_all(lambda puzzle: solve(puzzle, limit), puzzles, limit, errors)


@overload
def count_all(
    puzzles: Iterable[Puzzle], limit: int = 2, errors: Literal["raise"] = "raise"
) -> Iterator[int]: ...
@overload
def count_all(
    puzzles: Iterable[Puzzle], limit: int = 2, *, errors: Literal["return"]
) -> Iterator[int | SudokuError]: ...
def count_all(
    puzzles: Iterable[Puzzle], limit: int = 2, errors: str = "raise"
) -> Iterator[int] | Iterator[int | SudokuError]:
    """Yield the number of solutions of each puzzle, or ``limit`` if it has more.

    If ``errors`` is "raise", raise SudokuError at a value that is not a puzzle; if it
    is "return", yield the error in the place of the number. Its message has the index
    of the puzzle, from 0. Raise TypeError or ValueError for other invalid arguments.

    >>> list(count_all(["." * 81, "11" + "." * 79], limit=3))
    [3, 0]
    """
    return _answer_all(lambda puzzle: count(puzzle, limit), puzzles, limit, errors)


def _answer_all(
    function: Callable[[Puzzle], T], puzzles: Iterable[Puzzle], limit: int, errors: str
) -> Iterator[T | SudokuError]:
    """Check the arguments; return an iterator over the results of ``function``.

    If ``errors`` is "raise", the iterator raises SudokuError at a value that is not a
    puzzle; if it is "return", it yields the error.
    """
    _check_limit(limit)
    check_choice("errors", errors, ("raise", "return"))
    check_iterable("puzzles", puzzles)

    def answers() -> Iterator[T | SudokuError]:
        for index, puzzle in enumerate(puzzles):
            try:
                yield function(puzzle)
            except SudokuError as error:
                located = SudokuError(f"puzzle {index}: {error}")
                if errors == "raise":
                    raise located from None
                yield located

    return answers()


def is_needed(puzzle: Puzzle, cell: int) -> bool:
    """Return whether ``cell`` could have another digit if its given were removed.

    ``cell`` counts from 0, row by row. Removing a given that is not needed adds no
    solution. Return False for a blank. Raise SudokuError if ``puzzle`` is not a puzzle
    as `solve` takes it, and TypeError or ValueError if ``cell`` is not 0 to 80.

    >>> puzzle = solve("." * 81)[0].translate(str.maketrans("12", ".."))
    >>> count(puzzle), is_needed(puzzle, 0)
    (2, False)
    """
    cells = cells_in(puzzle)
    check_number("cell", cell, 0, 80)
    digit = cells[cell]
    if digit in ".0":
        return False
    without = cells[:cell] + "." + cells[cell + 1 :]
    state = state_of(without) & REMOVE_MASKS[CELLS_AT + WIDTH * cell + int(digit)]
    return any(True for _ in search(state))


def solutions(puzzle: Puzzle) -> Iterator[str]:
    """Return an iterator over all solutions of ``puzzle``, which finds them one by one.

    Each is a string of 81 digits. Raise SudokuError if ``puzzle`` is not a puzzle as
    `solve` takes it.
    """
    return map(solution_of, search(state_of(cells_in(puzzle))))


def _check_limit(limit: int) -> int:
    """Return ``limit``, reduced to `sys.maxsize` if it is larger.

    Raise TypeError if it is not a whole number, and ValueError if it is negative.
    """
    check_number("limit", limit, 0)
    return min(limit, sys.maxsize)
