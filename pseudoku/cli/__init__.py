"""The command line of Pseudoku: each command is a module of the same name."""

from collections.abc import Sequence

from adt import _console as console
from adt.errors import ADTError
from pseudoku.errors import PseudokuError

COMMANDS: dict[str, str] = {
    "generate": "make a puzzle from a row of four numbers",
    "check": "check a grid against the Pseudoku conditions",
    "solve": "print one solution of a puzzle, or all of them",
    "count": "count the solutions of a puzzle",
    "call": "call one function of the hand-out",
    "code": "show the pseudocode next to the Python",
    "draw": "draw a vector, queue, stack, puzzle, or the structures of Task 7",
    "analyse": "compute the figures in the answer to Task 10",
    "run": "run a program in the module's pseudocode",
    "trace": "show a function or a program step by step",
    "translate": "translate a program in pseudocode into Python",
    "judge": "mark a student's pseudocode for Tasks 1 to 6 and 8",
    "export": "write the answers to all ten tasks, ready to submit",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; return the exit status."""
    return console.main("pseudoku", COMMANDS, (PseudokuError, ADTError), argv)
