"""Fixtures of several test files of the language."""

import pytest

from pseudocode.judging import nearest as judging
from pseudocode.judging.exercise import Exercise
from pseudocode.judging.hints import Mend
from pseudocode.reading.parser import Parsed
from pseudocode.running.machine import Store
from tests.pseudocode.files import file

__all__ = ["file"]

MENDS: dict[tuple[str, str, int, Store], list[Mend]] = {}


@pytest.fixture
def each_search_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests, and commands in them, share the mends of an answer in a session."""
    search = judging.nearest

    def nearest(
        parsed: Parsed, exercise: Exercise, base: int = 1, store: Store = "copy"
    ) -> list[Mend]:
        key = parsed.source.original, exercise.name, base, store
        if key not in MENDS:
            MENDS[key] = search(parsed, exercise, base, store)
        return MENDS[key]

    for module in ("pseudocode.judging.nearest", "pseudoku.cli.judge"):
        monkeypatch.setattr(f"{module}.nearest", nearest)
