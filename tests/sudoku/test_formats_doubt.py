"""What could be read in two ways is read as its lines say together, or refused."""

import random
from itertools import permutations, product

import pytest

from sudoku.formats import FormatError, Puzzle, parse
from tests.seeds import SEED
from tests.sudoku.formats_read import BARE, EASY, cells_in, text_of

SOLVED = (
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
)
ROWS = [EASY[k : k + 9] for k in range(0, 81, 9)]
RULES = [
    *("---------", "- - - - - - - - -", "- - - | - - - | - - -", "---|---|---"),
    *("_________", "_ _ _ _ _ _ _ _ _", "*********", "xxxxxxxxx", "XXXXXXXXX"),
    *("=========", "+++++++++", ".........", ". . . . . . . . .", "000000000"),
]


def errors_in(text: str, column: str = "") -> list[str]:
    """What is wrong with a text; each puzzle as its first row."""
    entries = parse(text, "f", column)
    return [e.cells[:9] if isinstance(e, Puzzle) else str(e) for e in entries]


def ruled(rows: list[str], rule: str, ends: bool = False) -> str:
    """Nine rows with ruled lines after the third and the sixth, or also around them."""
    bands = ["".join(row + "\n" for row in rows[k : k + 3]) for k in (0, 3, 6)]
    outside = (rule + "\n") * ends
    return outside + f"{rule}\n".join(bands) + outside


@pytest.mark.sampled(4)
@pytest.mark.parametrize("rule", RULES)
def test_nine_equal_signs_are_a_ruled_line_if_blanks_have_another_sign(
    rule: str,
) -> None:
    for blank, spaced, ends in product(".0_*-xX", (False, True), (False, True)):
        rows = [row.replace(".", blank) for row in ROWS]
        rows = [" ".join(row) for row in rows] if spaced else rows
        text = ruled(rows, rule, ends)
        for whole in (text, text * 9, text + "\n" + text, "Title\n" + text):
            cells = cells_in(whole)
            if blank in rule:
                assert not set(cells) - {""}
            else:
                assert set(cells) == {EASY}
                assert len(cells) == whole.count(rows[0])


def test_a_row_of_nine_blanks_is_a_row_if_the_blanks_have_its_sign() -> None:
    for at in range(9):
        puzzle = EASY[: 9 * at] + "." * 9 + EASY[9 * at + 9 :]
        for style in ("rows", "digits", "sdk", "ss", "grid", "csv"):
            text = text_of([puzzle], style)
            assert cells_in(text) == [puzzle]
            assert cells_in(text + text) == [puzzle, puzzle]
        rows = [puzzle[k : k + 9] for k in range(0, 81, 9)]
        assert cells_in(ruled(rows, "---------")) == [puzzle]


@pytest.mark.parametrize("position", range(10))
def test_a_ruled_line_after_other_rows_is_refused(position: int) -> None:
    lines = ROWS[:position] + ["---------"] + ROWS[position:]
    cells = cells_in("\n".join(lines))
    assert cells == ([EASY] if position % 3 == 0 else [""])


def test_a_ruled_line_does_not_take_the_place_of_a_row() -> None:
    for missing in range(9):
        rows = ROWS[:missing] + ROWS[missing + 1 :]
        for position in range(9):
            lines = rows[:position] + ["---------"] + rows[position:]
            assert cells_in("\n".join(lines)) == [""]


def test_where_no_other_row_has_a_blank_the_number_of_rows_decides() -> None:
    solved = [SOLVED[k : k + 9] for k in range(0, 81, 9)]
    text = ruled(solved, "---------")
    assert cells_in(text) == [SOLVED]
    assert cells_in(text * 2) == [SOLVED] * 2
    assert errors_in(text * 9) == [
        "f:4:1: 9 times '-', a row or a ruled line; "
        "expected one sign for blanks and another for ruled lines"
    ]
    blank_row = [*solved[:4], "---------", *solved[5:]]
    assert cells_in("\n".join(blank_row)) == [SOLVED[:36] + "." * 9 + SOLVED[45:]]
    assert cells_in(("-" * 9 + "\n") * 9) == ["." * 81]
    assert cells_in(ruled(["." * 9] * 9, "-" * 9)) == ["." * 81]
    assert cells_in("\n".join(["." * 9] * 8 + ["-" * 9])) == [""]


