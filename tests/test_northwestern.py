"""Northwestern: Board, the searches and the game as a grader meets them."""

import copy
import gc
import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from adt import EmptyError
from sudoku import search
from sudoku.cli import main
from sudoku.grid import CELLS, PEERS
from sudoku.limits import LimitReached, Watch, WatchedBoard
from sudoku.search import BFS, DFS, Board, is_valid, remove_if_exists
from sudoku.starter import FIRST_GAME, SECOND_GAME, Queue, Stack, moves_of

ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "golden" / "northwestern"
EXPECTED = (GOLDEN / "expected_main.txt").read_text()
Captured = pytest.CaptureFixture[str]
Search = Callable[[Board], Board | None]
SEARCHES: list[Search] = [DFS, BFS]

FIRST = (
    ".7.....1...97.42....89..3...43.6.....9.1.8.7.....2.15...4..57....74.19...3.....8."
)
FIRST_SOLVED = (
    "472683519319754268568912347143567892295148673786329154624895731857431926931276485"
)
SEVERAL = FIRST[:63] + "..74.1..." + "." * 9  # without its last three numbers
SECOND = (
    ".2.3.5.4.......9...7..4..8.1.7..9..2.9..3..6.6..7..5.8.1..9..2...6.......4.8.7.5."
)
SECOND_SOLVED = (
    "829315647463278915571946283157689432298534761634721598715493826986152374342867159"
)


