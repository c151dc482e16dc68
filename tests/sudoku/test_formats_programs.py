"""Files as other programs and sites write them are read, or refused with a reason.

They were written by hand from the documentation of each format, or from its source.
More are in tests/golden/formats.
"""

from json import dumps

import pytest

from sudoku.formats import FormatError, parse
from tests.sudoku.formats_read import BARE, EASY, cells_in
from tests.sudoku.test_formats_titles import SOLVED, STATE

ROWS = [EASY[k : k + 9] for k in range(0, 81, 9)]
DIGITS = [row.replace(".", "0") for row in ROWS]
FULL = [SOLVED[k : k + 9] for k in range(0, 81, 9)]
ZEROS = EASY.replace(".", "0")
GRID = [[int(cell) for cell in row] for row in DIGITS]
BRACES = str.maketrans("[]", "{}")
SOLUTION = [[int(cell) for cell in row] for row in FULL]


def lines(rows: list[str], form: str = "{}", between: str = "") -> str:
    return "".join(form.format(between.join(row)) + "\n" for row in rows)


def banded(rows: list[str], rule: str) -> str:
    return f"{rule}\n".join(lines(rows[k : k + 3]) for k in (0, 3, 6))


def thirds(row: str, between: str, bar: str) -> str:
    return bar.join(between.join(row[k : k + 3]) for k in (0, 3, 6))


def marked(sign: str, width: int = 0) -> list[str]:
    """Rows of candidates, with these in place of a blank."""
    return [
        thirds("".join(row), " ", " | ").replace(".", sign.ljust(width)) for row in ROWS
    ]


def letters(cells: str) -> str:
    """Cells as KSudoku writes them."""
    return "".join("_" if cell == "." else "abcdefghij"[int(cell)] for cell in cells)


def ksudoku(graph: str) -> str:
    return f"""<!DOCTYPE ksudoku>
<ksudoku>
 <game had-help="0" msecs-elapsed="1234">
  <puzzle>
   <graph {graph}/>
   <values>{letters(EASY)}</values>
   <solution>{letters(SOLVED)}</solution>
  </puzzle>
  <history>
   <simple-event value="4" index="0"/>
  </history>
 </game>
</ksudoku>
"""


