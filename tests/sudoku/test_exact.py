"""Solving and counting: equal to a slow solver, and never long at one puzzle."""

import random
from collections.abc import Iterable
from itertools import combinations, islice
from time import process_time
from unittest.mock import Mock

import pytest

from sudoku.errors import SudokuError
from sudoku.exact import (
    count,
    count_all,
    has_clash,
    is_needed,
    solutions,
    solve,
    solve_all,
    tree,
)
from sudoku.exact.fields import (
    CLASH_STATE,
    state_of,
)
from sudoku.exact.tree import place_singles
from sudoku.grid import cells_of, grid_of
from tests.places import GOLDEN
from tests.sudoku import backtracking
from tests.sudoku.backtracking import SEEN, UNITS
from tests.sudoku.puzzles import WITH_ONE, puzzles_of, random_grid, rearranged

EMPTY_PUZZLE = "." * 81


def answers(grid: str, puzzle: str) -> bool:
    """Whether ``grid`` is a solution of ``puzzle``."""
    full = all({grid[cell] for cell in unit} == set("123456789") for unit in UNITS)
    return full and all(a in (b, ".") for a, b in zip(puzzle, grid))


# One by one


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["easy", "seventeen", "hard", "hardest"])
def test_a_puzzle_with_one_solution_has_no_other(name: str) -> None:
    for puzzle in puzzles_of(name):
        found = solve(puzzle, limit=2)
        assert len(found) == 1 and answers(found[0], puzzle)
        assert count(puzzle) == 1


@pytest.mark.parametrize("many", [40, pytest.param(300, marks=pytest.mark.slow)])
def test_solutions_are_those_of_a_slow_solver(many: int) -> None:
    numbers = set()
    for seed in range(many):
        puzzle = cells_of(random_grid(seed, blanks=21 + seed % 31, wrong=seed % 2))
        found = solve(puzzle, limit=12)
        slow = set(islice(backtracking.solutions(puzzle), 12))
        assert len(found) == len(set(found)) == len(slow)
        assert len(slow) == 12 or set(found) == slow
        assert all(answers(grid, puzzle) for grid in found)
        numbers.add(min(len(found), 4))
    assert numbers == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("every", [15, pytest.param(1, marks=pytest.mark.slow)])
def test_each_function_finds_the_same_solutions_up_to_its_limit(every: int) -> None:
    several = puzzles_of("several")[::every]
    for puzzle in [*several, EMPTY_PUZZLE]:
        many = backtracking.count(puzzle, 9)
        first = list(islice(solutions(puzzle), 9))
        for limit in range(10):
            assert count(puzzle, limit) == min(limit, many)
            assert solve(puzzle, limit) == first[:limit]
    first = [solve(puzzle)[0] for puzzle in several]
    assert [grid for [grid] in solve_all(several)] == first
    assert count(EMPTY_PUZZLE, 500) == len({*solve(EMPTY_PUZZLE, 500)}) == 500
    for refuse in (solve, count):
        with pytest.raises(ValueError, match="limit is -1; expected 0 or more"):
            refuse(EMPTY_PUZZLE, -1)
    for refuse_all in (solve_all, count_all):
        with pytest.raises(ValueError, match="limit is -1"):
            refuse_all([EMPTY_PUZZLE], -1)


def test_a_puzzle_may_be_nine_rows_or_have_zeros() -> None:
    cells, solved = WITH_ONE[0], solve(WITH_ONE[0])[0]
    assert (
        solve(cells.replace(".", "0")) == solve(cells.replace(".", "0", 30)) == [solved]
    )
    strings = [cells[start : start + 9] for start in range(0, 81, 9)]
    rows = grid_of(cells)
    for puzzle in (rows, tuple(map(tuple, rows)), strings):
        assert solve(puzzle) == list(solutions(puzzle)) == [solved]
        assert count(puzzle) == 1
        for cell in (0, 40, 80):
            assert is_needed(puzzle, cell) == is_needed(cells, cell)
        assert list(solve_all([cells, puzzle])) == [[solved], [solved]]
    assert rows == grid_of(cells)


