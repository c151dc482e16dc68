"""Reports: pages show hostile text as text; tables keep every byte but the marks."""

import csv
import json
import re
import zlib
from base64 import urlsafe_b64decode
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from io import BytesIO, StringIO
from types import UnionType
from typing import Literal
from unicodedata import normalize
from urllib.parse import parse_qs
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking import rubric
from marking.errors import MarkingError
from marking.intake.csv_table import CsvTable, parse_table
from marking.intake.roster import Student
from marking.intake.submission import Unmatched
from marking.marks import Result
from marking.report import html, lms, tables, text
from marking.verdict import TaskReport
from tests.marking.classes import DATA, HERE

FORMULA = ("=", "+", "-", "@")
NOW = datetime(2024, 1, 1, tzinfo=UTC)
BAD = "<script>alert(1)</script>\"'&\x1b[31m\u202e"


# A result as `run` writes it; BAD is replaced.
SAMPLE = (HERE / "result.json").read_text("utf-8")


def result(
    identity: str, mark: float | None = 7.5, name: str = BAD, due: str = ""
) -> Result:
    """A result whose name, notes and outputs are hostile."""
    made: Result = json.loads(SAMPLE.replace("BAD", json.dumps(BAD)[1:-1]))
    made["id"], made["name"], made["due"] = identity, name, due or made["due"]
    made["status"] = "marked" if mark is not None else "manual"
    made["mark"] = made["raw"] = made["criteria"][0]["marks"] = mark
    return made


ANSWER = "Task 4\n\nfunction F(s)\n  POP[s]\n  return s\nend function\n" + BAD


def judged_result(identity: str, *notes: str, **changes: str) -> Result:
    """A result of a wrong answer to Task 4, and of Task 7, which a person marks."""
    made = result(identity, None, **changes)
    made["notes"], made["text"] = ["task7: 53 words", "a note"], ANSWER
    test, part = made["tests"][0], made["criteria"][0]
    test |= {"id": "task4/F", "call": "python3 -m pseudoku judge", "difference": None}
    test["judged"] = TaskReport(
        verdict="fail", notes=[*notes], line=3, call="F(stack<1 2>)", hint=""
    )
    made["criteria"] = [part | {"id": "task4", "marks": 0}, part | {"id": "task7"}]
    return made


