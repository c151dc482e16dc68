"""Task 9: make a puzzle from a solution, by setting blanks."""

from collections.abc import Callable
from typing import TypeAlias

from adt.vector import ArrayVector, Vector
from pseudoku.tasks import Puzzle

RandomInteger: TypeAlias = Callable[[int, int], int]

BLANK = 0


def set_blanks(puzzle: Puzzle, n: int, random_integer: RandomInteger) -> Puzzle:
    """Task 9: ``puzzle`` itself, ``n`` of its 16 values blank, 0 ≤ n ≤ 16.

    Every set of ``n`` cells is equally likely if ``random_integer(a, b)`` is each of
    a, a + 1, ..., b equally often.

    The cells are numbered 1 to 16, row by row. Shuffle the numbers only as far as
    they are needed: the k-th swap draws one of those not yet taken.

    ::

        function SetBlanks(puzzle, n)
            new Vector cells(16)
            for 1 ≤ k ≤ 16 do
                cells[k] ← k
            end for
            for 1 ≤ k ≤ n do
                r ← RandomInteger(k, 16)
                cell ← cells[r]
                cells[r] ← cells[k]
                i ← ⌊(cell − 1)/4⌋ + 1
                j ← (cell − 1) mod 4 + 1
                puzzle[i][j] ← BLANK
            end for
            return puzzle
        end function

    >>> from adt import vector_of
    >>> puzzle = vector_of(*[vector_of(2, 4, 1, 3) for _ in range(4)])
    >>> set_blanks(puzzle, 2, lambda first, last: first)[1]
    ArrayVector(0, 0, 1, 3)
    """
    cells: Vector[int] = ArrayVector(16)
    for k in range(1, 17):
        cells[k] = k
    for k in range(1, n + 1):
        r = random_integer(k, 16)
        cell = cells[r]
        cells[r] = cells[k]
        i = (cell - 1) // 4 + 1
        j = (cell - 1) % 4 + 1
        puzzle[i][j] = BLANK
    return puzzle