def test_givens_that_clash_are_refused_before_any_search() -> None:
    for one, other in combinations(range(81), 2):
        for a, b in [("7", "7"), ("3", "8")]:
            digits = ["."] * 81
            digits[one], digits[other] = a, b
            clash = a == b and other in SEEN[one]
            puzzle = "".join(digits)
            assert (state_of(puzzle) == CLASH_STATE) is has_clash(puzzle) is clash
    assert place_singles(CLASH_STATE) == 0
    assert solve("55" + "." * 79) == [] and count("55" + "." * 79) == 0
    with pytest.raises(SudokuError, match="^1 character; expected 81$"):
        solutions("1")  # at once


def test_a_given_is_needed_if_more_solutions_come_without_it() -> None:
    for puzzle in WITH_ONE[::50]:
        needed = [is_needed(puzzle, cell) for cell in range(81)]
        for cell in range(81):
            without = puzzle[:cell] + "." + puzzle[cell + 1 :]
            assert needed[cell] is (count(without) > 1)
    with pytest.raises(SudokuError):
        is_needed("x" + "." * 80, 0)


@pytest.fixture
def placed(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Counts how often singles are placed: once for each puzzle, and for each guess."""
    calls = Mock(wraps=place_singles)
    monkeypatch.setattr(tree, "place_singles", calls)
    return calls


@pytest.mark.parametrize(
    ("name", "most"),
    [
        *[("easy", 11), ("seventeen", 70), ("hard", 620), ("hardest", 2600)],
        *[("several", 125), ("none", 3)],
    ],
)
def test_counting_the_solutions_takes_few_guesses(
    name: str, most: int, placed: Mock
) -> None:
    for puzzle in puzzles_of(name)[::5]:
        count(puzzle)
    assert placed.call_count <= most


# With one candidate remembered: 19,464 and 63,196.
@pytest.mark.parametrize(
    ("seeds", "most"),
    [
        ((7, 10, 11, 13, 28), 9_000),
        pytest.param(range(30), 45_000, marks=pytest.mark.slow),
    ],
)
def test_a_search_with_many_dead_ends_remembers_several(
    seeds: Iterable[int], most: int, placed: Mock
) -> None:
    puzzle = (
        "39....5....5....87....5...........4............3.9.7....9.7.8....7.8.9..5."
    )
    puzzle += "8.3.4.."  # it has two unrelated contradictions
    for seed in seeds:
        assert count(rearranged(puzzle, random.Random(seed))) == 0
    assert placed.call_count < most


# With any candidate instead: 10,043.
def test_without_a_choice_of_two_a_guess_is_one_of_three(placed: Mock) -> None:
    puzzle = ".........2........937.......93.....1.7.....3.12.............7...1"
    count(puzzle.ljust(81, "."))
    assert placed.call_count < 150


@pytest.mark.nightly
def test_every_puzzle_takes_less_than_a_second() -> None:
    hard = [cells_of(random_grid(seed, 57 + seed % 19)) for seed in range(200)]
    none = puzzles_of("none")
    none += [rearranged(puzzle, random.Random(k)) for puzzle in none for k in range(20)]
    assert all(count(puzzle) == 0 for puzzle in none)
    for puzzle in puzzles_of("hardest") + puzzles_of("several") + hard + none:
        start = process_time()
        count(puzzle)
        assert process_time() - start < 1, puzzle


def test_the_sudoku_puzzle_of_the_hand_out_has_one_solution() -> None:
    """The 9-by-9 puzzle in the introduction of the Pseudoku hand-out."""
    puzzle = "..3.5.8978...123...9..3.421936..17....1...5....72..186342.6..7...982...3568.7.2.."
    assert count(puzzle) == 1


def test_the_example_of_the_hand_out_has_the_solution_that_it_prints() -> None:
    """The grid in the introduction of COMP9021."""
    text = (GOLDEN / "comp9021" / "sudoku_3.txt").read_text()
    puzzle = "".join(text.split())
    assert count(puzzle) == 1
    assert solve(puzzle) == [
        "341927568692185734857463192134296875278534619569718423425371986916842357783659241"
    ]
