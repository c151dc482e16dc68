"""The command line of Pseudoku: each command is a module of the same name."""

from collections.abc import Sequence

from _courseware.terminal import console
from _courseware.terminal.options import Parser
from adt import __version__
from adt.errors import ADTError
from pseudocode.errors import LanguageError
from pseudoku.errors import PseudokuError

COMMANDS = {
    "generate": ("make a puzzle from a row of four numbers", "2 4 1 3 --blanks 6", ""),
    "check": (
        "check a grid against the Pseudoku conditions",
        ".41...2.3....1.2",
        "a grid has a clash",
    ),
    "solve": (
        "print one solution of a puzzle, or all of them",
        ".41...2.3....1.2",
        "a puzzle has no solution, or several",
    ),
    "count": ("count the solutions of a puzzle", ".41...2.3....1.2", ""),
    "call": ("call one function of the hand-out", "PermuteVector 2413 1", ""),
    "code": ("show the pseudocode next to the Python", "PermuteVector", ""),
    "draw": (
        "draw a vector, queue, stack, puzzle, or the structures of Task 7",
        "stack 1 2 3 4 -o stack.svg",
        "",
    ),
    "analyse": ("compute the figures in the answer to Task 10", "--json", ""),
    "run": (
        "run a program in the module's pseudocode",
        "answer.txt --call 'MakeSolution(2413)'",
        "the program fails",
    ),
    "trace": (
        "show a function or a program step by step",
        "PermuteVector 2413 1",
        "the program fails, or its result is not the expected one",
    ),
    "walkthrough": (
        "write a page that shows a run step by step",
        "MakeSolution 2413 -o page.html",
        "the program fails, or its result is not the expected one",
    ),
    "translate": (
        "translate a program in pseudocode into Python",
        "answer.txt -o answer.py",
        "",
    ),
    "judge": (
        "mark students' pseudocode for Tasks 1 to 6 and 8",
        "answer.txt",
        "an answer does not pass",
    ),
    "export": ("write the answers to all ten tasks, ready to submit", "folder", ""),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in ``argv``, by default ``sys.argv``; return its exit status."""
    return console.main(
        "pseudoku",
        __version__,
        COMMANDS,
        (PseudokuError, LanguageError, ADTError),
        argv,
    )


def parser() -> Parser:
    """Return the parser of all commands, for shell completions made with shtab."""
    from _courseware.terminal.completion import parser_of
    from pseudoku.handout import __all__ as functions

    return parser_of("pseudoku", "pseudoku", COMMANDS, {"FUNCTION": functions})
