"""How answers are compared as a rubric chooses, and what each test weighs."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking.data_tests import comparison
from marking.rubric import Group

EXACT = Group("run")
BLANKS = Group("run", compare="blanks")
WORDS = Group("run", compare="words")


def is_accepted(
    group: Group, answer: str, expected: str, is_value: bool = False
) -> bool:
    accepts = comparison(group, expected.encode(), is_value)
    return answer == expected or bool(accepts and accepts(answer.encode()))


LINES = st.lists(st.text("ab \t", max_size=5), max_size=4)


@given(LINES, st.lists(st.sampled_from(["", " ", "\t\r"]), min_size=4, max_size=4))
def test_blanks_at_the_ends_of_lines_cost_nothing(
    lines: list[str], ends: list[str]
) -> None:
    answer = "\n".join(line + end for line, end in zip(lines, ends))
    expected = "\n".join(lines)
    assert is_accepted(BLANKS, f"{answer}\n \n", expected)
    assert not is_accepted(BLANKS, f"x{answer}", expected)
    assert not is_accepted(BLANKS, f"x  y{answer}", f"x y{expected}")
    assert is_accepted(WORDS, f" {answer}\nx", f"{expected} x")
    assert is_accepted(EXACT, f"{answer}\n", expected) is False


@pytest.mark.parametrize(
    ("answer", "expected", "is_value", "is_near"),
    [
        ("5.0 euros", "5 euros", False, True),
        ("5.002 euros", "5 euros", False, False),
        ("5 euro", "5 euros", False, False),
        ("5 5 euros", "5 euros", False, False),
        ("nan", "5", False, False),
        ("inf", "5", False, False),
        ("1.0005", "1", True, True),
        ("True", "1", True, False),
        ("1", "True", True, False),
        ("[1.0005, (2, 3)]", "[1, (2, 3)]", True, True),
        ("[1.0005, [2, 3]]", "[1, (2, 3)]", True, False),
        ("[1, 2]", "[1]", True, False),
        ("{'a': 2.0}", "{'a': 2}", True, True),
        ("{'b': 2}", "{'a': 2}", True, False),
        ("'1'", "1", True, False),
        ("<x.Fake>", "1", True, False),
        ("[" * 10**5, "1", True, False),
        ("1" + "0" * 400, "1.5", True, False),
    ],
)
def test_numbers_may_differ_by_the_tolerance_and_nothing_else(
    answer: str, expected: str, is_value: bool, is_near: bool
) -> None:
    group = EXACT if is_value else WORDS
    near = replace(group, tolerance=Fraction("0.001"))
    assert is_accepted(near, answer, expected, is_value) == is_near
