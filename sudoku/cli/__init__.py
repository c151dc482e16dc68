"""The command line of Sudoku: one module for each command, with the same name.

The command of a course is the module ``command`` in the package of the course.
"""

from collections.abc import Sequence

from _courseware.terminal import console
from _courseware.terminal.options import Parser
from adt import __version__
from sudoku.courses import COURSES
from sudoku.errors import SudokuError

COMMANDS = {
    **COURSES,
    "check": ("report the clashes of each grid", "puzzles.txt", "a grid has a clash"),
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
        "a puzzle with blanks has no next step",
    ),
    "rate": ("say how hard each puzzle is", "puzzles.txt", "a puzzle is not solved"),
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
    "convert": ("write puzzles in another format", "--format grid puzzles.txt", ""),
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
    """Run the command in ``argv``, by default ``sys.argv``; return its exit status."""
    return console.main("sudoku", __version__, COMMANDS, (SudokuError,), argv)


def parser() -> Parser:
    """Return the parser of all commands, for shell completions made with shtab."""
    from _courseware.terminal.completion import parser_of

    return parser_of("sudoku", "sudoku-courseworks", COMMANDS, {})
