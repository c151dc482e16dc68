"""Northwestern: Board, the searches and the game as a grader meets them."""

import copy
from collections.abc import Callable

import pytest

from adt import EmptyError
from sudoku.grid import CELLS, PEERS
from sudoku.northwestern import provided, starter
from sudoku.northwestern.limits import MonitoredBoard, SearchMonitor
from sudoku.northwestern.search import Board, remove_if_exists
from tests.sudoku.northwestern_boards import FIRST, SECOND_SOLVED, board_of

# the starter's stack and queue: those on `adt`, and those of the hand-in

Provided = type[starter.Stack[int]] | type[provided.Stack[int]]
Queued = type[starter.Queue[int]] | type[provided.Queue[int]]
STACKS = pytest.mark.parametrize("Stack", [starter.Stack, provided.Stack])
QUEUES = pytest.mark.parametrize("Queue", [starter.Queue, provided.Queue])


@STACKS
def test_a_stack_gives_back_the_last_element_first(Stack: Provided) -> None:
    stack = Stack([1, 2])
    stack.push(3)
    assert str(stack) == "The stack contains: [1, 2, 3]"
    assert stack.the_stack == [1, 2, 3]
    assert [stack.pop(), stack.pop(), stack.pop()] == [3, 2, 1]
    assert stack.is_empty() and str(stack) == "The stack contains: []"


@QUEUES
def test_a_queue_gives_back_the_first_element_first(Queue: Queued) -> None:
    queue = Queue([1, 2])
    queue.push(3)
    queue.enqueue(4)
    assert str(queue) == "The queue contains: [1, 2, 3, 4]"
    assert queue.the_queue == [1, 2, 3, 4]
    assert [queue.pop(), queue.dequeue(), queue.pop()] == [1, 2, 3]
    assert not queue.is_empty() and queue.pop() == 4 and queue.is_empty()


@pytest.mark.parametrize(
    ("Stack", "Queue"),
    [(starter.Stack, starter.Queue), (provided.Stack, provided.Queue)],
)
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
def test_a_board_fails_exactly_if_a_cell_has_no_number_left(
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


@pytest.mark.parametrize("digits", ["", FIRST, SECOND_SOLVED])
def test_a_copy_by_hand_is_what_deepcopy_makes_of_the_attributes(digits: str) -> None:
    by_hand = copy.deepcopy(board_of(digits, MonitoredBoard(SearchMonitor())))
    generic = copy.deepcopy(board_of(digits))
    vars(by_hand).pop("watch")
    assert vars(by_hand) == vars(generic)
    assert type(by_hand) is MonitoredBoard and type(generic) is Board
    assert {type(row) for row in by_hand.rows} == {list}
    assert {type(cell) for row in by_hand.rows for cell in row} <= {int, list}


@pytest.mark.parametrize("new", [Board, lambda: MonitoredBoard(SearchMonitor())])
def test_a_copy_and_its_board_share_no_list(new: Callable[[], Board]) -> None:
    board = board_of(FIRST, new())
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
