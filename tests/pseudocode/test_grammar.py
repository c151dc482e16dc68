"""A second reading of the strict notation: a grammar for lark, written on its own.

What the strict parser accepts, the grammar accepts, and the other way round: on
programs made at random, right ones and spoilt ones.
"""

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from lark import Lark
from lark.exceptions import UnexpectedInput

from pseudocode.reading.notation import program_lines
from pseudocode.reading.syntax import Program
from pseudoku.reference import parse, reference
from tests.pseudocode.random_programs import Generator
from tests.pseudocode.texts import TABLES

GRAMMAR = (Path(__file__).parent / "strict.lark").read_text("utf-8")


@cache
def grammar() -> Lark:
    return Lark(GRAMMAR, parser="lalr")


def lark_accepts(text: str) -> bool:
    try:
        grammar().parse(text)
    except UnexpectedInput:
        return False
    return True


def parser_accepts(text: str) -> bool:
    parsed = parse(text)
    return not (parsed.errors or parsed.remarks_outside or parsed.notes)


SCRAPS = ("x", "3", "(", ")", "[", "]", "=", "←", "end", "if", "then", "do", ",")


def spoilt(text: str, random: Random) -> str:
    """``text`` with a word left out, doubled, exchanged or changed."""
    words = text.split(" ")
    for _ in range(random.choice((1, 1, 2))):
        at = random.randrange(len(words))
        other = random.choice(words)
        change = random.randrange(4)
        if change == 0:
            words[at] = ""
        elif change == 1:
            words.insert(at, other)
        elif change == 2:
            words.insert(at, random.choice(SCRAPS))
        else:
            words[at] = other
    return " ".join(words)


def programs(times: int) -> list[tuple[int, Program]]:
    return [(seed, Generator(Random(seed)).program()) for seed in range(times)]


few_and_many = pytest.mark.parametrize(
    "times", [50, pytest.param(300, marks=pytest.mark.slow)]
)


@few_and_many
def test_a_program_that_is_written_down_is_read_as_itself(times: int) -> None:
    for seed, program in programs(times):
        text = "".join(program_lines(program))
        parsed = parse(text)
        assert not parsed.errors and not parsed.notes, (seed, text)
        assert "".join(program_lines(parsed.program)) == text, seed


@few_and_many
def test_what_is_right_is_right_for_both(times: int) -> None:
    assert lark_accepts(reference().source.text)
    for seed, program in programs(times):
        text = "".join(program_lines(program))
        assert lark_accepts(text) and parser_accepts(text), (seed, text)
        if re.search(r"else\s+if", text.replace("else if", "")):
            continue  # on one line it would be an `else if`
        if re.search(r"(return|←|\]|\)|\.\.\.).*\n\s*if", text):
            continue  # on one line it might be a condition of what is before it
        one_line = " ".join(text.split())
        assert lark_accepts(one_line) and parser_accepts(one_line), (seed, one_line)


@few_and_many
def test_what_is_spoilt_is_accepted_by_both_or_by_none(times: int) -> None:
    verdicts = []
    for seed, program in programs(times):
        text = "".join(program_lines(program)).replace("\n", " \n ")
        for number in range(4):
            changed = spoilt(text, Random(seed * 10 + number))
            accepted = parser_accepts(changed)
            if lark_accepts(changed) != accepted:
                # x(1) alone is a call, but the parser reads x[1] if x is a variable.
                # Outside the functions, what is left of it is an error without its note.
                parsed = parse(changed)
                codes = [slip.code.split()[0] for slip in parsed.notes]
                outside = any(
                    "expected '←'" in str(one) for one in parsed.remarks_outside
                )
                assert "E171" in codes or outside, (seed, changed)
            verdicts.append(accepted)
    assert verdicts.count(True) > times // 3
    assert verdicts.count(False) > 5 * times // 3


@pytest.mark.parametrize("text", TABLES["refused"])
def test_a_slip_is_refused_by_both(text: str) -> None:
    assert not parser_accepts(text)
    assert not lark_accepts(text)
