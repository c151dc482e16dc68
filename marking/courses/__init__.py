"""The courseworks: the program that each test runs, and the reference's result."""

from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from time import process_time
from typing import Final

from marking.courses.test import Test
from marking.errors import MarkingError
from marking.rubric import Criterion, Rubric

# Each is a module of this package: DOES lists the tests that a rubric may ask for, and
# the function ``tests`` makes those of a criterion.
NAMES: Final = ("cit591", "comp9021", "hacettepe", "northwestern", "pseudoku")
Make = Callable[[Rubric, Criterion], Iterator[Test]]


def all_tests(rubric: Rubric) -> list[Test]:
    """Return every test of *rubric*, in its order. Raise MarkingError with its path."""
    try:
        if rubric.course not in NAMES:
            expected = f"expected {' or '.join(NAMES)}"
            raise MarkingError(f"course: {rubric.course!r}; {expected}")
        tests = [test for part in rubric.criterion for test in timed(rubric, part)]
        for test_id, number in Counter(test.id for test in tests).items():
            if number > 1:
                raise MarkingError(f"{number} tests have the id {test_id}")
    except MarkingError as error:
        raise MarkingError(f"{rubric.path}: {error}") from error
    return tests


def timed(rubric: Rubric, criterion: Criterion) -> Iterator[Test]:
    """Yield the tests of *criterion*, each with the reference's processor time."""
    began = process_time()
    for test in tests_of(rubric, criterion):
        seconds = test.seconds or process_time() - began
        yield test._replace(seconds=seconds)
        began = process_time()


def tests_of(rubric: Rubric, criterion: Criterion) -> Iterator[Test]:
    """Yield the tests of *criterion*. Raise MarkingError."""
    course = import_module(f"{__name__}.{rubric.course}")
    does: tuple[str, ...] = course.DOES
    make: Make = course.tests
    for group in criterion.test:
        if group.do not in does:
            expected = f"expected one of {', '.join(does)}"
            raise MarkingError(f"{criterion.id}: do = {group.do!r}; {expected}")
    return make(rubric, criterion)
