"""Northwestern: each method on boards of 81 cells, and the two searches."""

import re
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import Final

from marking.courses.functions import calling
from marking.courses.test import Test
from marking.drivers import functions
from marking.errors import MarkingError
from marking.rubric import Criterion, Rubric
from sudoku.errors import SudokuError
from sudoku.grid import Grid, clashes
from sudoku.northwestern import search
from sudoku.northwestern.reading import read_grid

METHODS: Final = ("find_most_constrained_cell", "failure_test", "goal_test")
SEARCHES: Final = ("DFS", "BFS")
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
            cells = "".join("".join(map(str, row)) + "\n" for row in grid)
            made = calling(
                f"{criterion.id}/{PurePath(name).stem}",
                ("northwestern", group.do, name),
                {name: cells.encode()},
                functions.northwestern(search, group.do, cells),
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
