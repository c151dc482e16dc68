"""Each mistake in a file is one error, which names its line and column."""

from pathlib import Path

import pytest

from sudoku.formats import Entry, Puzzle, parse, puzzle_in, read_file, read_lines, write

LINE = (
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
)
ROWS = "".join(LINE[k : k + 9] + "\n" for k in range(0, 81, 9))
LIST = "".join(write([LINE], "list"))
XML = "".join(write([LINE, LINE], "opensudoku"))
OLD = "version: 1\n" + "5|-|0|" * 81
BLANK = "expected a digit or a blank (. 0 _ * - x X ?)"
COUNT = "expected 9 in a row or 81 in a line"
NOTHING = "no puzzle; expected a grid of 81 cells"
UNCLOSED = "expected ']' for the '[' in line"
PARSED = "expected a list or an object as JSON or Python writes it"
AFTER_END = "expected no bracket after the last one of a document"
OF_ROWS = "expected 9 rows of 9 cells"
XML_ERROR = "expected XML of OpenSudoku or KSudoku"


def ends_after(rows: str) -> str:
    return f"a grid that ends after {rows}; expected 9 rows"


ends_at_9 = f"f:9:1: {ends_after('8 rows')}"


def told(found: list[Entry]) -> list[str]:
    return [
        "good" if isinstance(one, Puzzle) and one.cells == LINE else str(one)
        for one in found
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [f"f:1:1: {NOTHING}"]),
        ("# title\n\nGrid\n", [f"f:3:1: {NOTHING}"]),
        (
            f"{LINE}\n{LINE[:40]}z{LINE[41:]}\n{LINE}",
            ["good", f"f:2:41: 'z'; {BLANK}", "good"],
        ),
        (f"ab12 {LINE[:40]}é{LINE[41:]} 1.2", [f"f:1:46: 'é'; {BLANK}"]),
        (f"{LINE[:80]}\n{LINE}", [f"f:1:81: 80 cells; {COUNT}", "good"]),
        (f"{LINE}1\n{LINE}", [f"f:1:82: 82 cells; {COUNT}", "good"]),
        (f"7 5\n{ROWS}", [f"f:1:4: 2 cells; {COUNT}", "good"]),
        (ROWS.replace("9..3", "9..3.."), [f"f:2:10: 11 cells; {COUNT}"]),
        (ROWS.replace("9..3", "9.3") + ROWS, [f"f:2:9: 8 cells; {COUNT}", "good"]),
        (" ".join(ROWS).replace("9 .", "9 z", 1), [f"f:2:4: 'z'; {BLANK}"]),
        (ROWS.replace(".", "·"), [f"f:1:1: '·'; {BLANK}"]),
        ("12..\n..34\n....\n4..1\n", [f"f:1:5: 4 cells; {COUNT}"]),
        (
            ROWS.replace("3.5", "z.5").replace("8..2", "8y.2") + "\n" + ROWS,
            [f"f:2:4: 'z'; {BLANK}", "good"],
        ),
        (
            f"5 5\n7 7\n\n8\t8\n{ROWS}".replace("3.5", "z.5"),
            [
                f"f:1:4: 2 cells; {COUNT}",
                f"f:4:4: 2 cells; {COUNT}",
                f"f:6:4: 'z'; {BLANK}",
            ],
        ),
        (
            "".join(f"{LINE[:k]}z{LINE[k + 1 :]}\n" for k in (3, 4)),
            [f"f:1:4: 'z'; {BLANK}", f"f:2:5: 'z'; {BLANK}"],
        ),
        (
            f"f(1)\n[{', '.join(LINE[:9])}]",
            [f"f:1:1: 'f'; {BLANK}", f"f:2:1: {ends_after('1 row')}"],
        ),
        (
            "[" + ", ".join(LINE[:9]) + ",\n]",
            [f"f:1:2: '.'; {PARSED}"],
        ),
        (ROWS[:80], [f"f:8:1: {ends_after('8 rows')}"]),
        (ROWS[:10] + LINE, [f"f:1:1: {ends_after('1 row')}", "good"]),
        (ROWS[:20] + "Grid 2\n" + ROWS, [f"f:2:1: {ends_after('2 rows')}", "good"]),
        (ROWS[:20] + "# two\n" + ROWS, [f"f:2:1: {ends_after('2 rows')}", "good"]),
        ("| 5 3   | z 7   |       |", [f"f:1:11: 'z'; {BLANK}"]),
        ("  |53 |7  |  z|", [f"f:1:14: 'z'; {BLANK}"]),
        ("|5|3| |z| | | | | |", [f"f:1:8: 'z'; {BLANK}"]),
        ("12345z\n" + ROWS[10:], [f"f:1:6: 'z'; {BLANK}"]),
        ("1234z\n" + ROWS[10:], [f"f:1:5: 'z'; {BLANK}", ends_at_9]),
        ("1" * 19 + "\n" + ROWS[10:], [f"f:1:10: 19 cells; {COUNT}"]),
        ("1" * 20 + "\n" + ROWS[10:], [f"f:1:10: 20 cells; {COUNT}", ends_at_9]),
        (
            "x = [1, 2, 3, 4, 5, 6, 7, 8, 9]",
            [f"f:1:5: a list of 9 cells; {OF_ROWS}"],
        ),
        ("[1 2 3 4 5 6 7 8 9 1", [f"f:1:21: the end; {UNCLOSED} 1, column 1"]),
        ("5,,3,12,,,,,\n", [f"f:1:6: '12'; {BLANK}"]),
        ("1 2 3 4 . 72 . . .\n", [f"f:1:11: '72'; {BLANK}"]),
        ("12 34 56 78 19 77 3 4 5\n", [f"f:1:16: '77'; {BLANK}"]),
        ("abq5377...\n", [f"f:1:1: 'a'; {BLANK}"]),
        (ROWS.replace("9.", "ab", 1).replace(".", "5"), [f"f:2:1: 'a'; {BLANK}"]),
        (
            LIST.replace("0, 1],", "0, 1,") + LIST,
            [f"f:10:1: another puzzle; {UNCLOSED} 1, column 1", "good"],
        ),
        (
            LIST.replace("[9, 0", "[9, 12") + LIST,
            [f"f:2:2: row 2, column 2: 12; {BLANK}", "good"],
        ),
        (
            LIST.replace("[9, 0", "[9") + LIST,
            ["f:2:2: row 2 has 8 cells; expected 9", "good"],
        ),
        (
            LIST.replace("[9, 0", "[9, 0, 0") + LIST,
            ["f:2:2: row 2 has 10 cells; expected 9", "good"],
        ),
        (
            "[[" + LIST[LIST.index("9") :] + LIST,
            [f"f:1:1: a list of 8 rows; {OF_ROWS}", "good"],
        ),
        (
            LIST[:-2] + "\n" + LIST,
            [f"f:10:1: another puzzle; {UNCLOSED} 1, column 1", "good"],
        ),
        (LIST[:-3] + "\n", [f"f:9:28: the end; {UNCLOSED} 9, column 2"]),
        (
            LIST.replace("]]", "]]]") + LIST,
            ["good", f"f:9:30: ']'; {AFTER_END}", "good"],
        ),
        (
            LIST.replace("]]", "]}") + LIST,
            [f"f:9:29: '}}'; {PARSED}", "good"],
        ),
        (f"{'[' * 51}1", [f"f:1:51: '[' in 50 others; {OF_ROWS}"]),
        (
            f'["{LINE[:9]}z{LINE[10:]}", "{LINE}"]',
            [f"f:1:2: [0]: cell 10: 'z'; {BLANK}", "good"],
        ),
        (f'["{LINE[:80]}"]', ["f:1:2: [0]: 80 cells; expected 81"]),
        (
            '{"grid": 1}',
            ['f:1:1: an object without a grid; expected "puzzle" and 81 cells'],
        ),
        (
            f'{{"puzzle": "\n{{"puzzle": "{LINE}"}}',
            [
                "f:2:1: another puzzle; expected '}' for the '{' in line 1, column 1",
                "good",
            ],
        ),
        (
            XML.replace("30", "z0", 1),
            [f"f:3:3: a game with 'z' in r1c3; {BLANK}", "good"],
        ),
        (
            XML.replace("30", "3", 1),
            ["f:3:3: a game with 80 cells; expected 81", "good"],
        ),
        (
            XML.replace("data", "date", 1),
            ["f:3:3: a game with 0 cells; expected 81", "good"],
        ),
        (
            f'<opensudoku><game data="{OLD[:-6]}"/></opensudoku>',
            ["f:1:13: a game with 240 fields; expected 3 or 4 for each cell"],
        ),
        ("<html></html>", ["f:1:1: <html>; expected <opensudoku> or <ksudoku>"]),
        (
            XML.replace('"/>', "/>", 1),
            [f"f:4:3: not well-formed (invalid token); {XML_ERROR}"],
        ),
        (
            XML.replace("</opensudoku>\n", ""),
            ["good", "good", f"f:5:1: no element found; {XML_ERROR}"],
        ),
    ],
)
def test_a_mistake_is_one_error_with_its_place(text: str, expected: list[str]) -> None:
    assert told(parse(text, "f")) == expected


