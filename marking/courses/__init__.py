"""The tests of a rubric: the program that each runs, and the reference's result."""

from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import PurePath
from time import process_time
from types import ModuleType
from typing import Final

from _courseware.grading import Expected, GradingError
from marking.courses.test import Test
from marking.errors import MarkingError
from marking.rubric import Criterion, Rubric
from sudoku.courses import COURSES

# Courses whose tests are not in a module ``grading`` of their own folder. Each is a
# module of this package: DOES lists the tests that a rubric may ask for, and the
# function ``tests`` makes those of a criterion.
SPECIAL: Final = ("cit591", "comp9021", "northwestern", "pseudoku")
NAMES: Final = tuple(sorted({*COURSES, "pseudoku"}))
Make = Callable[[Rubric, Criterion], Iterator[Test]]


def all_tests(rubric: Rubric) -> list[Test]:
    """Return every test of *rubric*, in its order. Raise MarkingError with its path."""
    try:
        course = course_of(rubric)
        tests = [test for part in rubric.criterion for test in timed(rubric, part, course)]
        for test_id, number in Counter(test.id for test in tests).items():
            if number > 1:
                raise MarkingError(f"{number} tests have the id {test_id}")
    except MarkingError as error:
        raise MarkingError(f"{rubric.path}: {error}") from error
    return tests


def course_of(rubric: Rubric) -> ModuleType:
    """Return the module with the tests of a course. Raise MarkingError."""
    name = rubric.course
    if name in SPECIAL:
        return import_module(f"{__name__}.{name}")
    if name in COURSES and find_spec(f"sudoku.{name}.grading"):
        return import_module(f"sudoku.{name}.grading")
    raise MarkingError(f"course: {name!r}; expected {' or '.join(NAMES)}")


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
    """Return the tests of *criterion*. Raise MarkingError."""
    does: tuple[str, ...] = course.DOES
    for group in criterion.test:
        if group.do not in does:
            expected = f"expected one of {', '.join(does)}"
            raise MarkingError(f"{criterion.id}: do = {group.do!r}; {expected}")
    if rubric.course in SPECIAL:
        make: Make = course.tests
        return make(rubric, criterion)
    return graded(rubric, criterion, course)


def graded(rubric: Rubric, criterion: Criterion, course: ModuleType) -> Iterator[Test]:
    """Yield the tests of *criterion* that the module ``grading`` of a course describes."""
    expected: Callable[[str, str, bytes], Expected] = course.expected
    for group in criterion.test:
        for name in group.inputs:
            data = rubric.input(name)
            try:
                answer = expected(group.do, name, data)
            except GradingError as error:
                raise MarkingError(str(error)) from error
            assert answer.argv is not None
            argv = (rubric.files[0], *answer.argv)
            yield Test(
                f"{criterion.id}/{PurePath(name).stem}",
                criterion.id,
                argv,
                {name: data if answer.data is None else answer.data},
                answer.answer,
                answer.output,
                answer.text.encode(),
                accepts=answer.accepts,
                call=answer.call or f"python3 {' '.join(argv)}",
            )
