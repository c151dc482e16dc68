"""The verdict on a test follows from what the program did, and from nothing else."""

import json
from dataclasses import replace

import pytest

from marking.sandbox.job import Outcome, Output
from marking.test import Test as CourseTest
from marking.verdict import RunVerdict, join_notes, judge_outcome, last_student_place

TRACEBACK = (
    b"Traceback (most recent call last):\n"
    b'  File "<string>", line 88, in main\n'
    b'  File "/sandbox/work/sudoku.py", line 7, in solve\n'
    b"    go()\n"
    b'  File "/usr/lib/python3.11/random.py", line 373, in choice\n'
)
ERROR = b"sudoku.SudokuError: Incorrect input"
PRINTS = CourseTest("a/1", "a", (), {}, "stdout", expected=b"1 2\n")
WRITES = CourseTest("a/1", "a", (), {}, "file", "out.txt", b"1 2\n")
RAISES = CourseTest("a/1", "a", (), {}, "last line", expected=ERROR)


def outcome(
    how: str = "exit",
    status: int = 0,
    stdout: bytes = b"",
    stderr: bytes = b"",
    out: Output | None = None,
) -> Outcome:
    outputs = {} if out is None else {"out.txt": out}
    return Outcome(how, status, 1, 1, 1, stdout, stderr, outputs)


INSIDE = (
    b"Traceback (most recent call last):\n"
    b'  File "<string>", line 54, in main\n'
    b'  File "<inside>", line 9, in answer\n'
)


@pytest.mark.parametrize(
    ("test", "found", "verdict"),
    [
        (PRINTS, outcome(stdout=b"1 2\n"), RunVerdict("AC")),
        (PRINTS, outcome("output"), RunVerdict("OLE")),
        (PRINTS, outcome("time"), RunVerdict("TLE", "stopped after 1.0 s")),
        (PRINTS, outcome("memory"), RunVerdict("MLE")),
        (PRINTS, outcome("memory", status=-9), RunVerdict("MLE")),
        (PRINTS, outcome(status=1, stderr=b"MemoryError: x"), RunVerdict("MLE")),
        (PRINTS, outcome("processes"), RunVerdict("RTE", "too many processes")),
        (PRINTS, outcome(status=3), RunVerdict("RTE", "exit status 3")),
        (PRINTS, outcome(status=-11), RunVerdict("RTE", "signal 11")),
        (
            PRINTS,
            outcome(status=1, stderr=INSIDE + b"NameError: name 'x' is not defined"),
            RunVerdict(
                "IE", "an error in the test: NameError: name 'x' is not defined"
            ),
        ),
        (
            PRINTS,
            outcome(
                status=1,
                stderr=INSIDE
                + b'  File "/sandbox/work/sudoku.py", line 7, in solve\nNameError: x',
            ),
            RunVerdict(
                "RTE",
                "exit status 1: sudoku.py:7: NameError: x",
                None,
                ("sudoku.py", 7),
            ),
        ),
        (  # of a student's function with other parameters
            PRINTS,
            outcome(status=1, stderr=INSIDE + b"TypeError: solve() takes 2 arguments"),
            RunVerdict("RTE", "exit status 1: TypeError: solve() takes 2 arguments"),
        ),
        (PRINTS, outcome(status=-9), RunVerdict("TLE", "stopped after 1.0 s")),
        (PRINTS, outcome(status=-24), RunVerdict("TLE", "stopped after 1.0 s")),
        (
            PRINTS,
            replace(outcome(status=-9, stderr=b"x"), cpu=0.4),
            RunVerdict("RTE", "signal 9: x"),
        ),
        (
            PRINTS,
            outcome(status=1, stderr=TRACEBACK + b"KeyError: 3\n\n"),
            RunVerdict(
                "RTE", "exit status 1: sudoku.py:7: KeyError: 3", None, ("sudoku.py", 7)
            ),
        ),
        (
            PRINTS,
            outcome(
                status=1,
                stderr=b'  File "/sandbox/work/a5.py", line 2\nSyntaxError: no',
            ),
            RunVerdict("SE", "a5.py:2: SyntaxError: no", None, ("a5.py", 2)),
        ),
        (WRITES, outcome(out=Output("file", b"1 2\n")), RunVerdict("AC")),
        (
            WRITES,
            outcome(out=Output("missing")),
            RunVerdict("NF", "out.txt was not written"),
        ),
        (
            WRITES,
            outcome(out=Output("odd")),
            RunVerdict("NF", "out.txt is not a plain file"),
        ),
        (WRITES, outcome(out=Output("long")), RunVerdict("OLE")),
        (RAISES, outcome(status=1, stderr=TRACEBACK + ERROR), RunVerdict("AC")),
    ],
)
def test_every_outcome_has_its_verdict(
    test: CourseTest, found: Outcome, verdict: RunVerdict
) -> None:
    assert judge_outcome(test, found) == verdict


