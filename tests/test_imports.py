"""Who may import whom."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Final

from tests.places import ROOT, tree_of

PACKAGES: Final = {
    "_courseware": {"_courseware", "adt"},
    "adt": {"adt"},
    "pseudocode": {"_courseware", "adt", "pseudocode"},
    "pseudoku": {"_courseware", "adt", "pseudocode", "pseudoku"},
    "sudoku": {"_courseware", "adt", "sudoku"},
    "marking": {"_courseware", "adt", "pseudoku", "sudoku", "marking"},
}
READING: Final = {"_courseware", "adt", "pseudocode.errors", "pseudocode.reading"}
RUNNING: Final = READING | {"pseudocode.running"}
# What a student would hand in imports little more than `adt`.
TASKS: Final = {
    f"pseudoku.{name}" for name in ("tasks", "blanks", "storage", "handout")
}
GRID: Final = {"adt", "sudoku.checks", "sudoku.errors", "sudoku.grid"}
# What the modules of a package, a stage of the language, or a file with the functions of
# a hand-out may import; the longest name that fits a module counts.
MAY_IMPORT: Final[dict[str, set[str]]] = {
    **PACKAGES,
    "pseudocode.reading": READING,
    "pseudocode.running": RUNNING,
    "pseudocode.tracing": RUNNING | {"pseudocode.tracing"},
    "pseudocode.translating": RUNNING | {"pseudocode.translating"},
    "pseudocode.judging": RUNNING | {"pseudocode.judging"},
    **dict.fromkeys(TASKS, {"adt", *TASKS}),
    "sudoku.comp9021.preemptive": GRID | {"sudoku.comp9021.tex"},
    "sudoku.comp9021.reading": GRID,
    "sudoku.comp9021.tex": GRID,
    "sudoku.hacettepe.singles": GRID,
    "sudoku.hacettepe.reading": GRID,
    "sudoku.cit591.elimination": GRID,
    "sudoku.cit591.reading": GRID,
    "sudoku.northwestern.search": GRID | {"sudoku.northwestern.starter"},
    "sudoku.northwestern.starter": GRID,
    "sudoku.northwestern.reading": GRID,
    "sudoku.grid": GRID,
    "sudoku.checks": GRID,
    "sudoku.errors": GRID,
}
INSIDE: Final = {"_cells", "_contents"}  # see adt.contents
COMMAND_LINE: Final = re.compile(r"\.(cli|command)\b")
# Not used unless they are installed.
EXTRAS: Final = {
    "pseudoku.handin.pdf": {"typst"},
    "_courseware.text.pdf_text": {"pypdf"},
    "_courseware.text.pdf_runs": {"pypdf"},
    "_courseware.terminal.completion": {"shtab"},
    "_courseware.text.files": {"_typeshed"},  # only for type checkers
}


def name_of(path: Path) -> str:
    """The name of the module at ``path``; that of a package ends with ``__init__``."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


MODULES: Final = {
    name_of(path).removesuffix(".__init__"): path
    for package in PACKAGES
    for path in sorted((ROOT / package).rglob("*.py"))
}


@cache
def imported(module: str) -> set[str]:
    """The modules that ``module`` imports, also inside a function."""
    return set(imports_in(MODULES[module])) - {module}


def imports_in(path: Path) -> Iterator[str]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            for alias in node.names:
                part = f"{node.module}.{alias.name}"
                yield part if part in MODULES else node.module or ""


def named_in(path: Path) -> set[str]:
    """The modules that a string names, such as the argument of ``import_module``.

    A value in an f-string stands for any part of a name but the first.
    """
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Constant) and "." in str(node.value):
            found |= {str(node.value)} & {*MODULES}
        elif isinstance(node, ast.JoinedStr) and isinstance(
            node.values[0], ast.Constant
        ):
            pattern = "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"\w+"
                for part in node.values
            )
            if "\\." in pattern:
                found |= {name for name in MODULES if re.fullmatch(pattern, name)}
    return found


def ours(module: str) -> set[str]:
    return {name for name in imported(module) if name in MODULES}


def package_of(name: str) -> str:
    return name.partition(".")[0]


def is_in(name: str, place: str) -> bool:
    """Return whether a module is ``place``, or in the package ``place``."""
    return f"{name}.".startswith(f"{place}.")


def test_imports_go_down() -> None:
    assert all(any(is_in(module, place) for module in MODULES) for place in MAY_IMPORT)
    for module in MODULES:
        place = max((p for p in MAY_IMPORT if is_in(module, p)), key=len)
        for name in ours(module):
            allowed = any(is_in(name, other) for other in MAY_IMPORT[place])
            assert allowed, f"{module} imports {name}"
        named = {package_of(name) for name in named_in(MODULES[module])}
        assert named <= PACKAGES[package_of(module)], module


def test_no_module_imports_itself_through_others() -> None:
    graph = {module: ours(module) for module in MODULES}
    TopologicalSorter(graph).prepare()  # raises CycleError, with the modules


def test_only_a_command_line_imports_parts_of_it() -> None:
    for module in MODULES:
        _, _, room = module.partition(".")
        lines = {name for name in ours(module) if COMMAND_LINE.search(name)}
        if room == "__main__":
            assert ours(module) == {"_courseware.terminal.start"}
        elif not COMMAND_LINE.search(module):
            assert not lines, module


def test_the_language_never_executes_python() -> None:
    for path in (ROOT / "pseudocode").rglob("*.py"):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Call):
                assert ast.unparse(node.func) not in {"eval", "exec", "compile"}, path


def test_the_standard_library_is_enough_to_run() -> None:
    for module in {*MODULES}:
        if package_of(module) != "marking":
            packages = {package_of(name) for name in imported(module)}
            known = {*sys.stdlib_module_names, *PACKAGES, *EXTRAS.get(module, [])}
            assert packages <= known, module


def test_only_adt_touches_the_inside_of_a_structure() -> None:
    for module, path in MODULES.items():
        text = path.read_text("utf-8")
        if package_of(module) != "adt" and any(name in text for name in INSIDE):
            for node in ast.walk(tree_of(path)):
                inside = isinstance(node, ast.Attribute) and node.attr in INSIDE
                assert not inside, f"{module}:{getattr(node, 'lineno', 0)}"
