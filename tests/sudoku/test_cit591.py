"""CIT 591: reading, and elimination against a slow oracle.

The functions' own unit tests are those that are handed in: `test_cit591_handin`.
"""

from pathlib import Path

import pytest

from sudoku.cit591.elimination import (
    SetGrid,
    convertToInts,
    convertToSets,
    eliminate,
    getBoxLocations,
    getColumnLocations,
    getRowLocations,
    read_sudoku,
    solve,
)
from sudoku.grid import CELLS, Grid, cells_of
from tests.sudoku.cit591_files import ALL, HARD, PUZZLES, SOLUTIONS
from tests.sudoku.oracle import worked
from tests.sudoku.puzzles import random_grid

# read_sudoku


def test_read_sudoku_reads_the_puzzles_of_the_course() -> None:
    assert [read_sudoku(str(path))[8] for path in PUZZLES] == [
        [4, 0, 5, 0, 0, 0, 8, 7, 0],
        [2, 0, 0, 1, 0, 0, 6, 3, 0],
        [9, 3, 0, 0, 0, 0, 7, 1, 0],
        [0, 1, 2, 9, 0, 4, 0, 0, 0],
    ]
    assert all(len(row) == 9 for path in PUZZLES for row in read_sudoku(str(path)))
    problem = read_sudoku(str(PUZZLES[2]))  # the puzzle that the hand-out prints
    assert problem[8] == [9, 3, 0, 0, 0, 0, 7, 1, 0] and problem[8][0] == 9
    assert (len(problem), len(problem[0])) == (9, 9)


@pytest.mark.parametrize(
    ("text", "array"),
    [
        ("[[1, 2], [3, 4]]\n", [[1, 2], [3, 4]]),
        ("  [[0],\r\n\r\n [9],]\n\n", [[0], [9]]),
        ("[]", []),
        ("[[1, 2], []] # a comment", [[1, 2], []]),
        ("\ufeff[[1]]", [[1]]),
    ],
)
def test_read_sudoku_reads_lists_of_any_size(
    text: str, array: Grid, tmp_path: Path
) -> None:
    (tmp_path / "a").write_bytes(text.encode())
    assert read_sudoku(file_name=str(tmp_path / "a")) == array


def test_read_sudoku_runs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(f"[[open({str(tmp_path / 'made')!r}, 'w')]]")
    with pytest.raises(ValueError):
        read_sudoku(str(path))
    assert not (tmp_path / "made").exists()


# the locations


@pytest.mark.parametrize("k", range(9))
def test_the_locations_of_a_row_and_a_column_are_in_order(k: int) -> None:
    assert getRowLocations(rowNumber=k) == [(k, column) for column in range(9)]
    assert getColumnLocations(columnNumber=k) == [(row, k) for row in range(9)]


@pytest.mark.parametrize("location", CELLS)
def test_the_locations_of_a_box_are_row_by_row(location: tuple[int, int]) -> None:
    locations = getBoxLocations(location=location)
    row, column = location
    inside = [c for c in CELLS if (c[0] // 3, c[1] // 3) == (row // 3, column // 3)]
    assert locations == inside and len(locations) == 9


# eliminate and solve


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


@pytest.mark.parametrize("k", range(4))
def test_the_puzzles_of_the_course_are_solved_completely(k: int) -> None:
    problem = convertToSets(read_sudoku(str(PUZZLES[k])))
    assert solve(problem=problem) is True
    digits = "".join(str(n) for row in convertToInts(problem) for n in row)
    assert digits == SOLUTIONS[k]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("blanks", [20, 45, 50, 55, 60, 65, 75])
def test_solve_finds_what_single_numbers_rule_out_and_no_more(blanks: int) -> None:
    for seed in range(6):
        grid = random_grid(seed, blanks)
        problem = convertToSets(grid)
        sheet, _ = worked(cells_of(grid), "elimination")
        assert solve(problem) is sheet.is_full()
        for (row, column), digit, marks in zip(CELLS, *sheet.state()):
            assert problem[row][column] == set(map(int, marks or digit))


def test_a_hard_grid_stays_partly_solved() -> None:
    given = read_sudoku(str(HARD))
    problem = convertToSets(given)
    assert solve(problem) is False
    unsolved = sum(len(numbers) > 1 for row in problem for numbers in row)
    assert unsolved == 55 < sum(row.count(0) for row in given)
