"""What was expected of a run, and where it parts from that of a mended program."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from pseudoku.pseudocode.tracing.record import (
    FlatValue,
    RunRecord,
    format_flat,
)
from pseudoku.pseudocode.tracing.rounds import (
    grid_in_flat,
)
from pseudoku.solving import clashes


class Difference(NamedTuple):
    """Whether a result is ``right`` and, if a change makes it right, a hint.

    ``told`` is the hint on the change, or "". ``step`` is the first step at which the
    run differs from that of the changed program, or 0 without a hint. ``after`` says
    what the changed program does at that step, or is "" if the hint may not tell.
    ``wanted`` is the expected result. ``pairs`` are the elements of a wrong result
    beside those that are expected, each with whether they differ; an element that has
    no counterpart is beside None.
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
        """Return the result, what was expected and the hint, in one line."""
        if self.right:
            return f"Result: {self.result}, as expected."
        see = f"See step {self.step}." if self.step else ""
        result, expected = f"Result: {self.result}.", f"Expected: {self.expected}."
        return " ".join(filter(None, (result, expected, self.told, see)))


def result_text(record: RunRecord) -> str:
    """Return the result of a call as text."""
    return "none" if record.error else format_flat(record.result)


def run_summary(record: RunRecord, difference: Difference | None) -> str:
    """Return the result of a run, with what was expected of it, or its error."""
    if record.error:
        return f"Error: {record.ending()}"
    if difference and not difference.right:
        return f"Result: {difference.result}. Expected: {difference.expected}."
    told = f"Result: {result_text(record)}" if record.called else ""
    return f"{told}, as expected." if difference else told and f"{told}."


def compare_value(record: RunRecord, expected: FlatValue) -> Difference:
    """Compare the result of a run with a value."""
    result, wanted = result_text(record), format_flat(expected)
    return beside(Difference(result, wanted, result == wanted), record, expected)


def compare_result(record: RunRecord, wanted: FlatValue, searches: bool) -> Difference:
    """Compare the result of a run with the reference's.

    If the function ``searches``, another solution is right too.
    """
    right = not record.error and is_acceptable(record.result, wanted, searches)
    found = Difference(result_text(record), format_flat(wanted), right)
    return beside(found, record, wanted)


def beside(found: Difference, record: RunRecord, wanted: FlatValue) -> Difference:
    """Return *found* with the expected result and, if the result is wrong, the pairs."""
    own, found = record.result, found._replace(wanted=wanted)
    if found.right or not isinstance(own, list) or not isinstance(wanted, list):
        return found
    if "..." in (own[0], wanted[0]):
        return found
    return found._replace(pairs=[*aligned(own, wanted)])


def aligned(
    own: list[FlatValue], wanted: list[FlatValue]
) -> Iterator[tuple[bool, FlatValue, FlatValue]]:
    """Yield the elements of two structures in pairs, with whether they differ.

    Those of vectors are paired by position, and those of queues by their longest common
    part, because a lost head shifts all others. A stack may have any order.
    """
    (kind, *one), (other_kind, *other) = own, wanted
    if kind == "stack":
        one, other = (sorted(part, key=format_flat) for part in (one, other))
    if kind != other_kind or kind not in ("queue", "stack"):
        for pair in zip_longest(one, other):
            yield pair[0] != pair[1], *pair
        return
    while one or other:
        if one and other and one[0] == other[0]:
            yield False, one.pop(0), other.pop(0)
        elif one and common(one[1:], other) == common(one, other):
            yield True, one.pop(0), None
        else:
            yield True, None, other.pop(0)


def common(one: list[FlatValue], other: list[FlatValue]) -> int:
    """Return the length of the longest common part of two lists, with gaps.

    >>> common([1, 4, 3, 2], [4, 3, 1, 2])
    3
    """
    before = [0] * (len(other) + 1)
    for value in one:
        row = [0]
        for k, each in enumerate(other):
            row.append(before[k] + 1 if value == each else max(before[k + 1], row[k]))
        before = row
    return before[-1]


def parting(own: RunRecord, other: RunRecord) -> tuple[int, str]:
    """Return the first step at which two runs differ, and what the other one does there.

    Steps differ in what they do, say or change, and not in their lines, because a line
    may have been moved. If ``own`` ends first, the step is its last one. The step is 0
    if the runs are equal.
    """
    for mine, its in zip_longest(own.moments(), other.moments()):
        if mine is None:
            return own.total, f"the run goes on: {its.step.text}"
        if its is None:
            return mine.number, "the run has ended"
        if (mine.step.operation, mine.step.text, mine.step.changes) != (
            its.step.operation,
            its.step.text,
            its.step.changes,
        ):
            return mine.number, its.step.text
    return 0, ""


def is_acceptable(result: FlatValue, expected: FlatValue, searches: bool) -> bool:
    """Return whether ``result`` is as good as ``expected``.

    A stack may have its elements in any order.
    """
    if not isinstance(result, list) or not isinstance(expected, list):
        return result == expected
    if result[0] == "stack" == expected[0]:
        return sorted(map(format_flat, result)) == sorted(map(format_flat, expected))
    if searches and (grid := grid_in_flat(result)):
        return not [*clashes(grid)] and result[-1] == expected[-1]
    return format_flat(result) == format_flat(expected)
