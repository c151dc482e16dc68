"""Reading takes work in proportion to the text, and stops where a limit says so."""

import sys
from types import FrameType
from typing import Protocol, SupportsIndex

import pytest

from pseudocode.reading import tokens
from pseudocode.reading.advice import MAX_ERRORS, MAX_NOTES
from pseudocode.reading.source import Source
from pseudocode.reading.spelling import nearest_word
from pseudocode.reading.syntax import For
from pseudocode.reading.tokens import TOKEN_PATTERN, read_tokens
from pseudoku.exercises import judge_task
from pseudoku.reference import parse, reference


class TraceFunction(Protocol):
    def __call__(
        self, frame: FrameType, event: str, argument: object, /
    ) -> "TraceFunction": ...


def work(text: str) -> int:
    """How many lines of Python are run while ``text`` is read."""
    number = 0

    def count(frame: FrameType, event: str, argument: object) -> TraceFunction:
        nonlocal number
        number += 1
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        parse(text)
    finally:
        sys.settrace(before)
    return number


NASTY = """
x ← 1 ~ x = 1 ~ x ← 1 y ← 2 ~ x ← the top ~ return x ~ F(a) ~ x ← a[1].top() ~ k++ ~
if a then end for ~ if a then b ← 1 end if ~ if a then b ← 1 end while ~ while a do ~
for (1 ≤ i ≤ 4) do end for ~ for (i = 1; i < 4; i++) { } ~ for (1 ≤ i ≤ 4 do end for ~
function F(a) return a end function ~ def F(a): return a ~ Queue q ~ retrun x ~ end if ~
/* x ~ /* x */ ~ “ ~ " ~ x ← 7 // 2 ~ // ~ 12: x ← 1 ~ (1) x ← 1 ~ % ~ ( ~ { ~ print x
""".replace("\n", " ").split(" ~ ")


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    "between",
    [
        pytest.param(" ", id="one line"),
        pytest.param("\n", id="lines", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("thing", NASTY)
def test_twice_the_text_is_twice_the_work(thing: str, between: str) -> None:
    once, twice = (work(f"{thing}{between}" * times) for times in (30, 60))
    assert twice < 2.2 * once


class Searched(str):
    """A text that counts how many of its characters were searched."""

    characters = 0

    def find(
        self,
        part: str,
        start: SupportsIndex | None = None,
        end: SupportsIndex | None = None,
        /,
    ) -> int:
        found = super().find(part, start, end)
        first, last = start or 0, len(self) if end is None else end
        seen = last.__index__() if found < 0 else found
        Searched.characters += seen - first.__index__()
        return found


@pytest.mark.parametrize(
    "thing", ["/*", "“", "‘", '"', "'", "/* */", "x ← a // a ", "//\n"]
)
def test_a_line_is_searched_once_for_what_closes_a_text(thing: str) -> None:
    source = Source("")
    source.text = Searched(thing * 500)
    Searched.characters = 0
    read_tokens(source)
    assert Searched.characters <= 6 * len(source.text)


def test_no_pattern_of_the_tokens_looks_far_ahead() -> None:
    """What the searching above cannot see: a regular expression that looks ahead."""
    assert "(?=" not in TOKEN_PATTERN.pattern and "(?!" not in TOKEN_PATTERN.pattern


def test_reading_stops_after_many_mistakes_and_says_so() -> None:
    assert not parse(") \n" * MAX_ERRORS).stop_reasons
    for more in (1, 2, 500):
        parsed = parse(") \n" * (MAX_ERRORS + more))
        (stop,) = parsed.stop_reasons
        assert len(parsed.errors) == MAX_ERRORS + 1 and parsed.errors[-1] is stop
        assert stop.message.startswith("more than 100 mistakes")
        assert stop.line == MAX_ERRORS + 1


def test_reading_stops_in_a_block_that_is_read_by_its_indentation() -> None:
    text = "function F(a)\n  if a then\n" + "    ) \n" * 200 + "end function\nx ← 1\n"
    assert len(parse(text).errors) == MAX_ERRORS + 1


def test_mistakes_that_indentation_puts_right_are_not_counted() -> None:
    """Read without it, each of these functions has a mistake more."""
    text = "function F(a)\n  if a then\n    b ← 1\n  return 1\nend function\n" * 120
    assert not parse(text).errors


@pytest.fixture
def few_tokens(monkeypatch: pytest.MonkeyPatch) -> int:
    """How many tokens a text may have in this test."""
    monkeypatch.setattr(tokens, "MAX_TOKENS", 1200)
    return 1200


def test_reading_stops_after_many_words_and_says_so(few_tokens: int) -> None:
    line = "x ← 1\n"
    assert not parse(line * (few_tokens // 3)).errors
    for more in (1, 1000):
        parsed = parse(line * (few_tokens // 3 + more))
        assert parsed.errors == parsed.stop_reasons and not parsed.notes
        assert parsed.errors[0].message.startswith("more than 1,200 words")


def test_a_text_may_have_twenty_times_the_words_of_the_reference() -> None:
    assert tokens.MAX_TOKENS > 20 * len(read_tokens(reference().source))


def test_only_so_many_notes_are_kept_and_the_last_says_so() -> None:
    assert len(parse("x = 1\n" * MAX_NOTES).notes) == MAX_NOTES
    for text in ("x = 1\n", "/* */", "%", "reutrn x\n"):
        slips = parse(text * (MAX_NOTES + 500)).notes
        assert len(slips) == MAX_NOTES + 1
        assert slips[-1].code.endswith("too-many-notes")


@pytest.mark.parametrize("line", [")", "y ← 1"])
def test_a_function_that_was_not_reached_is_not_missing(
    line: str, few_tokens: int
) -> None:
    parsed = parse(f"{line}\n" * few_tokens + reference().source.text)
    found = judge_task(parsed, "1", 1, "copy")
    assert found["verdict"] == "unread" and "the rest is not read" in found["notes"][0]


def test_a_long_word_is_not_compared_with_the_keywords() -> None:
    assert nearest_word("functio" + "n" * 100, ("function",)) == ""


def test_numbers_that_are_far_apart_take_no_memory() -> None:
    parsed = parse("for i in {0, 1, 99999999999999} do x ← i end for")
    (loop,) = parsed.program.statements
    assert isinstance(loop, For) and loop.variable == "i_position"
