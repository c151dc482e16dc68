"""Write results for learning platforms: Gradescope's JSON, Moodle's and Canvas's CSV.

Only one column of a CSV file is changed, so the platform can import its own table
again. docs/marking-platforms.md names the sources.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from io import BytesIO
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from _courseware.terminal.messages import printable
from marking.errors import MarkingError
from marking.intake.csv_table import CsvTable
from marking.intake.moodle import GRADE_PATTERN, IDENTIFIER_PATTERN, find_columns
from marking.intake.roster import Student, name_key
from marking.marks import Result
from marking.report import text
from marking.report.tables import format_number

ASSIGNMENT_COLUMN = re.compile(r".+ \(\d+\)")  # an assignment and its number
STUDENT_COLUMNS = frozenset(  # the columns of Canvas that say whose a row is
    "Student|ID|SIS User ID|SIS Login ID|Integration ID".split("|")
)
EXCUSED = ("EX", "N/A")  # excused, or not assigned
DECIMAL_COMMA = re.compile(r"\d+,\d+")


def gradescope_result(result: Result, now: datetime) -> dict[str, object] | None:
    """Return the data of Gradescope's results.json for a student.

    It is None if a test could not be run. Expected outputs are shown if ``now`` is
    after the due date. While a person has still to give marks, the score is the mark so
    far.
    """
    if result["status"] not in ("marked", "manual"):
        return None
    shows = text.may_show_expected(result, now)
    tests = []
    for part in result["criteria"]:
        results = text.tests_of(result, part["id"])
        lines = [line for test in results for line in text.test_lines(test, shows)]
        entry = {
            "name": part["id"],
            "score": part["marks"] or 0,
            "max_score": part["most"],
            "output": "\n".join(map(printable, lines)),
            "visibility": "visible",
        }
        tests.append(entry)
    page = [printable(line) for line in text.result_lines(result, shows)]
    if "" in page[2:]:  # the tests follow, which have their own entries
        page = page[: page.index("", 2)]
    return {
        "score": result["mark"] or 0,
        "output": "\n".join(page),
        "visibility": "visible",
        "tests": tests,
    }


class FilledTable(NamedTuple):
    """A platform's table after the column of marks has been filled.

    ``data`` is the new file.
    """

    data: bytes
    rows: list[tuple[str, Result]]  # that got a mark, each with its first cell
    open_rows: list[tuple[str, Result]]  # of students who wait for a person
    others: Counter[str]  # why rows got no mark
    kept: int  # rows whose cell stays, such as "EX"


def fill_moodle(
    table: CsvTable, results: list[Result], roster: list[Student], column: str = ""
) -> FilledTable:
    """Return Moodle's worksheet ``table`` with the grades of ``results`` filled in.

    The worksheet may be in any language. ``column`` is not used. Raise MarkingError if
    ``table`` is no worksheet, or its maximum grade is not that of the rubric.
    """
    sheet = find_columns(table)
    if sheet is None:
        expected = "the column of the grades, and beside it that of the maximum grade"
        raise MarkingError(f"not a grading worksheet of Moodle; expected {expected}")
    _check_maximum("Moodle", sheet.maximum, results)
    student_columns = range(sheet.grade)
    return _fill_column(
        table, sheet.grade, student_columns, "," in sheet.maximum, results, roster
    )


def fill_canvas(
    table: CsvTable, results: list[Result], roster: list[Student], column: str = ""
) -> FilledTable:
    """Return Canvas's gradebook ``table`` with the marks of ``results`` filled in.

    ``column`` is the name or number of the assignment; "" if there is only one. Raise
    MarkingError unless exactly one column fits, or if its maximum is not that of the
    rubric.
    """
    column_index = _find_assignment(table.head, column)
    commas = False
    for _, row in table.body():
        if "Points Possible" in row[0]:
            maximum = row[column_index]
            if "read only" in maximum:
                title = table.head[column_index]
                raise MarkingError(f"{title}: a column that is read only")
            _check_maximum("Canvas", maximum, results)
        commas = commas or any(DECIMAL_COMMA.fullmatch(cell) for cell in row)
    student_columns = [
        i for i, name in enumerate(table.head) if name in STUDENT_COLUMNS
    ]
    return _fill_column(table, column_index, student_columns, commas, results, roster)


def _find_assignment(head: list[str], column: str) -> int:
    """Return the index of the column in ``head`` that `fill_canvas` fills.

    Raise MarkingError unless exactly one column fits.
    """
    columns = {
        index: name
        for index, name in enumerate(head)
        if ASSIGNMENT_COLUMN.fullmatch(name)
    }
    matches = []
    for index, name in columns.items():
        title = name[: name.rindex(" (")]
        if column in ("", name, title) or name.endswith(f" ({column})"):
            matches.append(index)
    if len(matches) == 1:
        return matches[0]
    titles = ", ".join(columns.values()) or "none"
    if column:
        raise MarkingError(f"no assignment {column!r}; expected one of {titles}")
    expected = "expected one, or --column NAME"
    raise MarkingError(f"{len(columns)} assignments: {titles}; {expected}")


def _check_maximum(platform: str, maximum: str, results: list[Result]) -> None:
    """Raise MarkingError if ``maximum``, a number as text, is not that of the rubric.

    Text that is not a number is ignored. ``platform`` is a name for the message.
    """
    number = maximum.replace(",", ".")
    if not results or not GRADE_PATTERN.fullmatch(number):
        return
    rubric_total = sum(Fraction(str(part["most"])) for part in results[0]["criteria"])
    if Fraction(number) != rubric_total:
        rubric_maximum = format_number(float(rubric_total))
        message = f"the maximum in {platform} is {maximum}"
        message += f", that of the rubric {rubric_maximum}"
        raise MarkingError(f"{message}; change one of them and export the table again")


def _fill_column(
    table: CsvTable,
    column: int,
    student_columns: Iterable[int],
    commas: bool,
    results: list[Result],
    roster: list[Student],
) -> FilledTable:
    """Return ``table`` with the marks of ``results`` in ``column``, an index from 0.

    The ``student_columns`` identify the student of a row; the ``roster`` has platform
    numbers and email addresses. If ``commas``, marks have a decimal comma.
    """
    by_key = _results_by_key(results, roster)
    excused = 0
    reasons: Counter[str] = Counter()
    filled_rows: list[tuple[str, Result]] = []
    open_rows: list[tuple[str, Result]] = []
    for row, (_, cells) in zip(table.rows[1:], table.body()):
        result = _find_result([cells[i] for i in student_columns], by_key)
        if result and result["status"] == "marked":
            if cells[column].upper() in EXCUSED:
                excused += 1
                continue
            mark = format_number(result["mark"])
            row[column] = mark.replace(".", ",") if commas else mark
            filled_rows.append((cells[0], result))
            continue
        if result and result["status"] == "manual":
            open_rows.append((cells[0], result))
        if "Points Possible" not in cells[0]:
            reasons[result["status"] if result else "no student of this run"] += 1
    return FilledTable(table.to_bytes(), filled_rows, open_rows, reasons, excused)


def _results_by_key(
    results: list[Result], roster: list[Student]
) -> dict[str, list[Result]]:
    """Return the results by each text that can identify the student in a table.

    The keys are ids, email addresses and platform numbers in lower case, and "name "
    plus `name_key`. Students who share a key are in one list.
    """
    students = {student.id: student for student in roster}
    by_key: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        student = students.get(result["id"], Student(result["id"]))
        student_keys = {student.lms, student.email.casefold()}
        student_keys |= {name.casefold() for name in (result["id"], *student.aliases)}
        names = {name_key(name) for name in (result["name"], student.name)}
        student_keys |= {f"name {name}" for name in names}
        for key in student_keys - {"", "name "}:
            by_key[key].append(result)
    return by_key


def _find_result(cells: list[str], by_key: dict[str, list[Result]]) -> Result | None:
    """Return the result of the student whom the ``cells`` of a row identify, or None.

    ``by_key`` is the result of `_results_by_key`. A unique name is enough, and so is a
    number, unless the row names another student: one student's platform number may be
    another's id.
    """
    numbers = []
    for cell in cells:
        match = IDENTIFIER_PATTERN.fullmatch(cell)
        if match:
            numbers.append(match[1])
    exact = [cell.casefold() for cell in cells]
    names = [f"name {name_key(cell)}" for cell in cells]
    by_number = _results_of([*exact, *numbers], by_key)
    by_name = _results_of(names, by_key)
    matches = by_number or by_name
    if by_number and by_name:
        matches = {key: by_name[key] for key in by_number if key in by_name}
    return next(iter(matches.values())) if len(matches) == 1 else None


def _results_of(keys: list[str], by_key: dict[str, list[Result]]) -> dict[str, Result]:
    """Return the results that ``by_key`` has under ``keys``, by student's id."""
    results = {}
    for key in keys:
        for result in by_key.get(key, []):
            results[result["id"]] = result
    return results


def feedback_zip(rows: list[tuple[str, Result]], now: datetime) -> bytes:
    """Return the ZIP archive for Moodle's *Upload multiple feedback files*.

    ``rows`` are the first cell of a row in Moodle's worksheet and the student's result.
    Pages show expected outputs if ``now`` is after the due date. Names have the form
    NAME_NUMBER_PLUGIN_TYPE_FILE, which mod/assign/feedback/file/importziplib.php reads.
    """
    stream = BytesIO()
    with ZipFile(stream, "w", ZIP_DEFLATED) as archive:
        for identifier, result in rows:
            number = IDENTIFIER_PATTERN.fullmatch(identifier)
            if number is None:
                continue
            name = " ".join(re.findall(r"[^\W_]+", result["name"])) or "Participant"
            entry = ZipInfo(f"{name}_{number[1]}_assignfeedback_file_feedback.txt")
            page = text.student_page(result, text.may_show_expected(result, now))
            archive.writestr(entry, page, ZIP_DEFLATED)
    return stream.getvalue()
