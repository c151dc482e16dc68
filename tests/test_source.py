"""What the source of the product must not have, such as five idioms or dead names.

The idioms make a line short and slow to read. Before Python 3.11.5, a group that is
repeated without going back, as in ``(?:a|b)*+``, may match less than it should; behind a
character or a class such a quantifier is read rightly. What a docstring names in single
backticks exists. A function that only its module uses begins with an underscore.
"""

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from inspect import getsource
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name

import pytest

from tests.places import ROOT, tree_of

ROOMS = ("_courseware", "adt", "marking", "pseudocode", "pseudoku", "sudoku", "web")
REFERENCE = re.compile(r"(?<!`)`([A-Za-z_][\w.]*)`(?!`)")
ESCAPED_OR_CLASS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
# Hand-outs' and hand-ins' own words, programs of one file, and the claims of an answer.
KEEPS_ITS_NAMES = re.compile(
    r"adt/\w+\.py|pseudoku/(tasks|blanks|storage|handout|claims)\.py"
    r"|sudoku/(comp9021|hacettepe|cit591|northwestern)/(?!course|grading|command)"
    r"|marking/drivers/|marking/sandbox/supervisor|_courseware/text/files\.py"
)
REPEATED_GROUP = re.compile(r"\)\s*(?:[*+?]|\{\d*,?\d*\})\+|\(\?>")


def modules() -> Iterator[Path]:
    """Yield the file of each module of the product, from the top of the project."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            file = path.relative_to(ROOT)
            if not {"node_modules", "rubrics"} & {*file.parts}:
                yield file


# Idioms


def text_of(node: ast.AST) -> str | None:
    """Return a string's text, in which a field of an f-string is ``()``; or None."""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or "()" for part in node.values)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def is_condition(node: ast.AST) -> bool:
    """Return whether ``node`` can only be true or false."""
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) in {"any", "all", "bool", "isinstance"}
    is_negation = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    return is_negation or isinstance(node, ast.Compare | ast.BoolOp)


def is_text_times_condition(node: ast.BinOp) -> bool:
    return isinstance(node.op, ast.Mult) and any(
        text_of(text) is not None and is_condition(condition)
        for text, condition in [(node.left, node.right), (node.right, node.left)]
    )


def is_literal_splat(node: ast.Starred | ast.keyword) -> bool:
    if isinstance(node, ast.Starred):
        return isinstance(node.value, ast.List | ast.Set | ast.Tuple)
    return node.arg is None and isinstance(node.value, ast.Dict)


def is_several_assignments(node: ast.Assign) -> bool:
    """Return whether ``node`` assigns several values, and is no exchange of them."""
    if not isinstance(node.value, ast.Tuple):
        return False
    values = {ast.unparse(value) for value in node.value.elts}
    targets = [target for target in node.targets if isinstance(target, ast.Tuple)]
    return any({ast.unparse(part) for part in t.elts} != values for t in targets)


def is_nested_conditional(node: ast.IfExp) -> bool:
    inner = chain.from_iterable(map(ast.walk, ast.iter_child_nodes(node)))
    return any(isinstance(part, ast.IfExp) for part in inner)


def is_repeated_group(node: ast.AST) -> bool:
    text = text_of(node)
    return bool(text and REPEATED_GROUP.search(ESCAPED_OR_CLASS.sub("x", text)))


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
    """Yield the name and the line of each of the idioms in ``tree``."""
    nodes = [*ast.walk(tree)]
    allowed = {*chain.from_iterable(map(assignments_in_conditions, nodes))}
    for node in nodes:
        name = ""
        match node:
            case ast.BinOp() if is_text_times_condition(node):
                name = "text times condition"
            case ast.Starred() | ast.keyword() if is_literal_splat(node):
                name = "literal splat"
            case ast.Assign() if is_several_assignments(node):
                name = "several assignments"
            case ast.IfExp() if is_nested_conditional(node):
                name = "nested conditional"
            case ast.JoinedStr() | ast.Constant() if is_repeated_group(node):
                name = "repeated group"
            case ast.NamedExpr() if node not in allowed:
                name = "walrus outside a condition"
        if name:
            yield name, getattr(node, "lineno", 0)


