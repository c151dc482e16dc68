"""The command line of Pseudoku: a module for each command, named as the command is."""

from collections.abc import Sequence

from adt import _console as console
from adt.errors import ADTError
from pseudoku.errors import PseudokuError

COMMANDS: dict[str, str] = {
    "generate": "a puzzle from a row of four numbers",
    "check": "say whether a grid breaks a Pseudoku condition",
    "solve": "print a solution of a puzzle, or all of them",
    "count": "count the solutions of a puzzle",
    "call": "call one function of the hand-out",
    "code": "show the pseudocode beside the Python",
    "draw": "draw a vector, queue, stack, puzzle, or Task 7's structures",
    "analyse": "the figures behind Task 10, recomputed",
    "run": "run a program in the module's pseudocode",
    "trace": "a function or a program, step by step",
    "translate": "a program in pseudocode as Python on adt",
    "judge": "the marks of a student's pseudocode for Tasks 1 to 6 and 8",
    "export": "the answers to all ten tasks, to be submitted",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status."""
    return console.main("pseudoku", COMMANDS, (PseudokuError, ADTError), argv)
