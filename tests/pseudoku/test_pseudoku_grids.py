"""4 × 4 grids: what the reader accepts and refuses, their solutions and clashes."""

import tomllib
from contextlib import suppress
from itertools import product
from random import Random

import pytest

from pseudoku.errors import PseudokuError
from pseudoku.grids import FORMATS, format_grid, format_grids, parse_grids, parse_row
from pseudoku.solving import Grid, clashes, count, solutions
from tests.places import ROOT
from tests.pseudoku import recounted

GRID = [[0, 4, 1, 0], [0, 0, 2, 0], [3, 0, 0, 0], [0, 1, 0, 2]]
LONG = ("1" * 10**6, "f:1:1000001: a row of 1,000,000 cells; expected 4")
TABLE = ROOT / "tests" / "pseudoku" / "grids.toml"
TEXTS: dict[str, list[object]] = tomllib.loads(TABLE.read_text("utf-8"))
FULL = [[2, 4, 1, 3], [1, 3, 2, 4], [3, 2, 4, 1], [4, 1, 3, 2]]


def grids_in(text: str) -> list[Grid]:
    return [grid for _, grid in parse_grids(text, "f")]


def test_a_grid_comes_with_the_number_of_its_first_line() -> None:
    rows, line = format_grid(GRID, "rows"), format_grid(GRID, "line")
    text = f"\n{rows}{rows}\n{format_grid(FULL)}\n{line}{line}"
    grids = [(2, GRID), (6, GRID), (12, FULL), (19, GRID), (20, GRID)]
    assert list(parse_grids(text, "f")) == grids


@pytest.mark.parametrize("grid", [GRID, FULL, [[0] * 4] * 4])
@pytest.mark.parametrize("style", FORMATS)
def test_a_grid_that_is_shown_can_be_read_back(grid: Grid, style: str) -> None:
    assert grids_in(format_grid(grid, style)) == [grid]
    assert grids_in("".join(format_grids([grid] * 3, style))) == [grid] * 3


@pytest.mark.parametrize("text", TEXTS["read"])
def test_a_grid_is_read_in_the_ways_people_write_it(text: str) -> None:
    assert grids_in(text) == [GRID]


@pytest.mark.parametrize(("text", "said"), [*TEXTS["grids"], LONG])
def test_a_fault_is_named_with_its_place(text: str, said: str) -> None:
    with pytest.raises(PseudokuError) as raised:
        list(parse_grids(text, "f"))
    assert str(raised.value).startswith(said)


@pytest.mark.parametrize("style", FORMATS)
def test_a_damaged_text_is_refused_or_has_the_same_grids(style: str) -> None:
    text = "".join(format_grids([GRID, FULL], style))
    lines = text.splitlines(keepends=True)
    damaged = [
        "".join(lines[:k] + lines[k + 1 :])
        for k in range(len(lines))
        if style != "line"  # a line is a grid
    ]
    damaged += [text[:k] + c + text[k + 1 :] for k in range(len(text)) for c in " -+|"]
    for k in range(len(text)):
        damaged += [text[:k] + text[k + 1 :], text[:k] + text[k] + text[k:]]
    for changed in damaged:
        grids = [GRID, FULL]
        with suppress(PseudokuError):
            for _, grid in parse_grids(changed, "f"):
                assert grid == grids.pop(0), changed


@pytest.mark.parametrize("words", [["2", "4", "1", "3"], ["2413"], ["2,4,1,3"]])
def test_a_row_is_read_in_three_ways(words: list[str]) -> None:
    assert parse_row(words) == (2, 4, 1, 3)


@pytest.mark.parametrize(("words", "said"), TEXTS["rows"])
def test_a_row_of_other_numbers_is_refused(words: str, said: str) -> None:
    with pytest.raises(PseudokuError) as raised:
        parse_row(words.split(" "))
    assert str(raised.value).startswith(said)


# Solutions and clashes, against trying everything


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
