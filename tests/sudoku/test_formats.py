"""Each layout is read strictly or refused, and nothing in a text is lost in silence."""

import pickle
import sys
from collections.abc import Iterable
from io import BytesIO
from itertools import chain, repeat
from pathlib import Path
from random import Random
from types import FrameType

import pytest

from sudoku.formats import (
    FORMATS,
    FormatError,
    Puzzle,
    Solution,
    entries_in,
    grid_in,
    parse,
    puzzle_in,
    read_file,
    read_lines,
    write,
)
from tests.places import GOLDEN
from tests.seeds import todays
from tests.sudoku.formats_layouts import (
    READ,
    SPARSE,
    TABLE,
    Sample,
    block,
    damaged_samples,
    filled,
    variants,
    verdict,
    whole_samples,
)
from tests.sudoku.sudoku_commands import EASY, SOLVED

OTHER = EASY[::-1]
READABLE = [style for style in FORMATS if style != "candidates"]
BLANK = "expected a digit or a blank (. 0 _ * - x X ?)"
COUNT = "expected nine in a row or 81 in a line"


def text_of(puzzles: Iterable[str], style: str) -> str:
    return "".join(write(puzzles, style))


def cells_in(text: str, column: str = "") -> list[str]:
    """Return the puzzles of a text, with "" in place of each error."""
    entries = parse(text, column=column)
    return [entry.cells if isinstance(entry, Puzzle) else "" for entry in entries]


@pytest.mark.parametrize("seed", [*todays(1), 1])
def test_each_layout_is_read_alone_and_twice_or_refused(seed: int) -> None:
    expected = {"once": {"right"}, "twice": {"right"}, "refused": {"refused"}}
    for sample in whole_samples(Random(seed)):
        kind = sample.name.split(", ")[-1]
        assert verdict(sample) in expected.get(kind, {"right", "refused"}), sample.name


@pytest.mark.parametrize("number", [600, pytest.param(10_000, marks=pytest.mark.slow)])
def test_damage_loses_no_grid_in_silence(number: int) -> None:
    for sample in damaged_samples(Random(todays(1)[0]), number):
        assert verdict(sample) not in ("wrong", "lost"), sample


def test_the_verdict_knows_wrong_and_lost_grids() -> None:
    shifted = EASY[9:] + EASY[:9]
    assert verdict(Sample("x", block(shifted), [EASY], [])) == "wrong"
    assert verdict(Sample("x", EASY + "\n", [EASY, SPARSE], [], "cut")) == "cut"
    hidden = f"{EASY}\n#\n# {SPARSE}\n"
    assert verdict(Sample("x", hidden, [EASY, SPARSE], [])) == "lost"


@pytest.mark.parametrize("style", READABLE)
def test_what_is_written_is_read_back(style: str) -> None:
    random = Random(style)
    for number in range(1, 5):
        puzzles = [variants(random, EASY)[0] for _ in range(number)]
        assert cells_in(text_of(puzzles, style)) == puzzles
    assert cells_in(text_of(["." * 81] * 2, style)) == ["." * 81] * 2
    assert cells_in(text_of([EASY] * 150, style)) == [EASY] * 150
    text = text_of([EASY, OTHER], style).replace("\n", "\n\n")
    assert cells_in(text) == [EASY, OTHER]


@pytest.mark.parametrize("path", sorted((GOLDEN / "formats").iterdir()), ids=str)
def test_a_file_of_another_program_is_read_or_refused(path: Path) -> None:
    entries = list(read_file(str(path)))
    if path.name.startswith(("candidates", "played")):
        assert all(isinstance(entry, FormatError) for entry in entries)
    else:
        assert [type(entry) for entry in entries] == [Puzzle]
        assert isinstance(entries[0], Puzzle) and entries[0].cells == EASY


LIST = text_of([EASY], "list")


@pytest.mark.parametrize(
    ("text", "old", "new", "message"), TABLE["refused"]["messages"]
)
def test_a_mistake_is_one_error_with_its_place(
    text: str, old: str, new: str, message: str
) -> None:
    text = filled(text, EASY, OTHER, solved=SOLVED, other_solved=SOLVED[::-1])
    assert old in text
    entries = parse(text.replace(old, new, 1), "f")
    [error] = [str(entry) for entry in entries if isinstance(entry, FormatError)]
    assert error.startswith(f"f:{message}")


def test_a_line_may_be_too_long_and_a_text_have_too_many_mistakes() -> None:
    *_, error = parse(f"{EASY}\n" + "x" * 2**20)
    assert str(error).startswith("text:2:1: a line of over 1,048,576 bytes; expected")
    *_, error = parse("5 5\n# and\n" * 10_001)
    assert str(error).startswith("text:20001:1: 10,000 mistakes without a puzzle; exp")


@pytest.mark.parametrize(("text", "column", "expected"), TABLE["columns"]["named"])
def test_the_user_may_name_or_number_the_column(
    text: str, column: str, expected: str
) -> None:
    cells = {"": "", "line": EASY, "other": OTHER}
    assert cells_in(filled(text, EASY, OTHER), column) == [cells[expected]]


