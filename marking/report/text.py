"""Write results as plain text: a page for each student, and one for the class."""

from collections.abc import Iterator
from datetime import datetime
from fractions import Fraction

from _courseware.terminal.messages import printable
from marking.marks import Result, TestResult
from marking.report.summary import (
    COLUMN_HEADINGS,
    ClassSummary,
    common_causes,
    failed_tests,
    summarize_class,
)
from marking.report.tables import format_number
from marking.rubric import Criterion, Late, Rubric
from marking.verdict import MEANINGS, DifferenceData

# Few fonts contain the signs for line ends.
LINE_END_NAMES = str.maketrans({"→": "<TAB>", "␍": "<CR>", "␊": "<LF>"})
LEGEND = "· is a space, <TAB> a tab, <CR> and <LF> the ends of a line"
MAX_IDS_SHOWN = 8  # students with the same cause
MAX_BAR_CHARACTERS = 30  # characters of the longest bar


def student_page(result: Result, with_expected: bool) -> str:
    """Return a student's page, which shows expected outputs if ``with_expected``."""
    lines = [result["title"], *result_lines(result, with_expected)]
    return "".join(f"{printable(line)}\n" for line in lines)


def result_lines(result: Result, with_expected: bool) -> Iterator[str]:
    """Yield the lines of `student_page` that follow the title."""
    yield f"{result['id']} {result['name']}".rstrip()
    yield ""
    yield mark_sentence(result)
    yield from (f"Note: {note}" for note in result["notes"])
    causes = common_causes(result)
    for cause, tests in causes.items():
        yield f"{_count_text(len(tests), 'test')} failed in the same way: {cause}"
        code = next(test["code"] for test in result["tests"] if test["note"] == cause)
        if code:
            yield f"    {code}"
    yield ""
    unknown = "to be given" if result["status"] == "manual" else "no marks"
    for part in result["criteria"]:
        maximum = format_number(part["most"])
        yield f"{part['id']}: {format_number(part['marks']) or unknown} of {maximum}"
        for test in tests_of(result, part["id"]):
            yield from test_lines(test, with_expected, test["note"] in causes)
    wrong = [test for test in failed_tests(result) if test["note"] not in causes]
    if any(test["difference"] for test in wrong):
        yield ""
        yield f"In the differences, {LEGEND}."
    yield from _input_lines(wrong)


def _input_lines(tests: list[TestResult]) -> Iterator[str]:
    """Yield the inputs of ``tests``, each once, with the ids of its tests."""
    ids_by_input: dict[tuple[str, str], list[str]] = {}
    for test in tests:
        for name_and_content in test["inputs"].items():
            ids_by_input.setdefault(name_and_content, []).append(test["id"])
    for (name, content), ids in ids_by_input.items():
        yield ""
        yield f"{name} ({', '.join(ids)}):"
        for line in content.splitlines():
            yield f"    {line}".rstrip()


def tests_of(result: Result, criterion: str) -> list[TestResult]:
    """Return the results of a student's tests for ``criterion``, an id."""
    start = f"{criterion}/"
    return [test for test in result["tests"] if test["id"].startswith(start)]


def may_show_expected(result: Result, now: datetime) -> bool:
    """Return whether ``now`` is after the due date, or there is none."""
    return result["due"] is None or datetime.fromisoformat(result["due"]) < now


def mark_sentence(result: Result) -> str:
    """Return a line with the mark and how it was calculated, or why there is none."""
    if result["status"] == "missing":
        return "Nothing was handed in."
    if result["status"] == "not marked":
        return "Not marked: a test could not be run."
    if result["mark"] is None:
        return "No marks yet: a person has to look at this submission."
    total = sum(part["most"] for part in result["criteria"])
    mark = f"{format_number(result['mark'])} of {format_number(total)}"
    if result["is_given"]:
        return f"Mark: {mark} (given by a person)"
    calculation = f"sum {format_number(result['raw'])}"
    if result["late_days"]:
        days = _count_text(result["late_days"], "day")
        calculation += f", {days} late: {result['late_effect']}"
    percents = [f"{name} {off:g} %" for name, off in result["deductions"].items()]
    if percents:
        calculation += f", deductions: {', '.join(percents)}"
    start = "Mark so far" if result["status"] == "manual" else "Mark"
    return f"{start}: {mark} ({calculation})"


