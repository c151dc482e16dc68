"""Students' unit tests, which run on right and on wrong functions of ours."""

import ast
import json
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import PurePath
from typing import Final

from marking.courses.test import Test
from marking.errors import MarkingError
from marking.rubric import Group, Rubric
from sudoku import handins
from sudoku.courses import load_course

UNIT_TESTS: Final = "unit-tests"
RIGHT_RUNS: Final = 3
TESTS_SECONDS: Final = 0.15  # of a processor: the short limit is 3 s, the full one 30 s
DRIVER: Final = files("marking.drivers").joinpath("unit_tests.py").read_text("utf-8")
TEXTS: Final = "served.json"


def unit_tests(criterion: str, group: Group, rubric: Rubric) -> Iterator[Test]:
    """Yield the tests that run a student's unit tests on right and wrong functions.

    The unit tests must pass with the right functions, RIGHT_RUNS times, and should fail
    with each wrong one. The file that they import is the same each time.
    """
    hand_in = load_course(rubric.course).hand_in
    if not hand_in.tests:
        raise MarkingError(f"{UNIT_TESTS}: students of {rubric.course} submit none")
    module, tests = hand_in.name, hand_in.tests
    right = dict(handins.files(rubric.course, ""))[module].decode()
    wrong: dict[str, str] = {}
    replaced: set[str] = set()
    for name in group.inputs:
        for mistake, text in load_wrong_functions(name, rubric.input(name)).items():
            wrong[mistake] = replace_function(right, text, f"{name}: {mistake}")
            replaced |= {function.name for function in functions_in(text)}
    max_length = max(map(len, [right, *wrong.values()]), default=0)
    runner = "pytest" if "pytest" in rubric.packages else "unittest"
    stub = served(right, replaced)
    runs = {f"right-{n + 1}": right for n in range(RIGHT_RUNS)} | wrong
    for name, text in runs.items():
        # Of one length, so that the server's memory has one size.
        texts = {"right": right.ljust(max_length), "tested": text.ljust(max_length)}
        data = json.dumps(texts).ljust(4 * max_length)
        yield Test(
            f"{criterion}/{name}",
            criterion,
            ("-c", DRIVER, PurePath(module).stem, PurePath(tests).stem, runner),
            {module: stub.encode(), TEXTS: data.encode()},
            "failure" if name in wrong else "success",
            required_files=(tests,),
            call=f"{tests}, with {'our functions' if text == right else repr(name)}",
            is_condition=name not in wrong,
            seconds=TESTS_SECONDS,
        )


def served(source: str, names: set[str]) -> str:
    """Return the module *source*, changed to call its functions *names* remotely."""
    lines = source.splitlines(keepends=True)
    for function in reversed(functions_in(source)):
        if function.name in names:
            arguments = [repr(function.name), *(arg.arg for arg in function.args.args)]
            start = function.body[bool(ast.get_docstring(function))].lineno - 1
            call = f"    return serve_({', '.join(arguments)})\n"
            lines[start : function.end_lineno] = [call]
    first = functions_in(source)[0].lineno - 1
    return "".join([*lines[:first], "from served_ import serve_\n\n\n", *lines[first:]])


def load_wrong_functions(name: str, data: bytes) -> dict[str, str]:
    """Return the wrong functions in a TOML file, by name."""
    try:
        table = tomllib.loads(data.decode())
    except ValueError as error:
        raise MarkingError(f"{name}: {error}") from error
    texts = {key: text for key, text in table.items() if isinstance(text, str)}
    if len(texts) < len(table) or not texts:
        raise MarkingError(f"{name}: expected NAME = '''a wrong function'''")
    return texts


def replace_function(source: str, text: str, place: str) -> str:
    """Return the module *source* with one function replaced by *text*."""
    try:
        (new,) = functions_in(text)
        (old,) = (part for part in functions_in(source) if part.name == new.name)
    except (SyntaxError, ValueError) as error:
        message = "expected one function, with a name of the hand-out"
        raise MarkingError(f"{place}: {message}") from error
    lines = source.splitlines(keepends=True)
    lines[old.lineno - 1 : old.end_lineno] = [text.strip("\n") + "\n"]
    return "".join(lines)


def functions_in(source: str) -> list[ast.FunctionDef]:
    """Return the functions at the top of a module."""
    body = ast.parse(source).body
    return [part for part in body if isinstance(part, ast.FunctionDef)]