def test_each_of_several_grids_has_its_own_blanks() -> None:
    dots = ["-" * 9, *ROWS[1:]]
    dashes = [row.replace(".", "-") for row in ROWS]
    assert cells_in("\n".join(dots + dashes)) == [""]
    assert cells_in("\n".join(dashes + dots)) == [""]
    assert cells_in("\n".join(ROWS + dashes)) == [EASY, EASY]


def test_ruled_lines_may_be_between_all_rows() -> None:
    for rule in ("---------", "---+---+---"):
        assert cells_in(f"\n{rule}\n".join(ROWS)) == [EASY]


def test_a_sign_for_drawing_81_times_is_rejected() -> None:
    for sign in "-_*xX?":
        (error,) = errors_in(sign * 81)
        assert f"81 times {sign!r}, an empty puzzle or a ruled line" in error
        assert cells_in(f"{EASY}\n{sign * 81}\n{EASY}") == [EASY, "", EASY]
    assert cells_in("." * 81 + "\n" + "0" * 81) == ["." * 81] * 2


NUMBERS = ["1,2,3,4,5,6,7,8,9", "1 2 3 4 5 6 7 8 9", "1\t2\t3\t4\t5\t6\t7\t8\t9"]
NUMBERS += ["1;2;3;4;5;6;7;8;9", "123 456 789", "0,1,2,3,4,5,6,7,8", '"1","2","3"']
NUMBERS[-1] += ',"4","5","6","7","8","9"'


@pytest.mark.parametrize("heading", NUMBERS)
@pytest.mark.parametrize("style", ["csv", "tabs", "rows", "grid", "ss"])
def test_a_heading_of_numbers_is_not_the_first_row(heading: str, style: str) -> None:
    csv = text_of([EASY], "csv")
    text = csv.replace(",", "\t") if style == "tabs" else ""
    text = text or text_of([EASY], style)
    for between in ("\n", "\n\n", "\n---+---+---\n"):
        assert cells_in(heading + between + text) == [EASY]
    assert cells_in(f"{heading}\n{text}\n{heading}\n{text}") == [EASY] * 2
    assert set(cells_in(f"{heading}\n{text}" * 9)) <= {EASY, ""}


def test_a_first_row_of_1_to_9_is_a_row() -> None:
    puzzle = "123456789" + EASY[9:]
    for style in ("grid", "ss", "sdk"):
        text = text_of([puzzle], style)
        assert cells_in(text) == [puzzle]
        assert cells_in(text + text) == [puzzle] * 2
        assert cells_in("1 2 3 4 5 6 7 8 9\n" + text) == [puzzle]
        assert cells_in(text_of([puzzle] * 9, style)) == [puzzle] * 9
    full = "123456789" + SOLVED[9:]
    for style in ("rows", "csv", "grid", "ss", "sdk"):
        assert cells_in(text_of([full, full], style)) == [full, full]


HEADED = [*NUMBERS[:4], "0 1 2 3 4 5 6 7 8", "0,1,2,3,4,5,6,7,8", NUMBERS[-1]]


@pytest.mark.parametrize("heading", HEADED)
@pytest.mark.parametrize("style", ["csv", "rows", "digits", "sdk"])
@pytest.mark.parametrize("missing", [0, 4, 8])
def test_a_heading_above_eight_rows_is_not_the_first_of_nine(
    heading: str, style: str, missing: int
) -> None:
    rows = text_of([EASY], style).removeprefix("[Puzzle]\n").splitlines(keepends=True)
    eight = "".join(rows[:missing] + rows[missing + 1 :])
    nine = "".join(rows)
    (error,) = errors_in(f"{heading}\n{eight}")
    assert "8 rows; expected 9 rows" in error
    assert cells_in(f"{heading}\n{nine}\n{heading}\n{eight}\n{heading}\n{nine}") == (
        [EASY, "", EASY]
    )


