"""Reading the notation, and what students and PDF files make of it."""

import pytest

from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import PseudocodeError
from pseudoku.reference import parse
from tests.pseudocode.texts import TABLES, right


def places(parsed: Parsed) -> list[str]:
    return [f"{one.line}:{one.column}" for one in parsed.notes]


@pytest.mark.parametrize(("text", "form", "place"), TABLES["forms"])
def test_a_sign_or_a_slip_is_understood_and_a_slip_is_noted(
    text: str, form: str, place: str
) -> None:
    parsed = parse(text)
    assert not parsed.errors
    assert " ".join(right(text).split()) == form
    assert place in places(parsed) if place else not parsed.notes
    if place:
        with pytest.raises(PseudocodeError):
            parsed.valid_program(strict=True)


def test_else_if_on_one_line_is_a_chain_and_on_two_lines_is_none() -> None:
    chain = "if a then\n b ← 1\nelse if c then\n b ← 2\nend if"
    nested = "if a then\n b ← 1\nelse\n if c then\n  b ← 2\n end if\nend if"
    assert not parse(chain).notes and not parse(nested).notes
    assert len(parse(chain).program.statements) == 1
    surplus = chain + "\nend if"
    assert parse(surplus).program == parse(chain).program
    assert places(parse(surplus)) == ["6:1"]
