"""Task 9: which cells become blank, and how often."""

from collections import Counter
from itertools import product
from math import factorial
from random import Random

import pytest

from adt import vector_of
from pseudoku import set_blanks
from pseudoku.blanks import BLANK

Cells = frozenset[tuple[int, int]]


class Scripted:
    """A random integer that is what the script says, if that is in its range."""

    def __init__(self, script: tuple[int, ...]) -> None:
        self.script = list(script)

    def __call__(self, first: int, last: int) -> int:
        drawn = self.script.pop(0)
        assert first <= drawn <= last
        return drawn


def blanked(script: tuple[int, ...]) -> Cells:
    puzzle = vector_of(*[vector_of(1, 2, 3, 4) for _ in range(4)])
    assert set_blanks(puzzle, len(script), Scripted(script)) is puzzle
    return frozenset(
        (i, j) for i, j in product(range(1, 5), repeat=2) if puzzle[i][j] == BLANK
    )


@pytest.mark.parametrize("n", range(5))
def test_every_set_of_n_cells_is_equally_likely(n: int) -> None:
    draws = product(*[range(k, 17) for k in range(1, n + 1)])
    met = Counter(map(blanked, draws))
    assert set(met.values()) == {factorial(n)}
    assert {len(cells) for cells in met} == {n}
    assert len(met) == factorial(16) // factorial(n) // factorial(16 - n)


@pytest.mark.parametrize("n", range(17))
def test_n_cells_become_blank_and_the_others_stay(n: int) -> None:
    numbers = [[4, 1, 3, 2], [3, 2, 4, 1], [1, 3, 2, 4], [2, 4, 1, 3]]
    puzzle = vector_of(*[vector_of(*row) for row in numbers])
    set_blanks(puzzle, n, Random(n).randint)
    pairs = [
        (puzzle[i][j], numbers[i - 1][j - 1]) for i, j in product(range(1, 5), repeat=2)
    ]
    assert sum(new == BLANK for new, _ in pairs) == n
    assert all(new == old for new, old in pairs if new != BLANK)
