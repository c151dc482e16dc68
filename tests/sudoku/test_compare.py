"""The command compare: the first place where two outputs differ."""

import tomllib
from collections.abc import Sequence
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random

import pytest

from sudoku.cli import main
from sudoku.difference import first_difference
from tests.places import GOLDEN, ROOT

TABLE: dict[str, list[object]] = tomllib.loads(
    (ROOT / "tests" / "sudoku" / "differences.toml").read_text("utf-8")
)
DASHES = "-" * 18
ROW = "0 0 0 0 0 0 0 0 0"
STEPS = "".join(
    f"{DASHES}\nStep {step} - {step} @ R1C{step}\n{DASHES}\n" + 9 * f"{ROW}\n"
    for step in (1, 2, 3)
)
OUTPUT = STEPS + DASHES
Captured = pytest.CaptureFixture[str]


pytestmark = pytest.mark.usefixtures("folder")


def compared(expected: bytes, actual: bytes, capsys: Captured) -> tuple[int, str]:
    """The status, and what is printed from the names of the files to the picture."""
    Path("right").write_bytes(expected)
    Path("mine").write_bytes(actual)
    status = main(["compare", "right", "mine"])
    captured = capsys.readouterr()
    assert captured.err == "" and captured.out.startswith("right and mine ")
    lines = captured.out.removeprefix("right and mine ").splitlines(keepends=True)
    return status, "".join(lines[:4])


def picture(place: str, shown: Sequence[str], before: int) -> str:
    expected, actual = shown
    marker = " " * (10 + before) + "^"
    lines = f"expected  {expected}", f"actual    {actual}", marker
    return "\n".join([f"first differ at {place}", *lines, ""])


@pytest.mark.parametrize("text", ["", "\n", "same", "same\n", "ä\n" * 10, OUTPUT])
def test_equal_files_are_the_same(text: str, capsys: Captured) -> None:
    assert compared(text.encode(), text.encode(), capsys) == (0, "are the same\n")


@pytest.mark.parametrize("expected, actual, place, one, other, before", TABLE["first"])
def test_the_first_difference_is_shown_with_its_whitespace(
    expected: str,
    actual: str,
    place: str,
    one: str,
    other: str,
    before: int,
    capsys: Captured,
) -> None:
    told = compared(expected.encode(), actual.encode(), capsys)
    assert told == (1, picture(place, (one, other), before))


def test_only_the_differing_part_of_a_long_line_is_shown(capsys: Captured) -> None:
    left, right = 50 * "x", 50 * "y"
    told = compared(f"{left}1{right}\n".encode(), f"{left}2{right}\n".encode(), capsys)
    shown = [f"…{32 * 'x'}{digit}{31 * 'y'}…" for digit in "12"]
    assert told == (1, picture("line 1, column 51", shown, 33))


def test_bytes_that_are_not_text_are_compared_too(capsys: Captured) -> None:
    told = compared(b"a\xff\x00b", b"a\xff\x00c", capsys)
    shown = [rf"a\xff\x00{end} (no newline at the end)" for end in "bc"]
    assert told == (1, picture("line 1, column 4", shown, 9))


STEP_LINES = ["the step line", "the dashes", *(f"row {k}" for k in range(1, 10))]


@pytest.mark.parametrize("line", range(2, 37))
def test_the_first_differing_step_of_hacettepe_outputs_is_named(
    line: int, capsys: Captured
) -> None:
    lines = OUTPUT.splitlines(keepends=True)
    lines[line - 1] = "x" + lines[line - 1][1:]
    status, told = compared(OUTPUT.encode(), "".join(lines).encode(), capsys)
    step, part = divmod(line - 1, 12)
    where = f"step {step + 1}, {STEP_LINES[part - 1]}"
    if part == 0:
        where = f"the dashes after step {step}"
    assert told.startswith(f"first differ at line {line}, column 1: {where}\n")