def test_a_solution_is_left_out_if_it_solves_a_puzzle_of_the_text() -> None:
    for text in (f"{EASY}\n{SOLVED}", f"{EASY}\n{SPARSE}\n{SOLVED}"):
        *_, solution = parse(text, "f")
        assert solution == Solution(SOLVED, "f", text.count("\n") + 1, 1)
    assert cells_in(f"Puzzle\n{block(EASY)}Solution\n{block(SOLVED)}") == [EASY]
    assert cells_in(f"{SOLVED}\n{SOLVED[::-1]}") == [SOLVED, SOLVED[::-1]]
    many = f"{SPARSE}\n" * 200
    assert cells_in(f"{many}{EASY}\n{SOLVED}")[-2:] == [EASY, ""]
    twin = f"{EASY}\n4{EASY[1:]}\n"
    assert [bool(cells) for cells in cells_in(many + twin)[-2:]] == [True, False]


@pytest.mark.parametrize("layout", READ)
def test_a_puzzle_has_the_line_where_it_begins(layout: str) -> None:
    text = READ[layout](EASY)
    first, second = parse(f"# comment\n{text}\n{READ[layout](OTHER)}")
    assert second.line - first.line == text.count("\n") + 1


def test_an_error_shows_itself_and_can_be_pickled() -> None:
    [error] = parse("5 5", "f")
    assert repr(error) == f"FormatError('f', 1, 4, '2 cells; {COUNT}')"
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_about_81_cells_are_a_puzzle_of_their_own_or_its_mistake() -> None:
    assert puzzle_in(EASY.replace(".", "_")) == Puzzle(EASY, "argument", 1)
    assert str(puzzle_in(EASY[:-1])) == f"argument:1:81: 80 cells; {COUNT}"
    assert str(puzzle_in("z" + EASY[1:])) == f"argument:1:1: 'z'; {BLANK}"
    for name in (EASY[:71], f"./{EASY}", "puzzles_of_2026", "-", EASY + "a" * 10):
        assert puzzle_in(name) is None and grid_in(name) is None
    with pytest.raises(FormatError, match="80 cells"):
        grid_in(EASY[:-1])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_lines_may_end_in_any_way_and_the_text_may_be_utf_16(
    encoding: str, newline: str, tmp_path: Path
) -> None:
    path = tmp_path / "text"
    for text in (block(EASY), f"{EASY}\n", f"#{'é' * 600}\n" * 1000 + LIST):
        path.write_bytes(text.replace("\n", newline).encode(encoding))
        [puzzle] = read_file(str(path))
        assert isinstance(puzzle, Puzzle) and puzzle.cells == EASY


def hostile_texts(random: Random, number: int) -> Iterable[str]:
    pieces = [*"[]{}<>\"',.#|+-=:\n\t 019xq", "\0", "é", "[[", "\n[[", '{"puzzle":']
    texts = [text_of([EASY, SPARSE], style) for style in FORMATS]
    texts += [layout(EASY) for layout in READ.values()]
    for _ in range(number):
        text = random.choice(texts)
        for _ in range(random.randrange(1, 6)):
            k = random.randrange(len(text))
            end = k + random.choice([0, 1, 1, 5])
            text = text[:k] + random.choice(pieces) + text[end:]
        yield text


@pytest.mark.parametrize("number", [150, pytest.param(3000, marks=pytest.mark.slow)])
def test_any_input_yields_puzzles_or_errors_with_places(number: int) -> None:
    for text in hostile_texts(Random(5), number):
        lines = text.split("\n")
        entries = parse(text)
        assert entries
        for entry in entries:
            assert 1 <= entry.line <= len(lines)
            if isinstance(entry, FormatError):
                assert 1 <= entry.column <= len(lines[entry.line - 1].encode()) + 2
                assert "\n" not in str(entry) and "; expected" in str(entry)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("text", TABLE["repeated"]["texts"])
def test_repetitive_input_takes_work_in_proportion_to_its_length(text: str) -> None:
    """Twice the text takes about twice the steps: they are counted, not timed."""

    def steps(number: int) -> int:
        count = 0

        def step(frame: FrameType, event: str, argument: object) -> None:
            nonlocal count
            count += 1

        sys.setprofile(step)
        try:
            for same in (text, text + "\n", text + "\n\n", "\n" + text):
                parse(same * (number // len(same)))
        finally:
            sys.setprofile(None)
        return count

    steps(800)
    assert steps(6400) < 5 * steps(1600) + 2000


@pytest.mark.slow
def test_a_document_of_over_64_megabytes_is_refused() -> None:
    for piece in (b" " * (2**20 - 1) + b"\n", b"1," * 2**19):
        [error] = read_lines(chain([b"[\n"], repeat(piece, 70), [b"]\n"]), "source")
        assert "a document of over 67,108,864 characters" in str(error)


def test_an_answered_line_that_was_no_puzzle_is_an_error_later() -> None:
    lines = BytesIO(f"{SOLVED}\n{EASY}\n".encode())
    first, error, puzzle = entries_in(lines, "f", "", is_stream=True)
    assert isinstance(first, Puzzle) and isinstance(puzzle, Puzzle)
    assert str(error) == (
        "f:2:1: a puzzle below its solution or state in line 1; expected it above"
    )
