r"""The cells of COMP9021's LaTeX: every case of ``\N{A}{B}{C}{D}{E}``."""

from collections.abc import Callable

import pytest

from sudoku.comp9021 import preemptive, tex
from sudoku.grid import Grid, grid_of


def digits(text: str) -> set[int]:
    return set(map(int, text))


@pytest.mark.parametrize(
    "digit, marks, left, bytes_",
    [
        (0, "", "", r"\N{}{}{}{}{}"),
        (7, "", "", r"\N{}{}{}{}{7}"),
        (0, "12349", "12349", r"\N{1 2}{3 4}{}{9}{}"),
        (0, "2", "2", r"\N{2}{}{}{}{}"),
        (0, "13489", "138", r"\N{1}{3 \cancel{4}}{}{8 \cancel{9}}{}"),
        (9, "49", "", r"\N{}{\cancel{4}}{}{\cancel{9}}{9}"),
        (2, "2", "", r"\N{\cancel{2}}{}{}{}{2}"),
        (0, "58", "", r"\N{}{}{\cancel{5}}{\cancel{8}}{}"),
        (0, "123456789", "123456789", r"\N{1 2}{3 4}{5 6}{7 8 9}{}"),
    ],
)
def test_a_cell_looks_as_the_official_files_show(
    digit: int, marks: str, left: str, bytes_: str
) -> None:
    assert tex.cell(digit, digits(marks), digits(left)) == bytes_


CELL_9 = "012345678" + 72 * "0"  # only 9 can go into the first cell
NO_DIGIT = "012345678" + 27 * "0" + "9" + 44 * "0"
TWO_8 = "001234567" + 18 * "0" + "900000000" + 27 * "0" + "090000000" + 9 * "0"


@pytest.mark.parametrize(
    ("write", "cells", "first"),
    [
        (preemptive.forced_tex, CELL_9, [r"\N{}{}{}{}{}"]),
        (preemptive.marked_tex, CELL_9, [r"\N{}{}{}{9}{}"]),
        (preemptive.worked_tex, CELL_9, [r"\N{}{}{}{\cancel{9}}{9}"]),
        (preemptive.marked_tex, NO_DIGIT, [r"\N{}{}{}{}{}"]),
        (preemptive.worked_tex, NO_DIGIT, [r"\N{}{}{}{}{}"]),
        (preemptive.marked_tex, TWO_8, 2 * [r"\N{}{}{}{8}{}"]),
        (
            preemptive.worked_tex,
            TWO_8,
            [r"\N{}{}{}{\cancel{8}}{8}", r"\N{}{}{}{\cancel{8}}{}"],
        ),
    ],
)
def test_a_cell_with_one_possible_digit_or_none_is_marked_and_solved(
    write: Callable[[Grid], str], cells: str, first: list[str]
) -> None:
    lines = write(grid_of(cells)).split("\n")
    found = " ".join(lines[19:22]).split(" & ")[: len(first)]
    assert sorted(found) == sorted(first)
