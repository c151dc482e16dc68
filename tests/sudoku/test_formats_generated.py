"""No generated file is misread: each puzzle is read as it is, or refused."""

import pytest

from sudoku.formats import FormatError, Puzzle, parse
from tests.seeds import todays
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
    "files", [range(70), pytest.param(todays(3_000), marks=pytest.mark.slow)]
)
def test_no_generated_file_is_misread(files: range) -> None:
    wrong = {seed: misread(file_of(seed)) for seed in files}
    assert {seed: what for seed, what in wrong.items() if what} == {}


# The heading of a table in Markdown was read as the last row of the grid above it, tabs
# after the sign of a quotation as no cells, and a row of blanks above a row that comes
# twice as a heading. In the next two, a wrong line is two rows, and another is none.
# In the last, the first row of a table was taken for a row of the grid above.
@pytest.mark.parametrize(
    "seed", [13477, 14674, 14772, 15451, 15738, 20545, 22954, 2026112300229]
)
def test_rows_of_another_grid_are_not_taken(seed: int) -> None:
    assert misread(file_of(seed)) == ""


def rows(puzzle: str) -> list[str]:
    return [puzzle[k : k + 9] for k in range(0, 81, 9)]


def cells_read(text: str) -> list[str]:
    return [entry.cells for entry in parse(text) if isinstance(entry, Puzzle)]


def test_empty_cells_after_the_sign_of_a_quotation_are_cells() -> None:
    puzzle = "..3" * 3 + "." * 9 + "4........" + "5" * 9 + "." * 45
    lines = ["\t".join(row).replace(".", "") for row in rows(puzzle)]
    for sign in ("> ", ">", ">> ", "> > "):
        assert cells_read("".join(f"{sign}{line}\n" for line in lines)) == [puzzle]
