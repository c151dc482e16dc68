"""What several test files share."""

from types import ModuleType

import pytest

import pseudoku.tasks


@pytest.fixture
def tasks() -> ModuleType:
    """The translations; test_mistakes.py hands wrong ones to the same tests."""
    return pseudoku.tasks
