"""What Pseudoku's reader accepts, what it refuses, and where it says the fault is."""

import pytest

from pseudoku.errors import PseudokuError
from pseudoku.grids import FORMATS, format_grid, format_grids, parse_grids, parse_row
from pseudoku.solving import Grid

GRID = [[0, 4, 1, 0], [0, 0, 2, 0], [3, 0, 0, 0], [0, 1, 0, 2]]
FULL = [[2, 4, 1, 3], [1, 3, 2, 4], [3, 2, 4, 1], [4, 1, 3, 2]]


def grids_in(text: str) -> list[Grid]:
    return [grid for _, grid in parse_grids(text, "f")]


def test_a_grid_comes_with_the_number_of_its_first_line() -> None:
    text = f"\n{format_grid(GRID, 'rows')}\n\n{format_grid(FULL)}{format_grid(GRID, 'line')}"
    assert list(parse_grids(text, "f")) == [(2, GRID), (9, FULL), (15, GRID)]


@pytest.mark.parametrize("grid", [GRID, FULL, [[0] * 4] * 4])
@pytest.mark.parametrize("style", FORMATS)
def test_a_grid_that_is_shown_can_be_read_back(grid: Grid, style: str) -> None:
    assert grids_in(format_grid(grid, style)) == [grid]
    assert grids_in("".join(format_grids([grid] * 3, style))) == [grid] * 3


@pytest.mark.parametrize(
    "text",
    [
        ".41.\n..2.\n3...\n.1.2",
        "0 4 1 0\r\n0 0 2 0\r\n\r\n3 0 0 0\r\n0 1 0 2\r\n",
        "\t.41.\n_*2.\n 3 . | . .\n-----+-----\n.1.2\n\n",
        ".41...2.3....1.2",
        "0\t4\t1\t0\n0\t0\t2\t0\n3\t0\t0\t0\n0\t1\t0\t2\n",
        ".41.\r..2.\r3...\r.1.2\r",
    ],
)
def test_a_grid_is_read_in_the_ways_people_write_it(text: str) -> None:
    assert grids_in(text) == [GRID]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            ".41.\n..5.\n",
            "f:2:3: '5' is not a cell; expected 1 to 4 or a blank (. 0 _ *)",
        ),
        (
            ".41.\n| . x | 2 . |",
            "f:2:5: 'x' is not a cell; expected 1 to 4 or a blank (. 0 _ *)",
        ),
        (".41.\n..2\n", "f:2:4: a row of 3 cells; expected 4"),
        (".41.\n..2. 4\n", "f:2:6: a row of 5 cells; expected 4"),
        (".41.\n.41...2.3....1.2", "f:2:5: a row of 16 cells; expected 4"),
        (
            ".41.\n..2.\n3...\n",
            "f:3:5: the input ends after 3 rows; expected 4 rows of 4 cells",
        ),
        (".41.\n", "f:1:5: the input ends after 1 row; expected 4 rows of 4 cells"),
        ("1" * 10**6, "f:1:5: a row of over 16 cells; expected 4"),
        ("- - - -\n", "f:1:1: '-' is not a cell; expected 1 to 4 or a blank"),
        (
            "+----+\n .41. \n- - - -\n",
            "f:3:1: '-' is not a cell; expected 1 to 4 or a blank",
        ),
        (",4,1,\n", "f:1:1: CSV is not read here; expected 4 cells without commas"),
        (".41.\n0, 4", "f:2:2: CSV is not read here; expected 4 cells without commas"),
        ("[[0,4,1,0]]", "f:1:1: JSON is not read here; expected 4 rows of 4 cells"),
        (
            '\n {"puzzle": 1}',
            "f:2:1: JSON is not read here; expected 4 rows of 4 cells",
        ),
        ("", "f:1:1: no grid; expected 4 rows of 4 cells"),
        ("+--+\n|  |\n", "f:2:5: no grid; expected 4 rows of 4 cells"),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, said: str) -> None:
    with pytest.raises(PseudokuError) as raised:
        list(parse_grids(text, "f"))
    assert str(raised.value).startswith(said)


@pytest.mark.parametrize("rows", [1, 2, 3])
@pytest.mark.parametrize("grids", [1, 2])
def test_rows_after_a_whole_grid_are_refused(grids: int, rows: int) -> None:
    whole, row = "".join(format_grids([GRID] * grids, "rows")), "1 . . 4\n"
    read = parse_grids(f"{whole}\n{row * rows}", "f")
    assert [next(read)[1] for _ in range(grids)] == [GRID] * grids
    with pytest.raises(PseudokuError) as raised:
        next(read)
    line = 5 * grids + rows
    counted = f"{rows} row{'s' * (rows > 1)}"
    assert str(raised.value).startswith(
        f"f:{line}:8: the input ends after {counted}; exp"
    )


@pytest.mark.parametrize("words", [["2", "4", "1", "3"], ["2413"], ["2,4,1,3"]])
def test_a_row_is_read_in_three_ways(words: list[str]) -> None:
    assert parse_row(words) == (2, 4, 1, 3)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["2", "4", "1", "1"], "row '2 4 1 1' repeats 1"),
        (["2", "4", "1"], "row '2 4 1' has 3 numbers; expected"),
        (["2/4/1/3"], "row '2/4/1/3' has '/'; expected 1, 2, 3 and 4, each once"),
        (["24135"], "row '24135' has '5'; expected 1, 2, 3 and 4, each once"),
        (
            ["a", "b", "c", "d"],
            "row 'a b c d' has 'a'; expected 1, 2, 3 and 4, each once",
        ),
        ([""], "row '' has 0 numbers; expected 1, 2, 3 and 4, each once"),
        (["٢٤١٣"], "row '٢٤١٣' has '٢'; expected 1, 2, 3 and 4, each once"),
    ],
)
def test_a_row_of_other_numbers_is_refused(words: list[str], said: str) -> None:
    with pytest.raises(PseudokuError) as raised:
        parse_row(words)
    assert str(raised.value).startswith(said)
