"""Mutilated, large and endless files: every place is right, and no memory grows."""

import sys
import tracemalloc
from collections.abc import Callable, Iterable
from itertools import chain, repeat
from pathlib import Path
from random import Random
from types import FrameType

import pytest

from sudoku.formats import FORMATS, FormatError, Puzzle, parse, read_file, read_lines
from tests.sudoku.formats_read import BARE, EASY, EXACT, cells_in, text_of


def test_an_empty_line_separates_puzzles_of_several_lines() -> None:
    for style in FORMATS:
        one = text_of([BARE], style)
        if style != "opensudoku":
            between = "\n" * (one.count("\n") > 1)
            assert text_of([BARE, BARE], style) == one + between + one


@pytest.mark.parametrize("style", [style for style in EXACT if style != "line"])
@pytest.mark.parametrize("step", [11, pytest.param(1, marks=pytest.mark.slow)])
def test_no_prefix_of_a_file_yields_a_different_puzzle(style: str, step: int) -> None:
    text = text_of([EASY, BARE], style)
    for length in range(0, len(text), step):
        assert set(cells_in(text[:length])) <= {EASY, BARE, ""}


@pytest.mark.parametrize("times", [150, pytest.param(5000, marks=pytest.mark.slow)])
def test_any_input_yields_puzzles_or_errors_with_places(times: int) -> None:
    random = Random(5)
    pieces = [*"[]{}<>\"',.#|+-=:\n\t 019xq", "\0", "é", "[[", "\n[[", '{"puzzle":']
    for _ in range(times):
        text = text_of([EASY, BARE], random.choice(list(FORMATS)))
        for _ in range(random.randrange(1, 6)):
            at = random.randrange(len(text))
            end = at + random.choice([0, 1, 1, 5])
            text = text[:at] + random.choice(pieces) + text[end:]
        lines = text.split("\n")
        for found in parse(text):
            assert 1 <= found.line <= len(lines)
            if isinstance(found, FormatError):
                assert 1 <= found.column <= len(lines[found.line - 1].encode()) + 1
                assert "\n" not in str(found)
            else:
                assert len(found.cells) == 81
                assert set(found.cells) <= set("123456789.")


