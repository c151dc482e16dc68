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
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice, repeat
from typing import TYPE_CHECKING, Final

from sudoku.exact.fields import CELLS, DROP, WIDTH, solution_of, state_of
from sudoku.exact.tree import search

if TYPE_CHECKING:
    from sudoku.exact.masks import Search

BATCH: Final = 20_000  # puzzles that `solve_all` takes at a time
WORTH: Final = 2_000  # the fewest that are faster in bulk than one by one


def solve(puzzle: str, limit: int = 1) -> list[str]:
    """The solutions of ``puzzle``, ``limit`` at most; SudokuError if it is none.

    A puzzle is 81 characters row by row, ``.`` or ``0`` for a blank.

    >>> puzzle = "4...3.......6..8..........1....5..9..8....6...7.2...."
    >>> solve(puzzle + "....1.27..5.3....4.9........")[0][:54]
    '468931527751624839392578461134756298289413675675289314'
    >>> solve("11" + "." * 79)
    []
    """
    most = checked(limit)
    if most and (compiled_search := compiled()):
        found = compiled_search(puzzle).settle()
        if found is not None:
            return found
    return list(islice(solutions(puzzle), most))


def count(puzzle: str, limit: int = 2) -> int:
    """How many solutions ``puzzle`` has, counted up to ``limit``.

    >>> count("." * 81), count("." * 81, limit=1000), count("11" + "." * 79)
    (2, 1000, 0)
    """
    most = checked(limit)
    if most and (compiled_search := compiled()):
        return compiled_search(puzzle).count(most)
    return sum(1 for _ in islice(search(state_of(puzzle)), most))


def solve_all(puzzles: Iterable[str], limit: int = 1) -> Iterator[list[str]]:
    """What ``solve`` says of each puzzle, one after another; thousands are faster.

    It takes 20,000 puzzles at a time, and keeps no more of them. What is no puzzle is
    a SudokuError in its turn.

    >>> from itertools import repeat
    >>> sum(len(found) for found in solve_all(repeat("." * 81, 3), limit=2))
    6
    """
    most = checked(limit)
    waiting = iter(puzzles)
    while batch := list(islice(waiting, BATCH)):
        for puzzle, found in zip(batch, in_bulk(batch)):
            yield solve(puzzle, most) if found is None else found[:most]


def checked(limit: int) -> int:
    """``limit``, or what no count comes to; ValueError if it is negative."""
    if limit < 0:
        raise ValueError(f"a limit of {limit}, expected 0 or more")
    return min(limit, sys.maxsize)


def in_bulk(batch: list[str]) -> Iterable[list[str] | None]:
    """The solutions of each puzzle, or None where ``solve`` has to say."""
    if len(batch) < WORTH or compiled() or not all_puzzles(batch):
        return repeat(None)
    from sudoku.exact.bulk import settle

    return settle(batch)


def all_puzzles(batch: list[str]) -> bool:
    text = "".join(batch).encode("ascii", "replace")
    return set(map(len, batch)) == {81} and not text.translate(None, b".0123456789")


def is_needed(puzzle: str, cell: int) -> bool:
    """Whether ``puzzle`` could have another digit in ``cell`` without its clue there.

    It is one search, for a solution with another digit. Cells count from 0, row by row.
    A puzzle with one solution keeps it when a clue is taken that is not needed.

    >>> puzzle = solve("." * 81)[0].translate(str.maketrans("12", ".."))
    >>> count(puzzle), is_needed(puzzle, 0)
    (2, False)
    """
    clue = puzzle[cell]
    if clue not in "123456789":
        state_of(puzzle)  # may object
        return False
    without = puzzle[:cell] + "." + puzzle[cell + 1 :]
    if compiled_search := compiled():
        others = compiled_search(without)
        others.rule_out(cell, int(clue) - 1)
        return others.count(1) > 0
    state = state_of(without) & DROP[CELLS + WIDTH * cell + int(clue)]
    return any(True for _ in search(state))


def solutions(puzzle: str) -> Iterator[str]:
    """The solutions of ``puzzle`` one by one; SudokuError at once if it is none."""
    return map(solution_of, search(state_of(puzzle)))


@cache
def compiled() -> "type[Search] | None":
    """`masks.Search`, if it has been compiled: as Python it would be a slow way.

    It settles what is the same in any order. Of several solutions `tree.search` says
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
    """Whether `masks` has changed since ``path`` was made of it."""
    source = os.path.join(os.path.dirname(path), "masks.py")
    return os.path.exists(source) and os.path.getmtime(source) > os.path.getmtime(path)