def test_lines(
    test: TestResult, with_expected: bool, is_common: bool = False
) -> Iterator[str]:
    """Yield lines on a test: its verdict, its call and the first difference.

    The difference shows the expected output if ``with_expected``. If ``is_common``, the
    reason of the failure was printed above, and only the verdict is yielded.
    """
    facts = MEANINGS[test["verdict"]]
    if test["runs"]:
        facts += f", {test['seconds']:.2f} s"
    repetition = ", run twice" if test["runs"] > 1 else ""
    head = f"  {test['verdict']:3} {test['id']} ({facts}{repetition})"
    note = "as above" if is_common else test["note"]
    yield f"{head}: {note}" if note else head
    if test["verdict"] == "AC" or is_common:
        return
    if test["code"]:
        yield f"      line      {test['code']}"
    if test["call"]:
        yield f"      call      {test['call']}"
    difference = test["difference"]
    if difference:
        yield f"      first difference at {difference_place(difference, with_expected)}"
    if difference and with_expected:
        before = difference["before"].translate(LINE_END_NAMES)
        expected = difference["expected"].translate(LINE_END_NAMES)
        actual = difference["actual"].translate(LINE_END_NAMES)
        yield f"      expected  {before}{expected}"
        yield f"      actual    {before}{actual}"
        yield " " * (16 + len(before)) + "^"


def difference_place(difference: DifferenceData, with_expected: bool) -> str:
    """Return the place of ``difference``, such as "line 3, column 5".

    If only invisible characters differ, their kind is added. With ``with_expected``,
    the place is in words of the course, which may reveal the expected output.
    """
    place = difference["place"]
    if not with_expected:
        place = f"line {difference['line']}, column {difference['column']}"
    invisible = " and ".join(difference["only_in"])
    return f"{place}; only {invisible} differ" if invisible else place


def marker_page(results: list[Result], identical: list[list[str]]) -> str:
    """Return the marker's page about the class, as text; it names students by id.

    ``identical`` are lists of ids of students with identical files.
    """
    summary = summarize_class(results)
    lines = [*_class_lines(summary), "", "Tests:"]
    for line, differences in summary.tests:
        lines.append(f"  {line}")
        for difference in differences:
            lines.append(f"    {difference.translate(LINE_END_NAMES)}")
    lines += ["", "To look at:"]
    ids_by_reasons: dict[str, list[str]] = {}
    for result in results:
        if result["status"] != "marked":
            reasons = _review_reasons(result, summary.notes)
            ids_by_reasons.setdefault(reasons, []).append(result["id"])
    for reasons, ids in ids_by_reasons.items():
        lines.append(f"  {_ids_text(ids)}: {reasons}")
    for ids in identical:
        lines.append(f"identical files: {', '.join(ids)}")
    return printable("\n".join([*lines, ""]))


def _ids_text(ids: list[str]) -> str:
    """Return the first MAX_IDS_SHOWN of ``ids`` as text, and how many there are."""
    text = ", ".join(ids[:MAX_IDS_SHOWN])
    if len(ids) > MAX_IDS_SHOWN:
        text += f" and {len(ids) - MAX_IDS_SHOWN} more"
    if len(ids) > 1:
        text += f" ({_count_text(len(ids), 'student')})"
    return text


def _class_lines(summary: ClassSummary) -> Iterator[str]:
    """Yield the lines on status, marks and shared errors of a class, without names."""
    yield summary.title
    yield summary.overview
    yield from (f"Note: {note}" for note in summary.notes)
    if summary.rows:
        yield ""
        max_count = max(count for _, count in summary.bins)
        for marks, count in summary.bins:
            bar = "#" * round(MAX_BAR_CHARACTERS * count / max_count)
            yield f"{marks:>15}  {bar} {count}"
        yield ""
        width = max(len(name) for name, *_ in summary.rows)
        for name, *cells in (["", *COLUMN_HEADINGS], *summary.rows):
            yield f"{name:{width}}" + "".join(f"{cell:>8}" for cell in cells)
        yield from summary.legend
    if summary.causes:
        yield ""
        yield "Errors of several students:"
        yield from (f"  {count}: {cause}" for cause, count in summary.causes)


