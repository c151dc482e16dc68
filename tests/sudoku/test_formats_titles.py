"""Titles, headings, sections and marks of other programs around a puzzle."""

import pytest

from sudoku.formats import FormatError, Puzzle, parse
from tests.sudoku.formats_read import BARE, EASY, cells_in, text_of

SOLVED = (
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
)
STATE = f"48{EASY[2:]}"  # the player has found two digits
ROWS = text_of([EASY], "sdk").removeprefix("[Puzzle]\n")
OTHERS = text_of([BARE], "sdk").removeprefix("[Puzzle]\n")


def solid(cells: str) -> str:
    return "".join(cells[k : k + 9] + "\n" for k in range(0, 81, 9))


def errors_in(text: str) -> list[str]:
    return [str(entry) for entry in parse(text, "f") if isinstance(entry, FormatError)]


DATES = [
    *("2024-01-05", "03/04/2020", "05.01.2024", "5.1.2024", "12.5.2019", "2024/1/5"),
    *("2024-1-05", "1/5/24", "05.01.24", "5-1-2024", "2024年1月5日", "2024. 1. 5."),
    *("5 Jan 2024", "5. Januar 2024", "1er janvier 2024", "12 de mayo de 2024"),
    *("2024-01-05 10:35", "2024-01-05T10:35:07Z", "1/5/24, 10:35 PM", "Fri 5 Jan"),
    *("2024-01-05 (easy)", "# 2024-01-05", "== 2024-01-05 ==", "(5.1.2024)"),
]
NUMBERS = [
    *("1.", "(1)", "1)", "* 1", "-- 1 --", "=== 1 ===", "[1]", "[Puzzle 1]", "1/50"),
    *("9 9", "9x9", "9 x 9", "9,9", "No. 1", "Nr. 7", "#12", "№ 3", "<1>", "1st"),
    *("Puzzle #12 (hard)", "Givens", "Start", "Input:", "1. Easy", "17 clues"),
    *("[Easy]", "A1"),
    *("A B C D E F G H I", "c1 c2 c3 c4 c5 c6 c7 c8 c9", "[Grid 01]", "12: hard"),
]


@pytest.mark.parametrize("title", DATES + NUMBERS)
@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_date_a_number_or_a_name_above_a_puzzle_is_its_title(
    title: str, gap: str
) -> None:
    text = f"{title}\n{gap}{ROWS}{gap}{title}\n{gap}{OTHERS}"
    assert cells_in(text) == [EASY, BARE]
    assert cells_in(f"{title}\n{EASY}\n{title}\n{BARE}\n") == [EASY, BARE]


@pytest.mark.parametrize("title", DATES + NUMBERS)
def test_a_title_inside_a_grid_ends_it(title: str) -> None:
    lines = ROWS.splitlines(keepends=True)
    for k in range(1, 9):
        text = "".join([*lines[:k], f"{title}\n", *lines[k:]])
        assert set(cells_in(f"{text}\n{OTHERS}")) - {BARE} == {""}


NO_TITLES = ["7 5", "5 z", "1 2 3 4", "12..", "0", "z", "5.3.70.4.", "12345678"]


@pytest.mark.parametrize("line", NO_TITLES)
def test_too_few_cells_for_a_row_are_not_a_title(line: str) -> None:
    assert errors_in(f"{line}\n\n{OTHERS}") != []


SOLUTIONS = [
    *("Result:", "Output:", "Lösung:", "Final:", "Solved grid", "Sudoku solution"),
    *("Solución", "Soluzione:", "Réponse", "Oplossing", "Çözüm", "Решение"),
    "解答",
    *("ANSWER KEY", "Puzzle 1 - completed", "## Solution", "**Solution**"),
]


@pytest.mark.parametrize("title", SOLUTIONS)
@pytest.mark.parametrize("style", ["sdk", "list", "line", "grid", "json"])
def test_a_full_grid_titled_as_a_solution_is_refused_in_every_format(
    title: str, style: str
) -> None:
    full = text_of([SOLVED], style).removeprefix("[Puzzle]\n")
    text = f"Puzzle:\n{ROWS}{title}\n{full}Puzzle 2\n{OTHERS}"
    assert cells_in(text) == [EASY, "", BARE]
    (error,) = errors_in(text)
    assert error.startswith("f:12:1: ") or error.startswith("f:13:1: ")


