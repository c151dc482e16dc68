"""CIT 591: each function as its grader calls it, and the command."""

import inspect
import os
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest

import sudoku
from sudoku import elimination
from sudoku.cli import main
from sudoku.elimination import (
    SetGrid,
    convertToInts,
    convertToSets,
    eliminate,
    getBoxLocations,
    getColumnLocations,
    getRowLocations,
    isSolved,
    print_sudoku,
    read_sudoku,
    solve,
)
from sudoku.errors import SudokuError
from sudoku.grid import CELLS, PEERS, Grid
from tests.shuffled import shuffled

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden" / "cit591"
PUZZLES = [GOLDEN / f"puzzle{k}.txt" for k in range(1, 5)]
HARD = GOLDEN / "hard.txt"
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
Captured = pytest.CaptureFixture[str]

PARAMETERS = {
    "read_sudoku": ["file_name"],
    "convertToSets": ["problem"],
    "convertToInts": ["problem"],
    "getRowLocations": ["rowNumber"],
    "getColumnLocations": ["columnNumber"],
    "getBoxLocations": ["location"],
    "eliminate": ["problem", "location", "listOfLocations"],
    "isSolved": ["problem"],
    "solve": ["problem"],
    "print_sudoku": ["problem"],
    "main": [],
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_each_function_has_the_names_of_the_hand_out(name: str) -> None:
    parameters = inspect.signature(getattr(elimination, name)).parameters
    assert list(parameters) == PARAMETERS[name]
    assert getattr(sudoku, name) is getattr(elimination, name)


def test_importing_all_names_prints_nothing_and_asks_nothing() -> None:
    script = f"from sudoku import *; print({', '.join(PARAMETERS)}, sep='\\n')"
    words = [sys.executable, "-c", script]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.count("<function ") == len(PARAMETERS)
    assert len(done.stdout.splitlines()) == len(PARAMETERS) and not done.stderr


# read_sudoku


def test_read_sudoku_reads_the_puzzles_of_the_course() -> None:
    assert [read_sudoku(str(path))[8] for path in PUZZLES] == [
        [4, 0, 5, 0, 0, 0, 8, 7, 0],
        [2, 0, 0, 1, 0, 0, 6, 3, 0],
        [9, 3, 0, 0, 0, 0, 7, 1, 0],
        [0, 1, 2, 9, 0, 4, 0, 0, 0],
    ]
    assert all(len(row) == 9 for path in PUZZLES for row in read_sudoku(str(path)))


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


WRONG = {
    "": "invalid syntax",
    "[[1, 2], [3, 4]": "'[' was never closed",
    "[[1 2]]": "invalid syntax",
    "[[1, 2]\n [3, 4]]": "1:2: [1, 2] [3, 4], expected a list of lists",
    "[[1, x]]": "1:6: x, expected a number 0 to 9",
    "[[1,\n  10]]": "2:3: 10, expected a number 0 to 9",
    "[[-1]]": "1:3: -1, expected a number 0 to 9",
    "[[1.0]]": "1:3: 1.0, expected a number 0 to 9",
    "[[True]]": "1:3: True, expected a number 0 to 9",
    "[['1']]": "1:3: '1', expected a number 0 to 9",
    "[[[1]]]": "1:3: [1], expected a number 0 to 9",
    "[1, 2]": "1:2: 1, expected a list of lists of numbers 0 to 9",
    "([1], [2])": "1:1: ([1], [2]), expected a list of lists of numbers 0 to 9",
    "[(1, 2)]": "1:2: (1, 2), expected a list of lists of numbers 0 to 9",
    "{1: 2}": "1:1: {1: 2}, expected a list of lists of numbers 0 to 9",
    "7": "1:1: 7, expected a list of lists of numbers 0 to 9",
    "[[1]] * 9": "1:1: [[1]] * 9, expected a list of lists of numbers 0 to 9",
    "print(1)": "1:1: print(1), expected a list of lists of numbers 0 to 9",
    "__import__('os')": "1:1: __import__('os'), expected",
    "[[open('x', 'w')]]": "1:3: open('x', 'w'), expected a number 0 to 9",
    "[[1or 2]]": "1:3: 1or 2, expected a number 0 to 9",
    '[["\\d"]]': "expected a number 0 to 9",
    "[[07]]": "leading zeros",
    "x = [[1]]": "invalid syntax",
    "[" * 5000: "expected a list of lists",
    "-" * 500 + "1": "1:1: " + "-" * 30 + "..., expected a list of lists",
    "-" * 60000 + "1": "unreadable, expected a list of lists",
    "1" + "+1" * 30000: "expected a list of lists",
    "[[\0]]": "expected a list of lists",
    "[[" + "9" * 5000 + "]]": "expected a list of lists",
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: repr(text[:20]))
def test_read_sudoku_runs_nothing_and_says_what_is_wrong(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wrong.txt").write_bytes(text.encode())
    with pytest.raises(SudokuError) as caught:
        read_sudoku("wrong.txt")
    error = caught.value
    assert WRONG[text] in f"{error.line}:{error.column}: {error}"
    assert error.line >= 1 and "\n" not in str(error)
    assert [path.name for path in tmp_path.iterdir()] == ["wrong.txt"]


def test_read_sudoku_reads_no_binary_and_no_huge_file(tmp_path: Path) -> None:
    binary, huge = tmp_path / "binary", tmp_path / "huge"
    binary.write_bytes(b"[[\xff]]")
    with huge.open("wb") as file:
        file.truncate(100 * 2**20)
    with pytest.raises(SudokuError, match="no UTF-8 text"):
        read_sudoku(str(binary))
    with pytest.raises(SudokuError, match="more than 65,536 characters"):
        read_sudoku(str(huge))
    with pytest.raises(FileNotFoundError):
        read_sudoku(str(tmp_path / "missing"))


# convertToSets and convertToInts

ALL = set(range(1, 10))


def test_convert_to_sets_gives_an_array_of_new_sets() -> None:
    problem = [[1, 0, 9], [0, 5, 0]]
    sets = convertToSets(problem=problem)
    assert sets == [[{1}, ALL, {9}], [ALL, {5}, ALL]]
    assert problem == [[1, 0, 9], [0, 5, 0]]
    assert len({id(numbers) for row in sets for numbers in row}) == 6
    assert convertToSets([]) == [] and convertToSets([[]]) == [[]]


def test_convert_to_ints_gives_a_new_array_of_numbers() -> None:
    problem = [[{1}, ALL, {9}], [set(), {5}, {3, 4}]]
    before = deepcopy(problem)
    assert convertToInts(problem=problem) == [[1, 0, 9], [0, 5, 0]]
    assert problem == before
    assert convertToInts([]) == [] and convertToInts([[]]) == [[]]


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


# eliminate


def example() -> SetGrid:
    return [
        [{1, 2}, {3}, {4}],
        [{1}, {3, 5, 7}, {2}],
        [{2, 3}, {2}, {1, 2, 3}],
    ]


def test_eliminate_does_the_example_of_the_course() -> None:
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


def test_eliminate_leaves_a_set_alone_that_stands_elsewhere_too() -> None:
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
def test_is_solved_asks_for_one_number_everywhere(
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


# print_sudoku


def test_print_sudoku_prints_the_picture_of_the_hand_out(capsys: Captured) -> None:
    print_sudoku(problem=read_sudoku(str(PUZZLES[2])))
    out = capsys.readouterr().out
    assert out == PICTURE
    assert len(out) == 338 and {len(line) for line in out.splitlines()} == {25}


# main


def dialogue(answers: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> str:
    """What main prints where a person gives these answers, one on a line."""
    given = iter(answers.splitlines())
    asked: list[str] = []

    def answer(prompt: str = "") -> str:
        asked.append(prompt)
        print(prompt, end="")
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    elimination.main()
    assert next(given, None) is None, "not every answer was asked for"
    return capsys.readouterr().out


def test_main_prints_the_puzzle_and_its_solution(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    out = dialogue(f"{PUZZLES[2]}\nno\n", monkeypatch, capsys)
    print_sudoku([[int(n) for n in SOLUTIONS[2][9 * k :][:9]] for k in range(9)])
    assert "reference implementation" in out.split("+")[0]
    assert PICTURE in out
    assert capsys.readouterr().out in out.split(PICTURE)[1]
    assert "Location" not in out


def test_main_lists_what_each_unsolved_location_might_be(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    out = dialogue(f"{HARD}\nn\n", monkeypatch, capsys)
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


@pytest.mark.parametrize("yes", ["y", "yes", "Y", "YES", " Yes "])
def test_main_goes_on_after_a_yes(
    yes: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    answers = f"{PUZZLES[0]}\n{yes}\n{PUZZLES[2]}\nno\n"
    out = dialogue(answers, monkeypatch, capsys)
    assert out.count("Which file") == 2 and PICTURE in out


@pytest.mark.parametrize("no", ["n", "no", "", "ye", "yess", "maybe"])
def test_main_ends_after_any_other_answer(
    no: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    out = dialogue(f"{PUZZLES[0]}\n{no}\n", monkeypatch, capsys)
    assert out.count("Which file") == 1


@pytest.mark.parametrize("answers", ["", f"{PUZZLES[0]}\n"])
def test_the_end_of_the_input_ends_main_quietly(
    answers: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    assert dialogue(answers, monkeypatch, capsys).endswith("? \n")


def test_main_goes_on_after_a_file_that_it_cannot_read(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured, tmp_path: Path
) -> None:
    short = tmp_path / "short.txt"
    short.write_text("[[1, 2]]")
    names = ["missing.txt", str(tmp_path), str(short), str(PUZZLES[2]), "a\0b", ""]
    out = dialogue("\ny\n".join(names) + "\nno\n", monkeypatch, capsys)
    assert "missing.txt: No such file or directory\n" in out
    assert f"{tmp_path}: Is a directory\n" in out
    assert f"{short}: 1 rows, expected 9\n" in out
    assert PICTURE in out
    assert "'a\\x00b': embedded null byte\n" in out


# the command


def test_the_command_shows_each_puzzle_and_its_solution(capsys: Captured) -> None:
    assert main(["cit591", str(PUZZLES[2])]) == 0
    out, err = capsys.readouterr()
    assert out.startswith(PICTURE + "\n+---") and out.count("\n") == 27 and not err
    assert main(["cit591", str(PUZZLES[0]), str(HARD), str(PUZZLES[2])]) == 1
    several = capsys.readouterr().out
    assert several.count("Location") == 55
    assert several.endswith(f"{PUZZLES[2]}:\n{out}")


def test_without_a_file_the_command_is_the_dialogue(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    def end(_: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", end)
    assert main(["cit591"]) == 0
    assert "reference implementation" in capsys.readouterr().out


@pytest.mark.parametrize("end", ["", " <&-"])
def test_the_dialogue_survives_what_is_no_text_and_no_input(end: str) -> None:
    command = f"printf '\\377\\ny\\n' | {sys.executable} -m sudoku cit591{end}"
    strict = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, env=strict, capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"No such file or directory") == (not end)
    assert done.stdout.endswith(b"Which file holds the puzzle? \n")


ROW = "[1, 2, 3, 4, 5, 6, 7, 8, 9]"


WRONG_FILES = [
    (f"[{', '.join([ROW] * 8)}]", ": 8 rows, expected 9"),
    (f"[{', '.join([ROW] * 10)}]", ": 10 rows, expected 9"),
    (f"[{', '.join([ROW] * 8)}, [1]]", ": row 9 has 1 numbers, expected 9"),
    (f"[{ROW},\n [1, a]]", ":2:6: a, expected a number 0 to 9"),
    ("", ":1:1: invalid syntax, expected a list of lists of numbers 0 to 9"),
    ("0" * 70000, ": larger than 65,536 bytes"),
    ("[[\udcff", ":1:3: byte 0xff, expected UTF-8 text"),
]


@pytest.mark.parametrize(("text", "message"), WRONG_FILES)
def test_the_command_says_on_one_line_what_is_wrong_and_goes_on(
    text: str, message: str, tmp_path: Path, capsys: Captured
) -> None:
    place = tmp_path / "wrong.txt"
    place.write_bytes(text.encode(errors="surrogateescape"))
    assert main(["cit591", str(place), str(PUZZLES[2])]) == 2
    out, err = capsys.readouterr()
    assert err == f"sudoku cit591: error: {place}{message}\n"
    assert PICTURE in out


def test_the_command_says_what_it_cannot_open(tmp_path: Path, capsys: Captured) -> None:
    assert main(["cit591", str(tmp_path / "missing"), str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert not out and err.splitlines() == [
        f"sudoku cit591: error: {tmp_path / 'missing'}: No such file or directory",
        f"sudoku cit591: error: {tmp_path}: Is a directory",
    ]
