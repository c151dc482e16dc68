"""Read the roster and the given marks, two CSV files of the marker."""

import re
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import chain
from typing import NamedTuple
from unicodedata import normalize

from marking.errors import MarkingError
from marking.intake.csv_table import read_table
from marking.intake.moodle import WorksheetColumns, find_columns, parse_moodle_time
from marking.rubric import Rubric

STUDENT_ID = re.compile(  # "class" and "index" are pages of a report
    r"(?!(?i:class|index)$)[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,99}"
)
GIVEN_COLUMNS = ("id", "criterion", "marks", "by", "at", "why")
NUMBER_PATTERN = re.compile(r"\d{1,9}(\.\d{1,6})?")
NOT_DIGITS = re.compile(r"\D")
# The names of the columns of rosters, here and on platforms. If a row has several ids,
# the first nonempty one counts.
COLUMN_NAMES = {
    "id": (
        "id",
        "sid",
        "student id",
        "id number",
        "sis user id",
        "sis login id",
        "username",
        "login id",
        "student number",
        "org defined id",
        "email",
        "email address",
    ),
    "lms": ("lms",),
    "name": ("name", "full name", "student", "student name"),
    "first": ("first name", "firstname", "given name"),
    "last": ("last name", "lastname", "surname", "family name"),
    "email": ("email", "email address", "e-mail"),
    "group": ("group", "groups", "group name"),
    "due": ("due",),
    "submitted_at": ("submitted_at",),
}


@dataclass(frozen=True)
class Student:
    """A student of the class, from one row of the roster.

    ``lms`` is the student's number on the platform. ``due`` is a due date of this
    student alone.
    """

    id: str
    name: str = ""
    email: str = ""
    lms: str = ""
    group: str = ""
    due: datetime | None = None
    submitted_at: datetime | None = None
    aliases: tuple[str, ...] = ()  # other ids of the same line


class Roster(NamedTuple):
    """The students, sorted by id, and the names of ignored columns."""

    students: list[Student]
    ignored: list[str]


def read_roster(path: str) -> Roster:
    """Return the students in the CSV file at ``path``.

    The file is a table of a platform, or has columns such as id, name and group. Raise
    MarkingError if it is not a roster or has a wrong row.
    """
    table = read_table(path)
    worksheet = find_columns(table)
    columns = _roster_columns(path, table.head, worksheet)
    students: dict[str, Student] = {}
    for place, row in table.body():
        student = _student_in_row(place, row, columns, worksheet)
        if student is None:
            continue
        if student.id in students:
            raise MarkingError(f"{place}: a second line with the id {student.id!r}")
        students[student.id] = student
    ignored = []
    if worksheet is None:
        indexes_read = set(chain.from_iterable(columns.values()))
        for index, name in enumerate(table.head):
            if index not in indexes_read:
                ignored.append(name)
    return Roster([students[key] for key in sorted(students)], ignored)


def _roster_columns(
    path: str, head: list[str], worksheet: WorksheetColumns | None
) -> dict[str, list[int]]:
    """Return the column indexes to read for each field of a student, best ones first.

    ``head`` contains the headings of the file ``path``. ``worksheet`` describes a
    worksheet of Moodle, or is None. Raise MarkingError if no column has ids or a column
    occurs twice.
    """
    names = [re.sub(r"\s+", " ", name).casefold() for name in head]
    names_read = set(chain.from_iterable(COLUMN_NAMES.values()))
    for name in names:
        if name in names_read and names.count(name) > 1:
            raise MarkingError(f"{path}:1: two columns {head[names.index(name)]!r}")
    columns = {
        field: [names.index(name) for name in accepted if name in names]
        for field, accepted in COLUMN_NAMES.items()
    }
    if "sis login id" in names and "id" in names:  # Canvas: its own number comes first
        columns["lms"] = [names.index("id")]
        columns["id"] = [*columns["id"][1:], names.index("id")]
    if worksheet:
        id_columns = [i for i in columns["id"] if i and i not in columns["email"]]
        if not id_columns and worksheet.has_number:
            id_columns = [2]  # in a language whose headings are not known
        columns["lms"] = [0]
        columns["id"] = [*id_columns, 0]
        columns["name"] = columns["name"] or [1]
        columns["submitted_at"] = []
        if worksheet.submitted is not None:
            columns["submitted_at"] = [worksheet.submitted]
    if not columns["id"]:
        expected = f"expected one of {', '.join(COLUMN_NAMES['id'])}"
        raise MarkingError(f"{path}:1: no column with the students' ids; {expected}")
    return columns


