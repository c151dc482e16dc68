"""Tasks 9 and 10: every figure is pinned, and counted a second time."""

import re
import sys
from collections import Counter
from itertools import permutations, product
from math import factorial

import pytest

from pseudoku import analysis, solving
from pseudoku.analysis import ROW_PERMUTATIONS, CellNumbers
from pseudoku.claims import CLAIMS, Claim
from pseudoku.cli import main
from pseudoku.handin.answer import section
from tests.places import DOCS
from tests.pseudoku import recounted
from tests.pseudoku.recounted import turned

ANSWER = DOCS / "written-answers.md"
GRIDS = analysis.solved_grids()
CLASSES = analysis.essentially_different()


def grid_of(cells: CellNumbers) -> solving.Grid:
    return [list(cells[k : k + 4]) for k in (0, 4, 8, 12)]


# The command and the written answer


def test_each_number_of_the_answer_is_in_the_transcript_below_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["analyse"]) == 0  # the page shows a part of what this prints
    answer = ANSWER.read_text("utf-8").partition("## Task 10: the answer\n")[2]
    texts = answer.partition("\n## ")[0], capsys.readouterr().out
    used, printed = ({*re.findall(r"\d+(?:[.,^]\d+)*", text)} for text in texts)
    assert used and printed >= used


def test_the_classes_are_those_that_moves_and_renamings_connect() -> None:
    classes = [{sum(grid, ()) for grid in kind} for kind in recounted.classes()]
    assert [*map(set, CLASSES)] == classes


# What Tasks 1 to 8 reach


def test_the_solutions_for_a_row_are_those_of_a_second_program() -> None:
    for row in ROW_PERMUTATIONS:
        found = [sum(grid, ()) for _, grid in recounted.found(row)]
        assert analysis.solutions_for_row(row) == found
        assert analysis.run_task_8(row).grid == found[0]
    repeated = analysis.run_task_8((2, 4, 1, 1))
    assert (repeated.grid, repeated.calls["make_vector"]) == (None, 64)


def test_rotations_that_add_up_find_the_same_solution() -> None:
    """Counted on tuples: the rotation of a row is the sum of those so far."""
    for row in ROW_PERMUTATIONS:
        total = [0, 0, 0]
        grids = []
        for triple in analysis.ALL_ROTATIONS:
            total = [(a + b) % 4 for a, b in zip(total, triple)]
            grids.append(sum((turned(row, p) for p in (*total, 0)), ()))
        found = [grid in GRIDS for grid in grids]
        assert len({*grids}) == 35 and found.index(True) == 28
        assert len({*grids[:29]}) == 19
        assert analysis.ALL_ROTATIONS[28] == (1, 3, 0)
        assert grids[28] == analysis.run_task_8(row).grid


def test_counting_calls_leaves_a_profiler_in_place() -> None:
    seen: Counter[str] = Counter()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, _: seen.update([event]))
    profiler = sys.getprofile()
    analysis.run_task_8.__wrapped__((2, 4, 1, 3))
    after = sys.getprofile()
    sys.setprofile(before)
    assert after is profiler is not None and seen


# Puzzles, and grids of other sizes


@pytest.mark.parametrize("step", [61, pytest.param(7, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", CLASSES, ids=len)
def test_the_solver_agrees_which_givens_are_unique(
    kind: list[CellNumbers], step: int
) -> None:
    family = analysis.unique_givens(kind[0])
    for givens in range(0, 2**16, step):
        puzzle = tuple(n if givens >> k & 1 else 0 for k, n in enumerate(kind[0]))
        assert family[givens] == (solving.count(grid_of(puzzle)) == 1), puzzle


@pytest.mark.parametrize("m", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_no_rotations_are_lost_by_dropping_clashes_early(m: int) -> None:
    row = tuple(range(m * m))
    # For m = 3 only those that repeat no rotation: 8! instead of 9 ** 8.
    every = permutations(row[1:]) if m == 3 else product(row, repeat=m * m - 1)
    found = [
        upper
        for upper in every
        if recounted.is_solved(tuple(turned(row, p) for p in (*upper, 0)), m)
    ]
    assert sorted(analysis.working_rotations(m)) == found
    # Each band has its own remainder mod m, and its rows have the m quotients in any
    # order. The last row is not rotated, which fixes one remainder and one quotient.
    assert len(found) == factorial(m - 1) ** 2 * factorial(m) ** (m - 1)


# Each sentence with a number is a claim, and true


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
