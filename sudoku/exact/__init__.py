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
placed. No addition carries into the next field, so two additions to the whole
integer find all dead ends and all singles at once, without a loop over the fields. A
closed field is 0 and has no candidates to place. See `tree.place_singles`.

**Lines and boxes.** Three rows cross three boxes. A digit can be in the first row of
the first box only if the two other rows can have it in the two other boxes, each row in
a different box. `tree.confine` checks this for all rows, columns, boxes and digits at
once, and removes the candidates that fail.

**Search.** When neither step finds anything, `tree.search` guesses. It takes a cell
with two candidates or a digit with two places, tries one of the two, and later the
other. The state before a guess is one integer, which stays as it is: nothing has to be
copied or undone. The candidate that led to the latest dead end is tried first in the
next branch. Otherwise a contradiction in one corner of the grid would be found again
after every guess in another corner.

The tables take a few milliseconds; they are built for the first puzzle. For thousands
of puzzles, `bulk` exchanges the roles: there is an integer for each candidate, and each
of its bits is a puzzle. `kernel` is the search in C, which is used if it is compiled.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, repeat
from typing import TYPE_CHECKING

from sudoku.errors import SudokuError
from sudoku.exact.fields import (
    CELLS_AT,
    DROP,
    WIDTH,
    refusal,
    solution_of,
    state_of,
)
from sudoku.exact.tree import search

if TYPE_CHECKING:
    from sudoku.exact.library import Kernel

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

Puzzle = str | Sequence[Sequence[int | str]]  # 81 characters, or nine rows

BATCH = 20_000  # the most puzzles that `solve_all` takes at a time
BLANK_OR_DIGIT = frozenset(".0123456789")
# The units of each cell as one number: a bit for its row, its column and its box.
UNIT_BITS = [
    1 << cell // 9 | 1 << 9 + cell % 9 | 1 << 18 + cell // 27 * 3 + cell % 9 // 3
    for cell in range(81)
]
FEWEST_IN_BULK = 2_000  # smaller batches are faster one by one


def solve(puzzle: Puzzle, limit: int = 1) -> list[str]:
    """Return the solutions of ``puzzle``, at most ``limit``, as 81 digits each.

    A puzzle is 81 characters row by row, or nine rows of nine digits; ``.`` or ``0`` is
    a blank. Raise SudokuError if it is neither.

    >>> puzzle = "4...3.......6..8..........1....5..9..8....6...7.2...."
    >>> solve(puzzle + "....1.27..5.3....4.9........")[0][:54]
    '468931527751624839392578461134756298289413675675289314'
    >>> solve("11" + "." * 79)
    []
    """
    cells = cells_in(puzzle)
    most = checked(limit)
    if kernel := compiled():
        return next(kernel.solve([checked_text(cells)], most))
    return plain_solve(cells, most)


def plain_solve(cells: str, most: int) -> list[str]:
    """Return what `solve` returns, without the kernel."""
    return list(islice(map(solution_of, search(state_of(cells))), most))


def count(puzzle: Puzzle, limit: int = 2) -> int:
    """Return the number of solutions of ``puzzle``, or ``limit`` if it has more.

    Raise SudokuError if ``puzzle`` is not a puzzle as `solve` takes it.

    >>> count("." * 81), count("." * 81, limit=1000), count("11" + "." * 79)
    (2, 1000, 0)
    """
    cells = cells_in(puzzle)
    most = checked(limit)
    if kernel := compiled():
        return kernel.count([checked_text(cells)], most)[0]
    return sum(1 for _ in islice(search(state_of(cells)), most))


def has_clash(cells: str) -> bool:
    """Return whether 81 *cells* contain any of the `clashes`, which take longer.

    >>> has_clash("5.3" + "." * 78), has_clash("5.5" + "." * 78)
    (False, True)
    """
    holders = dict.fromkeys("123456789", 0)  # the units that contain each digit
    for digit, units in zip(cells, UNIT_BITS):
        if digit in holders:
            if holders[digit] & units:
                return True
            holders[digit] |= units
    return False


def solve_all(puzzles: Iterable[Puzzle], limit: int = 1) -> Iterator[list[str]]:
    """Yield what ``solve`` returns for each puzzle, several thousand strings at once.

    This is faster than calling ``solve`` for each. At most 20,000 puzzles are in memory
    at a time. Raise SudokuError on reaching a value that is not a puzzle.

    >>> from itertools import repeat
    >>> sum(len(solved) for solved in solve_all(repeat("." * 81, 3), limit=2))
    6
    """
    most = checked(limit)
    for batch in batches(puzzles):
        if (kernel := compiled()) and (texts := as_texts(batch)):
            yield from kernel.solve(texts, most)
            continue
        for puzzle, settled in zip(batch, in_bulk(batch)):
            yield solve(puzzle, most) if settled is None else settled[:most]


def count_all(puzzles: Iterable[Puzzle], limit: int = 2) -> Iterator[int]:
    """Yield what ``count`` returns for each puzzle; faster for thousands of strings.

    It takes puzzles and raises SudokuError as `solve_all` does.

    >>> list(count_all(["." * 81, "11" + "." * 79], limit=3))
    [3, 0]
    """
    most = checked(limit)
    for batch in batches(puzzles):
        if (kernel := compiled()) and (texts := as_texts(batch)):
            yield from kernel.count(texts, most)
            continue
        for puzzle, settled in zip(batch, in_bulk(batch)):
            yield count(puzzle, most) if settled is None else min(len(settled), most)


