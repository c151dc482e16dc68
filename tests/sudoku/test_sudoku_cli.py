"""solve, count, check and convert as a person runs them, and as a pipe does."""

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from sudoku.formats import FORMATS, write
from tests.sudoku.sudoku_commands import EASY, SOLVED, Captured, run

OPEN = SOLVED.translate(dict(zip(map(ord, "13"), "..")))  # 1 and 3 can change places
NONE = "12345678." + "." * 8 + "9" + "." * 63
OTHER = EASY[::-1]
OTHER_SOLVED = SOLVED[::-1]
CLASH = "5.......5" + "." * 72
BAD = f"{EASY[:40]}z{EASY[41:]}"


@pytest.fixture(autouse=True)
def files(folder: Path) -> None:
    """Write a file of each kind into the working folder."""
    Path("good").write_text(f"{EASY}\n{OTHER}\n")
    Path("none").write_text(f"# none\n{NONE}\n")
    Path("mixed").write_text(f"{EASY}\n{BAD}\n{NONE}\n{OPEN}\n{CLASH}\n{SOLVED}")


ERROR = "error: mixed:2:41: 'z'; expected a digit or a blank (. 0 _ * - x X ?)\n"
LEFT_OUT = "mixed:6: the solution of line 1\n"
IN_ROW_1 = "mixed:5: clash: 5 occurs twice in row 1: r1c1, r1c9\n"


def test_solve_prints_a_line_for_each_solution_and_says_what_is_wrong_with_others(
    capsys: Captured,
) -> None:
    assert run("solve good", capsys) == (0, f"{SOLVED}\n{OTHER_SOLVED}\n", "")
    status, out, err = run("solve mixed", capsys)
    assert status == 2
    solved, several = out.splitlines()
    assert solved == SOLVED
    assert all(a in (b, ".") for a, b in zip(OPEN, several))
    assert err == (
        f"sudoku solve: {ERROR}mixed:3: no solution\n"
        f"mixed:4: several solutions; this is the first\n{IN_ROW_1}{LEFT_OUT}"
    )
    assert run("solve none", capsys) == (1, "", "none:2: no solution\n")
    assert run("solve none -q", capsys) == (1, "", "")
    assert run("solve none good -q", capsys)[1] == f"{SOLVED}\n{OTHER_SOLVED}\n"


def test_count_prints_a_number_for_each_puzzle_and_ends_well(capsys: Captured) -> None:
    assert run("count good none", capsys) == (0, "1\n1\n0\n", "")
    status, out, err = run("count mixed", capsys)
    assert (status, out, err) == (
        2,
        "1\n0\n2+\n0\n",
        f"sudoku count: {ERROR}{IN_ROW_1}{LEFT_OUT}",
    )


def test_check_names_each_clash_and_the_line_of_its_puzzle(
    capsys: Captured,
) -> None:
    status, out, err = run("check mixed none", capsys)
    assert (status, err) == (2, f"sudoku check: {ERROR}")
    assert out == (
        "mixed:1: no clash, 49 blanks\nmixed:3: no clash, 72 blanks\n"
        f"mixed:4: no clash, 18 blanks\n{IN_ROW_1}"
        "mixed:6: solved: no clash\nnone:2: no clash, 72 blanks\n"
    )
    assert run(f"check {CLASH}", capsys)[0] == 1


@pytest.mark.parametrize("style", FORMATS)
def test_convert_writes_what_solve_and_convert_read(
    style: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, text, err = run(f"convert good --format {style}", capsys)
    assert (status, text, err) == (0, "".join(write([EASY, OTHER], style)), "")
    shown = run(f"solve {EASY} --format {style}", capsys)[1]
    assert shown == "".join(write([SOLVED], style))
    for line, expected in (
        ("solve", f"{SOLVED}\n{OTHER_SOLVED}\n"),
        ("convert --format line -", f"{EASY}\n{OTHER}\n"),
    ):
        if style != "candidates":  # which are not read
            monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))
            assert run(line, capsys) == (0, expected, "")


def test_json_has_an_object_for_each_puzzle_and_each_error(capsys: Captured) -> None:
    def objects(line: str) -> list[dict[str, object]]:
        status, out, err = run(line, capsys)
        assert (status, err) == (2, f"sudoku {line.split()[0]}: {ERROR}")
        return [*map(json.loads, out.splitlines())]

    solved, error, none, several, clash = objects("solve --json mixed -q")
    assert (solved["file"], solved["line"], solved["puzzle"]) == ("mixed", 1, EASY)
    assert (solved["solutions"], solved["solution"]) == (1, SOLVED)
    assert (none["solutions"], none["solution"], none["clashes"]) == (0, None, [])
    assert (several["solutions"], clash["solutions"]) == (2, 0)
    assert clash["clashes"] == [IN_ROW_1.partition(" ")[2].strip()]
    assert (error["line"], error["column"]) == (2, 41)
    counted = objects("count --json mixed -q")
    assert [one.get("solutions") for one in counted] == [1, None, 0, 2, 0]
    assert [one.get("at_limit") for one in counted] == [False, None, False, True, False]
    checked = objects("check --json mixed")
    assert [one.get("blanks") for one in checked] == [49, None, 72, 18, 79, 0]
    assert [bool(one.get("clashes")) for one in checked].index(True) == 4
    Path("objects").write_text(run("solve --json good", capsys)[1])
    assert run("convert --format line objects", capsys)[1] == f"{EASY}\n{OTHER}\n"


def test_options_may_come_between_files(capsys: Captured) -> None:
    between, before = "convert good --format sdm none", "convert --format sdm good none"
    assert run(between, capsys) == run(before, capsys)
    assert run("solve good -q -- none", capsys) == run("solve -q good none", capsys)
    between, before = "comp9021 rows --outdir . bare", "comp9021 rows bare --outdir ."
    Path("rows").write_text("".join(write([EASY], "digits")))
    assert run(between, capsys) == run(before, capsys) == (0, "", "")
