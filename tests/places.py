"""The folders of the files that the tests read."""

import ast
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
DOCS: Final = ROOT / "docs"
GOLDEN: Final = ROOT / "tests" / "golden"
ANSWERS: Final = ROOT / "tests" / "answers"
EXERCISES: Final = ROOT / "tests" / "exercises"


@cache
def tree_of(path: Path) -> ast.Module:
    """Return the syntax tree of a file, which is parsed once for all tests."""
    return ast.parse(path.read_text("utf-8"))
