"""Northwestern: the starter's own test run, its game, and the command on files."""

import gc
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sudoku.cli import main
from sudoku.grid import CELLS, PEERS
from sudoku.northwestern import search
from sudoku.northwestern.search import Board, is_valid
from tests.places import ROOT
from tests.sudoku.northwestern_boards import (
    EXPECTED,
    FILES,
    FIRST,
    FIRST_SOLVED,
    TEST_RUN,
    UNSOLVABLE,
    Captured,
    board_of,
)
from tests.sudoku.sudoku_commands import dialogue, run

PATH = f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n"


def test_the_test_run_of_the_starter_prints_what_it_should(tmp_path: Path) -> None:
    place = tmp_path / "a5.py"
    place.write_text(f"{PATH}from sudoku.northwestern.search import *\n{TEST_RUN}")
    command = [sys.executable, str(place)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == (EXPECTED, "", 0)


def test_the_starters_function_is_marked_as_no_test() -> None:
    assert not getattr(search.test_dfs_or_bfs, "__test__")


def test_the_commands_print_the_same_boards(tmp_path: Path, capsys: Captured) -> None:
    first = tmp_path / "first"
    first.write_text(lines_of(FIRST))
    shown = ""
    for what in ("dfs", "bfs"):
        assert main(["northwestern", what]) == 0
        out, err = capsys.readouterr()
        shown += out
        assert err.count("boards examined: ") == 2
        assert err.startswith("boards examined: 59; ")
        assert main(["northwestern", what, "--quiet"]) == 0
        assert capsys.readouterr() == (out, "")
        assert gc.isenabled()
        assert main(["northwestern", what, str(first)]) == 0
        of_a_file, err = capsys.readouterr()
        after_title = out.partition(" on First Game >>>>>>>>>>>>>>\n")[2]
        assert of_a_file == after_title.partition("<<<<<<<<<<<<<< Testing")[0]
        assert err.startswith("boards examined: 59; ") and err.count("\n") == 1
    title = "<<<<<<<<<<<<<< Testing DFS on First Game"
    assert title + EXPECTED.partition(title)[2] == shown


def test_a_whole_game_is_played_as_in_the_sample() -> None:
    answers = (FILES / "play_first_game.in").read_text()
    words = [sys.executable, "-m", "sudoku", "northwestern", "play"]
    done = subprocess.run(
        words, cwd=ROOT, input=answers, capture_output=True, text=True
    )
    assert done.stdout == (FILES / "play_first_game.out").read_text()
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("end", ["", " <&-"])
@pytest.mark.parametrize(
    ("command", "word", "told", "last"),
    [
        ("northwestern play", "5", "Invalid value", ("place 5 in:  \n", "?  \n")),
        (
            "cit591",
            "y",
            "No such file or directory",
            ("the puzzle? \n", "the puzzle? \n"),
        ),
    ],
)
def test_a_dialogue_survives_binary_input_and_closed_input(
    command: str, word: str, told: str, last: tuple[str, str], end: str
) -> None:
    line = rf"printf '\377\n{word}\n' | {sys.executable} -m sudoku {command}{end}"
    strict = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(
        ["sh", "-c", line], cwd=ROOT, env=strict, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(told) == (not end)
    assert done.stdout.endswith(last[bool(end)])


def played(
    board: Board, answers: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> str:
    return dialogue(lambda: search.play_sudoku(board), answers, monkeypatch, capsys)


@pytest.mark.parametrize("word", ["", "x", "1.5", "0", "10", "-1", "five", "9" * 5000])
def test_a_game_survives_input_that_is_not_a_number(
    word: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    stars = "*" * 12
    out = played(Board(), [word], monkeypatch, capsys)
    assert f"?  \n{stars} Invalid value. Try again. {stars}\n\nnum_nums" in out
    if word == "0":
        return
    out = played(Board(), ["5", word], monkeypatch, capsys)
    again = "Try again from the start."
    assert f"in:  \n{stars} Invalid row. {again} {stars}\n\nnum_nums" in out
    out = played(Board(), ["5", "0", word], monkeypatch, capsys)
    assert f"in:  \n{stars} Invalid column. {again} {stars}\n\nnum_nums" in out
    assert "num_nums_placed: 1" not in out


@pytest.mark.parametrize("count", range(4))
def test_the_end_of_the_input_ends_a_game_quietly(
    count: int, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    board = Board()
    out = played(board, ["5", "0", "0"][:count], monkeypatch, capsys)
    assert out.endswith(":  \n" if count in (1, 2) else "?  \n")
    assert board.num_nums_placed == (count == 3)


def test_a_board_that_is_complete_needs_no_move(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    out = played(board_of(FIRST_SOLVED), [], monkeypatch, capsys)
    assert out == "WOO YOU COMPLETED THE GAME!\n"


def test_a_game_goes_on_where_the_goal_is_met_by_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    board = board_of(FIRST_SOLVED)
    board.rows[0][0] = []
    out = played(board, ["4", "0", "0"], monkeypatch, capsys)
    assert "Placing 4 at (0, 0).  \n\n" in out and "WOO" not in out


def test_is_valid_asks_whether_the_number_stands_where_it_may_not() -> None:
    board = board_of("5" + "." * 80)
    for row, column in CELLS:
        seen = (row, column) in PEERS[0, 0] or (row, column) == (0, 0)
        assert is_valid(board, row, column, 5) is not seen
    assert is_valid(board=board, row_input=0, col_input=0, val_input=6) is True
    clash = board_of("5........6" + "." * 71)
    assert is_valid(clash, 0, 0, 6) is False


# The command on files


def lines_of(digits: str) -> str:
    return "\n".join(digits[9 * k : 9 * k + 9] for k in range(9)) + "\n"


def test_a_board_without_a_solution_is_reported_with_status_1(
    capsys: Captured,
) -> None:
    status, out, err = run(f"northwestern dfs {UNSOLVABLE}", capsys)
    assert (status, out.endswith("\n\n<<<<< No Solution >>>>>\n")) == (1, True)
    assert err.startswith("boards examined: 1; on the stack: 0,")


def test_several_boards_are_searched_one_by_one_even_after_an_error(
    tmp_path: Path, capsys: Captured
) -> None:
    first, none, wrong = (str(tmp_path / name) for name in ("first", "none", "wrong"))
    Path(first).write_text(lines_of(FIRST))
    Path(none).write_text(lines_of(UNSOLVABLE))
    alone = []
    for path in (first, none):
        main(["northwestern", "dfs", path])
        alone.append(capsys.readouterr())
    assert main(["northwestern", "dfs", first, none, wrong, first]) == 2
    out, err = capsys.readouterr()
    shown = [(first, alone[0]), (none, alone[1]), (first, alone[0])]
    assert out == "".join(f"{path}:\n{captured.out}" for path, captured in shown)
    missing = f"sudoku northwestern: error: {wrong}: No such file or directory\n"
    assert err == alone[0].err + alone[1].err + missing + alone[0].err


def test_a_clash_is_reported_with_status_1(capsys: Captured) -> None:
    clash = "clash: 5 occurs twice in column 1: r1c1, r2c1"
    said = f"sudoku northwestern: error: argument: {clash}\n"
    assert run(f"northwestern bfs 5........5{'.' * 71}", capsys) == (1, "", said)


@pytest.mark.parametrize(
    ("options", "reached", "progress"),
    [
        ("bfs --limit-boards 10", "limit of 10 boards", "10; in the queue: .* most 1"),
        ("dfs --limit-boards 10", "limit of 10 boards", "10; on the stack: .* most 9"),
        ("bfs --limit-time 0.01", "time limit", r"\d+; in the queue: .* most \d"),
    ],
)
def test_a_search_stopped_at_a_limit_reports_its_progress_with_status_3(
    options: str, reached: str, progress: str, capsys: Captured
) -> None:
    status, out, err = run(f"northwestern {options} {'.' * 81} -q", capsys)
    first, second = err.splitlines()
    assert (status, out.endswith("---\n\n")) == (3, True) and "Solved" not in out
    assert first == f"sudoku northwestern: stopped at the {reached}"
    assert re.fullmatch(f"boards examined: {progress}", second)


def test_bfs_stops_by_itself_before_its_queue_fills_the_memory(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudoku.northwestern.command.MAX_WAITING_BOARDS", 20)
    for options, limit in (
        ("", "20 waiting boards"),
        ("--limit-boards 999", "20 waiting boards"),
        ("--limit-boards 2", "2 boards"),
    ):
        status, _, err = run(f"northwestern bfs {'.' * 81} {options}", capsys)
        assert status == 3 and f"the limit of {limit}\n" in err
    assert run(f"northwestern dfs {'.' * 81}", capsys)[0] == 0
