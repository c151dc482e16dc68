"""Find the columns of Moodle's grading worksheet, in any language.

mod/assign/gradingtable.php of Moodle writes, in this order: the identifier, such as
"Participant 4711"; the name, unless marking is blind, with fields such as the email
address; the status; with groups and markers, their columns; the grade; the maximum
grade; whether the grade can be changed; the time of the submission; the time of the
grade; feedback. Only the headings and words are translated.
"""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from marking.intake.csv_table import CsvTable

IDENTIFIER_PATTERN = re.compile(r"\D+(\d{1,15})")
ID_NUMBER = re.compile(r"[A-Za-z]{0,4}\d{3,20}|")
GRADE_PATTERN = re.compile(r"\d{1,6}([.,]\d{1,6})?")
DATE_PATTERN = re.compile(
    r"(?P<day>\d{1,2})\.?(?: de)? (?P<month>[^\W\d]{3,})\.?(?: de)? (?P<year>\d{4})"
    r"|(?P<year2>\d{4})\D{1,3}(?P<month2>\d{1,2})\D{1,3}(?P<day2>\d{1,2})"
)
TIME_PATTERN = re.compile(r"(\d{1,2})[:.](\d\d)(?::\d\d)?(?:\s*([ap])\.?m\b)?", re.I)
MONTHS = {  # the beginnings of their names in eight languages
    name: number
    for number, names in enumerate(
        (
            "jan ene gen oca",
            "feb fév fev şub",
            "mar mär maa",
            "apr avr abr nis",
            "may mai mag mei",
            "jun juin giu haz",
            "jul juil lug tem",
            "aug aoû ago ağu",
            "sep set eyl",
            "oct okt out ott eki",
            "nov kas",
            "dec dez déc dic ara",
        ),
        1,
    )
    for name in names.split()
}


class WorksheetColumns(NamedTuple):
    """Column indexes of a grading worksheet, from 0.

    ``submitted`` is None if there are no times. ``maximum`` is the highest grade, as
    text.
    """

    grade: int
    submitted: int | None  # the time of the submission
    maximum: str
    has_number: bool = False  # in the third column; email addresses are in the fourth


def find_columns(table: CsvTable) -> WorksheetColumns | None:
    """Return the columns of a worksheet, or None if ``table`` is no worksheet.

    Raise MarkingError for a row with more or fewer cells than the first.
    """
    rows = [row for _, row in table.body()]
    if not rows or not all(IDENTIFIER_PATTERN.fullmatch(row[0]) for row in rows):
        return None
    columns = list(zip(*rows))
    maximum = None  # the last column that may have the maximum grade
    for index in range(2, len(columns)):
        if _are_equal_grades(columns[index]) and _may_be_grades(columns[index - 1]):
            maximum = index
    if maximum is None:
        return None
    submitted = None
    for index in range(maximum + 1, len(columns)):
        if _are_times(columns[index]):
            submitted = index
            break
    has_number = (
        maximum > 4
        and all("@" in cell for cell in columns[3])
        and all(ID_NUMBER.fullmatch(cell) for cell in columns[2])
    )
    return WorksheetColumns(maximum - 1, submitted, columns[maximum][0], has_number)


def _are_equal_grades(cells: Sequence[str]) -> bool:
    return len(set(cells)) == 1 and bool(GRADE_PATTERN.fullmatch(cells[0]))


def _may_be_grades(cells: Sequence[str]) -> bool:
    return all(not cell or GRADE_PATTERN.fullmatch(cell) for cell in cells)


def _are_times(cells: Sequence[str]) -> bool:
    written = [cell for cell in cells if cell not in ("", "-")]
    return bool(written) and all(parse_moodle_time(cell) for cell in written)


def parse_moodle_time(text: str) -> datetime | None:
    """Return the time in ``text`` as Moodle writes it, without a zone, or None.

    >>> parse_moodle_time("Monday, 7 August 2023, 9:58 PM").isoformat()
    '2023-08-07T21:58:00'
    >>> parse_moodle_time("7 Ağustos 2023, Pazartesi, 09:58").isoformat()
    '2023-08-07T09:58:00'
    >>> parse_moodle_time("No submission")
    """
    day = DATE_PATTERN.search(text)
    if day is None:
        return None
    clock = TIME_PATTERN.search(text, day.end())
    if clock is None:
        return None
    word = (day["month"] or "").casefold()
    month = int(day["month2"] or MONTHS.get(word[:4]) or MONTHS.get(word[:3]) or 0)
    hour = int(clock[1])
    if clock[3]:  # "a" or "p", of a.m. and p.m.
        hour %= 12
        if clock[3].lower() == "p":
            hour += 12
    try:
        return datetime(
            int(day["year"] or day["year2"]),
            month,
            int(day["day"] or day["day2"]),
            hour,
            int(clock[2]),
        )
    except ValueError:
        return None
