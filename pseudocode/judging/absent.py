"""Decide whether a required function is missing or only could not be parsed."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from pseudocode.judging.exercise import Exercise
from pseudocode.reading import syntax
from pseudocode.reading.lines import NO_ACCESS
from pseudocode.reading.parser import Parsed
from pseudocode.reading.vocabulary import name_key

# A name where it is called: after one of these signs or words, or as a statement.
CALL_SITE = re.compile(
    r"""(?: (?: ← | <- | = | \\gets | \\leftarrow | ¬ | ! | && | \|\| | ∧ | ∨
          | \b (?: if | while | return | not | until | call ) \b )
          [\ \t$({\\]* ){1,3} (?: call\{ )? \w+
      | (?<! function[ ]) (?<! procedure[ ]) (?<! def[ ])
        \b \w+ \( [^{}\n]{0,99} \) \s* ;""",
    re.IGNORECASE | re.VERBOSE,
)
TASK_HEADING = re.compile(
    rf"^[^\w\n]*(?:task|question|exercise|problem|q)\W{{0,3}}(\d{{1,2}})\b{NO_ACCESS}",
    re.IGNORECASE | re.MULTILINE,
)
WORD_PATTERN = re.compile(r"[^\W\d_]\w*")
# A drawing with lines of boxes, and in Markdown another drawing, a picture, and the
# signs around words and in them.
BETWEEN_WORDS = re.compile(
    r"""^```text\n(?:.*\n)*?```$
      | (?: ^[ ]*\w+[ ]*\n )? (?: ^.*[\u2500-\u25ff].*\n )+ (?: ^[][ A-Z\d]+\n )? | !\[[^]\n]*\]\([^)\n]*\)
      | ^\|[-:|\ ]+$ | ^```\w*$ | ^\#+[ ] | ^[ ]*[-*•][ ] | \|""",
    re.MULTILINE | re.VERBOSE,
)
SIGNS_IN_WORDS = re.compile(r"[*`]")
MAX_WORDS_COMPARED = 1000  # that a name is compared with
MIN_SIMILARITY = 0.86  # of two names: MakeSolutoin is 0.92 like MakeSolution


def absence_verdict(
    parsed: Parsed, exercise: Exercise
) -> tuple[Literal["missing", "unread"], list[str]]:
    """Return the verdict on an exercise without its function, and the reasons.

    The verdict is "unread" if the student's text may contain the function in a form
    that could not be parsed, otherwise "missing".
    """
    name = exercise.name
    stops = [str(stop) for stop in parsed.stop_reasons]
    place = ""
    if is_mentioned(parsed, name):
        place = f"the text mentions {name}"
    elif exercise.task in _mentioned_tasks(parsed):
        place = f"there is text below the heading of Task {exercise.task}"
    if place:
        return "unread", stops or [f"{place}, but no function that could be read"]
    if other := _find_misnamed(parsed, exercise):
        return "unread", [f"no function {name}; the function {other} may be meant"]
    if line := parsed.unclear_headers.get(name_key(name)):
        return "unread", [f"line {line} may begin {name}; write 'function' before it"]
    text = parsed.source.original
    if text and not parsed.program.functions and not _mentioned_tasks(parsed):
        scanned = "" if WORD_PATTERN.search(text) else "; a scanned page must be typed"
        return "unread", stops or [f"no function could be read in this text{scanned}"]
    return "missing", [f"no function {name}"]


@lru_cache(maxsize=1)
def _mentioned_tasks(parsed: Parsed) -> set[str]:
    """Return the tasks, such as "4", that the unparsed text seems to answer.

    It contains the name of the task's function, or words below the task's heading.
    """
    tasks = {
        task
        for task, below in _task_sections(_unread_text(parsed))
        if WORD_PATTERN.search(below)
    }
    return tasks | {
        number
        for number, task in parsed.source.handout.tasks.items()
        if is_mentioned(parsed, task.function)
    }


