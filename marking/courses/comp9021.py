"""COMP9021: each method of the class, in a process of its own."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import Final

from marking.courses.test import Answer, Test
from marking.errors import MarkingError
from marking.rubric import Criterion, Rubric
from sudoku.errors import SudokuError
from sudoku.generating.answers import for_input

METHODS: Final = {
    "preassess": "",
    "bare_tex_output": "bare",
    "forced_tex_output": "forced",
    "marked_tex_output": "marked",
    "worked_tex_output": "worked",
}
PROGRAM: Final = """\
from sudoku import *
sudoku = Sudoku({name!r})
sudoku.{method}()
"""
READING: Final = "reading"
NO_CLASS: Final = "NameError: name 'Sudoku' is not defined"


def tests(rubric: Rubric, criterion: Criterion) -> Iterator[Test]:
    """Yield the tests of *criterion*."""
    for group in criterion.test:
        if group.do not in (*METHODS, READING):
            expected = ", ".join((*METHODS, READING))
            raise MarkingError(f"do = {group.do!r}; expected one of {expected}")
        for name in group.inputs:
            yield made(criterion.id, group.do, name, rubric.input(name))


def made(criterion: str, do: str, name: str, data: bytes) -> Test:
    """Return the test that does *do* with the input *name*."""
    stem = PurePath(name).stem
    method = "preassess" if do == READING else do
    argv = ("-c", PROGRAM.format(name=name, method=method))
    inputs = {name: data}
    identity = f"{criterion}/{stem}"
    lacks = f"AttributeError: 'Sudoku' object has no attribute {method!r}"
    absent = (NO_CLASS, lacks)
    try:
        texts = for_input("comp9021", name, data)
    except SudokuError as error:
        if do != READING:
            raise MarkingError(f"{name}: {error}; expected a grid for {do}") from error
        kind = type(error)
        line = f"{kind.__module__}.{kind.__qualname__}: {error}".encode()
        return Test(identity, criterion, argv, inputs, "last line", "", line, absent)
    if do == READING:
        raise MarkingError(f"{name}: a grid; expected a wrong input for {do}")
    output = f"{stem}_{METHODS[do]}.tex" if METHODS[do] else ""
    expected = texts[output].encode()
    answer: Answer = "file" if output else "stdout"
    return Test(identity, criterion, argv, inputs, answer, output, expected, absent)
