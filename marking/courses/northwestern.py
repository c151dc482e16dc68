"""Northwestern: each method on boards of 81 cells, and the two searches."""

import re
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import Final

from marking.courses.functions import calling
from marking.courses.test import Test
from marking.drivers.functions import board_text, lines_of, rows_of, text
from marking.errors import MarkingError
from marking.rubric import Criterion, Rubric
from sudoku.errors import SudokuError
from sudoku.grid import Grid, clashes, moves_of
from sudoku.northwestern import search
from sudoku.northwestern.reading import read_grid

METHODS: Final = ("find_most_constrained_cell", "failure_test", "goal_test")
SEARCHES: Final = {"DFS": search.DFS, "BFS": search.BFS}
DOES: Final = ("update", *METHODS, *SEARCHES)
CALLS: Final = {  # for a reader; the others are methods of the board in the input
    "update": "board = Board(), then board.update for each number in {}",
    "DFS": "DFS(board), with the board in {}",
    "BFS": "BFS(board), with the board in {}",
}
ROW: Final = r"\[[1-9](, [1-9]){8}\]"
ROWS: Final = re.compile(rf"\[{ROW}(, {ROW}){{8}}\]\n")


def tests(rubric: Rubric, criterion: Criterion) -> Iterator[Test]:
    """Yield the tests of *criterion*."""
    for group in criterion.test:
        for name in group.inputs:
            data = rubric.input(name)
            try:
                grid = read_grid(in_rows(data.decode()))
            except (SudokuError, UnicodeDecodeError) as error:
                raise MarkingError(f"{name}: {error}; expected 81 cells") from error
            identity = f"{criterion.id}/{PurePath(name).stem}"
            made = calling(
                identity,
                ("northwestern", group.do, name),
                {name: digits(grid)},
                expected_of(group.do, grid),
                CALLS.get(group.do, f"board.{group.do}()").format(name),
            )
            is_search = group.do in SEARCHES
            yield made._replace(accepts=solves(grid)) if is_search else made


def in_rows(text: str) -> str:
    """Return a board on one line as nine lines, and any other text unchanged."""
    cells = text.strip()
    if len(cells) != 81 or len(cells.split()) != 1:
        return text
    return "\n".join(cells[start : start + 9] for start in range(0, 81, 9))


def digits(grid: Grid) -> bytes:
    """Return the board in the form that the driver reads."""
    return "".join("".join(map(str, row)) + "\n" for row in grid).encode()


def expected_of(do: str, grid: Grid) -> str:
    """Return the driver's output for the reference."""
    board = search.Board()
    if do == "update":
        for move in moves_of(grid):
            board.update(*move)
        return board_text(board)
    board.rows = rows_of(grid)
    board.num_nums_placed = sum(map(bool, sum(grid, [])))
    if do in SEARCHES:
        solution = SEARCHES[do](board)
        return "None\n" if solution is None else text(solution.rows) + "\n"
    value: object = getattr(board, do)()
    return lines_of(value, []) + board_text(board)


def solves(grid: Grid) -> Callable[[bytes], bool]:
    """Return a function that accepts the rows of any solution of *grid*."""

    def accepts(answer: bytes) -> bool:
        rows = answer.decode(errors="replace")
        if not ROWS.fullmatch(rows):
            return False
        found = [int(sign) for sign in rows if sign.isdigit()]
        solution = [found[start : start + 9] for start in range(0, 81, 9)]
        given = sum(grid, [])
        keeps = all(old in (0, new) for old, new in zip(given, found, strict=True))
        return keeps and not any(clashes(solution))

    return accepts
