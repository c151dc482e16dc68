"""What stands in an answer or around it, and the verdict that it gets."""

import pytest

from pseudoku.exercises import judge_task
from pseudoku.reference import parse
from tests.pseudocode.judged import CASES, Case


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.about)
def test_an_answer_gets_its_verdict_and_its_notes(case: Case) -> None:
    found = judge_task(parse(case.text, "paper"), case.task)
    assert found["verdict"] == case.verdict, case.text
    assert found["notes"][: len(case.notes)] == case.notes
