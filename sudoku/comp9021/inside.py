"""Run tests of COMP9021 on a student's module, in a sandbox."""

from types import ModuleType

READING = "reading"  # a wrong input: the class should raise an exception


def needs(do: str) -> "list[str]":
    """Return the names that a submission must define for the test ``do``."""
    return ["Sudoku"] if do == READING else ["Sudoku." + do]


def answer(sudoku: ModuleType, do: str, name: str) -> None:
    """Create a Sudoku for the file ``name``, and call its method ``do``.

    If ``do`` is "reading", the input is wrong: the constructor or ``preassess`` should
    raise an exception.
    """
    grid = sudoku.Sudoku(name)
    method = "preassess" if do == READING else do
    if hasattr(grid, method):
        getattr(grid, method)()