def test_the_product_has_none_of_the_idioms() -> None:
    files = [*modules()]
    assert len(files) > 150
    found = [f"{file}: {one}" for file in files for one in idioms(tree_of(ROOT / file))]
    assert found == []


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
        (r"r'(?P<a>(?:(?:/|\#)[^\n]*+|(?!b)[\s\S])*+)c'", ["repeated group"]),
        ("r'(?>a|b)c'", ["repeated group"]),
        ("r'(a){2,3}+'", ["repeated group"]),
        ("r'(a)?+'", ["repeated group"]),
        ("rf'{GROUP}*+'", ["repeated group"]),
        (r"r'[^\n]*+\s++x?+[()]*+\)*+(a)+|b'", []),
    ],
)
def test_each_idiom_is_found(code: str, expected: list[str]) -> None:
    assert [idiom for idiom, _ in idioms(ast.parse(code))] == expected


# Names in docstrings


def docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def names_in(tree: ast.Module) -> Iterator[str]:
    """Yield what ``tree`` defines, assigns, imports, or has as a parameter."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.alias):
            yield node.asname or node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def is_name(reference: str, module: str) -> bool:
    """Return whether ``reference`` is in ``module``, in a package around it, or built in."""
    parts = module.split(".")
    places = [".".join(parts[:k]) for k in range(len(parts), 0, -1)] + ["builtins"]
    names = [reference, *(f"{place}.{reference}" for place in places)]
    return any(map(is_importable, names))


def is_importable(name: str) -> bool:
    """Return whether ``name`` can be imported, or is an attribute of such a class."""
    try:
        resolve_name(name)
    except AttributeError:
        owner, _, attribute = name.rpartition(".")
        if not is_importable(owner):
            return False
        owner_class = resolve_name(owner)
        if not isinstance(owner_class, type):
            return False
        module = sys.modules[owner_class.__module__]
        return attribute in names_in(ast.parse(getsource(module)))
    except ImportError:
        return False
    return True


def missing_names(module: str, tree: ast.Module) -> Iterator[str]:
    """Yield each reference in the docstrings of ``tree`` that is no name."""
    named = REFERENCE.findall("\n".join(docstrings(tree)))
    known = {*names_in(tree)} if named else set()
    for reference in named:
        if reference not in known and not is_name(reference, module):
            yield f"{module}: {reference}"


def test_each_name_in_a_docstring_exists() -> None:
    missing: list[str] = []
    for file in modules():
        module = ".".join(file.with_suffix("").parts).removesuffix(".__init__")
        missing += missing_names(module, tree_of(ROOT / file))
    assert missing == []


def test_a_name_that_does_not_exist_is_found() -> None:
    text = '''def f(x: int) -> int:
        """Call `f` with `x`, `range`, `cells` or `Vector`, not `sells` or `cells.f`."""
    '''
    missing = missing_names("adt", ast.parse(text))
    assert [*missing] == ["adt: sells", "adt: cells.f"]


# What a module offers


def names_of_others(tree: ast.Module) -> Iterator[str]:
    """Yield what ``tree`` imports, each attribute, and each word of its strings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.alias):
            yield node.name
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"\w+", node.value)


def own_functions(files: Iterator[Path]) -> dict[Path, set[str]]:
    """Return the functions of each file whose names are in no other file of them."""
    names = {file: {*names_of_others(tree_of(ROOT / file))} for file in files}
    users = Counter(chain.from_iterable(names.values()))
    functions: dict[Path, set[str]] = {}
    for file in names:
        body = tree_of(ROOT / file).body
        defined = [node.name for node in body if isinstance(node, ast.FunctionDef)]
        functions[file] = {
            name for name in defined if users[name] == (name in names[file])
        }
    return functions


def test_a_function_that_only_its_module_uses_begins_with_an_underscore() -> None:
    tests = (file.relative_to(ROOT) for file in (ROOT / "tests").rglob("*.py"))
    for file, names in own_functions(chain(modules(), tests)).items():
        if file.parts[0] != "tests" and not KEEPS_ITS_NAMES.match(file.as_posix()):
            assert [name for name in names if not name.startswith("_")] == [], file


def test_no_module_imports_a_name_with_an_underscore() -> None:
    for file in modules():
        for node in ast.walk(tree_of(ROOT / file)):
            if isinstance(node, ast.ImportFrom) and node.module:
                is_ours = node.module.partition(".")[0] in ROOMS
                names = [alias.name for alias in node.names if is_ours]
                assert not any(re.match("_[^_]", name) for name in names), file