def test_rows_that_could_be_headings_are_refused_only_where_both_readings_fit() -> None:
    text = "123456789\n" + "\n".join(ROWS) + "\n"
    assert errors_in(text * 9) == [
        "f:1:1: 1 to 9 in order, a row or a heading; "
        "expected an empty line around grids"
    ]
    puzzle = "123456789" + EASY[9:]
    assert cells_in(text_of([puzzle] * 20, "sdk").replace("\n[Puzzle]\n", "")) == (
        [puzzle] * 20
    )
    assert cells_in("123456789\n" + text_of([puzzle] * 20, "sdk")[9:]) == [puzzle] * 20


@pytest.mark.parametrize("separator", [",", ";", "\t", " "])
@pytest.mark.parametrize(
    ("names", "which"),
    [
        ("solution,puzzle", 1),
        ("puzzle,solution", 0),
        ("quizzes,solutions", 0),
        ("solutions,quizzes", 1),
        ("solved,unsolved", 1),
        ("answer,problem", 1),
        ("Solution,Sudoku", 1),
        ("grid,answers", 0),
        ("solution,clues", 1),
    ],
)
def test_a_heading_names_the_column_of_the_puzzles(
    names: str, which: int, separator: str
) -> None:
    for puzzle, other in ((EASY, SOLVED), (EASY, BARE), (SOLVED, SOLVED[::-1])):
        fields = [other, other]
        fields[which] = puzzle
        line = separator.join(fields)
        text = f"{names.replace(',', separator)}\n{line}\n{line}\n"
        assert cells_in(text) == [puzzle] * 2
        quoted = line.replace(separator, f'"{separator}"')
        assert cells_in(f'{names.replace(",", separator)}\n"{quoted}"\n') == [puzzle]


def test_other_columns_do_not_matter() -> None:
    for text in (
        f"id,rating,solution,puzzle\n1,2.5,{SOLVED},{EASY}",
        f"id,puzzle,solution,clues\n1,{EASY},{SOLVED},32",
        f",puzzle,solution\n0,{EASY},{SOLVED}",
        f"id,string,solution\n1,{EASY},{SOLVED}",
        f"solution_grid;initial_grid\n{SOLVED};{EASY}",
        f"Solution, Puzzle String, note\n{SOLVED}, {EASY}, x",
    ):
        assert cells_in(text) == [EASY]


ASK = "expected --column with the name or number of the puzzle column"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"id,solution\n1,{SOLVED}", f"no puzzle in the columns id, solution; {ASK}"),
        (
            f"puzzle,grid\n{EASY},{BARE}",
            f"no puzzle in the columns puzzle, grid; {ASK}",
        ),
        (
            f"puzzle,rating\n{EASY[1:]},7",
            "80 cells; expected 9 in a row or 81 in a line",
        ),
        (f"solution,puzzle\n{SOLVED}", "1 field; expected 2, as in the heading"),
        (
            f"solution,puzzle\n{SOLVED},",
            f"no puzzle in the columns solution, puzzle; {ASK}",
        ),
        (
            f"puzzle,solution\n{SOLVED},{EASY}",
            f"no puzzle in the columns puzzle, solution; {ASK}",
        ),
        (f"{EASY},{BARE}", f"several grids of 81 cells; {ASK}"),
        (f"{EASY} {BARE}", f"several grids of 81 cells; {ASK}"),
        (f"{SOLVED},{SOLVED[::-1]}", f"several grids of 81 cells; {ASK}"),
        *(
            (between.join(grids), f"several grids of 81 cells; {ASK}")
            for grids in permutations((EASY, SOLVED[::-1]))
            for between in ",; \t"
        ),
        (f"{SOLVED},{'.' * 81}", f"several grids of 81 cells; {ASK}"),
        (f"{EASY},{SOLVED},{SOLVED[::-1]}", f"several grids of 81 cells; {ASK}"),
    ],
)
def test_where_the_names_do_not_decide_a_line_is_refused(
    text: str, expected: str
) -> None:
    (error,) = parse(text)
    assert isinstance(error, FormatError)
    assert error.detail == expected


