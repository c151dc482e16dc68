"""Northwestern: the starter's classes, Board, the searches, their limits and the game."""

import gc
import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from adt import EmptyError
from sudoku.grid import CELLS, PEERS, cells_of
from sudoku.northwestern import provided, search, starter
from sudoku.northwestern.limits import MonitoredBoard, SearchLimitError, SearchMonitor
from sudoku.northwestern.reading import read_grid
from sudoku.northwestern.search import BFS, DFS, Board, is_valid, remove_if_exists
from tests.places import GOLDEN, ROOT
from tests.sudoku.oracle import worked
from tests.sudoku.puzzles import random_grid
from tests.sudoku.sudoku_commands import Captured, dialogue, run

FILES = GOLDEN / "northwestern"
# The test run of the starter, which uses the names of ``a5.py``, and what it prints.
TEST_RUN = (FILES / "test_run.in").read_text()
EXPECTED = (FILES / "expected_main.txt").read_text()

GAMES = starter.FIRST_GAME, starter.SECOND_GAME
FIRST, SECOND = (cells_of(read_grid(game)) for game in GAMES)
FIRST_SOLVED, SECOND_SOLVED = (FILES / "solved.lines").read_text().split()
Search = Callable[[Board], Board | None]
SEARCHES = pytest.mark.parametrize("searched", [DFS, BFS])
UNSOLVABLE = "12345678........9" + "." * 64
SEVERAL = FIRST_SOLVED.translate(str.maketrans("12", ".."))  # 1 and 2 can change places


def board_of(digits: str, board: Board | None = None) -> Board:
    """Return the board after a move for each digit of *digits*, row by row.

    *digits* has 81 characters; "." is a blank. The moves are made on *board*, or on a
    new one.
    """
    board = Board() if board is None else board
    for place, digit in enumerate(digits):
        if digit != ".":
            board.update(place // 9, place % 9, int(digit))
    return board


def lines_of(digits: str) -> str:
    return "".join(f"{digits[start : start + 9]}\n" for start in range(0, 81, 9))


def digits_of(board: Board | None) -> str:
    """Return the numbers that are placed, row by row, and dots."""
    assert board is not None
    cells = [cell for row in board.rows for cell in row]
    return "".join(str(cell) if isinstance(cell, int) else "." for cell in cells)


# The starter's stack and queue: those on `adt`, and those of the hand-in

Provided = type[starter.Stack[int]] | type[provided.Stack[int]]
Queued = type[starter.Queue[int]] | type[provided.Queue[int]]
BOTH = pytest.mark.parametrize(
    ("Stack", "Queue"),
    [(starter.Stack, starter.Queue), (provided.Stack, provided.Queue)],
)


@BOTH
def test_a_stack_gives_back_the_last_element_and_a_queue_the_first(
    Stack: Provided, Queue: Queued
) -> None:
    stack, queue = Stack([1, 2]), Queue([1, 2])
    stack.push(3)
    queue.push(3)
    queue.enqueue(4)
    assert str(stack) == "The stack contains: [1, 2, 3]"
    assert str(queue) == "The queue contains: [1, 2, 3, 4]"
    assert (stack.the_stack, queue.the_queue) == ([1, 2, 3], [1, 2, 3, 4])
    assert [stack.pop(), stack.pop(), stack.pop()] == [3, 2, 1]
    assert [queue.pop(), queue.dequeue(), queue.pop()] == [1, 2, 3]
    assert stack.is_empty() and str(stack) == "The stack contains: []"
    assert not queue.is_empty() and queue.pop() == 4 and queue.is_empty()


@BOTH
def test_a_stack_and_a_queue_copy_the_list_they_start_with(
    Stack: Provided, Queue: Queued
) -> None:
    initial = [1]
    stack, queue = Stack(initial), Queue(initial=initial)
    stack.push(2)
    queue.push(2)
    initial.append(9)
    assert initial == [1, 9]
    if Stack is starter.Stack:  # its lists are copies, too
        stack.the_stack.clear()
        queue.the_queue.clear()
    assert stack.the_stack == queue.the_queue == [1, 2]
    assert Stack().is_empty() and Queue().is_empty()
    for pop in (Stack().pop, Queue().pop, Queue().dequeue):
        with pytest.raises(IndexError):
            pop()


@pytest.mark.parametrize("error", [EmptyError, IndexError])
def test_pop_of_an_empty_structure_is_the_error_of_adt_and_of_the_starter(
    error: type[Exception],
) -> None:
    with pytest.raises(error, match="pop of an empty stack"):
        starter.Stack[int]().pop()
    with pytest.raises(error, match="pop of an empty queue"):
        starter.Queue[int]().dequeue()


# Board


def test_remove_if_exists_removes_the_first_occurrence_from_a_list_only() -> None:
    numbers = [1, 2, 3, 2]
    remove_if_exists(numbers, 2)
    assert numbers == [1, 3, 2]
    remove_if_exists(lst=numbers, elem=7)
    assert numbers == [1, 3, 2]
    remove_if_exists(7, 7)


def test_a_new_board_allows_every_number_in_lists_of_its_own() -> None:
    board = Board()
    assert (board.num_nums_placed, board.size) == (0, 9)
    assert board.rows == [[list(range(1, 10))] * 9] * 9
    assert len({id(cell) for row in board.rows for cell in row}) == 81
    assert len({id(row) for row in board.rows}) == 9


def test_str_shows_every_row_list() -> None:
    row = str([list(range(1, 10))] * 9) + "\n"
    assert str(Board()) == "num_nums_placed: 0\nboard (rows): \n" + row * 9
    board = Board()
    board.update(0, 0, 7)
    assert str(board).splitlines()[2].startswith("[7, [1, 2, 3, 4, 5, 6, 8, 9], [1")


def test_subgrid_coordinates_go_column_by_column() -> None:
    board = Board()
    first = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)]
    for row, col in CELLS:
        top, left = row // 3 * 3, col // 3 * 3
        expected = [(r + top, c + left) for r, c in first]
        coordinates = board.subgrid_coordinates(row=row, col=col)
        assert coordinates == expected
        coordinates.clear()  # a list of the caller's own
        assert board.subgrid_coordinates(row, col) == expected


