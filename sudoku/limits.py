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
    """What one search did so far; LimitReached when it wants to do more than allowed."""

    def __init__(
        self, most_boards: int | None = None, seconds: float | None = None
    ) -> None:
        self.most_boards = most_boards
        self.end = None if seconds is None else monotonic() + seconds
        self.examined = 0
        self.waiting = 1  # in the stack or queue
        self.most_waiting = 1
        self.most_placed = 0

    def added(self) -> None:
        self.waiting += 1
        self.most_waiting = max(self.most_waiting, self.waiting)

    def examines(self, board: Board) -> None:
        if self.examined == self.most_boards:
            raise LimitReached(f"{self.examined:,} boards")
        if self.end is not None and monotonic() > self.end:
            raise LimitReached("the time given")
        self.examined += 1
        self.waiting -= 1
        self.most_placed = max(self.most_placed, board.num_nums_placed)


class WatchedBoard(Board):
    """A board that tells its watch when it is copied and when it is examined."""

    def __init__(self, watch: Watch) -> None:
        super().__init__()
        self.watch = watch

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        other = super().__deepcopy__(memo)
        other.watch = self.watch
        self.watch.added()
        return other

    def goal_test(self) -> bool:
        self.watch.examines(self)
        return super().goal_test()
