"""Run tests of CIT 591 on a student's module, in a sandbox."""

from types import ModuleType

from _courseware.values import in_order, lines_of, literal

read_file = open  # a submission can replace it


def needs(do: str) -> "list[str]":
    """Return the names that a submission must define for the test ``do``."""
    return [do]


def answer(sudoku: ModuleType, do: str, source: str) -> "str | None":
    """Return the result of the function ``do`` as text; None if it only prints.

    ``source`` has its arguments, such as ``([[5, 0]], 1)``, or is the name of a file
    with an array.
    """
    if source.startswith("("):
        return called(sudoku, do, source[1:-1])
    function = getattr(sudoku, do)
    if do == "read_sudoku":
        return lines_of(function(source), [])
    with read_file(source, encoding="utf-8") as file:
        problem = literal(file.read().strip())
    assert isinstance(problem, list)
    if do == "print_sudoku":
        function(problem)
        return None
    if do == "solve":
        every = range(1, 10)
        problem = [[{n} if n else set(every) for n in row] for row in problem]
    return lines_of(function(problem), [problem])


def called(module: ModuleType, function: str, source: str) -> str:
    """Return the result of ``function`` and its arguments afterwards, as text.

    ``source`` has the arguments, separated by commas.
    """
    arguments = literal("[" + source + "]")
    assert isinstance(arguments, list)
    value = getattr(module, function)(*arguments)
    return lines_of(in_order(value) if "Locations" in function else value, arguments)