BYTES = [
    (b"0\xff\n", "f:1:2: byte 0xff; expected a digit or a blank"),
    (b"1\n\x89PNG\r\n\0", "f:3:1: byte 0x00; expected text"),
    (b"\xff\xfe1\0", "f:1:1: byte 0xff; expected text"),
    (b"[[1, \xe9]]", "f:1:6: byte 0xe9; expected a list or an object as JSON"),
]


@pytest.mark.parametrize(("data", "expected"), BYTES, ids=repr)
def test_a_byte_that_is_no_text_is_named(data: bytes, expected: str) -> None:
    *_, error = read_lines(data.splitlines(keepends=True), "f")
    assert str(error).startswith(expected)


def test_text_outside_the_cells_may_be_in_any_encoding() -> None:
    puzzle = LINE.encode()
    lines = [b"# caf\xe9\n", b"caf\xe9 1\n", puzzle + b" caf\xe9\n", b"\xe9\t" + puzzle]
    assert told(list(read_lines(lines, "f"))) == ["good", "good"]


@pytest.mark.parametrize(
    "declared", ['x SYSTEM "/etc/passwd"', 'x [<!ENTITY a "00">]', 'x PUBLIC "a" "b"']
)
def test_xml_that_could_define_entities_is_refused(declared: str) -> None:
    bare = XML[XML.index("<opensudoku") :]
    assert told(parse(f"<!DOCTYPE opensudoku>\n{bare}")) == ["good", "good"]
    text = f"<!DOCTYPE {declared}>\n{bare}"
    (error,) = parse(text, "f")
    assert "a document type (<!DOCTYPE>); expected only its name" in str(error)
    (error,) = parse(XML.replace('data="0', 'data="&a;', 1), "f")
    assert str(error).startswith("f:3:3: undefined entity")


