"""What holds for every format and for puzzles of any kind."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sudoku.formats import FORMATS, FormatError, Puzzle, parse
from tests.sudoku.formats_read import EXACT, cells_in, text_of

ROWS = st.one_of(
    st.text("123456789.", min_size=9, max_size=9),
    st.text("1.", min_size=9, max_size=9),
    st.sampled_from((".........", "123456789", "111111111", ".12345678")),
)
PUZZLES = st.lists(ROWS, min_size=9, max_size=9).map("".join)
HEADINGS = ("123456789", ".12345678")
SPACED = ("rows", "digits", "csv")  # where these are no rows above blanks


def is_read_back(puzzle: str, style: str) -> bool:
    return style not in SPACED or puzzle[:9] not in HEADINGS or "." not in puzzle


EXAMPLES = settings(max_examples=60, deadline=None)


@EXAMPLES
@given(st.lists(PUZZLES, min_size=1, max_size=4), st.sampled_from(EXACT))
def test_parse_reads_what_write_wrote(puzzles: list[str], style: str) -> None:
    assume(all(is_read_back(puzzle, style) for puzzle in puzzles))
    assert cells_in(text_of(puzzles, style)) == puzzles


@EXAMPLES
@given(PUZZLES)
def test_parse_reads_the_givens_of_candidates(puzzle: str) -> None:
    (back,) = cells_in(text_of([puzzle], "candidates"))
    assert all(cell in (".", shown) for cell, shown in zip(puzzle, back))


@EXAMPLES
@given(
    st.lists(PUZZLES, min_size=2, max_size=4, unique=True),
    st.sampled_from(sorted(FORMATS)),
    st.data(),
)
def test_a_file_gives_each_puzzle_or_an_error(
    puzzles: list[str], style: str, data: st.DataObject
) -> None:
    """One digit becomes wrong: its puzzle is an error, and no other is."""
    assume(all(is_read_back(puzzle, style) for puzzle in puzzles))
    text = text_of(puzzles, style)
    puzzles = cells_in(text)
    assume(all(puzzles))  # a row of candidates of three digits alone is refused
    places = [k for k, sign in enumerate(text) if sign in "123456789"]
    if style == "opensudoku":
        places = [k for k in places if k > text.index("data")]
    if places:
        place = data.draw(st.sampled_from(places))
        text = text[:place] + "§" + text[place + 1 :]
    entries = parse(text)
    cells = [entry.cells for entry in entries if isinstance(entry, Puzzle)]
    errors = [entry for entry in entries if isinstance(entry, FormatError)]
    assert set(cells) <= set(puzzles)
    assert len(cells) + len(errors) == len(puzzles)
    assert len(errors) == (1 if places else 0)


@EXAMPLES
@given(
    PUZZLES,
    PUZZLES,
    st.booleans(),
    st.booleans(),
    st.sampled_from((",", ";", " ", "\t")),
)
def test_a_line_with_two_puzzles_is_refused_unless_one_may_solve_the_other(
    puzzle: str, other: str, extends: bool, is_first: bool, between: str
) -> None:
    if extends:
        other = "".join(a if a != "." else b for a, b in zip(puzzle, other))
    grids = (puzzle, other) if is_first else (other, puzzle)
    readable = {
        one
        for one, full in (grids, grids[::-1])
        if one == full
        or (full.isdigit() and all(a in (".", b) for a, b in zip(one, full)))
        and set(one) != {"."}
    }
    cells = cells_in(between.join(grids) + "\n")
    assert cells == (list(readable) if len(readable) == 1 else [""])


@EXAMPLES
@given(PUZZLES, st.integers(1, 80), st.sampled_from("-_*xX."))
def test_rows_that_could_be_ruled_lines_are_read_as_they_are_or_refused(
    puzzle: str, position: int, sign: str
) -> None:
    assume(puzzle[:9] not in HEADINGS)
    rows = [puzzle[k : k + 9].replace(".", sign) for k in range(0, 81, 9)]
    lines = [*rows[: position % 10], sign * 9, *rows[position % 10 :]]
    bands = [*rows[:3], sign * 9, *rows[3:6], sign * 9, *rows[6:]]
    for text in ("\n".join(lines), "\n".join(bands)):
        assert set(cells_in(text)) <= {puzzle, ""}
    assert cells_in("\n".join(rows)) == [puzzle]


@EXAMPLES
@given(st.lists(PUZZLES, min_size=2, max_size=3), st.integers(0, 26))
def test_rows_of_several_puzzles_are_all_read_or_all_refused(
    puzzles: list[str], lost: int
) -> None:
    rows = [p[k : k + 9] for p in puzzles for k in range(0, 81, 9)]
    assert cells_in("\n".join(rows)) in (puzzles, [""])
    del rows[lost % len(rows)]
    assert set(cells_in("\n".join(rows))) == {""}
