"""Answers to the tasks, right and wrong, each with the verdicts that it must get.

The first lines of an answer say what is expected: ``// expect: 2 fail`` (all other
tasks are missing), ``// note:`` with a part of one note, ``// base:`` and ``// store:``
with the mode in which it is judged. These lines are not part of the answer.
"""

import json
import os
import re
from argparse import Namespace
from pathlib import Path

import pytest

from pseudocode.judging.judge import MAX_SAME_NAME, mark_totals
from pseudoku.cli import main
from pseudoku.exercises import judge, judge_task
from pseudoku.reference import TASK_FUNCTIONS, TASK_MARKS, parse, reference
from tests.places import ANSWERS, GOLDEN
from tests.pseudocode.texts import CASES, TABLES, TEXTS, Case
from tests.pseudocode.variants import function
from tests.pseudocode.verdicts import judged_as_said, said

PROGRAMS = sorted(ANSWERS.glob("*.pseudo"))
REFERENCE = ANSWERS / "right_small_capitals.pseudo"
FEW = [str(path) for path in PROGRAMS[::24]]
WRONG = [path for path in PROGRAMS if path.stem.startswith("wrong")]
VERDICT = Path(__file__).parent / "verdict.json"
Captured = pytest.CaptureFixture[str]


def expected(text: str) -> dict[str, str]:
    """The verdict that ``text`` expects for every task."""
    pairs = [part.split() for part in said(text, "expect").split(", ")]
    return dict.fromkeys(TASK_MARKS, "missing") | {task: word for task, word in pairs}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
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


def test_there_are_right_answers_and_wrong_ones_to_each_task() -> None:
    assert 15 <= len(WRONG) <= len(PROGRAMS) - 15
    assert {task for path in WRONG for task in judged(path)} == {*TASK_MARKS}


def judged(path: Path) -> list[str]:
    verdicts = expected(path.read_text("utf-8"))
    return [task for task, verdict in verdicts.items() if verdict != "missing"]


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
    marks = 34 - sum(TASK_MARKS[task] for task in mistaken)
    assert mark_totals(verdicts) == (marks, 34, 0)


@pytest.mark.parametrize("hole", ["...", "", "// your code here", "# TODO\n\n", "…"])
def test_a_template_is_missing_also_without_its_dots(hole: str) -> None:
    text = (GOLDEN / "pseudoku_templates.txt").read_text("utf-8")
    parsed = parse(text.replace("...", f"\n{hole}\n"))
    for task in TASK_MARKS:
        found = judge_task(parsed, task)
        assert found["verdict"] == "missing", task
        assert found["notes"] == ["the template is not filled in"]


@pytest.mark.parametrize(
    ("task", "turns", "note"),
    [
        ("6", 48_000, "steps in all"),
        pytest.param("8", 7000, "", marks=pytest.mark.nightly),
    ],
)
def test_a_function_that_is_slow_at_every_call_is_stopped_at_a_sum_of_steps(
    task: str, turns: int, note: str
) -> None:
    """Each call stays below the limit of one call; all would take a minute."""
    loop = f") for 1 ≤ i ≤ {turns} do x ← i end for "
    found = judge_task(parse(function(task).replace(")", loop, 1)), task)
    assert found["verdict"] == ("review" if note else "pass")
    assert note in "".join(found["notes"]) and len(found["notes"]) == bool(note)


def verdict(text: str, task: str) -> str:
    return judge_task(parse(text, "answer"), task)["verdict"]


ROTATION = TEXTS["rotation"]


def test_json_has_one_entry_for_each_task(capsys: Captured) -> None:
    path = next(one for one in PROGRAMS if one.stem == "wrong_rotates_right")
    assert main(["judge", str(path), "--json"]) == 1
    tasks = json.loads(capsys.readouterr().out)["tasks"]
    assert list(tasks) == ["1", "2", "3", "4", "5", "6", "8"]
    said = VERDICT.read_text("utf-8").replace("PATH", str(path))
    assert tasks["2"] == json.loads(said)


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
@pytest.mark.parametrize(("task", "call"), TABLES["arguments"])
def test_an_argument_of_the_wrong_kind_is_wrong(
    task: str, call: str, argument: str
) -> None:
    right = re.escape(call).replace(r"\{\}", r"[^,()]*(?:\[\w\])*")
    source = reference().source.text
    text, times = re.subn(right, call.format(argument), source)
    assert times
    assert (verdict(text, task) == "pass") == (text == source)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.about)
def test_an_answer_gets_its_verdict_and_its_notes(case: Case) -> None:
    found = judge_task(parse(case.text, "paper"), case.task)
    assert found["verdict"] == case.verdict, case.text
    assert found["notes"][: len(case.notes)] == case.notes


def test_many_functions_of_one_name_are_not_compared() -> None:
    text = "function PermuteVector(row, p)\n  return row\nend function\n"
    assert judge_task(parse(text * MAX_SAME_NAME), "2")["verdict"] == "fail"
    for number in (MAX_SAME_NAME + 1, 1500):
        found = judge_task(parse(text * number), "2")
        note = f"{number} functions PermuteVector; too many to compare"
        assert (found["verdict"], found["notes"]) == ("review", [note])


def test_a_text_that_is_too_long_says_so() -> None:
    (note,) = judge_task(parse("x ← 1\n" * 20_000), "1")["notes"]
    assert "more than 30,000 words and signs" in note


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("options", [["--task", "5"], ["--json", "--task", "2"]])
def test_two_processes_print_the_same_in_the_same_order(
    options: list[str], two_cores: None, capsys: Captured
) -> None:
    words = ["judge", "--hints", "0", FEW[0], "missing.txt", *FEW[1:], *options]
    alone = main(words), capsys.readouterr()
    assert "missing.txt: No such file" in alone[1].err
    both = main([*words, "--jobs", "2"]), capsys.readouterr()
    assert both == alone


def test_the_result_of_two_processes_does_not_replace_an_input(
    tmp_path: Path, two_cores: None, capsys: Captured
) -> None:
    answer = tmp_path / "answer.txt"
    answer.write_text(Path(FEW[0]).read_text("utf-8"), "utf-8")
    before = answer.read_bytes()
    words = ["judge", FEW[1], str(answer), "--jobs", "2", "-o", str(answer)]
    assert main(words) == 2
    assert "is also an input" in capsys.readouterr().err
    assert answer.read_bytes() == before


def test_a_process_that_is_killed_is_one_line(
    monkeypatch: pytest.MonkeyPatch, two_cores: None, capsys: Captured
) -> None:
    monkeypatch.setattr("pseudoku.cli.judge.judge_with_captured_output", end_process)
    assert main(["judge", *FEW[:2], "--jobs", "2"]) == 2
    said = "pseudoku judge: error: a --jobs process ended unexpectedly\n"
    assert capsys.readouterr().err == said


def end_process(path: str, arguments: Namespace) -> tuple[int, str, str]:
    os._exit(9)
