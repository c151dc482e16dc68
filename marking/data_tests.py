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
WORD: Final = re.compile(rb"\S+")
LINE: Final = re.compile(rb"\s*\S.*")  # with the empty lines above it
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
    """Yield the tests of ``group``, whose ``do`` is RUN or CALL.

    Their ids end with the name of the input, or else with the next of ``numbers``.
    Raise MarkingError if a file is missing, or a call has another form.
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
        align: Callable[[bytes], bytes] = bytes
        if how == "value":
            align = aligner(group, expected.encode(), is_value=True)
        elif how == "raises":
            align = partial(describe_exception, name=expected)
            expected = f"raised {expected}\n"
        texts = CALLS_DRIVER, VALUES, CALL_ADAPTER
        yield basis._replace(
            id=f"{criterion.id}/{next(numbers)}",
            argv=("-c", *texts, PurePath(rubric.files[0]).stem, source, how),
            inputs=inputs,
            answer_source="stdout" if how == "prints" else "value",
            output="" if how == "prints" else ANSWER,
            expected=expected.encode(),
            align=align,
            call=source,
        )


def program_test(rubric: Rubric, group: Group, name: str, test: Test) -> Test:
    """Return ``test``, changed to run the program with the input ``name``, or ""."""
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
        align=aligner(group, expected),
        call=f"{title} < {name}" if name and not is_file else title,
        stdin=b"" if is_file else data,
    )


def parse_call(call: str) -> tuple[str, How, str]:
    """Return (expression, how, expected) of ``call``, such as "f(3) == 9".

    The expected text is that of a value, what is printed, or the name of an exception.
    Raise MarkingError if ``call`` has another form.
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


def describe_exception(answer: bytes, name: str) -> bytes:
    """Return ``answer`` as "raised NAME" or "returned VALUE", with a newline.

    For an exception, ``answer`` has the names of its class and all base classes. NAME
    is ``name`` if that is one of them.
    """
    kinds = answer.decode(errors="replace").strip().split(", ")
    if kinds[-1] != "object":
        return b"returned " + answer
    return f"raised {name if name in kinds else kinds[0]}\n".encode()


def aligner(
    group: Group, expected: bytes, is_value: bool = False
) -> Callable[[bytes], bytes]:
    """Return a function that removes from an answer what costs nothing in ``group``.

    It returns ``expected`` for a correct answer. For another, it returns a text that
    first differs from ``expected`` where the answer is wrong. If ``is_value``, both are
    Python literals.
    """
    tolerance = float(group.tolerance)
    if is_value and tolerance:
        return lambda answer: align_literal(answer, expected, tolerance)
    if group.compare == "words":
        is_same = partial(are_near_words, tolerance=tolerance)
        return lambda answer: align_parts(answer, expected, WORD, is_same)
    if group.compare == "blanks":
        return lambda answer: align_parts(answer, expected, LINE, are_equal_lines)
    return bytes


def align_parts(
    answer: bytes,
    expected: bytes,
    pattern: re.Pattern[bytes],
    is_same: Callable[[bytes, bytes], bool],
) -> bytes:
    """Return ``answer`` with its first parts as in ``expected``, while they are the same.

    ``pattern`` matches each part. Whitespace at the end costs nothing.
    """
    ends = 0, 0
    texts = answer.rstrip(), expected.rstrip()
    for part, other in zip(*map(pattern.finditer, texts)):
        if not is_same(part[0], other[0]):
            return expected[: other.start()] + answer[part.start() :]
        ends = part.end(), other.end()
    if ends == (len(texts[0]), len(texts[1])):
        return expected
    return expected[: ends[1]] + answer[ends[0] :]


def are_equal_lines(*texts: bytes) -> bool:
    """Return whether ``texts`` are the same without blanks at the ends of their lines."""
    first, second = ([line.rstrip() for line in t.split(b"\n")] for t in texts)
    return first == second


def are_near_words(word: bytes, other: bytes, tolerance: float) -> bool:
    """Return whether both words are the same, or numbers that `is_near` accepts."""
    try:
        return word == other or is_near(float(word), float(other), tolerance)
    except ValueError:
        return False


def is_near(value: object, right: object, tolerance: float) -> bool:
    """Return whether both values are numbers that differ by ``tolerance`` at most.

    A bool is no number.
    """
    if type(value) not in (int, float) or type(right) not in (int, float):
        return False
    assert isinstance(value, int | float) and isinstance(right, int | float)
    try:
        return math.isclose(value, right, rel_tol=1e-12, abs_tol=tolerance)
    except OverflowError:  # an int that is too large for a float
        return value == right


def align_literal(answer: bytes, expected: bytes, tolerance: float) -> bytes:
    """Return the literal ``answer`` with near numbers as in the literal ``expected``.

    An answer that is no literal is returned as it is.
    """
    try:
        value = literal(answer.decode())
        aligned = align_value(value, literal(expected.decode()), tolerance)
        return f"{text(aligned)}\n".encode()
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return answer


def align_value(value: object, right: object, tolerance: float) -> object:
    """Return ``value``, but with the parts of ``right`` where both are equal or near."""
    if isinstance(value, list | tuple) and isinstance(right, list | tuple):
        items = [align_value(*pair, tolerance) for pair in zip(value, right)]
        return type(value)([*items, *value[len(right) :]])
    if isinstance(value, dict) and isinstance(right, dict):
        same = {
            key: align_value(value[key], other, tolerance)
            for key, other in right.items()
            if key in value
        }
        return same | {key: value[key] for key in value.keys() - right.keys()}
    is_equal = type(value) is type(right) and value == right
    return right if is_equal or is_near(value, right, tolerance) else value
