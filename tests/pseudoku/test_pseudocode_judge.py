"""Answers to the tasks, right and wrong, each with the verdicts that it must get.

The first lines of an answer say what is expected: ``// expect: 2 fail`` (all other
tasks are missing), ``// note:`` with a part of one note, ``// base:`` and ``// store:``
with the mode in which it is judged.
"""

import json
import re
from pathlib import Path

import pytest

from pseudoku.cli import main
from pseudoku.pseudocode.judging.judge import judge, judge_task
from pseudoku.pseudocode.reading.parser import parse
from pseudoku.pseudocode.running.machine import Store
from pseudoku.reference import NAMES, TASKS, reference
from tests.places import ANSWERS

PROGRAMS = sorted(ANSWERS.glob("*.pseudo"))
REFERENCE = ANSWERS / "right_small_capitals.pseudo"
WRONG = [path for path in PROGRAMS if path.stem.startswith("wrong")]
Captured = pytest.CaptureFixture[str]


def said(text: str, word: str) -> str:
    found = re.search(rf"^(?://|#) {word}: (.*)$", text, re.MULTILINE)
    return found[1] if found else ""


def expected(text: str) -> dict[str, str]:
    """The verdict that ``text`` expects for every task."""
    pairs = [part.split() for part in said(text, "expect").split(", ")]
    return dict.fromkeys(TASKS, "missing") | {task: word for task, word in pairs}


def takes_long(path: Path) -> bool:
    """Whether an answer has Task 6 or 8, which are judged by many calls.

    README and the tests below judge other answers to them.
    """
    verdicts = expected(path.read_text("utf-8"))
    return verdicts["6"] != "missing" or verdicts["8"] != "missing"


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=pytest.mark.slow if takes_long(path) else ())
        for path in PROGRAMS
    ],
    ids=lambda path: path.stem,
)
def test_an_answer_gets_its_verdicts(path: Path) -> None:
    text = path.read_text("utf-8")
    base = int(said(text, "base") or 1)
    store: Store = "share" if said(text, "store") else "copy"
    verdicts = judge(parse(text, path.name), base, store)
    assert {task: one["verdict"] for task, one in verdicts.items()} == expected(text)
    for task, one in verdicts.items():
        assert one["name"] == NAMES[task]
        assert one["marks"] == (TASKS[task] if one["verdict"] == "pass" else 0)
        assert one["notes"] or one["verdict"] == "pass"
    notes = "\n".join(note for one in verdicts.values() for note in one["notes"])
    assert said(text, "note") in notes


def test_the_corpus_is_large_and_has_both_kinds() -> None:
    assert len(PROGRAMS) >= 30
    assert 15 <= len(WRONG) <= len(PROGRAMS) - 15
    lost = {task for path in WRONG for task in judged(path)}
    assert lost == set(TASKS)


def judged(path: Path) -> list[str]:
    verdicts = expected(path.read_text("utf-8"))
    return [task for task, verdict in verdicts.items() if verdict != "missing"]


@pytest.mark.slow
def test_the_reference_gets_34_marks_and_no_note(
    tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "answer").write_text(reference().source.text, "utf-8")
    assert main(["judge", str(tmp_path / "answer"), "--json"]) == 0
    verdicts = json.loads(capsys.readouterr().out)["tasks"].values()
    assert sum(one["marks"] for one in verdicts) == 34
    assert not any(one["notes"] for one in verdicts)


@pytest.mark.parametrize("mistaken", [("1", "3", "5", "8"), ("2", "4", "6")])
def test_a_wrong_function_costs_the_marks_of_its_task_alone(
    mistaken: tuple[str, ...],
) -> None:
    """Wrong functions for some tasks, in an answer that is right in the others."""
    answer = REFERENCE.read_text("utf-8")
    for task in mistaken:
        texts = [path.read_text("utf-8") for path in WRONG if judged(path) == [task]]
        answer += next(one for one in texts if "fail" in one and not said(one, "store"))
    verdicts = judge(parse(answer, "answer"))  # the last function of a name counts
    lost = [task for task, one in verdicts.items() if one["verdict"] != "pass"]
    assert lost == list(mistaken)
    marks = sum(one["marks"] for one in verdicts.values())
    assert marks == 34 - sum(TASKS[task] for task in mistaken)


def test_a_mistake_in_the_text_costs_its_task_alone() -> None:
    text = REFERENCE.read_text("utf-8").replace("ENQUEUE[x, q]", "ENQUEUE[x, q")
    parsed = parse(text, "answer")
    verdicts = {task: judge_task(parsed, task, 1, "copy") for task in "1234"}
    words = [one["verdict"] for one in verdicts.values()]
    assert words == ["pass", "error", "pass", "pass"]
    assert "expected ']'" in verdicts["2"]["notes"][0]


def test_of_several_functions_the_last_complete_one_is_judged() -> None:
    """A template before the answer, and a function that prose speaks of behind it."""
    text = (PROGRAMS[0].parent / "right_by_recursion.pseudo").read_text("utf-8")
    template = "function PermuteVector(row, p)\n  ...\nend function\n"
    prose = "Here the function PermuteVector(row, p) calls itself.\n"
    for answer in (template + text, text + template, text + prose, prose + text):
        assert judge_task(parse(answer), "2", 1, "copy")["verdict"] == "pass"


