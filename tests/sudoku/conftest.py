"""Fixtures of several test files of Sudoku."""

from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty folder the working folder, and return it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