def batches(puzzles: Iterable[Puzzle]) -> Iterator[list[Puzzle]]:
    """Yield ``puzzles`` in lists of at most BATCH."""
    waiting = iter(puzzles)
    while batch := list(islice(waiting, BATCH)):
        yield batch


def cells_in(puzzle: Puzzle) -> str:
    """Return the cells of ``puzzle`` as a string, row by row.

    Raise SudokuError if it is neither a string nor nine rows of nine digits. A string
    is returned as it is: it may have any length.

    >>> cells_in([[5, 0, 3, 0, 0, 0, 0, 0, 0]] * 9)[:9]
    '5.3......'
    """
    if isinstance(puzzle, str):
        return puzzle
    try:
        rows = [[str(cell) for cell in row] for row in puzzle]
    except TypeError:
        message = "not a puzzle; expected 81 characters, or nine rows of nine digits"
        raise SudokuError(message) from None
    if len(rows) != 9:
        number_of_rows = f"{len(rows)} row{'s' * (len(rows) != 1)}"
        raise SudokuError(f"{number_of_rows}; expected nine")
    for number, row in enumerate(rows, 1):
        if len(row) != 9:
            length = f"{len(row)} cell{'s' * (len(row) != 1)}"
            raise SudokuError(f"row {number} has {length}; expected nine")
        for column, cell in enumerate(row, 1):
            if cell not in BLANK_OR_DIGIT:
                place = f"r{number}c{column}"
                raise SudokuError(f"{place} is {cell[:20]!r}; expected a digit or '.'")
    return "".join(cell for row in rows for cell in row).replace("0", ".")


def checked(limit: int) -> int:
    """Return ``limit``, at most what `islice` takes. Raise ValueError if negative."""
    if limit < 0:
        raise ValueError(f"a limit of {limit}; expected 0 or more")
    return min(limit, sys.maxsize)


def in_bulk(batch: list[Puzzle]) -> Iterable[list[str] | None]:
    """Return the solutions of each puzzle, or None where ``solve`` must find them."""
    texts = as_texts(batch) if len(batch) >= FEWEST_IN_BULK else []
    if not texts:
        return repeat(None)
    from sudoku.exact.bulk import settle

    return settle(texts)


def as_texts(batch: list[Puzzle]) -> list[str]:
    """Return ``batch`` if each puzzle in it is 81 digits and dots, otherwise no puzzle.

    >>> as_texts(["." * 81]) == ["." * 81], as_texts(["." * 81, "1" * 80])
    (True, [])
    """
    texts = [puzzle for puzzle in batch if isinstance(puzzle, str)]
    if len(texts) < len(batch) or set(map(len, texts)) != {81}:
        return []
    text = "".join(texts).encode("ascii", "replace")
    return [] if text.translate(None, b".0123456789") else texts


def checked_text(cells: str) -> str:
    """Return ``cells``. Raise SudokuError if they are not 81 digits and dots."""
    if not as_texts([cells]):
        raise refusal(cells)
    return cells


def is_needed(puzzle: Puzzle, cell: int) -> bool:
    """Return whether ``cell`` could hold another digit if its given were removed.

    Cells count from 0, row by row. If a given is not needed, removing it adds no
    solution. The answer takes one search, for a solution with another digit in the
    cell.

    >>> puzzle = solve("." * 81)[0].translate(str.maketrans("12", ".."))
    >>> count(puzzle), is_needed(puzzle, 0)
    (2, False)
    """
    cells = cells_in(puzzle)
    if len(cells) != 81 or cells[cell] not in "123456789":
        state_of(cells)  # raises SudokuError if this is not a puzzle
        return False
    given = cells[cell]
    without = cells[:cell] + "." + cells[cell + 1 :]
    if kernel := compiled():
        barred = 9 * cell + int(given) - 1
        return kernel.count([checked_text(without)], 1, barred) == [1]
    state = state_of(without) & DROP[CELLS_AT + WIDTH * cell + int(given)]
    return any(True for _ in search(state))


def solutions(puzzle: Puzzle) -> Iterator[str]:
    """Return an iterator over the solutions of ``puzzle``, which finds them one by one.

    Raise SudokuError if ``puzzle`` is not a puzzle as `solve` takes it.
    """
    cells = cells_in(puzzle)
    if kernel := compiled():
        return kernel.solutions(checked_text(cells))
    return map(solution_of, search(state_of(cells)))


@cache
def compiled() -> "Kernel | None":
    """Return the search in C, if `sudoku.exact.kernel` has compiled it."""
    folder = cache_folder()
    if not folder or not os.path.isdir(folder):
        return None
    try:
        from sudoku.exact.library import load
    except ImportError:  # a Python without ctypes
        return None
    return load(folder)


def cache_folder() -> str:
    """Return the absolute path of the user's folder for the compiled kernel, or "".

    ``XDG_CACHE_HOME`` counts if it is absolute, as its specification says.
    """
    caches = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(caches):
        caches = os.path.expanduser("~/.cache")
    return os.path.join(caches, "sudoku-courseworks") * os.path.isabs(caches)
