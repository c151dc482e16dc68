"""Measure how long the reader of pseudocode takes for 600 KB of the same thing.

The thing is a character, a word or a line: every ASCII character, every word that the
reader knows, every scrap of the fuzz test, and lines that were made to be slow. Each is
repeated, and also put on a line of its own, after an opening line, and with a number
that makes each line different. ``python -m tests.benchmarks.reading N`` takes N KB.
"""

import string
import sys
import time
from collections.abc import Iterator
from itertools import count, islice

from pseudoku.pseudocode.reading.advice import DIAGNOSIS_OF_TOKEN
from pseudoku.pseudocode.reading.parser import parse
from pseudoku.pseudocode.reading.vocabulary import (
    HANDOUT_FUNCTIONS,
    KEYWORDS,
    OPERATIONS,
    STRUCTURE_KINDS,
)
from tests.pseudoku.test_pseudocode_fuzz import SCRAPS

LINES = """
/* ~ /* x ~ “ ~ ‘ ~ " ~ ' ~ x ← 1 // 2 ~ // ~ x ← a //a ~ a. ~ a[ ~ a( ~ F(a, ~ for (
~ for (1 ≤ i ≤ 4 do ~ for (i = 1; i < 4; i++) { ~ for i = 0; i < 4; ~ if a then ~ if a
then end for ~ if a then b ← 1 end while ~ while a do end for ~ end if ~ end for ~
else ~ else if a then ~ repeat ~ repeat x ← 1 ~ until a ~ function F(a) ~ function F(
~ function a b c ~ def F(a): ~ int F(int a) { ~ Queue q ~ Vector v(4) ~ x ← new Queue
~ x ← 1 y z ~ x ← 1 y ← 2 ~ x = y = z ~ x ← a ≤ b ≤ c ~ x ← ¬ ~ x ← −1 ~ x ← (((1))) ~
x ← a[1][2] ~ x ← a.top() ~ a.push(b.top()) ~ return ~ return x ~ retrun x ~ funciton
F(a) ~ whlie (a) do ~ if a thne ~ x++ ~ x += 1 ~ PUSH[x, s] ~ PUSH(x, s) ~ x ← Search
Stack(s) ~ MAKE-VECTOR(r) ~ 1 x ← 1 ~ 12: x ← 1 ~ (3) x ← 1 ~ { ~ } ~ if (a) { b ← 1 }
~ x ← None ~ print x ~ the top of the stack ~ x ← the top of the stack ~ ... ~ x ← 1;
~ x ← k mod 2 ~ x ← 2 x k ~ x ← k div 2 ~ x ← 1.5 ~ x ← ⌊k⌋ ~ new Vector v ~ new
Vector v(4) ~ new Qeueu q
""".replace("\n", " ").split(" ~ ")


def things() -> list[str]:
    characters = [chr(code) for code in range(128)] + list("←≤≠−×¬∧∨⌊⌉…“‘ﬂ\u200b\u2028")
    words = [
        *KEYWORDS,
        *STRUCTURE_KINDS,
        *OPERATIONS,
        *HANDOUT_FUNCTIONS,
        *(word for _, word in DIAGNOSIS_OF_TOKEN),
    ]
    return list(dict.fromkeys(filter(None, [*characters, *words, *SCRAPS, *LINES])))


def numbered(thing: str) -> Iterator[str]:
    """Yield lines with ``thing`` without end, each with another number in it."""
    for number in count():
        first, space, rest = thing.partition(" ")
        yield f"{first}{number}{space}{rest}\n"


def cased(size: int) -> str:
    """Return ``size`` characters of assignments to names that differ only in case."""
    letters = "abcdefghijklmnopqrst"
    names = (
        "".join(c.upper() if number >> k & 1 else c for k, c in enumerate(letters))
        for number in count()
    )
    return "".join(f"{name} ← 1\n" for name in islice(names, size // 25))


def texts(thing: str, size: int) -> Iterator[tuple[str, str]]:
    times = size // max(1, len(thing.encode())) + 1
    yield "", thing * times
    yield "with spaces", f"{thing} " * times
    yield "a line each", f"{thing}\n" * times
    yield "in an open if", "if a then\n" + f"    {thing}\n  " * times
    if thing[0] in string.ascii_letters:
        numbers = islice(numbered(thing), size // (len(thing.encode()) + 5))
        yield "numbered", "".join(numbers)


def cases(size: int) -> Iterator[tuple[str, str, str]]:
    for thing in things():
        for how, text in texts(thing, size):
            yield thing, how, text[:size]
    yield "a name", "in every case", cased(size)


def main() -> None:
    size = 1000 * int(sys.argv[1]) if sys.argv[1:] else 600_000
    times: list[tuple[float, str, str]] = []
    for thing, how, text in cases(size):
        began = time.process_time()
        parse(text)
        times.append((time.process_time() - began, thing, how))
    times.sort(reverse=True)
    print(
        f"{len(times)} texts of {size // 1000} KB, {sum(t for t, _, _ in times):.0f} s"
    )
    for seconds, thing, how in times[:15]:
        print(f"{seconds:6.2f} s  {thing!r} {how}")


if __name__ == "__main__":
    main()