def test_the_most_constrained_cell_is_the_first_of_the_shortest_lists() -> None:
    board = Board()
    assert board.find_most_constrained_cell() == (0, 0)
    board.rows[8][1] = 3
    for row, column, numbers, first in (
        (8, 0, [1, 2], (8, 0)),
        (4, 7, [1, 2], (4, 7)),
        (4, 2, [5, 6], (4, 2)),
        (8, 8, [1], (8, 8)),
        (8, 7, [], (8, 7)),
        (7, 7, [], (7, 7)),
    ):
        board.rows[row][column] = numbers
        assert board.find_most_constrained_cell() == first
    board.rows = [[1] * 9 for _ in range(9)]
    assert board.find_most_constrained_cell() == (0, 0)
    board.rows[5][6] = list(range(1, 10))
    assert board.find_most_constrained_cell() == (5, 6)


def test_a_board_fails_exactly_if_a_cell_has_no_number_left() -> None:
    for row, column in CELLS:
        board = board_of(FIRST)
        assert board.failure_test() is False
        board.rows[row][column] = []
        assert board.failure_test() is True
        board.rows[row][column] = 5
        assert board.failure_test() is False


def test_the_goal_is_81_numbers_placed_and_nothing_else() -> None:
    board = Board()
    for placed in (0, 80, 82):
        board.num_nums_placed = placed
        assert board.goal_test() is False
    board.num_nums_placed = 81
    assert board.goal_test() is True


def test_update_removes_from_row_column_and_subgrid_in_place() -> None:
    for row, column in CELLS:
        board = Board()
        lists = {cell: board.rows[cell[0]][cell[1]] for cell in CELLS}
        board.update(row=row, column=column, assignment=4)
        assert board.rows[row][column] == 4 and board.num_nums_placed == 1
        for r, c in {*CELLS} - {(row, column)}:
            seen = (r, c) in PEERS[row, column]
            left = [1, 2, 3, 5, 6, 7, 8, 9] if seen else [*range(1, 10)]
            assert board.rows[r][c] is lists[r, c] and lists[r, c] == left


def test_is_valid_refuses_a_number_of_the_cell_or_its_peers() -> None:
    board = board_of("5" + "." * 80)
    for cell in CELLS:
        assert is_valid(board, *cell, 5) is (cell not in {(0, 0), *PEERS[0, 0]})
    assert is_valid(board=board, row_input=0, col_input=0, val_input=6) is True
    clash = board_of("5........6" + "." * 71)
    assert is_valid(clash, 0, 0, 6) is False


