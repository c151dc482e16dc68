"""Each format is read for what it is, and one bad puzzle does not spoil the others."""

from json import dumps
from pathlib import Path
from random import Random

import pytest

from sudoku.formats import FORMATS, FormatError, Puzzle, parse, read_file
from sudoku.grid import CELLS, PEERS
from tests.places import GOLDEN
from tests.sudoku.formats_read import BARE, EASY, EXACT, cells_in, text_of

FILES = GOLDEN / "formats"
IN_ROWS = ["rows", "digits", "grid", "sdk", "ss", "csv", "candidates"]


def random_puzzle(random: Random) -> str:
    """Cells that need not be a puzzle: formats know no rules."""
    density = random.random()
    cells = (random.choice("123456789") for _ in range(81))
    return "".join(cell if random.random() < density else "." for cell in cells)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("style", EXACT)
def test_what_is_written_is_read_back(style: str) -> None:
    random = Random(style)
    for number in range(60):
        puzzles = [random_puzzle(random) for _ in range(number % 4 + 1)]
        assert cells_in(text_of(puzzles, style)) == puzzles
    for puzzles in (["." * 81] * 2, ["123456789" * 9] * 2, ["1" * 81, "." * 81]):
        assert cells_in(text_of(puzzles, style)) == puzzles


def test_candidates_are_read_back_with_the_digits_that_were_left_alone() -> None:
    random = Random(1)
    for puzzle in [EASY, BARE, *(random_puzzle(random) for _ in range(30))]:
        (back,) = cells_in(text_of([puzzle], "candidates"))
        value = dict(zip(CELLS, puzzle))
        for cell, given, shown in zip(CELLS, puzzle, back):
            left = set("123456789") - {value[peer] for peer in PEERS[cell]}
            alone = left.pop() if len(left) == 1 else "."
            assert shown == (alone if given == "." else given)
    assert cells_in(text_of([BARE], "candidates")) == [BARE]


@pytest.mark.parametrize("path", sorted(FILES.iterdir()), ids=lambda path: path.name)
def test_formats_of_other_programs_are_told_by_their_content(path: Path) -> None:
    found = list(read_file(str(path)))
    puzzle = BARE if path.name.startswith("candidates") else EASY
    assert [str(one) for one in found if isinstance(one, FormatError)] == []
    assert [one.cells for one in found if isinstance(one, Puzzle)] == [puzzle]
    assert [one.name for one in found if isinstance(one, Puzzle)] == [str(path)]


def test_one_file_may_contain_all_formats() -> None:
    puzzles = [random_puzzle(Random(style)) for style in EXACT]
    texts = [text_of([puzzle], style) for puzzle, style in zip(puzzles, EXACT)]
    assert cells_in("".join(texts)) == puzzles
    assert cells_in("# then\n\nSome title\n".join(texts[::-1])) == puzzles[::-1]


@pytest.mark.parametrize("style", FORMATS)
def test_a_puzzle_knows_the_line_where_it_begins(style: str) -> None:
    text = text_of([BARE, BARE, BARE], style)
    lines = text.splitlines()
    per_puzzle = text_of([BARE], style).count("\n") - (style == "opensudoku") * 3
    numbers = [found.line for found in parse(text) if isinstance(found, Puzzle)]
    assert len(set(numbers)) == 3
    for number in numbers:
        assert any(mark in "2" for mark in lines[number - 1])  # of its first row
    assert (
        numbers[1] - numbers[0]
        == numbers[2] - numbers[1]
        in range(per_puzzle, per_puzzle + 2)
    )


SOLVED = EASY.replace(".", "1")
BLANKS = [EASY.replace(".", blank) for blank in ".0_*-xX?"]


