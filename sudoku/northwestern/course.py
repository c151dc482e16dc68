"""Northwestern: the puzzles generated for the course, and the file to submit."""

from sudoku.courses import Course, HandIn, capture_output, format_puzzle
from sudoku.errors import SudokuError
from sudoku.generating.conditions import MIN_GIVENS, Condition, ConditionVerdict
from sudoku.grid import grid_of, moves_of
from sudoku.northwestern import search
from sudoku.northwestern.limits import MonitoredBoard, SearchLimitError, SearchMonitor

MAX_EXAMINED_BOARDS = 10_000


class SearchSize(Condition):
    """The condition that DFS and BFS each examine ``minimum`` to ``maximum`` boards.

    Raise SudokuError if this is not a range from 1 to MAX_EXAMINED_BOARDS.
    """

    def __init__(self, minimum: int = 1, maximum: int = 1000) -> None:
        if not 1 <= minimum <= maximum <= MAX_EXAMINED_BOARDS:
            expected = f"expected A to B boards, 1 <= A <= B <= {MAX_EXAMINED_BOARDS:,}"
            raise SudokuError(f"{minimum} to {maximum} boards; {expected}")
        self._fewest = minimum
        self._most = maximum
        self.least = max(MIN_GIVENS, 82 - maximum)

    def check(self, puzzle: str) -> ConditionVerdict:
        """Return "lost" if DFS is too short, "more givens" if a search is too long."""
        depth_first = self._examined(puzzle, use_dfs=True)
        if depth_first and depth_first < self._fewest:
            return "lost"
        if depth_first and self._examined(puzzle, use_dfs=False):
            return "kept"
        return "more givens"

    def facts(self, puzzle: str) -> dict[str, float | str]:
        return {
            "dfs": self._examined(puzzle, use_dfs=True),
            "bfs": self._examined(puzzle, use_dfs=False),
        }

    def _examined(self, puzzle: str, use_dfs: bool) -> int:
        """Return the number of boards that a search examines, or 0 at the limit."""
        watch = SearchMonitor(self._most)
        board = MonitoredBoard(watch, moves_of(grid_of(puzzle)))
        try:
            (search.DFS if use_dfs else search.BFS)(board)
        except SearchLimitError:
            return 0
        return watch.examined

    def __str__(self) -> str:
        return f"solved by DFS and BFS on {self._fewest:,} to {self._most:,} boards"


def texts(puzzle: str) -> list[str]:
    """Return the contents of the files for ``puzzle``.

    They are the moves (a module for ``a5.py`` to import), the board (for
    ``python -m sudoku northwestern``), its solution, and the output of
    ``test_dfs_or_bfs``. Raise SudokuError if there is no solution.
    """
    grid = grid_of(puzzle)
    board = search.Board()
    moves = moves_of(grid)
    for move in moves:
        board.update(*move)
    solved = search.DFS(board)
    if solved is None:
        raise SudokuError("no solution")
    printed = capture_output(lambda: search.test_dfs_or_bfs(True, moves))
    inputs = [format_puzzle(grid, "moves"), format_puzzle(grid, "rows")]
    return [*inputs, capture_output(solved.print_pretty), printed]


COURSE = Course(
    input_format="rows",
    options=("boards",),
    condition=lambda options: SearchSize(*options.boards or ()),
    file_templates=(
        "board{}_moves.py",
        "board{}.txt",
        "board{}_solved.txt",
        "board{}_printed.txt",
    ),
    texts=texts,
    hand_in=HandIn(
        "a5.py",
        "sudoku.northwestern.search",
        (
            "Stack",
            "Queue",
            "remove_if_exists",
            "Board",
            "DFS",
            "BFS",
            "test_dfs_or_bfs",
            "is_valid",
            "play_sudoku",
        ),
        replaced=("sudoku.northwestern.starter", "sudoku.northwestern.provided"),
    ),
)
