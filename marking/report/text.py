"""Pages of plain text: one per student, and one for the class."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction
from typing import Final

from _courseware.console import printable
from marking.marks import CriterionResult, Result, TestResult
from marking.report.tables import cell
from marking.rubric import Rubric
from marking.verdict import MEANINGS

LEGEND: Final = "· is a blank, → a tab, ␍ and ␊ are the ends of a line"


def page(result: Result, with_expected: bool) -> str:
    """Return the page of a student. Expected text is in it only *with_expected*."""
    every = [result["title"], *lines(result, with_expected)]
    return "".join(f"{printable(line)}\n" for line in every)


def lines(result: Result, with_expected: bool) -> Iterator[str]:
    """Yield the lines of a page after the title."""
    yield f"{result['id']} {result['name']}".rstrip()
    yield ""
    yield standing(result)
    yield from (f"Note: {note}" for note in result["notes"])
    yield ""
    for part in result["criteria"]:
        yield f"{part['id']}: {own_marks(part, result)} of {cell(part['most'])}"
        for test in result["tests"]:
            if test["id"].startswith(f"{part['id']}/"):
                yield from test_lines(test, with_expected)
    if any(test["difference"] for test in result["tests"]):
        yield ""
        yield f"In the differences, {LEGEND}."


def may_show_expected(result: Result, now: datetime) -> bool:
    """Return whether the due date of a student is over."""
    return result["due"] is None or datetime.fromisoformat(result["due"]) < now


def own_marks(part: CriterionResult, result: Result) -> str:
    if part["marks"] is not None:
        return cell(part["marks"])
    return "to be given" if result["status"] == "manual" else "no marks"


def standing(result: Result) -> str:
    """Return the mark in words, and how it came about."""
    if result["status"] == "missing":
        return "Nothing was handed in."
    if result["status"] == "not marked":
        return "Not marked: a test could not be run."
    sum_ = f"sum {cell(result['raw'])}"
    if result["late_days"]:
        days = counted(result["late_days"], "day")
        sum_ += f", {days} late: at most {cell(result['most'])}"
    if result["deductions"]:
        sum_ += f", deductions: {', '.join(result['deductions'])}"
    start = "Mark so far" if result["status"] == "manual" else "Mark"
    total = sum(part["most"] for part in result["criteria"])
    return f"{start}: {cell(result['mark'])} of {cell(total)} ({sum_})"


def test_lines(test: TestResult, with_expected: bool) -> Iterator[str]:
    meaning = MEANINGS[test["verdict"]]
    note = f": {test['note']}" if test["note"] else ""
    took = f", {test['seconds']:.2f} s" if test["runs"] else ""
    twice = ", run twice" if test["runs"] > 1 else ""
    yield f"  {test['verdict']:3} {test['id']} ({meaning}{took}{twice}){note}"
    difference = test["difference"]
    if difference:
        place = f"line {difference['line']}, column {difference['column']}"
        yield f"      first difference at {place}"
        if with_expected:
            before = difference["before"]
            yield f"      expected  {before}{difference['expected']}"
            yield f"      actual    {before}{difference['actual']}"
            yield " " * (16 + len(before)) + "^"


def class_page(title: str, results: list[Result]) -> str:
    """Return the page of the class: how many have which status, failures by test."""
    statuses = Counter(result["status"] for result in results)
    each = ", ".join(f"{count} {status}" for status, count in statuses.items())
    parts = [title, f"{counted(len(results), 'student')}: {each or 'none'}", ""]
    for identity in tests_in(results):
        parts += failures(identity, results)
    return printable("\n".join(parts) + "\n")


def tests_in(results: list[Result]) -> list[str]:
    """Return the ids of the tests, in the order of the rubric."""
    return list(dict.fromkeys(t["id"] for r in results for t in r["tests"]))


def failures(identity: str, results: list[Result]) -> Iterator[str]:
    """Yield how often a test failed, and which first differences are shared."""
    tests = [t for r in results for t in r["tests"] if t["id"] == identity]
    codes = Counter(test["verdict"] for test in tests if test["verdict"] != "AC")
    passed = len(tests) - sum(codes.values())
    failed = "".join(f", {count} {code}" for code, count in codes.most_common())
    yield f"{identity}: {passed} of {len(tests)} accepted{failed}"
    shared = Counter(
        f"line {d['line']}, column {d['column']}: {d['before']}{d['actual']}"
        for test in tests
        if (d := test["difference"])
    )
    for where, count in shared.most_common(3):
        if count > 1:
            yield f"  {count} share this first difference: {where}"


def same_files(groups: list[list[str]]) -> str:
    """Return which students handed in identical files."""
    return "".join(f"identical files: {', '.join(group)}\n" for group in groups)


def in_words(rubric: Rubric) -> Iterator[str]:
    """Yield the lines that explain a rubric, with its quotes."""
    yield f"{rubric.title}: {counted(rubric.total, 'mark')}"
    optional = f", perhaps {', '.join(rubric.optional)}" if rubric.optional else ""
    yield f"  files: {', '.join(rubric.files)}{optional}; Python {rubric.python}"
    if rubric.support:
        yield f"  provided, unless handed in: {', '.join(rubric.support)}"
    if rubric.packages:
        yield f"  programs may import: {', '.join(rubric.packages)}"
    if rubric.compare == "blanks":
        yield "  how many blanks there are between words is not compared"
    yield from reasons(rubric.quote, rubric.choice)
    limits = rubric.limits
    mib = 2**20
    yield (
        f"limits: {float(limits.seconds):g} s, {limits.memory // mib} MiB of memory, "
        f"{limits.output / mib:g} MiB for each output, {limits.processes} processes"
    )
    yield from reasons(limits.quote, limits.choice)
    if rubric.late:
        yield from late_words(rubric)
    for part in rubric.criterion:
        yield f"{part.id}: {counted(part.marks, 'mark')}, {awarded(rubric, part.id)}"
        for group in part.test:
            yield f"  {group.do}: {', '.join(group.inputs or group.calls)}"
        yield from reasons(part.quote, part.choice)
    for off in rubric.deduction:
        found = f"unless the program has a {off.check}" if off.check else "by a person"
        yield f"{off.id}: {float(off.percent):g} % off, {found}"
        yield from reasons(off.quote, off.choice)


def awarded(rubric: Rubric, identity: str) -> str:
    """Return in words how a criterion's marks come about."""
    part = next(part for part in rubric.criterion if part.id == identity)
    share = f", times the share reached in {part.times}" if part.times else ""
    if part.by == "person":
        return f"given by a person{share}"
    return {"each": "for each test its part", "all": "all tests or nothing"}[
        part.award
    ] + share


def late_words(rubric: Rubric) -> Iterator[str]:
    late = rubric.late
    assert late
    lost = (
        counted(late.points, "point") if late.points else f"{float(late.percent):g} %"
    )
    what = {
        "cap": f"the highest possible mark falls by {lost} of the total",
        "scale": f"the mark is lowered by {lost}",
        "deduct": f"{lost} off",
    }[late.rule]
    days = late.most_days
    after = "" if days is None else f"; after {counted(days, 'day')}: 0"
    yield f"late: {what} for each day {late.days}{after}"
    yield f"  due: {late.due.isoformat() if late.due else 'as the roster says'}"
    if late.grace:
        yield f"  grace: {late.grace.total_seconds() / 60:g} minutes are not counted"
    yield from reasons(late.quote, late.choice)


def counted(number: Fraction | int, noun: str) -> str:
    """Return *number* with *noun*.

    >>> counted(1, "mark"), counted(Fraction(5, 2), "mark")
    ('1 mark', '2.5 marks')
    """
    return f"{float(number):g} {noun}{'' if number == 1 else 's'}"


def reasons(quote: str, choice: str) -> Iterator[str]:
    if quote:
        yield f'  hand-out: "{quote}"'
    if choice:
        yield f"  our choice: {choice}"
