"""No generated file is misread: each puzzle is read as it is, or refused."""

import pytest

from sudoku.formats import FormatError, Puzzle, parse
from tests.sudoku.formats_files import File, file_of


def misread(file: File) -> str:
    """What is wrong with the way ``file`` is read, if anything is."""
    entries = parse(file.text)
    cells = [entry.cells for entry in entries if isinstance(entry, Puzzle)]
    errors = [entry for entry in entries if isinstance(entry, FormatError)]
    if not set(cells) <= set(file.puzzles):
        return "a puzzle that is not in the file"
    order = iter(file.puzzles)
    if not file.spoilt and not all(any(p == c for p in order) for c in cells):
        return "puzzles in another order"
    if not file.spoilt and len(cells) < len(file.puzzles) and not errors:
        return "a puzzle is missing without an error"
    return ""


@pytest.mark.parametrize(
    "files", [range(200), pytest.param(range(200, 10_000), marks=pytest.mark.slow)]
)
def test_no_generated_file_is_misread(files: range) -> None:
    wrong = {seed: misread(file_of(seed)) for seed in files}
    assert {seed: what for seed, what in wrong.items() if what} == {}
