"""A limit for searches that take a Board: how many boards, or how long.

DFS and BFS stay as the Northwestern hand-out has them. They ask ``goal_test`` of each
board that they examine, once, and add each copy of a board that they make: a board
that tells both to its watch is all that a limit needs.
"""

from time import monotonic
from typing import Self

from sudoku.search import Board


class LimitReached(Exception):
    """A search has used up what its watch allows."""


class Watch:
    """What one search does; LimitReached where it would do more than it may."""

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
        self.longest = 1  # what ``waiting`` was at most
        self.placed = 0  # how many numbers the fullest board had

    def adds(self) -> None:
        """One more board waits."""
        self.waiting += 1
        self.longest = max(self.longest, self.waiting)

    def examines(self, board: Board) -> None:
        """``board`` waits no more; LimitReached if it must wait on."""
        if self.examined == self._most_boards:
            raise LimitReached(f"{self.examined:,} boards")
        if self._most_waiting is not None and self.waiting > self._most_waiting:
            raise LimitReached(f"{self._most_waiting:,} boards that wait")
        if self._end is not None and monotonic() > self._end:
            raise LimitReached("time")
        self.waiting -= 1
        self.examined += 1
        self.placed = max(self.placed, board.num_nums_placed)


class WatchedBoard(Board):
    """A board that tells its watch when it is copied and when it is examined."""

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self.watch = watch

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        self.watch.adds()
        return super().__deepcopy__(memo)

    def goal_test(self) -> bool:
        self.watch.examines(self)
        return super().goal_test()
