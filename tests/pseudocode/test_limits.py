"""Limits of reading, running and recording a program, and of what is printed."""

import json
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING

import pytest

from pseudocode.reading import tokens
from pseudocode.reading.advice import MAX_ERRORS, MAX_NOTES
from pseudocode.reading.source import RunLimitError, Source
from pseudocode.reading.spelling import nearest_word
from pseudocode.reading.tokens import TOKEN_PATTERN, read_tokens
from pseudocode.running import machine
from pseudocode.tracing import record
from pseudoku.cli import common, main, program
from pseudoku.exercises import judge_task
from pseudoku.reference import parse, reference
from tests.pseudocode.files import Captured, File
from tests.pseudocode.runs import run, steps
from tests.pseudocode.test_hostile import TEXTS as HOSTILE
from tests.pseudocode.test_hostile import repeated

if TYPE_CHECKING:
    from _typeshed import TraceFunction


def work(do: Callable[[], object]) -> int:
    """How many lines of Python ``do`` runs."""
    number = 0

    def count(frame: FrameType, event: str, argument: object) -> "TraceFunction":
        nonlocal number
        number += 1
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        do()
    finally:
        sys.settrace(before)
    return number


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    "between",
    [
        pytest.param(" ", id="one line"),
        pytest.param("\n", id="lines", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("thing", HOSTILE["repeated"])
def test_twice_the_text_is_twice_the_work(thing: str, between: str) -> None:
    texts = (f"{thing}{between}" * times for times in (30, 60))
    once, twice = (work(partial(parse, text)) for text in texts)
    assert twice < 2.2 * once


def test_twice_the_names_are_twice_the_work() -> None:
    """Names that differ in case, or have no value: none is compared with all."""
    name = "y{0} ← 1 if FALSE then x ← Y{0} x ← z{0} end if "
    texts = ("".join(map(name.format, range(n))) for n in (100, 200))
    once, twice = (work(partial(run, text)) for text in texts)
    assert twice < 2.2 * once


class Searched(str):
    """A text that counts how many of its characters were searched."""

    characters = 0

    def find(self, part: str, start: int = 0, end: int | None = None) -> int:  # type: ignore[override]
        found = super().find(part, start, end)
        last = len(self) if end is None else end
        Searched.characters += (last if found < 0 else found) - start
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


def test_the_remarks_outside_the_functions_have_a_limit(
    file: File, capsys: Captured
) -> None:
    text = "".join(f"retrun x{k}\n" for k in range(8000))
    assert main(["judge", "--json", "-q", file(text)]) == 1
    out = capsys.readouterr().out
    *remarks, last = json.loads(out)["remarks"]
    assert len(remarks) == 100 and len(out) < 50_000
    assert last["message"].endswith(" more outside the functions are not shown")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("before", "after", "least"), HOSTILE["charged"])
def test_work_is_charged(before: str, after: str, least: int) -> None:
    before, after = repeated(before), repeated(f"{before} {after}")
    assert least <= steps(after) - steps(before) <= least + 10


@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 80, 8000])
def test_a_new_structure_and_a_copy_of_it_take_a_step_for_eight_elements(
    length: int,
) -> None:
    new = "new Vector v({})"
    kept = new + " new Vector w(1) w[1] ← v"
    eighths = length // 8
    assert steps(new.format(length)) == steps(new.format(0)) + eighths
    copied, shared = (steps(kept.format(length), how) for how in ("copy", "share"))
    assert copied == shared + 1 + eighths


@pytest.mark.parametrize(
    ("body", "longest"),
    [
        ("new Vector v({})", 36),
        ("new Vector v({}) new Stack s", 32),
        ("new Vector v({}) new Vector w(1) w[1] ← v", 13),
        ("new Vector w(26) for 1 ≤ i ≤ 99 do new Vector v({}) end for", 1),
    ],
)
def test_a_structure_in_use_counts_its_elements_and_four_more(
    body: str, longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = steps(body.format(longest))
    monkeypatch.setattr("pseudocode.running.machine.MAX_CELLS", 40)
    again = steps(body.format(longest))  # what is not in use any more is not counted
    assert again > taken if "for" in body else again == taken  # counting takes steps
    with pytest.raises(RunLimitError, match="more than 40 elements of structures"):
        steps(body.format(longest + 1))


def test_what_is_dropped_is_in_use_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "MAX_CELLS", 1000)
    again = "for 1 ≤ i ≤ 100 do {} end for"
    assert run(again.format("new Vector v(400)"), limit=10**6)["i"] == "100"
    assert run("new Queue q " + again.format("ENQUEUE[1, q] DEQUEUE[q]" * 20))
    for kept in HOSTILE["kept"]:
        with pytest.raises(RunLimitError, match="more than 1,000 elements"):
            run(kept, limit=10**6)


