"""Tables in Markdown: ruled lines of nine columns below a heading or a first row."""

from collections.abc import Iterator
from itertools import product

import pytest

from sudoku.formats import FormatError, Puzzle, parse

ONE = [f"{n}..4....{n}" for n in range(1, 10)]
OTHER = [f"9{n}.5...{n}." for n in range(1, 10)]
RULE = "|---" * 9 + "|"
HEADINGS = ("", "ABCDEFGHI", "123456789", "012345678", " " * 9)


def barred(rows: list[str]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in rows]


def with_a_mistake(rows: list[str]) -> Iterator[list[str]]:
    """A row is lost or comes twice."""
    for k in range(len(rows)):
        yield rows[:k] + rows[k + 1 :]
        yield rows[: k + 1] + rows[k:]


def table(rows: list[str], heading: str) -> list[str]:
    first, *others = barred([heading, *rows] if heading else rows)
    return [first, RULE, *others]


def cells_read(lines: list[str]) -> list[str]:
    """The puzzles in a text, "" for an error."""
    entries = parse("\n".join(lines) + "\n")
    return [entry.cells if isinstance(entry, Puzzle) else "" for entry in entries]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("heading", HEADINGS)
@pytest.mark.parametrize("gap", [[], [""], ["", ""]])
def test_no_row_goes_from_a_grid_to_the_table_below_it(
    gap: list[str], heading: str
) -> None:
    true = {"", "".join(ONE), "".join(OTHER)}
    for above in (barred(OTHER), table(OTHER, heading)):
        whole = cells_read([*above, *gap, *table(ONE, heading)])
        assert whole == ["".join(OTHER), "".join(ONE)]
        for wrong in with_a_mistake(ONE):
            cells = cells_read([*above, *gap, *table(wrong, heading)])
            assert "" in cells and {*cells} <= true
    for wrong in with_a_mistake(OTHER):
        for above in (barred(wrong), table(wrong, heading)):
            cells = cells_read([*above, *gap, *table(ONE, heading)])
            assert "" in cells and {*cells} <= true


@pytest.mark.sampled(4)
@pytest.mark.parametrize("ends", [*product((False, True), repeat=2)])
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("gap", ["", "\n", "Next\n"])
def test_such_lines_may_also_be_between_rows_or_bands(
    gap: str, number: int, ends: tuple[bool, bool]
) -> None:
    before, after = (f"{RULE}\n" * end for end in ends)
    for place, special, sign in product(range(9), (" " * 9, "123456789"), " ._"):
        rows = [*ONE[:place], special, *ONE[place + 1 :]]
        lines = [row + "\n" for row in barred([r.replace(".", sign) for r in rows])]
        puzzle = "".join(rows).replace(" ", ".")
        for size in (1, 3):
            parts = ["".join(lines[k : k + size]) for k in range(0, 9, size)]
            text = gap.join([before + f"{RULE}\n".join(parts) + after] * number)
            read = cells_read(text.splitlines())
            assert read == [puzzle] * number, (place, special, sign, size)


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_table_of_org_mode_has_a_plus_between_the_columns(heading: str) -> None:
    first, _, *others = table(ONE, heading)
    for rule in (f"|{'+'.join(['-' * width] * 9)}|" for width in (1, 3, 5)):
        assert cells_read([first, rule, *others]) == ["".join(ONE)]
        assert cells_read([first, rule, *others[:-1]]) == [""]


def test_a_ruled_line_inside_a_grid_is_refused() -> None:
    lines = barred(ONE)
    for place in (2, 4, 5, 7, 8):
        assert cells_read([*lines[:place], RULE, *lines[place:]]) == [""]


@pytest.mark.parametrize("heading", [" " * 9, "123456789", "." * 9])
def test_a_heading_below_a_grid_is_not_its_last_row(heading: str) -> None:
    above = ["1 2 3 4 5 6 7 8 9", *(" ".join(row) for row in ONE[:8])]
    assert {*cells_read([*above, *table(ONE, heading)])} <= {"", "".join(ONE)}


def test_a_heading_above_a_row_that_comes_twice_is_refused() -> None:
    for heading in (" " * 9, "123456789"):
        lines = table([*ONE[:4], ONE[3], *ONE[4:8]], heading)
        assert cells_read(lines) == cells_read([lines[0], *lines[2:]]) == [""]


@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_table_with_a_row_too_many_is_refused_below_any_grid(gap: str) -> None:
    wrong = table([*ONE[:3], ONE[2], *ONE[3:]], "")
    bands = ["\n".join(ONE[k : k + 3]) + "\n" for k in (0, 3, 6)]
    grids = {
        "a row too few": "\n".join(ONE[:8]) + "\n",
        "a row too many": "\n".join([*ONE, ONE[8]]) + "\n",
        "bands": "\n".join(bands),
        "bands without the last": "\n".join(bands[:2]),
        "rows apart": "\n\n".join(ONE) + "\n",
        "rows apart without the last": "\n\n".join(ONE[:8]) + "\n",
    }
    for above in grids.values():
        for between in ("\n", "\n\n"):
            lines = (above + between + gap).splitlines()
            assert {*cells_read([*lines, *wrong])} <= {"", "".join(ONE)}
            entries = parse("\n".join([*lines, *wrong]))
            errors = [entry for entry in entries if isinstance(entry, FormatError)]
            assert errors[-1].line > len(lines)
            assert {*cells_read([*lines, *table(ONE, "")])} - {""} == {"".join(ONE)}
