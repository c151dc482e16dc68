"""Explanations of every kind and a page, for the tests in a browser."""

from typing import Final

from sudoku.comp9021.reading import read_grid
from sudoku.explain import explain
from sudoku.explain.page import walkthrough
from sudoku.grid import cells_of
from tests.browser.opened import Page
from tests.places import GOLDEN

SAMPLES: Final = GOLDEN / "comp9021"
KITE: Final = (
    "1...6..8..73.....6.6.35.......8.57........1...9..36...4...8.....39..7..2..5...9.."
)
NO_SOLUTION: Final = "12345678." + "." * 17 + "9" + "." * 54


def puzzle(name: str) -> str:
    return cells_of(read_grid((SAMPLES / f"{name}.txt").read_bytes()))


FIVE: Final = explain(puzzle("sudoku_5"), "preemptive")
PAGE: Final = walkthrough([FIVE], "sudoku_5.txt")
DFS: Final = explain(puzzle("sudoku_5"), "dfs")
BFS: Final = explain(puzzle("sudoku_5"), "bfs")
LARGE: Final = explain(puzzle("sudoku_4"), "bfs", 700)
EXPLANATIONS: Final = {
    "preemptive": FIVE,
    "preemptive, solved": explain(puzzle("sudoku_4"), "preemptive"),
    "singles": explain(puzzle("sudoku_5"), "singles"),
    "elimination": explain(puzzle("sudoku_4"), "elimination"),
    "elimination, contradiction": explain(NO_SOLUTION, "elimination"),
    "human": explain(puzzle("sudoku_4"), "human"),
    "chain": explain(KITE, "human"),
    "dfs": DFS,
    "bfs": explain(puzzle("sudoku_4"), "bfs", 60),
}


def status(page: Page) -> str:
    text: str = page.inner_text("#words")
    return text
