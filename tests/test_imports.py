"""Who may import whom."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.places import ROOT

PACKAGES = {"_courseware", "adt", "pseudoku", "sudoku", "marking"}
MAY_IMPORT = {
    "_courseware": {"_courseware", "adt"},
    "adt": {"adt"},
    "pseudoku": {"_courseware", "adt", "pseudoku"},
    "sudoku": {"_courseware", "adt", "sudoku"},
    "marking": PACKAGES,
}
# The file with the hand-out's functions, and the modules of its room that it imports.
COURSEWORKS = {
    "sudoku.comp9021.preemptive": {"tex"},
    "sudoku.comp9021.tex": set(),
    "sudoku.hacettepe.singles": set(),
    "sudoku.cit591.elimination": {"reading"},
    "sudoku.cit591.reading": set(),
    "sudoku.northwestern.search": {"starter"},
    "sudoku.northwestern.starter": set(),
    "sudoku.grid": set(),
    "sudoku.errors": set(),
}
MAY_USE = ("_courseware.files.", "adt.", "sudoku.errors.", "sudoku.grid.")
MODULES = [
    path
    for package in sorted(PACKAGES)
    for path in sorted((ROOT / package).rglob("*.py"))
]


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@cache
def imported(path: Path) -> set[str]:
    return set(imports_in(path))


def imports_in(path: Path) -> Iterator[str]:
    """Each module of ours that ``path`` imports, also inside a function."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def ours(path: Path) -> set[str]:
    return {name for name in imported(path) if name.split(".")[0] in PACKAGES}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_go_down(path: Path) -> None:
    package = name_of(path).split(".")[0]
    assert {name.split(".")[0] for name in ours(path)} <= MAY_IMPORT[package]


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_only_main_imports_a_command_line(path: Path) -> None:
    package, *room = name_of(path).split(".")
    lines = {name for name in ours(path) if re.search(r"\.(cli|command)\b", name)}
    if room == ["__main__"]:
        assert ours(path) == {"_courseware.start", "_courseware.start.start"}
    elif room[:1] != ["cli"] and room[-1] != "command":
        assert not lines


@pytest.mark.parametrize("name", COURSEWORKS)
def test_courseworks_import_little_and_never_each_other(name: str) -> None:
    room = name.rpartition(".")[0]
    own = tuple(f"{room}.{module}." for module in COURSEWORKS[name])
    path = (ROOT / name.replace(".", "/")).with_suffix(".py")
    for other in ours(path) - {"sudoku"}:
        assert f"{other}.".startswith((*MAY_USE, *own)) or other == room


RUN_TIME = {"_courseware", "adt", "pseudoku", "sudoku"}
TO_COMPILE = "sudoku.exact.masks"  # not used unless somebody has compiled it
# Not used unless they are installed.
EXTRAS = {
    "pseudoku.handin.pdf": {"typst"},
    "_courseware.text": {"pypdf"},
    "_courseware.completion": {"shtab"},
}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_the_standard_library_is_enough(path: Path) -> None:
    import sys

    if name_of(path).split(".")[0] in RUN_TIME and name_of(path) != TO_COMPILE:
        roots = {name.split(".")[0] for name in imported(path)}
        extras = EXTRAS.get(name_of(path), set())
        assert roots <= set(sys.stdlib_module_names) | RUN_TIME | extras
