"""Fixtures of several test files of Pseudoku."""

from types import ModuleType

import pytest

import pseudoku.tasks
from tests.pseudocode.files import file

__all__ = ["file", "tasks"]


@pytest.fixture
def tasks() -> ModuleType:
    """Return the module with the translations of the tasks.

    test_mistakes.py calls the same tests with modules that have mistakes.
    """
    return pseudoku.tasks
