r"""The cells of COMP9021's LaTeX: every case of ``\N{A}{B}{C}{D}{E}``."""

import pytest

from sudoku.comp9021 import preemptive, tex
from sudoku.grid import grid_of


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


def first_line(text: str) -> list[str]:
    """The nine cells of the grid's first line."""
    return " ".join(text.split("\n")[19:22]).removesuffix(r" \\ \hline").split(" & ")


ONLY_NINE = grid_of("012345678" + 72 * "0")


def test_a_cell_with_one_possible_digit_is_not_forced() -> None:
    assert first_line(preemptive.forced_tex(ONLY_NINE))[0] == r"\N{}{}{}{}{}"


def test_a_cell_with_one_possible_digit_is_marked_in_its_corner() -> None:
    assert first_line(preemptive.marked_tex(ONLY_NINE))[0] == r"\N{}{}{}{9}{}"


def test_a_cell_with_one_mark_is_solved_and_its_mark_is_canceled() -> None:
    assert first_line(preemptive.worked_tex(ONLY_NINE))[0] == r"\N{}{}{}{\cancel{9}}{9}"


def test_a_cell_that_no_digit_can_go_into_stays_blank() -> None:
    grid = grid_of("012345678" + 27 * "0" + "9" + 44 * "0")
    for text in preemptive.marked_tex(grid), preemptive.worked_tex(grid):
        assert first_line(text)[0] == r"\N{}{}{}{}{}"


def test_a_cell_that_loses_every_mark_shows_them_canceled_and_no_digit() -> None:
    grid = grid_of(
        "001234567" + 18 * "0" + "900000000" + 27 * "0" + "090000000" + 9 * "0"
    )
    assert first_line(preemptive.marked_tex(grid))[:2] == 2 * [r"\N{}{}{}{8}{}"]
    solved_and_lost = {r"\N{}{}{}{\cancel{8}}{8}", r"\N{}{}{}{\cancel{8}}{}"}
    assert {*first_line(preemptive.worked_tex(grid))[:2]} == solved_and_lost
