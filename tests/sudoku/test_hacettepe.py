"""Hacettepe: the steps of naked singles, to the byte, and its command."""

import sys
import tomllib
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from typing import TypedDict

import pytest

from sudoku.grid import CELLS, Grid, cell_name, cells_of
from sudoku.hacettepe import singles
from sudoku.hacettepe.reading import BOM_REMARK, read_grid
from tests.places import GOLDEN, ROOT
from tests.sudoku.mistakes import wrong_module
from tests.sudoku.oracle import worked
from tests.sudoku.puzzles import random_grid
from tests.sudoku.sudoku_commands import Captured, run

FILES = GOLDEN / "hacettepe"
SAMPLES = range(1, 7)
ALMOST = """\
1 2 3 4 5 6 7 8 0
4 5 6 7 8 9 1 2 3
7 8 9 1 2 3 4 5 6
2 3 4 5 6 7 8 9 1
5 6 7 8 9 1 2 3 4
8 9 1 2 3 4 5 6 7
3 4 5 6 7 8 9 1 2
6 7 8 9 1 2 3 4 5
9 1 2 3 4 5 6 7 8"""
SOLVED = ALMOST.replace("8 0\n", "8 9\n")
DASHES = "-" * 18
Run = Callable[[str], tuple[int, str, str, str]]


@pytest.fixture
def run_on(folder: Path, capsys: Captured) -> Run:
    """Status, output file, stdout and stderr of the command on a text."""

    def run_on_text(text: str) -> tuple[int, str, str, str]:
        Path("in").write_bytes(text.encode())
        status, out, err = run("hacettepe in out", capsys)
        written = (folder / "out").read_bytes().decode()
        return status, written, out, err

    return run_on_text


def sample(k: int) -> Grid:
    return read_grid((FILES / f"i{k}.txt").read_bytes())


@pytest.mark.parametrize("k", SAMPLES)
def test_each_sample_is_equal_byte_for_byte(
    k: int, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    words = ["sudoku.py", str(FILES / f"i{k}.txt"), "out.txt"]
    monkeypatch.setattr(sys, "argv", words)
    singles.main()
    written = (folder / "out.txt").read_bytes()
    assert written == (FILES / f"o{k}.txt").read_bytes()
    assert capsys.readouterr() == ("", "")
    assert k > 1 or len(written) == 10521


def test_a_solved_puzzle_takes_a_step_for_each_empty_cell() -> None:
    """The puzzle that the hand-out prints has 48."""
    empty = [sum(row.count(0) for row in sample(k)) for k in SAMPLES]
    assert [len([*singles.solve(sample(k))]) for k in SAMPLES] == empty
    assert empty[0] == 48


def test_a_solved_input_gives_the_dashes_alone(run_on: Run) -> None:
    assert run_on(SOLVED) == (0, DASHES, "", "")


def test_one_step_is_written_as_in_the_samples(run_on: Run) -> None:
    step = f"{DASHES}\nStep 1 - 9 @ R1C9\n{DASHES}\n{SOLVED}\n{DASHES}"
    assert run_on(ALMOST) == (0, step, "", "")


def test_a_byte_order_mark_is_read_with_a_remark(run_on: Run) -> None:
    status, written, out, err = run_on("\ufeff" + ALMOST)
    assert (status, written, out) == run_on(ALMOST)[:3]
    assert err == f"sudoku hacettepe: in: {BOM_REMARK}\n"


@pytest.mark.sampled(5)
@pytest.mark.parametrize("blanks", [10, 35, 45, 50, 55, 60, 70])
@pytest.mark.parametrize("wrong", [0, 2])
def test_each_step_is_the_topmost_and_leftmost_single(blanks: int, wrong: int) -> None:
    for seed in range(5):
        grid = random_grid(seed, blanks, wrong)
        sheet, steps = worked(cells_of(grid), "singles")
        placed = [pair for step in steps for pair in step.placed.items()]
        found = [(cell_name(cell), digit) for cell, digit in singles.solve(grid)]
        assert (found, cells_of(grid)) == (placed, sheet.state()[0])


class Order(TypedDict):
    old: str
    new: str
    steps: list[int]


TABLE = ROOT / "tests" / "mistakes" / "hacettepe_orders.toml"
ORDERS: dict[str, Order] = tomllib.loads(TABLE.read_text("utf-8"))


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_another_order_differs_where_the_page_says(order: Order) -> None:
    wrong = wrong_module("sudoku/hacettepe/singles.py", order["old"], order["new"])
    for k, step in zip(SAMPLES, order["steps"], strict=True):
        both = zip(singles.solve(sample(k)), wrong.solve(sample(k)))
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))
        assert same + 1 == step


def test_a_hidden_single_is_not_a_step(run_on: Run) -> None:
    """R1C1 is the only place for 1 in its box, but it can also be other numbers."""
    rows = [[0] * 9 for _ in range(9)]
    rows[1][3] = rows[2][6] = rows[3][1] = rows[4][2] = 1
    text = "\n".join(" ".join(map(str, row)) for row in rows)
    assert run_on(text)[:2] == (1, DASHES)


def test_if_the_program_gets_stuck_the_steps_so_far_are_written(run_on: Run) -> None:
    lines = ALMOST.split("\n")
    lines[3:] = ["0 0 0 0 0 0 0 0 0"] * 6
    status, written, out, err = run_on("\n".join(lines))
    filled = "\n".join([SOLVED.split("\n")[0], *lines[1:]])
    assert written == f"{DASHES}\nStep 1 - 9 @ R1C9\n{DASHES}\n{filled}\n{DASHES}"
    assert (status, out) == (1, "")
    why = "every blank has two or more possible values"
    assert err == f"sudoku hacettepe: stuck at step 2: {why}\n"


def test_a_cell_without_a_possible_value_is_named_and_skipped(run_on: Run) -> None:
    """R1C9 can be nothing: its row has 1 to 8 and its column 9. R9C9 comes later."""
    lines = ALMOST.split("\n")
    lines[4] = "5 6 7 8 0 1 2 3 9"
    lines[8] = "9 1 2 3 4 5 6 7 0"
    status, written, _, err = run_on("\n".join(lines))
    assert status == 1
    assert "Step 1 - 8 @ R9C9\n" in written
    assert "Step 2" not in written and "R1C9" not in written
    why = "no possible value is left for r1c9, r5c5"
    assert err == f"sudoku hacettepe: stuck at step 2: {why}\n"


def test_of_the_five_cells_of_the_hand_out_the_first_is_chosen() -> None:
    """They are in its order, counted from 1; the others have two possible values."""
    cells = [(2, 3), (2, 5), (3, 1), (6, 2), (6, 4)]
    possible = {cell: {1, 2} for cell in CELLS}
    left = [(row - 1, column - 1) for row, column in cells]
    for location in left:
        possible[location] = {3}
    for location in left:
        assert singles.first_single(possible) == location
        del possible[location]
