"""Run tests of CIT 591 on a student's module, in a sandbox."""

from types import ModuleType

from _courseware.values import lines_of, literal

read_file = open  # a submission can replace it


def needs(do: str) -> "list[str]":
    """Return the names that a submission must define for the test ``do``."""
    return [do]


def answer(sudoku: ModuleType, do: str, source: str) -> "str | None":
    """Return the result of the function ``do`` as text; None if it only prints.

    ``source`` is the name of a file with an array.
    """
    function = getattr(sudoku, do)
    if do == "read_sudoku":
        return lines_of(function(source), [])
    with read_file(source, encoding="utf-8") as file:
        problem = literal(file.read().strip())
    assert isinstance(problem, list)
    if do == "print_sudoku":
        function(problem)
        return None
    every = range(1, 10)
    problem = [[{n} if n else set(every) for n in row] for row in problem]
    return lines_of(function(problem), [problem])
