"""Run the commands of ``sudoku``, for the tests."""

from collections.abc import Callable, Iterable
from io import StringIO
from pathlib import Path

import pytest

from sudoku.cli import main
from sudoku.formats import Puzzle, parse

EASY = (
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
)
SOLVED = (
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
)
Captured = pytest.CaptureFixture[str]


def run(line: str, capsys: Captured) -> tuple[int, str, str]:
    """Run the command ``line``; return its exit status, output and error output.

    The words of ``line`` are separated by spaces, without quotes.
    """
    status = main(line.split())
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def dialogue(
    ask: Callable[[], object],
    answers: Iterable[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> str:
    """Return what ``ask`` prints where a person gives these answers and then no more."""
    stdin = StringIO("".join(f"{answer}\n" for answer in answers))
    monkeypatch.setattr("sys.stdin", stdin)
    ask()
    assert stdin.read() == "", "not every answer was asked for"
    return capsys.readouterr().out


def cells_in(text: str) -> list[str]:
    return [found.cells for found in parse(text) if isinstance(found, Puzzle)]


def contents() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in Path("d").iterdir()}
