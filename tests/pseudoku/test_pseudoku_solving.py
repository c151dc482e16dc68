"""Solutions and clashes of 4 x 4 grids, against trying everything."""

from itertools import product
from random import Random

import pytest

from pseudoku.solving import Grid, clashes, count, solutions
from tests.pseudoku import recounted

SOLVED = [[*map(list, grid)] for grid in recounted.GRIDS]


def test_the_empty_grid_has_288_solutions_in_ascending_order() -> None:
    assert list(solutions([[0] * 4 for _ in range(4)])) == sorted(SOLVED)
    assert len(SOLVED) == 288


@pytest.mark.parametrize(
    "seed",
    [*range(50), *(pytest.param(k, marks=pytest.mark.slow) for k in range(50, 500))],
)
def test_a_puzzle_s_solutions_are_the_solved_grids_that_contain_it(seed: int) -> None:
    random = Random(seed)
    puzzle = [list(row) for row in random.choice(SOLVED)]
    for index in random.sample(range(16), random.randrange(17)):
        puzzle[index // 4][index % 4] = 0
    if seed % 4 == 0:  # now and then a number that may not fit
        puzzle[0][0] = random.randint(1, 4)
    kept = [list(row) for row in puzzle]
    expected = [grid for grid in SOLVED if fits(puzzle, grid)]
    assert list(solutions(puzzle)) == sorted(expected)
    assert count(puzzle) == len(expected)
    assert puzzle == kept


def test_an_abandoned_search_leaves_the_grid_unchanged() -> None:
    grid = [[0] * 4 for _ in range(4)]
    for first in solutions(grid):
        assert first == SOLVED[0]
        assert grid == [[0] * 4 for _ in range(4)]
        break
    assert grid == [[0] * 4 for _ in range(4)]


def fits(puzzle: Grid, grid: Grid) -> bool:
    return all(puzzle[r][c] in (0, grid[r][c]) for r, c in product(range(4), repeat=2))


def test_a_clash_is_found_in_each_pair_of_cells_that_share_a_unit() -> None:
    cells = list(product(range(4), repeat=2))
    for (r, c), (i, j) in product(cells, repeat=2):
        if (r, c) < (i, j):
            grid = [[0] * 4 for _ in range(4)]
            grid[r][c] = grid[i][j] = 3
            shared = {
                "row": r == i,
                "column": c == j,
                "sub-grid": (r // 2, c // 2) == (i // 2, j // 2),
            }
            found = list(clashes(grid))
            assert [kind for kind, *_ in found] == [k for k, s in shared.items() if s]
            assert all(places == [(r, c), (i, j)] for *_, places in found)
            assert count(grid) == 0 or not found
