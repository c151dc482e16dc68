"""The courseworks: the program that each test runs, and the reference's result."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final

from marking.courses.test import Test
from marking.errors import MarkingError
from marking.rubric import Criterion, Rubric

# Each is a module of this package: DOES lists the tests that a rubric may ask for, and
# the function ``tests`` makes those of a criterion.
NAMES: Final = ("cit591", "comp9021", "hacettepe", "northwestern", "pseudoku")
Make = Callable[[Rubric, Criterion], Iterator[Test]]


def all_tests(rubric: Rubric) -> list[Test]:
    """Return every test of *rubric*, in its order. Raise MarkingError."""
    if rubric.course not in NAMES:
        known = " or ".join(NAMES)
        message = f"course {rubric.course!r} cannot be marked; expected {known}"
        raise MarkingError(message)
    course = import_module(f"{__name__}.{rubric.course}")
    does: tuple[str, ...] = course.DOES
    for group in (group for criterion in rubric.criterion for group in criterion.test):
        if group.do not in does:
            expected = ", ".join(does)
            raise MarkingError(f"do = {group.do!r}; expected one of {expected}")
    make: Make = course.tests
    tests = [test for criterion in rubric.criterion for test in make(rubric, criterion)]
    seen: set[str] = set()
    for test in tests:
        if test.id in seen:
            raise MarkingError(f"{rubric.title}: two tests have the id {test.id}")
        seen.add(test.id)
    return tests
