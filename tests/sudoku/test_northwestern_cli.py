"""Northwestern: the command on a file."""

from pathlib import Path

import pytest

from sudoku.cli import main
from tests.sudoku.northwestern_boards import EXPECTED, FIRST, UNSOLVABLE, Captured


def lines_of(digits: str) -> str:
    return "\n".join(digits[9 * k : 9 * k + 9] for k in range(9)) + "\n"


def test_a_board_in_a_file_is_solved_as_in_the_starter(
    tmp_path: Path, capsys: Captured
) -> None:
    place = tmp_path / "board.txt"
    place.write_text(lines_of(FIRST))
    for what in ("dfs", "bfs"):
        assert main(["northwestern", what, str(place)]) == 0
        out, err = capsys.readouterr()
        part = EXPECTED.partition("on First Game >>>>>>>>>>>>>>\n")[2]
        assert out == part.partition("<<<<<<<<<<<<<< Testing")[0]
        assert err.startswith("boards examined: 59; ") and err.count("\n") == 1


def test_a_board_without_a_solution_is_reported_with_status_1(
    tmp_path: Path, capsys: Captured
) -> None:
    place = tmp_path / "board.txt"
    place.write_text(lines_of(UNSOLVABLE))
    assert main(["northwestern", "dfs", str(place)]) == 1
    out, err = capsys.readouterr()
    assert out.endswith("\n\n<<<<< No Solution >>>>>\n")
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


def test_a_clash_is_reported_with_status_1(tmp_path: Path, capsys: Captured) -> None:
    place = tmp_path / "board.txt"
    place.write_text(lines_of("5........5" + "." * 71))
    assert main(["northwestern", "bfs", str(place)]) == 1
    said = f"{place}: clash: 5 occurs twice in column 1: r1c1, r2c1"
    assert capsys.readouterr() == ("", f"sudoku northwestern: error: {said}\n")


@pytest.mark.parametrize(
    ("words", "reached"),
    [
        ("bfs --limit-boards 10", "limit of 10 boards"),
        ("dfs --limit-boards 10", "limit of 10 boards"),
        ("bfs --limit-time 0.01", "time limit"),
    ],
)
def test_a_search_stopped_at_a_limit_reports_its_progress_with_status_3(
    words: str, reached: str, tmp_path: Path, capsys: Captured
) -> None:
    place = tmp_path / "board.txt"
    place.write_text(lines_of("." * 81))
    what, *options = words.split()
    assert main(["northwestern", what, str(place), "-q", *options]) == 3
    out, err = capsys.readouterr()
    first, second = err.splitlines()
    assert out.endswith("---\n\n") and "Solved" not in out
    assert first == f"sudoku northwestern: stopped at the {reached}"
    where = "on the stack" if what == "dfs" else "in the queue"
    if reached == "limit of 10 boards":
        assert second.startswith(f"boards examined: 10; {where}: ")
        placed = 9 if what == "dfs" else 1
        assert second.endswith(f"; numbers placed: at most {placed}")


def test_bfs_stops_by_itself_before_its_queue_fills_the_memory(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudoku.northwestern.command.MAX_WAITING_BOARDS", 20)
    place = tmp_path / "board.txt"
    place.write_text(lines_of("." * 81))
    assert main(["northwestern", "bfs", str(place)]) == 3
    assert "the limit of 20 waiting boards\n" in capsys.readouterr().err
    assert main(["northwestern", "bfs", str(place), "--limit-boards", "999"]) == 3
    assert "the limit of 20 waiting boards\n" in capsys.readouterr().err
    assert main(["northwestern", "bfs", str(place), "--limit-boards", "2"]) == 3
    assert "the limit of 2 boards\n" in capsys.readouterr().err
    assert main(["northwestern", "dfs", str(place)]) == 0
