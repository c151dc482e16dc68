"""Decide whether a run of a test passed, from its outcome and the expected answer."""

import json
import re
from collections.abc import Collection, Sequence
from typing import NamedTuple, TypedDict

from marking.drivers.calls import NOT_FOUND
from marking.sandbox.job import Outcome
from marking.test import Test
from marking.unit_tests import parse_units
from sudoku.difference import Difference, first_difference, place_text

MEANINGS = {
    "AC": "accepted",
    "WA": "wrong answer",
    "RTE": "run-time error",
    "TLE": "over the time limit",
    "MLE": "over the memory limit",
    "OLE": "over the output limit",
    "NF": "not found",
    "SE": "syntax error",
    "IE": "the harness failed",
    "MAN": "left to a person",
}
JUDGE_CODES = {"pass": "AC", "missing": "NF", "fail": "WA", "error": "WA"}
SYNTAX_ERRORS = ("SyntaxError", "IndentationError", "TabError")
CONTEXT_LINES = 3  # lines before a difference; twice as many from it on
MAX_LINE_CHARACTERS = 300  # characters of such a line
MAX_NOTE_CHARACTERS = 200  # characters of a program's message in a note
MAX_WHOLE_NOTE_CHARACTERS = 1_000
TRACEBACK_LINE = re.compile(rb'^ *File "([^"\n]*)", line (\d{1,9})', re.MULTILINE)
WORK = re.compile(r"^(?:/sandbox|/tmp/marking-\w+)/work/")
OURS = re.compile(r'  File "<(?:inside|_courseware\.values)>", line \d+, in \w+$')
OUR_ERRORS = ("NameError", "UnboundLocalError", "AssertionError")  # there
LIBRARY_PATH = re.compile("<|.*/lib/python3|/packages/")  # not the student's
SIGKILL = 9  # on Windows, `signal` has neither
SIGXCPU = 24
LOST = re.compile(r"FileNotFoundError: .*?([^/\\'\"]+)['\"]$")
TRACEBACK = b"Traceback (most recent call last):"
SURROGATE = re.compile("[\ud800-\udfff]")


class DifferenceData(TypedDict):
    """The first difference between two outputs, as in the file ``results/ID.json``.

    ``line`` and ``column`` count from 1. ``before`` is the common text in front of the
    differing texts ``expected`` and ``actual``. ``expected_lines`` and ``actual_lines``
    are the lines around them, from line ``first``.
    """

    line: int
    column: int
    before: str
    expected: str
    actual: str
    place: str  # in the words of the course, which may show what was expected
    only_in: list[str]  # the only things that differ, if they are invisible
    first: int  # the number of the first of these lines
    expected_lines: list[str]
    actual_lines: list[str]


class TaskReport(TypedDict):
    """The judge's report on a task, as in the file ``results/ID.json``.

    ``verdict`` is the judge's word, such as "pass" or "fail". ``call`` is the failed
    call, or "". ``hint`` is "" unless the rubric allows hints.
    """

    verdict: str
    notes: list[str]
    line: int | None  # the first line of the function
    call: str
    hint: str


class CodePlace(NamedTuple):
    """A line of a student's program, counted from 1."""

    path: str
    line: int


class RunVerdict(NamedTuple):
    """The verdict on one test.

    ``code`` is a key of MEANINGS, such as "AC" (accepted) or "WA" (wrong answer).
    ``note`` explains it, or is "". ``place`` is None if unknown.
    """

    code: str
    note: str = ""
    difference: DifferenceData | None = None
    place: CodePlace | None = None  # of an error
    judged: TaskReport | None = None


def judge_outcome(
    test: Test,
    outcome: Outcome,
    missing_packages: Sequence[str] = (),
    hidden: Collection[str] = (),
) -> RunVerdict:
    """Return the verdict on ``outcome``, a run of ``test``.

    A program that fails because it lacks one of ``missing_packages``, or a file called
    as one in ``hidden``, which the sandbox does not contain, is left to a person:
    "MAN".
    """
    verdict = _limit_verdict(test, outcome)
    if verdict is not None:
        return verdict
    if test.is_drawn and outcome.end_reason == "exit":
        return _verdict_on_units(outcome)
    if test.answer_source == "judge" and outcome.end_reason == "exit":
        return _verdict_of_judge(test.expected.decode(), outcome)
    line = _error_line(outcome.stderr)
    if outcome.end_reason == "memory" or line.startswith("MemoryError"):
        return RunVerdict("MLE")
    if outcome.end_reason == "processes":
        return RunVerdict("RTE", "too many processes")
    if outcome.status:
        verdict = _known_error_verdict(outcome, line, missing_packages, hidden)
        if verdict is not None:
            return verdict
    if test.answer_source == "last line":
        if not outcome.status or TRACEBACK not in outcome.stderr:
            return RunVerdict("WA", "the program raised no exception")
    elif outcome.status < 0:
        return _error_verdict(outcome, "RTE", f"signal {-outcome.status}", line)
    elif outcome.status:
        return _error_verdict(outcome, "RTE", f"exit status {outcome.status}", line)
    return _compare_output(test, outcome, line)