def test_without_a_heading_a_grid_whose_solution_is_beside_it_is_the_puzzle() -> None:
    for line in (f"{SOLVED},{EASY}", f"{EASY} {SOLVED}", f"7;{EASY};{EASY};x"):
        assert cells_in(line) == [EASY]
    assert cells_in(f"{SOLVED},{SOLVED}") == [SOLVED]


TITLES = [
    *("Solution", "solution 3:", "The answer", "An answer", "# solved", "// Solution"),
    *("Solution of puzzle 3", "% Grid 01 (solution)"),
]


@pytest.mark.parametrize("style", ["rows", "grid", "line"])
@pytest.mark.parametrize("title", TITLES)
def test_a_full_grid_is_not_a_puzzle_where_its_title_calls_it_a_solution(
    title: str, style: str
) -> None:
    good, full = text_of([EASY], style), text_of([SOLVED], style)
    for gap in ("", "\n"):
        text = f"{good}{title}\n{gap}{full}\nPuzzle 2\n{full}"
        assert cells_in(text) == [EASY, "", SOLVED]
        if style != "line":  # or else the title may be the heading of a column
            assert cells_in(f"{title}\n{gap}{good}") == [EASY]


def test_a_refused_solution_is_reported_with_its_title() -> None:
    expected = "a full grid titled 'Solution 1:'; expected a puzzle or no title"
    full = text_of([SOLVED], "rows")
    assert errors_in(f"Solution 1:\n{full}") == [f"f:2:1: {expected}"]
    assert errors_in(f"Solution 1:\n\n{SOLVED}\n") == [f"f:3:1: {expected}"]
    (error, other) = errors_in(f"Solution: {SOLVED}\n{SOLVED}\n")
    assert error.startswith("f:1:1: a full grid titled 'Solution: 4839")
    assert other == SOLVED[:9]


def test_a_heading_applies_until_an_empty_line_or_another_kind_of_line() -> None:
    heading, line = "solution,puzzle", f"{BARE},{EASY}"
    assert cells_in(f"{heading}\n{line}\n\n{line}") == [EASY, ""]
    assert cells_in(f"{heading}\n{line}\n# then\n{line}") == [EASY, ""]
    assert cells_in(f"{heading}\n{line}\npuzzle,solution\n{line}") == [EASY, BARE]
    assert cells_in(f"{heading}\n{line}\n{text_of([EASY], 'rows')}{line}") == [
        *(EASY, EASY, "")
    ]
    assert cells_in(f"{heading}\n{line}\n{EASY}\n{line}") == [EASY, EASY, EASY]


def test_the_user_may_name_or_number_the_column() -> None:
    table = f"first,second,Third\n{SOLVED},{EASY},{BARE}\n"
    for column, puzzle in zip(("first", "SECOND", "third"), (SOLVED, EASY, BARE)):
        assert errors_in(table, column)[-1] == puzzle[:9]
    for number, puzzle in enumerate((SOLVED, EASY, BARE), 1):
        assert errors_in(f"{SOLVED},{EASY},{BARE}", str(number)) == [puzzle[:9]]
        assert errors_in(f"x,y,puzzle\n{SOLVED},{EASY},{BARE}", str(number)) == [
            puzzle[:9]
        ]
    assert errors_in(f"a,puzzle\n{SOLVED},{EASY}", "b") == [
        "f:2:1: no column 'b'; expected one of a, puzzle"
    ]
    assert errors_in(f"id,puzzle\n1,{EASY}", "id") == [
        f"f:2:1: column 1 does not have 81 cells; {ASK}"
    ]
    assert errors_in(f"{SOLVED},{EASY}", "3") == [
        "f:1:1: no column '3'; expected one of 1 to 2"
    ]
    assert errors_in(f"{SOLVED},{EASY}", "b") == [
        f"f:1:1: no heading has a column 'b'; {ASK}"
    ]
    assert errors_in(f"{EASY}\n{text_of([EASY], 'grid')}", "b") == [EASY[:9]] * 2


