"""Decide whether a function that was not read is missing, or only unread.

It is missing only if no trace of it is in the part of the text that was not read.
"""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Literal

from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.parser import Parsed
from pseudoku.pseudocode.reading.words import HANDOUT, is_handout_name, key
from pseudoku.reference import NAMES, reference

# What precedes a name where it is called.
CALLING = re.compile(
    r"""(?: ← | <- | = | \\gets | \\leftarrow | ¬ | !
          | \b (?: if | while | return | not | until | call ) )
        [\s$({\\]* (?: call\{ )? $""",
    re.IGNORECASE | re.VERBOSE,
)
HEADING = re.compile(
    r"^\W*(?:task|question|exercise|problem|q)\W{0,3}(\d{1,2})\b",
    re.IGNORECASE | re.MULTILINE,
)
WORD = re.compile(r"[^\W\d_]\w*")
ALIKE = 0.86  # of two names: MakeSolutoin is 0.92 like MakeSolution


def absent(parsed: Parsed, task: str) -> tuple[Literal["missing", "unread"], list[str]]:
    """Return the verdict on a task whose function was not found, and the reason."""
    name, text = NAMES[task], parsed.source.text
    if parsed.stops:
        return "unread", [str(stop) for stop in parsed.stops]
    if text and not WORD.search(text):
        return "unread", ["the text has no words; a scanned page must be typed"]
    if appears(parsed, name) or is_headed(parsed, task):
        return "unread", [f"the text has {name}, but no function that could be read"]
    if orphan := next(orphans(parsed, task), ""):
        return "unread", [f"no function {name}; the function {orphan} may be meant"]
    traces = [*sections(text), *(one for one in HANDOUT if appears(parsed, one))]
    if text and not traces and not parsed.program.functions:
        return "unread", ["no function could be read in this text"]
    return "missing", [f"no function {name}"]


def appears(parsed: Parsed, name: str) -> bool:
    """Return whether ``name`` is in the unread text, other than where it is called."""
    text = unread(parsed)
    parts = re.findall("[A-Z]?[a-z0-9]+|[A-Z]+", name)
    joined = r"[\s_-]*".join(map(re.escape, parts))
    for found in re.finditer(rf"(?<![^\W_]){joined}(?![^\W_])", text, re.IGNORECASE):
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        if not CALLING.search(line):
            return True
    words = {key(word) for word in WORD.findall(text)} - {key(one) for one in HANDOUT}
    return bool(get_close_matches(key(name), words, n=1, cutoff=ALIKE))


def is_headed(parsed: Parsed, task: str) -> bool:
    """Return whether unread text follows a heading such as ``Task 4``."""
    found = [text for one, text in sections(unread(parsed)) if one == task]
    return any(map(WORD.search, found))


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
    """Yield functions that nothing calls, and that take as many arguments as ``task``.

    They may be misnamed, unless they follow the heading of another task.
    """
    called = {key(one.name) for one in syntax.calls(parsed.program)}
    takes = {key(one.name): one.parameters for one in reference().program.functions}
    for function in parsed.program.functions:
        if is_handout_name(function.name) or key(function.name) in called:
            continue
        headings = [*HEADING.finditer(parsed.source.text, 0, function.at)]
        if headings and headings[-1][1] != task:
            continue
        if len(function.parameters) == len(takes[key(NAMES[task])]):
            yield function.name


def unread(parsed: Parsed) -> str:
    """Return the text without the functions that were read."""
    text = parsed.source.text
    kept, at = [], 0
    for function in parsed.program.functions:
        first, last = map(parsed.source.place, (function.at, function.end))
        places = [(error.line, error.column) for error in parsed.errors]
        if not any(first <= place <= last for place in places):
            kept.append(text[at : function.at])
            at = function.end
    return "\n".join([*kept, text[at:]])
