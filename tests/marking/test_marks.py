"""Marks are exact, and late rules give the hand-outs' own examples."""

from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from marking import rubric
from marking.intake.submission import Submission
from marking.marks import (
    Marks,
    apply_late_rule,
    compute_marks,
    late_days,
    round_half_up,
)
from marking.results import MarkedClass
from marking.sandbox.interpreters import own_interpreter
from tests.marking.classes import DATA, rubric_with

COMP9021 = rubric.read_rubric("comp9021")
HACETTEPE = rubric.read_rubric("hacettepe")
NOTHING: dict[str, Fraction] = {}


def of_hacettepe(
    output: str, given: dict[str, int], source: list[str], days: int = 0
) -> Marks:
    shares = {"output": Fraction(output) / 80}
    late_by = timedelta(days=days)
    person = {key: Fraction(value) for key, value in given.items()}
    return compute_marks(HACETTEPE, shares, person, late_by, source, True)


def test_a_function_may_be_in_any_module_that_was_handed_in() -> None:
    marked = MarkedClass(HACETTEPE, [], [], {}, {}, "open", own_interpreter())
    program = {"sudoku.py": b"from helpers import main"}
    for text, applied in ((b"def main():", []), (b"main = 1", ["no-main"])):
        own = Submission(program, tree={"helpers.py": text})
        assert marked.source_deductions(own) == applied


@pytest.mark.parametrize(
    ("course", "raw", "days", "most", "mark", "effect"),
    DATA["cases"]["late"]["courses"],
)
def test_late_work_gets_what_the_hand_outs_say(
    course: str, raw: str, days: int, most: str, mark: str, effect: str
) -> None:
    found = apply_late_rule(rubric.read_rubric(course), Fraction(raw), days)
    assert found == (Fraction(most), Fraction(mark), effect)


@pytest.mark.parametrize(("hours", "begun", "full"), DATA["cases"]["late"]["days"])
def test_a_day_counts_when_it_has_begun_or_when_it_is_full(
    hours: float, begun: int, full: int
) -> None:
    assert COMP9021.late
    assert late_days(COMP9021.late, timedelta(hours=hours)) == begun
    late = replace(COMP9021.late, days="full")
    assert late_days(late, timedelta(hours=hours)) == full


def test_a_day_is_24_hours_also_when_summer_time_ends() -> None:
    due = datetime.fromisoformat("2023-10-28T23:59:00+02:00")
    next_day = datetime.fromisoformat("2023-10-29T23:59:00+01:00")
    assert late_days(COMP9021.late, next_day - due) == 2


def test_the_due_dates_are_those_of_the_hand_outs() -> None:
    """Times of Sydney in winter, and of Turkey."""
    assert COMP9021.late and HACETTEPE.late
    assert COMP9021.late.due == datetime.fromisoformat("2023-08-07T10:00+10:00")
    assert HACETTEPE.late.due == datetime.fromisoformat("2023-11-26T23:00+03:00")


def test_clean_code_is_scaled_as_in_the_example_of_hacettepe() -> None:
    """60 for the rest and 10 for clean code give 10 × 60 / 80 = 7.5, in sum 67.5."""
    marks = of_hacettepe("60", {"clean-code": 10}, [])
    assert marks.criteria["clean-code"] == Fraction("7.5")
    assert marks.raw == marks.mark == Fraction("67.5") and marks.complete


def test_a_rule_that_scales_says_the_factor() -> None:
    late = rubric.Late("scale", percent=Fraction(10))
    scaled = replace(COMP9021, total=Fraction(20), late=late)
    assert apply_late_rule(scaled, Fraction(18), 1)[1:] == (Fraction("16.2"), "× 0.9")
    nothing = replace(scaled, total=Fraction(0))
    assert apply_late_rule(nothing, Fraction(0), 1)[2] == "at most 0"


def test_deductions_are_factors_after_the_late_rule() -> None:
    marks = of_hacettepe("80", {"clean-code": 20, "no-submit-score": 1}, ["no-main"], 1)
    assert [*marks.deductions] == ["no-main", "no-submit-score"]
    assert marks.mark == 90 * Fraction("0.9") * Fraction("0.8")
    spared = of_hacettepe("80", {"clean-code": 20, "no-main": 0}, ["no-main"])
    assert spared.deductions == {} and spared.mark == 100


def test_a_given_final_mark_overrides_everything() -> None:
    marks = of_hacettepe("80", {"mark": 55}, ["no-main"], 3)
    assert marks.mark == 55 and marks.is_given
    waiting = of_hacettepe("80", {}, [])
    assert not waiting.complete and not waiting.is_given and waiting.mark == 80
    assert waiting.criteria["clean-code"] is None


def test_without_the_file_every_criterion_is_0_even_the_manual_ones() -> None:
    marks = compute_marks(
        HACETTEPE, {"output": Fraction(0)}, NOTHING, timedelta(0), [], False
    )
    assert set(marks.criteria.values()) == {Fraction(0)}
    assert marks.complete and marks.mark == 0


def test_all_or_nothing_gives_nothing_for_a_part(tmp_path: Path) -> None:
    path = rubric_with(tmp_path, "comp9021", {'award = "each"': 'award = "all"'})
    read = rubric.read_rubric(str(path))
    for share, preassess, bare in ((Fraction(4, 5), 0, 2.4), (Fraction(1), 1, 3)):
        shares = {part.id: share for part in COMP9021.criterion}
        marks = compute_marks(read, shares, NOTHING, timedelta(0), [], True)
        assert marks.criteria["preassess"] == preassess
        assert marks.criteria["bare"] == Fraction(str(bare))


@given(st.fractions(0, 1000), st.integers(0, 6))
@example(Fraction("0.125"), 2)
@example(Fraction("0.135"), 2)
@example(Fraction("2.675"), 2)
@example(Fraction(10), 2)
def test_rounding_is_exact_and_halves_go_up(number: Fraction, places: int) -> None:
    text = str(round_half_up(number, places))
    off = (Fraction(text) - number) * 10**places
    assert -Fraction(1, 2) < off <= Fraction(1, 2)
    assert not ("." in text and text.endswith("0"))
