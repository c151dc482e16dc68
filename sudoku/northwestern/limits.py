"""Limits for DFS and BFS: on the examined boards, the waiting boards and the time.

DFS and BFS stay as the Northwestern hand-out describes them. They call ``goal_test``
once for each board that they examine, and add each copy of a board that they make to
the stack or queue. Therefore it is enough that the board itself counts both.
"""

from collections.abc import Iterable
from time import monotonic
from typing import Self

from _courseware.terminal.messages import plural
from sudoku.grid import Move
from sudoku.northwestern.search import Board


class SearchLimitError(Exception):
    """Raised if a search has reached a limit, which the message names."""


class SearchMonitor:
    """The counts of one search, and their limits; None means no limit.

    ``most_boards`` limits the examined boards, ``most_waiting`` the boards in the stack
    or queue, and ``seconds`` the time.
    """

    def __init__(
        self,
        most_boards: int | None = None,
        seconds: float | None = None,
        most_waiting: int | None = None,
    ) -> None:
        self._most_boards = most_boards
        self._end = None if seconds is None else monotonic() + seconds
        self._most_waiting = most_waiting
        self.examined = 0
        self.waiting = 1  # in the stack or in the queue
        self.max_waiting = 1
        self.placed = 0  # the numbers on the fullest board

    def count_waiting(self) -> None:
        """Count one more waiting board."""
        self.waiting += 1
        self.max_waiting = max(self.max_waiting, self.waiting)

    def count_examined(self, board: Board) -> None:
        """Count ``board`` as examined. Raise SearchLimitError if a limit is reached."""
        if self.examined == self._most_boards:
            raise SearchLimitError(f"limit of {plural(self.examined, 'board')}")
        if self._most_waiting is not None and self.waiting > self._most_waiting:
            raise SearchLimitError(f"limit of {self._most_waiting:,} waiting boards")
        if self._end is not None and monotonic() > self._end:
            raise SearchLimitError("time limit")
        self.waiting -= 1
        self.examined += 1
        self.placed = max(self.placed, board.num_nums_placed)


class MonitoredBoard(Board):
    """A board whose monitor, ``watch``, counts its copies and examinations."""

    def __init__(self, watch: SearchMonitor, moves: Iterable[Move] = ()) -> None:
        super().__init__()
        self.watch = watch
        for move in moves:
            self.update(*move)

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Return a copy with the same numbers in new lists; all else is shared.

        Without this method, deepcopy would examine every number and list, and take
        seven times as long.
        """
        self.watch.count_waiting()
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.rows = [
            [cell.copy() if type(cell) is list else cell for cell in row]
            for row in self.rows
        ]
        return other

    def goal_test(self) -> bool:
        self.watch.count_examined(self)
        return super().goal_test()
