"""Each command as a person runs it: what it prints, where, and its exit status."""

import json
import os
import re
from argparse import Namespace
from pathlib import Path
from random import Random

import pytest

from pseudoku.cli import generate, main
from pseudoku.solving import Grid
from tests.pseudoku.pseudoku_commands import OF_2413, PUZZLE, SOLUTION, Captured, run


def test_generate_prints_a_puzzle_its_number_of_solutions_and_its_seed(
    capsys: Captured,
) -> None:
    status, out, err = run("generate 2 4 1 3 --blanks 6 --seed 1", capsys)
    assert (status, out.count("."), err) == (0, 6, "solutions: 1\nseed: 1\n")
    again = run("generate 2413 --blanks 6 --seed 1 -q", capsys)
    assert again == (0, out, "")


def test_generate_without_blanks_prints_the_solution(capsys: Captured) -> None:
    assert run("generate 2 4 1 3 --blanks 0 -q", capsys) == (0, OF_2413, "")


@pytest.mark.parametrize("blanks", range(17))
def test_generate_makes_the_blanks_it_is_asked_for(
    blanks: int, capsys: Captured
) -> None:
    line = f"generate 3142 --blanks {blanks} --count 3 --json"
    status, out, err = run(line, capsys)
    puzzles = [json.loads(line) for line in out.splitlines()]
    assert (status, len(puzzles)) == (0, 3)
    for puzzle in puzzles:
        assert puzzle["puzzle"].count(".") == 16 - puzzle["givens"] == blanks
        assert puzzle["solution"] == "1423231442313142"
        assert f"seed: {puzzle['seed']}" in err
        counted = run(f"count {puzzle['puzzle']}", capsys)[1]
        assert counted == f"{puzzle['solutions']}\n"


@pytest.mark.parametrize("blanks", range(13))
def test_generate_unique_leaves_one_solution(blanks: int, capsys: Captured) -> None:
    line = f"generate 2413 --blanks {blanks} --unique --count 5 --format line --seed 3"
    status, out, err = run(line, capsys)
    assert (status, err) == (0, "solutions: 1, 1, 1, 1, 1\nseed: 3\n")
    assert run("count " + " ".join(out.split()), capsys) == (0, "1\n" * 5, "")


def test_generate_prints_the_solution_below_if_asked(capsys: Captured) -> None:
    status, out, _ = run("generate 2413 --blanks 16 --solution --seed 1", capsys)
    assert status == 0
    assert out.endswith("\n\n" + OF_2413)


def test_generate_writes_each_puzzle_and_its_solution_to_files(
    tmp_path: Path, capsys: Captured
) -> None:
    line = f"generate random --count 2 --solution --with-answers {tmp_path} -q"
    status, out, err = run(line, capsys)
    names = ["puzzle1", "solution1", "puzzle2", "solution2"]
    texts = [(tmp_path / f"{name}.txt").read_text() for name in names]
    assert (status, "\n".join(texts), err) == (0, out, "")
    status, out, err = run(line, capsys)
    assert (status, out) == (2, "") and "puzzle1.txt: already exists" in err


def test_solve_says_when_there_are_several_and_shows_all_if_asked(
    capsys: Captured,
) -> None:
    open_puzzle = "241313243241...."
    several = "." * 12 + "4132"
    assert run(f"solve {open_puzzle} --format line", capsys)[0] == 0
    status, out, err = run(f"solve {several} --format line", capsys)
    assert (status, len(out.splitlines())) == (1, 1)
    remark = "several solutions; this is the first, --all prints them"
    assert err == f"argument:1: {remark}\n"
    status, out, err = run(f"solve {several} --all --format line", capsys)
    assert (status, len(out.splitlines()), err) == (
        0,
        12,
        "argument:1: solutions: 12\n",
    )


@pytest.mark.parametrize(
    ("line", "status", "out", "err"),
    [
        (f"solve {PUZZLE}", 0, SOLUTION, ""),
        ("solve .21.34..........", 1, "", "no solution\n"),
        ("solve --all .21.34..........", 1, "", "no solution\n"),
        ("solve 11..............", 1, "", "clash: 1 occurs twice in row 1: r1c1, r1c2; "
            "clash: 1 occurs twice in sub-grid 1: r1c1, r1c2\n"),
        ("count ................", 0, "288\n", ""),
        (f"check {PUZZLE}", 0, "argument:1: no clash, 10 blanks\n", ""),
        ("check 2413132432414132", 0, "argument:1: solved: no clash\n", ""),
        ("check 1.1.............", 1, "argument:1: clash: 1 occurs twice in row 1: "
            "r1c1, r1c3\n", ""),
    ],
)  # fmt: skip
def test_a_puzzle_gets_its_answer(
    line: str, status: int, out: str, err: str, capsys: Captured
) -> None:
    assert run(line, capsys) == (status, out, f"argument:1: {err}" if err else "")


def test_a_file_comes_before_a_puzzle_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("." * 16).write_text(SOLUTION)
    assert run("count ................", capsys) == (0, "1\n", "")


def test_call_reads_a_single_puzzle_from_a_file(
    tmp_path: Path, capsys: Captured
) -> None:
    place = tmp_path / "grids"
    place.write_text(SOLUTION)
    assert run(f"call CheckGrids {place}", capsys) == (0, "TRUE\n", "")
    place.write_text(SOLUTION + SOLUTION)
    said = f"pseudoku call: error: {place}: more than one puzzle; expected one\n"
    assert run(f"call CheckGrids {place}", capsys) == (2, "", said)