def _limit_verdict(test: Test, outcome: Outcome) -> RunVerdict | None:
    """Return the verdict on a program over the limit of an output or of time."""
    output = outcome.outputs.get(test.output)
    if outcome.end_reason == "output" or (output and output.state == "long"):
        return RunVerdict("OLE")
    if outcome.end_reason == "time" or _has_used_up_processor_time(outcome):
        return RunVerdict("TLE", f"stopped after {outcome.seconds:.1f} s")
    return None


def _known_error_verdict(
    outcome: Outcome,
    line: str,
    missing_packages: Sequence[str],
    hidden: Collection[str],
) -> RunVerdict | None:
    """Return the verdict on an error that is not like any other, or None.

    ``line`` is the last line of its message. It is a syntax error, a file that the
    tests do not find, or an error that is not the student's.
    """
    if line.startswith(SYNTAX_ERRORS):
        return _error_verdict(outcome, "SE", "", line)
    if line.startswith(NOT_FOUND):
        return RunVerdict("NF", _shorten_note(line))
    if line.startswith("ModuleNotFoundError") and missing_packages:
        note = f"not installed here: {', '.join(missing_packages)}"
        return _error_verdict(outcome, "MAN", note, line)
    lost_file = LOST.match(line)
    if lost_file and lost_file[1] in hidden:
        note = f"not in the sandbox: {lost_file[1]}"
        return _error_verdict(outcome, "MAN", note, line)
    if line.startswith(OUR_ERRORS) and _is_error_in_this_project(outcome.stderr):
        return RunVerdict("IE", f"an error in the test: {_shorten_note(line)}")
    return None


def _has_used_up_processor_time(outcome: Outcome) -> bool:
    is_killed = outcome.end_reason == "exit" and outcome.status in (-SIGKILL, -SIGXCPU)
    return is_killed and 2 * outcome.cpu >= outcome.seconds


def _compare_output(test: Test, outcome: Outcome, line: str) -> RunVerdict:
    """Return the verdict on a program that ended as expected: "AC", "WA" or "NF".

    "NF" (not found) means that the output file was not written. ``line`` is the last
    line of an error message.
    """
    if test.answer_source == "last line":
        return _compare_answer(test, outcome, line.encode())
    if test.answer_source == "stdout":
        return _compare_answer(test, outcome, outcome.stdout)
    output = outcome.outputs[test.output]
    if output.state == "missing":
        return RunVerdict("NF", f"{test.output} was not written")
    if output.state != "file":
        return RunVerdict("NF", f"{test.output} is not a plain file")
    return _compare_answer(test, outcome, output.data)


def _compare_answer(test: Test, outcome: Outcome, answer: bytes) -> RunVerdict:
    """Return the verdict on ``answer``: "AC", or "WA" with the first difference."""
    if test.is_acceptable and test.is_acceptable(answer):
        return RunVerdict("AC")
    described_answer = test.describe(answer)
    difference = first_difference(test.expected, described_answer)
    if difference is None:
        return RunVerdict("AC")
    note = ""
    if (
        test.answer_source == "value"
        and described_answer == b"None\n"
        and outcome.stdout
    ):
        note = "printed, not returned"
    difference_data = _difference_data(difference, test.expected, described_answer)
    return RunVerdict("WA", note, difference_data)


def _verdict_of_judge(task: str, outcome: Outcome) -> RunVerdict:
    """Return the verdict on the answer to ``task``, as reported by Pseudoku's judge.

    The report is JSON in the first line that ``outcome`` printed. Without one, the code
    is "MAN": a person must read the answer. If the rubric allows hints, the note
    contains one.
    """
    try:
        report = json.loads(outcome.stdout.partition(b"\n")[0])["tasks"][task]
        judged = TaskReport(
            verdict=report["verdict"],
            notes=report["notes"],
            line=report["line"],
            call=report["call"][-1] if report["call"] else "",
            hint=report.get("hint", ""),
        )
    except (ValueError, KeyError, TypeError):
        reason = _shorten_note(_last_line(outcome.stderr))
        return RunVerdict("MAN", f"not read: {reason}")
    code = JUDGE_CODES.get(judged["verdict"], "MAN")
    notes = judged["notes"]
    if code == "MAN":
        notes = [judged["verdict"], *notes]
    elif code == "WA" and notes and judged["line"]:
        notes = [f"line {judged['line']}: {notes[0]}", *notes[1:]]
    sentences = [join_notes(notes), judged["hint"]]
    note = "; ".join(_printable_line(sentence) for sentence in sentences if sentence)
    return RunVerdict(code, note, judged=judged)


