"""Compute marks from test results, a person's decisions and dates, as fractions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from typing import NamedTuple, TypedDict

from marking.rubric import Criterion, Late, Rubric
from marking.verdict import DifferenceData, TaskReport

DAY = timedelta(days=1)


class TestResult(TypedDict):
    """The result of a test, as in the file ``results/ID.json`` of a student.

    ``verdict`` is a code such as "AC" or "WA", and ``note`` explains it. ``seconds`` is
    elapsed time, ``cpu`` processor time in seconds, and ``memory`` bytes. ``runs`` is
    how often the test ran. ``call`` describes the test, and ``inputs`` are texts by
    file name.
    """

    id: str
    verdict: str
    seconds: float
    cpu: float
    memory: int
    runs: int
    note: str
    call: str
    inputs: dict[str, str]
    code: str  # the line of the student's file that a note names
    difference: DifferenceData | None
    judged: TaskReport | None  # of an answer in pseudocode


class CriterionResult(TypedDict):
    """The marks for a criterion, None until a person gives them, and the maximum."""

    id: str
    marks: float | None
    most: float


class Result(TypedDict):
    """The result of a student, as in the file ``results/ID.json``.

    ``due`` is an ISO 8601 time. ``status`` is "marked", "manual" (a person has still to
    give marks), "missing" or "not marked". ``raw`` is the sum of the marks, ``most``
    the highest possible mark after ``late_days``, and ``mark`` the final mark; they are
    None without marks. ``late_effect`` and ``deductions`` are those of `Marks`, and
    ``is_given`` is whether a person gave the final mark instead. ``sandbox`` is the
    tier in which the tests ran: "sandbox", "open" or "plain".
    """

    id: str
    name: str
    title: str  # of the coursework
    due: str | None
    status: str
    mark: float | None
    is_given: bool
    raw: float | None
    late_days: int
    late_effect: str
    most: float | None
    deductions: dict[str, float]
    notes: list[str]
    sandbox: str
    criteria: list[CriterionResult]
    tests: list[TestResult]
    text: str  # of an answer in pseudocode, as the judge has read it


@dataclass(frozen=True)
class Marks:
    """The marks of one student, as exact fractions.

    ``criteria`` has the marks by criterion, None until a person gives them. ``raw`` is
    their sum, ``most`` the highest possible mark after ``late_days``, and ``mark`` the
    final mark. ``late_effect`` is how the late rule changes ``raw``, such as "× 0.9".
    ``deductions`` maps the ids of those that apply to percents. ``is_given`` is whether
    a person gave the final mark, and ``complete`` is False while a person has still to
    give marks.
    """

    criteria: dict[str, Fraction | None]
    raw: Fraction
    late_days: int
    late_effect: str
    most: Fraction
    deductions: dict[str, Fraction]
    mark: Fraction
    is_given: bool
    complete: bool


def compute_marks(
    rubric: Rubric,
    passed: dict[str, Fraction],
    given: dict[str, Fraction],
    late_by: timedelta,
    from_source: Sequence[str],
    has_files: bool,
) -> Marks:
    """Return the marks of a student, after the rule for late work and deductions.

    ``passed`` maps criteria to the weight of tests passed, 0 to 1; criteria without a
    share are left to a person. ``given`` has a person's marks by criterion or
    deduction; "mark" replaces the final mark. ``late_by`` is the time after the due
    date. ``from_source`` are the ids of deductions for functions that the program
    lacks. Unless ``has_files``, criteria without a person's marks earn 0.
    """
    criteria: dict[str, Fraction | None] = {}
    for part in rubric.criterion:
        criteria[part.id] = _criterion_marks(part, passed, given, has_files)
    full_marks = {part.id: part.marks for part in rubric.criterion}
    for part in rubric.criterion:
        marks = criteria[part.id]
        factor = criteria.get(part.times)
        if part.times and marks is not None and factor is not None:
            criteria[part.id] = marks * factor / full_marks[part.times]
    raw = sum((marks for marks in criteria.values() if marks), Fraction(0))
    days = late_days(rubric.late, late_by)
    late_marks = apply_late_rule(rubric, raw, days)
    mark = late_marks.mark
    deductions = {}
    for deduction in rubric.deduction:
        if given.get(deduction.id, deduction.id in from_source):
            deductions[deduction.id] = deduction.percent
            mark *= 1 - deduction.percent / 100
    is_given = "mark" in given
    return Marks(
        criteria=criteria,
        raw=raw,
        late_days=days,
        late_effect=late_marks.effect,
        most=late_marks.most,
        deductions=deductions,
        mark=given["mark"] if is_given else mark,
        is_given=is_given,
        complete=is_given or None not in criteria.values(),
    )


def _criterion_marks(
    part: Criterion,
    passed: dict[str, Fraction],
    given: dict[str, Fraction],
    has_files: bool,
) -> Fraction | None:
    """Return the marks of the criterion ``part``, or None if a person must give them.

    The other arguments are those of `compute_marks`.
    """
    marks = given.get(part.id)
    if marks is not None:
        return marks
    if not has_files:
        return Fraction(0)
    if part.by == "person" or part.id not in passed:
        return None
    share = passed[part.id]
    if part.award == "all" and share < 1:
        return Fraction(0)
    return part.marks * share


def late_days(late: Late | None, late_by: timedelta) -> int:
    """Return how many days late a submission is under the rule ``late``, 0 without one.

    ``late_by`` is the time after the due date. A day that has begun counts, unless the
    rule counts full days only.
    """
    if late is None or late_by <= timedelta(0):
        return 0
    return late_by // DAY if late.days == "full" else -(-late_by // DAY)


class LateMarks(NamedTuple):
    """The highest possible mark and the mark after the late rule.

    ``effect`` is such as "at most 11.7", "× 0.9" or "−2.8", and "" on time.
    """

    most: Fraction
    mark: Fraction
    effect: str


def apply_late_rule(rubric: Rubric, raw: Fraction, days: int) -> LateMarks:
    """Return what ``raw`` marks become ``days`` days after the due date."""
    late = rubric.late
    if late is None or not days:
        return LateMarks(rubric.total, raw, "")
    is_over = late.most_days is not None and days > late.most_days
    if is_over or not rubric.total:
        return LateMarks(Fraction(0), Fraction(0), "at most 0")
    lost = days * (late.points or rubric.total * late.percent / 100)
    most = max(Fraction(0), rubric.total - lost)
    if late.rule == "cap":
        return LateMarks(most, min(raw, most), f"at most {float(most):g}")
    if late.rule == "scale":
        factor = most / rubric.total
        return LateMarks(most, raw * factor, f"× {float(factor):g}")
    mark = max(Fraction(0), raw - lost)
    return LateMarks(rubric.total, mark, f"−{float(lost):g}")


def round_half_up(number: Fraction, places: int) -> float:
    """Return ``number`` rounded to ``places`` decimals, as an int if it is then whole.

    >>> round_half_up(Fraction("12.00"), 2), round_half_up(Fraction("0.125"), 2)
    (12, 0.13)
    """
    units = (number * 10**places * 2 + 1) // 2
    rounded = Fraction(units, 10**places)
    return int(rounded) if rounded.denominator == 1 else float(rounded)
