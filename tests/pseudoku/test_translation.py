"""The Python follows its pseudocode, and has the hand-out's names and signatures."""

import ast
import inspect
import tomllib
from pathlib import Path
from types import FunctionType

import pytest

from pseudoku import blanks, handout, tasks
from pseudoku.cli.code import functions_defined_in, pseudocode_lines, side_by_side

FUNCTIONS = functions_defined_in(tasks) + functions_defined_in(blanks)
CONTROL = {ast.For: "for", ast.While: "while", ast.If: "if", ast.Return: "return"}


def skeleton_of_pseudocode(function: FunctionType) -> list[tuple[int, str]]:
    """Each loop, if, else and return in its order, with its depth."""
    skeleton = []
    depth = 0
    for line in pseudocode_lines(function):
        word = line.split()[0]
        if word == "end":
            depth -= 1
        elif word == "else":
            skeleton.append((depth - 1, word))
        elif word in ("for", "while", "if", "function"):
            skeleton.append((depth, word))
            depth += 1
        elif word == "return":
            skeleton.append((depth, word))
    assert depth == 0
    return skeleton[1:]


def skeleton_of_python(body: list[ast.stmt], depth: int = 1) -> list[tuple[int, str]]:
    skeleton = []
    for statement in body:
        if type(statement) in CONTROL:
            skeleton.append((depth, CONTROL[type(statement)]))
        if isinstance(statement, ast.For | ast.While | ast.If):
            skeleton += skeleton_of_python(statement.body, depth + 1)
            if statement.orelse:
                skeleton.append((depth, "else"))
                skeleton += skeleton_of_python(statement.orelse, depth + 1)
    return skeleton


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.__name__)
def test_python_and_pseudocode_have_the_same_control_flow(
    function: FunctionType,
) -> None:
    (definition,) = ast.parse(inspect.getsource(function)).body
    assert isinstance(definition, ast.FunctionDef)
    assert skeleton_of_pseudocode(function) == skeleton_of_python(definition.body)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.__name__)
def test_every_line_of_pseudocode_but_end_has_its_line_of_python(
    function: FunctionType,
) -> None:
    lines = side_by_side(function).splitlines()
    definitions = [line for line in lines if "def " in line]
    assert definitions == lines[:1]
    assert lines[-1] == "end function"


TABLE: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("handout.toml").read_text("utf-8")
)
HANDOUT, WANTED = TABLE["parameters"], TABLE["wanted"]


def test_exactly_the_names_of_the_handout_are_defined() -> None:
    assert set(handout.__all__) == set(HANDOUT)


@pytest.mark.parametrize(("name", "parameters"), HANDOUT.items())
def test_a_name_of_the_handout_has_its_parameters(
    name: str, parameters: list[str]
) -> None:
    function = getattr(handout, name)
    assert list(inspect.signature(function).parameters) == parameters
    said = f"function {name.rstrip('s')}"  # of two spellings the pseudocode has one
    assert pseudocode_lines(function)[0].startswith(said)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.__name__)
def test_a_docstring_begins_with_the_task(function: FunctionType) -> None:
    first = (function.__doc__ or "").splitlines()[0]
    assert first.startswith(("Task ", "Given in the hand-out: "))


@pytest.mark.parametrize("name", WANTED)
def test_a_task_uses_what_the_hand_out_wants_it_to_use(name: str) -> None:
    function: FunctionType = vars(tasks)[name]
    calls = [
        node.func.id
        for node in ast.walk(ast.parse(inspect.getsource(function)))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    said = "\n".join(pseudocode_lines(function)[1:])
    for wanted in WANTED[name]:
        assert wanted in calls
        in_the_hand_out = f"{wanted.title().replace('_', '')}("
        assert ("new Queue " if wanted == "LinkedQueue" else in_the_hand_out) in said
