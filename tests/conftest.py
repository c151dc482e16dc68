"""What several test files share."""

from types import ModuleType

import pytest

import pseudoku.tasks
from tests.exact_ways import compiled, interpreted, one_integer, only_compiled, way
from tests.pseudocode_files import file

__all__ = ["compiled", "file", "interpreted", "one_integer", "only_compiled", "way"]


@pytest.fixture
def tasks() -> ModuleType:
    """The translations; test_mistakes.py hands wrong ones to the same tests."""
    return pseudoku.tasks
