"""Decide whether a function that was not read is missing, or only unread.

It is missing only if no trace of it is in the part of the text that was not read.
"""

import re
from bisect import bisect, bisect_left
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import Literal

from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.parser import Parsed
from pseudoku.pseudocode.reading.words import is_handout_name, key
from pseudoku.reference import NAMES, reference

# What precedes a name where it is called, and what follows it where it is a statement.
BEFORE_CALL = re.compile(
    r"""(?: ← | <- | = | \\gets | \\leftarrow | ¬ | ! | && | \|\| | ∧ | ∨
          | \b (?: if | while | return | not | until | call ) )
        [\s$({\\]* (?: call\{ )? $""",
    re.IGNORECASE | re.VERBOSE,
)
AFTER_CALL = re.compile(r"\([^{}\n]*\)\s*;")
DEFINED = re.compile(r"\b(?:function|procedure|def|func|algorithm)\s+$", re.IGNORECASE)
HEADING = re.compile(
    r"^[^\w\n]*(?:task|question|exercise|problem|q)\W{0,3}(\d{1,2})\b",
    re.IGNORECASE | re.MULTILINE,
)
WORD = re.compile(r"[^\W\d_]\w*")
MOST_WORDS = 1000  # that a name is compared with
ALIKE = 0.86  # of two names: MakeSolutoin is 0.92 like MakeSolution


def absent(parsed: Parsed, task: str) -> tuple[Literal["missing", "unread"], list[str]]:
    """Return the verdict on a task whose function was not found, and the reason."""
    name, text = NAMES[task], parsed.source.text
    stops = [str(stop) for stop in parsed.stops]
    if text and not WORD.search(text):
        return "unread", ["the text has no words; a scanned page must be typed"]
    if task in traces(parsed):
        found = f"the text has {name}, but no function that could be read"
        return "unread", stops or [found]
    if orphan := next(orphans(parsed, task), ""):
        return "unread", [f"no function {name}; the function {orphan} may be meant"]
    if text and not parsed.program.functions and not traces(parsed):
        return "unread", stops or ["no function could be read in this text"]
    return "missing", [f"no function {name}"]


@lru_cache(maxsize=1)
def traces(parsed: Parsed) -> set[str]:
    """Return the tasks of which the unread text has the heading or the function."""
    headed = {task for task, below in sections(unread(parsed)) if WORD.search(below)}
    return headed | {task for task, name in NAMES.items() if appears(parsed, name)}


def appears(parsed: Parsed, name: str) -> bool:
    """Return whether ``name`` is in the unread text, other than where it is called."""
    text = unread(parsed)
    parts = re.findall("[A-Z]?[a-z0-9]+|[A-Z]+", name)
    joined = r"[\s_-]*".join(map(re.escape, parts))
    for found in re.finditer(rf"(?<![^\W_]){joined}(?![^\W_])", text, re.IGNORECASE):
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        called = BEFORE_CALL.search(line) or AFTER_CALL.match(text, found.end())
        if DEFINED.search(line) or not called:
            return True
    whole = key(name)
    alike = [one for one in words(parsed) if abs(len(one) - len(whole)) <= 2]
    return bool(get_close_matches(whole, alike[:MOST_WORDS], n=1, cutoff=ALIKE))


def sections(text: str) -> Iterator[tuple[str, str]]:
    """Yield the number of each heading such as ``Task 4``, and the text below it.

    >>> [*sections("Task 7: a design\\nQ9. In words")]
    [('7', ': a design\\n'), ('9', '. In words')]
    """
    headings = [*HEADING.finditer(text)]
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    for heading, end in zip(headings, ends):
        yield heading[1], text[heading.end() : end]


def orphans(parsed: Parsed, task: str) -> Iterator[str]:
    """Yield functions that take as many arguments as the function of ``task``.

    They are below its heading or, without a heading, not helpers of the functions of
    the hand-out. They may be misnamed.
    """
    helping = helpers(parsed.program)
    takes = {key(one.name): one.parameters for one in reference().program.functions}
    headings = [*HEADING.finditer(parsed.source.text)]
    starts = [heading.start() for heading in headings]
    for function in parsed.program.functions:
        if is_handout_name(function.name):
            continue
        before = bisect(starts, function.at)
        headed = headings[before - 1][1] if before else ""
        if headed == task or not (headed or key(function.name) in helping):
            if len(function.parameters) == len(takes[key(NAMES[task])]):
                yield function.name


def helpers(program: syntax.Program) -> set[str]:
    """Return the keys of what the functions of the hand-out call, and so on."""
    called = {
        key(one.name): {key(call.name) for call in syntax.calls(only(one))}
        for one in program.functions
    }
    found: set[str] = set()
    waiting = [name for name in called if is_handout_name(name)]
    while waiting:
        new = called.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found


def only(function: syntax.Function) -> syntax.Program:
    return syntax.Program([function], [])


@lru_cache(maxsize=1)
def words(parsed: Parsed) -> list[str]:
    """Return the words of the unread text, without the names of the hand-out."""
    found = dict.fromkeys(map(key, WORD.findall(unread(parsed))))
    return [word for word in found if not is_handout_name(word)]


@lru_cache(maxsize=1)
def unread(parsed: Parsed) -> str:
    """Return the text without the functions that were read."""
    text = parsed.source.text
    kept, at = [], 0
    places = sorted((error.line, error.column) for error in parsed.errors)
    for function in parsed.program.functions:
        first, last = map(parsed.source.place, (function.at, function.end))
        if bisect_left(places, first) == bisect(places, last):
            kept.append(text[at : function.at])
            at = function.end
    return "\n".join([*kept, text[at:]])
