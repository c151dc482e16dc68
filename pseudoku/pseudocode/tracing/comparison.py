"""What was expected of a run, and where it first differs from the reference."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from pseudoku.pseudocode.tracing.record import (
    FlatValue,
    RunRecord,
    StructureChange,
    format_flat,
)
from pseudoku.pseudocode.tracing.rounds import (
    contents_text,
    contents_with_order,
    grid_in_flat,
)
from pseudoku.solving import clashes


class Difference(NamedTuple):
    """Whether a result is ``right``, and the first step that differs, or 0.

    ``told`` describes the difference. ``name`` is the structure whose ``contents`` in
    the reference are shown, if any. ``wanted`` is the expected result.
    ``pairs`` are the elements of a wrong result beside those that are expected, each
    with whether they differ; an element that has no counterpart is beside None.
    """

    result: str
    expected: str
    right: bool
    step: int = 0
    told: str = ""
    name: str = ""
    contents: FlatValue = None
    wanted: FlatValue = None
    pairs: list[tuple[bool, FlatValue, FlatValue]] | None = None

    def summary(self) -> str:
        """Return the result, what was expected and the first difference, in one line."""
        if self.right:
            return f"Result: {self.result}, as expected."
        text = f"Result: {self.result}. Expected: {self.expected}."
        if self.step:
            return f"{text} First difference: step {self.step}."
        return f"{text} {self.told}".rstrip()


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


def compare_with_reference(
    record: RunRecord, other: RunRecord, searches: bool
) -> Difference:
    """Compare a run with a run of the reference with the same arguments.

    If the function ``searches``, another solution is right too.

    Their changes are compared one by one: structures are matched by kind and order of
    creation. If the structures are others, only the results are compared, because a
    different way is not wrong.
    """
    result, expected = result_text(record), format_flat(other.result)
    if not record.error and is_acceptable(record.result, other.result, searches):
        return Difference(result, expected, True)
    both = list(zip(record.created, other.created))
    if any(own != wanted for own, wanted in both):
        way = "This run uses other structures than the reference; only the results"
        return Difference(result, expected, False, told=f"{way} are compared.")
    for own, wanted in zip(record.effects, other.effects):
        if own.structure == wanted.structure and own.contents == wanted.contents:
            continue
        there = contents_text(wanted.contents)
        if own.structure == wanted.structure:
            told = f"{describe_change(own)}; the reference has {there} here"
        else:
            told = f"{describe_change(own)}; here the reference changes {wanted.name} to {there}"
        found = (own.step, told, wanted.name, wanted.contents)
        return Difference(result, expected, False, *found)
    changes = len(record.effects)
    if changes > len(other.effects):
        surplus = record.effects[len(other.effects)]
        told = f"{describe_change(surplus)}; the reference changes nothing more"
        return Difference(result, expected, False, surplus.step, told)
    told = f"the result is {result}; the reference gives {expected}"
    if changes < len(other.effects):
        told = f"the run ends; the reference goes on, and {describe_change(other.effects[changes])}"
    return Difference(result, expected, False, record.total, told)


def describe_change(effect: StructureChange) -> str:
    """Return the elements of a structure after the change ``effect``, as text."""
    text = contents_with_order(effect.contents)
    return f"{effect.name} {'is' if text == 'empty' else 'has'} {text}"


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
