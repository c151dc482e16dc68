"""Tests that are data in a rubric: a program to run, or expressions to evaluate."""

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib.resources import files
from pathlib import PurePath
from typing import Literal, NamedTuple

from _courseware.values import literal, text, value_of
from marking.drivers.calls import ANSWER_FILE
from marking.errors import MarkingError
from marking.rubric import RUN, Criterion, Group, Rubric
from marking.test import Test

CALL_EXAMPLES = "'f(3) == 9', \"f() prints 'hi'\" or 'f(-1) raises ValueError'"
VERB = re.compile(" (prints|raises) ")
# What Python raises for text that is no expression or no literal.
PARSE_ERRORS = (ValueError, SyntaxError, TypeError, MemoryError, RecursionError)
FULL_FACTOR = 200  # the full limit of time; times the reference's


def driver_text(name: str) -> str:
    """Return the source of a driver, which goes into the sandbox."""
    return files("marking.drivers").joinpath(name).read_text("utf-8")


VALUES_SOURCE = files("_courseware").joinpath("values.py").read_text("utf-8")
CALLS_DRIVER = driver_text("calls.py")
CALL_ADAPTER = driver_text("call.py")


class ExpectedCall(NamedTuple):
    """An expression to evaluate, and what is expected of it.

    ``expected`` is the text of the value, what is printed, or the name of an exception.
    """

    expression: str
    kind: Literal["value", "prints", "raises"]
    expected: str


def data_tests(
    rubric: Rubric, criterion: Criterion, group: Group, numbers: Iterator[int]
) -> Iterator[Test]:
    """Yield the tests of ``group``, whose ``do`` is RUN or CALL.

    Their ids end with the name of the input, or else with the next of ``numbers``.
    Raise MarkingError if a file is missing, or a call has another form.
    """
    seconds = float(rubric.limits.seconds) / FULL_FACTOR
    basis = Test("", criterion.id, (), {}, "stdout", seconds=seconds)
    if group.do == RUN:
        for name in group.inputs or ("",):
            stem = PurePath(name).stem or next(numbers)
            test = basis._replace(id=f"{criterion.id}/{stem}")
            yield _program_test(rubric, group, name, test)
        return
    inputs = {name: rubric.input(name) for name in group.inputs}
    for call in group.calls:
        try:
            parsed = parse_call(call)
        except MarkingError as error:
            raise MarkingError(f"{criterion.id}: {error}") from error
        test = basis._replace(id=f"{criterion.id}/{next(numbers)}", inputs=inputs)
        yield _call_test(rubric, parsed, test)


def _program_test(rubric: Rubric, group: Group, name: str, test: Test) -> Test:
    """Return ``test``, changed to run the program with the input ``name``, or ""."""
    if name:
        data = rubric.input(name)
    else:
        data = (group.stdin or "").encode()
    if group.expected is None:
        expected = rubric.input(str(PurePath(name).with_suffix(".out")))
    else:
        expected = group.expected.encode()
    argv = rubric.files[0], *(word.replace("{}", name) for word in group.arguments)
    command = " ".join(["python3", *argv])
    test = test._replace(
        argv=argv,
        answer_source="file" if group.output else "stdout",
        output=group.output,
        expected=expected,
    )
    if any("{}" in argument for argument in group.arguments):
        return test._replace(inputs={name: data}, call=command)
    if name:
        command += f" < {name}"
    return test._replace(stdin=data, call=command)


def _call_test(rubric: Rubric, call: ExpectedCall, test: Test) -> Test:
    """Return ``test``, changed to evaluate ``call`` in the student's module."""
    module = PurePath(rubric.files[0]).stem
    drivers = CALLS_DRIVER, VALUES_SOURCE, CALL_ADAPTER
    test = test._replace(
        argv=("-c", *drivers, module, call.expression, call.kind),
        expected=call.expected.encode(),
        call=call.expression,
    )
    if call.kind == "prints":
        return test
    test = test._replace(answer_source="value", output=ANSWER_FILE)
    if call.kind == "value":
        return test
    return test._replace(
        expected=f"raised {call.expected}\n".encode(),
        describe=partial(describe_exception, name=call.expected),
    )


def parse_call(call: str) -> ExpectedCall:
    """Parse ``call``, such as "f(3) == 9"; raise MarkingError if it has another form."""
    with suppress(*PARSE_ERRORS):
        return _parse_comparison(call)
    # The expression may contain " prints ", too, so the last such word counts.
    for verb in reversed(list(VERB.finditer(call))):
        expression = call[: verb.start()].strip()
        effect = call[verb.end() :].strip()
        with suppress(*PARSE_ERRORS):
            ast.parse(expression, mode="eval")
            if verb[1] == "raises" and effect.isidentifier():
                return ExpectedCall(expression, "raises", effect)
            printed = literal(effect)
            if verb[1] == "prints" and isinstance(printed, str):
                return ExpectedCall(expression, "prints", printed)
    raise MarkingError(f"calls: {call!r}; expected such as {CALL_EXAMPLES}")


def _parse_comparison(comparison: str) -> ExpectedCall:
    """Parse "EXPRESSION == LITERAL". Raise one of PARSE_ERRORS for another form."""
    tree = ast.parse(comparison.strip(), mode="eval").body
    if not isinstance(tree, ast.Compare) or len(tree.ops) > 1:
        raise ValueError(comparison)
    value = value_of(tree.comparators[0])
    value_text = text(value)
    # Of some values, such as 1j, the text that answers are compared with is no literal.
    if not isinstance(tree.ops[0], ast.Eq) or value != literal(value_text):
        raise ValueError(comparison)
    return ExpectedCall(ast.unparse(tree.left), "value", f"{value_text}\n")


def describe_exception(answer: bytes, name: str) -> bytes:
    """Return ``answer`` as "raised NAME" or "returned VALUE", with a newline.

    For an exception, ``answer`` has the names of its class and all base classes. NAME
    is ``name`` if that is one of them.
    """
    classes = answer.decode(errors="replace").strip().split(", ")
    if classes[-1] != "object":
        return b"returned " + answer
    raised = name if name in classes else classes[0]
    return f"raised {raised}\n".encode()
