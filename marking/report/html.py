"""Write the results of a class as HTML pages: one per student, and one for the class.

Everything from a submission is escaped as text, and no page may run scripts.
"""

import re
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined

from _courseware.draw.page import asset, policy_hash
from _courseware.terminal.messages import printable
from marking.marks import Result
from marking.report.summary import COLUMN_HEADINGS, common_causes, summarize_class
from marking.report.tables import format_number
from marking.report.text import (
    difference_place,
    mark_sentence,
    may_show_expected,
    tests_of,
)
from marking.verdict import MEANINGS, TaskReport

MAX_LINK_CHARACTERS = 20_000  # of a program, as in web/playground/links.js
ANSWER_LOCATION_PATTERN = re.compile(r"\banswer\.txt:(\d+):\d+:|\bcall:\d+:\d+: ")
LINE_REFERENCE_PATTERN = re.compile(r"\blines? (\d+)")


def render_pages(
    results: list[Result], now: datetime, playground: str = ""
) -> dict[str, str]:
    """Return the HTML pages of a class, by file name, such as "z5000001.html".

    "index.html" is for the marker. Students' pages show what was expected if ``now`` is
    after the due date; then each failed call of an answer in pseudocode also has a link
    to the ``playground``, an address, unless that is "".
    """
    environment = Environment(
        loader=PackageLoader("marking.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        format_number=format_number,
        other_notes=_other_notes,
        printable=printable,
        readable_note=_readable_note,
        replay_fragment=replay_fragment,
    )
    functions = common_causes, difference_place, excerpt, mark_sentence, tests_of
    environment.globals |= {function.__name__: function for function in functions}
    colours = asset("_courseware.draw", "assets/bench.css").partition("\n* {")[0]
    style = colours + asset("marking.report", "templates/style.css")
    policy = f"default-src 'none'; style-src '{policy_hash(style)}'; base-uri 'none'"
    summary = summarize_class(results)
    environment.globals.update(meanings=MEANINGS, headings=COLUMN_HEADINGS)
    environment.globals.update(about=summary, playground=playground)
    environment.globals.update(style=style, policy=policy)
    index = environment.get_template("index.html")
    pages = {"index.html": index.render(results=results)}
    template = environment.get_template("student.html")
    for result in results:
        shows = may_show_expected(result, now)
        page = template.render(result=result, with_expected=shows)
        pages[f"{result['id']}.html"] = page
    return pages


def _readable_note(note: str) -> str:
    """Return ``note`` with "line 7:" for the judge's ``answer.txt:7:3:``."""
    return ANSWER_LOCATION_PATTERN.sub(
        lambda place: f"line {place[1]}:" if place[1] else "", note
    )


def _other_notes(result: Result, common: Sequence[str] = ()) -> list[str]:
    """Return the notes in ``result`` that are not on a criterion, nor in ``common``."""
    criterion_ids = [part["id"] for part in result["criteria"]]
    notes = [note for note in result["notes"] if note not in common]
    return [note for note in notes if note.partition(": ")[0] not in criterion_ids]


class Excerpt(NamedTuple):
    """Lines of an answer with their numbers, and the line of the mistake, or None."""

    mistake_line: int | None
    lines: list[tuple[int, str]]


def excerpt(report: TaskReport, answer: str) -> Excerpt:
    """Return three lines of ``answer``: the line of the mistake is the middle one.

    If it is unknown, they are the first of the function, or none without a function.
    """
    mistake_line = _mistake_line(report)
    if mistake_line:
        middle = mistake_line
    elif report["line"]:
        middle = report["line"] + 1
    else:
        return Excerpt(None, [])
    lines = answer.split("\n")
    numbers = range(max(1, middle - 1), min(len(lines), middle + 1) + 1)
    return Excerpt(mistake_line, [(number, lines[number - 1]) for number in numbers])


def _mistake_line(report: TaskReport) -> int | None:
    """Return the line of the answer that the hint or a note gives, or None."""
    match = LINE_REFERENCE_PATTERN.search(report["hint"])
    if report["verdict"] != "fail":
        # In a wrong answer, notes have the places of slips that do not matter.
        match = ANSWER_LOCATION_PATTERN.search(" ".join(report["notes"])) or match
    return int(match[1]) if match and match[1] else None


def replay_fragment(text: str, call: str) -> str:
    """Return the end of an address in the playground that shows ``call`` in ``text``.

    It is "" without a call, and if ``text``, the answer, is too long for a link.
    """
    if not call or not 0 < len(text) <= MAX_LINK_CHARACTERS:
        return ""
    packed = zlib.compress(text.encode(errors="replace"), wbits=-zlib.MAX_WBITS)
    word = urlsafe_b64encode(packed).decode().rstrip("=")
    return f"#p={word}&call={quote(call, safe='')}"