def _verdict_on_units(outcome: Outcome) -> RunVerdict:
    """Return "AC" if ``outcome``, a run of unit tests, has a report on each unit.

    `unit_tests.judge_units` then judges the units of all runs together.
    """
    if parse_units(outcome.stdout) is not None:
        return RunVerdict("AC")
    reason = "the tests ended the process that answers them"
    return _error_verdict(outcome, "RTE", reason, _error_line(outcome.stderr))


def _difference_data(
    difference: Difference, expected: bytes, actual: bytes
) -> DifferenceData:
    """Return ``difference`` as data for JSON, with lines of both outputs around it.

    ``expected`` and ``actual`` are the whole outputs. Bytes that are not UTF-8 become
    "?".
    """
    first = max(1, difference.line - CONTEXT_LINES)
    return DifferenceData(
        line=difference.line,
        column=difference.column,
        before=SURROGATE.sub("?", difference.common_prefix),
        expected=SURROGATE.sub("?", difference.expected),
        actual=SURROGATE.sub("?", difference.actual),
        place=place_text(difference),
        only_in=list(difference.invisible_kinds),
        first=first,
        expected_lines=_lines_around(expected, first),
        actual_lines=_lines_around(actual, first),
    )


def _lines_around(text: bytes, first: int) -> list[str]:
    """Return ``2 * CONTEXT_LINES + 1`` lines of ``text``, or fewer, from line ``first``.

    Line numbers count from 1. Long lines are truncated.
    """
    lines = text.removesuffix(b"\n").split(b"\n", first + 2 * CONTEXT_LINES)
    lines = lines[first - 1 : first + 2 * CONTEXT_LINES]
    limit = MAX_LINE_CHARACTERS
    texts = [line[: 4 * limit].decode(errors="replace") for line in lines]
    return [text if len(text) <= limit else text[:limit] + "…" for text in texts]


def _last_line(stderr: bytes) -> str:
    lines = stderr.decode(errors="replace").rstrip().rpartition("\n")[2]
    return lines.strip()


def _error_line(stderr: bytes) -> str:
    """Return the line of ``stderr`` that names the exception, such as ``KeyError: 3``.

    It is in the last traceback. Without one, it is the last line that is not empty.
    """
    block = stderr.rpartition(TRACEBACK)[2] if TRACEBACK in stderr else b""
    for line in block.decode(errors="replace").splitlines():
        if line.strip() and not line.startswith((" ", "\t")):
            return line.strip()
    return _last_line(stderr)


def _last_student_place(stderr: bytes) -> CodePlace | None:
    for name, number in reversed(TRACEBACK_LINE.findall(stderr)):
        path = name.decode(errors="replace")
        if not LIBRARY_PATH.match(path):
            return CodePlace(WORK.sub("", path), int(number))
    return None


def _is_error_in_this_project(stderr: bytes) -> bool:
    lines = stderr.rpartition(TRACEBACK)[2].decode(errors="replace").splitlines()
    places = [line for line in lines if line.startswith('  File "')]
    return bool(places and OURS.match(places[-1]))


def _error_verdict(outcome: Outcome, code: str, reason: str, line: str) -> RunVerdict:
    """Return the verdict ``code`` on a program that ended with an error.

    The note is ``reason``, unless "", the student's file and line, and ``line``, which
    names the exception.
    """
    place = _last_student_place(outcome.stderr)
    message = f"{place.path}:{place.line}: {line}" if place else line
    note = f"{reason}: {message}" if reason and message else reason or message
    return RunVerdict(code, _shorten_note(note), None, place)


def join_notes(notes: Sequence[str], limit: int = MAX_NOTE_CHARACTERS) -> str:
    """Return the first ``notes`` that fit into ``limit`` characters, and a count of others.

    At least one note is whole, up to MAX_WHOLE_NOTE_CHARACTERS. Only a single note is
    truncated at ``limit``.
    """
    if len(notes) < 2:
        return "".join(_shorten_note(note) for note in notes)
    whole_notes = [_printable_line(note)[:MAX_WHOLE_NOTE_CHARACTERS] for note in notes]
    count = len(whole_notes)
    while count > 1 and len("; ".join(whole_notes[:count])) > limit:
        count -= 1
    kept_notes = whole_notes[:count]
    if count < len(whole_notes):
        kept_notes.append(f"and {len(whole_notes) - count} more")
    return "; ".join(kept_notes)


def _printable_line(text: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def _shorten_note(text: str) -> str:
    text = _printable_line(text)
    limit = MAX_NOTE_CHARACTERS
    return text if len(text) <= limit else text[: limit - 1] + "…"