def test_rows_that_are_not_whole_grids_are_refused_together() -> None:
    rows = "".join(row + "\n" for row in ROWS)
    for cut in range(9):
        lines = (ROWS + ROWS)[:cut] + (ROWS + ROWS)[cut + 1 :]
        assert errors_in("\n".join(lines)) == [
            "f:17:1: 17 rows without a gap that ends a grid; expected 9 for each puzzle"
        ]
    assert cells_in(rows + rows) == [EASY, EASY]
    bands = [rows[k : k + 30] for k in (0, 30, 60)]
    assert cells_in("\n".join(bands * 2)) == [EASY, EASY]
    assert cells_in("\n".join((bands * 2)[1:])) == [""]
    single = "\n".join(row + "\n" for row in ROWS)
    assert cells_in(single + single) == [EASY, EASY]
    assert cells_in(single[11:] + "\n" + single) == [""]


def test_two_files_put_together_without_a_line_between_are_read() -> None:
    for style in ("rows", "digits", "grid", "sdk", "ss", "csv", "candidates"):
        for other in ("rows", "digits", "grid", "sdk", "ss", "csv", "candidates"):
            text = text_of([BARE], style) + text_of([BARE], other)
            assert cells_in(text) == [BARE, BARE]


def test_rows_of_too_many_puzzles_to_tell_apart_are_refused() -> None:
    text = "".join(row + "\n" for row in ROWS) * 10_001
    assert errors_in(text) == [
        "f:90001:1: over 90,000 rows; expected an empty line after each grid"
    ]


def runs(*lengths: int, gap: str = "\n") -> str:
    """Rows of the puzzle, over and over, in runs of these lengths."""
    lines = iter(ROWS * 20)
    return gap.join("".join(next(lines) + "\n" for _ in range(k)) for k in lengths)


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        ((9,), [EASY]),
        ((3, 3, 3), [EASY]),
        ((1,) * 9, [EASY]),
        ((18,), [EASY] * 2),
        ((3, 3, 3) * 2, [EASY] * 2),
        ((3, 3, 6, 3, 3), [EASY] * 2),  # nothing between two grids
        ((*(1,) * 8, 2, *(1,) * 8), [EASY] * 2),
        ((3, 6), [""]),
        ((6, 3), [""]),
        ((4, 5), [""]),
        ((2, 2, 5), [""]),
        ((3, 3, 4), [""]),
        ((3, 3, 3, 3), [""]),
        ((2, 9), [""]),
        ((3, 9), [""]),
        ((4, 9), [""]),  # four rows may be of the nine
        ((5, 9), ["", ""]),
    ],
)
def test_rows_are_grouped_by_their_gaps(
    lengths: tuple[int, ...], expected: list[str]
) -> None:
    cells = [c if c == EASY else "" for c in cells_in(runs(*lengths))]
    assert cells == expected


