"""Make one file of a coursework that imports nothing else of this project.

The file consists of statements from the source text of the modules, so it cannot differ
from them. Those that the wanted names use, directly or indirectly, are kept in their
order. Each module comes after the modules that it imports.
"""

import ast
from collections.abc import Iterable, Iterator
from importlib import import_module
from inspect import getsource
from io import StringIO
from token import NAME
from tokenize import generate_tokens
from typing import NamedTuple

from sudoku.handins.annotations import drop_annotations

PACKAGES = ("_courseware", "adt", "sudoku")

BLOCKS = (ast.FunctionDef, ast.ClassDef)

QualifiedName = tuple[str, str]  # a module and a name in it


class TopLevelStatement(NamedTuple):
    """A top-level statement as text, with the comment above it."""

    node: ast.stmt
    text: str
    blanks: int  # blank lines above it

    def names(self) -> set[str]:
        """Return the names that the statement defines or assigns."""
        if isinstance(self.node, BLOCKS):
            return {self.node.name}
        targets: list[ast.expr] = []
        if isinstance(self.node, ast.Assign):
            targets = self.node.targets
        elif isinstance(self.node, ast.AnnAssign):
            targets = [self.node.target]
        return {target.id for target in targets if isinstance(target, ast.Name)}

    def uses(self) -> set[str]:
        """Return the names that the statement uses or defines."""
        nodes = ast.walk(self.node)
        return {node.id for node in nodes if isinstance(node, ast.Name)}


class Module:
    """A module of this project, cut into its statements, as for an `Assembly`."""

    def __init__(
        self, name: str, annotated: bool, replaced: tuple[str, str] = ("", "")
    ) -> None:
        source = getsource(import_module(name))
        text = source if annotated else drop_annotations(source)
        self.name = name
        self.origins: dict[str, QualifiedName] = {}
        for imported, (origin, original) in _import_origins(ast.parse(text)):
            if origin == replaced[0]:
                origin = replaced[1]
            self.origins[imported] = origin, original
        text = drop_inner_imports(text)
        body = ast.parse(text).body
        lines = text.splitlines()
        docstring = body.pop(0)
        self.header = "\n".join(lines[: docstring.end_lineno])
        self.statements = list(_split_statements(lines, body))


