"""How answers are compared as a rubric chooses, and what each test weighs."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking.data_tests import aligner, describe_exception
from marking.rubric import Group
from sudoku.difference import first_difference

EXACT = Group("run")
BLANKS = Group("run", compare="blanks")
WORDS = Group("run", compare="words")
CALL = Group("call")


def is_accepted(
    group: Group, answer: str, expected: str, is_value: bool = False
) -> bool:
    return aligner(group, expected.encode(), is_value)(answer.encode()) == (
        expected.encode()
    )


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
    line_end = "\n" if is_value else ""
    assert (
        is_accepted(near, answer + line_end, expected + line_end, is_value) == is_near
    )


@pytest.mark.parametrize(
    ("group", "answer", "expected", "place"),
    [
        (WORDS, "mean 2.4501 min 7\n", "mean 2.45 min 8\n", ("8␊", "7␊")),
        (WORDS, "mean\n2.4501  min 7", "mean 2.45 min 8\n", ("8␊", "7")),
        (WORDS, "a  b\n", "a b c\n", ("·c␊", "␊")),
        (WORDS, "a  b c\n", "a b\n", ("␊", "·c␊")),
        (BLANKS, "a  \n\nb \nd\n", "a\n\nb\nc\n", ("c␊", "d␊")),
        (BLANKS, "a \nb\n", "a\n\nb\n", ("␊", "b␊")),
        (CALL, "[1.0001, (2, 7)]\n", "[1, (2, 8)]\n", ("8)]␊", "7)]␊")),
        (CALL, "[1.0001]\n", "[1, 8]\n", (",·8]␊", "]␊")),
        (
            CALL,
            "{'a': 1.0001, 'b': 7, 'c': 0}\n",
            "{'a': 1, 'b': 8}\n",
            ("8}␊", "7,·'c':·0}␊"),
        ),
    ],
)
def test_the_first_difference_is_one_that_costs_marks(
    group: Group, answer: str, expected: str, place: tuple[str, str]
) -> None:
    near = replace(group, tolerance=Fraction("0.001"))
    aligned = aligner(near, expected.encode(), group is CALL)(answer.encode())
    difference = first_difference(expected.encode(), aligned)
    assert difference
    found = difference.expected, difference.actual.partition(" (no newline")[0]
    assert found == place


@pytest.mark.parametrize(
    ("answer", "described"),
    [
        ("ZeroDivisionError, ArithmeticError, Exception, object\n", "raised ZeroDiv"),
        ("UnicodeError, ValueError, Exception, object\n", "raised ValueError\n"),
        ("None\n", "returned None\n"),
        ("'object'\n", "returned 'object'\n"),
    ],
)
def test_an_exception_is_described_without_its_base_classes(
    answer: str, described: str
) -> None:
    found = describe_exception(answer.encode(), "ValueError").decode()
    assert found.startswith(described) and "," not in found
