"""What cannot be read, and what is said of it."""

import re

import pytest

from pseudoku.reference import parse
from tests.pseudocode.texts import TABLES, right


@pytest.mark.parametrize(("text", "place", "message"), TABLES["errors"])
def test_what_cannot_be_read_is_told_at_its_place(
    text: str, place: str, message: str
) -> None:
    parsed = parse(text, "answer")
    first = parsed.errors[0]
    assert f"{first.line}:{first.column}" == place and message in first.message, first


def test_each_line_of_what_no_other_language_has_is_told_once() -> None:
    """The ``end`` of another language's block is one mistake, not two."""
    text = "try\n  x ← 1\nend try\nloop\n  x ← 2\nend loop\n"
    assert [one.line for one in parse(text).errors] == [1, 3, 4, 6]


def test_a_note_says_the_whole_assignment_and_no_other_contradicts_it() -> None:
    (slip,) = parse("w == 3 + k").notes
    assert slip.message == "'==' compares; to assign, write w ← 3 + k"
    assert len(parse("if w == 3 then k ← 1 end if").notes) == 1


def test_words_of_other_languages_are_good_names() -> None:
    text = "next ← 1\nrepeat ← next + 1\nuntil ← 2\nset(output, task)\nint ← -next"
    assert not parse(text).errors and not parse(text).notes
    assert right("for auto from 1 to 4 do x ← 1 end for") == right(
        "for 1 ≤ auto ≤ 4 do x ← 1 end for"
    )


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


def test_a_misspelt_word_is_noted_once_where_the_text_is_read_twice() -> None:
    text = "funciton F(a)\n  if a then\n    retrun a\n  b ← 1\nend function"
    notes = [slip.message for slip in parse(text).notes]
    assert notes == [
        "'funciton' is misspelt; write 'function'",
        "'retrun' is misspelt; write 'return'",
        "no 'end if' for the 'if' of line 2; add it after this",
    ]


@pytest.mark.parametrize(
    "text",
    ["x ← y / 2k", "x ← y mod 2(k + 1)", "return x if c then return y end if",
     "new Stack s new Stack t PUSH[3]"],
)  # fmt: skip
def test_what_has_two_readings_is_an_error(text: str) -> None:
    assert {one.code for one in parse(text).errors} & {
        "E95 two-readings", "E94 no-structure"
    }  # fmt: skip


def test_a_place_with_another_form_has_one_note_with_the_whole_form() -> None:
    text = "new Queue q\nenqueue![3, q]\nenqueue!(4, q)\nenqueue!(5)\nx ← dequeue![]"
    shown = [slip.message.partition("; write ")[2] for slip in parse(text).notes]
    ways = ["enqueue[3, q]", "ENQUEUE[4, q]", "ENQUEUE[5, q]", "DEQUEUE[q]"]
    assert shown == ways