# The searches


@SEARCHES
@pytest.mark.parametrize(
    ("digits", "solved"), [(FIRST, FIRST_SOLVED), (SECOND, SECOND_SOLVED)]
)
def test_both_searches_solve_the_boards_of_the_starter(
    searched: Search, digits: str, solved: str, capsys: Captured
) -> None:
    board = board_of(digits)
    before = str(board)
    assert digits_of(searched(board)) == solved
    assert str(board) == before, "the argument was changed"
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("searched", "provided"), [(DFS, starter.Stack), (BFS, starter.Queue)]
)
def test_each_search_uses_the_structure_that_the_hand_out_provides(
    searched: Search,
    provided: type[starter.Stack[Board]] | type[starter.Queue[Board]],
) -> None:
    with patch.object(provided, "pop", autospec=True, side_effect=provided.pop) as pop:
        assert digits_of(searched(board_of(FIRST))) == FIRST_SOLVED
    assert pop.call_count > 50


@SEARCHES
def test_a_solved_board_is_its_own_solution(searched: Search) -> None:
    board = board_of(FIRST_SOLVED)
    assert searched(board) is board
    assert [*inspect.signature(searched).parameters] == ["state"]


@SEARCHES
def test_a_board_without_options_or_goal_gives_none(searched: Search) -> None:
    board = board_of(FIRST_SOLVED)
    board.update(0, 0, 4)
    assert board.num_nums_placed == 82 and searched(board) is None


@SEARCHES
def test_a_search_finds_the_first_solution_in_its_order(searched: Search) -> None:
    late = "12345678......9.......9" + "." * 58  # a failure after some boards
    drawn = [cells_of(random_grid(seed, 45, wrong=seed % 2)) for seed in range(4)]
    for digits in (SEVERAL, UNSOLVABLE, late, *drawn):
        board, _ = worked(digits, searched.__name__.lower())
        solution = searched(board_of(digits))
        expected = board.state()[0] if board.is_full() else None
        assert (solution and digits_of(solution)) == expected


# Limits


@SEARCHES
def test_a_watched_board_counts_the_calls_and_copies_of_a_search(
    searched: Search,
) -> None:
    watch = SearchMonitor(most_boards=59)
    assert digits_of(searched(board_of(FIRST, MonitoredBoard(watch)))) == FIRST_SOLVED
    assert (watch.examined, watch.waiting, watch.max_waiting) == (59, 0, 2)
    assert watch.placed == 81


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


@pytest.mark.parametrize(
    ("limit", "examined", "waiting", "placed"),
    [
        # The first boards of the empty board have 9 options, and so on.
        ({"most_boards": 1}, 1, 9, 0),
        ({"most_boards": 2}, 2, 16, 1),
        ({"most_waiting": 20}, 3, 23, 1),
    ],
)
def test_a_search_stops_at_its_limit(
    limit: dict[str, int], examined: int, waiting: int, placed: int
) -> None:
    watch = SearchMonitor(**limit)
    [(kind, most)] = limit.items()
    boards = "waiting boards" if kind == "most_waiting" else "boards?"
    with pytest.raises(SearchLimitError, match=f"^limit of {most} {boards}$"):
        BFS(MonitoredBoard(watch))
    assert (watch.examined, watch.placed) == (examined, placed)
    assert watch.waiting == watch.max_waiting == waiting
    assert DFS(board_of(FIRST, MonitoredBoard(SearchMonitor(most_waiting=2))))


def test_the_page_shows_how_far_each_search_got() -> None:
    """The benchmark makes its other figures, which take longer."""
    page = (ROOT / "docs" / "northwestern.md").read_text("utf-8")
    places = Random(1).sample(range(81), 28)
    kept = "".join(n if k in places else "." for k, n in enumerate(FIRST_SOLVED))
    examined = []
    for searched in (DFS, BFS):
        watch = SearchMonitor()
        assert searched(board_of(kept, MonitoredBoard(watch))) is not None
        examined.append(f"{watch.examined:,}")
    sentence = "DFS examines {} boards and BFS {}".format(*examined)
    assert f"28 numbers left, {sentence}" in " ".join(page.split())


