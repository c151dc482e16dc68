"""Explain Northwestern's DFS and BFS: each step is a board that they examine.

DFS and BFS are those of the coursework. The boards record what happens to them, as in
`limits`.
"""

from collections.abc import Callable
from typing import Self

from sudoku.explain.steps import (
    CELL_INDEX,
    Placement,
    Removal,
    SearchNode,
    State,
    Step,
    make_state,
)
from sudoku.explain.techniques import add_words
from sudoku.grid import PEERS, Grid, Location, moves_of
from sudoku.northwestern.limits import MonitoredBoard, SearchLimitError, SearchMonitor
from sudoku.northwestern.search import BFS, DFS, Board

SEARCHES: dict[str, Callable[[Board], Board | None]] = {"dfs": DFS, "bfs": BFS}
MAX_RECORDED_WAITING = 10_000  # boards in the stack or queue; each takes up to 15 KB
MAX_SEARCH_STEPS = 50_000  # each takes 3 KB

Visit = tuple[Step, list[int]]  # a step, and the boards that it adds


class RecordedBoard(MonitoredBoard):
    """A board that appends a step to ``visits`` when the search examines it.

    ``watch`` counts the boards of the search, and ``grid`` has the numbers.
    """

    def __init__(self, watch: SearchMonitor, visits: list[Visit], grid: Grid) -> None:
        super().__init__(watch, moves_of(grid))
        self.visits = visits
        self.placed: tuple[Placement, ...] = ()  # by the last update, as is `removed`
        self.removed: tuple[Removal, ...] = ()
        self.node = SearchNode(1, None, 0, (), 0, 0)
        self.added: list[int] = []

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        child = super().__deepcopy__(memo)
        child_number = self.watch.examined + self.watch.waiting
        depth = self.node.depth + 1
        child.node = SearchNode(
            child_number, self.node.board, self.watch.examined, (), 0, depth
        )
        child.added = []
        self.added.append(child_number)
        return child

    def update(self, row: int, column: int, assignment: int) -> None:
        """Place a number; record it, and the possible numbers that its peers lose."""
        peers = sorted(PEERS[row, column])
        losers = (cell for cell in peers if assignment in self.options(cell))
        self.removed = tuple((cell, (assignment,)) for cell in losers)
        self.placed = (((row, column), assignment),)
        super().update(row, column, assignment)

    def options(self, cell: Location) -> list[int]:
        """Return the possible numbers of ``cell``, or [] if it contains a number."""
        held = self.rows[cell[0]][cell[1]]
        return held if isinstance(held, list) else []

    def goal_test(self) -> bool:
        """Return whether the board is solved, and append its step to ``visits``."""
        goal = super().goal_test()
        kind = "dead" if self.failure_test() else "branch"
        if goal:
            kind = "goal"
        cell = self.find_most_constrained_cell()
        cells = tuple(placed for placed, _ in self.placed) if goal else (cell,)
        step = Step(
            kind,
            None,
            cells,
            tuple(self.options(cell)),
            self.placed,
            self.removed,
            node=self.node._replace(waiting=self.watch.waiting),
        )
        self.visits.append((step, self.added))
        return goal

    def state(self) -> State:
        """Return the board as a State: the placed numbers, and the lists as marks."""
        filled = [[0] * 9 for _ in range(9)]
        marks = {}
        for cell in CELL_INDEX:
            row, column = cell
            number = self.rows[row][column]
            if isinstance(number, int):
                filled[row][column] = number
            marks[cell] = set(self.options(cell))
        return make_state(filled, marks)


def start(grid: Grid) -> State:
    return RecordedBoard(SearchMonitor(), [], grid).state()


def steps(method: str, grid: Grid, most_boards: int) -> tuple[list[Step], str]:
    """Return the steps of a search in ``grid``, and its ending.

    ``method`` is "dfs" or "bfs". The ending is "solved", "no solution" or "limit": the
    search stops after ``most_boards`` boards, and also at MAX_SEARCH_STEPS and
    MAX_RECORDED_WAITING.
    """
    visits: list[Visit] = []
    watch = SearchMonitor(
        min(most_boards, MAX_SEARCH_STEPS), None, MAX_RECORDED_WAITING
    )
    try:
        solution = SEARCHES[method](RecordedBoard(watch, visits, grid))
        ending = "solved" if solution else "no solution"
    except SearchLimitError:
        ending = "limit"
    return [_add_boards(step, added) for step, added in visits], ending


def _add_boards(step: Step, added: list[int]) -> Step:
    """Return ``step`` with its texts and the numbers of the boards that it adds."""
    node = step.node
    if node and added:
        node = node._replace(added=tuple(added), waiting=node.waiting + len(added))
    return add_words(step._replace(node=node))
