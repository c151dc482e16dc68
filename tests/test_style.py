"""Five idioms make a line short and slow to read; the product has none of them."""

import ast
from collections.abc import Iterator
from itertools import chain

import pytest

from tests.places import ROOT

ROOMS = ("_courseware", "adt", "marking", "pseudocode", "pseudoku", "sudoku", "web")


def is_text(node: ast.AST) -> bool:
    """Return whether ``node`` is a string in quotation marks, formatted or not."""
    is_string = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_string or isinstance(node, ast.JoinedStr)


def is_condition(node: ast.AST) -> bool:
    """Return whether ``node`` can only be true or false."""
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) in {"any", "all", "bool", "isinstance"}
    is_negation = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return is_negation or isinstance(node, ast.Compare | ast.BoolOp)


def is_text_times_condition(node: ast.AST) -> bool:
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
        return False
    return any(
        is_text(text) and is_condition(condition)
        for text, condition in [(node.left, node.right), (node.right, node.left)]
    )


def is_literal_splat(node: ast.AST) -> bool:
    if isinstance(node, ast.Starred):
        return isinstance(node.value, ast.List | ast.Set | ast.Tuple)
    if isinstance(node, ast.keyword):
        return node.arg is None and isinstance(node.value, ast.Dict)
    return False


def is_several_assignments(node: ast.AST) -> bool:
    """Return whether ``node`` assigns several values, and is no exchange of them."""
    if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Tuple):
        return False
    values = {ast.unparse(value) for value in node.value.elts}
    targets = [target for target in node.targets if isinstance(target, ast.Tuple)]
    return any({ast.unparse(part) for part in t.elts} != values for t in targets)


def is_nested_conditional(node: ast.AST) -> bool:
    if not isinstance(node, ast.IfExp):
        return False
    inner = chain.from_iterable(map(ast.walk, ast.iter_child_nodes(node)))
    return any(isinstance(part, ast.IfExp) for part in inner)


def assignments_in_conditions(node: ast.AST) -> Iterator[ast.AST]:
    """Yield each ``:=`` in the condition of ``node``, or in its comprehension."""
    parts: list[ast.AST] = []
    if isinstance(node, ast.If | ast.While):
        parts = [node.test]
    elif isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
        parts = [node]
    for part in chain.from_iterable(map(ast.walk, parts)):
        if isinstance(part, ast.NamedExpr):
            yield part


def idioms(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield the name and the line of each of the five idioms in ``tree``."""
    nodes = [*ast.walk(tree)]
    allowed = {*chain.from_iterable(map(assignments_in_conditions, nodes))}
    for node in nodes:
        line = getattr(node, "lineno", 0)
        if is_text_times_condition(node):
            yield "text times condition", line
        if is_literal_splat(node):
            yield "literal splat", line
        if is_several_assignments(node):
            yield "several assignments", line
        if is_nested_conditional(node):
            yield "nested conditional", line
        if isinstance(node, ast.NamedExpr) and node not in allowed:
            yield "walrus outside a condition", line


def idioms_of_product() -> Iterator[tuple[str, str, int]]:
    """Yield the file, the name and the line of each idiom in the product."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            file = path.relative_to(ROOT).as_posix()
            if "node_modules" not in file and "rubrics" not in file:
                for idiom, line in idioms(ast.parse(path.read_text("utf-8"))):
                    yield file, idiom, line


def test_the_product_has_none_of_the_idioms() -> None:
    assert [*idioms_of_product()] == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("'s' * (count > 1)", ["text times condition"]),
        ("not quiet * f'{word}s'", []),
        ("(not quiet) * f'{word}s'", ["text times condition"]),
        ("'-' * len(line)", []),
        ("run(*['a', *words])", ["literal splat"]),
        ("run(**{'in': 1})", ["literal splat"]),
        ("run(*words, **options)", []),
        ("first, second = 1, 2", ["several assignments"]),
        ("a[0], a[1] = a[1], a[0]", []),
        ("first, second = pair", []),
        ("a if b else c if d else e", ["nested conditional"]),
        ("[a if b else c for d in e]", []),
        ("use(line := read())", ["walrus outside a condition"]),
        ("while line := read(): use(line)", []),
        ("[line for x in y if (line := x)]", []),
    ],
)
def test_each_idiom_is_found(code: str, expected: list[str]) -> None:
    assert [idiom for idiom, _ in idioms(ast.parse(code))] == expected
