"""CIT 591: calls of each function, and students' unit tests of wrong modules."""

import ast
import tomllib
from collections.abc import Iterator
from copy import deepcopy
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
    """Yield the tests that run a student's tests on right and wrong modules.

    They must pass with every right module, and should fail with each wrong one.
    """
    right = variants(dict(handins.files("cit591", ""))["sudoku.py"].decode())
    for name, module in right.items():
        yield of_module(criterion, name, module)._replace(is_condition=True)
    bases = list(right.values())[:-1]
    for name in group.inputs:
        wrong = mistakes(name, rubric.input(name))
        for number, (mistake, text) in enumerate(wrong.items()):
            module = with_function(bases[number % len(bases)], text, f"{name}: {mistake}")
            yield of_module(criterion, mistake, module)._replace(answer="failure")


def of_module(criterion: str, name: str, module: str) -> Test:
    """Return the test that runs a student's tests with *module* as sudoku.py."""
    identity = f"{criterion}/{name}"
    files = {"sudoku.py": module.encode()}
    call = f"python3 {' '.join(RUN_TESTS)}, with our module {name!r}"
    made = Test(identity, criterion, RUN_TESTS, files, "success", call=call)
    return made._replace(needs=(TEST_FILE,))


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


def variants(source: str) -> dict[str, str]:
    """Return right modules that differ only in their text.

    Wrong modules are made from all but the last, which is the shortest. Tests that look
    at the text of a module instead of its results fail with one of these.
    """
    return {
        "right": source,
        "right-in-another-order": reordered(source),
        "right-with-other-names": ast.unparse(OtherNames().visit(ast.parse(source))),
        "right-without-comments": ast.unparse(Bare().visit(ast.parse(source))),
    }


def with_function(source: str, text: str, place: str) -> str:
    """Return the module *source* with its function of the same name replaced by *text*.

    The old function is removed: tests could detect a second definition.
    """
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


def reordered(source: str) -> str:
    """Return the module *source* with its functions in the opposite order."""
    lines = source.splitlines(keepends=True)
    places = [(f.lineno - 1, f.end_lineno or 0) for f in functions_in(source)]
    texts = ["".join(lines[start:end]) for start, end in places]
    for (start, end), text in zip(reversed(places), texts, strict=True):
        lines[start:end] = [text]
    return "".join(lines)


class OtherNames(ast.NodeTransformer):
    """Renames the local variables of functions, but not their parameters."""

    def visit_FunctionDef(self, function: ast.FunctionDef) -> ast.FunctionDef:
        nodes = list(ast.walk(function))
        names = [node for node in nodes if isinstance(node, ast.Name)]
        caught = [node for node in nodes if isinstance(node, ast.ExceptHandler)]
        own = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        own -= {argument.arg for argument in function.args.args}
        own |= {handler.name for handler in caught if handler.name}
        for name in names:
            name.id = f"the_{name.id}" if name.id in own else name.id
        for handler in caught:
            handler.name = handler.name and f"the_{handler.name}"
        return function


class Bare(ast.NodeTransformer):
    """Removes docstrings and annotations."""

    def visit_FunctionDef(self, function: ast.FunctionDef) -> ast.FunctionDef:
        function.returns = None
        for argument in function.args.args:
            argument.annotation = None
        if ast.get_docstring(function) is not None and len(function.body) > 1:
            del function.body[0]
        return function
