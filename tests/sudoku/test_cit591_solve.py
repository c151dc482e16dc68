"""CIT 591: elimination, and what it leaves."""

from copy import deepcopy

import pytest

from sudoku.cit591.elimination import (
    SetGrid,
    convertToInts,
    convertToSets,
    eliminate,
    getBoxLocations,
    getColumnLocations,
    getRowLocations,
    isSolved,
    read_sudoku,
    solve,
)
from sudoku.grid import CELLS, PEERS
from tests.sudoku.cit591_files import ALL, HARD, PUZZLES, SOLUTIONS
from tests.sudoku.shuffled import shuffled

# eliminate


def example() -> SetGrid:
    return [
        [{1, 2}, {3}, {4}],
        [{1}, {3, 5, 7}, {2}],
        [{2, 3}, {2}, {1, 2, 3}],
    ]


def test_eliminate_solves_the_example_of_the_course() -> None:
    problem = example()
    listOfLocations = [(0, 0), (1, 0), (2, 2)]
    count = eliminate(problem=problem, location=(1, 2), listOfLocations=listOfLocations)
    assert count == 2
    assert problem == [
        [{1}, {3}, {4}],
        [{1}, {3, 5, 7}, {2}],
        [{2, 3}, {2}, {1, 3}],
    ]
    assert listOfLocations == [(0, 0), (1, 0), (2, 2)]


def test_eliminating_the_6_of_the_hand_out_removes_it_from_the_blanks() -> None:
    row = [(0, 0), (0, 2), (0, 4), (0, 6), (0, 8)]
    column = [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1), (7, 1)]
    box = [(0, 0), (0, 2), (1, 0), (1, 1), (2, 1), (2, 2)]
    problem: SetGrid = [[{5} for _ in range(9)] for _ in range(9)]
    for r, c in {*row, *column, *box}:
        problem[r][c] = set(ALL)
    problem[0][1] = {6}
    removed = [
        eliminate(problem, (0, 1), getRowLocations(0)),
        eliminate(problem, (0, 1), getColumnLocations(1)),
        eliminate(problem, (0, 1), getBoxLocations((0, 1))),
    ]
    assert removed == [5, 7, 2]
    assert all(problem[r][c] == ALL - {6} for r, c in {*row, *column, *box})


def test_eliminate_skips_its_own_location() -> None:
    problem = example()
    assert eliminate(problem, (1, 2), [(1, 2), (1, 2)]) == 0
    assert problem == example()


def test_eliminate_counts_a_location_once_that_is_listed_twice() -> None:
    problem = example()
    assert eliminate(problem, (1, 2), [(0, 0), (0, 0)]) == 1


@pytest.mark.parametrize("numbers", [{2, 3}, set(), ALL])
def test_eliminate_changes_nothing_without_a_single_number(numbers: set[int]) -> None:
    problem = [[set(numbers), {2}, {2, 3}, set(ALL)]]
    before = deepcopy(problem)
    assert eliminate(problem, (0, 0), [(0, 1), (0, 2), (0, 3)]) == 0
    assert problem == before


def test_eliminate_may_leave_an_empty_set() -> None:
    problem = [[{2}, {2}]]
    assert eliminate(problem, (0, 0), [(0, 1)]) == 1
    assert problem == [[{2}, set()]]


def test_eliminate_does_not_change_a_set_that_two_locations_share() -> None:
    shared = {1, 2, 3}
    problem = [[{2}, shared, shared]]
    assert eliminate(problem, (0, 0), [(0, 1)]) == 1
    assert problem == [[{2}, {1, 3}, {1, 2, 3}]] and shared == {1, 2, 3}


# isSolved and solve


@pytest.mark.parametrize(
    ("problem", "answer"),
    [
        ([[{1}, {1}], [{1}, {1}]], True),  # the rules are not checked
        ([[{1}, {2}], [{3}, {4, 5}]], False),
        ([[{1}, {2}], [{3}, set()]], False),
        ([[{1, 2}, {2}], [{3}, {4}]], False),
        ([[{7}]], True),
        ([], True),
    ],
)
def test_is_solved_requires_one_number_everywhere(
    problem: SetGrid, answer: bool
) -> None:
    assert isSolved(problem=problem) is answer


@pytest.mark.parametrize("k", range(4))
def test_the_puzzles_of_the_course_are_solved_completely(k: int) -> None:
    problem = convertToSets(read_sudoku(str(PUZZLES[k])))
    assert solve(problem=problem) is True
    digits = "".join(str(n) for row in convertToInts(problem) for n in row)
    assert digits == SOLUTIONS[k]


def slowly_eliminated(problem: SetGrid) -> SetGrid:
    """Every single number taken from all that see it, until nothing changes."""
    left = deepcopy(problem)
    while True:
        before = deepcopy(left)
        for row, column in reversed(CELLS):
            for r, c in PEERS[row, column]:
                if len(before[r][c]) == 1:
                    left[row][column] -= before[r][c]
        if left == before:
            return left


@pytest.mark.sampled(2)
@pytest.mark.parametrize("blanks", [20, 45, 50, 55, 60, 65, 75])
def test_solve_finds_what_single_numbers_rule_out_and_no_more(blanks: int) -> None:
    for seed in range(6):
        problem = convertToSets(shuffled(seed, blanks))
        expected = slowly_eliminated(problem)
        assert solve(problem) is isSolved(expected)
        assert problem == expected


def test_a_hard_grid_stays_partly_solved() -> None:
    given = read_sudoku(str(HARD))
    problem = convertToSets(given)
    expected = slowly_eliminated(problem)
    assert solve(problem) is False
    assert problem == expected
    unsolved = sum(len(numbers) > 1 for row in problem for numbers in row)
    assert unsolved == 55 < sum(row.count(0) for row in given)


def test_the_only_place_for_a_number_is_not_taken() -> None:
    """1 can only stand in (0, 0) of its box: a hidden single, which is stronger."""
    grid = [[0] * 9 for _ in range(9)]
    grid[1][3] = grid[2][6] = grid[3][1] = grid[4][2] = 1
    problem = convertToSets(grid)
    assert solve(problem) is False
    assert problem[0][0] == ALL


def test_a_pair_rules_out_nothing() -> None:
    """{1, 2} stands twice in row 0, and yet 1 and 2 stay in its other sets."""
    problem = convertToSets([[0] * 9 for _ in range(9)])
    problem[0][0] = problem[0][1] = {1, 2}
    before = deepcopy(problem)
    assert solve(problem) is False
    assert problem == before


def test_a_contradiction_ends_and_is_not_solved() -> None:
    grid = [[0] * 9 for _ in range(9)]
    grid[0][0] = grid[0][5] = 5
    problem = convertToSets(grid)
    assert solve(problem) is False
    assert problem[0][5] == set()
