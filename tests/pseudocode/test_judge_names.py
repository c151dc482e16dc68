"""Names with two spellings: those of the hand-out, and those that differ in capitals."""

import pytest

from tests.pseudocode.test_judge_papers import ROTATION, verdict, word
from tests.pseudocode.variants import function


@pytest.mark.sampled(3)
@pytest.mark.parametrize("called", ["full", "short"])
@pytest.mark.parametrize("defined", ["full", "short", "not at all"])
def test_both_names_of_the_handout_are_read_where_they_are_defined_and_called(
    defined: str, called: str
) -> None:
    """The hand-out writes PermuteRow and PermuteRows, and ColCheck and ColChecks."""
    text = "\n".join(map(function, ("3", "8"))) + (
        "\nfunction ColChecks(puzzle) for 1 ≤ j ≤ 4 do if ¬CheckColumn(puzzle, j) then "
        "return FALSE end if end for return TRUE end function"
    )
    for full in ("PermuteRows", "ColChecks"):
        forms = {"full": full, "short": full[:-1], "not at all": "Unused"}
        text = text.replace(full, forms[called])
        header = f"function {forms[called]}("
        text = text.replace(header, f"function {forms[defined]}(")
    assert word(text, "8") == "pass"
    assert (word(text, "3") == "pass") == (defined != "not at all")


def test_names_that_differ_only_in_capitals_are_one() -> None:
    text = """
    function SearchStack(stack, item)
      new Stack kept
      found ← FALSE
      while ¬EMPTY[stack] do
        value ← TOP[stack]
        POP[stack]
        if value = item then
          Found ← TRUE
        else
          PUSH[value, kept]
        end if
      end while
      if found then
        return kept
      end if
      return FALSE
    end function
    """
    found = verdict(text, "4")
    assert found["verdict"] == "pass"
    assert any("'Found' is read as 'found'" in note for note in found["notes"])


def test_an_answer_that_needs_its_capitals_is_left_to_a_person() -> None:
    text = ROTATION.replace("row[i]", "row[I]").replace("1 ≤ i", "1 ≤ I")
    assert word(text.replace("1 ≤ k ≤ p", "1 ≤ i ≤ p"), "2") == "pass"
    text = """
    function MakeVector(row)
      new Vector A(4)
      a ← 1
      while a ≤ 4 do
        A[a] ← row
        a ← a + 1
      end while
      return A
    end function
    """
    found = verdict(text, "1")
    assert found["verdict"] == "review"
    assert "differ in capitals" in found["notes"][0]