# The starter's test run


def test_the_test_run_of_the_starter_prints_what_it_should(capsys: Captured) -> None:
    exec(f"from sudoku.northwestern.search import *\n{TEST_RUN}", {})
    assert capsys.readouterr() == (EXPECTED, "")
    assert not getattr(search.test_dfs_or_bfs, "__test__")  # for pytest


@pytest.mark.usefixtures("folder")
def test_the_commands_print_the_same_boards(capsys: Captured) -> None:
    Path("first").write_text(lines_of(FIRST))
    shown = ""
    for what in ("dfs", "bfs"):
        status, out, err = run(f"northwestern {what}", capsys)
        shown += out
        assert (status, err.count("boards examined: ")) == (0, 2)
        assert err.startswith("boards examined: 59; ") and gc.isenabled()
        assert run(f"northwestern {what} --quiet", capsys) == (0, out, "")
        status, of_a_file, err = run(f"northwestern {what} first", capsys)
        after_title = out.partition(" on First Game >>>>>>>>>>>>>>\n")[2]
        assert of_a_file == after_title.partition("<<<<<<<<<<<<<< Testing")[0]
        assert (status, err.count("\n")) == (0, 1)
        assert err.startswith("boards examined: 59; ")
    title = "<<<<<<<<<<<<<< Testing DFS on First Game"
    assert title + EXPECTED.partition(title)[2] == shown


# The game


def test_a_whole_game_is_played_as_in_the_sample() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sudoku", "northwestern", "play"],
        cwd=ROOT,
        input=(FILES / "play_first_game.in").read_text(),
        capture_output=True,
        text=True,
    )
    assert done.stdout == (FILES / "play_first_game.out").read_text()
    assert (done.stderr, done.returncode) == ("", 0)


PLAY = ("northwestern play", "5", "Invalid value", ("place 5 in:  \n", "?  \n"))
ASK = ("cit591", "y", "No such file or directory", ("puzzle? \n", "puzzle? \n"))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("end", ["", " <&-"])
@pytest.mark.parametrize(("command", "word", "told", "last"), [PLAY, ASK])
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


Played = Callable[[Board, list[str]], str]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Played:
    """A function that plays on a board with these answers, and returns what is said."""

    def play(board: Board, answers: list[str]) -> str:
        return dialogue(lambda: search.play_sudoku(board), answers, monkeypatch, capsys)

    return play


@pytest.mark.parametrize("word", ["", "x", "1.5", "0", "10", "-1", "five", "9" * 5000])
def test_a_game_survives_input_that_is_not_a_number(word: str, played: Played) -> None:
    stars = "*" * 12
    out = played(Board(), [word])
    assert f"?  \n{stars} Invalid value. Try again. {stars}\n\nnum_nums" in out
    for before, part in ((["5"], "row"), (["5", "0"], "column")):
        if word != "0":
            out = played(Board(), [*before, word])
            said = f"Invalid {part}. Try again from the start."
            assert f"in:  \n{stars} {said} {stars}\n\nnum_nums" in out
            assert "num_nums_placed: 1" not in out


@pytest.mark.parametrize("number", range(4))
def test_the_end_of_the_input_ends_a_game_quietly(number: int, played: Played) -> None:
    board = Board()
    out = played(board, ["5", "0", "0"][:number])
    assert out.endswith(":  \n" if number in (1, 2) else "?  \n")
    assert board.num_nums_placed == (number == 3)


def test_a_game_ends_where_the_goal_is_met_without_a_failure(played: Played) -> None:
    complete = board_of(FIRST_SOLVED)
    assert played(complete, []) == "WOO YOU COMPLETED THE GAME!\n"
    complete.rows[0][0] = []
    out = played(complete, ["4", "0", "0"])
    assert "Placing 4 at (0, 0).  \n\n" in out and "WOO" not in out


# The command on files


def test_a_clash_is_reported_with_status_1(capsys: Captured) -> None:
    clash = "clash: 5 occurs twice in column 1: r1c1, r2c1"
    said = f"sudoku northwestern: error: argument: {clash}\n"
    assert run(f"northwestern bfs 5........5{'.' * 71}", capsys) == (1, "", said)


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
    assert run(f"northwestern dfs {'.' * 81} --limit-time 1e-9", capsys)[0] == 3
