"""The command compare: the first place where two outputs differ."""

import tomllib
from collections.abc import Sequence
from io import BytesIO, TextIOWrapper
from pathlib import Path
from random import Random

import pytest

from sudoku.difference import first_difference
from tests.places import GOLDEN, ROOT
from tests.sudoku.sudoku_commands import Captured, run

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
LATEX = GOLDEN / "comp9021" / "sudoku_5_worked.tex"
LONG = "x" * 2000
IN_A_LONG_LINE = (f"{LONG} \n", f"{LONG}\n", "whitespace at the ends of lines")

pytestmark = pytest.mark.usefixtures("folder")


def compared(
    expected: bytes, actual: bytes, capsys: Captured
) -> tuple[int, str, list[str]]:
    """Return the status, the picture of the difference, and the lines below it."""
    Path("right").write_bytes(expected)
    Path("mine").write_bytes(actual)
    status, out, err = run("compare right mine", capsys)
    assert err == "" and out.startswith("right and mine ")
    lines = out.removeprefix("right and mine ").splitlines(keepends=True)
    return status, "".join(lines[:4]), lines[4:]


def of_texts(expected: str, actual: str, capsys: Captured) -> tuple[str, list[str]]:
    status, picture, below = compared(expected.encode(), actual.encode(), capsys)
    assert status == 1
    return picture, below


def picture(place: str, shown: Sequence[str], before: int) -> str:
    expected, actual = shown
    marker = " " * (10 + before) + "^"
    lines = f"expected  {expected}", f"actual    {actual}", marker
    return "\n".join([f"first differ at {place}", *lines, ""])


@pytest.mark.parametrize("text", ["", "\n", "same", "same\n", "ä\n" * 10, OUTPUT])
def test_equal_files_are_the_same(text: str, capsys: Captured) -> None:
    same: tuple[int, str, list[str]] = (0, "are the same\n", [])
    assert compared(text.encode(), text.encode(), capsys) == same


@pytest.mark.parametrize("expected, actual, place, one, other, before", TABLE["first"])
def test_the_first_difference_is_shown_with_its_whitespace(
    expected: str, actual: str, place: str, one: str, other: str, before: int,
    capsys: Captured,
) -> None:  # fmt: skip
    told, _ = of_texts(expected, actual, capsys)
    assert told == picture(place, (one, other), before)


def test_bytes_that_are_not_text_are_compared_too(capsys: Captured) -> None:
    _, told, _ = compared(b"a\xff\x00b", b"a\xff\x00c", capsys)
    shown = [rf"a\xff\x00{end} (no newline at the end)" for end in "bc"]
    assert told == picture("line 1, column 4", shown, 9)


def test_the_first_difference_is_where_a_slow_search_finds_it() -> None:
    rng = Random(1)
    for _ in range(500):
        one = "".join(rng.choices("ab éè€\n", k=rng.randrange(200)))
        cut = rng.randrange(len(one) + 1)
        other = one[:cut] + rng.choice("xä₭\n") + one[cut + rng.randrange(2) :]
        found = first_difference(one.encode(), other.encode())
        same = 0
        while one != other and one[same : same + 1] == other[same : same + 1]:
            same += 1
        place = one.count("\n", 0, same) + 1, same - one.rfind("\n", 0, same)
        assert (found and found[:2]) == (None if one == other else place)


@pytest.mark.parametrize("line", [b"\n", b"a"])
def test_large_outputs_are_compared_without_a_look_at_each_line(line: bytes) -> None:
    expected = line * 2**24
    difference = first_difference(expected, expected[:-1] + b"x")
    assert difference and difference.line * difference.column == 2**24


# What is said besides


def test_the_signs_are_explained_where_they_appear(capsys: Captured) -> None:
    signs = "· is a space, → is a tab, ␍ is CR, ␊ is a newline\n"
    assert of_texts("a b\n", "a\tc\r\n", capsys)[1] == [signs]
    told, below = of_texts(" a", "·a", capsys)  # a sign that is in the text itself
    end = "(no newline at the end)"
    assert f"expected  ·a {end}\nactual    \\xb7a {end}\n" in told
    assert below == ["· is a space\n"]
    assert of_texts("ab", "ac", capsys)[1] == []


@pytest.mark.parametrize(
    "expected, actual, told", [*TABLE["invisible"], IN_A_LONG_LINE]
)
def test_a_difference_in_invisible_characters_only_is_named(
    expected: str, actual: str, told: str, capsys: Captured
) -> None:
    _, below = of_texts(expected, actual, capsys)
    last = "".join(below).rpartition("apart from ")[2]
    assert last.startswith(told)
    assert last.endswith(", they are the same\n") == bool(told)


STEP_LINES = ["the step line", "the dashes", *(f"row {k}" for k in range(1, 10))]


@pytest.mark.parametrize("line", [2, 3, 4, 12, 13, 14, 25, 26, 27, 36])
def test_the_first_differing_step_of_hacettepe_outputs_is_named(
    line: int, capsys: Captured
) -> None:
    lines = OUTPUT.splitlines(keepends=True)
    lines[line - 1] = "x" + lines[line - 1][1:]
    step, part = divmod(line - 1, 12)
    where = f"step {step + 1}, {STEP_LINES[part - 1]}"
    if part == 0:
        where = f"the dashes after step {step}"
    told, _ = of_texts(OUTPUT, "".join(lines), capsys)
    assert told.startswith(f"first differ at line {line}, column 1: {where}\n")


def test_a_newline_after_a_hacettepe_output_is_a_difference(capsys: Captured) -> None:
    shown = f"{DASHES} (no newline at the end)", f"{DASHES}␊"
    place = "line 37, column 19: the dashes after step 3"
    told, _ = of_texts(OUTPUT, f"{OUTPUT}\n", capsys)
    assert told == picture(place, shown, 18)
    place = "line 1, column 19: the dashes at the top"
    told, _ = of_texts(OUTPUT, OUTPUT.replace("\n", "\r\n"), capsys)
    assert told == picture(place, (f"{DASHES}␊", f"{DASHES}␍␊"), 18)


@pytest.mark.parametrize("right, wrong, told", TABLE["latex"])
def test_the_wrong_cell_of_a_latex_file_is_explained(
    right: str, wrong: str, told: str, capsys: Captured
) -> None:
    text = LATEX.read_text()
    assert right in text
    first, _ = of_texts(text, text.replace(right, wrong, 1), capsys)
    place = first.splitlines()[0].partition(": ")[2]
    assert place == (f"row {told}" if told else "")


def test_standard_input_is_compared(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("right").write_text("a\n")
    for text, status in [(b"a\n", 0), (b"b\n", 1)]:
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text)))
        got, out, _ = run("compare right -", capsys)
        assert got == status and out.startswith("right and standard input ")