def test_an_error_in_the_reference_names_the_call_that_led_there() -> None:
    text = "function PermuteRows(puzzle, x, y, z)\n"
    text += "  puzzle[1] ← PermuteVector(x, 1)\n  return puzzle\nend function"
    note = judge_task(parse(text, "answer"), "3", 1, "copy")["notes"][0]
    assert note.startswith("reference:")
    row = "(2, 4, 1, 3)"
    assert note.endswith(f"(in PermuteRows(({', '.join([row] * 4)}), 0, 0, 0))")


def test_false_in_quotes_is_told_to_lose_them() -> None:
    text = 'function SearchStack(stack, item) return "FALSE" end function'
    note = judge_task(parse(text), "4", 1, "copy")["notes"][0]
    assert note.endswith("gives 'FALSE'; expected FALSE without quotes")


TURNS = "for 1 ≤ i ≤ {} do x ← i end for"


def test_a_function_that_is_slow_at_every_call_is_stopped() -> None:
    """It stays below the limit of one call, and would take a minute."""
    text = REFERENCE.read_text("utf-8").replace(
        "function CHECKGRIDS(puzzle)",
        f"function CHECKGRIDS(puzzle) {TURNS.format(48000)}",
    )
    found = judge_task(parse(text), "6", 1, "copy")
    assert found["verdict"] == "error" and "steps in all" in found["notes"][0]


@pytest.mark.slow
def test_what_follows_many_turns_of_a_loop_is_seen() -> None:
    text = REFERENCE.read_text("utf-8").replace(
        "function MAKESOLUTION(row)",
        f"function MAKESOLUTION(row) {TURNS.format(7000)}",
    )
    assert judge_task(parse(text), "8", 1, "copy")["notes"] == []


@pytest.mark.parametrize("spelling", ["MAKEVECTOR", "makeVector", "make_vector"])
def test_any_spelling_of_a_name_is_that_name(spelling: str) -> None:
    text = REFERENCE.read_text("utf-8").replace("MAKEVECTOR", spelling)
    assert judge_task(parse(text, "answer"), "1", 1, "copy")["verdict"] == "pass"


def test_json_has_one_entry_for_each_task(capsys: Captured) -> None:
    path = next(one for one in PROGRAMS if one.stem == "wrong_rotates_right")
    assert main(["judge", str(path), "--json"]) == 1
    tasks = json.loads(capsys.readouterr().out)["tasks"]
    assert list(tasks) == ["1", "2", "3", "4", "5", "6", "8"]
    assert tasks["2"] == {
        "name": "PermuteVector",
        "verdict": "fail",
        "marks": 0,
        "notes": [
            "PermuteVector((1, 2, 3, 4), 1) gives (4, 1, 2, 3); expected (2, 3, 4, 1)"
        ],
    }


def test_the_table_has_the_sum_and_what_is_left_to_a_person(capsys: Captured) -> None:
    path = next(one for one in PROGRAMS if one.stem == "right_on_one_line")
    assert main(["judge", str(path)]) == 1  # four tasks are missing
    table = capsys.readouterr().out.splitlines()
    assert table[-1] == "Sum: 11 of 34 marks"
    left = [line.split()[0] for line in table if "left to a person" in line]
    assert left == ["7", "9", "10"]


def test_an_empty_file_has_no_marks_and_no_traceback(
    tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "empty").write_text("")
    assert main(["judge", str(tmp_path / "empty")]) == 1
    assert "Sum: 0 of 34 marks" in capsys.readouterr().out


IN_PYTHON = """
def PermuteVector(row, p):
    if p == 0:
        return row
    q = Queue()
    for i in range(1, 5):
        q.enqueue(row[i])
    for _ in range(p):
        q.enqueue(q.head())
        q.dequeue()
    for i in range(1, len(row) + 1):
        row[i] = q.dequeue()
    return row
"""
IN_JAVA = """
Vector PermuteVector(Vector row, int p) {
    /* one place to the left, p times */
    Queue q = new Queue();
    for (int i = 1; i <= 4; i++) {
        q.enqueue(row[i]);
    }
    for (int k = 0; k < p; ++k) {
        q.enqueue(q.dequeue());
    }
    for (int i = 1; i <= 4; i += 1) {
        row[i] = q.dequeue();
    }
    return row;
}
"""
WITH_REPEAT = """
procedure PermuteVector(row, p)
    new Queue q
    k := 1
    repeat
        ENQUEUE[row[k], q]
        k++
    until k > 4
    while p > 0 do
        ENQUEUE[DEQUEUE[q], q]
        p--
    end loop
    repeat k -= 1; row[5 - k] = DEQUEUE[q] until k = 1
    return row
end procedure
"""


@pytest.mark.parametrize("text", [IN_PYTHON, IN_JAVA, WITH_REPEAT])
def test_the_habits_of_other_languages_cost_no_marks(text: str) -> None:
    verdict = judge_task(parse(text, "answer"), "2", 1, "copy")
    assert verdict["verdict"] == "pass", verdict["notes"]
    assert any(note.startswith("answer:2:1: ") for note in verdict["notes"])