def _import_origins(tree: ast.Module) -> Iterator[tuple[str, QualifiedName]]:
    """Yield ``(name, (module, original name))`` for each name that a module imports.

    The original name is "" if a whole module is imported.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name, (node.module or "", alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.asname or alias.name, (alias.name, "")


def drop_inner_imports(text: str) -> str:
    """Return the program ``text`` without imports of this project inside functions."""
    lines = text.splitlines(keepends=True)
    local_imports = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.col_offset:
            package = (node.module or "").split(".")[0]
            if package in PACKAGES:
                local_imports.append(node)
    for node in sorted(local_imports, key=lambda node: -node.lineno):
        end = node.end_lineno or node.lineno
        if not lines[end].strip():  # the blank line below it goes, too
            end += 1
        del lines[node.lineno - 1 : end]
    return "".join(lines)


def _split_statements(
    lines: list[str], body: Iterable[ast.stmt]
) -> Iterator[TopLevelStatement]:
    """Yield the statements of ``body``, except imports, with text from ``lines``."""
    end = 0
    for node in body:
        decorators = getattr(node, "decorator_list", [])
        start = min([node.lineno, *(each.lineno for each in decorators)]) - 1
        while start > end and lines[start - 1].startswith("#"):
            start -= 1
        blanks = start - end
        end = node.end_lineno or node.lineno
        if not isinstance(node, ast.Import | ast.ImportFrom):
            yield TopLevelStatement(node, "\n".join(lines[start:end]), blanks)


class Assembly:
    """The modules from which a single file is made, and the names needed from each.

    If not ``annotated``, annotations are removed. ``replaced`` is (module, substitute)
    for an imported module, or ("", "").
    """

    def __init__(self, annotated: bool, replaced: tuple[str, str] = ("", "")) -> None:
        self.annotated = annotated
        self.replaced = replaced
        self.modules: dict[str, Module] = {}
        self.needed: set[QualifiedName] = set()
        self.imports: set[QualifiedName] = set()
        self.aliases: dict[QualifiedName, str] = {}

    def add_name(self, module_name: str, name: str) -> None:
        """Add ``name`` of a module and, recursively, the names that it uses."""
        if (module_name, name) in self.needed:
            return
        self.needed.add((module_name, name))
        if module_name not in self.modules:
            module = Module(module_name, self.annotated, self.replaced)
            self.modules[module_name] = module
        module = self.modules[module_name]
        for statement in module.statements:
            if name in statement.names():
                for used in sorted(statement.uses()):
                    self.add_used_name(module, used)

    def add_used_name(self, module: Module, used: str) -> None:
        """Add the definition or import of ``used`` in ``module``; skip a builtin."""
        if any(used in statement.names() for statement in module.statements):
            self.add_name(module.name, used)
        elif used in module.origins:
            origin, name = module.origins[used]
            if origin.split(".")[0] not in PACKAGES:
                self.imports.add((origin, name))
            else:
                self.add_name(origin, name)
                if name != used:
                    self.aliases[origin, name] = used

    def sorted_modules(self, name: str, ordered: list[Module]) -> list[Module]:
        """Append ``name`` to ``ordered``, after the modules it imports; return them.

        Imports from other packages come before those from the same package.
        """
        module = self.modules[name]
        parent = name.rpartition(".")[0]
        if module not in ordered:
            origins = [origin for origin, _ in module.origins.values()]
            for origin in sorted(origins, key=lambda origin: origin.startswith(parent)):
                if origin in self.modules:
                    self.sorted_modules(origin, ordered)
            ordered.append(module)
        return ordered

    def needed_statements(self, module: Module) -> Iterator[TopLevelStatement]:
        """Yield the needed statements of ``module``, with aliases filled in."""
        needed = {name for origin, name in self.needed if origin == module.name}
        for statement in module.statements:
            if needed & statement.names():
                text = statement.text
                for (origin, name), alias in self.aliases.items():
                    if origin == module.name:
                        text = _rename_token(text, name, alias)
                yield statement._replace(text=text)


def _rename_token(text: str, name: str, alias: str) -> str:
    """Return ``text`` with ``name`` renamed, except in strings and comments."""
    lines = text.splitlines(keepends=True)
    tokens = list(generate_tokens(StringIO(text).readline))
    for token in reversed(tokens):
        if token.type == NAME and token.string == name:
            row = token.start[0] - 1
            column = token.start[1]
            rest = lines[row][column + len(name) :]
            lines[row] = lines[row][:column] + alias + rest
    return "".join(lines)


def standalone(
    module: str,
    names: Iterable[str],
    annotated: bool,
    end: str,
    replaced: tuple[str, str] = ("", ""),
) -> str:
    """Return the text of one file that defines the given ``names`` of ``module``.

    ``end`` is the last lines of the file. If not ``annotated``, annotations are
    removed. Names of the first module of ``replaced`` are taken from the second.
    """
    assembly = Assembly(annotated, replaced)
    for name in names:
        assembly.add_name(module, name)
    lines = [assembly.modules[module].header, "", *_import_lines(assembly.imports)]
    last: ast.stmt | None = None
    for statement in _statements_in_order(assembly, module):
        lines += [""] * _blanks_between(last, statement)
        lines.append(statement.text)
        last = statement.node
    if end:
        lines += ["", "", end]
    return "\n".join(lines) + "\n"


def _statements_in_order(assembly: Assembly, module: str) -> list[TopLevelStatement]:
    """Return all statements in the order of the file, each once.

    Imported statements come first, then those of ``module``, then helpers: functions of
    other modules that are not used while the file is loaded.
    """
    *others, main = assembly.sorted_modules(module, [])
    imported: list[TopLevelStatement] = []
    for other in others:
        imported += assembly.needed_statements(other)
    main_statements = list(assembly.needed_statements(main))
    used_at_once: set[str] = set()
    for statement in imported + main_statements:
        if not isinstance(statement.node, BLOCKS):
            used_at_once |= statement.uses()
    basis = []
    helpers = []
    for statement in imported:
        is_function = isinstance(statement.node, ast.FunctionDef)
        if is_function and not statement.names() & used_at_once:
            helpers.append(statement)
        else:
            basis.append(statement)
    by_text = {each.text: each for each in basis + main_statements + helpers}
    return list(by_text.values())


def _blanks_between(last: ast.stmt | None, statement: TopLevelStatement) -> int:
    if isinstance(last, BLOCKS) or isinstance(statement.node, BLOCKS):
        return 2
    return 1 if last is None else min(statement.blanks, 1)


def _import_lines(imports: set[QualifiedName]) -> Iterator[str]:
    for module in sorted(origin for origin, name in imports if not name):
        yield f"import {module}"
    for module in sorted({origin for origin, name in imports if name}):
        names = sorted(name for origin, name in imports if name and origin == module)
        yield f"from {module} import {', '.join(names)}"
