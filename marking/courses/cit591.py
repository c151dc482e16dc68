"""CIT 591: calls of each function, and students' unit tests of wrong modules."""

import ast
import json
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from importlib.resources import files
from pathlib import PurePath
from typing import Final

from marking.courses.functions import calling, lacking
from marking.courses.test import Test
from marking.drivers.functions import called, lines_of, literal
from marking.errors import MarkingError
from marking.rubric import Criterion, Group, Rubric
from sudoku import handins
from sudoku.cit591 import elimination
from sudoku.cit591.course import FUNCTIONS
from sudoku.cit591.reading import array_of
from sudoku.courses import printed_by
from sudoku.errors import SudokuError

OF_A_FILE: Final = ("read_sudoku", "solve", "print_sudoku")
UNIT_TESTS: Final = "unit-tests"
DOES: Final = (*FUNCTIONS, UNIT_TESTS)
TEST_FILE: Final = "sudoku_test.py"
RIGHT_RUNS: Final = 3
TESTS_SECONDS: Final = 0.15  # of a processor: the short limit is 3 s, the full one 30 s
TESTS_DRIVER: Final = files("marking.drivers").joinpath("unit_tests.py").read_text("utf-8")
TEXTS: Final = "served.json"


def tests(rubric: Rubric, criterion: Criterion) -> Iterator[Test]:
    """Yield the tests of *criterion*."""
    number = 0
    for group in criterion.test:
        if group.do == UNIT_TESTS:
            yield from unit_tests(criterion.id, group, rubric)
            continue
        for call in group.calls:
            number += 1
            yield of_call(f"{criterion.id}/{number}", group.do, call)
        for name in group.inputs:
            identity = f"{criterion.id}/{PurePath(name).stem}"
            yield of_input(identity, group.do, name, rubric.input(name))


def of_call(identity: str, function: str, call: str) -> Test:
    """Return the test of a call such as ``isSolved([[{1}]])``."""
    name, _, rest = call.partition("(")
    source = rest.removesuffix(")")
    try:
        tree = ast.parse(call, mode="eval").body
        arguments = literal(f"[{source}]")
    except (SyntaxError, ValueError) as error:
        raise MarkingError(f"calls: {call!r}: {error}") from error
    if name != function or not isinstance(tree, ast.Call) or tree.keywords:
        raise MarkingError(f"calls: {call!r}; expected a call of {function}")
    if not isinstance(arguments, list):
        raise MarkingError(f"calls: {call!r}; expected literals")
    words = ("cit591", function, source, "call")
    return calling(identity, words, {}, called(elimination, function, source), call)


def of_input(identity: str, function: str, name: str, data: bytes) -> Test:
    """Return the test of a function with the array in the file *name*."""
    if function not in OF_A_FILE:
        expected = ", ".join(OF_A_FILE)
        raise MarkingError(f"{function} takes calls; inputs are for {expected}")
    try:
        array = array_of(data.decode())
    except (SudokuError, UnicodeDecodeError) as error:
        raise MarkingError(f"{name}: {error}; expected a list of lists") from error
    words = ("cit591", function, name, "input")
    if function == "read_sudoku":
        call = f"read_sudoku({name!r})"
        return calling(identity, words, {name: data}, lines_of(array, []), call)
    if function == "solve":
        sets = elimination.convertToSets(array)
        value = elimination.solve(sets)
        call = f"solve(problem), with the sets of {name}"
        return calling(identity, words, {name: data}, lines_of(value, [sets]), call)
    printed = printed_by(lambda: elimination.print_sudoku(deepcopy(array)))
    call = f"print_sudoku(problem), with the array in {name}"
    made = calling(identity, words, {name: data}, printed, call)
    return made._replace(answer="stdout", output="", absent=lacking(function))


def unit_tests(criterion: str, group: Group, rubric: Rubric) -> Iterator[Test]:
    """Yield the tests that run a student's tests on right and wrong functions.

    They must pass with the right ones, RIGHT_RUNS times, and should fail with each wrong
    one. What they import is the same file every time.
    """
    right = dict(handins.files("cit591", ""))["sudoku.py"].decode()
    wrong: dict[str, str] = {}
    replaced: set[str] = set()
    for name in group.inputs:
        for mistake, text in mistakes(name, rubric.input(name)).items():
            wrong[mistake] = with_function(right, text, f"{name}: {mistake}")
            replaced |= {function.name for function in functions_in(text)}
    longest = max(map(len, [right, *wrong.values()]), default=0)
    runner = "pytest" if "pytest" in rubric.packages else "unittest"
    stub = served(right, replaced)
    for name, text in {**{f"right-{n + 1}": right for n in range(RIGHT_RUNS)}, **wrong}.items():
        # Of one length, so that the server's memory has one size.
        texts = {"right": right.ljust(longest), "tested": text.ljust(longest)}
        data = json.dumps(texts).ljust(4 * longest)
        yield Test(
            f"{criterion}/{name}",
            criterion,
            ("-c", TESTS_DRIVER, PurePath(TEST_FILE).stem, runner),
            {"sudoku.py": stub.encode(), TEXTS: data.encode()},
            "failure" if name in wrong else "success",
            needs=(TEST_FILE,),
            call=f"{TEST_FILE}, with {'our functions' if text == right else repr(name)}",
            is_condition=name not in wrong,
            seconds=TESTS_SECONDS,
        )


def served(source: str, names: set[str]) -> str:
    """Return the module *source*, in which another process runs the functions *names*."""
    lines = source.splitlines(keepends=True)
    for function in reversed(functions_in(source)):
        if function.name in names:
            arguments = [repr(function.name), *(arg.arg for arg in function.args.args)]
            start = function.body[bool(ast.get_docstring(function))].lineno - 1
            call = f"    return serve_({', '.join(arguments)})\n"
            lines[start : function.end_lineno] = [call]
    first = functions_in(source)[0].lineno - 1
    return "".join([*lines[:first], "from served_ import serve_\n\n\n", *lines[first:]])


def mistakes(name: str, data: bytes) -> dict[str, str]:
    """Return the wrong functions in a TOML file, by their names."""
    try:
        table = tomllib.loads(data.decode())
    except ValueError as error:
        raise MarkingError(f"{name}: {error}") from error
    texts = {key: text for key, text in table.items() if isinstance(text, str)}
    if len(texts) < len(table) or not texts:
        raise MarkingError(f"{name}: expected NAME = '''a wrong function'''")
    return texts


def with_function(source: str, text: str, place: str) -> str:
    """Return the module *source* with its function of the same name replaced by *text*."""
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
