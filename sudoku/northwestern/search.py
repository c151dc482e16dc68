"""Northwestern: class Board, depth-first search and breadth-first search (``a5.py``).

A cell of a board is a number, or the list of the numbers that it can still be. A search
takes a board, makes a copy for each number of its most constrained cell, and goes on
with the newest copy (DFS) or the oldest (BFS).
"""

import copy
from collections.abc import Iterable, Iterator

from sudoku.grid import Location, Move
from sudoku.northwestern.starter import Queue, Stack

__all__ = [
    "BFS",
    "DFS",
    "Board",
    "Queue",
    "Stack",
    "is_valid",
    "play_sudoku",
    "remove_if_exists",
    "test_dfs_or_bfs",
]

Cell = int | list[int]


class InvalidMove(Exception):
    """What a person has entered cannot be placed; the message says why."""


def remove_if_exists(lst: Cell, elem: int) -> None:
    """The first ``elem`` is removed from ``lst``, if it is a list that contains one."""
    if isinstance(lst, list) and elem in lst:
        lst.remove(elem)


class Board:
    """A board of 9 x 9 cells, and the numbers that can still be placed in each.

    ``num_nums_placed`` counts the updates and ``size`` is 9. ``rows`` has nine lists of
    nine cells: a number, or the list of the numbers that are still possible.
    """

    def __init__(self) -> None:
        self.num_nums_placed = 0
        self.size = 9
        self.rows: list[list[Cell]] = [
            [list(range(1, 10)) for _ in range(self.size)] for _ in range(self.size)
        ]

    def __str__(self) -> str:
        rows = "".join(f"{row}\n" for row in self.rows)
        return f"num_nums_placed: {self.num_nums_placed}\nboard (rows): \n{rows}"

    def print_pretty(self) -> None:
        """The numbers that are placed are printed, and ``*`` for every other cell."""
        print(f"num_nums_placed: {self.num_nums_placed}\nboard (rows): ")
        for index, row in enumerate(self.rows):
            if index % 3 == 0:
                print(" " + "-" * 25)
            cells = [str(cell) if isinstance(cell, int) else "*" for cell in row]
            boxes = [" ".join(cells[left : left + 3]) for left in (0, 3, 6)]
            print(f" | {' | '.join(boxes)} |")
        print(" " + "-" * 25 + "\n")

    def subgrid_coordinates(self, row: int, col: int) -> list[Location]:
        """The cells in the same subgrid as (``row``, ``col``), column by column."""
        top = row - row % 3
        left = col - col % 3
        return [(r, c) for c in range(left, left + 3) for r in range(top, top + 3)]

    def find_most_constrained_cell(self) -> Location:
        """Row and column of the first of the shortest lists, or (0, 0) if none."""
        most_constrained = (0, 0)
        fewest = self.size + 1
        for r, row in enumerate(self.rows):
            for c, cell in enumerate(row):
                if type(cell) is list and len(cell) < fewest:
                    most_constrained = (r, c)
                    fewest = len(cell)
        return most_constrained

    def failure_test(self) -> bool:
        """Whether some cell is an empty list, so that no number can be placed in it."""
        for row in self.rows:
            if [] in row:
                return True
        return False

    def goal_test(self) -> bool:
        """Whether all 81 numbers are placed. The rules are not checked."""
        return self.num_nums_placed == self.size * self.size

    def update(self, row: int, column: int, assignment: int) -> None:
        """``assignment`` is in its cell, and in no list of its row, column, subgrid."""
        for cell in self.rows[row]:
            remove_if_exists(cell, assignment)
        for line in self.rows:
            remove_if_exists(line[column], assignment)
        for r, c in self.subgrid_coordinates(row, column):
            remove_if_exists(self.rows[r][c], assignment)
        self.rows[row][column] = assignment
        self.num_nums_placed += 1


def DFS(state: Board) -> Board | None:
    """Depth first: the state added last is examined next. None: no solution."""
    stack = Stack([state])
    while not stack.is_empty():
        state = stack.pop()
        if state.goal_test():
            return state
        if not state.failure_test():
            for child in next_states(state):
                stack.push(child)
    return None


def BFS(state: Board) -> Board | None:
    """Breadth first: the state added first is examined next. None: no solution."""
    queue = Queue([state])
    while not queue.is_empty():
        state = queue.pop()
        if state.goal_test():
            return state
        if not state.failure_test():
            for child in next_states(state):
                queue.push(child)
    return None


def next_states(state: Board) -> Iterator[Board]:
    """Yield a copy of ``state`` for each number of its most constrained cell."""
    row, column = state.find_most_constrained_cell()
    options = state.rows[row][column]
    if isinstance(options, list):  # it is a number if no cell is a list any more
        for option in options:
            child = copy.deepcopy(state)
            child.update(row, column, option)
            yield child


def test_dfs_or_bfs(use_dfs: bool, moves: Iterable[Move]) -> None:
    """Print the board after ``moves``, and the solution that the search finds."""
    board = Board()
    for row, column, number in moves:
        board.update(row, column, number)
    show_search(use_dfs, board)


# Otherwise pytest would run it as a test in every module that imports it.
setattr(test_dfs_or_bfs, "__test__", False)


def show_search(use_dfs: bool, board: Board) -> bool:
    """Print ``board`` and its solution. Return whether it has one."""
    print("<<<<< Initial Board >>>>>")
    board.print_pretty()
    solution = DFS(board) if use_dfs else BFS(board)
    if solution is None:
        print("<<<<< No Solution >>>>>")
        return False
    print("<<<<< Solved Board >>>>>")
    solution.print_pretty()
    return True


def is_valid(board: Board, row_input: int, col_input: int, val_input: int) -> bool:
    """Whether no cell of the row, the column and the subgrid holds the value."""
    for index in range(board.size):
        if val_input in (board.rows[row_input][index], board.rows[index][col_input]):
            return False
    for r, c in board.subgrid_coordinates(row_input, col_input):
        if board.rows[r][c] == val_input:
            return False
    return True


def play_sudoku(b: Board) -> None:
    """Ask for one number after another until board ``b`` is full or the input ends."""
    while not b.goal_test() or b.failure_test():  # the starter's own condition
        b.print_pretty()
        try:
            row, column, number = asked_move(b)
        except InvalidMove as error:
            print(f"\n************ {error} ************\n")
        except EOFError:
            print()
            return
        else:
            b.update(row, column, number)
    print("WOO YOU COMPLETED THE GAME!")


def asked_move(b: Board) -> Move:
    """Return the move that a person enters. Raise InvalidMove if it is wrong."""
    number = asked(
        "What number (1-9) would you like to place?  ", range(1, 10), "value"
    )
    row = asked(f"Enter row (0-8) to place {number} in:  ", range(9), "row")
    column = asked(f"Enter column (0-8) to place {number} in:  ", range(9), "column")
    print(f"Placing {number} at ({row}, {column}).  \n")
    if not is_valid(b, row, column, number):
        raise InvalidMove("Invalid move - already in row/col/subgrid - TRY AGAIN")
    return row, column, number


def asked(prompt: str, allowed: range, name: str) -> int:
    """Return the number that a person enters. Raise InvalidMove if it is wrong."""
    try:
        number = int(input(prompt))
    except ValueError:
        number = -1
    if number not in allowed:
        start = " from the start" if name != "value" else ""
        raise InvalidMove(f"Invalid {name}. Try again{start}.")
    return number