@pytest.mark.parametrize("title", ["State:", "Current grid", "Step 3", "Pencil marks"])
def test_a_grid_titled_as_the_state_of_a_game_is_refused(title: str) -> None:
    text = f"Puzzle\n{ROWS}{title}\n{solid(STATE)}Next\n{OTHERS}"
    assert cells_in(text) == [EASY, "", BARE]
    assert errors_in(text) == [
        f"f:12:1: a grid titled {title!r}; expected a puzzle or no title"
    ]


MARKS = "".join(",".join(["12", *[""] * 7, "3u"]) + "\n" for _ in range(9))


@pytest.mark.parametrize(
    "section", ["[State]\n" + solid(STATE), "[PencilMarks]\n" + MARKS]
)
@pytest.mark.parametrize("between", ["", "\n", "# another\n", "Another\n", "[Hard]\n"])
def test_a_grid_after_a_section_of_a_saved_game_is_read(
    section: str, between: str
) -> None:
    saved = f"#AMe\n#B2024-01-05\n[Puzzle]\n{ROWS}{section}"
    assert cells_in(saved) == [EASY]
    assert cells_in(f"{saved}{between}{OTHERS}") == [EASY, BARE]
    assert cells_in(f"{saved}[Solution]\n{solid(SOLVED)}{saved}") == [EASY, EASY]
    assert cells_in(f"{saved}{between}{OTHERS[10:]}") == [EASY, ""]


FULL = "123 456 789"


def test_three_lines_of_candidates_for_each_row_are_refused() -> None:
    row = "".join(" ".join([third] * 9) + "\n" for third in FULL.split())
    assert set(cells_in(row * 9)) == {""}
    barred = "".join(f"|{' | '.join([third] * 9)}|\n" for third in FULL.split())
    assert set(cells_in(barred * 9)) == {""}
    assert cells_in(("123456789 " * 9 + "\n") * 9) == ["." * 81]


CODES = {
    "BBCode": f"[code]\n{ROWS}[/code]\n",
    "BBCode around rows": f"[code]{ROWS[:-1]}[/code]\n",
    "BBCode in a post": f'[quote="Ann, 5 Jan"]Easy:[/quote]\n[b]Mine[/b]\n{ROWS}[/tt]',
    "BBCode with values": f"[size=85][color=#FF0000]\n{ROWS}[/color][/size]\n",
    "HTML": f"<pre>\n{ROWS}</pre>\n",
    "lines of HTML": "<p>" + ROWS.replace("\n", "<br>\n") + "</p>\n",
    "a line in a tag": f"[code]{EASY}[/code]\n",
    "a quotation": "".join(f"> {row}\n" for row in ROWS.split()),
    "a quotation of a quotation": "".join(f"> > {row}\n" for row in ROWS.split()),
    "quotation signs without spaces": "".join(f">>{row}\n" for row in ROWS.split()),
    "a quoted frame": "".join(
        f"> {row}\n" for row in text_of([EASY], "grid").splitlines()
    ),
    "a quoted list": "> " + text_of([EASY], "list").replace("\n ", "\n>  "),
    "quoted CSV": "".join(f"> {row}\n" for row in text_of([EASY], "csv").splitlines()),
    "a quoted block of code": "> ```\n> " + ROWS.replace("\n", "\n> ") + "```\n",
}


@pytest.mark.parametrize("way", CODES)
def test_quotation_marks_of_forums_and_mails_are_not_cells(way: str) -> None:
    text = CODES[way]
    assert cells_in(text) == [EASY]
    assert cells_in(f"{text}\n{text}\n{OTHERS}") == [EASY, EASY, BARE]
    assert cells_in(text.replace("\n", "\r\n")) == [EASY]


def test_an_error_in_a_quotation_counts_its_signs() -> None:
    text = f"> [b]Mine[/b]\n> {ROWS[:5]}q{ROWS[6:9]}\n"
    (error,) = errors_in(text)
    assert error.startswith("f:2:8: 'q'; expected a digit")


