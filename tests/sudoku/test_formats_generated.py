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
    "files", [range(70), pytest.param(range(70, 10_000), marks=pytest.mark.slow)]
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


@pytest.mark.parametrize("heading", [" " * 9, "123456789", "." * 9])
def test_a_heading_below_a_grid_is_not_its_last_row(heading: str) -> None:
    grid = [f"{n}..4....{n}" for n in range(1, 10)]
    table = [" ".join(row) for row in grid]
    above = ["1 2 3 4 5 6 7 8 9", *table[:8]]
    lines = [*above, f"| {' | '.join(heading)} |", "|---" * 9 + "|"]
    lines += [f"| {' | '.join(row)} |" for row in grid]
    assert {*cells_read("\n".join(lines))} <= {"".join(grid)}


def test_a_heading_above_a_row_that_comes_twice_is_refused() -> None:
    grid = [f"{n}..4....{n}" for n in range(1, 9)]
    for heading in (" " * 9, "123456789"):
        table = [heading, *grid[:4], grid[3], *grid[4:]]
        barred = [f"| {' | '.join(row)} |" for row in table]
        for rule in ([], ["|---" * 9 + "|"]):
            assert cells_read("\n".join([barred[0], *rule, *barred[1:]])) == []


@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_table_with_a_row_too_many_is_refused_below_any_grid(gap: str) -> None:
    grid = [f"{n}..4....{n}" for n in range(1, 10)]
    barred = [f"| {' | '.join(row)} |" for row in grid]
    table = [barred[0], "|---" * 9 + "|", *barred[1:3], barred[2], *barred[3:]]
    bands = ["\n".join(grid[k : k + 3]) + "\n" for k in (0, 3, 6)]
    grids = {
        "a row too few": "\n".join(grid[:8]) + "\n",
        "a row too many": "\n".join([*grid, grid[8]]) + "\n",
        "bands": "\n".join(bands),
        "bands without the last": "\n".join(bands[:2]),
        "rows apart": "\n\n".join(grid) + "\n",
        "rows apart without the last": "\n\n".join(grid[:8]) + "\n",
    }
    for above in grids.values():
        for between in ("\n", "\n\n"):
            text = above + between + gap + "\n".join(table) + "\n"
            assert {*cells_read(text)} <= {"".join(grid)}
            errors = [e for e in parse(text) if isinstance(e, FormatError)]
            assert errors[-1].line >= text.count("\n") - 10
            whole = text.replace("\n".join(table[3:5]), table[3])
            assert {*cells_read(whole)} == {"".join(grid)}
