"""A fixture of the tests in which many answers are judged."""

import pytest

from tests.marking.classes import compiled_judge


@pytest.fixture
def compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no process of the judge compile its modules again."""
    monkeypatch.setattr("marking.tests.judge_zip", compiled_judge)
