"""Find the lines that a page adds to a text: its number, its header and its footer."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from pseudoku.pseudocode.reading.words import KEYWORDS, KINDS, OPERATIONS

LONE_NUMBER = re.compile(r"\s*[-–—]?\s*\d{1,12}\s*[-–—]?\s*")
# What a header or a footer has and a statement in words has not: the number of a page
# or of a student.
MARKED = re.compile(r"\bpage\s*\d|\b\d+\s*(?:/|of)\s*\d+\s*$|\d{5,}", re.IGNORECASE)
SIGNS = re.compile(r"[←=<>≤≥≠\[\]{}]|\w\(")
# The end of a line that goes on below, and the beginning of one that goes on from above:
# a number between is part of the program.
UNFINISHED = re.compile(
    r"(?:[-+−×*/=<>≤≥≠←,(\[]|\b(?:return|mod|and|or|to|for|if|while))\s*$",
    re.IGNORECASE,
)
FURTHER = re.compile(r"\s*(?:[-+−×*/=<>≤≥≠,)\]]|(?:do|then|mod)\b)", re.IGNORECASE)
STATEMENTS = {*KEYWORDS, *KINDS, *map(str.lower, OPERATIONS), "repeat", "until", "set"}


def page_lines(text: str, feeds: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the beginning and the end of each line of ``text`` that a page adds.

    Each of ``feeds`` is the place of a form feed, after which a page begins. A line
    that may be a statement, even one in words, does not count.
    """
    used, at = [], 0
    for line in text.split("\n"):
        if line.strip():
            used.append((at, line))
        at += len(line) + 1
    after = [bisect_left(used, (feed,)) for feed in feeds]
    edges = {*after, *(k - 1 for k in after)}  # the lines next to a form feed
    shapes = Counter(shape(line) for _, line in used if MARKED.search(line))
    at_edges = Counter(shape(used[k][1]) for k in edges if 0 <= k < len(used))
    around = ["", *(line for _, line in used), ""]
    for k, (at, line) in enumerate(used):
        marked = MARKED.search(line) and (k in edges or shapes[shape(line)] > 1)
        again = k in edges and at_edges[shape(line)] > 1
        inner = UNFINISHED.search(around[k]) or FURTHER.match(around[k + 2])
        lone = LONE_NUMBER.fullmatch(line) and not inner
        if lone or ((marked or again) and not is_code(line)):
            yield at, at + len(line)


def shape(line: str) -> str:
    """Return ``line`` without the numbers and blanks that differ between pages."""
    return re.sub(r"\d+", "#", " ".join(line.split())).lower()


def is_code(line: str) -> bool:
    first = re.match(r"\W*(\w+)", line)
    return bool(SIGNS.search(line)) or bool(first and first[1].lower() in STATEMENTS)
