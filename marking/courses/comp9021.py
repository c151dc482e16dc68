"""COMP9021: each method of the class, in a process of its own."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import Final

from marking.courses.test import Answer, Test
from marking.errors import MarkingError
from marking.rubric import Criterion, Rubric
from sudoku.comp9021 import preemptive
from sudoku.comp9021.course import TEX_WRITERS
from sudoku.comp9021.reading import read_grid
from sudoku.errors import SudokuError

METHODS: Final = {
    "preassess": "",
    **{f"{name}_tex_output": name for name in TEX_WRITERS},
}
# Output during the import goes to standard error, because it is not compared.
PROGRAM: Final = """\
import os, sys
folder = sys.path.pop(0)  # a submission may have an importlib.py
from importlib.util import module_from_spec, spec_from_file_location
sys.path.insert(0, folder)
kept = os.dup(1)
os.dup2(2, 1)
spec = spec_from_file_location("sudoku", os.path.abspath("sudoku.py"))
sys.modules["sudoku"] = module_from_spec(spec)
spec.loader.exec_module(sys.modules["sudoku"])
from sudoku import *
sys.stdout.flush()
os.dup2(kept, 1)
sudoku = Sudoku({name!r})
sudoku.{method}()
"""
READING: Final = "reading"
DOES: Final = (*METHODS, READING)
NO_CLASS: Final = "NameError: name 'Sudoku' is not defined"


def tests(rubric: Rubric, criterion: Criterion) -> Iterator[Test]:
    """Yield the tests of *criterion*."""
    for group in criterion.test:
        for name in group.inputs:
            yield test_of(criterion.id, group.do, name, rubric.input(name))


def test_of(criterion: str, do: str, name: str, data: bytes) -> Test:
    """Return the test that does *do* with the input *name*."""
    stem = PurePath(name).stem
    method = "preassess" if do == READING else do
    argv = ("-c", PROGRAM.format(name=name, method=method))
    inputs = {name: data}
    identity = f"{criterion}/{stem}"
    lacks = f"AttributeError: 'Sudoku' object has no attribute {method!r}"
    absent = (NO_CLASS, lacks)
    call = f"Sudoku({name!r})" + (f".{method}()" if do != READING else "")
    made = Test(identity, criterion, argv, inputs, "stdout", absent=absent, call=call)
    try:
        grid = read_grid(data)
    except SudokuError as error:
        if do != READING:
            raise MarkingError(f"{name}: {error}; expected a grid for {do}") from error
        name_of = f"{SudokuError.__module__}.{SudokuError.__qualname__}"
        line = f"{name_of}: {error}".encode()
        return made._replace(answer="last line", expected=line)
    if do == READING:
        raise MarkingError(f"{name}: a grid; expected a wrong input for {do}")
    kind = METHODS[do]
    output = f"{stem}_{kind}.tex" if kind else ""
    text = TEX_WRITERS[kind](grid) if kind else preemptive.assessment(grid) + "\n"
    answer: Answer = "file" if output else "stdout"
    return made._replace(answer=answer, output=output, expected=text.encode())
