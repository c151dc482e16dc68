"""Northwestern: the expected results of each method and of the two searches."""

import re
from collections.abc import Callable

from _courseware.grading import Expected, GradingError
from sudoku.errors import SudokuError
from sudoku.grid import Grid, clashes
from sudoku.northwestern import inside, search
from sudoku.northwestern.inside import SEARCHES
from sudoku.northwestern.reading import read_grid

METHODS = ("find_most_constrained_cell", "failure_test", "goal_test")
DOES = {
    "update": "a new board after the givens of the input have been placed",
    **dict.fromkeys(METHODS, "the returned value, and the board afterwards"),
    **dict.fromkeys(SEARCHES, "the rows; any right solution is accepted"),
}
CALLS = {  # for a reader; the others are methods of the board in the input
    "update": "board = Board(), then board.update for each number in {}",
    "DFS": "DFS(board), with the board in {}",
    "BFS": "BFS(board), with the board in {}",
}
ROW = r"\[[1-9](, [1-9]){8}\]"
ROWS = re.compile(rf"\[{ROW}(, {ROW}){{8}}\]\n")


def expected(do: str, name: str, data: bytes) -> Expected:
    """Return the reference's result of ``do``, a method or a search, for a board.

    ``data`` is the board, 81 cells, and ``name`` its file name. Raise GradingError if
    it is not a board.
    """
    try:
        grid = read_grid(_split_rows(data.decode()))
    except (SudokuError, UnicodeDecodeError) as error:
        raise GradingError(f"{name}: {error}; expected 81 cells") from error
    cells = "".join("".join(map(str, row)) + "\n" for row in grid)
    return Expected(
        inside.result_of(search, do, cells),
        "value",
        call=CALLS.get(do, f"board.{do}()").format(name),
        accepts=solves(grid) if do in SEARCHES else None,
        data=cells.encode(),
    )


def _split_rows(text: str) -> str:
    """Return a board on one line as nine lines, and any other text unchanged."""
    cells = text.strip()
    if len(cells) != 81 or len(cells.split()) != 1:
        return text
    return "\n".join(cells[start : start + 9] for start in range(0, 81, 9))


def solves(grid: Grid) -> Callable[[bytes], bool]:
    """Return a function that accepts the rows, as text, of any solution of ``grid``."""

    def accepts(answer: bytes) -> bool:
        rows = answer.decode(errors="replace")
        if not ROWS.fullmatch(rows):
            return False
        digits = [int(sign) for sign in rows if sign.isdigit()]
        solution = [digits[start : start + 9] for start in range(0, 81, 9)]
        givens = sum(grid, [])
        keeps = all(old in (0, new) for old, new in zip(givens, digits, strict=True))
        return keeps and not any(clashes(solution))

    return accepts
