"""Results for learning platforms: Gradescope's JSON, Moodle's and Canvas's CSV.

In a CSV file, one column is filled. Every other byte stays: the platform gets back the
file that it wrote.
"""

import re
from collections.abc import Callable
from datetime import datetime
from typing import Final, NamedTuple, TypedDict

from _courseware.console import printable
from marking.errors import MarkingError
from marking.intake.roster import Student, plain
from marking.marks import Result
from marking.report.tables import cell
from marking.report.text import lines, may_show_expected, test_lines

MOODLE: Final = "Grade"
CANVAS: Final = re.compile(r".+ \(\d+\)")  # an assignment and its number
WHO: Final = frozenset(  # the columns that say whose a row is
    "Identifier|Full name|Email address|ID number|Username|"
    "Student|ID|SIS User ID|SIS Login ID|Integration ID".split("|")
)
FIELD: Final = re.compile(rb'"(?:[^"]|"")*"|[^,\r\n]*')
NUMBER: Final = re.compile(r"(?:Participant )?(\d+)")


class GradescopeTest(TypedDict):
    """One entry of ``tests`` in results.json."""

    name: str
    score: float
    max_score: float
    output: str
    visibility: str


class Gradescope(TypedDict):
    """Gradescope's results.json."""

    score: float
    output: str
    visibility: str
    tests: list[GradescopeTest]


def gradescope(result: Result, now: datetime) -> Gradescope | None:
    """Return results.json for a student, or None if there is no mark yet."""
    if result["status"] != "marked" or result["mark"] is None:
        return None
    shows = may_show_expected(result, now)
    tests = []
    for part in result["criteria"]:
        start = f"{part['id']}/"
        own = [test for test in result["tests"] if test["id"].startswith(start)]
        about = [line for test in own for line in test_lines(test, shows)]
        entry = GradescopeTest(
            name=part["id"],
            score=part["marks"] or 0,
            max_score=part["most"],
            output="\n".join(map(printable, about)),
            visibility="visible",
        )
        tests.append(entry)
    page = [printable(line) for line in lines(result, shows)]
    return Gradescope(
        score=result["mark"],
        output="\n".join(page[: page.index("", 2) if "" in page[2:] else None]),
        visibility="visible",
        tests=tests,
    )


class Filled(NamedTuple):
    """A table with its column filled, and how many rows got a mark or have none."""

    data: bytes
    marked: int
    others: int


def moodle(data: bytes, results: list[Result], roster: list[Student]) -> Filled:
    """Return Moodle's grading worksheet with the column Grade filled."""
    return filled(data, lambda name: name == MOODLE, results, roster)


def canvas(data: bytes, results: list[Result], roster: list[Student]) -> Filled:
    """Return Canvas's gradebook with the column of its only assignment filled."""
    return filled(data, lambda name: bool(CANVAS.fullmatch(name)), results, roster)


def filled(
    data: bytes,
    is_column: Callable[[str], bool],
    results: list[Result],
    roster: list[Student],
) -> Filled:
    """Return *data* with the marks in the only column whose name fits."""
    rows = fields_of(data)
    head = [text_of(data[start:end]) for start, end in rows[0]]
    columns = [index for index, name in enumerate(head) if is_column(name)]
    if len(columns) != 1:
        found = "no column" if not columns else f"{len(columns)} columns"
        raise MarkingError(f"{found} to fill in; expected one of {', '.join(head)}")
    by_key = keys_of(results, roster)
    pieces, at, marked, others = [], 0, 0, 0
    for fields in rows[1:]:
        if len(fields) != len(head):
            continue  # an empty line
        who = [field for field, name in zip(fields, head) if name in WHO]
        cells = [text_of(data[start:end]) for start, end in who]
        result = found_in(cells, by_key)
        if result is None or result["status"] != "marked":
            others += 1
            continue
        start, end = fields[columns[0]]
        pieces += [data[at:start], cell(result["mark"]).encode()]
        at = end
        marked += 1
    return Filled(b"".join([*pieces, data[at:]]), marked, others)


def fields_of(data: bytes) -> list[list[tuple[int, int]]]:
    """Return where each field of each row of a CSV file starts and ends."""
    rows: list[list[tuple[int, int]]] = [[]]
    at = 3 if data.startswith(b"\xef\xbb\xbf") else 0
    while True:
        match = FIELD.match(data, at)
        assert match  # it may be empty
        rows[-1].append(match.span())
        at = match.end()
        separator = data[at : at + 1]
        if data[at : at + 2] == b"\r\n":
            at += 1
        elif separator not in (b",", b"\n", b"\r", b""):
            line = data.count(b"\n", 0, at) + 1
            raise MarkingError(f"line {line}: text after a quoted field")
        at += 1
        if separator != b",":
            rows.append([])
        if at >= len(data) and separator != b",":
            return rows[:-1]


def text_of(field: bytes) -> str:
    """Return the text of a field."""
    text = field.decode(errors="replace")
    if text.startswith('"'):
        text = text[1:-1].replace('""', '"')
    return text.strip()


def keys_of(results: list[Result], roster: list[Student]) -> dict[str, Result | None]:
    """Return the results by every text that names one student and no other."""
    known = {student.id: student for student in roster}
    keys: dict[str, Result | None] = {}
    for result in results:
        student = known.get(result["id"], Student(result["id"]))
        own = {result["id"], student.lms, student.email.casefold()}
        own.add(f"name {plain(result['name'])}" if result["name"] else "")
        for key in own - {""}:
            keys[key] = None if key in keys else result
    return keys


def found_in(cells: list[str], keys: dict[str, Result | None]) -> Result | None:
    """Return the result of the student of a row, if one cell or name says who it is."""
    for text in cells:
        number = NUMBER.fullmatch(text)
        for key in (text, number[1] if number else text, text.casefold()):
            result = keys.get(key)
            if result is not None:
                return result
    by_name = [keys.get(f"name {plain(text)}") for text in cells if text]
    return next((result for result in by_name if result is not None), None)
