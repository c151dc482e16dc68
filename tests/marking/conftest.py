"""Fixtures of several test files."""

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.marking.classes import compiled_judge


@pytest.fixture
def compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no process of the judge compile its modules again."""
    monkeypatch.setattr("marking.tests.judge_zip", compiled_judge)


@pytest.fixture
def busy_machine() -> Iterator[None]:
    """Run twice as many loops as there are processors."""
    loop = "import time\nends = time.time() + 500\nwhile time.time() < ends: pass"
    number = 2 * len(os.sched_getaffinity(0))
    loops = [subprocess.Popen([sys.executable, "-c", loop]) for _ in range(number)]
    yield
    for process in loops:
        process.kill()
        process.wait()