WHOLE = "".join(row + "\n" for row in ROWS)
BANDS = runs(3, 3, 3)
RULED = runs(3, 3, 3, gap="---+---+---\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (runs(5) + "\n" + WHOLE, ["f:5:1: a grid that ends after 5 rows", "good"]),
        (runs(4) + "\n" + WHOLE, ["f:14:1: 13 rows without a gap that ends a grid"]),
        (runs(8) + "\n" + WHOLE, ["f:8:1: a grid that ends after 8 rows", "good"]),
        (
            runs(8) + "\n" + runs(8) + "\n" + WHOLE,
            [*("f:8:1: a grid that ends after 8", "f:17:1: a grid that ends after 8")]
            + ["good"],
        ),
        (WHOLE + "\n" + runs(8), ["good", "f:18:1: a grid that ends after 8 rows"]),
        (BANDS + "\n" + WHOLE, ["good", "good"]),
        (RULED + "\n" + BANDS, ["good", "good"]),
        (
            runs(3, 4, 3, gap="---+---\n") + "\n" + RULED,
            ["f:12:1: 10 rows without a gap that ends a grid", "good"],
        ),
        (
            runs(3, 5, gap="---+---\n") + "\n" + BANDS,
            ["f:9:1: a grid that ends after 5 rows", "good"],
        ),
        (
            runs(3, 4, gap="---+---\n") + "\n" + BANDS,  # the four may be of the bands
            [
                "f:8:1: a grid that ends after 7 rows",
                "f:20:1: 9 rows, maybe of other grids",
            ],
        ),
        (
            runs(3, 3, 3, 3, gap="---+---\n") + "\n" + BANDS,
            ["f:15:1: 12 rows without a gap that", "f:27:1: 9 rows, maybe of other"],
        ),
        ("5\n" + WHOLE + "6\n" + WHOLE, ["good", "good"]),  # they have numbers
        ("\n".join(ROWS[:4]) + "\n5\n" + "\n".join(ROWS[4:]), ["f:5:2: 1 cell"]),
        (runs(3, 3) + "\n5\n" + runs(3), ["f:9:2: 1 cell; expected"]),
    ],
)
def test_a_puzzle_that_lacks_a_row_affects_only_rows_that_may_belong_to_it(
    text: str, expected: list[str]
) -> None:
    entries = parse(text, "f")
    said = [
        "good" if isinstance(entry, Puzzle) and entry.cells == EASY else str(entry)
        for entry in entries
    ]
    assert len(said) == len(expected)
    for message, beginning in zip(said, expected):
        assert message.startswith(beginning), message


@pytest.mark.parametrize(
    ("grids", "places", "is_read"),
    [
        (2, (0, 2, 4), True),
        (2, (0, 2, 4, 6), False),
        (2, (3, 7), True),
        (2, (3, 7, 14), True),
        (2, (3, 7, 11), False),
        (3, (4, 6, 8, 10, 16, 17, 20), False),
        (3, (3, 13), True),
        (3, (3, 13, 23), False),
        (3, (3, 12, 21), True),
        (1, (0, 2, 4, 6, 8), True),
        (1, (0, 4, 8), True),
    ],
)
def test_rows_of_blanks_as_regular_as_ruled_lines_are_refused(
    grids: int, places: tuple[int, ...], is_read: bool
) -> None:
    rows = ["........." if k in places else ROWS[0] for k in range(9 * grids)]
    assert len(cells_in("\n".join(rows))) == (grids if is_read else 1)
    assert ("" in cells_in("\n".join(rows))) is not is_read


def test_first_rows_as_regular_as_headings_are_refused() -> None:
    rows = ["123456789" if k in (3, 13, 23) else ROWS[0] for k in range(27)]
    assert cells_in("\n".join(rows)) == [""]
    rows[13] = ROWS[0]
    assert "" not in cells_in("\n".join(rows))


def test_headings_without_an_empty_line_are_not_rows() -> None:
    text = "1 2 3 4 5 6 7 8 9\n" + "\n".join(" ".join(row) for row in ROWS) + "\n"
    for number in (1, 2, 3, 8):
        assert cells_in(text * number) == [EASY] * number
    assert cells_in(text + text[18:]) == [EASY, EASY]
    assert cells_in(text[18:] + "1 2 3 4 5 6 7 8 9\n") == [""]