def test_a_file_that_cannot_be_opened_is_an_error_without_a_line(
    tmp_path: Path,
) -> None:
    absent = str(tmp_path / "absent")
    assert told(list(read_file(absent))) == [f"{absent}: No such file or directory"]
    assert told(list(read_file(str(tmp_path)))) == [f"{tmp_path}: Is a directory"]


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    for text in (LINE, ROWS, LIST, XML):
        joined = parse(f"\ufeff{text}\n\ufeff{text}\n")
        assert told(joined) == 2 * told(parse(text))
        path = tmp_path / "marked"
        path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
        assert set(told(list(read_file(str(path))))) == {"good"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_may_end_in_any_way_and_the_text_may_be_utf_16(
    encoding: str, newline: str, tmp_path: Path
) -> None:
    path = tmp_path / "text"
    two_pieces = f"#{'x' * 1000}\n" * 1100 + ROWS
    for text, number in [
        (LINE, 1),
        (f"{LINE}\n{LINE}\n", 2),
        (two_pieces, 1),
        (XML, 2),
    ]:
        path.write_bytes(text.replace("\n", newline).encode(encoding))
        assert told(list(read_file(str(path)))) == ["good"] * number
    path.write_bytes(f"{LINE}\n{LINE[:40]}ü".replace("\n", newline).encode(encoding))
    assert told(list(read_file(str(path)))) == ["good", f"{path}:2:41: 'ü'; {BLANK}"]


def test_an_error_in_a_long_line_counts_from_its_start() -> None:
    text = ("[" + f'"{LINE}",' * 14_000 + f'"z{LINE[1:]}"]').encode()
    *good, error = read_lines([text[: 2**20], text[2**20 :]], "f")
    assert len(good) == 14_000
    assert str(error).startswith(f"f:1:{text.index(b'z')}: [14000]: cell 1: 'z'; ")


def test_about_81_cells_are_a_puzzle_of_their_own_or_its_mistake() -> None:
    puzzle = puzzle_in(LINE.replace(".", "_"))
    assert isinstance(puzzle, Puzzle)
    assert (puzzle.cells, puzzle.name, puzzle.line) == (LINE, "argument", 1)
    assert str(puzzle_in(LINE[:-1])) == f"argument:1:81: 80 cells; {COUNT}"
    assert str(puzzle_in(f"{LINE}..")) == f"argument:1:82: 83 cells; {COUNT}"
    assert str(puzzle_in("z" + LINE[1:])) == f"argument:1:1: 'z'; {BLANK}"
    assert str(puzzle_in(LINE[:72])) == f"argument:1:73: 72 cells; {COUNT}"
    assert str(puzzle_in(LINE[:72] + "é" * 9)) == f"argument:1:73: 'é'; {BLANK}"
    assert puzzle_in(LINE[:72] + "é" * 10) is None
    for name in (
        LINE[:71],
        LINE[:40],
        f"./{LINE}",
        "puzzles_of_2026",
        "-",
        LINE + "a" * 10,
    ):
        assert puzzle_in(name) is None


def test_rows_between_bad_rows_do_not_become_a_puzzle() -> None:
    rows = [row if k % 2 else "z" + row[1:] for k, row in enumerate(ROWS.split() * 2)]
    assert told(parse("\n".join(rows), "f")) == [
        f"f:{line}:1: 'z'; {BLANK}" for line in (1, 11)
    ]
