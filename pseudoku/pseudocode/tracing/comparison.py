"""What was expected of a run, and where it first differs from the reference."""

from typing import NamedTuple

from pseudoku.pseudocode.tracing.record import Effect, Flat, Record, flat_text
from pseudoku.pseudocode.tracing.rounds import contents, grid_of, ordered
from pseudoku.solving import clashes


class Difference(NamedTuple):
    """Whether a result is ``right``, and the first step that differs, or 0.

    ``told`` describes the difference. ``name`` is the structure whose ``contents`` in
    the reference are shown, if any.
    """

    result: str
    expected: str
    right: bool
    step: int = 0
    told: str = ""
    name: str = ""
    contents: Flat = None

    def summary(self) -> str:
        """Return the result, what was expected and the first difference, in one line."""
        if self.right:
            return f"Result: {self.result}, as expected."
        text = f"Result: {self.result}. Expected: {self.expected}."
        if self.step:
            return f"{text} First difference: step {self.step}."
        return f"{text} {self.told}".rstrip()


def result_of(record: Record) -> str:
    """Return the result of a call as text."""
    return "none" if record.error else flat_text(record.result)


def with_value(record: Record, expected: Flat) -> Difference:
    """Compare the result of a run with a value."""
    result, wanted = result_of(record), flat_text(expected)
    return Difference(result, wanted, result == wanted)


def with_reference(record: Record, other: Record, searches: bool) -> Difference:
    """Compare a run with a run of the reference with the same arguments.

    If the function ``searches``, another solution is right too.

    Their changes are compared one by one: structures are matched by kind and order of
    creation. If the structures are others, only the results are compared, because a
    different way is not wrong.
    """
    result, expected = result_of(record), flat_text(other.result)
    if not record.error and is_right(record.result, other.result, searches):
        return Difference(result, expected, True)
    both = list(zip(record.created, other.created))
    if any(own != wanted for own, wanted in both):
        way = "This run uses other structures than the reference; only the results"
        return Difference(result, expected, False, told=f"{way} are compared.")
    for own, wanted in zip(record.effects, other.effects):
        if own.structure == wanted.structure and own.contents == wanted.contents:
            continue
        there = contents(wanted.contents)
        if own.structure == wanted.structure:
            told = f"{has(own)}; the reference has {there} here"
        else:
            told = f"{has(own)}; here the reference changes {wanted.name} to {there}"
        found = (own.step, told, wanted.name, wanted.contents)
        return Difference(result, expected, False, *found)
    changes = len(record.effects)
    if changes > len(other.effects):
        surplus = record.effects[len(other.effects)]
        told = f"{has(surplus)}; the reference changes nothing more"
        return Difference(result, expected, False, surplus.step, told)
    told = f"the result is {result}; the reference gives {expected}"
    if changes < len(other.effects):
        told = f"the run ends; the reference goes on, and {has(other.effects[changes])}"
    return Difference(result, expected, False, record.total, told)


def has(effect: Effect) -> str:
    """Return what a structure contains after a change."""
    text = ordered(effect.contents)
    return f"{effect.name} {'is' if text == 'empty' else 'has'} {text}"


def is_right(result: Flat, expected: Flat, searches: bool) -> bool:
    """Return whether ``result`` is as good as ``expected``.

    A stack may have its elements in any order.
    """
    if not isinstance(result, list) or not isinstance(expected, list):
        return result == expected
    if result[0] == "stack" == expected[0]:
        return sorted(map(flat_text, result)) == sorted(map(flat_text, expected))
    if searches and (grid := grid_of(result)):
        return not [*clashes(grid)] and result[-1] == expected[-1]
    return flat_text(result) == flat_text(expected)
