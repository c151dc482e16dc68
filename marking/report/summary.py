"""Compute the statistics of a class: counts, means and failures that students share."""

import re
from collections import Counter
from statistics import fmean, median, pstdev
from typing import NamedTuple

from _courseware.terminal.messages import plural
from marking.marks import Result, TestResult
from marking.report.tables import format_number
from marking.verdict import MEANINGS

ERROR_PLACE = re.compile(r"^exit status \d+: |(?<![^ ])[^ :]+\.py:\d+: ")
BIN_COUNT = 10
STATUSES = ("marked", "manual", "missing", "not marked")
COLUMN_HEADINGS = tuple("most mean spread median lowest highest all none".split())
SPREAD_LEGEND = "The spread is the standard deviation; all and none count students."
SO_FAR = "The mark of a student with the status manual is the mark so far."


class ClassSummary(NamedTuple):
    """The statistics of a class as text for every report, without a name or an id.

    ``overview`` counts students by status, and ``notes`` are those of all submissions.
    ``rows`` are a name and the cells under HEADINGS for each criterion and the mark, []
    without marks; ``legend`` explains them. ``bins`` are (range of marks, number of
    marks), and ``causes`` (error message, number of students), if there are several.
    ``tests`` are a line on each test, with the first differences that students share.
    """

    title: str
    overview: str
    notes: list[str]
    rows: list[list[str]]
    legend: list[str]
    bins: list[tuple[str, int]]
    causes: list[tuple[str, int]]
    tests: list[tuple[str, list[str]]]


def summarize_class(results: list[Result]) -> ClassSummary:
    """Return the statistics of ``results``, one for each student."""
    statuses = Counter(result["status"] for result in results)
    marks = [result["mark"] for result in results if result["mark"] is not None]
    maxima: dict[str, float] = {}
    awarded: dict[str, list[float]] = {}
    for result in results:
        for part in result["criteria"]:
            maxima[part["id"]] = part["most"]
            marks_of_part = awarded.setdefault(part["id"], [])
            if part["marks"] is not None:
                marks_of_part.append(part["marks"])
    total = sum(maxima.values())
    maxima["mark"] = total
    awarded["mark"] = marks
    bins = _mark_bins(total, marks)
    rows = []
    if bins:
        for name, values in awarded.items():
            if values:
                rows.append(_statistics_row(name, maxima[name], values))
    return ClassSummary(
        results[0]["title"] if results else "no students",
        _overview_text(results, statuses),
        _common_notes(results),
        rows,
        [SPREAD_LEGEND, SO_FAR] if statuses["manual"] else [SPREAD_LEGEND],
        bins,
        _shared_errors(results),
        _test_lines(results),
    )


def _shared_errors(results: list[Result]) -> list[tuple[str, int]]:
    """Return (error message, number of students) for those of several students."""
    counts: Counter[str] = Counter()
    for result in results:
        notes = [ERROR_PLACE.sub("", test["note"]) for test in failed_tests(result)]
        # Once for each student, in order: a set has no fixed order.
        counts.update(dict.fromkeys(notes, 1))
    del counts[""]
    return [(error, count) for error, count in counts.most_common(8) if count > 1]


def _overview_text(results: list[Result], statuses: Counter[str]) -> str:
    """Return a line such as "15 students: 14 marked, 1 manual, 2 late"."""
    counts = [f"{statuses[name]} {name}" for name in STATUSES if statuses[name]]
    late = sum(result["late_days"] > 0 for result in results)
    if late:
        counts.append(f"{late} late")
    return f"{plural(len(results), 'student')}: {', '.join(counts) or 'none'}"


def _statistics_row(name: str, maximum: float, marks: list[float]) -> list[str]:
    """Return ``name`` and the cells under HEADINGS for ``marks``, at least one."""
    return [
        name,
        format_number(maximum),
        f"{fmean(marks):.2f}",
        f"{pstdev(marks):.2f}",
        *map(format_number, (median(marks), min(marks), max(marks))),
        str(marks.count(maximum)),
        str(marks.count(0)),
    ]


def _mark_bins(total: float, marks: list[float]) -> list[tuple[str, int]]:
    """Return (range, number of ``marks`` in it) for BIN_COUNT ranges up to ``total``."""
    step = total / BIN_COUNT
    if not marks or not step:
        return []
    counts = Counter(min(int(mark / step), BIN_COUNT - 1) for mark in marks)
    bins = []
    for index in range(BIN_COUNT):
        marks_range = f"{step * index:.4g} to {step * (index + 1):.4g}"
        bins.append((marks_range, counts[index]))
    return bins


def _common_notes(results: list[Result]) -> list[str]:
    notes = [r["notes"] for r in results if r["status"] != "missing"]
    first = notes[0] if len(notes) > 1 else []
    return [note for note in first if all(note in others for others in notes)]


def failed_tests(result: Result) -> list[TestResult]:
    return [test for test in result["tests"] if test["verdict"] != "AC"]


def _test_lines(results: list[Result]) -> list[tuple[str, list[str]]]:
    """Return a line on each test, in the order of the rubric, and shared differences.

    The line is such as "i1: 12 of 15 accepted, 3 wrong answer".
    """
    tests: dict[str, list[TestResult]] = {}
    for result in results:
        for test in result["tests"]:
            tests.setdefault(test["id"], []).append(test)
    lines = []
    for identity, runs in tests.items():
        codes = Counter(run["verdict"] for run in runs)
        parts = [f"{identity}: {codes.pop('AC', 0)} of {len(runs)} accepted"]
        for code, count in codes.most_common():
            parts.append(f"{count} {MEANINGS[code]}")
        lines.append((", ".join(parts), _shared_differences(runs)))
    return lines


def _shared_differences(runs: list[TestResult]) -> list[str]:
    """Return a line on each of the commonest first differences in several ``runs``."""
    counts: Counter[str] = Counter()
    for run in runs:
        difference = run["difference"]
        if difference:
            place = f"line {difference['line']}, column {difference['column']}"
            counts[f"{place}: {difference['before']}{difference['actual']}"] += 1
    return [
        f"{count} share this first difference: {text}"
        for text, count in counts.most_common(3)
        if count > 1
    ]


def common_causes(result: Result) -> dict[str, list[str]]:
    """Return the notes that several failed tests share, with the ids of these tests."""
    causes: dict[str, list[str]] = {}
    for test in failed_tests(result):
        if test["note"]:
            causes.setdefault(test["note"], []).append(test["id"])
    return {cause: tests for cause, tests in causes.items() if len(tests) > 1}