class Tags(HTMLParser):
    """The elements and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = self.body = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.body = self.body if tag != "body" else ""
        assert not any(name.startswith("on") for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.text += data
        self.body += data


def test_hostile_names_and_outputs_are_text_on_every_page() -> None:
    pages = html.render_pages([result("a1"), result("a2")], NOW)
    assert sorted(pages) == ["a1.html", "a2.html", "index.html"]
    for page in pages.values():
        read = Tags(page)
        assert not read.tags & {"script", "img", "iframe", "link", "object", "form"}
        assert "<script>alert(1)</script>" in read.text
        assert "\x1b" not in page and "\u202e" not in page
        assert "default-src 'none'" in unescape(page)


@given(st.text(), st.text(), st.text())
def test_no_cell_of_a_table_hides_a_sign_or_is_a_formula(
    name: str, note: str, why: str
) -> None:
    made = result("a1", name=name)
    made["notes"] = [note]
    marks = tables.marks_csv(rubric.read_rubric("hacettepe"), [made])
    unmatched = tables.unmatched_csv([Unmatched(name, why)])
    for table in (marks, unmatched):
        for row in csv.reader(StringIO(table)):
            for cell in row:
                assert cell.isprintable()
                assert not normalize("NFKC", cell.strip()[:1]).startswith(FORMULA)


def test_pages_and_gradescope_hide_the_expected_text_until_the_due_date() -> None:
    later = result("a1", due="2099-01-01T00:00:00+00:00")
    for each, shown in ((result("a1"), True), (later, False)):
        assert ("WANTED" in html.render_pages([each], NOW)["a1.html"]) == shown
        assert ("WANTED" in json.dumps(lms.gradescope_result(each, NOW))) == shown


LONG = "answer.txt:5:3: " + "a note on notation that is long; " * 12 + "its end"
FAILED = "F(stack<1 2>) gives stack<1>; expected WANTED in any order"


def test_a_judged_answer_has_its_call_its_lines_and_a_link() -> None:
    made = judged_result("a", "2 functions F", FAILED, LONG)
    page = html.render_pages([made], NOW, "https://x.org/playground/")["a.html"]
    words = " ".join(Tags(page).text.split())
    assert "task4 F: wrong answer 0 of 10 Call F(stack<1 2>) Result stack<1> " in words
    assert "Expected WANTED in any order function F(s) POP[s] return s 2 func" in words
    assert f"line 5: {LONG.partition(': ')[2]}" in words and "a note task4" in words
    assert "task7 marked by a person, 53 words ? of 10" in words
    assert "python3" not in page and "answer.txt" not in page
    (link,) = re.findall(r'href="https://x.org/playground/#([^"]*)"', page)
    replay = parse_qs(unescape(link), strict_parsing=True)
    packed = urlsafe_b64decode(replay["p"][0] + "==")
    assert zlib.decompress(packed, wbits=-15).decode() == ANSWER
    assert replay["call"] == ["F(stack<1 2>)"]
    early = judged_result("a", FAILED, due="2099-01-01T00:00:00+00:00")
    for student, playground in ((made, ""), (early, "https://x.org/")):
        page = html.render_pages([student], NOW, playground)["a.html"]
        assert "href" not in page and ("WANTED" in page) == (student is made)
    assert not html.replay_fragment("x" * 20_001, "F(1)")


def test_the_line_of_a_mistake_is_between_its_neighbours() -> None:
    lines = [(3, "function F(s)"), (4, "  POP[s]"), (5, "  return s")]
    for verdict, note, hint, line in (
        ("error", "answer.txt:4:3: POP of an empty stack", "", 4),
        ("error", "call:1:1: F with 2 arguments", "", None),
        ("fail", FAILED, "One change in lines 4 and 5 makes", 4),
        ("fail", FAILED, "", None),
    ):
        notes = [note, "answer.txt:5:1: a slip"]
        judged = TaskReport(verdict=verdict, notes=notes, line=3, call="", hint=hint)
        assert html.excerpt(judged, ANSWER) == (line, lines)
    absent = TaskReport(verdict="missing", notes=[], line=None, call="", hint="")
    assert html.excerpt(absent, ANSWER) == (None, [])


@pytest.mark.parametrize(("days", "columns"), [(0, []), (1, ["Days late", "Notes"])])
def test_the_page_of_a_class_has_no_empty_column(days: int, columns: list[str]) -> None:
    made = judged_result("a", FAILED)
    made["late_days"], made["notes"] = days, ["task7: 53 words", *["x"] * days]
    page = html.render_pages([made], NOW)["index.html"]
    head = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', page)
    tasks = ["task4 /10", "task7 /10"]
    assert head == ["Student", "Status", *columns[:1], *tasks, *columns[1:]]
    assert " ? 53 words " in " ".join(Tags(page).text.split())


PAGES = DATA["pages"]
BLANK = json.loads(SAMPLE) | {"mark": None, "raw": None}
BLANK_TEST = BLANK["tests"][0] | {"call": "", "code": "", "difference": None}


def class_of_pages() -> list[Result]:
    """Return the results of the class in pages.toml, where eve{10} are ten students."""
    results: list[Result] = []
    for student in PAGES["students"]:
        name, _, count = student["id"].strip("}").partition("{")
        parts = [{"marks": None} | part for part in student["criteria"]]
        tests = [BLANK_TEST | test for test in student["tests"]]
        made = BLANK | student | {"criteria": parts, "tests": tests}
        ids = [f"{name}{n}" for n in range(int(count))] if count else [name]
        results += [made | {"id": each} for each in ids]
    return results


def test_the_pages_of_a_class_say_what_a_person_needs_and_say_it_once() -> None:
    results = class_of_pages()
    made = {r["id"]: text.student_page(r, with_expected=True) for r in results}
    made["index"] = text.marker_page(results, [["ada", "eve0"]])
    for name, page in PAGES["text"].items():
        assert made[name] == page
    made = html.render_pages(results, NOW)
    for name, words in PAGES["words"].items():
        assert Tags(made[f"{name}.html"]).body.split() == words.split()
    assert re.findall("<mark>(.*?)</mark>", made["ada.html"]) == PAGES["marked"]


RULES = DATA["cases"]["late"]["rules"]


@pytest.mark.parametrize(("rule", "percent", "points", "words"), RULES)
def test_a_rubric_says_of_what_a_late_day_costs_a_percent(
    rule: Literal["cap", "scale", "deduct"], percent: int, points: int, words: str
) -> None:
    late = rubric.Late(rule, Fraction(percent), Fraction(points))
    assert next(text.late_lines(late)) == f"late: {words} for each day begun"


def test_a_class_without_students_or_marks_has_a_page_without_a_table() -> None:
    student = result("a", 0)
    student["criteria"][0]["most"] = 0
    for results, start in (
        ([student], "Title\n1 student: 1 marked\n"),
        ([], "no students\n0 students: none\n"),
    ):
        page = text.marker_page(results, [])
        assert page.startswith(start) and "median" not in page
        assert "median" not in html.render_pages(results, NOW)["index.html"]


# What Gradescope's documentation of results.json allows, as far as we write it.
SEEN_BY = ("visible", "hidden", "after_due_date", "after_published")
KINDS: dict[str, type | UnionType] = {
    "name": str,
    "score": int | float,
    "max_score": int | float,
    "output": str,
    "visibility": str,
    "tests": list,
}


def test_gradescope_json_fits_the_documentation() -> None:
    made = json.loads(json.dumps(lms.gradescope_result(result("a1"), NOW)))
    for part in (made, *made["tests"]):
        assert all(isinstance(value, KINDS[key]) for key, value in part.items())
        assert part["visibility"] in SEEN_BY
    assert {*made} == {"score", "output", "visibility", "tests"}
    assert made["score"] == 7.5 and "\x1b" not in json.dumps(made, ensure_ascii=False)
    failed = result("a1", None)
    so_far = lms.gradescope_result(failed, NOW)
    assert so_far and so_far["score"] == 0
    failed["status"] = "not marked"
    assert lms.gradescope_result(failed, NOW) is None


GRADEBOOKS = DATA["gradebooks"]
SHEETS: dict[str, str] = GRADEBOOKS["tables"]
FILLED: dict[str, tuple[str, list[str], str, list[list[str]], str, dict[str, str]]] = (
    GRADEBOOKS["filled"]
)
REFUSED: dict[str, list[tuple[str, list[str], str, str]]] = GRADEBOOKS["refused"]
MOODLE = SHEETS["MOODLE"].encode()
FILL = {"moodle": lms.fill_moodle, "canvas": lms.fill_canvas}


def table(name: str, changed: list[str]) -> CsvTable:
    """Read a table of gradebooks.toml, or a text, in which an old text is *changed*."""
    text = SHEETS.get(name, name)
    if changed:
        old, new = changed
        assert old in text
        text = text.replace(old, new)
    return parse_table("t.csv", text.encode())


@pytest.mark.parametrize("case", FILLED)
def test_a_gradebook_comes_back_with_the_marks_and_without_another_change(
    case: str,
) -> None:
    name, changed, asked, students, column, marks = FILLED[case]
    fill = FILL["moodle" if column in ("Grade", "Bewertung", "Not") else "canvas"]
    results = [result(key, float(mark), name=name) for key, name, _, mark in students]
    roster = [Student(key, email=email) for key, _, email, _ in students]
    filled = fill(table(name, changed), results, roster, asked)
    expected = table(name, changed)
    at = expected.head.index(column)
    for row in expected.rows:
        row[at] = marks.get(row[0], row[at])
    assert filled.data == expected.to_bytes()
    assert [first for first, _ in filled.rows] == [*marks]
    others = [row[0] for row in expected.rows[1:] if "Possible" not in row[0]]
    assert len(filled.rows) + filled.others.total() + filled.kept == len(others)


def test_the_feedback_zip_has_the_names_that_moodle_reads() -> None:
    named = result("4711", name="Ada_Maria Love/lace")
    filled = lms.fill_moodle(table("MOODLE", []), [named], [])
    with ZipFile(BytesIO(lms.feedback_zip(filled.rows, NOW))) as archive:
        (name,) = archive.namelist()
        assert b"Mark: 7.5 of 10" in archive.read(name)
    # is_valid_filename_for_import in mod/assign/feedback/file/importziplib.php
    assert name == "Ada Maria Love lace_4711_assignfeedback_file_feedback.txt"
    assert lms.feedback_zip(filled.rows, NOW) == lms.feedback_zip(filled.rows, NOW)


@pytest.mark.parametrize(
    ("platform", "name", "changed", "column", "message"),
    [(platform, *row) for platform in FILL for row in REFUSED[platform]],
)
def test_a_table_that_cannot_be_filled_is_refused(
    platform: str, name: str, changed: list[str], column: str, message: str
) -> None:
    with pytest.raises(MarkingError, match=re.escape(message)):
        FILL[platform](table(name, changed), [result("4711")], [], column)


@given(
    st.lists(
        st.lists(
            st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=2
        ).filter(lambda row: any(map(str.strip, row))),
        min_size=1,
    ),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
    st.sampled_from(",;\t"),
)
def test_a_table_is_written_with_the_cells_that_were_read(
    rows: list[list[str]], encoding: str, separator: str
) -> None:
    rows[0] = [separator, "head"]
    stream = StringIO()
    csv.writer(stream, delimiter=separator).writerows(rows)
    data = stream.getvalue().encode(encoding)
    read = parse_table("t.csv", data)
    assert read.rows == rows and read.to_bytes() == data


TABLES = st.text('StudentID,;\t\n"0123.Particpant -()') | st.text()


@given(
    TABLES.map(str.encode) | st.binary(),
    st.sampled_from([lms.fill_moodle, lms.fill_canvas]),
)
def test_any_table_is_filled_or_refused(
    data: bytes,
    fill: Callable[[CsvTable, list[Result], list[Student], str], lms.FilledTable],
) -> None:
    try:
        assert fill(parse_table("t.csv", data), [result("1")], [], "").data
    except MarkingError as error:
        assert str(error)
