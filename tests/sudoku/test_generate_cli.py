"""``generate`` as a person runs it, and its files as the courseworks read them."""

import json
from pathlib import Path

import pytest

from _courseware.terminal import console
from sudoku.courses import load_course
from sudoku.errors import SudokuError
from sudoku.exact import solve
from sudoku.formats import Puzzle, parse
from tests.sudoku.sudoku_commands import Captured, cells_in, contents, run

pytestmark = pytest.mark.usefixtures("folder")


def test_a_puzzle_goes_to_standard_output_and_the_rest_to_standard_error(
    capsys: Captured,
) -> None:
    status, out, err = run("generate --seed 7", capsys)
    (puzzle,) = cells_in(out)
    assert (status, err) == (0, "solutions: 1\nseed: 7\n")
    assert out.startswith("+-------+-------+-------+\n| ")
    assert len(solve(puzzle, limit=2)) == 1
    assert run("generate --seed 7 -q", capsys) == (0, out, "")
    assert run("generate --seed 8 -q", capsys)[1] != out


def test_a_printed_seed_repeats_the_puzzles(capsys: Captured) -> None:
    _, out, err = run("generate --count 2", capsys)
    each, seed = err.splitlines()
    assert each == "solutions: 1 each"
    again = f"generate --count 2 --seed {seed.removeprefix('seed: ')}"
    assert run(again, capsys) == (0, out, err)
    assert run(again.replace("2", "1", 1), capsys)[1] == out[: len(out) // 2]


def test_the_options_decide_the_properties_of_the_puzzle(capsys: Captured) -> None:
    line = "generate --givens 32 --symmetry rotate180 --seed 2 --format line"
    puzzle = run(line, capsys)[1].strip()
    given = [cell != "." for cell in puzzle]
    assert (sum(given), given) == (32, given[::-1])
    line = "generate --givens 24 --minimal --tries 50 --seed 2 --format line"
    puzzle = run(line, capsys)[1].strip()
    assert puzzle.count(".") == 57
    for cell, digit in enumerate(puzzle):
        fewer = f"{puzzle[:cell]}.{puzzle[cell + 1 :]}"
        assert digit == "." or len(solve(fewer, limit=2)) == 2


def test_a_rating_is_promised_and_repeated_in_json(capsys: Captured) -> None:
    line = "generate --rating 2.3-3 --count 2 --seed 1"
    status, out, err = run(f"{line} --json", capsys)
    assert (status, err) == (
        0,
        "solutions: 1 each\npromise: rated from 2.3 to 3\nseed: 1\n",
    )
    for made in map(json.loads, out.splitlines()):
        rated = json.loads(run(f"rate {made['puzzle']} --json", capsys)[1])
        assert (made["figure"], made["hardest"]) == (rated["figure"], rated["hardest"])
        assert 2.3 <= made["figure"] <= 3


def test_without_a_coursework_the_answers_are_the_puzzles_and_their_solutions(
    capsys: Captured,
) -> None:
    line = "generate --count 2 --seed 1 --format line --with-answers d"
    status, out, err = run(line, capsys)
    assert (status, err.splitlines()[1]) == (0, "puzzles and solutions are in d")
    files = {name: data.decode() for name, data in contents().items()}
    assert files["puzzle1.txt"] + files["puzzle2.txt"] == out
    for number in (1, 2):
        solutions = solve(files[f"puzzle{number}.txt"].strip(), limit=2)
        assert [files[f"solution{number}.txt"].strip()] == solutions


def test_an_existing_file_is_kept_without_force(capsys: Captured) -> None:
    line = "generate --for hacettepe --count 2 --seed 1 --with-answers d"
    Path("d").mkdir()
    Path("d", "o2.txt").write_text("mine")
    kept = (
        "sudoku generate: error: d/o2.txt: already exists; use --force to replace it\n"
    )
    assert run(line, capsys) == (2, "", kept)
    assert contents() == {"o2.txt": b"mine"}
    Path("d", "o2.txt").unlink()
    Path("d", "i1.txt").symlink_to("nowhere")
    assert "d/i1.txt: already exists" in run(line, capsys)[2]
    Path("d", "i1.txt").unlink()
    Path("d", "o2.txt").write_text("mine")
    assert run(f"{line} --force", capsys)[0] == 0
    assert len(contents()) == 4
    assert contents()["o2.txt"] != b"mine"


def test_running_out_of_tries_is_status_3_and_keeps_the_puzzles_found_so_far(
    capsys: Captured,
) -> None:
    error = (
        "sudoku generate: error: puzzle 1: no match in 5 attempts; "
        "raise --tries or change --seed\n"
    )
    line = "generate --givens 17 --tries 5 --seed 1"
    assert run(line, capsys) == (3, "", f"seed: 1\n{error}")
    line = "generate --givens 23 --tries 3 --count 50 --seed 1 --format line"
    status, out, err = run(line, capsys)
    assert status == 3
    assert f"puzzle {out.count(chr(10)) + 1}: no match" in err

    rare = run("generate --rating 5.4-5.4 --tries 1", capsys)[2]
    assert "no match in 1 attempt;" in rare
    assert "no match in 1 attempt;" in run("generate --givens 17 --tries 1", capsys)[2]


@pytest.mark.parametrize("style", ["line", "opensudoku"])
def test_the_puzzles_found_before_the_limit_form_a_complete_file(
    style: str, capsys: Captured
) -> None:
    line = f"generate --givens 23 --tries 3 --count 50 --seed 2 --format {style}"
    status, out, _ = run(line, capsys)
    assert status == 3
    found = parse(out)
    assert found and all(isinstance(one, Puzzle) for one in found)
    assert run(f"{line} -o f", capsys)[0] == 3
    assert Path("f").read_text() == out
    assert run("generate --givens 17 --tries 1 --seed 1 -o f", capsys)[0] == 3
    assert Path("f").read_text() == out


@pytest.mark.parametrize("output", ["d/o2.txt", "./d/../d/i1.txt"])
def test_the_output_is_no_file_of_the_answers(output: str, capsys: Captured) -> None:
    line = "generate --for hacettepe --count 2 --seed 1 --force --with-answers d"
    error = f"-o {output} is also a file of --with-answers"
    Path("d").mkdir()
    expected = (2, "", f"sudoku generate: error: {error}\n")
    assert run(f"{line} -o {output}", capsys) == expected
    assert run(f"{line} -q -o d/o3.txt", capsys)[0] == 0


def test_a_file_that_appears_during_the_work_is_not_replaced(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two runs into one folder: the check before the work finds nothing."""
    monkeypatch.setattr(console, "prepare_folder", lambda *arguments: None)
    Path("d").mkdir()
    Path("d/i1.txt").write_text("of another run")
    line = "generate --for hacettepe --seed 1 --with-answers d"
    status, out, err = run(f"{line} -q", capsys)
    error = "d/i1.txt: already exists; use --force to replace it"
    assert (status, out, err) == (2, "", f"sudoku generate: error: {error}\n")
    assert contents() == {"i1.txt": b"of another run"}
    assert run(f"{line} --force -q", capsys)[0] == 0
    assert {*contents()} == {"i1.txt", "o1.txt"}


def test_answers_for_a_grid_without_solution_are_refused() -> None:
    with pytest.raises(SudokuError, match="no solution"):
        load_course("northwestern").files(1, "1234567.8" + "." * 17 + "9" + "." * 54)
