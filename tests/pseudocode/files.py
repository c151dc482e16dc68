"""A fixture that writes a program to a file, for tests of commands."""

from pathlib import Path

import pytest

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> "File":
    return File(tmp_path / "answer.pseudo")


class File:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, text: str) -> str:
        self.path.write_text(text, "utf-8")
        return str(self.path)
