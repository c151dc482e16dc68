"""CIT 591: each function is called; students' own unit tests are tried on mistakes."""

import ast
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import PurePath
from typing import Final

from marking.courses.functions import calling, lacking
from marking.courses.test import Test
from marking.drivers.functions import in_order, lines_of, literal
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
RUN_TESTS: Final = ("-m", "unittest", "-q", "sudoku_test")


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
    value = reference(function, arguments)
    if "Locations" in function:
        value = in_order(value)
    words = ("cit591", function, source, "call")
    return calling(identity, words, {}, lines_of(value, arguments))


def reference(function: str, arguments: list[object]) -> object:
    """Return what the reference returns; *arguments* change as it changes them."""
    value: object = getattr(elimination, function)(*arguments)
    return value


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
        return calling(identity, words, {name: data}, lines_of(array, []))
    if function == "solve":
        sets = elimination.convertToSets(array)
        value = elimination.solve(sets)
        return calling(identity, words, {name: data}, lines_of(value, [sets]))
    printed = printed_by(lambda: elimination.print_sudoku(deepcopy(array)))
    made = calling(identity, words, {name: data}, printed)
    return made._replace(answer="stdout", output="", absent=lacking(function))


def unit_tests(criterion: str, group: Group, rubric: Rubric) -> Iterator[Test]:
    """Yield the tests of students' tests: of the reference, and of each mistake.

    They must pass with the reference, and must fail with each wrong module.
    """
    right = dict(handins.files("cit591", ""))["sudoku.py"]
    yield Test(
        f"{criterion}/right",
        criterion,
        RUN_TESTS,
        {"sudoku.py": right},
        "success",
        needs=(TEST_FILE,),
        is_condition=True,
    )
    for name in group.inputs:
        for mistake, text in mistakes(name, rubric.input(name)).items():
            module = right + f"\n\n{text}".encode()
            yield Test(
                f"{criterion}/{mistake}",
                criterion,
                RUN_TESTS,
                {"sudoku.py": module},
                "failure",
                needs=(TEST_FILE,),
            )


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