@pytest.mark.parametrize("line", BLANKS, ids=lambda line: line[:3])
def test_every_usual_sign_for_a_blank_is_a_blank(line: str) -> None:
    rows = [line[k : k + 9] for k in range(0, 81, 9)]
    framed = "".join(f"| {' '.join(row)} |\n" for row in rows)
    for text in (line, "\n".join(rows), framed, " ".join(line), " ".join(rows)):
        assert cells_in(text) == [EASY]
    for text in (f"{line},{SOLVED}", f"{line} # 1.2", f"7 {line} x", f'"{line}"'):
        assert cells_in(text) == [EASY]


@pytest.mark.parametrize("style", FORMATS)
def test_a_bad_puzzle_in_the_middle_is_reported_and_the_others_are_read(
    style: str,
) -> None:
    parts = [text_of([puzzle], style) for puzzle in (BARE, "7" * 81, BARE)]
    parts[1] = parts[1].replace("7", "q", 1)
    text = "\n".join(parts)
    first, error, last = parse(text, "here")
    assert isinstance(first, Puzzle) and first.cells == BARE
    assert isinstance(last, Puzzle) and last.cells == BARE
    assert isinstance(error, FormatError) and "'q'" in str(error)
    bad_line = text[: text.index("q7" if "q7" in text else "q")].count("\n") + 1
    assert str(error).startswith(f"here:{bad_line}:")


@pytest.mark.parametrize("row", range(9))
@pytest.mark.parametrize("style", IN_ROWS)
def test_a_puzzle_that_lacks_a_row_takes_none_from_the_next(
    style: str, row: int
) -> None:
    lines = text_of([BARE], style).splitlines(keepends=True)
    of_rows = [k for k, line in enumerate(lines) if not set(line) <= set("+-\n[Puzle]")]
    del lines[of_rows[row]]
    text = text_of([BARE], style)
    assert cells_in(f"{text}\n{''.join(lines)}\n{text}") == [BARE, "", BARE]


def test_a_puzzle_that_lacks_three_rows_takes_none_from_the_next() -> None:
    bare_rows = text_of([BARE], "sdk").splitlines(keepends=True)[1:]
    bands = ["".join(bare_rows[k : k + 3]) for k in (0, 3, 6)]
    bar = "---+---+---\n"
    whole, short = bar.join(bands), bar.join(bands[:2])
    framed, short_framed = f"{bar}{whole}{bar}", f"{bar}{short}{bar}"
    spaced, short_spaced = "\n".join(bands), "\n".join(bands[:2])
    assert cells_in(short + "\n" + whole) == ["", BARE]
    assert cells_in(short_framed + framed) == ["", BARE]
    assert cells_in(f"{short_spaced}\n# comment\n{spaced}") == ["", BARE]
    assert cells_in(f"{short_spaced}\nTitle\n{spaced}") == ["", BARE]
    assert cells_in("\n".join([spaced, framed, whole])) == [BARE] * 3


def test_empty_rows_are_rows_even_if_dashes_or_tabs_are_blanks() -> None:
    puzzle = "." * 9 + EASY[9:27] + "." * 9 + EASY[36:]
    rows = [puzzle[k : k + 9] for k in range(0, 81, 9)]
    dashes = "".join(row.replace(".", "-") + "\n" for row in rows)
    spaced = "".join(" ".join(row.replace(".", "-")) + "\n" for row in rows)
    tabs = "".join("\t".join(row).replace(".", "") + "\n" for row in rows)
    commas = "".join(",".join(row).replace(".", "") + ",\n" for row in rows)
    assert [cells_in(text) for text in (dashes, spaced, tabs, commas)] == [[puzzle]] * 4


