"""The tests of a rubric: the program that each runs, and the reference's result."""

from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import PurePath
from time import process_time
from types import ModuleType
from typing import Final

from _courseware.grading import Expected, GradingError
from marking.courses import pseudoku
from marking.courses.test import Test
from marking.courses.unit_tests import UNIT_TESTS, unit_tests
from marking.drivers.calls import ANSWER
from marking.errors import MarkingError
from marking.rubric import Criterion, Rubric
from sudoku.courses import COURSES

PSEUDOKU: Final = "pseudoku"  # whose answers are judged, not run
COURSE_NAMES: Final = tuple(sorted({*COURSES, PSEUDOKU}))
VALUES: Final = files("_courseware").joinpath("values.py").read_text("utf-8")
DRIVER: Final = files("marking.drivers").joinpath("calls.py").read_text("utf-8")


def all_tests(rubric: Rubric) -> list[Test]:
    """Return the tests of *rubric*, in its order. Raise MarkingError with the path."""
    try:
        course = course_of(rubric)
        tests = [
            test for part in rubric.criterion for test in timed(rubric, part, course)
        ]
        for test_id, number in Counter(test.id for test in tests).items():
            if number > 1:
                raise MarkingError(f"{number} tests have the id {test_id}")
    except MarkingError as error:
        raise MarkingError(f"{rubric.path}: {error}") from error
    return tests


def course_of(rubric: Rubric) -> ModuleType:
    """Return the module with the tests of a course. Raise MarkingError."""
    if rubric.course == PSEUDOKU:
        return pseudoku
    if rubric.course in COURSES and find_spec(f"sudoku.{rubric.course}.grading"):
        return import_module(f"sudoku.{rubric.course}.grading")
    raise MarkingError(
        f"course: {rubric.course!r}; expected {' or '.join(COURSE_NAMES)}"
    )


def timed(rubric: Rubric, criterion: Criterion, course: ModuleType) -> Iterator[Test]:
    """Yield the tests of *criterion*, each with the reference's processor time."""
    began = process_time()
    for test in tests_of(rubric, criterion, course):
        seconds = test.seconds or process_time() - began
        yield test._replace(seconds=seconds)
        began = process_time()


def tests_of(
    rubric: Rubric, criterion: Criterion, course: ModuleType
) -> Iterator[Test]:
    """Yield the tests of *criterion*. Raise MarkingError."""
    does = course.DOES if course is pseudoku else (*course.DOES, UNIT_TESTS)
    for group in criterion.test:
        if group.do not in does:
            expected = f"expected one of {', '.join(does)}"
            raise MarkingError(f"{criterion.id}: do = {group.do!r}; {expected}")
        if group.calls and not hasattr(course, "expected_call"):
            raise MarkingError(f"{criterion.id}: calls; expected inputs")
    if course is pseudoku:
        yield from pseudoku.tests(rubric, criterion)
        return
    number = 0
    for group in criterion.test:
        if group.do == UNIT_TESTS:
            yield from unit_tests(criterion.id, group, rubric)
            continue
        try:
            for call in group.calls:
                number += 1
                identity, source = (
                    f"{criterion.id}/{number}",
                    call.removeprefix(group.do),
                )
                answer = course.expected_call(group.do, call)
                yield make_test(rubric, identity, group.do, answer, source, {})
            for name in group.inputs:
                identity, data = (
                    f"{criterion.id}/{PurePath(name).stem}",
                    rubric.input(name),
                )
                answer = course.expected(group.do, name, data)
                inputs = {name: data if answer.data is None else answer.data}
                yield make_test(rubric, identity, group.do, answer, name, inputs)
        except GradingError as error:
            raise MarkingError(str(error)) from error


def make_test(
    rubric: Rubric,
    identity: str,
    do: str,
    expected: Expected,
    source: str,
    inputs: dict[str, bytes],
) -> Test:
    """Return a test whose output must be the answer *expected*."""
    program = rubric.files[0]
    call = f"python3 {' '.join((program, *(expected.argv or ())))}"
    return Test(
        identity,
        identity.partition("/")[0],
        (program, *expected.argv)
        if expected.argv is not None
        else ("-c", DRIVER, VALUES, inside(rubric), PurePath(program).stem, do, source),
        inputs,
        "file" if expected.answer == "value" else expected.answer,
        ANSWER if expected.answer == "value" else expected.output,
        expected.text.encode(),
        is_acceptable=expected.accepts,
        call=expected.call or call,
    )


def inside(rubric: Rubric) -> str:
    """Return the driver that calls a submission's functions. Raise MarkingError."""
    path = files(f"sudoku.{rubric.course}").joinpath("inside.py")
    if not path.is_file():
        raise MarkingError(f"sudoku/{rubric.course} has no inside.py to call functions")
    return path.read_text("utf-8")
