"""What several test files of Pseudoku are given."""

from types import ModuleType

import pytest

import pseudoku.tasks
from tests.pseudoku.pseudocode_files import file

__all__ = ["file", "tasks"]


@pytest.fixture
def tasks() -> ModuleType:
    """The translations; test_mistakes.py hands wrong ones to the same tests."""
    return pseudoku.tasks