ROWS = [EASY[k : k + 9] for k in range(0, 81, 9)]
SPACED = [row.replace(".", " ") for row in ROWS]
LISTS = [f"[{', '.join(row.replace('.', '0'))}]" for row in ROWS]
TUPLES = "(" + ", ".join(LISTS).replace("[", "(").replace("]", ")") + ")"
ARRAY = ",\n       ".join(LISTS)
BAR = "╠═══╪═══╪═══╬═══╪═══╪═══╬═══╪═══╪═══╣"
WAYS = {
    "spaces between nine bars": [f"|{'|'.join(row)}|" for row in SPACED],
    "a table of Markdown": ["| " + " | ".join(row) + " |" for row in SPACED],
    "spaces in boxes": [f"║ {' │ '.join(row)} ║\n{BAR}" for row in SPACED],
    "spaces in threes": [f"|{r[:3]}|{r[3:6]}|{r[6:]}|" for r in SPACED],
    "spaces in wide threes": [
        f"| {' '.join(r[:3])} | {' '.join(r[3:6])} | {' '.join(r[6:])} |"
        for r in SPACED
    ],
    "hard spaces": [f"|{'|'.join(row)}|".replace(" ", "\xa0") for row in SPACED],
    "lists that a loop prints": LISTS,
    "lists of strings that a loop prints": [str(list(row)) for row in ROWS],
    "arrays that a loop prints": [row.replace(",", "") for row in LISTS],
    "tuples that a loop prints": [f"({row[1:-1]})," for row in LISTS],
    "Java": ["int[][] g = {", *(f"  {{{row[1:-1]}}}," for row in LISTS), "};"],
    "a tuple of tuples": [TUPLES],
    "a list of tuples": [f"[{TUPLES[1:-1]}]"],
    "a named tuple": [f"grid = ({TUPLES[1:-1]})"],
    "an array of numpy": [f"array([{ARRAY}])"],
    "a program": [
        "import numpy as np",
        f"grid = np.array([{ARRAY}])",
        "print(f(grid))",
    ],
    "numpy's floats": [f"[{' '.join(LISTS)}]".replace(",", ".").replace("]", ".]", 9)],
    "pandas' floats": [
        ",".join(f"{cell}.0" if cell != "." else "" for cell in row) for row in ROWS
    ],
    "pandas' columns": ["0,1,2,3,4,5,6,7,8", *(",".join(row) for row in ROWS)],
    "a text in Python": ['grid = """', *ROWS, '"""'],
    "Markdown": ["# A puzzle", "Do it:", "```text", *ROWS, "```", "Good luck."],
    "a number of puzzles": ["49158", EASY],
    "a number above rows": ["12", *ROWS],
    "comments of other languages": ["// mine", "% easy", "! hard", "; done", EASY],
    "HoDoKu's library": [f":0100:5:+4+8{EASY[2:]}::r1c1:"],
    "lists of strings in a list": [str([list(row) for row in ROWS])],
    "lists of strings and nothing": [
        dumps([[cell.replace(".", "") for cell in row] for row in ROWS])
    ],
    "81 strings in a list": [dumps(list(EASY))],
    "81 numbers in a list": [dumps([int(c) for c in EASY.replace(".", "0")])],
    "a board in JSON": [f'{{"board": [{",".join(LISTS)}], "difficulty": "easy"}}'],
}


@pytest.mark.parametrize("way", WAYS)
def test_puzzles_are_read_as_people_and_their_programs_write_them(way: str) -> None:
    text = "\n".join(WAYS[way])
    assert cells_in(f"{text}\n") == cells_in(text) == [EASY]
    assert cells_in(f"{text}\n\n{text}") == [EASY, EASY]


def test_a_row_without_a_given_may_be_spaces_between_bars() -> None:
    rows = [BARE[k : k + 9].replace(".", " ") for k in range(0, 81, 9)]
    for bar in "|│┃║":
        lines = [f"{bar} {f' {bar} '.join(row)} {bar}" for row in rows]
        assert cells_in("\n".join(lines)) == [BARE]
    assert cells_in("|   |   |   |\n" * 9) == ["." * 81]


def moves_in(text: str) -> list[str]:
    """What is read: each puzzle as its moves, each error as its message."""
    return [
        found.detail
        if isinstance(found, FormatError)
        else "".join(
            f"{k}{digit}" for k, digit in enumerate(found.cells) if digit > "."
        )
        for found in parse(text)
    ]


