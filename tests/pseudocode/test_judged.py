"""What stands in an answer or around it, and the verdict that it gets."""

import pytest

from pseudocode.judging.judge import MAX_SAME_NAME
from pseudoku.exercises import judge_task
from pseudoku.reference import parse
from tests.pseudocode.judged import CASES, Case


@pytest.mark.sampled(110)
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