def board_of(digits: str, board: Board | None = None) -> Board:
    """The board after a move for each digit, row by row."""
    board = Board() if board is None else board
    for place, digit in enumerate(digits):
        if digit != ".":
            board.update(place // 9, place % 9, int(digit))
    return board


def digits_of(board: Board | None) -> str:
    """The numbers that are placed, row by row, and dots."""
    assert board is not None
    cells = [cell for row in board.rows for cell in row]
    return "".join(str(cell) if isinstance(cell, int) else "." for cell in cells)


# the starter's stack and queue


def test_a_stack_gives_back_the_last_element_first() -> None:
    stack = Stack([1, 2])
    stack.push(3)
    assert str(stack) == "The stack contains: [1, 2, 3]"
    assert stack.the_stack == [1, 2, 3]
    assert [stack.pop(), stack.pop(), stack.pop()] == [3, 2, 1]
    assert stack.is_empty() and str(stack) == "The stack contains: []"


def test_a_queue_gives_back_the_first_element_first() -> None:
    queue = Queue([1, 2])
    queue.push(3)
    queue.enqueue(4)
    assert str(queue) == "The queue contains: [1, 2, 3, 4]"
    assert queue.the_queue == [1, 2, 3, 4]
    assert [queue.pop(), queue.dequeue(), queue.pop()] == [1, 2, 3]
    assert not queue.is_empty() and queue.pop() == 4 and queue.is_empty()


def test_a_stack_and_a_queue_copy_the_list_they_start_with() -> None:
    initial = [1]
    stack, queue = Stack(initial), Queue(initial=initial)
    stack.push(2)
    queue.push(2)
    initial.append(9)
    assert initial == [1, 9]
    assert stack.the_stack == queue.the_queue == [1, 2]
    assert Stack[int]().is_empty() and Queue[int]().is_empty()


def test_nothing_can_be_popped_where_nothing_is() -> None:
    with pytest.raises(EmptyError):
        Stack[int]().pop()
    with pytest.raises(EmptyError):
        Queue[int]().pop()


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


def test_print_pretty_is_as_the_starter_prints(capsys: Captured) -> None:
    board_of(FIRST).print_pretty()
    out = capsys.readouterr().out
    assert out == EXPECTED.partition("passed!\n")[2].partition("All part 2")[0]
    assert out.startswith("num_nums_placed: 28\nboard (rows): \n -----")
    assert out.endswith(" -------------------------\n\n")


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
    board.rows[4][7] = [1, 2]
    board.rows[8][0] = [1, 2]
    board.rows[8][1] = 3
    assert board.find_most_constrained_cell() == (4, 7)
    board.rows[4][2] = [5, 6]
    assert board.find_most_constrained_cell() == (4, 2)
    board.rows[8][8] = [1]
    assert board.find_most_constrained_cell() == (8, 8)
    board.rows[7][7] = []
    board.rows[8][7] = []
    assert board.find_most_constrained_cell() == (7, 7)
    board.rows = [[1] * 9 for _ in range(9)]
    assert board.find_most_constrained_cell() == (0, 0)
    board.rows[5][6] = list(range(1, 10))
    assert board.find_most_constrained_cell() == (5, 6)


@pytest.mark.parametrize("location", CELLS)
def test_a_board_fails_exactly_where_a_cell_is_empty(
    location: tuple[int, int],
) -> None:
    board = board_of(FIRST)
    assert board.failure_test() is False
    board.rows[location[0]][location[1]] = []
    assert board.failure_test() is True
    board.rows[location[0]][location[1]] = 5
    assert board.failure_test() is False


def test_the_goal_is_81_numbers_placed_and_nothing_else() -> None:
    board = Board()
    for placed in (0, 80, 82):
        board.num_nums_placed = placed
        assert board.goal_test() is False
    board.num_nums_placed = 81
    assert board.goal_test() is True


@pytest.mark.parametrize("location", CELLS)
def test_update_removes_from_row_column_and_subgrid_in_place(
    location: tuple[int, int],
) -> None:
    board = Board()
    lists = {cell: board.rows[cell[0]][cell[1]] for cell in CELLS}
    row, column = location
    board.update(row=row, column=column, assignment=4)
    assert board.rows[row][column] == 4 and board.num_nums_placed == 1
    for r, c in set(CELLS) - {location}:
        assert board.rows[r][c] is lists[r, c]
        left = [1, 2, 3, 5, 6, 7, 8, 9] if (r, c) in PEERS[location] else range(1, 10)
        assert board.rows[r][c] == list(left)


def test_update_checks_nothing_and_always_counts() -> None:
    board = Board()
    for number in (4, 4, 5):
        board.update(0, 0, number)
    board.update(0, 1, 5)
    assert board.num_nums_placed == 4 and board.rows[0][:2] == [5, 5]


def test_the_first_board_is_as_the_starter_asserts() -> None:
    board = board_of(FIRST)
    assert board.rows[0][2] == [2, 5, 6]
    assert board.rows[5][5] == [3, 7, 9]
    assert board.num_nums_placed == 28
    assert board.find_most_constrained_cell() == (1, 7)


def test_the_moves_of_the_starter_make_its_two_boards() -> None:
    for game, digits in ((FIRST_GAME, FIRST), (SECOND_GAME, SECOND)):
        board = Board()
        for move in moves_of(game):
            board.update(*move)
        assert str(board) == str(board_of(digits))


# deep copies


class GenericBoard(Board):
    """A Board that ``copy.deepcopy`` copies in its own way."""

    __deepcopy__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("digits", ["", FIRST, SECOND_SOLVED])
def test_a_copy_by_hand_is_what_deepcopy_makes_of_the_attributes(digits: str) -> None:
    by_hand = copy.deepcopy(board_of(digits))
    generic = copy.deepcopy(board_of(digits, GenericBoard()))
    assert vars(by_hand) == vars(generic)
    assert type(by_hand) is Board and type(generic) is GenericBoard
    assert {type(row) for row in by_hand.rows} == {list}
    assert {type(cell) for row in by_hand.rows for cell in row} <= {int, list}


def test_a_copy_and_its_board_share_no_list() -> None:
    board = board_of(FIRST)
    other = copy.deepcopy(board)

    def lists(one: Board) -> set[int]:
        cells = [cell for row in one.rows for cell in row if isinstance(cell, list)]
        return {id(one.rows), *map(id, one.rows), *map(id, cells)}

    assert not lists(board) & lists(other)
    assert len(lists(other)) == 1 + 9 + 53
    before = str(board)
    other.update(0, 0, 2)
    other.rows[8].clear()
    assert str(board) == before and board.size == other.size == 9


def test_a_board_in_a_structure_is_copied_with_it_once() -> None:
    board = Board()
    pair = copy.deepcopy([board, board])
    assert pair[0] is pair[1] is not board


def test_a_kind_of_board_is_copied_as_that_kind() -> None:
    class Mine(Board):
        pass

    assert type(copy.deepcopy(Mine())) is Mine


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


def test_of_several_solutions_dfs_meets_the_largest_options_first() -> None:
    assert SEVERAL.count(".") == FIRST.count(".") + 3
    assert digits_of(DFS(board_of(SEVERAL)))[:9] == "275683419"
    assert digits_of(BFS(board_of(SEVERAL)))[:9] == "472653819"


@pytest.mark.parametrize(
    ("run", "order"), [(DFS, [4, 3, 2]), (BFS, [2, 3, 4])], ids=["dfs", "bfs"]
)
def test_the_options_are_added_in_ascending_order(
    run: Search, order: list[int]
) -> None:
    """Each board that is examined names itself; none of them is a solution."""
    examined: list[str] = []

    class Named(Board):
        def goal_test(self) -> bool:
            examined.append(digits_of(self)[:1])
            return False

        def failure_test(self) -> bool:
            return len(examined) > 1

    board = Named()
    board.rows[0][0] = [2, 3, 4]
    assert run(board) is None
    assert examined == [".", *map(str, order)]


def test_dfs_solves_the_empty_board_at_once() -> None:
    watch = Watch(most_boards=100)
    solved = digits_of(DFS(WatchedBoard(watch)))
    assert solved.startswith("987654321654321987321987654")
    assert all(set(solved[9 * k :][:9]) == set("123456789") for k in range(9))
    assert all(set(solved[k::9]) == set("123456789") for k in range(9))


UNSOLVABLE = "12345678........9" + "." * 64


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
def test_both_searches_agree_with_the_same_on_plain_lists(run: Search) -> None:
    """The hand-out's algorithm once more: a list for the structure, generic copies."""
    take = -1 if run is DFS else 0
    states: list[Board] = [board_of(SEVERAL, GenericBoard())]
    found: Board | None = None
    while states and found is None:
        state = states.pop(take)
        if state.goal_test():
            found = state
        elif not state.failure_test():
            row, column = state.find_most_constrained_cell()
            options = state.rows[row][column]
            assert isinstance(options, list)
            for option in options:
                states.append(copy.deepcopy(state))
                states[-1].update(row, column, option)
    mine = run(board_of(SEVERAL))
    assert digits_of(mine) == digits_of(found)


# limits


@pytest.mark.parametrize("run", SEARCHES)
def test_a_watch_counts_what_a_search_does(run: Search) -> None:
    watch = Watch()
    board = board_of(FIRST, WatchedBoard(watch))
    assert digits_of(run(board)) == FIRST_SOLVED
    assert (watch.examined, watch.waiting, watch.longest) == (59, 0, 2)
    assert watch.placed == 81


@pytest.mark.parametrize("run", SEARCHES)
@pytest.mark.parametrize("most", [1, 2, 30])
def test_a_search_stops_at_its_number_of_boards(run: Search, most: int) -> None:
    watch = Watch(most_boards=most)
    with pytest.raises(LimitReached, match=f"^{most} boards$"):
        run(board_of(FIRST, WatchedBoard(watch)))
    assert watch.examined == most and watch.waiting >= 1


def test_the_fullest_board_counts_not_the_last() -> None:
    watch = Watch(most_boards=60)
    seen: list[int] = []

    class Seen(WatchedBoard):
        def goal_test(self) -> bool:
            goal = super().goal_test()
            seen.append(self.num_nums_placed)
            return goal

    with pytest.raises(LimitReached):
        DFS(board_of(SECOND, Seen(watch)))
    assert seen[-1] < max(seen) == watch.placed


def test_a_search_may_use_its_limit_up() -> None:
    assert DFS(board_of(FIRST, WatchedBoard(Watch(most_boards=59)))) is not None
    with pytest.raises(LimitReached):
        DFS(board_of(FIRST, WatchedBoard(Watch(most_boards=58))))


def test_waiting_is_what_the_queue_holds() -> None:
    """Of the empty board the first nine boards have 9 options, and so on."""
    watch = Watch(most_boards=1)
    with pytest.raises(LimitReached):
        BFS(WatchedBoard(watch))
    assert (watch.waiting, watch.longest, watch.placed) == (9, 9, 0)
    watch = Watch(most_boards=2)
    with pytest.raises(LimitReached):
        BFS(WatchedBoard(watch))
    assert (watch.waiting, watch.longest, watch.placed) == (16, 16, 1)


def test_a_search_stops_where_too_many_boards_wait() -> None:
    watch = Watch(most_waiting=20)
    with pytest.raises(LimitReached, match="^20 boards that wait$"):
        BFS(WatchedBoard(watch))
    assert (watch.examined, watch.waiting) == (3, 23)
    assert DFS(board_of(FIRST, WatchedBoard(Watch(most_waiting=2)))) is not None


def test_a_search_stops_when_its_time_is_over() -> None:
    watch = Watch(seconds=0.02)
    with pytest.raises(LimitReached, match="time"):
        BFS(WatchedBoard(watch))
    assert watch.examined > 0


def test_the_page_shows_how_far_each_search_really_came() -> None:
    """The rows of its table that take no time; the benchmark makes all of them."""
    page = (ROOT / "docs" / "northwestern.md").read_text("utf-8")
    rows = [line.split(" | ") for line in page.splitlines() if "FS | " in line]
    assert len(rows) == 22
    for given, name, examined, waiting, *_, end in rows:
        if end.startswith("solved") and len(examined) < 6:
            places = Random(1).sample(range(81), int(given.removeprefix("| ")))
            kept = "".join(
                n if k in places else "." for k, n in enumerate(FIRST_SOLVED)
            )
            watch = Watch()
            run = DFS if name == "DFS" else BFS
            assert run(board_of(kept, WatchedBoard(watch))) is not None
            counted = [f"{watch.examined:,}", f"{watch.longest:,}"]
            assert counted == [examined, waiting]


# the whole test run of the starter, and its game

A5 = """\
from sudoku.search import *
if __name__ == "__main__":
    from sudoku.starter import FIRST_GAME, SECOND_GAME, moves_of
    first_moves, second_moves = moves_of(FIRST_GAME), moves_of(SECOND_GAME)
    print("<<<<<<<<<<<<<< Solving Sudoku >>>>>>>>>>>>>>")
    b = Board()
    for move in first_moves:
        b.update(*move)
    assert b.rows[0][2] == [2, 5, 6] and b.rows[5][5] == [3, 7, 9]
    assert b.num_nums_placed == 28
    print("All part 1 tests passed!")
    b.print_pretty()
    assert b.find_most_constrained_cell() == (1, 7)
    assert not b.failure_test() and not b.goal_test()
    print("All part 2 tests passed! Testing DFS and BFS next:")
    for use_dfs in (True, False):
        for moves, game in ((first_moves, "First"), (second_moves, "Second")):
            name = "DFS" if use_dfs else "BFS"
            print(f"<<<<<<<<<<<<<< Testing {name} on {game} Game >>>>>>>>>>>>>>")
            test_dfs_or_bfs(use_dfs, moves)
"""
NAMES = "Stack Queue remove_if_exists Board DFS BFS is_valid play_sudoku".split()


def python(*words: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_the_test_run_of_the_starter_prints_what_it_should(tmp_path: Path) -> None:
    place = tmp_path / "a5.py"
    place.write_text(f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{A5}")
    done = python(str(place))
    assert (done.stdout, done.stderr, done.returncode) == (EXPECTED, "", 0)


def test_importing_all_names_prints_nothing(tmp_path: Path) -> None:
    place = tmp_path / "a5.py"
    place.write_text(f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n{A5}")
    script = f"from a5 import *; {', '.join(NAMES)}, test_dfs_or_bfs"
    done = python("-c", script, folder=tmp_path)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_pytest_does_not_take_the_starters_function_for_a_test(
    tmp_path: Path,
) -> None:
    place = tmp_path / "test_a5.py"
    place.write_text(
        f"import sys\nsys.path.insert(0, {str(ROOT)!r})\n"
        "from sudoku.search import *\ndef test_b(): assert Board().size == 9\n"
    )
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", str(place))
    assert "1 passed" in done.stdout and done.returncode == 0


def test_the_commands_print_the_same_boards(capsys: Captured) -> None:
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
    title = "<<<<<<<<<<<<<< Testing DFS on First Game"
    assert title + EXPECTED.partition(title)[2] == shown


def test_a_whole_game_is_played_as_in_the_sample() -> None:
    answers = (GOLDEN / "play_first_game.in").read_text()
    words = [sys.executable, "-m", "sudoku", "northwestern", "play"]
    done = subprocess.run(
        words, cwd=ROOT, input=answers, capture_output=True, text=True
    )
    assert done.stdout == (GOLDEN / "play_first_game.out").read_text()
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.parametrize("end", ["", " <&-"])
def test_a_game_survives_what_is_no_text_and_no_input(end: str) -> None:
    command = (
        f"printf '\\377\\n5\\n' | {sys.executable} -m sudoku northwestern play{end}"
    )
    strict = os.environ | {"PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, env=strict, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("Invalid value") == (not end)
    assert done.stdout.endswith("?  \n" if end else "place 5 in:  \n")


def played(
    board: Board, answers: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> str:
    """What a game prints where a person gives these answers and then no more."""
    given = iter(answers)

    def answer(prompt: str = "") -> str:
        print(prompt, end="")
        try:
            return next(given)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    search.play_sudoku(board)
    return capsys.readouterr().out


@pytest.mark.parametrize("word", ["", "x", "1.5", "0", "10", "-1", "five", "9" * 5000])
def test_a_game_survives_what_is_no_number(
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


# the command on a file


def lines_of(digits: str) -> str:
    return "\n".join(digits[9 * k : 9 * k + 9] for k in range(9)) + "\n"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        lambda text: text.replace(".", "0"),
        lambda text: text.replace("", " "),
        lambda text: "\n\n" + text.replace("\n", "\n \n"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.rstrip(),
    ],
)
def test_a_file_may_have_dots_zeros_and_blanks(
    change: Callable[[str], str], tmp_path: Path, capsys: Captured
) -> None:
    place = tmp_path / "board.txt"
    place.write_bytes(change(lines_of(FIRST)).encode())
    for what in ("dfs", "bfs"):
        assert main(["northwestern", what, str(place)]) == 0
        out, err = capsys.readouterr()
        part = EXPECTED.partition("on First Game >>>>>>>>>>>>>>\n")[2]
        assert out == part.partition("<<<<<<<<<<<<<< Testing")[0]
        assert err.startswith("boards examined: 59; ") and err.count("\n") == 1


def test_no_solution_is_told_with_status_1(tmp_path: Path, capsys: Captured) -> None:
    place = tmp_path / "board.txt"
    place.write_text(lines_of(UNSOLVABLE))
    assert main(["northwestern", "dfs", str(place)]) == 1
    out, err = capsys.readouterr()
    assert out.endswith("\n\n<<<<< No Solution >>>>>\n")
    assert err.startswith("boards examined: 1; on the stack: 0,")


def test_a_clash_is_told_with_status_1(tmp_path: Path, capsys: Captured) -> None:
    place = tmp_path / "board.txt"
    place.write_text(lines_of("5........5" + "." * 71))
    assert main(["northwestern", "bfs", str(place)]) == 1
    where = "row 1, column 0, counted from 0"
    said = f"{place}: 5 stands twice in a unit, again at {where}"
    assert capsys.readouterr() == ("", f"sudoku northwestern: error: {said}\n")


@pytest.mark.parametrize(
    ("words", "reached"),
    [
        ("bfs --limit-boards 10", "10 boards"),
        ("dfs --limit-boards 10", "10 boards"),
        ("bfs --limit-time 0.01", "time"),
    ],
)
def test_a_limit_ends_with_status_3_and_tells_what_was_reached(
    words: str, reached: str, tmp_path: Path, capsys: Captured
) -> None:
    place = tmp_path / "board.txt"
    place.write_text(lines_of("." * 81))
    what, *options = words.split()
    assert main(["northwestern", what, str(place), "-q", *options]) == 3
    out, err = capsys.readouterr()
    first, second = err.splitlines()
    assert out.endswith("---\n\n") and "Solved" not in out
    assert first == f"sudoku northwestern: stopped at its limit of {reached}"
    where = "on the stack" if what == "dfs" else "in the queue"
    if reached == "10 boards":
        assert second.startswith(f"boards examined: 10; {where}: ")
        placed = 9 if what == "dfs" else 1
        assert second.endswith(f"; numbers placed: at most {placed}")


def test_options_may_stand_before_and_behind_the_file(
    tmp_path: Path, capsys: Captured
) -> None:
    place = tmp_path / "board.txt"
    place.write_text(lines_of("." * 81))
    for words in (
        "--limit-boards 9 {}",
        "{} --limit-boards 9",
        "-q {} --limit-boards 9",
    ):
        line = words.format(place).split()
        assert main(["northwestern", "bfs", *line]) == 3
        assert "of 9 boards\n" in capsys.readouterr().err


def test_bfs_stops_by_itself_before_its_queue_fills_the_memory(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sudoku.cli.northwestern.MOST_WAITING", 20)
    place = tmp_path / "board.txt"
    place.write_text(lines_of("." * 81))
    assert main(["northwestern", "bfs", str(place)]) == 3
    assert "its limit of 20 boards that wait\n" in capsys.readouterr().err
    assert main(["northwestern", "bfs", str(place), "--limit-boards", "9"]) == 3
    assert "its limit of 9 boards\n" in capsys.readouterr().err
    assert main(["northwestern", "dfs", str(place)]) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ":1:1: the end, expected nine lines of digits"),
        (lines_of(FIRST[:72]), ":9:1: the end, expected nine lines of digits"),
        (lines_of(FIRST[:72])[:-2], ":9:1: the end, expected nine lines of digits"),
        (lines_of(FIRST) + ".", ":10:1: a tenth line, expected nine lines of digits"),
        (
            "\n" + lines_of(FIRST) + "\n.",
            ":12:1: a tenth line, expected nine lines of digits",
        ),
        (
            lines_of(FIRST).replace("6", "x"),
            ":4:5: 'x', expected a digit, or a dot for an empty cell",
        ),
        (
            lines_of(FIRST).replace("6", "٣"),
            ":4:5: '٣', expected a digit, or a dot for an empty cell",
        ),
        (
            "\n" + lines_of(FIRST).replace("6", "\0"),
            r":5:5: '\x00', expected a digit, or a dot for an empty cell",
        ),
        (lines_of(FIRST).replace("6", ""), ":4:1: 8 digits, expected nine"),
        (lines_of(FIRST).replace("6", "6 1"), ":4:1: 10 digits, expected nine"),
        (FIRST, ":1:1: 81 digits, expected nine"),
        ("0" * 70000, ": larger than 65,536 bytes"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place(
    text: str, message: str, tmp_path: Path, capsys: Captured
) -> None:
    place = tmp_path / "board.txt"
    place.write_bytes(text.encode())
    assert main(["northwestern", "dfs", str(place)]) == 2
    error = f"sudoku northwestern: error: {place}{message}\n"
    assert capsys.readouterr() == ("", error)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("", "the following arguments are required: dfs|bfs|play"),
        ("ids", "argument dfs|bfs|play: invalid choice: 'ids'"),
        ("dfs missing.txt", "missing.txt: No such file or directory"),
        ("dfs .", ".: Is a directory"),
        ("dfs --limit-boards 0", "argument --limit-boards: 0, expected a number of"),
        ("dfs --limit-boards -1", "argument --limit-boards: "),
        ("dfs --limit-boards x", "argument --limit-boards: x, expected a number of"),
        ("dfs --limit-time 0", "argument --limit-time: 0, expected seconds, more"),
        ("dfs --limit-time nan", "argument --limit-time: nan, expected seconds"),
        ("dfs --limit-time x", "argument --limit-time: x, expected seconds"),
        ("dfs one.txt two.txt", "unrecognized arguments: two.txt"),
        ("play board.txt", "unrecognized arguments: board.txt"),
        ("play --limit-boards 5", "unrecognized arguments: --limit-boards 5"),
    ],
)
def test_a_wrong_command_line_is_refused_on_one_line(
    words: str,
    message: str,
    tmp_path: Path,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["northwestern", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    assert err.startswith(f"sudoku northwestern: error: {message}")
