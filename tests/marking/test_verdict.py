"""The verdict on a test follows from what the program did, and from nothing else."""

import json
import re
from typing import TypedDict

import pytest

from marking.sandbox.job import Outcome, Output
from marking.test import Test as CourseTest
from marking.verdict import RunVerdict, join_notes, judge_outcome
from tests.marking.classes import DATA

WORDS: dict[str, str] = DATA["verdicts"]["words"]
PRINTS = CourseTest("a/1", "a", (), {}, "stdout", expected=b"1 2\n")
TESTS = {
    "prints": PRINTS,
    "writes": CourseTest("a/1", "a", (), {}, "file", "out.txt", b"1 2\n"),
    "raises": CourseTest(
        "a/1", "a", (), {}, "last line", expected=WORDS["ERROR"].encode()
    ),
}


class Run(TypedDict, total=False):
    """What a program did, in verdicts.toml."""

    end_reason: str
    status: int
    cpu: float
    stdout: str
    stderr: str
    output: tuple[str, str]


def outcome(run: Run) -> Outcome:
    stderr = run.get("stderr", "")
    for word, text in WORDS.items():
        stderr = stderr.replace(word, text)
    state, data = run.get("output", ("missing", ""))
    return Outcome(
        run.get("end_reason", "exit"),
        run.get("status", 0),
        1,
        run.get("cpu", 1),
        1,
        run.get("stdout", "").encode(),
        stderr.encode(),
        {"out.txt": Output(state, data.encode())},
    )


@pytest.mark.parametrize(("test", "code", "note", "run"), DATA["verdicts"]["runs"])
def test_every_outcome_has_its_verdict(
    test: str, code: str, note: str, run: Run
) -> None:
    verdict = judge_outcome(TESTS[test], outcome(run))
    assert (verdict.code, verdict.note) == (code, note)
    place = re.search(r"(\w+\.py):(\d+): ", note)
    assert verdict.place == ((place[1], int(place[2])) if place else None)


@pytest.mark.parametrize(("word", "code", "note"), DATA["verdicts"]["judged"])
def test_the_judge_of_pseudoku_decides_or_leaves_it_to_a_person(
    word: str, code: str, note: str
) -> None:
    test = CourseTest("task1/MakeVector", "task1", (), {}, "judge", expected=b"1")
    task = {"verdict": word, "notes": ["a", "b"], "line": 7, "call": ["--call", "f(1)"]}
    report = json.dumps({"tasks": {"1": task | {"commands": ["to see it"]}}})
    judged = task | {"call": "f(1)", "hint": ""}
    found = outcome({"status": 1, "stdout": f'{report}\n"text"\n'})
    verdict = judge_outcome(test, found)
    assert (verdict.code, verdict.note, verdict.judged) == (code, note, judged)
    for broken in ("", "[]", '{"tasks": {}}'):
        verdict = judge_outcome(test, outcome({"stdout": broken, "stderr": "no PDF\n"}))
        assert verdict == RunVerdict("MAN", "not read: no PDF")
    assert judge_outcome(test, outcome({"end_reason": "memory"})).code == "MLE"


@pytest.mark.parametrize(
    ("wrong", "first", "lines"), [(1, 1, 7), (4, 1, 7), (5, 2, 7), (30, 27, 4)]
)
def test_a_difference_has_the_lines_around_it(
    wrong: int, first: int, lines: int
) -> None:
    right = [f"{number}\n" for number in range(1, 31)]
    own = [*right[: wrong - 1], "x\n", *right[wrong:]]
    test = PRINTS._replace(expected="".join(right).encode())
    difference = judge_outcome(test, outcome({"stdout": "".join(own)})).difference
    assert difference and (difference["line"], difference["first"]) == (wrong, first)
    shown = [line.strip() for line in right[first - 1 :][:lines]]
    assert difference["expected_lines"] == shown
    assert difference["actual_lines"] == ["x" if s == str(wrong) else s for s in shown]


def test_long_lines_and_messages_are_truncated() -> None:
    test = PRINTS._replace(expected=b"a" * 300 + b"\n")
    difference = judge_outcome(test, outcome({"stdout": "b" * 301})).difference
    assert difference and difference["expected_lines"] == ["a" * 300]
    assert difference["actual_lines"] == ["b" * 300 + "…"]
    start = "exit status 1: "
    for length, shown in ((200, "x" * 200), (201, "x" * 199 + "…")):
        error = "x" * (length - len(start))
        note = judge_outcome(PRINTS, outcome({"status": 1, "stderr": error})).note
        assert note == start + shown[len(start) :]


def test_another_right_answer_is_accepted() -> None:
    test = PRINTS._replace(is_acceptable=lambda answer: answer == b"2 1\n")
    assert judge_outcome(test, outcome({"stdout": "2 1\n"})).code == "AC"
    assert judge_outcome(test, outcome({"stdout": "3 1\n"})).code == "WA"


def test_a_program_that_needs_a_package_we_lack_is_left_to_a_person() -> None:
    error = f"{WORDS['TRACEBACK']}ModuleNotFoundError: No module named 'numpy'"
    found = outcome({"status": 1, "stderr": error})
    assert judge_outcome(PRINTS, found).code == "RTE"
    verdict = judge_outcome(PRINTS, found, missing_packages=["numpy"])
    note = "not installed here: numpy: sudoku.py:7: ModuleNotFoundError: No module"
    assert verdict.code == "MAN" and verdict.note.startswith(note)
    right = outcome({"stdout": "1 2\n"})
    assert judge_outcome(PRINTS, right, missing_packages=["numpy"]).code == "AC"


def test_notes_that_do_not_fit_are_counted() -> None:
    half = "x" * 99  # two of them and "; " have 200 characters, and fit
    assert join_notes([half, half]) == f"{half}; {half}"
    assert join_notes([half, f"{half}x", "c"]) == f"{half}; and 2 more"
    assert join_notes([half, half, "c\x1b" * 99]) == f"{half}; {half}; and 1 more"
    assert join_notes(["x" * 1_001, "b"]) == f"{'x' * 1_000}; and 1 more"
    assert join_notes(["x" * 201]) == f"{'x' * 199}…"