def test_a_newline_after_a_hacettepe_output_is_a_difference(capsys: Captured) -> None:
    told = compared(OUTPUT.encode(), f"{OUTPUT}\n".encode(), capsys)
    shown = f"{DASHES} (no newline at the end)", f"{DASHES}␊"
    place = "line 37, column 19: the dashes after step 3"
    assert told == (1, picture(place, shown, 18))
    told = compared(OUTPUT.encode(), OUTPUT.replace("\n", "\r\n").encode(), capsys)
    place = "line 1, column 19: the dashes at the top"
    assert told == (1, picture(place, (f"{DASHES}␊", f"{DASHES}␍␊"), 18))


def place_of(one: str, other: str) -> tuple[int, int]:
    """Line and column of the first difference, character by character."""
    same = 0
    while one[same : same + 1] == other[same : same + 1]:
        same += 1
    return one.count("\n", 0, same) + 1, same - one.rfind("\n", 0, same)


def test_the_first_difference_is_where_a_slow_search_finds_it() -> None:
    rng = Random(1)
    for _ in range(500):
        one = "".join(rng.choices("ab éè€\n", k=rng.randrange(200)))
        cut = rng.randrange(len(one) + 1)
        other = one[:cut] + rng.choice("xä₭\n") + one[cut + rng.randrange(2) :]
        found = first_difference(one.encode(), other.encode())
        if one == other:
            assert found is None
        else:
            assert found and found[:2] == place_of(one, other)


def after_the_picture(expected: str, actual: str, capsys: Captured) -> str:
    """What is printed below the picture."""
    Path("right").write_bytes(expected.encode())
    Path("mine").write_bytes(actual.encode())
    assert main(["compare", "right", "mine"]) == 1
    return "".join(capsys.readouterr().out.splitlines(keepends=True)[4:])


def test_the_signs_are_explained_where_they_appear(capsys: Captured) -> None:
    told = after_the_picture("a b\n", "a\tc\r\n", capsys)
    signs = "· is a space, → is a tab, ␍ is CR, ␊ is a newline"
    assert told == f"{signs}\n"
    assert after_the_picture("ab", "ac", capsys) == ""


def test_a_sign_in_the_text_does_not_look_like_a_space(capsys: Captured) -> None:
    Path("expected").write_text(" a\n", "utf-8")
    Path("actual").write_text("·a\n", "utf-8")
    assert main(["compare", "expected", "actual"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:3] == ["expected  ·a␊", "actual    \\xb7a␊"]


@pytest.mark.parametrize("line", [b"\n", b"a"])
def test_large_outputs_are_compared_without_a_look_at_each_line(line: bytes) -> None:
    expected = line * 2**24
    difference = first_difference(expected, expected[:-1] + b"x")
    assert difference and difference.line * difference.column == 2**24


LONG = "x" * 2000
IN_A_LONG_LINE = (f"{LONG} \n", f"{LONG}\n", "whitespace at the ends of lines")


@pytest.mark.parametrize(
    "expected, actual, told", [*TABLE["invisible"], IN_A_LONG_LINE]
)
def test_a_difference_in_invisible_characters_only_is_named(
    expected: str, actual: str, told: str, capsys: Captured
) -> None:
    last = after_the_picture(expected, actual, capsys).rpartition("apart from ")[2]
    assert last.startswith(told) and last.endswith(", they are the same\n") == bool(
        told
    )


LATEX = GOLDEN / "comp9021" / "sudoku_5_worked.tex"


@pytest.mark.parametrize("right, wrong, told", TABLE["latex"])
def test_the_wrong_cell_of_a_latex_file_is_explained(
    right: str, wrong: str, told: str, capsys: Captured
) -> None:
    text = LATEX.read_text()
    assert right in text
    first = compared(text.encode(), text.replace(right, wrong, 1).encode(), capsys)[1]
    place = first.splitlines()[0].partition(": ")[2]
    assert place == (f"row {told}" if told else "")


def test_standard_input_is_compared(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("right").write_text("a\n")
    for text, status in [(b"a\n", 0), (b"b\n", 1)]:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text)))
        assert main(["compare", "right", "-"]) == status
        assert capsys.readouterr().out.startswith("right and standard input ")
