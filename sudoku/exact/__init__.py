"""Solving and counting, exact and fast: the whole puzzle is one integer.

**Fields.** A solution keeps 324 promises: each row, each column and each box has one
place for each digit, and each cell has one digit. Each promise is a field of 11 bits in
one Python integer: nine bits for the candidates that can still keep it, a bit that is
on while the promise is open, and a spare one. A candidate, say 7 in r2c3, is a bit in
four fields: row 2's 7, column 3's 7, box 1's 7, and the cell. To place it is one AND,
with a mask made beforehand that closes its four fields, all bits off, and takes its
rivals out of all others. It also sets the digit, for the integer holds the 81 digits
too: one whose fields are all closed is the solution. `fields` has the layout.

**Singles.** Add 511, nine ones, to a field with two candidates:

    spare  open  candidates
      0     1    001010000
      +          111111111
      1     0    001001111   the carry has turned the open bit off
      0     0    001000000   ANDed with what was there: the lowest candidate is gone

A field without a candidate has no carry, and its open bit stays on: a dead end. Add 511
once more, to what is left: a field that had just one candidate has no carry now, and
the candidate must be placed. Nothing here looks at a field. Two additions to the whole
integer find every dead end, every cell with one digit and every digit with one place,
at once. That is `tree.place_singles`.

**Lines and boxes.** Three rows cross three boxes. A digit can be in the first row of
the first box only if the two other rows can have it in the two other boxes, one in
each. `tree.confine` asks so of every row, column, box and digit at once.

**Search.** Where that stops, one of two candidates is tried, of a cell with two digits
or a digit with two places, and then the other. To go back is to take up an older
integer: nothing is copied, nothing undone. What led to a dead end last is tried first
in the next branch, or a contradiction in one corner would be met again under every
guess in another. That is `tree.search`.

The tables take a few milliseconds and are made when the first puzzle comes. For
thousands of puzzles `bulk` turns the picture: an integer for each candidate, in it a
bit for each puzzle. And where somebody has compiled `masks`, it is asked first.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, repeat
from typing import TYPE_CHECKING, Final, TypeAlias

from sudoku.errors import SudokuError
from sudoku.exact.fields import CELLS, DROP, WIDTH, solution_of, state_of
from sudoku.exact.tree import search

if TYPE_CHECKING:
    from sudoku.exact.masks import Search

__all__ = ["Puzzle", "count", "is_needed", "solutions", "solve", "solve_all"]

Puzzle: TypeAlias = str | Sequence[Sequence[int | str]]  # 81 characters, or nine rows

BATCH: Final = 20_000  # puzzles that `solve_all` takes at a time
BLANK_OR_DIGIT: Final = frozenset(".0123456789")
WORTH: Final = 2_000  # the fewest that are faster in bulk than one by one


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
    if most and (compiled_search := compiled()):
        settled = compiled_search(cells).settle()
        if settled is not None:
            return settled
    return list(islice(solutions(cells), most))


def count(puzzle: Puzzle, limit: int = 2) -> int:
    """Return the number of solutions of ``puzzle``, or ``limit`` if it has more.

    Raise SudokuError if ``puzzle`` is not one that `solve` takes.

    >>> count("." * 81), count("." * 81, limit=1000), count("11" + "." * 79)
    (2, 1000, 0)
    """
    cells = cells_in(puzzle)
    most = checked(limit)
    if most and (compiled_search := compiled()):
        return compiled_search(cells).count(most)
    return sum(1 for _ in islice(search(state_of(cells)), most))


def solve_all(puzzles: Iterable[Puzzle], limit: int = 1) -> Iterator[list[str]]:
    """Yield what ``solve`` returns for each puzzle; faster for thousands of strings.

    It takes 20,000 puzzles at a time, and keeps no more of them. Raise SudokuError when
    the turn of something comes that is not a puzzle.

    >>> from itertools import repeat
    >>> sum(len(found) for found in solve_all(repeat("." * 81, 3), limit=2))
    6
    """
    most = checked(limit)
    waiting = iter(puzzles)
    while batch := list(islice(waiting, BATCH)):
        for puzzle, settled in zip(batch, in_bulk(batch)):
            yield solve(puzzle, most) if settled is None else settled[:most]


def cells_in(puzzle: Puzzle) -> str:
    """Return the cells of ``puzzle``, row by row, which are 81 if it has rows.

    Raise SudokuError if it is neither a string nor nine rows of nine digits.

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
        raise SudokuError(f"{len(rows)} rows; expected nine")
    for number, row in enumerate(rows, 1):
        if len(row) != 9:
            raise SudokuError(f"row {number} has {len(row)} cells; expected nine")
        for column, cell in enumerate(row, 1):
            if cell not in BLANK_OR_DIGIT:
                place = f"r{number}c{column}"
                raise SudokuError(f"{place} is {cell[:20]!r}; expected a digit or '.'")
    return "".join(cell for row in rows for cell in row).replace("0", ".")