HEADER = "#AMe\n#DA puzzle\n#CHard?\n#B03-08-2006\n#SSudoCue\n#LEasy\n#Uhttp://a.bc/\n"
SECTIONS = f"[Puzzle]\n{lines(ROWS)}[State]\n{lines([STATE[:9], *ROWS[1:]])}"
PENCIL = "[PencilMarks]\n" + ",15,,49,,,,,\n" * 9
COLORS = "[CellColors]\n" + "000000000\n" * 9
GIVEN = [
    [{"value": int(cell), "given": True} if cell != "." else {} for cell in row]
    for row in ROWS
]
WIDE = ["+" + "---+" * 9, *(f"| {' | '.join(row)} |" for row in ROWS)]
READ = {
    "SadMan, all sections": HEADER + SECTIONS + PENCIL + COLORS,
    "SadMan, 81 cells": lines(ROWS),
    "SudoCue .sdk": HEADER + lines(ROWS),
    "SudoCue .sdx": lines(FULL, between=" ").replace("4 8 3", "u4 u8 3", 1),
    "SudoCue .sdm": f"{ZEROS}\n",
    "Simple Sudoku .ss": banded([thirds(row, "", "|") for row in ROWS], "-" * 11),
    "Simple Sudoku, copied": " *-----------*\n"
    + banded([f" |{thirds(row, '', '|')}|" for row in ROWS], " |---+---+---|")
    + " *-----------*\n Simple Sudoku\n  Version 4.2n\n",
    "VBForums .msk": lines(DIGITS),
    "VBForums .sol": lines(FULL),
    "HoDoKu, library": f":0901:7:+4+8{EASY[2:]}:419:r1c1::\n",
    "HoDoKu, copied": ".-------.-------.-------.\n"
    + banded([f"| {row} |" for row in marked("159")], ":-------+-------+-------:")
    + "'-------'-------'-------'\n",
    "Sudoku Explainer": lines(ROWS),
    "QQWing": banded([f" {thirds(row, ' ', ' | ')}" for row in ROWS], "---|---|---"),
    "QQWing, compact": f"Puzzle:\n{EASY}\nDifficulty: Easy\n",
    "QQWing, CSV": f"Puzzle,Solution,Difficulty,\n{EASY},{SOLVED},Easy,\n",
    "OpenSudoku": '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n<name>x</name>'
    f'<level>easy</level>\n<game data="{ZEROS}" />\n</opensudoku>\n',
    "KSudoku": ksudoku('order="9" type="sudoku" specific-type="Plain"'),
    "Andoku": f"# Andoku\n{ZEROS}\n",
    "SudokuWiki's address": f"https://www.sudokuwiki.org/sudoku.htm?bd={ZEROS}\n",
    "an address with more": f"https://a.bc/play?s={EASY}&mode=1\n",
    "f-puzzles": dumps({"size": 9, "grid": GIVEN}),
    "Dosuku": dumps({"newboard": {"grids": [{"value": GRID, "solution": SOLUTION}]}}),
    "API Ninjas": dumps(
        {"puzzle": [[c or None for c in row] for row in GRID], "solution": SOLUTION}
    ),
    "Sugoku": dumps({"board": GRID}),
    "YouDoSudoku": dumps({"difficulty": "easy", "puzzle": ZEROS, "solution": SOLVED}),
    "sudoku.com": dumps({"id": 17, "mission": ZEROS, "solution": SOLVED}),
    "New York Times": dumps(
        {
            "day": "Monday",
            "easy": {
                "puzzle_data": {
                    "hints": [7, 30],
                    "puzzle": [int(c) for c in ZEROS],
                    "solution": [int(c) for c in SOLVED],
                },
                "puzzle_id": 17,
            },
        }
    ),
    "Kaggle, a million": f"quizzes,solutions\n{ZEROS},{SOLVED}\n",
    "Kaggle, three million": "id,puzzle,solution,clues,difficulty\n"
    f"1,{EASY},{SOLVED},32,2.2\n",
    "sudoku-extreme": f"source,question,answer,rating\npuzzles0,{EASY},{SOLVED},0\n",
    "nudoku": "".join(f"{line}\n{WIDE[0]}\n" for line in WIDE[1:]),
    "py-sudoku": "Puzzle has one solution\n+-------+-------+-------+\n"
    + banded(
        [f"| {thirds(row.replace('.', ' '), ' ', ' | ')} |" for row in ROWS],
        "+-------+-------+-------+",
    ),
    "R": f"{''.join(f' [,{k}]' for k in range(1, 10))}\n"
    + "".join(f" [{k},]  {'    '.join(row)}\n" for k, row in enumerate(DIGITS, 1)),
    "MATLAB": "M =\n\n" + lines(DIGITS, "     {}", "     "),
    "C, line by line": "int grid[9][9] = {\n" + lines(DIGITS, "{{{}}},", ",") + "};\n",
    "Java": "String[] b = {\n" + lines(ROWS, '    "{}",') + "};\n",
    "LeetCode": dumps([list(row) for row in ROWS]).replace("], ", "]\n,"),
    "Haskell": f"sudoku = {dumps(ROWS)}\n",
    "YAML": "puzzle:\n" + lines(DIGITS, "  - [{}]", ", "),
    "a text in YAML": "puzzle: |\n" + lines(ROWS, "  {}"),
    "a text in TOML": 'puzzle = """\n' + lines(ROWS) + '"""\n',
    "an INI file": f"[Game]\nName=Easy\nPuzzle={EASY}\n",
    "SQL": f"INSERT INTO sudoku VALUES(1,0,'{ZEROS}',0,NULL);\n",
    "Project Euler 96": "Grid 01\n" + lines(DIGITS),
    "gsf's lists": f"'{EASY}' # 10 FN C28/S4.h\n",
    "lists with ratings": f"{EASY} ED=7.2/1.2/1.2 dobrichev\n",
    "sudoku of BSD games": "% made by sudoku\n" + lines(ROWS),
    "a spreadsheet": lines(ROWS, '"{}"', '";"').replace(".", ""),
}
REFUSED = {
    "Sukaku Explainer": (
        "".join("123456789" if c == "." else f"{c}........" for c in EASY) + "\n",
        ["f:1:82: 729 cells; expected 9 in a row or 81 in a line"],
    ),
    "KSudoku, a variant": (
        ksudoku('order="9" type="custom" specific-type="XSudoku"'),
        ['a variant of Sudoku; expected type="sudoku" order="9"'],
    ),
    "KSudoku, 16 x 16": (ksudoku('order="16" type="sudoku"'), ["a variant of Sudoku"]),
    "f-puzzles, a variant": (
        dumps({"size": 9, "grid": GIVEN, "killercage": [{"cells": ["R1C1"]}]}),
        ["f:1:21: grid: a variant of Sudoku with 'killercage'; expected the rules"],
    ),
    "GNOME Sudoku": (
        dumps({"cells": [{"position": [0, 1], "value": 5, "fixed": True}]}),
        ["f:1:11: cells: a saved game of GNOME Sudoku is not read; expected 81"],
    ),
    "Mathematica": (
        f"{GRID}\n".replace("], ", "],\n ").translate(BRACES),
        ["f:1:1: an array in braces, as in C, is not read; expected [ and ]"],
    ),
    "C, at once": (
        "int grid[9][9] = {"
        + ",\n    ".join(f"{{{', '.join(row)}}}" for row in DIGITS)
        + "};\n",
        ["f:1:18: an array in braces, as in C, is not read; expected [ and ]"],
    ),
    "an array of strings in Java": (
        f"String[] b = {{{dumps(ROWS)[1:-1]}}};\n",
        ["expected"],
    ),
    "a game of Simon Tatham": (
        "3x3:3_2a6_9b3a5b1_a\n",
        ["f:1:8: 'a'; expected a digit"],
    ),
    "a saved game of Simon Tatham": (
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :4:Solo\n",
        ["f:2:1: no puzzle; expected a grid of 81 cells"],
    ),
    "an address without cells": ("https://sudokupad.app/abc\n", ["f:1:1: no puzzle"]),
    "pandas": (
        "   0  1  2  3  4  5  6  7  8\n"
        + "".join(f"{k}  {'  '.join(row)}\n" for k, row in enumerate(DIGITS)),
        ["f:2:28: 10 cells; expected 9 in a row"],
    ),
    "a matrix in MATLAB": (
        f"M = [{'; '.join(' '.join(row) for row in DIGITS)}];\n",
        ["f:1:23: ';'; expected a list or an object as JSON or Python writes it"],
    ),
    "MiniZinc": (
        "start=[|\n" + lines(DIGITS, "{}|", ",") + "];\n",
        ["f:1:8: '|'; expected a list or an object as JSON or Python writes it"],
    ),
    "LaTeX": (
        "\\begin{sudoku}\n"
        + lines([row.replace(".", " ") for row in ROWS], "|{}|.", "|")
        + "\\end{sudoku}\n",
        ["f:2:21: 4 cells; expected 9 in a row"],
    ),
    "rows with spaces for blanks": (
        lines([row.replace(".", " ") for row in ROWS], '"{}"'),
        ["cells; expected 9 in a row"],
    ),
    "three grids in each line": (
        lines([f"{a} {a} {b}" for a, b in zip(ROWS, FULL)], between=" "),
        ["27 cells; expected 9 in a row"],
    ),
    "QQWing with its solution": (
        f"Puzzle:\n{EASY}\nSolution:\n{SOLVED}\n",
        ["f:4:1: a full grid titled 'Solution:'; expected a puzzle or no title"],
    ),
    "rows of a file of YAML with its solution": (
        "puzzle:\n" + lines(DIGITS, "- [{}]", ",") + "solution:\n" + lines(FULL),
        ["f:12:1: a full grid titled 'solution:'"],
    ),
    "a list in YAML": (
        f"grid: {dumps([list(row) for row in ROWS])}\n",
        ["f:1:7: '[['; expected a list or an object at the start of its line"],
    ),
    "a list of cells in YAML": (
        f"{EASY}\npuzzle: {[int(cell) for cell in EASY.replace('.', '0')]}\n",
        ["f:2:9: '['; expected a list or an object at the start of its line"],
    ),
    "a list of strings in YAML": (
        f"{EASY}\npuzzle: {dumps([*ROWS])}\n",
        ["f:2:9: '['; expected a list or an object at the start of its line"],
    ),
    "16 x 16": ("0 1 2 3 4 5 6 7 8 9 A B C D E F\n" * 16, ["expected"]),
    "6 x 6": ("123456\n" * 6, ["f:3:7: 6 cells; expected 9 in a row"]),
    "a web page": (
        "<!DOCTYPE html>\n<html><body><table></table></body></html>\n",
        ["expected <opensudoku> or <ksudoku>"],
    ),
}


@pytest.mark.parametrize("program", READ)
def test_a_file_of_another_program_is_read(program: str) -> None:
    text = READ[program]
    full = program in ("VBForums .sol",)
    expected = SOLVED if full else EASY
    if program == "SudoCue .sdx":
        expected = f"..{SOLVED[2:]}"
    assert cells_in(text) == [expected]
    assert cells_in(text.replace("\n", "\r\n")) == [expected]
    assert cells_in(f"{text}\n{text}") == [expected] * 2
    assert cells_in(f"{BARE}\n\n{text}\n{BARE}\n") == [BARE, expected, BARE]


@pytest.mark.parametrize("program", REFUSED)
def test_a_file_of_another_program_that_cannot_be_read_is_rejected(
    program: str,
) -> None:
    text, expected = REFUSED[program]
    entries = parse(text, "f")
    errors = [str(entry) for entry in entries if isinstance(entry, FormatError)]
    assert set(cells_in(text)) <= {"", EASY}
    assert cells_in(text).count(EASY) == ("puzzle:" in text.lower())
    assert len(errors) >= len(expected)
    for error, part in zip(errors, expected):
        assert part in error
