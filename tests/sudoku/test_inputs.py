"""What each coursework reads, and what it refuses in one line with its place."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from sudoku.cit591 import elimination
from sudoku.cit591 import reading as cit591
from sudoku.comp9021 import preemptive
from sudoku.comp9021 import reading as comp9021
from sudoku.errors import SudokuError
from sudoku.hacettepe import reading as hacettepe
from sudoku.hacettepe import singles
from sudoku.northwestern import reading as northwestern
from tests.places import GOLDEN, ROOT
from tests.sudoku.sudoku_commands import Captured, run
from tests.sudoku.test_northwestern import FIRST, lines_of

PATH = ROOT / "tests" / "sudoku" / "inputs.toml"
TABLE: dict[str, dict[str, list[list[str]]]] = tomllib.loads(PATH.read_text("utf-8"))
SAME = [
    (course, old, new) for course, rows in TABLE["same"].items() for old, new in rows
]
ROWS = [(course, *row) for course, rows in TABLE["refused"].items() for row in rows]
OFFICIAL = [
    (GOLDEN / "comp9021" / f"sudoku_wrong_{k}.txt").read_text() for k in (1, 2, 3)
]
NO_LISTS = "expected a list of lists"
# What no table can hold; a surrogate stands for a byte that is not UTF-8.
OTHERS = {
    "comp9021": [
        (OFFICIAL[0], ":6:26: Incorrect input: the line ends after 8 digits"),
        (OFFICIAL[1], ":9:1: Incorrect input: the input ends after 8 lines"),
        (OFFICIAL[2], ":15:7: Incorrect input: 'A'; expected a digit"),
        ("0\udcff\0\0", ":1:2: Incorrect input: byte 0xff; expected a digit"),
        ("039\né 0\udcff", ":2:4: Incorrect input: byte 0xff; expected a digit"),
        (" " * 2**20 + "0", ": Incorrect input: more than 1,048,576 bytes"),
    ],
    "hacettepe": [
        ("0 \udcff\0", r":1:3: '\\xff\x00'; expected a digit 0 to 9"),
        (" " * 70_000, ": more than 65,536 bytes; expected 81 digits"),
    ],
    "cit591": [
        ("0" * 70_000, ": larger than 65,536 bytes"),
        ("[[\udcff", ":1:3: byte 0xff; expected UTF-8 text"),
        ("-" * 500 + "1", f":1:1: {'-' * 30}...; {NO_LISTS}"),
        ("-" * 60_000 + "1", f"unreadable text; {NO_LISTS}"),
        ("[" * 5000, NO_LISTS),
        ("1" + "+1" * 30_000, NO_LISTS),
        (f"[[{'9' * 5000}]]", NO_LISTS),
    ],
    "northwestern": [("0" * 70_000, ": larger than 65,536 bytes")],
}
ROWS += [(course, "", *row) for course, rows in OTHERS.items() for row in rows]
COMMANDS = {
    "comp9021": "comp9021 {} bare",
    "hacettepe": "hacettepe {} output",
    "cit591": "cit591 {}",
    "northwestern": "northwestern dfs {}",
}
RIGHT = {
    "comp9021": (GOLDEN / "comp9021" / "sudoku_4.txt").read_text(),
    "hacettepe": "\n".join(
        " ".join(str((3 * r + r // 3 + c) % 9 + 1) for c in range(9)) for r in range(9)
    ),
    "cit591": (GOLDEN / "cit591" / "puzzle3.txt").read_text(),
    "northwestern": lines_of(FIRST),
}


# The readers of the commands, which check everything, and those to hand in.
STRICT: dict[str, Callable[[bytes], object]] = {
    "comp9021": comp9021.read_grid,
    "hacettepe": hacettepe.read_grid,
    "cit591": lambda data: cit591.array_of(data.decode()),
    "northwestern": lambda data: northwestern.read_grid(data.decode()),
}
HANDED_IN: dict[str, Callable[[str], object]] = {
    "comp9021": preemptive.read_grid,
    "hacettepe": singles.read_grid,
    "cit591": elimination.read_sudoku,
}
SIGNS = {
    "comp9021": [*" \t\n\r\x0b\x85\xa05x\u0669\0\udcff", "", "\ufeff", "\r\n"],
    "hacettepe": [*" \t\n\r05x\ufeff", ""],
    "cit591": [*" \n0x,#]", ""],
}


@pytest.mark.parametrize(("course", "old", "new"), SAME, ids=str)
def test_whitespace_changes_nothing(course: str, old: str, new: str) -> None:
    reader = STRICT[course]
    changed = RIGHT[course].replace(old, new)
    assert changed != RIGHT[course]
    assert reader(changed.encode()) == reader(RIGHT[course].encode())


@pytest.mark.parametrize("many", [80, pytest.param(400, marks=pytest.mark.slow)])
@pytest.mark.parametrize("course", SIGNS)
def test_a_program_to_hand_in_reads_what_the_command_accepts(
    course: str, many: int, tmp_path: Path
) -> None:
    """It trusts its input, except that of COMP9021, which refuses all that is wrong."""
    random = Random(7)
    path = tmp_path / "input"
    reader = HANDED_IN[course]
    accepted = 0
    for _ in range(many):
        signs = [*RIGHT[course]]
        for _ in range(random.randrange(4)):
            place = random.randrange(len(signs))
            signs[place] += random.choice(SIGNS[course])
            if random.random() < 0.3:
                del signs[place]
        data = "".join(signs).encode(errors="surrogateescape")
        path.write_bytes(data)
        try:
            grid = STRICT[course](data)
        except SudokuError:
            if course == "comp9021":
                with pytest.raises(SudokuError, match="^Incorrect input$") as caught:
                    reader(str(path))
                assert type(caught.value) is SudokuError
        else:
            accepted += 1
            assert reader(str(path)) == grid
    assert many < 6 * accepted < 5 * many


@pytest.mark.parametrize(("course", "old", "new", "message"), ROWS, ids=str)
def test_a_wrong_input_is_refused_in_one_line_with_its_place(
    course: str, old: str, new: str, message: str,
    folder: Path, capsys: Captured,
) -> None:  # fmt: skip
    assert old in RIGHT[course]
    text = RIGHT[course].replace(old, new, 1) if old else new
    (folder / "input").write_bytes(text.encode(errors="surrogateescape"))
    status, out, err = run(COMMANDS[course].format("input"), capsys)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"sudoku {course}: error: input:")
    assert [path.name for path in folder.iterdir()] == ["input"]
    assert message in err
