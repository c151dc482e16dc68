"""Compute the statistics of a class: counts, means and failures that students share."""

import re
from collections import Counter
from statistics import fmean, median, pstdev
from typing import Final, NamedTuple

from marking.marks import Result, TestResult

ERROR_PLACE: Final = re.compile(r"^exit status \d+: |(?<![^ ])[^ :]+\.py:\d+: ")
BIN_COUNT: Final = 10
STATUSES: Final = ("marked", "manual", "missing", "not marked")


class Distribution(NamedTuple):
    """The statistics of the marks of a class, in total or for one criterion.

    ``name`` is "mark" or the id of the criterion, and ``most`` the highest possible
    value. ``full`` and ``nothing`` count the students with all marks and with none.
    """

    name: str
    most: float
    mean: float
    deviation: float
    median: float
    lowest: float
    highest: float
    full: int  # how many students have all marks
    nothing: int


class FailureCounts(NamedTuple):
    """The numbers of students who passed and failed a test.

    ``test`` is the id of the test, and ``ran`` the number of students for whom it ran.
    ``codes`` counts students by verdict, except "AC". ``shared`` are (first difference,
    number of students), if there are several.
    """

    test: str
    passed: int
    ran: int
    codes: dict[str, int]
    shared: list[tuple[str, int]]  # first differences that several students have


class ClassSummary(NamedTuple):
    """The statistics of a class, without a name or an id.

    ``statuses`` counts students by status, such as "marked", and ``late`` the late
    ones. ``bins`` are (lowest mark, highest mark, number of marks). ``causes`` are
    (error message, number of students), if there are several. ``notes`` are those of
    all submissions.
    """

    title: str
    statuses: dict[str, int]
    late: int
    marks: Distribution | None
    bins: list[tuple[float, float, int]]  # from, to, and how many marks are there
    criteria: list[Distribution]
    tests: list[FailureCounts]
    causes: list[tuple[str, int]]  # errors of several students
    notes: list[str]  # on every submission


def summarize_class(results: list[Result]) -> ClassSummary:
    total = sum(part["most"] for result in results[:1] for part in result["criteria"])
    marks = [result["mark"] for result in results if result["mark"] is not None]
    criteria: dict[str, list[float]] = {}
    maximum = {part["id"]: part["most"] for r in results for part in r["criteria"]}
    for result in results:
        for part in result["criteria"]:
            if part["marks"] is not None:
                criteria.setdefault(part["id"], []).append(part["marks"])
    statuses = Counter(result["status"] for result in results)
    step = total / BIN_COUNT
    in_bin = Counter(min(int(mark / step), BIN_COUNT - 1) for mark in marks if step)
    errors = Counter(
        cause for result in results for cause in causes_of_failures(result) if cause
    )
    return ClassSummary(
        results[0]["title"] if results else "no students",
        {status: statuses[status] for status in STATUSES if statuses[status]},
        sum(result["late_days"] > 0 for result in results),
        distribution("mark", total, marks) if marks else None,
        [
            (step * k, step * (k + 1), in_bin[k])
            for k in range(BIN_COUNT if marks else 0)
        ],
        [distribution(k, maximum[k], criteria[k]) for k in maximum if k in criteria],
        failures_by_test(results),
        [(cause, count) for cause, count in errors.most_common(8) if count > 1],
        common_notes(results),
    )


def common_notes(results: list[Result]) -> list[str]:
    """Return the notes that every result with a submission contains."""
    notes = [r["notes"] for r in results if r["status"] != "missing"]
    first = notes[0] if len(notes) > 1 else []
    return [note for note in first if all(note in others for others in notes)]


def failed_tests(result: Result) -> list[TestResult]:
    return [test for test in result["tests"] if test["verdict"] != "AC"]


def causes_of_failures(result: Result) -> list[str]:
    """Return the different notes on failed tests without places, in their order."""
    notes = [ERROR_PLACE.sub("", test["note"]) for test in failed_tests(result)]
    return list(dict.fromkeys(notes))  # a set has another order in each process


def distribution(name: str, maximum: float, values: list[float]) -> Distribution:
    """Return the statistics of *values*, a list of marks that is not empty.

    *name* is "mark" or the id of a criterion, and *maximum* the highest possible value.
    """
    return Distribution(
        name,
        maximum,
        fmean(values),
        pstdev(values),
        median(values),
        min(values),
        max(values),
        values.count(maximum),
        values.count(0),
    )


def failures_by_test(results: list[Result]) -> list[FailureCounts]:
    """Return the counts of each test in *results*, in the order of the rubric."""
    tests: dict[str, list[TestResult]] = {}
    for result in results:
        for test in result["tests"]:
            tests.setdefault(test["id"], []).append(test)
    failures = []
    for identity, runs in tests.items():
        codes = Counter(run["verdict"] for run in runs if run["verdict"] != "AC")
        shared = Counter(
            f"line {d['line']}, column {d['column']}: {d['before']}{d['actual']}"
            for run in runs
            if (d := run["difference"])
        )
        common = [(text, n) for text, n in shared.most_common(3) if n > 1]
        passed = len(runs) - sum(codes.values())
        failures.append(
            FailureCounts(
                identity, passed, len(runs), dict(codes.most_common()), common
            )
        )
    return failures


def common_causes(result: Result) -> dict[str, list[str]]:
    """Return the notes that several failed tests share, with the ids of these tests."""
    causes: dict[str, list[str]] = {}
    for test in failed_tests(result):
        if test["note"]:
            causes.setdefault(test["note"], []).append(test["id"])
    return {cause: tests for cause, tests in causes.items() if len(tests) > 1}
