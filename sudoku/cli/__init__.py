"""The command line of Sudoku: one module for each command, with the same name."""

from collections.abc import Sequence

from adt import _console as console
from sudoku.errors import SudokuError

COMMANDS: dict[str, str] = {
    "comp9021": "preassess a grid, or write its LaTeX files (COMP9021)",
    "hacettepe": "write a solution step by step (Hacettepe)",
    "cit591": "solve by elimination in sets (CIT 591)",
    "northwestern": "search depth first or breadth first, or play (Northwestern)",
    "check": "report the clashes of each grid",
    "solve": "print the solution of each puzzle",
    "count": "count the solutions of each puzzle",
    "explain": "explain each step of a solution in words",
    "hint": "give a hint at the next step of each puzzle",
    "rate": "say how hard each puzzle is",
    "convert": "write puzzles in another format",
    "generate": "make new puzzles, or inputs of a coursework with expected outputs",
    "export": "write the files that a student submits",
    "compare": "show the first difference between two outputs",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Return the exit status."""
    return console.main("sudoku", COMMANDS, (SudokuError,), argv)
