"""Northwestern: DFS, BFS and their limits."""

import inspect
from itertools import count
from random import Random
from unittest.mock import patch

import pytest

from sudoku.grid import cells_of
from sudoku.northwestern import limits, search
from sudoku.northwestern.limits import MonitoredBoard, SearchLimitError, SearchMonitor
from sudoku.northwestern.search import BFS, DFS, Board
from sudoku.northwestern.starter import Queue, Stack
from tests.places import ROOT
from tests.sudoku.northwestern_boards import (
    FIRST,
    FIRST_SOLVED,
    SECOND,
    SECOND_SOLVED,
    UNSOLVABLE,
    Captured,
    Search,
    board_of,
)
from tests.sudoku.oracle import worked
from tests.sudoku.puzzles import random_grid

SEARCHES: list[Search] = [DFS, BFS]
SEVERAL = FIRST_SOLVED.translate(str.maketrans("12", ".."))  # 1 and 2 can change places


def digits_of(board: Board | None) -> str:
    """The numbers that are placed, row by row, and dots."""
    assert board is not None
    cells = [cell for row in board.rows for cell in row]
    return "".join(str(cell) if isinstance(cell, int) else "." for cell in cells)


# the searches


@pytest.mark.parametrize("name", ["DFS", "BFS"])
def test_a_search_takes_a_state(name: str) -> None:
    assert list(inspect.signature(getattr(search, name)).parameters) == ["state"]


@pytest.mark.parametrize("run", SEARCHES)
@pytest.mark.parametrize(
    ("digits", "solved"), [(FIRST, FIRST_SOLVED), (SECOND, SECOND_SOLVED)]
)
def test_both_searches_solve_the_boards_of_the_starter(
    run: Search, digits: str, solved: str, capsys: Captured
) -> None:
    board = board_of(digits)
    before = str(board)
    assert digits_of(run(board)) == solved
    assert str(board) == before, "the argument was changed"
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("run", "provided"), [(DFS, Stack), (BFS, Queue)], ids=["DFS", "BFS"]
)
def test_each_search_uses_the_structure_that_the_hand_out_provides(
    run: Search, provided: type[Stack[Board]] | type[Queue[Board]]
) -> None:
    with patch.object(provided, "pop", autospec=True, side_effect=provided.pop) as pop:
        assert digits_of(run(board_of(FIRST))) == FIRST_SOLVED
    assert pop.call_count > 50


def test_dfs_solves_the_empty_board_at_once() -> None:
    watch = SearchMonitor(most_boards=100)
    solved = digits_of(DFS(MonitoredBoard(watch)))
    assert solved.startswith("987654321654321987321987654")
    assert all(set(solved[9 * k :][:9]) == set("123456789") for k in range(9))
    assert all(set(solved[k::9]) == set("123456789") for k in range(9))


@pytest.mark.parametrize("run", SEARCHES)
def test_a_board_without_a_solution_gives_none(run: Search) -> None:
    board = board_of(UNSOLVABLE)
    assert board.failure_test() and run(board) is None
    late = board_of("12345678......9.......9" + "." * 58)
    assert run(late) is None


@pytest.mark.parametrize("run", SEARCHES)
def test_a_solved_board_is_its_own_solution(run: Search) -> None:
    board = board_of(FIRST_SOLVED)
    assert run(board) is board


@pytest.mark.parametrize("run", SEARCHES)
def test_a_board_without_options_or_goal_gives_none(run: Search) -> None:
    board = board_of(FIRST_SOLVED)
    board.update(0, 0, 4)
    assert board.num_nums_placed == 82 and run(board) is None


@pytest.mark.parametrize("run", SEARCHES)
def test_a_search_finds_the_first_solution_in_its_order(run: Search) -> None:
    for digits in (SEVERAL, *(cells_of(random_grid(k, 45, k % 2)) for k in range(4))):
        board, _ = worked(digits, run.__name__.lower())
        solution = run(board_of(digits))
        assert (solution and digits_of(solution)) == (
            board.state()[0] if board.is_full() else None
        )


# limits


@pytest.mark.parametrize("run", SEARCHES)
def test_a_watched_board_counts_the_calls_and_copies_of_a_search(run: Search) -> None:
    watch = SearchMonitor(most_boards=59)
    board = board_of(FIRST, MonitoredBoard(watch))
    assert digits_of(run(board)) == FIRST_SOLVED
    assert (watch.examined, watch.waiting, watch.max_waiting) == (59, 0, 2)
    assert watch.placed == 81


@pytest.mark.parametrize("run", SEARCHES)
@pytest.mark.parametrize("most", [1, 2, 58])
def test_a_search_stops_at_its_number_of_boards(run: Search, most: int) -> None:
    watch = SearchMonitor(most_boards=most)
    with pytest.raises(SearchLimitError, match=rf"^limit of {most} boards?$"):
        run(board_of(FIRST, MonitoredBoard(watch)))
    assert watch.examined == most and watch.waiting >= 1


def test_the_fullest_board_counts_and_not_the_last_one() -> None:
    watch = SearchMonitor(most_boards=60)
    seen: list[int] = []

    class Seen(MonitoredBoard):
        def goal_test(self) -> bool:
            goal = super().goal_test()
            seen.append(self.num_nums_placed)
            return goal

    with pytest.raises(SearchLimitError):
        DFS(board_of(SECOND, Seen(watch)))
    assert seen[-1] < max(seen) == watch.placed


def test_the_waiting_boards_are_those_in_the_queue() -> None:
    """Of the empty board the first nine boards have 9 options, and so on."""
    watch = SearchMonitor(most_boards=1)
    with pytest.raises(SearchLimitError):
        BFS(MonitoredBoard(watch))
    assert (watch.waiting, watch.max_waiting, watch.placed) == (9, 9, 0)
    watch = SearchMonitor(most_boards=2)
    with pytest.raises(SearchLimitError):
        BFS(MonitoredBoard(watch))
    assert (watch.waiting, watch.max_waiting, watch.placed) == (16, 16, 1)


def test_a_search_stops_where_too_many_boards_wait() -> None:
    watch = SearchMonitor(most_waiting=20)
    with pytest.raises(SearchLimitError, match="^limit of 20 waiting boards$"):
        BFS(MonitoredBoard(watch))
    assert (watch.examined, watch.waiting) == (3, 23)
    assert (
        DFS(board_of(FIRST, MonitoredBoard(SearchMonitor(most_waiting=2)))) is not None
    )


def test_a_search_stops_when_its_time_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With a clock that goes on by a second whenever somebody looks at it."""
    clock = map(float, count())
    monkeypatch.setattr(limits, "monotonic", lambda: next(clock))
    watch = SearchMonitor(seconds=5)
    with pytest.raises(SearchLimitError, match="^time limit$"):
        BFS(MonitoredBoard(watch))
    assert watch.examined == 5


def test_the_page_shows_how_far_each_search_got() -> None:
    """The benchmark makes its other figures, which take longer."""
    page = (ROOT / "docs" / "northwestern.md").read_text("utf-8")
    places = Random(1).sample(range(81), 28)
    kept = "".join(n if k in places else "." for k, n in enumerate(FIRST_SOLVED))
    examined = {}
    for run in (DFS, BFS):
        watch = SearchMonitor()
        assert run(board_of(kept, MonitoredBoard(watch))) is not None
        examined[run.__name__] = f"{watch.examined:,}"
    sentence = "DFS examines {DFS} boards and BFS {BFS}".format_map(examined)
    assert f"28 numbers left, {sentence}" in " ".join(page.split())