def test_code_shows_setblanks_too(capsys: Captured) -> None:
    out = run("code SetBlanks", capsys)[1]
    assert "i ← ⌊(cell − 1)/4⌋ + 1" in out
    assert run("code", capsys)[1].endswith(out)


def test_generate_random_uses_every_row_before_one_comes_again(
    capsys: Captured,
) -> None:
    status, out, _ = run("generate random --count 60 --unique --seed 4 --json", capsys)
    made = [json.loads(line) for line in out.splitlines()]
    rows = [one["row"] for one in made]
    assert status == 0 and len(made) == 60
    assert len({*rows[:24]}) == len({*rows[24:48]}) == 24
    assert len({one["solution"] for one in made}) == 24
    assert all(one["solution"].endswith(one["row"]) for one in made)
    assert {one["solutions"] for one in made} == {1}
    assert run("generate random --count 60 --unique --seed 4 --json", capsys)[1] == out


def test_four_words_of_four_cells_are_a_puzzle_as_the_hand_out_prints_it(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (".41. ..2. 3... .1.2", "0410 0020 3000 0102"):
        assert run(f"solve {words} --format line", capsys)[1] == "2413132432414132\n"
    assert run("check .41. ..2. 3...", capsys)[0] == 2
    Path("3...").write_text(PUZZLE)
    assert "no file '.41.'" in run("solve .41. ..2. 3... .1.2", capsys)[2]


def test_generate_draws_another_seed_each_time(capsys: Captured) -> None:
    seeds = {run("generate 2413", capsys)[2] for _ in range(5)}
    assert len(seeds) == 5


def test_the_worst_status_of_many_grids_counts(
    tmp_path: Path, capsys: Captured
) -> None:
    place = tmp_path / "grids"
    place.write_text("11..\n....\n....\n....\n\n" + SOLUTION)
    assert run(f"check {place}", capsys)[0] == 1


def test_code_shows_the_pseudocode_beside_the_python(capsys: Captured) -> None:
    status, out, err = run("code permuterow", capsys)
    assert (status, err) == (0, "")
    assert "puzzle[2] ← PermuteVector(puzzle[2], y)" in out.splitlines()[2]
    assert "puzzle[2] = permute_vector(puzzle[2], y)" in out.splitlines()[2]


def test_a_bad_file_is_named_with_line_and_column_and_the_next_still_read(
    tmp_path: Path, capsys: Captured
) -> None:
    bad, good = tmp_path / "bad.txt", tmp_path / "good.txt"
    bad.write_text("....\n.x..\n")
    good.write_text(SOLUTION)
    status, out, err = run(f"count {bad} {good}", capsys)
    said = f"pseudoku count: error: {bad}:2:2: 'x' is not a cell; expected 1 to 4"
    assert (status, out, err.count("\n")) == (2, "1\n", 1)
    assert err.startswith(said)
    bad.write_bytes(b"....\n..\xff.\n")
    status, out, err = run(f"count {bad}", capsys)
    said = f"pseudoku count: error: {bad}:2:3: byte 0xff; expected UTF-8 text\n"
    assert (status, out, err) == (2, "", said)


def test_each_of_several_puzzles_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two").write_text(f"{PUZZLE}\n\n11{'.' * 14}\n")
    Path("spoilt").write_text(f"{PUZZLE}\n.41..\n")
    status, out, _ = run(f"check two {PUZZLE}", capsys)
    assert (status, out.splitlines()) == (
        1,
        ["two:1: no clash, 10 blanks"]
        + ["two:3: clash: 1 occurs twice in row 1: r1c1, r1c2"]
        + ["two:3: clash: 1 occurs twice in sub-grid 1: r1c1, r1c2"]
        + ["argument:1: no clash, 10 blanks"],
    )
    _, out, err = run("check spoilt", capsys)
    assert out == "spoilt:1: no clash, 10 blanks\n" and ":2:6: a row" in err
    _, out, err = run(f"solve two {PUZZLE}", capsys)
    assert out == f"{SOLUTION}\n{SOLUTION}"
    assert err.startswith("two:3: clash: 1 occurs twice in row 1: r1c1, r1c2; clash")
    assert run(f"count two {PUZZLE}", capsys)[1] == "1\n0\n1\n"


def test_each_puzzle_is_written_before_the_next_is_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Captured
) -> None:
    """To a file all of them at once, or none."""
    left = [True, True, False]

    def stopped(solved: Grid, arguments: Namespace, random: Random) -> Grid:
        if not left.pop(0):
            raise KeyboardInterrupt
        return solved

    monkeypatch.setattr(generate, "blank_out", stopped)
    assert main(["generate", "2413", "--count", "3"]) == 130
    assert capsys.readouterr().out == f"{OF_2413}\n{OF_2413}"
    left[:] = [True, False]
    assert main(["generate", "2413", "--count", "2", "-o", str(tmp_path / "f")]) == 130
    assert os.listdir(tmp_path) == []


def test_many_puzzles_are_summarized_by_their_numbers_of_solutions(
    capsys: Captured,
) -> None:
    assert main(["generate", "2413", "--count", "300", "--seed", "1"]) == 0
    said = capsys.readouterr().err
    found = re.fullmatch(
        r"solutions: 1 \((\d+) puzzles\), 2 \((\d+) .*\nseed: 1\n", said
    )
    assert found and int(found[1]) + int(found[2]) == 300
