"""Every Python reads the patterns of the product alike.

Before 3.11.5, a group that is repeated without going back, as in ``(?:a|b)*+``, may match
less than it should. Behind a character or a class such a quantifier is read rightly.
"""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.places import ROOT, tree_of

PACKAGES = ("_courseware", "adt", "marking", "pseudocode", "pseudoku", "sudoku", "web")
ESCAPED_OR_CLASS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
FORBIDDEN = re.compile(r"\)\s*(?:[*+?]|\{\d*,?\d*\})\+|\(\?>")


def literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each string; a field of it is taken for a group."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            parts = [
                str(part.value) if isinstance(part, ast.Constant) else "()"
                for part in node.values
            ]
            yield node.lineno, "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


def is_read_differently(pattern: str) -> bool:
    return bool(FORBIDDEN.search(ESCAPED_OR_CLASS.sub("x", pattern)))


def test_no_pattern_repeats_a_group_without_going_back() -> None:
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    assert len(paths) > 150
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in paths
        for line, text in literals(tree_of(path))
        if is_read_differently(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"repeat(?P<body>(?:(?://|\#)[^\n]*+|(?!until)[\s\S])*+)until", True),
        (r"(?>a|b)c", True),
        (r"(a){2,3}+", True),
        (r"(a)?+", True),
        (r"[^\n]*+\s++x?+", False),
        (r"[()]*+", False),
        (r"\)*+", False),
        (r"(a)+|b", False),
    ],
)
def test_what_an_old_python_reads_differently(pattern: str, expected: bool) -> None:
    assert is_read_differently(pattern) == expected


def test_the_field_of_a_literal_is_taken_for_a_group() -> None:
    (joined, *_) = literals(ast.parse('rf"{GROUP}*+"'))
    assert is_read_differently(joined[1])
