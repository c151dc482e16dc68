"""Pseudoku: one answer in pseudocode, and the judge's verdict on each function."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile, ZipInfo

from marking.courses.test import Test
from marking.errors import MarkingError
from marking.rubric import ANSWER, Criterion, Rubric
from pseudoku.errors import PseudokuError
from pseudoku.reference import MANUAL_TASK_MARKS, TASK_FUNCTIONS

JUDGE_DRIVER: Final = files("marking.drivers").joinpath("judge.py").read_text("utf-8")
TASK_OF_FUNCTION: Final = {name: task for task, name in TASK_FUNCTIONS.items()}
EXERCISE: Final = "exercise"  # whose inputs are files of docs/exercises.md
DOES: Final = (*TASK_OF_FUNCTION, EXERCISE)
JUDGE_RUN_ID: Final = "judge"  # one run judges every task
JUDGE_PACKAGES: Final = ("_courseware", "adt", "pseudoku")


def tests(rubric: Rubric, criterion: Criterion) -> Iterator[Test]:
    """Yield the tests of *criterion*."""
    if rubric.names != (ANSWER,):
        raise MarkingError('files: expected ["*"], an answer of any name')
    for group in criterion.test:
        if group.do == EXERCISE:
            for name in group.inputs:
                data = rubric.input(name)
                yield judge_test(rubric, criterion, function_of(name, data), name, data)
        else:
            yield judge_test(rubric, criterion, group.do)


def function_of(name: str, data: bytes) -> str:
    """Return the function of the exercise in a file. Raise MarkingError."""
    from pseudoku.pseudocode.judging.exercise import read_exercise
    from pseudoku.pseudocode.judging.judge import misjudged_samples

    try:
        exercise = read_exercise(data.decode(), name)
        for fault in misjudged_samples(exercise):
            raise MarkingError(f"{name}: {fault}")
    except (UnicodeDecodeError, PseudokuError) as error:
        raise MarkingError(str(error)) from error
    return exercise.name


def judge_test(
    rubric: Rubric,
    criterion: Criterion,
    function: str,
    name: str = "",
    data: bytes = b"",
) -> Test:
    """Return the test of a function: of a task, or of the exercise in a file."""
    return Test(
        f"{criterion.id}/{function}",
        criterion.id,
        ("-c", JUDGE_DRIVER),
        {"judge.zip": judge_zip()} | ({"exercise.toml": data} if name else {}),
        "judge",
        expected=TASK_OF_FUNCTION.get(function, function).encode(),
        run=f"{JUDGE_RUN_ID} {name}".rstrip(),
        call=f"python3 -m pseudoku judge, function {function}",
        executes=False,
        seconds=float(rubric.limits.seconds),  # our program gets the whole limit
    )


@cache
def judge_zip() -> bytes:
    """Return a zip of the packages that the judge needs; equal files, equal bytes."""
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        for package in JUDGE_PACKAGES:
            top = Path(str(files(package)))
            for path in sorted((*top.rglob("*.py"), *top.rglob("*.toml"))):
                name = path.relative_to(top.parent).as_posix()
                archive.writestr(ZipInfo(name), path.read_bytes())
    return stream.getvalue()


def word_counts(rubric: Rubric, printed: bytes) -> list[str]:
    """Return a note with the number of words of each answer marked by a person.

    *printed* is the output of the judge.
    """
    try:
        report: object = json.loads(printed)
    except ValueError:
        return []
    counted = report.get("words") if isinstance(report, Mapping) else None
    if not isinstance(counted, Mapping):
        return []
    criteria = [part.id for part in rubric.criterion]
    return [
        f"task{task}: {counted[task]} words"
        for task in MANUAL_TASK_MARKS
        if task in counted and f"task{task}" in criteria
    ]
