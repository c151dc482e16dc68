"""CIT 591: reading, elimination against the oracle, main and the command.

The functions' own unit tests are those that are handed in: `test_cit591_handin`.
"""

from pathlib import Path

import pytest

from sudoku.cit591 import elimination
from sudoku.cit591.elimination import (
    SetGrid,
    convertToInts,
    convertToSets,
    eliminate,
    getBoxLocations,
    getColumnLocations,
    getRowLocations,
    print_sudoku,
    read_sudoku,
    solve,
)
from sudoku.cli import main
from sudoku.grid import CELLS, Grid, cells_of
from tests.places import GOLDEN
from tests.sudoku.oracle import worked
from tests.sudoku.puzzles import random_grid
from tests.sudoku.sudoku_commands import Captured, dialogue

FILES = GOLDEN / "cit591"
PUZZLES = [FILES / f"puzzle{k}.txt" for k in range(1, 5)]
ALL = set(range(1, 10))
HARD = FILES / "hard.txt"
SOLUTIONS = [
    "384791265751462389926358417549217638132689754678534192867145923293876541415923876",
    "316849572925731846874526913769483251532617489481952367643278195198365724257194638",
    "284593167369471825157826493576948231892135674413267958721389546645712389938654712",
    "154283967286497135793156824369872541571349682428615379947568213835721496612934758",
]
PICTURE = """\
+-------+-------+-------+
| . . 4 | . . . | . 6 7 |
| 3 . . | 4 7 . | . . 5 |
| 1 5 . | 8 2 . | . . 3 |
+-------+-------+-------+
| . . 6 | . . . | . 3 1 |
| 8 . 2 | 1 . 5 | 6 . 4 |
| 4 1 . | . . . | 9 . . |
+-------+-------+-------+
| 7 . . | . 8 . | . 4 6 |
| 6 . . | . 1 2 | . . . |
| 9 3 . | . . . | 7 1 . |
+-------+-------+-------+
"""

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


# print_sudoku, main and the command


def test_print_sudoku_prints_the_picture_of_the_hand_out(capsys: Captured) -> None:
    print_sudoku(problem=read_sudoku(str(PUZZLES[2])))
    out = capsys.readouterr().out
    assert out == PICTURE
    assert len(out) == 338 and {len(line) for line in out.splitlines()} == {25}


def test_main_prints_the_puzzle_and_its_solution(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    out = dialogue(
        elimination.main, f"{PUZZLES[2]}\nno\n".splitlines(), monkeypatch, capsys
    )
    print_sudoku([[int(n) for n in SOLUTIONS[2][9 * k :][:9]] for k in range(9)])
    assert "reference implementation" in out.split("+")[0]
    assert PICTURE in out
    assert capsys.readouterr().out in out.split(PICTURE)[1]
    assert "Location" not in out


def test_main_lists_what_each_unsolved_location_might_be(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    out = dialogue(elimination.main, f"{HARD}\nn\n".splitlines(), monkeypatch, capsys)
    listed = [line for line in out.splitlines() if line.startswith("Location")]
    problem = convertToSets(read_sudoku(str(HARD)))
    solve(problem)
    assert listed == [
        f"Location ({row}, {column}) might be any of "
        f"{{{', '.join(map(str, sorted(problem[row][column])))}}}"
        for row, column in CELLS
        if len(problem[row][column]) != 1
    ]
    assert listed[0] == "Location (0, 0) might be any of {1, 2, 3, 6, 9}"
    print_sudoku(convertToInts(problem))
    assert capsys.readouterr().out in out.split("\n\n")[1]


def test_main_continues_after_a_yes(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    out = dialogue(
        elimination.main,
        f"{PUZZLES[0]}\n Yes \n{PUZZLES[2]}\nno\n".splitlines(),
        monkeypatch,
        capsys,
    )
    assert out.count("Which file") == 2 and PICTURE in out


def by_command() -> None:
    assert main(["cit591"]) == 0


@pytest.mark.parametrize("answers", ["", f"{PUZZLES[0]}\n"])
def test_the_end_of_the_input_ends_the_dialogue_quietly(
    answers: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    assert dialogue(by_command, answers.splitlines(), monkeypatch, capsys).endswith(
        "? \n"
    )


def test_the_dialogue_continues_after_a_file_that_it_cannot_read(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path
) -> None:
    short = tmp_path / "short.txt"
    short.write_text("[[1, 2]]")
    names = ["missing.txt", str(tmp_path), str(short), str(PUZZLES[2]), "a\0b", ""]
    answers = "\ny\n".join(names) + "\nno\n"
    out = dialogue(by_command, answers.splitlines(), monkeypatch, capsys)
    assert "missing.txt: No such file or directory\n" in out
    assert f"{tmp_path}: Is a directory\n" in out
    assert f"{short}: 1 rows; expected 9\n" in out
    assert PICTURE in out
    assert "'a\\x00b': embedded null byte\n" in out


def test_the_command_shows_each_puzzle_and_its_solution(capsys: Captured) -> None:
    assert main(["cit591", str(PUZZLES[2])]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(PICTURE + "\n+---") and out.count("\n") == 27 and not err
    assert main(["cit591", str(PUZZLES[0]), str(HARD), str(PUZZLES[2])]) == 1
    several = capsys.readouterr().out
    assert several.count("Location") == 55
    assert several.endswith(f"{PUZZLES[2]}:\n{out}")


def test_the_command_goes_on_after_a_file_that_it_cannot_read(capsys: Captured) -> None:
    assert main(["cit591", "missing", str(PUZZLES[2])]) == 2
    out, err = capsys.readouterr()
    assert err == "sudoku cit591: error: missing: No such file or directory\n"
    assert PICTURE in out
