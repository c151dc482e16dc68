"""Hacettepe: one program, with an input file and an output file."""

from collections.abc import Iterator
from pathlib import PurePath
from typing import Final

from marking.courses.test import Test
from marking.errors import MarkingError
from marking.rubric import Criterion, Rubric
from sudoku.errors import LocatedError
from sudoku.hacettepe import singles
from sudoku.hacettepe.reading import read_grid

DOES: Final = ("steps",)
OUTPUT: Final = "output.txt"


def tests(rubric: Rubric, criterion: Criterion) -> Iterator[Test]:
    """Yield the tests of *criterion*."""
    for group in criterion.test:
        for name in group.inputs:
            data = rubric.input(name)
            try:
                expected = singles.all_steps(read_grid(data)).encode()
            except LocatedError as error:
                raise MarkingError(error.located(name)) from error
            identity = f"{criterion.id}/{PurePath(name).stem}"
            argv = (rubric.files[0], name, OUTPUT)
            inputs = {name: data}
            made = Test(identity, criterion.id, argv, inputs, "file", OUTPUT, expected)
            yield made._replace(call=f"python3 {' '.join(argv)}")