def checked(limit: int) -> int:
    """Return ``limit``, or a number that no count reaches; ValueError if negative."""
    if limit < 0:
        raise ValueError(f"a limit of {limit}; expected 0 or more")
    return min(limit, sys.maxsize)


def in_bulk(batch: list[Puzzle]) -> Iterable[list[str] | None]:
    """Return the solutions of each puzzle, or None where ``solve`` must be called."""
    if len(batch) < WORTH or compiled():
        return repeat(None)
    strings = [puzzle for puzzle in batch if isinstance(puzzle, str)]
    if len(strings) < len(batch) or not all_puzzles(strings):
        return repeat(None)
    from sudoku.exact.bulk import settle

    return settle(strings)


def all_puzzles(batch: list[str]) -> bool:
    text = "".join(batch).encode("ascii", "replace")
    return set(map(len, batch)) == {81} and not text.translate(None, b".0123456789")


def is_needed(puzzle: Puzzle, cell: int) -> bool:
    """Return whether ``cell`` could hold another digit if its clue were removed.

    This takes one search, for a solution with another digit. Cells count from 0, row by
    row. A puzzle with one solution keeps it if a clue that is not needed is removed.

    >>> puzzle = solve("." * 81)[0].translate(str.maketrans("12", ".."))
    >>> count(puzzle), is_needed(puzzle, 0)
    (2, False)
    """
    cells = cells_in(puzzle)
    if len(cells) != 81 or cells[cell] not in "123456789":
        state_of(cells)  # raises SudokuError if this is not a puzzle
        return False
    clue = cells[cell]
    without = cells[:cell] + "." + cells[cell + 1 :]
    if compiled_search := compiled():
        others = compiled_search(without)
        others.rule_out(cell, int(clue) - 1)
        return others.count(1) > 0
    state = state_of(without) & DROP[CELLS + WIDTH * cell + int(clue)]
    return any(True for _ in search(state))


def solutions(puzzle: Puzzle) -> Iterator[str]:
    """Return an iterator over the solutions of ``puzzle``, found as it goes."""
    return map(solution_of, search(state_of(cells_in(puzzle))))


@cache
def compiled() -> "type[Search] | None":
    """Return `masks.Search` if it has been compiled; as Python it would be slow.

    It answers what is the same in any order. Of several solutions `tree.search` decides
    which comes first, so that all answers are the same without it.
    """
    from importlib.machinery import ExtensionFileLoader, PathFinder

    spec = PathFinder.find_spec("sudoku.exact.masks", __path__)
    loader = spec.loader if spec else None
    if not isinstance(loader, ExtensionFileLoader) or is_stale(loader.path):
        return None
    try:
        from sudoku.exact.masks import Search
    except (ImportError, ValueError):  # librt is gone, or another version
        return None
    return Search


def is_stale(path: str) -> bool:
    """Return whether `masks` has changed since it was compiled to ``path``."""
    source = os.path.join(os.path.dirname(path), "masks.py")
    return os.path.exists(source) and os.path.getmtime(source) > os.path.getmtime(path)
