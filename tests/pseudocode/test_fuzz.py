"""Spoilt programs: a result or a message with its place, and never anything else.

``PSEUDOKU_FUZZ=20000`` in the environment tries as many as it says, and ``SEED`` others.
"""

import os
import time
from contextlib import suppress
from random import Random

import pytest

from pseudocode.reading.notation import program_lines
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import PseudocodeError, Remark, Source
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.runner import Runner
from pseudocode.running.values import Value, format_value
from pseudoku.cli.arguments import parse_value
from pseudoku.cli.translate import translate
from pseudoku.exercises import judge_task
from pseudoku.reference import TASK_FUNCTIONS, parse, reference
from tests.places import ANSWERS
from tests.pseudocode.test_translate import compiles
from tests.pseudocode.texts import TABLES
from tests.seeds import SEED

TIMES = int(os.environ.get("PSEUDOKU_FUZZ", "600"))
STEPS = 3000
SECONDS = 2.0  # for one program; a run of STEPS takes some milliseconds

SCRAPS = """
if then else end do while for function return new Vector Queue Stack DynamicArray Array
break continue ( ) [ ] , ; : . ... ← = == ≠ ≤ < ≥ > + − × / mod ∧ ∨ ¬ ++ -- += TRUE
FALSE NULL 0 1 4 5 99999999999999999999 1.5 x k i row puzzle q s LENGTH ENQUEUE DEQUEUE
HEAD EMPTY PUSH POP TOP removeAt insertAt read write // # " ' “ { } \\le \\foo % @ é ﬂ ⌊
⌉ x[1] x[1,2] f(x) q.enqueue(x) v.length 12: 3: endif elif from to until mode funciton –
repeat until def int in range( None *= /= ** -> | ^ ? ~ /* */ print Queue() returns div
\u200b \u0338 \x00 \U0001f600 ½ ² ͏ from FROM each <- := <-- \\ \t
""".split()
SCRAPS += ["\n", "\n\n", "    ", "\t", "\r\n", " ", "", "while TRUE do", "\u2028"]


def sources() -> list[str]:
    texts = [path.read_text("utf-8") for path in sorted(ANSWERS.glob("*.pseudo"))]
    parsed = reference()
    whole = parsed.source.text
    functions = [whole[one.offset : one.end] for one in parsed.program.functions]
    return [text for text in texts if len(text) < 1500] + functions


def spoilt(text: str, other: str, random: Random) -> str:
    """``text`` after a few accidents, such as a piece of ``other`` in it."""
    for _ in range(random.choice((1, 1, 1, 2, 3, 5))):
        at = random.randrange(len(text) + 1)
        end = min(len(text), at + random.choice((1, 1, 2, 5, 20, 100)))
        scrap, piece = random.choice(SCRAPS), random.randrange(len(other) + 1)
        lines = text.split("\n")
        k = random.randrange(len(lines))
        before, after = lines[:k], lines[k + 1 :]
        text = random.choice(
            (
                text[:at] + text[end:],
                text[:at] + scrap + text[at:],
                f"{text[:at]} {scrap} {text[end:]}",
                text[:end] + text[at:end] * random.choice((1, 2)) + text[end:],
                text[:at] + other[piece : piece + 40] + text[at:],
                "\n".join(before + after),
                "\n".join([*before, f"   {lines[k]}", *after]),
                "\n".join([*before, lines[k].lstrip(), *after]),
                text.replace("\n", random.choice((" ", "\n  "))),
            )
        )
    return text


FITTING = {name_key(name): words for name, *words in TABLES["calls"]}
OTHERS = [*FITTING["permuterows"], "stack<1 2>", "(1, 2, 3)"]


def some_arguments(name: str, count: int) -> list[Value]:
    return [*map(parse_value, FITTING.get(name_key(name), OTHERS)[:count])]


def check_place(remark: Remark, text: str) -> None:
    lines = Source(text).text.split("\n")
    assert 1 <= remark.line <= len(lines), remark
    assert 1 <= remark.column <= len(lines[remark.line - 1]) + 1, remark
    assert remark.message and "\n" not in remark.message, remark


def try_out(parsed: Parsed, random: Random) -> str:
    """Run all there is in ``parsed``; what came of it in a word."""
    runner = Runner(
        store=random.choice(("copy", "share")),
        strict=random.random() < 0.2,
        limit=STEPS,
    )
    try:
        runner.load(reference().valid_program(), reference().source)
        runner.load(parsed.valid_program(), parsed.source, random.choice((1, 1, 0)))
        for value in runner.run(parsed.program, parsed.source).values():
            format_value(value)
        for function in parsed.program.functions:
            arguments = some_arguments(function.name, len(function.parameters))
            format_value(runner.call(function.name, arguments))
    except PseudocodeError as error:
        for remark in error.remarks:
            if remark.name == parsed.source.name:
                check_place(remark, parsed.source.text)
        return "message"
    return "result"


def one_program(number: int, texts: list[str]) -> str:
    random = Random(SEED * 1_000_003 + number)
    text = spoilt(random.choice(texts), random.choice(texts), random)
    began = time.process_time()
    parsed = parse(text, "spoilt")
    for remark in (*parsed.errors, *parsed.notes):
        check_place(remark, text)
    word = "refused" if parsed.errors else try_out(parsed, random)
    if not parsed.errors:
        again = parse("".join(program_lines(parsed.program)), "written")
        assert not again.errors, again.errors
        with suppress(PseudocodeError):
            assert compiles(translate(parsed))
    if number % 50 == 0:
        judge_task(parsed, random.choice(list(TASK_FUNCTIONS)), 1, "copy")
    assert time.process_time() - began < SECONDS, number
    return word


@pytest.mark.parametrize("times", [60, pytest.param(TIMES, marks=pytest.mark.slow)])
def test_a_spoilt_program_gives_a_result_or_a_message_with_its_place(
    times: int,
) -> None:
    texts = sources()
    words = []
    for number in range(times):
        try:
            words.append(one_program(number, texts))
        except Exception as error:
            raise AssertionError(f"program {number} of seed {SEED}") from error
    counts = {word: words.count(word) for word in ("result", "message", "refused")}
    print(counts)
    assert min(counts.values()) > times // 20, counts  # each happens, and often
