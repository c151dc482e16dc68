"""The roster, and what a person gave: two CSV files of the marker."""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from pathlib import Path
from typing import Final

from marking.errors import MarkingError
from marking.marks import Given
from marking.rubric import Rubric

ID: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,99}")
ROSTER: Final = ("id", "name", "email", "lms", "group", "due", "submitted_at")
GIVEN: Final = ("id", "criterion", "marks", "by", "at", "why")
NUMBER: Final = re.compile(r"\d{1,9}(\.\d{1,6})?")
MOST_BYTES: Final = 32 * 2**20


@dataclass(frozen=True)
class Student:
    """One line of the roster."""

    id: str
    name: str = ""
    email: str = ""
    lms: str = ""
    group: str = ""
    due: datetime | None = None
    submitted_at: datetime | None = None


def read_roster(path: str) -> list[Student]:
    """Return the students, by id. Raise MarkingError if the file is not a roster."""
    students: dict[str, Student] = {}
    for place, row in rows(path, ROSTER, ("id",)):
        if not ID.fullmatch(row["id"]):
            expected = "letters, digits and _ . @ + -"
            raise MarkingError(f"{place}: id {row['id']!r}; expected {expected}")
        if row["id"] in students:
            raise MarkingError(f"{place}: a second line with the id {row['id']!r}")
        students[row["id"]] = Student(
            row["id"],
            row.get("name", ""),
            row.get("email", ""),
            row.get("lms", ""),
            row.get("group", ""),
            time(place, "due", row),
            time(place, "submitted_at", row),
        )
    return [students[key] for key in sorted(students)]


def time(place: str, column: str, row: dict[str, str]) -> datetime | None:
    """Return the time in a column, or None if it is empty."""
    text = row.get(column, "")
    if not text:
        return None
    try:
        value = datetime.fromisoformat(text)
    except ValueError:
        value = None
    if value is None or value.tzinfo is None:
        example = "2023-08-07T10:00:00+10:00"
        raise MarkingError(f"{place}: {column} {text!r}; expected such as {example}")
    return value


def read_given(path: str, rubric: Rubric) -> dict[str, Given]:
    """Return what a person gave, by student. Raise MarkingError."""
    most = {part.id: part.marks for part in rubric.criterion}
    most |= {part.id: Fraction(1) for part in rubric.deduction}
    most["mark"] = rubric.total
    marks: dict[str, dict[str, Fraction]] = {}
    for place, row in rows(path, GIVEN, ("id", "criterion", "marks")):
        if not row["marks"]:
            continue  # a line of `sheet` that nobody has filled in
        key = row["criterion"]
        if key not in most:
            expected = ", ".join(most)
            message = f"criterion {key!r}; expected one of {expected}"
            raise MarkingError(f"{place}: {message}")
        text = row["marks"]
        if not NUMBER.fullmatch(text) or Fraction(text) > most[key]:
            message = f"marks {text!r}; expected a number from 0 to {most[key]}"
            raise MarkingError(f"{place}: {message}")
        marks.setdefault(row["id"], {})[key] = Fraction(text)
    return {student: Given(given) for student, given in marks.items()}


def rows(
    path: str, known: Iterable[str], needed: Iterable[str]
) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the place and the cells of each row of a CSV file, by column."""
    try:
        data = Path(path).read_bytes()
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise MarkingError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise MarkingError(f"{path}: not UTF-8; save it as CSV UTF-8") from error
    if len(data) > MOST_BYTES:
        raise MarkingError(f"{path}: larger than {MOST_BYTES:,} bytes")
    reader = csv.reader(text.splitlines(keepends=True), strict=True)
    try:
        head = [cell.strip() for cell in next(reader, [])]
        check_head(path, head, list(known), needed)
        for cells in reader:
            place = f"{path}:{reader.line_num}"
            if len(cells) not in (0, len(head)):
                message = f"{len(cells)} cells; expected {len(head)}"
                raise MarkingError(f"{place}: {message}")
            if cells:
                yield place, dict(zip(head, (cell.strip() for cell in cells)))
    except csv.Error as error:
        raise MarkingError(f"{path}:{reader.line_num}: {error}") from error


def check_head(
    path: str, head: list[str], known: list[str], needed: Iterable[str]
) -> None:
    """Raise MarkingError if the columns are not the ones of the file."""
    for column in head:
        if column not in known:
            message = f"column {column!r}; expected {', '.join(known)}"
            raise MarkingError(f"{path}:1: {message}")
        if head.count(column) > 1:
            raise MarkingError(f"{path}:1: two columns {column!r}")
    for column in needed:
        if column not in head:
            raise MarkingError(f"{path}:1: no column {column!r}")
