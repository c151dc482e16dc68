"""Each sentence with a number in the answers to Tasks 9 and 10 is a claim, and true."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from pseudoku import analysis
from pseudoku.analysis import MOVED, TURNED
from pseudoku.claims import CLAIMS, Claim, Domain
from pseudoku.handin.answer import section
from tests.pseudoku.recounted import RECOUNTED

KEYS = [claim.key for claim in CLAIMS]
BY_KEY = {claim.key: claim for claim in CLAIMS}
LONG = ("minimal", "chance", "repeated_numbers")  # to be counted a second time
ROW_FUNCTIONS = (
    "accepted_rotations count_calls first_solution solutions_for_row".split()
)
# Its second computation is slow, and has all rows.
FEWER_ROWS = {"repeated_numbers": Domain(any_rows=Domain().any_rows[::7])}
# "one" is no figure, and the two rows that clash are those of a pair, as in Task 6.
NUMBER = re.compile(
    r"\d|\b(?:two|three|four|five|six|seven|eight|nine|second|third)\b", re.IGNORECASE
)
EXEMPT = {
    "Each candidate is also built completely before it is checked, even if its first "
    "two rows already clash."
}


@pytest.fixture(scope="module", autouse=True)
def each_row_is_solved_once() -> Iterator[None]:
    """Most claims ask the same of the same rows."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ROW_FUNCTIONS:
            patch.setattr(analysis, name, cache(getattr(analysis, name)))
        yield


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
    assert numbered == {
        one.sentence(FEWER_ROWS.get(one.key, Domain()))
        for one in CLAIMS
        if one.task == task
    }


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param(one, id=one.key, marks=pytest.mark.slow if one.key in LONG else ())
        for one in CLAIMS
    ],
)
def test_a_second_computation_gives_the_same_figures(claim: Claim) -> None:
    figures = claim.compute(Domain())
    again = RECOUNTED[claim.key](Domain())
    assert {key: figures[key] for key in again} == again
    assert {*figures} - {*again} <= {"moves"}  # which are words


def test_each_claim_is_recounted() -> None:
    assert [*RECOUNTED] == KEYS


@pytest.mark.parametrize("key", [one.key for one in CLAIMS if one.uses])
def test_without_an_element_of_its_domain_a_claim_is_another_sentence(
    key: str,
) -> None:
    claim, sentence = BY_KEY[key], BY_KEY[key].sentence()
    for field in claim.uses:
        elements = getattr(Domain(), field)
        random = Random(1)
        for removed in random.sample(range(len(elements)), min(len(elements), 3)):
            fewer = elements[:removed] + elements[removed + 1 :]
            domain = Domain()._replace(**{field: fewer})
            assert sentence_in(claim, domain) != sentence, (field, removed)


def sentence_in(claim: Claim, domain: Domain) -> str:
    try:
        return claim.sentence(domain)
    except ValueError:
        return "no sentence of this form is true"


@pytest.mark.parametrize("key", ["few_grids", "predictable", "cost", "best_first"])
def test_with_a_row_that_has_no_solution_what_holds_for_every_row_does_not(
    key: str,
) -> None:
    domain = Domain(rows=(*Domain().rows, (2, 4, 1, 1)))
    assert sentence_in(BY_KEY[key], domain) != BY_KEY[key].sentence()


def test_the_kinds_of_grids_depend_on_the_moves() -> None:
    assert BY_KEY["kinds"].sentence(Domain(moves=(MOVED,))) == (
        "If numbers may be renamed and rows and columns moved, there are three "
        "essentially different grids, in classes of 96, 96 and 96."
    )
    assert BY_KEY["minimal"].compute(Domain(moves=(MOVED,))) == {
        "puzzles": 64,
        "reached": 22,
    }
    assert TURNED.words in BY_KEY["kinds"].sentence()
