"""Answers to the tasks, right and wrong, each with the verdicts that it must get.

The first lines of an answer say what is expected: ``// expect: 2 fail`` (all other
tasks are missing), ``// note:`` with a part of one note, ``// base:`` and ``// store:``
with the mode in which it is judged. These lines are not part of the answer.
"""

import json
import re
from pathlib import Path

import pytest

from pseudocode.judging.judge import mark_totals
from pseudoku.cli import main
from pseudoku.exercises import judge, judge_task
from pseudoku.reference import TASK_FUNCTIONS, TASK_MARKS, parse, reference
from tests.places import ANSWERS, GOLDEN
from tests.pseudocode.judged import TEXTS
from tests.pseudocode.verdicts import judged_as_said, said

PROGRAMS = sorted(ANSWERS.glob("*.pseudo"))
REFERENCE = ANSWERS / "right_small_capitals.pseudo"
WRONG = [path for path in PROGRAMS if path.stem.startswith("wrong")]
Captured = pytest.CaptureFixture[str]


def expected(text: str) -> dict[str, str]:
    """The verdict that ``text`` expects for every task."""
    pairs = [part.split() for part in said(text, "expect").split(", ")]
    return dict.fromkeys(TASK_MARKS, "missing") | {task: word for task, word in pairs}


def takes_long(path: Path) -> bool:
    """Whether an answer has Task 6 or 8, which are judged by many calls.

    README and the tests below judge other answers to them.
    """
    verdicts = expected(path.read_text("utf-8"))
    return verdicts["6"] != "missing" or verdicts["8"] != "missing"


@pytest.mark.sampled(8)
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.slow if takes_long(path) else ())
        for path in PROGRAMS
    ],
    ids=lambda path: path.stem,
)
def test_an_answer_gets_its_verdicts(path: Path, capsys: Captured) -> None:
    text = path.read_text("utf-8")
    verdicts = judged_as_said(text, path.name)
    assert {task: one["verdict"] for task, one in verdicts.items()} == expected(text)
    for task, one in verdicts.items():
        assert one["name"] == TASK_FUNCTIONS[task]
        assert one["most"] == TASK_MARKS[task]
        left = one["verdict"] in ("unread", "review")
        given = TASK_MARKS[task] * (one["verdict"] == "pass")
        assert one["marks"] == (None if left else given)
        assert one["notes"] or one["verdict"] == "pass"
    lines = [note for one in verdicts.values() for note in one["notes"]]
    lines += [command for one in verdicts.values() for command in one["commands"]]
    assert said(text, "note") in "\n".join(lines)
    for one in verdicts.values():
        if one["call"]:
            main(["trace", str(path), "--json", "--alone", *one["call"]])
            assert json.loads(capsys.readouterr().out)["total"]
        else:
            assert one["verdict"] != "fail"


def test_the_corpus_is_large_and_has_both_kinds() -> None:
    assert len(PROGRAMS) >= 30
    assert 15 <= len(WRONG) <= len(PROGRAMS) - 15
    lost = {task for path in WRONG for task in judged(path)}
    assert lost == set(TASK_MARKS)


def judged(path: Path) -> list[str]:
    verdicts = expected(path.read_text("utf-8"))
    return [task for task, verdict in verdicts.items() if verdict != "missing"]


@pytest.mark.nightly
def test_the_reference_gets_34_marks_and_no_note(
    tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "answer").write_text(reference().source.text, "utf-8")
    assert main(["judge", str(tmp_path / "answer"), "--json"]) == 0
    verdicts = json.loads(capsys.readouterr().out)["tasks"].values()
    assert {one["verdict"] for one in verdicts} == {"pass"}
    assert not any(one["notes"] for one in verdicts)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("mistaken", [("1", "3", "5", "8"), ("2", "4", "6")])
def test_a_wrong_function_costs_the_marks_of_its_task_alone(
    mistaken: tuple[str, ...],
) -> None:
    """Wrong functions for some tasks, in an answer that is right in the others."""
    answer = REFERENCE.read_text("utf-8")
    for task in mistaken:
        texts = [path.read_text("utf-8") for path in WRONG if judged(path) == [task]]
        wrong = next(one for one in texts if "fail" in one and not said(one, "store"))
        own = rf"(?i)function {TASK_FUNCTIONS[task]}\(.*?end function\n"
        (right,) = re.findall(own, answer, flags=re.DOTALL)
        answer = answer.replace(right, wrong)
    verdicts = judge(parse(answer, "answer"))
    lost = [task for task, one in verdicts.items() if one["verdict"] != "pass"]
    assert lost == list(mistaken)
    assert mark_totals(verdicts) == (
        34 - sum(TASK_MARKS[task] for task in mistaken),
        34,
        0,
    )


