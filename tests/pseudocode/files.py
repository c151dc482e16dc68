"""A fixture that writes a program to a file, for tests of commands."""

from collections.abc import Callable
from pathlib import Path

import pytest

Captured = pytest.CaptureFixture[str]
File = Callable[[str], str]


@pytest.fixture
def file(tmp_path: Path) -> File:
    def write(text: str) -> str:
        path = tmp_path / "answer.pseudo"
        path.write_text(text, "utf-8")
        return str(path)

    return write