def is_mentioned(parsed: Parsed, name: str) -> bool:
    """Return whether the unparsed text has ``name`` or a similar word, except calls."""
    key = name_key(name)
    words = _unread_words(parsed)
    if key in words:
        return True
    candidates = [word for word in words if abs(len(word) - len(key)) <= 2]
    compared = candidates[:MAX_WORDS_COMPARED]
    return bool(get_close_matches(key, compared, n=1, cutoff=MIN_SIMILARITY))


@lru_cache(maxsize=1)
def _unread_words(parsed: Parsed) -> dict[str, None]:
    """Return the name keys of the unparsed text's words, then of each adjacent pair.

    Names of called functions are omitted.
    """
    pieces = [_unread_text(parsed), *(piece.text for piece in parsed.source.left_out)]
    text = CALL_SITE.sub(" ", "\n".join(pieces))
    words = [name_key(word) for word in WORD_PATTERN.findall(text)]
    adjacent_pairs = [first + second for first, second in pairwise(words)]
    return dict.fromkeys([*words, *adjacent_pairs])


def _task_sections(text: str) -> Iterator[tuple[str, str]]:
    """Yield ``(task, text below)`` for each heading such as ``Task 4``.

    >>> [*_task_sections("Task 7: a design\\nQ9. In words")]
    [('7', ': a design\\n'), ('9', '. In words')]
    """
    _, *parts = TASK_HEADING.split(text)
    return zip(parts[::2], parts[1::2])


def count_words(text: str) -> int:
    """Return the number of words of ``text``, as ``wc -w`` counts them.

    Text diagrams and, in Markdown, images and markup are not counted.

    >>> count_words("## Task 9\\n\\n- *k* ← 1\\n\\n```text\\n+---+\\n```\\n")
    5
    """
    return len(SIGNS_IN_WORDS.sub("", BETWEEN_WORDS.sub(" ", text)).split())


def _find_misnamed(parsed: Parsed, exercise: Exercise) -> str:
    """Return the name of a function that may be a misnamed answer, or "".

    It has as many parameters as the exercise's function, and is below the task's
    heading or, without headings, not called by functions of the hand-out.
    """
    handout = parsed.source.handout
    functions = parsed.program.functions
    answers = [function for function in functions if handout.has(function.name)]
    helpers = {name_key(call.name) for call in syntax.walk_calls(*answers)}
    for candidate in functions:
        task = heading_task(parsed, candidate)
        if task:
            may_answer = task == exercise.task
        else:
            may_answer = name_key(candidate.name) not in helpers
        has_all = len(candidate.parameters) == len(exercise.parameters)
        if may_answer and has_all and not handout.has(candidate.name):
            return candidate.name
    return ""


def heading_task(parsed: Parsed, function: syntax.Function) -> str:
    """Return the task number in the last heading above ``function``, or ""."""
    all_headings = _headings(parsed)
    line, _ = parsed.source.line_and_column(function.offset)
    count = bisect_left(all_headings, (line + 1,))
    return all_headings[count - 1][1] if count else ""


@lru_cache(maxsize=1)
def _headings(parsed: Parsed) -> list[tuple[int, str]]:
    """Return ``(line, task)``, lines from 1, for each heading such as ``Task 4``."""
    text = parsed.source.original
    return [
        (text.count("\n", 0, match.start()) + 1, match[1])
        for match in TASK_HEADING.finditer(text)
    ]


@lru_cache(maxsize=1)
def _unread_text(parsed: Parsed) -> str:
    """Return the text without the lines of the functions that were parsed."""
    lines = parsed.source.original.split("\n")
    unread_lines = []
    line = 0
    for function in parsed.program.functions:
        if not parsed.remarks_within(function, parsed.errors):
            first, stop = parsed.source.line_range(function.offset, function.end)
            unread_lines += lines[line:first]
            line = max(line, stop)
    return "\n".join([*unread_lines, *lines[line:]])
