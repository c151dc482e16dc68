"""Compare the result of a run with the expected one, and a run with a corrected run."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from pseudocode.tracing.record import FlatValue, RunRecord, format_flat
from pseudocode.tracing.rounds import clashes_in, is_search


class Difference(NamedTuple):
    """The result of a run beside the expected result, and a hint on the mistake.

    ``result`` and ``expected`` are texts; ``right`` is whether the result is accepted.
    ``wanted`` is the expected result as a flat value. ``pairs`` are the elements of a
    wrong result beside the expected ones: (whether they differ, element or None,
    expected element or None). It is None if there is nothing to pair.

    If one change makes the program right, ``told`` is a hint on the change, ``step``
    the first step at which the runs before and after the change differ, and ``after``
    what the changed program does there, or "" if the hint must not say it.
    """

    result: str
    expected: str
    right: bool
    step: int = 0
    told: str = ""
    after: str = ""
    wanted: FlatValue = None
    pairs: list[tuple[bool, FlatValue, FlatValue]] | None = None

    def summary(self) -> str:
        """Return one line such as ``Result: 4. Expected: 3. HINT See step 12.``"""
        if self.right:
            return f"Result: {self.result}, as expected."
        see = f"See step {self.step}." if self.step else ""
        result, expected = f"Result: {self.result}.", f"Expected: {self.expected}."
        return " ".join(filter(None, (result, expected, self.told, see)))


def result_text(record: RunRecord) -> str:
    """Return the result of a run as text, or "none" if an error ended the run."""
    return "none" if record.error else format_flat(record.result)


def run_summary(record: RunRecord, difference: Difference | None) -> str:
    """Return one line on a run: its error, or its result and the expected result.

    ``difference`` is None if no result was expected. Return "" if no function was
    called and no error occurred.
    """
    if record.error:
        return f"Error: {record.error_text()}"
    if difference and not difference.right:
        return f"Result: {difference.result}. Expected: {difference.expected}."
    result_line = f"Result: {result_text(record)}" if record.called else ""
    return (
        f"{result_line}, as expected."
        if difference
        else result_line and f"{result_line}."
    )


def compare_result(record: RunRecord, expected: FlatValue) -> Difference:
    """Compare the result of a run with ``expected``, the result of the reference.

    If the function searches for a solution, another solution is right too.
    """
    actual, pairs = record.result, None
    right = not record.error and is_acceptable(record, expected)
    if not right and isinstance(actual, list) and isinstance(expected, list):
        if "..." not in (actual[0], expected[0]):
            pairs = [*aligned(actual, expected)]
    return Difference(
        result_text(record), format_flat(expected), right, wanted=expected, pairs=pairs
    )


def aligned(
    actual: list[FlatValue], expected: list[FlatValue]
) -> Iterator[tuple[bool, FlatValue, FlatValue]]:
    """Yield (whether they differ, element, expected element) for two flat structures.

    A missing element is None. The elements of vectors are paired by position, and those
    of queues and stacks along a longest common subsequence; a stack is sorted first.
    """
    (kind, *elements), (other_kind, *expected_elements) = actual, expected
    if kind == "stack":
        elements, expected_elements = (
            sorted(part, key=format_flat) for part in (elements, expected_elements)
        )
    if kind != other_kind or kind not in ("queue", "stack"):
        for pair in zip_longest(elements, expected_elements):
            yield pair[0] != pair[1], *pair
        return
    while elements or expected_elements:
        if elements and expected_elements and elements[0] == expected_elements[0]:
            yield False, elements.pop(0), expected_elements.pop(0)
        elif elements and common(elements[1:], expected_elements) == common(
            elements, expected_elements
        ):
            yield True, elements.pop(0), None
        else:
            yield True, None, expected_elements.pop(0)


def common(first: list[FlatValue], second: list[FlatValue]) -> int:
    """Return the length of the longest common subsequence of two lists.

    >>> common([1, 4, 3, 2], [4, 3, 1, 2])
    3
    """
    before = [0] * (len(second) + 1)
    for value in first:
        row = [0]
        for k, each in enumerate(second):
            row.append(before[k] + 1 if value == each else max(before[k + 1], row[k]))
        before = row
    return before[-1]


def parting(actual: RunRecord, expected: RunRecord) -> tuple[int, str]:
    """Return the number of the first step that differs, and what ``expected`` does.

    If ``actual`` ends first, the step is its last. Return (0, "") for equal runs.
    """
    for mine, its in zip_longest(actual.step_states(), expected.step_states()):
        if mine is None:
            return actual.total, f"the run goes on: {its.step.text}"
        if its is None:
            return mine.number, "the run has ended"
        if (mine.step.operation, mine.step.text, mine.step.changes) != (
            its.step.operation,
            its.step.text,
            its.step.changes,
        ):
            return mine.number, its.step.text
    return 0, ""


def is_acceptable(record: RunRecord, expected: FlatValue) -> bool:
    """Return whether the result of ``record`` equals ``expected``, or is as good.

    A stack may have its elements in any order. If the function searches for a
    solution, any grid without a clash is as good if its last row is the expected one.
    """
    result = record.result
    if not isinstance(result, list) or not isinstance(expected, list):
        return result == expected
    if result[0] == "stack" == expected[0]:
        return sorted(map(format_flat, result)) == sorted(map(format_flat, expected))
    if is_search(record):
        clashes = clashes_in(result, record.handout)
        if clashes is not None:
            return not clashes and result[-1] == expected[-1]
    return format_flat(result) == format_flat(expected)
