"""The verdict on one test: its outcome, compared with the expected one."""

import json
import re
from collections.abc import Collection, Sequence
from io import BytesIO
from typing import Final, NamedTuple, TypedDict

from marking.courses.test import Test
from marking.drivers.calls import ANSWER, NOT_FOUND
from marking.sandbox.job import Outcome
from sudoku.difference import Difference, first_difference, place_text

MEANINGS: Final = {
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
SYNTAX_ERRORS: Final = ("SyntaxError", "IndentationError", "TabError")
AROUND: Final = 3  # lines before a difference; twice as many from it on
WIDEST: Final = 300  # characters of such a line
SHOWN: Final = 200  # characters of a program's message in a note
PLACE: Final = re.compile(rb'^ *File "([^"\n]*)", line (\d{1,9})', re.MULTILINE)
WORK: Final = re.compile(r"^(?:/sandbox|/tmp/marking-\w+)/work/")
OURS: Final = re.compile(r"<|.*/lib/python3|/packages/")  # not the student's files
ABSENT: Final = re.compile(
    rb"^ModuleNotFoundError: No module named '(\w+)", re.MULTILINE
)
UNKNOWN: Final = re.compile(  # what a student's own tests import or call
    rb"^(?:AttributeError: module 'sudoku' has no attribute|ImportError: cannot import "
    rb"name|NameError: name) '(\w+)'",
    re.MULTILINE,
)
SIGKILL, SIGXCPU = 9, 24  # on Windows, `signal` has neither
LOST: Final = re.compile(r"FileNotFoundError: .*?([^/\\'\"]+)['\"]$")
TRACEBACK: Final = b"Traceback (most recent call last):"
SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Shown(TypedDict):
    """The first difference between two outputs, in `results/ID.json`."""

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


class Verdict(NamedTuple):
    """A code of MEANINGS, a remark, and the first difference."""

    code: str
    note: str = ""
    difference: Shown | None = None
    place: tuple[str, int] | None = None  # of an error: the student's file and line


def verdict_of(
    test: Test,
    outcome: Outcome,
    compare: str = "exact",
    lacking: Sequence[str] = (),
    hidden: Collection[str] = (),
) -> Verdict:
    """Return the verdict on *outcome*. OLE comes before TLE, TLE before the others.

    *compare* is "exact" or "blanks". *lacking* are packages that the rubric allows and
    that are not installed, and *hidden* are inputs of other tests, which are not in the
    sandbox: a program that needs one of them is left to a person.
    """
    output = outcome.outputs.get(test.output)
    if outcome.how == "output" or (output and output.state == "long"):
        return Verdict("OLE")
    if outcome.how == "time" or used_up_the_processor(outcome):
        return Verdict("TLE", f"stopped after {outcome.seconds:.1f} s")
    if test.answer in ("success", "failure") and outcome.how == "exit":
        return tested(test, outcome, lacking)
    if test.answer == "judge" and outcome.how == "exit":
        return judged(test.expected.decode(), outcome)
    line = error_line(outcome.stderr)
    if outcome.how == "memory" or line.startswith("MemoryError"):
        return Verdict("MLE")
    if outcome.how == "processes":
        return Verdict("RTE", "too many processes")
    if line.startswith(SYNTAX_ERRORS) and outcome.status:
        return failed(outcome, "SE", "", line)
    if line.startswith(NOT_FOUND) and outcome.status:
        return Verdict("NF", shortened(line))
    if line.startswith("ModuleNotFoundError") and outcome.status and lacking:
        return failed(outcome, "MAN", f"not installed here: {', '.join(lacking)}", line)
    if (lost := LOST.match(line)) and lost[1] in hidden and outcome.status:
        return failed(outcome, "MAN", f"not in the sandbox: {lost[1]}", line)
    if test.answer == "last line":
        if not outcome.status or TRACEBACK not in outcome.stderr:
            return Verdict("WA", "the program raised no exception")
    elif outcome.status:
        status = outcome.status
        reason = f"signal {-status}" if status < 0 else f"exit status {status}"
        return failed(outcome, "RTE", reason, line)
    return compared(test, outcome, line, compare)


def used_up_the_processor(outcome: Outcome) -> bool:
    """Return whether the kernel stopped the program for its time on a processor."""
    is_killed = outcome.how == "exit" and outcome.status in (-SIGKILL, -SIGXCPU)
    return is_killed and 2 * outcome.cpu >= outcome.seconds


def compared(test: Test, outcome: Outcome, line: str, compare: str) -> Verdict:
    """Return the verdict on a program that ended normally."""
    if test.answer == "last line":
        actual = line.encode()
    elif test.answer == "stdout":
        actual = outcome.stdout
    else:
        output = outcome.outputs[test.output]
        if output.state == "missing":
            return Verdict("NF", f"{test.output} was not written")
        if output.state != "file":
            return Verdict("NF", f"{test.output} is not a plain file")
        actual = output.data
    if test.accepts and test.accepts(actual):
        return Verdict("AC")
    expected = test.expected
    if compare == "blanks" and test.output != ANSWER:
        expected, actual = single_blanks(expected), single_blanks(actual)
    difference = first_difference(BytesIO(expected), BytesIO(actual))
    if difference is None:
        return Verdict("AC")
    return Verdict("WA", "", shown(difference, expected, actual))


def single_blanks(text: bytes) -> bytes:
    """Return *text* with one blank between words, and no empty lines at the end.

    >>> single_blanks(b"a  b \\r\\n\\n")
    b'a b\\n'
    """
    lines = [b" ".join(line.split()) for line in text.split(b"\n")]
    return b"\n".join(lines).rstrip(b"\n") + b"\n"


def judged(task: str, outcome: Outcome) -> Verdict:
    """Return the verdict of Pseudoku's judge on a task."""
    try:
        report: dict[str, dict[str, Judgement]] = json.loads(outcome.stdout)
        found = report["tasks"][task]
        word, notes = found["verdict"], found["notes"]
    except (ValueError, KeyError, TypeError):
        return Verdict("MAN", f"not read: {shortened(last_line(outcome.stderr))}")
    code = {"pass": "AC", "missing": "NF", "fail": "WA", "error": "WA"}.get(word, "MAN")
    return Verdict(code, shortened("; ".join([word] * (code == "MAN") + notes)))


def tested(test: Test, outcome: Outcome, lacking: Sequence[str]) -> Verdict:
    """Return the verdict on a student's unit tests, from the report of the server.

    An exit status is not enough: a call of the tests must have had another result than
    that of the right function, and they must have failed.
    """
    line = error_line(outcome.stderr, first=True)
    try:
        report: TestsReport = json.loads(outcome.stdout)
        status, calls, wrong = report["status"], report["calls"], report["wrong"]
        refused = report["refused"]
    except (ValueError, KeyError, TypeError):
        reason = "the tests ended the process that answers them"
        return failed(outcome, "RTE", reason, line)
    if refused:
        return Verdict("MAN", shortened(refused))
    if status and (absent := ABSENT.findall(outcome.stderr)):
        name = absent[0].decode(errors="replace")
        if name == "pytest" or lacking:
            return failed(outcome, "MAN", f"needs {shortened(name)}", line)
    if test.answer == "success":
        if status and (unknown := UNKNOWN.search(outcome.stderr)):
            name = unknown[1].decode(errors="replace")
            return Verdict("MAN", f"the hand-out does not name {shortened(name)}")
        if status:
            reason = "the tests fail with the right functions"
            return failed(outcome, "RTE", reason, line)
        return Verdict("AC") if calls else Verdict("WA", "the tests call no function")
    if not wrong:
        return Verdict("WA", "no call of the tests shows this mistake")
    if not status:
        note = f"the tests call {wrong}, get a wrong result, and pass"
        return Verdict("WA", shortened(note))
    return Verdict("AC")


class TestsReport(TypedDict):
    """What the server of a student's unit tests reports."""

    status: int  # not 0: the tests failed
    calls: int
    wrong: str  # the first function with another result than the right one; "": none
    refused: str  # an argument that is not plain data


class Judgement(TypedDict):
    """The part of the judge's report on a task that is used here."""

    verdict: str
    notes: list[str]


def shown(difference: Difference, expected: bytes, actual: bytes) -> Shown:
    """Return *difference* as data that can be written in any encoding."""
    first = max(1, difference.line - AROUND)
    return Shown(
        line=difference.line,
        column=difference.column,
        before=SURROGATE.sub("?", difference.common_prefix),
        expected=SURROGATE.sub("?", difference.expected),
        actual=SURROGATE.sub("?", difference.actual),
        place=place_text(difference),
        only_in=list(difference.invisible_kinds),
        first=first,
        expected_lines=lines_from(expected, first),
        actual_lines=lines_from(actual, first),
    )


def lines_from(text: bytes, first: int) -> list[str]:
    """Return a few lines of *text* from line *first* on, truncated if long."""
    lines = text.removesuffix(b"\n").split(b"\n", first + 2 * AROUND)
    lines = lines[first - 1 : first + 2 * AROUND]
    shown = [line[: 4 * WIDEST].decode(errors="replace") for line in lines]
    return [line if len(line) <= WIDEST else line[:WIDEST] + "…" for line in shown]


def last_line(stderr: bytes) -> str:
    """Return the last nonempty line of *stderr*."""
    lines = stderr.decode(errors="replace").rstrip().rpartition("\n")[2]
    return lines.strip()


def error_line(stderr: bytes, first: bool = False) -> str:
    """Return the line of the exception that ended a program, or its last line.

    It follows the last traceback, or the *first*; the program may have printed more.
    """
    blocks = stderr.split(TRACEBACK)[1:]
    for block in blocks[:1] if first else blocks[-1:]:
        for line in block.decode(errors="replace").splitlines():
            if line.strip() and not line.startswith((" ", "\t")):
                return line.strip()
    return last_line(stderr)


def place_in(stderr: bytes) -> tuple[str, int] | None:
    """Return the last place of a traceback in a student's file, or None."""
    found = [(path.decode(errors="replace"), int(n)) for path, n in PLACE.findall(stderr)]
    own = [(WORK.sub("", path), n) for path, n in found if not OURS.match(path)]
    return own[-1] if own else None


def failed(outcome: Outcome, code: str, reason: str, line: str) -> Verdict:
    """Return the verdict on a program that ended with an error, with its place."""
    where = place_in(outcome.stderr)
    said = f"{where[0]}:{where[1]}: {line}" if where else line
    return Verdict(code, shortened(": ".join(filter(None, (reason, said)))), None, where)


def shortened(text: str) -> str:
    """Return *text* as one line of printable characters, truncated if it is long."""
    text = "".join(sign if sign.isprintable() else "?" for sign in text)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
