"""Tests that are data in a rubric: a program to run, or expressions to evaluate."""

import ast
import math
import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib.resources import files
from pathlib import PurePath
from typing import Final, Literal

from _courseware.values import literal, text, value_of
from marking.drivers.calls import ANSWER
from marking.errors import MarkingError
from marking.rubric import RUN, Criterion, Group, Rubric
from marking.test import Test

CALL_EXAMPLES: Final = "'f(3) == 9', \"f() prints 'hi'\" or 'f(-1) raises ValueError'"
VERB: Final = re.compile(" (prints|raises) ")
FULL_FACTOR: Final = 200  # the full limit of time; times the reference's
How = Literal["value", "prints", "raises"]


def driver_text(name: str) -> str:
    """Return the source of a driver, which goes into the sandbox."""
    return files("marking.drivers").joinpath(name).read_text("utf-8")


VALUES: Final = files("_courseware").joinpath("values.py").read_text("utf-8")
CALLS_DRIVER, CALL_ADAPTER = map(driver_text, ("calls.py", "call.py"))


def data_tests(
    rubric: Rubric, criterion: Criterion, group: Group, numbers: Iterator[int]
) -> Iterator[Test]:
    """Yield the tests of *group*, whose ``do`` is RUN or CALL.

    Their ids end with the name of the input, or else with the next of *numbers*. Raise
    MarkingError if a file is missing, or a call has another form.
    """
    basis = Test(
        "",
        criterion.id,
        (),
        {},
        "stdout",
        seconds=float(rubric.limits.seconds) / FULL_FACTOR,
        share=group.share,
    )
    names = group.inputs or ("",)
    for name in names if group.do == RUN else ():
        stem = PurePath(name).stem or next(numbers)
        test = basis._replace(id=f"{criterion.id}/{stem}")
        yield program_test(rubric, group, name, test)
    inputs = {name: rubric.input(name) for name in group.inputs}
    for call in group.calls:
        try:
            source, how, expected = parse_call(call)
        except MarkingError as error:
            raise MarkingError(f"{criterion.id}: {error}") from error
        data = expected.encode()
        accepts: Callable[[bytes], bool] | None = None
        if how == "value":
            accepts = comparison(group, data, is_value=True)
        elif how == "raises":
            accepts = partial(is_among, name=data)
        texts = CALLS_DRIVER, VALUES, CALL_ADAPTER
        yield basis._replace(
            id=f"{criterion.id}/{next(numbers)}",
            argv=("-c", *texts, PurePath(rubric.files[0]).stem, source, how),
            inputs=inputs,
            answer_source="stdout" if how == "prints" else "value",
            output="" if how == "prints" else ANSWER,
            expected=data,
            is_acceptable=accepts,
            call=source,
        )


def program_test(rubric: Rubric, group: Group, name: str, test: Test) -> Test:
    """Return *test*, changed to run the program with the input *name*, or ""."""
    data = rubric.input(name) if name else (group.stdin or "").encode()
    if group.expected is None:
        expected = rubric.input(str(PurePath(name).with_suffix(".out")))
    else:
        expected = group.expected.encode()
    is_file = any("{}" in argument for argument in group.arguments)
    arguments = (argument.replace("{}", name) for argument in group.arguments)
    argv = rubric.files[0], *arguments
    title = " ".join(["python3", *argv])
    return test._replace(
        argv=argv,
        inputs={name: data} if is_file else {},
        answer_source="file" if group.output else "stdout",
        output=group.output,
        expected=expected,
        is_acceptable=comparison(group, expected),
        call=f"{title} < {name}" if name and not is_file else title,
        stdin=b"" if is_file else data,
    )


def parse_call(call: str) -> tuple[str, How, str]:
    """Return (expression, how, expected) of *call*, such as "f(3) == 9".

    The expected text is that of a value, what is printed, or the name of an exception.
    Raise MarkingError if *call* has another form.
    """
    try:
        tree = ast.parse(call.strip(), mode="eval").body
        if isinstance(tree, ast.Compare) and isinstance(tree.ops[-1], ast.Eq):
            (right,) = tree.comparators
            value = value_of(right)
            if value == literal(text(value)):
                return ast.unparse(tree.left), "value", text(value) + "\n"
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        pass
    for verb in reversed([*VERB.finditer(call)]):
        source = call[: verb.start()].strip()
        other = call[verb.end() :].strip()
        try:
            ast.parse(source, mode="eval")
            if verb[1] == "raises" and other.isidentifier():
                return source, "raises", other
            printed = literal(other)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
        if verb[1] == "prints" and isinstance(printed, str):
            return source, "prints", printed
    raise MarkingError(f"calls: {call!r}; expected such as {CALL_EXAMPLES}")


def is_among(answer: bytes, name: bytes) -> bool:
    """Return whether *name* is one of the names in *answer*, with commas between."""
    return name in answer.strip().split(b", ")


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
    words, right = (list(map(number_or_word, t.split())) for t in (answer, expected))
    return are_near(words, right, tolerance)


def number_or_word(word: bytes) -> float | bytes:
    """Return *word* as a number if it is a finite one."""
    try:
        return float(word) if math.isfinite(float(word)) else word
    except ValueError:
        return word


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
