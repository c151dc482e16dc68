"""Task 9: which cells become blank, and how often."""

from collections import Counter
from itertools import product
from math import factorial
from random import Random

import pytest

from adt import vector_of
from pseudocode.running.runner import Runner
from pseudoku import blanks, set_blanks
from pseudoku.blanks import BLANK, RandomInteger
from pseudoku.cli.arguments import parse_value
from pseudoku.cli.code import pseudocode_lines
from pseudoku.reference import parse

Cells = frozenset[tuple[int, int]]


def blanked(script: tuple[int, ...]) -> Cells:
    """Return the cells that become blank if these are the random integers."""
    given = vector_of(*[vector_of(1, 2, 3, 4) for _ in range(4)])
    draws = iter(script)

    def draw(first: int, last: int) -> int:
        drawn = next(draws)
        assert first <= drawn <= last
        return drawn

    assert set_blanks(given, len(script), draw) is given
    return frozenset(
        (i, j) for i, j in product(range(1, 5), repeat=2) if given[i][j] == BLANK
    )


@pytest.mark.parametrize("n", [*range(4), pytest.param(4, marks=pytest.mark.slow)])
def test_every_set_of_n_blanks_is_equally_likely(n: int) -> None:
    draws = product(*[range(k, 17) for k in range(1, n + 1)])
    met = Counter(map(blanked, draws))
    assert set(met.values()) == {factorial(n)}
    assert {len(cells) for cells in met} == {n}
    assert len(met) == factorial(16) // factorial(n) // factorial(16 - n)


@pytest.mark.parametrize("n", range(17))
def test_n_cells_become_blank_and_the_others_stay(n: int) -> None:
    numbers = [[4, 1, 3, 2], [3, 2, 4, 1], [1, 3, 2, 4], [2, 4, 1, 3]]
    given = vector_of(*[vector_of(*row) for row in numbers])
    set_blanks(given, n, Random(n).randint)
    pairs = [
        (given[i][j], numbers[i - 1][j - 1]) for i, j in product(range(1, 5), repeat=2)
    ]
    assert sum(new == BLANK for new, _ in pairs) == n
    assert all(new == old for new, old in pairs if new != BLANK)


DRAWS: list[tuple[str, RandomInteger]] = [
    ("first", lambda first, last: first),
    ("last", lambda first, last: last),
    ("⌊(first + last)/2⌋", lambda first, last: (first + last) // 2),
    ("last − (last − first) mod 3", lambda first, last: last - (last - first) % 3),
]


@pytest.mark.sampled(20)
@pytest.mark.parametrize(("formula", "draw"), DRAWS)
@pytest.mark.parametrize("n", range(17))
def test_the_pseudocode_blanks_the_same_cells(
    n: int, formula: str, draw: RandomInteger
) -> None:
    program = "\n".join(pseudocode_lines(vars(blanks)["set_blanks"]))
    random = f"function RandomInteger(first, last) return {formula} end function"
    parsed = parse(f"{program.replace('BLANK', str(BLANK))}\n{random}")
    runner = Runner()
    runner.load(parsed.valid_program(), parsed.source)
    rows = [range(k, k + 4) for k in (1, 5, 9, 13)]
    by_pseudocode = runner.call(
        "SetBlanks", [parse_value(str(tuple(map(tuple, rows)))), n]
    )
    by_python = set_blanks(vector_of(*[vector_of(*row) for row in rows]), n, draw)
    assert repr(by_pseudocode) == repr(by_python)
