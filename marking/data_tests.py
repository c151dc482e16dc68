"""Compare answers in the way that a rubric chooses."""

import math
from collections.abc import Callable

from _courseware.values import literal
from marking.rubric import Group


def comparison(
    group: Group, expected: bytes, is_value: bool = False
) -> Callable[[bytes], bool] | None:
    """Return a function that accepts answers as *group* compares them to *expected*.

    It is None if an answer must be equal to *expected* byte for byte. If *is_value*,
    both are Python literals.
    """
    tolerance = float(group.tolerance)
    if is_value and tolerance:
        return lambda answer: is_near_value(answer, expected, tolerance)
    if group.compare == "words":
        return lambda answer: are_near_words(answer, expected, tolerance)
    if group.compare == "blanks":
        return lambda answer: lines_without_ends(answer) == lines_without_ends(expected)
    return None


def lines_without_ends(text: bytes) -> list[bytes]:
    """Return the lines of *text* without blanks at their ends and empty last lines."""
    return [line.rstrip() for line in text.rstrip().split(b"\n")]


def are_near_words(answer: bytes, expected: bytes, tolerance: float) -> bool:
    """Return whether both texts have the same words, or numbers within *tolerance*."""
    pairs = answer.split(), expected.split()
    if len(pairs[0]) != len(pairs[1]):
        return False
    return all(
        word == right or is_near(number_in(word), number_in(right), tolerance)
        for word, right in zip(*pairs)
    )


def number_in(word: bytes) -> float | None:
    try:
        return float(word)
    except ValueError:
        return None


def is_near(value: object, right: object, tolerance: float) -> bool:
    """Return whether both values are finite numbers that differ by *tolerance* at most.

    A bool is no number.
    """
    if type(value) not in (int, float) or type(right) not in (int, float):
        return False
    assert isinstance(value, int | float) and isinstance(right, int | float)
    try:
        return math.isclose(value, right, rel_tol=1e-12, abs_tol=tolerance)
    except OverflowError:  # an int that is too large for a float
        return value == right


def is_near_value(answer: bytes, expected: bytes, tolerance: float) -> bool:
    """Return whether the literals *answer* and *expected* differ only in near numbers.

    An answer that is no literal is not near.
    """
    try:
        value = literal(answer.decode())
        return are_near(value, literal(expected.decode()), tolerance)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False


def are_near(value: object, right: object, tolerance: float) -> bool:
    """Return whether *value* has the types and items of *right*, or near numbers."""
    if type(value) is not type(right):
        return is_near(value, right, tolerance)
    if isinstance(value, list | tuple) and isinstance(right, list | tuple):
        pairs = zip(value, right)
        near = all(are_near(item, other, tolerance) for item, other in pairs)
        return len(value) == len(right) and near
    if isinstance(value, dict) and isinstance(right, dict):
        if value.keys() != right.keys():
            return False
        return all(are_near(value[key], right[key], tolerance) for key in right)
    return value == right or is_near(value, right, tolerance)