SOURCES: dict[str, Callable[[int], Iterable[bytes]]] = {
    "lines": lambda count: repeat(text_of([BARE], "line").encode(), count),
    "rows": lambda count: chain.from_iterable(
        repeat(text_of([BARE], "grid").encode().splitlines(keepends=True), count // 20)
    ),
    "JSON Lines": lambda count: repeat(text_of([BARE], "json").encode(), count // 20),
    "games": lambda count: chain(
        [b"<opensudoku>"],
        repeat(text_of([BARE], "opensudoku").splitlines()[2].encode(), count // 4),
        [b"</opensudoku>"],
    ),
}


@pytest.mark.nightly
@pytest.mark.parametrize("source", SOURCES)
def test_twenty_thousand_puzzles_take_no_more_memory_than_a_hundred(
    source: str,
) -> None:
    def peak(count: int) -> int:
        tracemalloc.start()
        puzzles = sum(1 for _ in read_lines(SOURCES[source](count), "source"))
        assert puzzles > count // 80
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    peak(100)  # what is imported
    assert peak(20_000) < peak(100) + 20_000


@pytest.mark.parametrize(
    "puzzle",
    [
        pytest.param(f"{EASY[:40]}z{EASY[41:]}", marks=pytest.mark.slow),
        "53..7...z",
        "5 5",
    ],
)
def test_an_error_holds_little_memory(puzzle: str) -> None:
    text = text_of(["." * 81] * 500, "opensudoku").replace("0" * 81, puzzle)
    games = text.encode().splitlines(keepends=True)
    for lines in ([puzzle.encode() + b"\n", b"Title\n"] * 500, games):
        tracemalloc.start()
        errors = list(read_lines(lines, "source"))
        assert len(errors) == 500
        assert tracemalloc.get_traced_memory()[0] < 500 * 1200
        tracemalloc.stop()


def test_a_line_of_any_length_takes_bounded_memory(tmp_path: Path) -> None:
    path = tmp_path / "long"
    for begin, told in [
        (b"1", "1:1: a line of over 1,048,576 bytes; expected 81 cells"),
        (b"<opensudoku a='", "1:1: no end of a tag in 65,536 bytes; expected '>'"),
    ]:
        with open(path, "wb") as file:
            file.write(begin)
            for _ in range(8):
                file.write(b"1" * 2**20)
        tracemalloc.start()
        (error,) = read_file(str(path))
        assert tracemalloc.get_traced_memory()[1] < 15 * 2**20
        tracemalloc.stop()
        assert told in str(error)


def cut_documents(size: int) -> dict[str, Iterable[bytes]]:
    """Documents of ``size`` bytes that lack their end, or are longer than allowed."""
    rows = text_of([BARE], "list").replace("\n", "").encode()
    return {
        "lists": chain([b"["], repeat(b" " + rows + b",\n", size // len(rows))),
        "lists in a line": chain([b"["], repeat(rows + b",", size // len(rows))),
        "cells in a line": chain([b"["], repeat(b"1, " * 2**10, size // (3 * 2**10))),
        "strings": chain([b"["], repeat(f' "{BARE}",\n'.encode(), size // 86)),
    }


@pytest.mark.nightly
@pytest.mark.parametrize("form", cut_documents(0))
def test_a_cut_document_takes_memory_and_work_in_proportion_to_its_size(
    form: str,
) -> None:
    """``ast`` would take 500 bytes for each byte, so it does not get the whole text."""
    for size in (2**20, 2**23):
        tracemalloc.start()
        (error,) = read_lines(cut_documents(size)[form], "source")
        assert tracemalloc.get_traced_memory()[1] < 7 * size
        tracemalloc.stop()
        assert ": the end; expected ']' for the '[' in line 1, column 1" in str(error)


@pytest.mark.nightly
def test_a_document_of_over_64_megabytes_is_refused() -> None:
    piece = b" " * (2**20 - 1) + b"\n"
    (error,) = read_lines(chain([b"[\n"], repeat(piece, 70), [b"]\n"]), "source")
    assert str(error) == (
        "source:65:1: a document of over 67,108,864 bytes; expected its last bracket"
    )


def test_a_line_of_exactly_a_megabyte_is_read(tmp_path: Path) -> None:
    path = tmp_path / "long"
    spaces = b" " * (2**20 - 82)
    path.write_bytes(EASY.encode() + spaces + b"\n" + BARE.encode())
    assert [e.cells for e in read_file(str(path)) if isinstance(e, Puzzle)] == [
        EASY,
        BARE,
    ]
    path.write_bytes(b"x" + spaces + EASY.encode() + b"\n" + BARE.encode())
    (error,) = read_file(str(path))
    assert "1:1: a line of over 1,048,576 bytes" in str(error)


def test_reading_stops_in_a_file_with_too_many_mistakes() -> None:
    entries = parse("{\n" * 20_000 + EASY)
    assert len(entries) == 10_001
    assert str(entries[-1]) == (
        "text:10001:1: 10,000 mistakes without a puzzle; expected puzzles"
    )
    bad, good = ("z" + EASY[1:] + "\n") * 9_999, EASY + "\n"
    assert sum(map(bool, cells_in(bad + good + bad + good))) == 2


SAME = [
    *("1", "[", "[]", "{", "(", ")", '"', "'", "|", "\t", ",", "<", "<a>", "\ufeff"),
    *("1 ", "[ ", "[1,", '{"puzzle":', '{"puzzle": [', "(0, 1, 2),", "5.0,", "+1"),
    *("[(0, 1, 2)],", "x = [", "array([[", "<!--", "[Puzzle]", "# ", "5 z", "1 2"),
    *("123456789", ".........", "---------", "1;", "puzzle,", "1,2,3,4,5,6,7,8,9"),
    *("2024-01-05", "(1)", "Step 3", "Result", "12.5.2019", "Row 1: 123456789"),
    *("> ", "[code]", "[b=", "[State]", "{{", '{"a": [', "= ", '{"a": "', "a* "),
]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("text", ["z [b=", "z <b ", "a***", "x = ", "z -- ", "Step "])
def test_a_long_line_of_marks_is_looked_through_once(text: str) -> None:
    """This would take hours if each mark were compared with the rest of the line."""
    assert parse(f"{text * (2**18 // len(text))}]>\n{EASY}\n")[-1].line == 2


@pytest.mark.sampled(10)
@pytest.mark.parametrize("number", [200, pytest.param(2000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("text", SAME)
def test_repetitive_input_takes_work_in_proportion_to_its_length(
    text: str, number: int
) -> None:
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
    assert steps(4 * number) < 5 * steps(number) + 1000
