"""The courseworks: which program each test runs, and what the reference expects."""

from collections.abc import Callable, Iterator
from typing import Final

from marking.courses import cit591, comp9021, hacettepe, northwestern, pseudoku
from marking.courses.test import Test
from marking.errors import MarkingError
from marking.rubric import Criterion, Rubric

MAKERS: Final[dict[str, Callable[[Rubric, Criterion], Iterator[Test]]]] = {
    "cit591": cit591.tests,
    "comp9021": comp9021.tests,
    "hacettepe": hacettepe.tests,
    "northwestern": northwestern.tests,
    "pseudoku": pseudoku.tests,
}


def all_tests(rubric: Rubric) -> list[Test]:
    """Return every test of *rubric*, in its order. Raise MarkingError."""
    if rubric.course not in MAKERS:
        known = " or ".join(MAKERS)
        message = f"course {rubric.course!r} cannot be marked; expected {known}"
        raise MarkingError(message)
    make = MAKERS[rubric.course]
    tests = [test for criterion in rubric.criterion for test in make(rubric, criterion)]
    seen: set[str] = set()
    for test in tests:
        if test.id in seen:
            raise MarkingError(f"{rubric.title}: two tests have the id {test.id}")
        seen.add(test.id)
    return tests