def test_a_value_may_have_as_much_as_its_limit_allows() -> None:
    digits = "x ← 99999999999999 × 999999999999999"
    assert run(f'x ← "{"a" * 200}"') and run(digits)
    for more in (f'x ← "{"a" * 201}"', f"{digits} x ← x × 10 x ← x × 10"):
        with pytest.raises(RunLimitError, match="more than (200|30) "):
            run(more)


def test_what_is_printed_is_cut_and_says_so(file: File, capsys: Captured) -> None:
    path = file("new Vector v(4000) for 1 ≤ i ≤ 4000 do v[i] ← i end for x ← 1")
    assert main(["run", path]) == 3
    out, err = capsys.readouterr()
    assert out.startswith("v = (1, 2, 3, ") and out.endswith("...\n")
    assert len(out) == 10_000 + len("...\n")
    assert err == "pseudoku run: error: the results have more than 10,000 characters\n"
    assert main(["run", path, "--json"]) == 3
    assert capsys.readouterr().out == ""


def test_a_trace_is_cut_and_says_where(file: File, capsys: Captured) -> None:
    path = file("new Queue q for 1 ≤ i ≤ 1000 do ENQUEUE[i, q] end for")
    assert main(["trace", path]) == 3
    out, err = capsys.readouterr()
    shown = len([line for line in out.splitlines() if line.startswith("Step ")])
    assert 40 < shown and len(out.encode()) <= 80_000
    assert err == (
        f"pseudoku trace: error: stopped after 80,000 bytes, at step {shown + 1:,}; "
        "--from and --to choose the steps\n"
    )
    assert main(["trace", path, "--from", "2001"]) == 0
    told = "Step 2,001 of 2,002: ENQUEUE of q: 1000"
    assert capsys.readouterr().out.startswith(told)


def test_a_limit_of_a_record_or_a_log_names_the_place_of_its_last_event(
    file: File, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "MAX_RECORDED_STEPS", 50)
    monkeypatch.setattr(machine, "MAX_EVENTS", 50)
    loop = "  new Stack s\n  for 1 ≤ i ≤ 99 do\n    PUSH[n, s]\n  end for\n"
    path = file(f"function F(n)\n{loop}end function\n")
    for command, place, limit in (
        ("run --json", "4:5", "50 events and operands"),
        ("trace", "4:5", "50 recorded steps"),
    ):
        assert main([*command.split(), path, "--call", "F(1)"]) == 3
        err = capsys.readouterr().err
        assert err.endswith(f"{path}:{place}: in F: stopped after {limit}\n")


VARIABLE = "x{} ← 1 "


def test_a_record_counts_the_variables_and_structures_that_it_looks_at(
    file: File, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few characters of each step are written, but many are looked at."""
    monkeypatch.setattr(record, "MAX_RECORD_WORK", 100_000)
    stopped = []
    for number, each in ((1, VARIABLE), (20, "new Vector v{}(60) "), (100, VARIABLE)):
        many = "".join(each.format(k) for k in range(number))
        path = file(f"{many} new Stack s for 1 ≤ i ≤ 5000 do PUSH[1, s] POP[s]")
        assert main(["trace", "-q", path, "--to", "1"]) == 3
        stopped.append(int(capsys.readouterr().err.split()[-3].replace(",", "")))
    alone, structures, variables = stopped
    assert structures < alone / 4 and variables < alone / 1.5
    for operand, least, most in (("1", 400, 900), ("q", 200, 380)):
        path = file(f"new Queue q for 1 ≤ i ≤ 999 do ENQUEUE[{operand}, q]")
        assert main(["trace", "-q", path, "--to", "1"]) == 3
        assert least < int(capsys.readouterr().err.split()[-3]) < most


def test_json_has_a_limit(
    file: File, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common, "MAX_JSON_CHARACTERS", 1000)
    path = file("new Queue q for 1 ≤ i ≤ 99 do ENQUEUE[i, q] end for")
    for command in ("run", "trace"):
        assert main([command, path, "--json"]) == 3
        out, err = capsys.readouterr()
        assert out == "" and "1,000 characters" in err and err.count("\n") == 1


def test_a_long_text_has_one_short_message(file: File, capsys: Captured) -> None:
    name = "n" * 100_000
    assert main(["run", file(f"x ← {name}")]) == 1
    assert len(capsys.readouterr().err) < 1000
    text = "function MakeVector(row)\n" + "x = 1\n" * 500 + "end function"
    assert main(["judge", "--hints", "0", file(text)]) == 1
    out = capsys.readouterr().out
    assert "(also lines 3, 4, 5" in out and len(out) < 3000
