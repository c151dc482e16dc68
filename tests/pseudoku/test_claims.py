"""Each sentence with a number in the answers to Tasks 9 and 10 is a claim, and true."""

import re

import pytest

from pseudoku.claims import CLAIMS, Claim
from pseudoku.handin.answer import section
from tests.pseudoku import recounted

LONG = ("minimal", "chance", "repeated_numbers")  # to be counted a second time
# "one" is no figure, and the two rows that clash are those of a pair, as in Task 6.
NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|second|third)\b", re.IGNORECASE
)
EXEMPT = {
    "Each candidate is also built completely before it is checked, even if its first "
    "two rows already clash."
}


def sentences(task: int) -> list[str]:
    """The sentences of the answer to a task, without its pseudocode and headings."""
    text = re.sub(r"```.*?```", "", section(str(task)), flags=re.DOTALL)
    text = re.sub(r"^##.*$|\*\*.*?\*\*", "", text, flags=re.MULTILINE)
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    return [
        sentence
        for part in paragraphs
        for sentence in re.split(r"(?<=[.:]) (?=[A-Z*])", part)
        if sentence
    ]


@pytest.mark.parametrize("task", [9, 10])
def test_each_sentence_with_a_number_is_that_of_a_claim(task: int) -> None:
    numbered = {one for one in sentences(task) if NUMBER.search(one)} - EXEMPT
    assert numbered == {one.sentence() for one in CLAIMS if one.task == task}


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param(one, id=one.key, marks=pytest.mark.slow if one.key in LONG else ())
        for one in CLAIMS
    ],
)
def test_a_second_computation_gives_the_same_figures(claim: Claim) -> None:
    figures = claim.compute()
    again = vars(recounted)[claim.key]()
    assert {key: figures[key] for key in again} == again
    assert {*figures} - {*again} <= {"moves"}  # which are words
