"""Exercises in files: of the hand-out, of other courses, and wrong ones."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from pseudocode.judging import paths, trial
from pseudocode.judging.exercise import read_exercise
from pseudocode.judging.judge import judge_exercise, misjudged_samples
from pseudoku.cli import main
from pseudoku.exercises import judge_task, task_exercise
from pseudoku.reference import TASK_FUNCTIONS, parse
from tests.places import EXERCISES
from tests.pseudocode.files import Captured, File
from tests.pseudocode.texts import TABLES
from tests.pseudocode.variants import function, variants

WHERE, END = 'where = "function Where', 'end function"\nuses ='
REVERSE = (EXERCISES / "reverse_queue.toml").read_text("utf-8")


def test_every_task_is_an_exercise() -> None:
    for task, name in TASK_FUNCTIONS.items():
        exercise = task_exercise(task)
        assert exercise.name == name and exercise.domains and exercise.checks


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "path", sorted(EXERCISES.glob("*.toml")), ids=lambda path: path.stem
)
def test_the_samples_of_an_exercise_are_judged_as_they_should_be(
    path: Path, capsys: Captured
) -> None:
    assert main(["judge", "--exercise", str(path), "--check"]) == 0
    out = capsys.readouterr().out
    assert out.endswith(": 1 right and 1 wrong answers are judged as they should be\n")


@pytest.mark.parametrize("old, new", TABLES["wrong_exercises"])
def test_a_wrong_exercise_is_refused_by_its_right_answer(old: str, new: str) -> None:
    text = (EXERCISES / "merge_queues.toml").read_text("utf-8")
    assert old in text
    exercise = read_exercise(text.replace(old, new, 1), "merge.toml")
    if "(b, a)" in new:  # the order of the parameters does not matter
        assert not [*misjudged_samples(exercise)]
    else:
        assert [*misjudged_samples(exercise)][0].startswith(
            "right[1] gets fail: Merge("
        )


@pytest.mark.parametrize("old, new, message", TABLES["not_in_an_exercise"])
def test_a_mistake_in_an_exercise_is_named(
    old: str, new: str, message: str, file: File, capsys: Captured
) -> None:
    assert old in REVERSE
    path = file(REVERSE.replace(old, new, 1))
    assert main(["judge", "--exercise", path, "--check"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert path in line and message in line


@pytest.mark.parametrize("words, message", TABLES["not_for_judge"])
def test_arguments_that_do_not_fit_are_named(
    words: list[str], message: str, capsys: Captured
) -> None:
    assert main(["judge", *words]) == 2
    assert message in capsys.readouterr().err


def test_an_answer_to_an_exercise_is_judged(file: File, capsys: Captured) -> None:
    exercise = str(EXERCISES / "reverse_queue.toml")
    right = file(read_exercise(REVERSE, "x").right[0])
    assert main(["judge", "--exercise", exercise, right]) == 0
    out = capsys.readouterr().out
    assert "–     ReverseQueue   pass     5 of 5  line 1, 5 paths\n" in out
    assert out.endswith("Sum: 5 of 5\n")
    assert main(["judge", "--exercise", exercise, right, "--json"]) == 0
    tasks = json.loads(capsys.readouterr().out)["tasks"]
    assert tasks["ReverseQueue"]["marks"] == 5 and tasks["ReverseQueue"]["paths"] == 5


@pytest.mark.parametrize("case", TABLES["exercise_cases"], ids=lambda one: one["about"])
def test_an_answer_keeps_the_rules_of_an_exercise(case: dict[str, str]) -> None:
    """The exercise and its right answer are changed; see texts.toml."""
    text = (EXERCISES / case["exercise"]).read_text("utf-8")
    exercise = read_exercise(replaced(text, case.get("changes", "")), "x")
    answer = parse(replaced(exercise.right[0], case.get("answer", "")))
    found = judge_exercise(answer, exercise)
    assert found["verdict"] == case["verdict"]
    assert found["notes"] == case.get("notes", "").splitlines()


def replaced(text: str, changes: str) -> str:
    """Return ``text`` with each "-" line of ``changes`` replaced by the "+" lines below."""
    for old, new in re.findall(r"^- (.*)\n((?:\+ .*\n)+)", changes, re.MULTILINE):
        assert old in text
        text = text.replace(old, new.replace("+ ", "").strip("\n"), 1)
    return text


@pytest.mark.parametrize("key, end, fault", TABLES["rules_of_an_exercise"])
def test_a_reference_keeps_the_rules(key: str, end: str, fault: str) -> None:
    text = REVERSE.replace("return q", f"{end}\n    return q", 1)
    exercise = read_exercise(text.replace("uses =", f"{key}\nuses ="), "x")
    faults = misjudged_samples(exercise)
    assert next(faults).startswith(f"reference: {fault}")


def test_more_arguments_than_are_tried_are_warned_of(
    file: File, capsys: Captured
) -> None:
    warning = "more than 10,000 arguments of the same sizes; right answers with many"
    for numbers, is_warned in (("1..10", False), ("1..11", True)):  # four of them
        path = file(REVERSE.replace('"1..5"', f'"{numbers}"'))
        assert main(["judge", "--exercise", path, "--check"]) == 0
        assert (f"{path}:36:2: {warning}" in capsys.readouterr().out) == is_warned


def test_an_error_of_a_right_sample_is_shown_with_its_call() -> None:
    old = "new Stack s\n    new Queue r"
    text = REVERSE.replace(old, f"DEQUEUE[q]\n    {old}")
    fault = next(misjudged_samples(read_exercise(text, "x")))
    call = "; the call is ReverseQueue(queue<>), for which the reference gives queue<>"
    assert fault.endswith(call)


def test_a_sample_that_cannot_be_read_is_misjudged() -> None:
    for answer in (
        "Reverse the queue.",
        "function ReverseQueue(q) take them out end function",
    ):
        exercise = replace(read_exercise(REVERSE, "x"), wrong=(answer,))
        (fault,) = misjudged_samples(exercise)
        assert fault.startswith("wrong[1] gets unread: ")


def test_helpers_of_an_exercise_can_be_called() -> None:
    text = """
    name = "Twice"
    helpers = "function Add(a, b) return a + b end function"
    reference = "function Twice(n) Add(1, n) return Add(n, n) end function"
    uses = ["Add"]
    arguments = {n = {of = "0..99"}}
    """
    exercise = read_exercise(text, "twice.toml")
    assert not [*misjudged_samples(exercise)]  # its call of Add changes nothing
    for body, word, paths_found in (
        ("return Add(n, n)", "pass", 1),
        ("return 2 × n", "review", None),
        ("if n = 77 then return 153 end if return Add(n, n)", "fail", None),
    ):
        answer = parse(f"function Twice(n) {body} end function")
        found = judge_exercise(answer, exercise)
        assert (found["verdict"], found["paths"]) == (word, paths_found), body
        assert not found["commands"]  # which would not find Add


def test_more_paths_than_are_tried_are_left_to_a_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trial, "MAX_PATHS", 100)
    text = variants("right_variants.txt")["a flag for each sub-grid"][1]
    found = judge_task(parse(text), "6")
    assert found["verdict"] == "review" and found["paths"] is None
    assert found["notes"] == ["100 paths agree; not every argument was tried"]


def test_what_cannot_be_solved_is_left_to_a_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No pass where a search for arguments was given up."""
    total = " + ".join(f"puzzle[{i}][{j}]" for i in range(1, 5) for j in range(1, 5))
    wrong = f"(puzzle) if {total} = 17 then return TRUE end if"
    text = function("6").replace("(puzzle)", wrong, 1)
    assert judge_task(parse(text), "6")["verdict"] == "fail"
    monkeypatch.setattr(paths, "MAX_SEARCH", 20)
    assert judge_task(parse(text), "6")["verdict"] == "review"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("condition", TABLES["hidden"])
