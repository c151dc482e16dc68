"""The command line of Sudoku: a module for each command, named as the command is."""

from collections.abc import Sequence

from adt import _console as console
from sudoku.errors import SudokuError

COMMANDS: dict[str, str] = {
    "comp9021": "preassess a grid, or write its LaTeX files (COMP9021)",
    "hacettepe": "write a solution step by step (Hacettepe)",
    "cit591": "solve by elimination in sets (CIT 591)",
    "northwestern": "search depth first or breadth first, or play (Northwestern)",
    "check": "say whether grids break a rule",
    "solve": "print the solution of each puzzle",
    "count": "count the solutions of each puzzle",
    "convert": "write puzzles in another format",
    "generate": "make new puzzles, also inputs for a coursework with their answers",
    "export": "write a coursework as its course wants it submitted",
    "compare": "show the first difference between two outputs",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status."""
    return console.main("sudoku", COMMANDS, (SudokuError,), argv)