RULE = "|---" * 9 + "|\n"
TABLE = "".join(
    f"| {' | '.join(row.replace('.', ' '))} |\n" for row in ROWS.splitlines()
)
HEADS = ["A B C D E F G H I", "1 2 3 4 5 6 7 8 9", "c1 c2 c3 c4 c5 c6 c7 c8 c9", " "]


@pytest.mark.parametrize("names", HEADS)
def test_a_table_of_markdown_may_have_a_heading(names: str) -> None:
    head = f"| {' | '.join(names.split() or [' '] * 9)} |\n"
    for rule in (RULE, "|:-:" * 9 + "|\n"):
        text = head + rule + TABLE
        assert cells_in(text) == [EASY]
        assert cells_in(f"{text}\n{text}") == [EASY, EASY]
        assert set(cells_in(head + rule + TABLE[:-38])) == {""}


def test_the_first_row_of_a_puzzle_may_be_the_heading_of_a_markdown_table() -> None:
    rows = TABLE.splitlines(keepends=True)
    text = "".join([rows[0], RULE, *rows[1:]])
    assert cells_in(text) == [EASY]
    assert cells_in(f"{text}\n{text}") == [EASY, EASY]
    assert set(cells_in("".join([rows[0], RULE, *rows[1:8]]))) == {""}
    assert set(cells_in("".join([rows[0], "\n", *rows[1:]]))) == {""}


def test_a_puzzle_keeps_the_line_of_its_first_row_below_its_titles() -> None:
    entries = parse(f"[code]\n2024-01-05\n\n{ROWS}[/code]\n")
    assert [entry.line for entry in entries if isinstance(entry, Puzzle)] == [4]


@pytest.mark.parametrize("rows", ["1234 3412 2143 4321", "123456 " * 6, "5 3 4 " * 27])
def test_a_column_of_numbers_is_not_a_column_of_titles(rows: str) -> None:
    text = rows.replace(" ", "\n").strip() + "\n"
    assert cells_in(f"{ROWS}\n{text}\n{OTHERS}") == [EASY, "", BARE]
    assert cells_in(f"1\n{ROWS}2\n9\n{OTHERS}") == [EASY, BARE]


ODD = {
    "a mail": "From: a@b.c\nMIME-Version: 1.0\nSubject: Re: help\n\n" + ROWS,
    "a thread": f"Re: X-Wing\nby Ann » Fri Jan 05, 2024\n{ROWS}{'_' * 17}\nBye!\n",
    "WhatsApp": f"[05/01/2024, 10:35:07] Ann: this\n{ROWS}\n05/01/2024, 10:36 - Bob: ok\n",
    "a log": f"Reading in.txt\n{ROWS}Solving...\nSolved in 0.012 s (35 guesses)\n",
    "a page of a PDF": f"Page 1 of 9\nPuzzle 1\n{ROWS}\n- 12 -\n\f\n13\n",
    "an item of a list": f"- {EASY}\n",
    "TOML": f"[[puzzles]]\nname = 'a'\ngrid = '{EASY}'\n",
    "stars": f"Mine\n***\n{ROWS}* * *\nBye\n",
}


@pytest.mark.parametrize("way", ODD)
def test_words_around_a_puzzle_are_titles(way: str) -> None:
    assert cells_in(ODD[way]) == [EASY]


@pytest.mark.parametrize("name", ["Row {}: {}", "r{} {}", "&gt; {1}", "{}: {}"])
def test_rows_with_names_are_not_titles(name: str) -> None:
    for spaced in ("", " "):
        rows = (name.format(k, spaced.join(row)) for k, row in enumerate(ROWS.split()))
        text = "".join(f"{row}\n" for row in rows)
        assert cells_in(f"{OTHERS}\n{text}\n{OTHERS}") == [BARE, "", BARE]
    assert cells_in(f"Game 482910573\n{ROWS}") == [EASY]


def test_a_title_of_several_solutions_lasts_until_the_next_puzzles() -> None:
    full = solid(SOLVED)
    text = f"Puzzle 1\n{ROWS}Solutions\nPuzzle 1\n{full}Puzzle 2\n{full}"
    assert cells_in(text) == [EASY, "", ""]
    assert cells_in(f"{text}More puzzles\n{full}") == [EASY, "", "", SOLVED]
    assert cells_in(f"Before:\n{ROWS}After:\n{solid(STATE)}") == [EASY, ""]