def test_a_condition_on_many_cells_hides_nothing(condition: str) -> None:
    cells = [
        f"puzzle[{i}][{j}]" for i, j in ((1, 1), (2, 3), (3, 2), (4, 4), (1, 4), (4, 1))
    ]
    for result in ("TRUE", "FALSE"):
        wrong = f"(puzzle) if {condition.format(*cells)} then return {result} end if"
        text = function("6").replace("(puzzle)", wrong, 1)
        found = judge_task(parse(text), "6")
        assert found["verdict"] == "fail", (text, found["notes"])


def test_the_counterexample_differs_from_the_example_where_it_must() -> None:
    wrong = "(puzzle) if puzzle[2][3] = 4 ∧ puzzle[4][1] = 2 then return TRUE end if"
    text = function("6").replace("(puzzle)", wrong, 1)
    assert judge_task(parse(text), "6")["notes"][0] == (
        "CheckGrids(((1, 2, 3, 4), (3, 4, 4, 2), (2, 1, 4, 3), (2, 3, 2, 1))) gives TRUE;"
        " expected FALSE; the sub-grid at (1, 3) is 3, 4, 4, 2"
    )


@pytest.mark.parametrize("old, new, cause", TABLES["causes"])
def test_the_cause_of_a_wrong_solution_is_said(old: str, new: str, cause: str) -> None:
    text = function("8").replace(old, new, 1)
    text = text.replace("0 ≤ x ≤ 3", "0 ≤ x ≤ 2")  # without the other solution
    note = judge_task(parse(text), "8")["notes"][0]
    assert cause in note
    if "gives FALSE" in note:
        assert note.endswith(", which is not passed to CheckGrids or ColChecks")
