"""Reading the notation, what students and PDF files make of it, and where blocks end.

More of it is in ``transcripts.txt``.
"""

import re

import pytest

from pseudocode.reading.source import PseudocodeError
from pseudoku.reference import parse
from tests.places import GOLDEN
from tests.pseudocode.texts import TABLES, right

TEMPLATES = (GOLDEN / "pseudoku_templates.txt").read_text("utf-8")


@pytest.mark.parametrize(("text", "form", "place"), TABLES["forms"])
def test_a_sign_or_a_slip_is_understood_and_a_slip_is_noted(
    text: str, form: str, place: str
) -> None:
    parsed = parse(text)
    assert not parsed.errors
    assert " ".join(right(text).split()) == form
    places = [f"{one.line}:{one.column}" for one in parsed.notes]
    assert place in places if place else not places
    if place:
        with pytest.raises(PseudocodeError):
            parsed.valid_program(strict=True)


@pytest.mark.parametrize(("text", "place", "message"), TABLES["errors"])
def test_what_cannot_be_read_is_told_at_its_place(
    text: str, place: str, message: str
) -> None:
    parsed = parse(text, "answer")
    first = parsed.errors[0]
    assert f"{first.line}:{first.column}" == place and message in first.message, first


MISTAKES = """
    function F(a)
        x ← 3 +
        if a = then
            return the
        end if
        ENQUEUE[x, q
        return x
    end function
    function G(b)
        return b
    end function
    ) y ← 2
    """


def test_reading_goes_on_behind_a_mistake_to_find_the_next() -> None:
    parsed = parse(MISTAKES)
    places = [(one.line, one.column) for one in parsed.errors]
    assert places == [(3, 16), (4, 16), (7, 21)]
    assert [(one.line, one.column) for one in parsed.remarks_outside] == [(13, 5)]
    assert [one.name for one in parsed.program.functions] == ["F", "G"]


def test_no_token_is_passed_over_in_silence() -> None:
    """Any word too many between two statements is told."""
    text = "function F(a)\n    b ← 1\n    return b\nend function\n"
    for match in re.finditer(r"\s", text):
        for word in ("]", ")", "then", "3", "÷", "@"):
            spoilt = f"{text[: match.start()]} {word} {text[match.start() :]}"
            parsed = parse(spoilt)
            assert parsed.errors or parsed.remarks_outside or parsed.notes, spoilt


def test_newlines_mean_nothing_where_every_block_has_its_end() -> None:
    text = """
    function F(a) for 1 ≤ i ≤ 4 do if a = i then return TRUE else a ← a
    + 1 end if end for return
    FALSE end function
    """
    one = parse(" ".join(text.split())).program
    assert one == parse(text).program == parse(text.replace(" ", "\n")).program
    assert not parse(text.replace(" ", "\n")).notes


def test_the_templates_of_the_hand_out_are_read_as_they_are_printed() -> None:
    parsed = parse(TEMPLATES, "hand-out")
    assert not parsed.errors and not parsed.notes
    assert [one.name.lower() for one in parsed.program.functions] == [
        *("makevector", "permutevector", "permuterows", "searchstack"),
        *("checkcolumn", "colchecks", "checkgrids", "makesolution"),
    ]
    assert right(TEMPLATES).count("\n    ...\n") == 7


MISSING = """
function F(v, n)
    for 1 ≤ i ≤ n do
        if v[i] = 1 then
            x ← 1
        else
            while x < 3 do
                x ← x + 1
            end while
        end if
    end for
    if x = 2 then
        return 3
    end if
    return x
end function
y ← F(v, 2)
"""


@pytest.mark.parametrize(
    "left_out",
    [[number] for number, line in enumerate(MISSING.split("\n")) if "end " in line]
    + [[8, 9], [8, 9, 10], [13, 15], [8, 9, 10, 13, 15]],
    ids=str,
)
def test_a_missing_end_is_where_the_indentation_says(left_out: list[int]) -> None:
    lines = MISSING.split("\n")
    text = "\n".join(line for n, line in enumerate(lines) if n not in left_out)
    parsed = parse(text.replace("\ny ←", "\n\ny ←"))
    assert parsed.program == parse(MISSING).program
    assert not parsed.errors
    assert len(parsed.notes) == len(left_out)
    assert all("add it" in slip.message for slip in parsed.notes)


@pytest.mark.parametrize("form", ["{}:", "{}", "{}.", "({})", "{})", "{:>3}"])
@pytest.mark.parametrize("start", [1, 6])
def test_a_number_before_each_line_leaves_the_indentation_as_it_is(
    form: str, start: int
) -> None:
    lines = [
        line for line in MISSING.strip().split("\n") if line.strip() != "end while"
    ]
    text = "\n".join(
        f"{form.format(n)} {line}" for n, line in enumerate(lines, start=start)
    )
    parsed = parse(text)
    assert not parsed.errors
    assert right(text) == right(MISSING)
    assert len(parsed.notes) == 1 + (form != "{}:")