def test_moves_are_a_list_of_row_column_and_number_as_in_the_starter() -> None:
    assert text_of(["." * 72 + EASY[:9]], "moves") == (
        "moves = [(8, 2, 3), (8, 4, 2), (8, 6, 6)]\n"
    )
    assert moves_in("first_moves = [(0, 1, 7),\n    (8,7,1),\n]\n") == ["17791"]
    assert moves_in("[(0, 1, 7)]\nmoves=[]\n[[(0, 2, 1)], [(0, 0, 8)]]") == [
        *("17", "", "21", "08")
    ]
    assert moves_in("moves = [(0, 1, 7),\nother_moves = [(0, 2, 5)]") == [
        "another puzzle; expected ']' for the '[' in line 1, column 9",
        "25",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[(0, 1, 7), (0, 1, 7)]", "a second move for row 0 and column 1"),
        ("[(9, 1, 7)]", "the move (9, 1, 7); expected a row and a column from 0 to 8"),
        ("[(0, 9, 7)]", "the move (0, 9, 7); expected a row and a column from 0 to 8"),
        ("[(0, 8, 0)]", "the move (0, 8, 0); expected a row and a column from 0 to 8"),
        ("[(0, ., 5)]", "'.'; expected a list or an object as JSON or Python writes"),
        ("[[0, 1, 7]]", "a list of 1 row; expected 9 rows of 9 cells"),
        ("[(0, 1, 7), 5]", "a list of moves and other values; expected only one kind"),
        (f"[(0, 1, 7), '{EASY[:9]}']", "a list of moves and other values"),
        ("[]", "a list of 0 cells"),
    ],
)
def test_input_that_is_not_a_list_of_moves_is_refused(text: str, expected: str) -> None:
    (error,) = moves_in(text)
    assert error.startswith(expected)


def test_a_frame_is_as_wide_as_its_cells() -> None:
    bar = "+-------+-------+-------+\n"
    band = "| . . . | . . . | . . . |\n" * 3
    assert text_of(["." * 81], "grid") == bar + 3 * (band + bar)
    first, second, third = text_of([BARE], "candidates").splitlines()[:3]
    assert first == (
        "+------------------------+---------------------+----------------------+"
    )
    assert second == (
        "| 3689   6789   36789    | 2     89    1       | 4      3579   356789 |"
    )
    assert third == (
        "| 234689 5      12346789 | 4689  489   34689   | 23689  12379  136789 |"
    )


def test_a_file_with_every_second_line_empty_is_read() -> None:
    for style in ("rows", "grid", "ss", "sdk", "csv", "candidates"):
        for puzzles in ([BARE], [BARE, BARE]):
            text = text_of(puzzles, style).replace("\n", "\n\n")
            assert cells_in(text) == puzzles


def test_moves_are_written_with_a_line_for_each_row() -> None:
    assert text_of([EASY[:18] + "." * 63], "moves") == (
        "moves = [(0, 2, 3), (0, 4, 2), (0, 6, 6),\n"
        "         (1, 0, 9), (1, 3, 3), (1, 5, 5), (1, 8, 1)]\n"
    )


def test_the_line_of_a_puzzle_is_that_of_its_first_row() -> None:
    for style, lines in (
        ("line", [2, 3]),
        ("rows", [2, 12]),
        ("grid", [3, 17]),
        ("sdk", [3, 14]),
        ("ss", [2, 14]),
        ("csv", [2, 12]),
        ("candidates", [3, 17]),
    ):
        entries = parse("# first\n" + text_of([BARE, BARE], style))
        assert [entry.line for entry in entries] == lines


def test_81_words_of_candidates_in_a_line_are_a_puzzle() -> None:
    marks = " ".join("12" if cell == "." else cell for cell in EASY)
    assert cells_in(marks) == [EASY]