@pytest.mark.parametrize(
    ("status", "stderr"),
    [(0, TRACEBACK + ERROR), (0, ERROR), (1, ERROR), (1, b"note\n" + ERROR)],
)
def test_a_program_that_only_writes_the_words_of_an_error_is_wrong(
    status: int, stderr: bytes
) -> None:
    found = judge_outcome(RAISES, outcome(status=status, stderr=stderr))
    assert found == RunVerdict("WA", "the program raised no exception")


def test_a_program_without_the_function_is_not_a_run_time_error() -> None:
    lacks = b"not found: solve\n"
    assert judge_outcome(WRITES, outcome(status=1, stderr=lacks)).code == "NF"
    deep = TRACEBACK + b"AttributeError: module 'sudoku' has no attribute 'solve'"
    assert judge_outcome(WRITES, outcome(status=1, stderr=deep)).code == "RTE"
    right = Output("file", b"1 2\n")
    assert judge_outcome(WRITES, outcome(stderr=lacks, out=right)).code == "AC"


@pytest.mark.parametrize(
    ("word", "code", "note"),
    [
        ("pass", "AC", "a; b"),
        ("fail", "WA", "line 7: a; b"),
        ("error", "WA", "line 7: a; b"),
        ("missing", "NF", "a; b"),
        ("unread", "MAN", "unread; a; b"),
        ("review", "MAN", "review; a; b"),
    ],
)
def test_the_judge_of_pseudoku_decides_or_leaves_it_to_a_person(
    word: str, code: str, note: str
) -> None:
    test = CourseTest("task1/MakeVector", "task1", (), {}, "judge", expected=b"1")
    task = {"verdict": word, "notes": ["a", "b"], "line": 7, "call": ["--call", "f(1)"]}
    report = {"tasks": {"1": task | {"commands": ["to see it"]}}}
    found = outcome(status=1, stdout=json.dumps(report).encode() + b'\n"text"\n')
    judged = task | {"call": "f(1)", "hint": ""}
    verdict = judge_outcome(test, found)
    assert (verdict.code, verdict.note, verdict.judged) == (code, note, judged)
    for broken in (b"", b"[]", b'{"tasks": {}}'):
        verdict = judge_outcome(test, outcome(stdout=broken, stderr=b"no PDF\n"))
        assert verdict == RunVerdict("MAN", "not read: no PDF")
    assert judge_outcome(test, outcome("memory")).code == "MLE"


@pytest.mark.parametrize(
    ("wrong", "first", "lines"), [(1, 1, 7), (4, 1, 7), (5, 2, 7), (30, 27, 4)]
)
def test_a_difference_has_the_lines_around_it(
    wrong: int, first: int, lines: int
) -> None:
    right = [f"{number}\n" for number in range(1, 31)]
    own = [*right[: wrong - 1], "x\n", *right[wrong:]]
    test = PRINTS._replace(expected="".join(right).encode())
    difference = judge_outcome(test, outcome(stdout="".join(own).encode())).difference
    assert difference and difference["first"] == first
    shown = [line.strip() for line in right[first - 1 :][:lines]]
    assert difference["expected_lines"] == shown
    assert difference["actual_lines"] == ["x" if s == str(wrong) else s for s in shown]


