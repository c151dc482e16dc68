"""Each coursework refuses a wrong input in one line, with the place of the mistake."""

import tomllib
from pathlib import Path

import pytest

from tests.places import GOLDEN, ROOT
from tests.sudoku.northwestern_boards import FIRST
from tests.sudoku.sudoku_commands import Captured, run

TABLE = ROOT / "tests" / "sudoku" / "refusals.toml"
REFUSALS: dict[str, list[tuple[str, str, str]]] = tomllib.loads(
    TABLE.read_text("utf-8")
)
ROWS = [(course, *row) for course, rows in REFUSALS.items() for row in rows]
OFFICIAL = [
    (GOLDEN / "comp9021" / f"sudoku_wrong_{k}.txt").read_text() for k in (1, 2, 3)
]
TOO_LARGE = ": larger than 65,536 bytes"
# What no table can hold: surrogates stand for bytes that are not UTF-8.
ROWS += [
    (
        "comp9021",
        "",
        OFFICIAL[0],
        ":6:26: Incorrect input: the line ends after 8 digits",
    ),
    (
        "comp9021",
        "",
        OFFICIAL[1],
        ":9:1: Incorrect input: the input ends after 8 lines",
    ),
    ("comp9021", "", OFFICIAL[2], ":15:7: Incorrect input: 'A'; expected a digit"),
    (
        "comp9021",
        "",
        "0\udcff\0\0",
        ":1:2: Incorrect input: byte 0xff; expected a digit",
    ),
    (
        "comp9021",
        "",
        "039\né 0\udcff",
        ":2:4: Incorrect input: byte 0xff; expected a digit",
    ),
    ("comp9021", "", " " * 2**20 + "0", ": Incorrect input: more than 1,048,576 bytes"),
    ("hacettepe", "", "0 \udcff\0", r":1:3: '\\xff\x00'; expected a digit 0 to 9"),
    ("hacettepe", "", " " * 70_000, ": more than 65,536 bytes; expected 81 digits"),
    ("cit591", "", "[[\udcff", ":1:3: byte 0xff; expected UTF-8 text"),
    ("northwestern", "", "0" * 70_000, TOO_LARGE),
    ("cit591", "", "0" * 70_000, TOO_LARGE),
    ("cit591", "", "[" * 5000, "expected a list of lists"),
    ("cit591", "", "-" * 500 + "1", f":1:1: {'-' * 30}...; expected a list of lists"),
    ("cit591", "", "-" * 60_000 + "1", "unreadable text; expected a list of lists"),
    ("cit591", "", "1" + "+1" * 30_000, "expected a list of lists"),
    ("cit591", "", f"[[{'9' * 5000}]]", "expected a list of lists"),
]
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
    "northwestern": "".join(f"{FIRST[k : k + 9]}\n" for k in range(0, 81, 9)),
}


@pytest.mark.parametrize(("course", "old", "new", "message"), ROWS, ids=str)
def test_a_wrong_input_is_refused_in_one_line_with_its_place(
    course: str, old: str, new: str, message: str,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert old in RIGHT[course]
    text = RIGHT[course].replace(old, new, 1) if old else new
    Path("input").write_bytes(text.encode(errors="surrogateescape"))
    status, out, err = run(COMMANDS[course].format("input"), capsys)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"sudoku {course}: error: input:")
    assert [path.name for path in Path().iterdir()] == ["input"]
    assert message in err
