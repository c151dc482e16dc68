"""The parts of the tests, and what keeps a test from belonging to none.

Each test belongs to exactly one part. ``pytest --part NAME`` runs a part, and
``pytest --counts`` writes the number of tests of each to ``tests/counts.txt``, which CI
compares. CONTRIBUTING.md says when each part runs.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from tests.places import ROOT

COUNTS = ROOT / "tests" / "counts.txt"

# The markers that name a program; the first that a test has is its part.
PROGRAMS = ("python36", "browser", "sandbox", "latex", "pdf", "site")
PARTS = ("default", "slow", *PROGRAMS, "nightly")


def part_name(item: pytest.Item) -> str:
    """Return the part of ``item``: a slow test that needs a program is nightly."""
    markers = {marker.name for marker in item.iter_markers()}
    programs = [program for program in PROGRAMS if program in markers]
    if "nightly" in markers or (programs and "slow" in markers):
        return "nightly"
    if programs:
        return programs[0]
    return "slow" if "slow" in markers else "default"


def counts_text(items: Iterable[pytest.Item]) -> str:
    """Return the number of tests of each part, a line for each part."""
    counts = Counter(part_name(item) for item in items)
    return "".join(f"{part} {counts[part]}\n" for part in PARTS)


def written_tests(tree: ast.AST, prefix: str = "") -> Iterator[str]:
    """Yield the name of each test function in ``tree``, ``CLASS::NAME`` in a class."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from written_tests(node, f"{prefix}{node.name}::")
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield prefix + node.name


def uncollected_tests(items: Iterable[pytest.Item]) -> Iterator[str]:
    """Yield a line for each test that is written in ``tests`` but is not in ``items``.

    Of two tests of one name in a file, Python keeps the second.
    """
    collected = {item.nodeid.partition("[")[0] for item in items}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        file = path.relative_to(ROOT).as_posix()
        tests = Counter(written_tests(ast.parse(path.read_text("utf-8"))))
        for name, number in tests.items():
            if number > 1:
                yield f"{file}::{name}: written {number} times; one of them runs"
            elif f"{file}::{name}" not in collected:
                yield f"{file}::{name}: never collected"
