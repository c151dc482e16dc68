"""Each command as a person runs it: what it prints, where, and its exit status.

What a command prints for a puzzle that is typed is in tests/commands.toml.
"""

import json
import os
from argparse import Namespace
from pathlib import Path
from random import Random

import pytest

from pseudoku.cli import generate, main
from pseudoku.solving import Grid
from tests.pseudoku.pseudoku_commands import OF_2413, PUZZLE, SOLUTION, Captured, run

# generate


def test_generate_prints_a_puzzle_its_number_of_solutions_and_its_seed(
    capsys: Captured,
) -> None:
    status, out, err = run("generate 2 4 1 3 --blanks 6 --seed 1", capsys)
    assert (status, out.count("."), err) == (0, 6, "solutions: 1\nseed: 1\n")
    again = run("generate 2413 --blanks 6 --seed 1 -q", capsys)
    assert again == (0, out, "")
    assert len({run("generate 2413", capsys)[2] for _ in range(5)}) == 5  # the seeds


@pytest.mark.parametrize("blanks", range(17))
def test_generate_makes_the_blanks_it_is_asked_for(
    blanks: int, capsys: Captured
) -> None:
    unique = blanks < 13
    line = f"generate 3142 --blanks {blanks} --count 3 --json {'--unique' * unique}"
    status, out, err = run(line, capsys)
    puzzles = [json.loads(line) for line in out.splitlines()]
    assert (status, len(puzzles)) == (0, 3)
    for puzzle in puzzles:
        assert puzzle["puzzle"].count(".") == 16 - puzzle["givens"] == blanks
        assert puzzle["solution"] == "1423231442313142"
        assert f"seed: {puzzle['seed']}" in err
        counted = run(f"count {puzzle['puzzle']}", capsys)[1]
        assert counted == f"{puzzle['solutions']}\n"
        assert counted == "1\n" or not unique


def test_generate_writes_each_puzzle_and_its_solution(
    tmp_path: Path, capsys: Captured
) -> None:
    line = "generate 2413 --blanks 16 --solution --seed 1"
    assert run(line, capsys)[1].endswith("\n\n" + OF_2413)
    line = f"generate random --count 2 --solution --with-answers {tmp_path} -q"
    status, out, err = run(line, capsys)
    names = ["puzzle1", "solution1", "puzzle2", "solution2"]
    texts = [(tmp_path / f"{name}.txt").read_text() for name in names]
    assert (status, "\n".join(texts), err) == (0, out, "")
    status, out, err = run(line, capsys)
    assert (status, out) == (2, "") and "puzzle1.txt: already exists" in err


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


# Files of puzzles


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The working folder, with a file of each kind."""
    monkeypatch.chdir(tmp_path)
    Path("." * 16).write_text(SOLUTION)
    Path("one").write_text(SOLUTION)
    Path("two").write_text(f"{PUZZLE}\n\n11{'.' * 14}\n")
    Path("spoilt").write_text(f"{PUZZLE}\n.41..\n")
    Path("latin").write_bytes(b"....\n..\xff.\n")
    Path("3...").write_text(PUZZLE)


def test_solve_says_when_there_are_several_and_shows_all_if_asked(
    capsys: Captured,
) -> None:
    several = "." * 12 + "4132"
    status, out, err = run(f"solve {several} --format line", capsys)
    assert (status, len(out.splitlines())) == (1, 1)
    remark = "several solutions; this is the first, --all prints them"
    assert err == f"argument:1: {remark}\n"
    status, out, err = run(f"solve {several} --all --format line", capsys)
    assert (status, len(out.splitlines())) == (0, 12)
    assert err == "argument:1: solutions: 12\n"


@pytest.mark.usefixtures("files")
def test_a_file_comes_before_a_puzzle_of_its_name(capsys: Captured) -> None:
    assert run("count ................", capsys) == (0, "1\n", "")
    assert "no file '.41.'" in run("solve .41. ..2. 3... .1.2", capsys)[2]
    assert "no file '.41.'" in run("check .41. ..2.", capsys)[2]


@pytest.mark.usefixtures("files")
def test_call_reads_a_single_puzzle_from_a_file(capsys: Captured) -> None:
    assert run("call CheckGrids one", capsys) == (0, "TRUE\n", "")
    said = "pseudoku call: error: two: more than one puzzle; expected one\n"
    assert run("call CheckGrids two", capsys) == (2, "", said)


@pytest.mark.usefixtures("files")
def test_a_bad_file_is_named_with_line_and_column_and_the_next_still_read(
    capsys: Captured,
) -> None:
    status, out, err = run("count spoilt one", capsys)
    assert (status, out) == (2, "1\n1\n")
    assert err == "pseudoku count: error: spoilt:2:6: a row of 5 cells; expected 4\n"
    said = "pseudoku count: error: latin:2:3: byte 0xff; expected UTF-8 text\n"
    assert run("count latin", capsys) == (2, "", said)
