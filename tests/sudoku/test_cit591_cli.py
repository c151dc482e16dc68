"""CIT 591: main and the command."""

from pathlib import Path

import pytest

from sudoku.cit591 import elimination
from sudoku.cit591.elimination import convertToSets, print_sudoku, read_sudoku, solve
from sudoku.cli import main
from sudoku.grid import CELLS
from tests.sudoku.cit591_files import HARD, PUZZLES, SOLUTIONS
from tests.sudoku.sudoku_commands import Captured, dialogue

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