@pytest.mark.parametrize("hole", ["...", "", "// your code here", "# TODO\n\n", "…"])
def test_a_template_is_missing_also_without_its_dots(hole: str) -> None:
    text = (GOLDEN / "pseudoku_templates.txt").read_text("utf-8")
    parsed = parse(text.replace("...", f"\n{hole}\n"))
    for task in TASK_MARKS:
        found = judge_task(parsed, task)
        assert found["verdict"] == "missing", task
        assert found["notes"] == ["the template is not filled in"]


TURNS = "for 1 ≤ i ≤ {} do x ← i end for"


def test_a_function_that_is_slow_at_every_call_is_stopped() -> None:
    """It stays below the limit of one call, and would take a minute."""
    text = REFERENCE.read_text("utf-8").replace(
        "function CHECKGRIDS(puzzle)",
        f"function CHECKGRIDS(puzzle) {TURNS.format(48000)}",
    )
    found = judge_task(parse(text), "6", 1, "copy")
    assert found["verdict"] == "review" and "steps in all" in found["notes"][0]


@pytest.mark.nightly
def test_what_follows_many_turns_of_a_loop_is_seen() -> None:
    text = REFERENCE.read_text("utf-8").replace(
        "function MAKESOLUTION(row)",
        f"function MAKESOLUTION(row) {TURNS.format(7000)}",
    )
    assert judge_task(parse(text), "8", 1, "copy")["notes"] == []


def verdict(text: str, task: str) -> str:
    return judge_task(parse(text, "answer"), task)["verdict"]


ROTATION = TEXTS["rotation"]


def test_json_has_one_entry_for_each_task(capsys: Captured) -> None:
    path = next(one for one in PROGRAMS if one.stem == "wrong_rotates_right")
    assert main(["judge", str(path), "--json"]) == 1
    tasks = json.loads(capsys.readouterr().out)["tasks"]
    assert list(tasks) == ["1", "2", "3", "4", "5", "6", "8"]
    assert tasks["2"] == {
        "name": "PermuteVector",
        "verdict": "fail",
        "marks": 0,
        "most": 5,
        "line": 3,
        "paths": None,
        "notes": [
            "PermuteVector((2, 4, 1, 3), 1) gives (3, 2, 4, 1), rotated to the right; "
            "expected (4, 1, 3, 2)",
        ],
        "commands": [
            f"as a page: python3 -m pseudoku walkthrough {path} --alone "
            "--call 'PermuteVector((2, 4, 1, 3), 1)' -o page.html",
            f"to see it: python3 -m pseudoku trace {path} --alone "
            "--call 'PermuteVector((2, 4, 1, 3), 1)'",
        ],
        "codes": [],
        "call": ["--call", "PermuteVector((2, 4, 1, 3), 1)"],
        "mends": [{"lines": [11], "function": "PermuteVector", "repeated": False}],
        "hint": "One change in line 11 makes every case right.",
    }


def test_an_answer_after_one_that_cannot_be_read_is_judged(
    tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "a").write_text(ROTATION, "utf-8")
    (tmp_path / "b").write_text(ROTATION + "Task 9\nShuffle all the cells.", "utf-8")
    files = [str(tmp_path / name) for name in ("a", "nothing", "b")]
    assert main(["judge", "--task", "2", "--json", *files]) == 2
    said = capsys.readouterr()
    first, last = map(json.loads, said.out.splitlines())
    assert said.err.count("\n") == 1 and "nothing: No such file" in said.err
    assert (first["file"], last["file"]) == (files[0], files[2])
    assert list(first) == [
        *("file", "base", "tasks", "sum", "most", "left_to_a_person", "words"),
        "remarks",
    ]
    assert list(last["tasks"]) == ["2"] and (last["sum"], last["most"]) == (5, 5)
    assert (first["words"], last["words"]) == ({}, {"9": 6})
    assert first["remarks"] == [] != last["remarks"]
    assert main(["judge", *files[::2]]) == 1
    table = capsys.readouterr().out.splitlines()
    assert [line for line in table if line in files] == files[::2]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("argument", ["NULL", "1", "puzzle[1]"])
@pytest.mark.parametrize(
    ("task", "call"),
    [
        ("3", "PermuteVector({}, x)"),
        ("3", "PermuteVector(puzzle[1], {})"),
        ("5", "SearchStack({}, value)"),
        ("5", "SearchStack(numbers, {})"),
        ("8", "PermuteRows({}, x, y, z)"),
        ("8", "PermuteRows(puzzle, {}, y, z)"),
    ],
)
def test_an_argument_of_the_wrong_kind_is_wrong(
    task: str, call: str, argument: str
) -> None:
    right = re.escape(call).replace(r"\{\}", r"[^,()]*(?:\[\w\])*")
    source = reference().source.text
    text, times = re.subn(right, call.format(argument), source)
    assert times
    assert (verdict(text, task) == "pass") == (text == source)
