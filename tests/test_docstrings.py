"""What the docstrings of the product name in single backticks exists."""

import ast
import re
import sys
from collections.abc import Iterator
from inspect import getsource
from pathlib import Path
from pkgutil import resolve_name

from tests.places import ROOT

ROOMS = ("_courseware", "adt", "marking", "pseudocode", "pseudoku", "sudoku", "web")
REFERENCE = re.compile(r"(?<!`)`([A-Za-z_][\w.]*)`(?!`)")


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


def missing_names(module: str, text: str) -> Iterator[str]:
    """Yield each reference in the docstrings of ``text`` that is no name."""
    if not REFERENCE.search(text):
        return
    tree = ast.parse(text)
    known = set(names_in(tree))
    for docstring in docstrings(tree):
        for reference in REFERENCE.findall(docstring):
            if reference not in known and not is_name(reference, module):
                yield f"{module}: {reference}"


def modules() -> Iterator[tuple[str, Path]]:
    """Yield the name and the file of each module of the product."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            file = path.relative_to(ROOT)
            if not {"node_modules", "rubrics"} & {*file.parts}:
                yield (
                    ".".join(file.with_suffix("").parts).removesuffix(".__init__"),
                    path,
                )


def test_each_name_in_a_docstring_exists() -> None:
    missing = [
        reference
        for module, path in modules()
        for reference in missing_names(module, path.read_text("utf-8"))
    ]
    assert missing == []


def test_a_name_that_does_not_exist_is_found() -> None:
    text = '''def f(x: int) -> int:
        """Call `f` with `x`, `range`, `cells` or `Vector`, not `sells` or `cells.f`."""
    '''
    assert [*missing_names("adt", text)] == ["adt: sells", "adt: cells.f"]
