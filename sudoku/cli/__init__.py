"""The command line of Sudoku: one module for each command, with the same name."""

from collections.abc import Sequence

from _courseware import console
from adt import __version__
from sudoku.errors import SudokuError

COMMANDS = {
    "comp9021": (
        "preassess a grid, or write its LaTeX files (COMP9021)",
        "sudoku_1.txt worked",
        "the grid has a clash",
    ),
    "hacettepe": (
        "write a solution step by step (Hacettepe)",
        "i1.txt o1.txt",
        "naked singles leave cells blank",
    ),
    "cit591": (
        "solve by elimination in sets (CIT 591)",
        "puzzle1.txt",
        "elimination leaves cells blank",
    ),
    "northwestern": (
        "search depth first or breadth first, or play (Northwestern)",
        "dfs board.txt --limit-boards 1000",
        "there is no solution",
    ),
    "check": (
        "report the clashes of each grid",
        "puzzles.txt",
        "a grid has a clash",
    ),
    "solve": (
        "print the solution of each puzzle",
        "puzzles.txt -o solutions.txt",
        "a puzzle has no solution, or several",
    ),
    "count": ("count the solutions of each puzzle", "--limit 10 puzzles.txt", ""),
    "explain": (
        "explain each step of a solution in words",
        "--grids puzzles.txt",
        "a puzzle is not solved",
    ),
    "hint": (
        "give a hint at the next step of each puzzle",
        "--level 2 puzzles.txt",
        "a puzzle has no next step",
    ),
    "rate": (
        "say how hard each puzzle is",
        "puzzles.txt",
        "a puzzle is not solved",
    ),
    "draw": (
        "draw the grid at a step of a solution",
        "puzzle.txt --step 11 -o step.svg",
        "",
    ),
    "walkthrough": (
        "write a page that shows a solution step by step",
        "puzzle.txt -o page.html",
        "the puzzle is not solved",
    ),
    "convert": ("write puzzles in another format", "--to grid puzzles.txt", ""),
    "generate": (
        "make new puzzles, or inputs of a coursework with expected outputs",
        "--count 5 --for hacettepe",
        "",
    ),
    "export": ("write the files that a student submits", "cit591 folder", ""),
    "compare": (
        "show the first difference between two outputs",
        "expected.txt actual.txt",
        "the outputs differ",
    ),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Return the exit status."""
    return console.main("sudoku", __version__, COMMANDS, (SudokuError,), argv)