def _student_in_row(
    place: str,
    row: list[str],
    columns: dict[str, list[int]],
    worksheet: WorksheetColumns | None,
) -> Student | None:
    """Return the student in ``row``, or None if the row describes no student.

    ``place`` is FILE:LINE for messages, and ``columns`` the result of
    `_roster_columns`. Raise MarkingError for a wrong id or time.
    """

    def first_cell(field: str) -> str:
        return next((row[i] for i in columns[field] if row[i]), "")

    name = first_cell("name")
    if not name:
        name = f"{first_cell('first')} {first_cell('last')}".strip()
    if "Points Possible" in name or not any(row):
        return None  # of a gradebook of Canvas
    identifier = first_cell("id")
    lms = first_cell("lms")
    id_columns = columns["id"]
    if worksheet:
        id_columns = [column for column in id_columns if column]
        participant = row[0]  # such as "Participant 4711"
        number = NOT_DIGITS.sub("", participant)
        if identifier == participant:
            identifier = number
        if lms == participant:
            lms = number
    if not STUDENT_ID.fullmatch(identifier):
        expected = "letters, digits and _ . @ + -, not class or index"
        raise MarkingError(f"{place}: id {identifier!r}; expected {expected}")
    aliases = {row[column] for column in id_columns}
    due = _parse_time(place, "due", first_cell("due"))
    if worksheet:
        submitted_at = parse_moodle_time(first_cell("submitted_at"))
    else:
        submitted_at = _parse_time(place, "submitted_at", first_cell("submitted_at"))
    return Student(
        identifier,
        name,
        first_cell("email"),
        lms,
        first_cell("group"),
        due,
        submitted_at,
        tuple(sorted(aliases - {"", identifier})),
    )


def _parse_time(place: str, column: str, text: str) -> datetime | None:
    """Parse ``text``, an ISO 8601 time with a time zone; return None for "".

    Raise MarkingError for other text; ``place`` and ``column`` locate it in the
    message.
    """
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


def name_key(name: str) -> str:
    """Return a person's name for comparison: its words in lower case, sorted."""
    return " ".join(sorted(re.findall(r"\w+", normalize("NFC", name).casefold())))


def read_given_marks(path: str, rubric: Rubric) -> dict[str, dict[str, Fraction]]:
    """Return the marks that a person gave in a CSV file, by student and criterion.

    The keys are a student's id, then the id of a criterion or deduction in ``rubric``,
    or "mark". The last row for them counts. Raise MarkingError for a wrong row.
    """
    maximum = {part.id: part.marks for part in rubric.criterion}
    maximum |= {part.id: Fraction(1) for part in rubric.deduction}
    maximum["mark"] = rubric.total
    marks: dict[str, dict[str, Fraction]] = {}
    table = read_table(path)
    _check_columns(path, table.head)
    for place, cells in table.body():
        row = dict(zip(table.head, cells))
        if not row["marks"]:
            continue  # still to be given
        key = row["criterion"]
        if key not in maximum:
            expected = ", ".join(maximum)
            message = f"criterion {key!r}; expected one of {expected}"
            raise MarkingError(f"{place}: {message}")
        text = row["marks"].replace(",", ".")
        if not NUMBER_PATTERN.fullmatch(text) or Fraction(text) > maximum[key]:
            message = f"marks {text!r}; expected a number from 0 to {maximum[key]}"
            raise MarkingError(f"{place}: {message}")
        marks.setdefault(row["id"], {})[key] = Fraction(text)
    return marks


def _check_columns(path: str, head: list[str]) -> None:
    """Raise MarkingError unless ``head`` are the headings of a table of given marks."""
    for column in head:
        if column not in GIVEN_COLUMNS:
            message = f"column {column!r}; expected {', '.join(GIVEN_COLUMNS)}"
            raise MarkingError(f"{path}:1: {message}")
        if head.count(column) > 1:
            raise MarkingError(f"{path}:1: two columns {column!r}")
    for column in ("id", "criterion", "marks"):
        if column not in head:
            raise MarkingError(f"{path}:1: no column {column!r}")