def _review_reasons(result: Result, common: list[str]) -> str:
    """Return why a person must look at ``result``: its status, missing marks and notes.

    Notes in ``common``, which all students have, are left out.
    """
    reasons = [result["status"]]
    open_parts = [part["id"] for part in result["criteria"] if part["marks"] is None]
    if open_parts and result["status"] == "manual":
        missing = ", ".join(open_parts)
        if len(open_parts) == len(result["criteria"]):
            missing = "anything"
        reasons.append(f"no marks yet for {missing}")
    reasons += [note for note in result["notes"] if note not in common]
    return "; ".join(reasons)


def rubric_lines(rubric: Rubric) -> Iterator[str]:
    """Yield the lines that explain a rubric, with quotes from its hand-out."""
    yield f"{rubric.title}: {_count_text(rubric.total, 'mark')}"
    files = ", ".join(rubric.files)
    if rubric.optional:
        files += f", optionally {', '.join(rubric.optional)}"
    yield f"  files: {files}; Python {rubric.python}"
    if rubric.provided:
        yield f"  provided, unless handed in: {', '.join(rubric.provided)}"
    if rubric.run.packages:
        yield f"  programs may import: {', '.join(rubric.run.packages)}"
    yield from _quote_lines(rubric.quote, rubric.choice)
    limits = rubric.limits
    mib = 2**20
    yield (
        f"limits: {float(limits.seconds):g} s, {limits.memory // mib} MiB of memory, "
        f"{limits.output / mib:g} MiB for each output, {limits.processes} processes"
    )
    yield from _quote_lines(limits.quote, limits.choice)
    if rubric.late:
        yield from late_lines(rubric.late)
    for part in rubric.criterion:
        yield f"{part.id}: {_count_text(part.marks, 'mark')}, {_award_text(part)}"
        for group in part.test:
            inputs = ", ".join(group.inputs or group.calls)
            yield f"  {group.do}: {inputs}" if inputs else f"  {group.do}"
        yield from _quote_lines(part.quote, part.choice)
    for deduction in rubric.deduction:
        condition = "by a person"
        if deduction.check:
            condition = f"unless the program has a {deduction.check}"
        yield f"{deduction.id}: {float(deduction.percent):g} % off, {condition}"
        yield from _quote_lines(deduction.quote, deduction.choice)


def _award_text(part: Criterion) -> str:
    """Describe how the marks of a criterion are awarded."""
    if part.by == "person":
        text = "given by a person"
    elif part.award == "all":
        text = "all or nothing"
    else:
        text = "shared by the tests"
    return f"{text}, times the share reached in {part.times}" if part.times else text


def late_lines(late: Late) -> Iterator[str]:
    """Yield the loss for each late day, the due time, and the source of the rule."""
    if late.points:
        loss = _count_text(late.points, "point")
    elif late.rule == "scale":
        loss = f"{float(late.percent):g} % of the mark"
    else:
        loss = f"{float(late.percent):g} % of the total"
    effect = f"{loss} off"
    if late.rule == "cap":
        effect = f"the highest possible mark falls by {loss}"
    elif late.rule == "scale" and late.points:
        effect = f"{loss} off, in proportion,"
    end = ""
    if late.most_days is not None:
        end = f"; after {_count_text(late.most_days, 'day')}: 0"
    yield f"late: {effect} for each day {late.days}{end}"
    yield f"  due: {late.due.isoformat() if late.due else 'as the roster says'}"
    yield from _quote_lines(late.quote, late.choice)


def _count_text(number: Fraction | int, noun: str) -> str:
    """Return ``number`` and ``noun``, in the plural unless the number is 1.

    >>> _count_text(1, "mark"), _count_text(Fraction(5, 2), "mark")
    ('1 mark', '2.5 marks')
    """
    return f"{float(number):g} {noun}{'' if number == 1 else 's'}"


def _quote_lines(quote: str, choice: str) -> Iterator[str]:
    if quote:
        yield f'  hand-out: "{quote}"'
    if choice:
        yield f"  our choice: {choice}"