@pytest.mark.parametrize(
    ("stderr", "note"),
    [
        (TRACEBACK + b"KeyError: 3\nbye\n", "exit status 1: sudoku.py:7: KeyError: 3"),
        (
            TRACEBACK
            + b"KeyError: 3\n\nDuring handling\n\n"
            + TRACEBACK
            + b"Error\n  x\n",
            "exit status 1: sudoku.py:7: Error",
        ),
        (b"usage: sudoku.py\n", "exit status 1: usage: sudoku.py"),
    ],
)
def test_a_reason_is_the_exception_and_not_what_was_printed_after_it(
    stderr: bytes, note: str
) -> None:
    assert judge_outcome(PRINTS, outcome(status=1, stderr=stderr)).note == note


def test_long_lines_and_messages_are_truncated() -> None:
    test = PRINTS._replace(expected=b"a" * 300 + b"\n")
    difference = judge_outcome(test, outcome(stdout=b"b" * 301)).difference
    assert difference and difference["expected_lines"] == ["a" * 300]
    assert difference["actual_lines"] == ["b" * 300 + "…"]
    for length, shown in ((200, "x" * 200), (201, "x" * 199 + "…")):
        error = b"x" * (length - len("exit status 1: "))
        note = judge_outcome(PRINTS, outcome(status=1, stderr=error)).note
        assert note.removeprefix("exit status 1: ") == shown[len("exit status 1: ") :]


def test_another_right_answer_is_accepted() -> None:
    test = PRINTS._replace(is_acceptable=lambda answer: answer == b"2 1\n")
    assert judge_outcome(test, outcome(stdout=b"2 1\n")).code == "AC"
    assert judge_outcome(test, outcome(stdout=b"3 1\n")).code == "WA"


def test_a_wrong_answer_has_its_first_difference() -> None:
    found = judge_outcome(PRINTS, outcome(stdout=b"1 3\n"))
    assert found.code == "WA" and found.difference
    assert (found.difference["line"], found.difference["column"]) == (1, 3)


def test_a_program_that_needs_a_package_we_lack_is_left_to_a_person() -> None:
    error = TRACEBACK + b"ModuleNotFoundError: No module named 'numpy'"
    found = outcome(status=1, stderr=error)
    assert judge_outcome(PRINTS, found).code == "RTE"
    note = "not installed here: numpy: sudoku.py:7: ModuleNotFoundError: No module"
    verdict = judge_outcome(PRINTS, found, missing_packages=["numpy"])
    assert verdict.code == "MAN" and verdict.note.startswith(note)
    assert (
        judge_outcome(PRINTS, outcome(stdout=b"1 2\n"), missing_packages=["numpy"]).code
        == "AC"
    )


def test_the_place_of_an_error_is_in_a_file_of_the_student() -> None:
    assert last_student_place(TRACEBACK) == ("sudoku.py", 7)
    assert last_student_place(TRACEBACK.replace(b"/sandbox/work/", b"")) == (
        "sudoku.py",
        7,
    )
    assert (
        last_student_place(b'  File "<string>", line 1, in <module>\nNameError: x')
        is None
    )
    assert last_student_place(b"") is None


def test_notes_end_between_notes() -> None:
    long = "x" * 150
    assert join_notes(["a", "b"]) == "a; b"
    assert join_notes([long, long, "c"]) == f"{long}; and 2 more"
    assert join_notes(["a", long, "c\x1b" * 99]) == f"a; {long}; and 1 more"
    assert join_notes([2 * long, "b"]) == f"{2 * long}; and 1 more"
    assert join_notes([2 * long]) == f"{2 * long}"[:199] + "…"