def test_a_list_that_is_not_closed_takes_no_strings_of_another_part() -> None:
    text = f'["{EASY}",\n<opensudoku>\n"{SOLVED}","{BARE}"\n'
    assert cells_in(text) == [""]
    assert cells_in(f'["{EASY[1:]}", "{BARE}"]') == ["", BARE]
    text = "[" + text_of([EASY], "list") + f',\n"{SOLVED}","{BARE}"'
    assert cells_in(text) == [""]
    assert cells_in(text + "]") == [EASY, SOLVED, BARE]


def test_a_heading_does_not_continue_a_grid_of_single_rows() -> None:
    single = "123456789\n" + "\n\n".join(ROWS) + "\n\n"
    assert cells_in(single + single) == [EASY, EASY]
    for missing in range(8):
        rows = ROWS[:missing] + ROWS[missing + 1 :]
        short = "\n\n".join(rows) + "\n\n"
        assert set(cells_in(short + single)) == {"", EASY}
        assert cells_in(short + single)[-1] == EASY


def test_a_heading_may_be_a_row_where_the_next_rows_have_the_same_gap() -> None:
    text = "123456789\n" + WHOLE
    assert cells_in(text + "\n\n" + BANDS) == [EASY, EASY]
    assert cells_in(text + "\n" + WHOLE) == [EASY, EASY]
    assert cells_in(text + "\n" + BANDS) == [""]


def test_ruled_lines_between_rows_are_between_all_of_them() -> None:
    for missing in range(8):
        lines = [line for row in ROWS for line in (row, "---------")][:-1]
        del lines[2 * missing + 1]
        assert cells_in("\n".join(lines)) == [""]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{EASY[:-1]},{SOLVED}", "f:1:1: 80 cells; expected 81, as in another grid"),
        (f"7;{SOLVED};{EASY}1", "f:1:85: 82 cells; expected 81, as in another grid"),
    ],
)
def test_a_solution_does_not_take_the_place_of_a_puzzle(
    text: str, expected: str
) -> None:
    assert errors_in(text) == [expected]


def test_a_long_name_of_a_column_is_truncated() -> None:
    (error,) = errors_in(f"{SOLVED},{EASY}", "x" * 30)
    assert f"{'x' * 20!r}" in error
    error = errors_in(f"a,puzzle\n{SOLVED},{EASY}\n", "y" * 30)[-1]
    assert f"no column {'y' * 20!r};" in error


def test_numbers_of_students_below_each_other_are_no_puzzle() -> None:
    source = random.Random(SEED)
    expected = (
        "f:2:1: 9 numbers that begin alike, not a puzzle; expected 9 rows of a puzzle"
    )
    for years in (["20"], ["19", "20"], ["219"]):
        numbers = [source.choice(years) + str(source.random())[2:] for _ in range(9)]
        rows = [number[:9] for number in numbers]
        assert errors_in("Numbers\n" + "\n".join(rows)) == [expected]
        assert errors_in("\n".join(["0" + rows[0][1:], *rows[1:]])) != [expected]


def test_a_grid_with_mistakes_is_no_list_of_numbers() -> None:
    """Not even one that is filled with a single digit."""
    for blank in "123456789":
        assert cells_in("\n".join(ROWS).replace(".", blank)) == [
            EASY.replace(".", blank)
        ]
        assert cells_in("\n".join([blank * 9] * 9)) == [blank * 81]


@pytest.mark.parametrize("between", ["", " ", "\t", ",", ", "])
def test_a_row_may_begin_with_a_tab(between: str) -> None:
    rows = ["\t" + between.join(row) for row in ROWS]
    assert cells_in("\n".join(rows)) == [EASY]
    rows = ["\t" + between.join(row.replace(".", "0")) for row in ROWS]
    assert cells_in("\n".join(rows)) == [EASY]


def test_an_empty_first_field_is_a_blank_in_a_row_of_nine() -> None:
    rows = ["\t".join(row).replace(".", "") for row in ROWS]
    assert cells_in("\n".join(rows)) == [EASY]
    assert cells_in("\n".join(row + "\t" for row in rows)) == [EASY]
    assert not any(cells_in("\n".join("\t" + row for row in rows)))
