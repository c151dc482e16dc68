"""What cannot be read, and what is said of it."""

import re

import pytest

from pseudoku.reference import parse
from tests.pseudocode.texts import right

# What cannot be understood: the text, where the message is, and what it says.
ERRORS = [
    ("x ← 3 +", (1, 8), "the end of the text; expected a value"),
    ("x ←\ny ← 2", (1, 3), "nothing follows '←'; write a value after it"),
    ("remove the top of s", (1, 1), "write, for example, PUSH[x, s]"),
    ("if the stack is empty then\n  x ← 1\nend if", (1, 8), "condition is in words"),
    ("x ← 1 }", (1, 7), "a block ends with end if"),
    ("/* one\nx ← 1", (1, 1), "expected a statement, such as"),
    ("ENQUEUE[x, q)", (1, 13), "expected ']'"),
    ("for i ≤ 4 do x ← 1 end for", (1, 9), "found '4'; expected a variable"),
    ("for i = 0; i < 4; i = i − 1 do x ← 1 end for", (1, 7), "expected '≤'"),
    ("new Vector w", (1, 13), "the length of the Vector is missing"),
    ("new Puzzle p", (1, 5), "expected one of Vector, Queue, Stack"),
    ("v[1] ← new Vector(4)", (1, 8), "'new' needs a name, not an element"),
    ("F(x) ← 3", (1, 1), "nothing can be stored in 'F(x)'"),
    ("x.foo()", (1, 3), "no operation is called 'foo'"),
    ("function (a) return a end function", (1, 10), "expected a name, as in"),
    ("function F a return a end function", (1, 12), "'('"),
    ("x ← 1\nend if", (2, 1), "'end if' has nothing to end; leave it out"),
    ("x ← @", (1, 5), "found '@'; expected a value"),
    ("x ← 123456789012345678901", (1, 5), "write at most 18 digits"),
    ("x", (1, 2), "expected '←'"),
    ("x ← the head of q", (1, 5), "this value is in words"),
    ("12 x ← 1", (1, 1), "expected a statement"),
    ("x ← 1 if a else 2", (1, 7), "this can be read in two ways"),
    ("repeat this 3 times: for 1 ≤ t ≤ p do x ← t end for", (1, 1), "no 'repeat'"),
    ("repeat\n  x ← 1\nuntil the sum fits", (3, 1), "condition is in words"),
    ("for (i = 0; i < 9; i += n) { a ← i }", (1, 8), "expected '≤'"),
    ("CALL F(x)", (1, 1), "no 'CALL'"),
    ("POP x FROM s", (1, 1), "this is prose"),
    ("return x if a", (1, 10), "write if c then return x end if or return x"),
    ("Algorithm 2: F(a)", (1, 1), "begin the line with //"),
    ("function F(a,) return a end function", (1, 14), "expected a name"),
    ("DIM v(4)", (1, 1), "this is prose"),
    ("DIM q AS QUEUE", (1, 1), "this is prose"),
    ("DO UNTIL a\n  b ← 1\nLOOP", (1, 1), "write it after a condition"),
    ("function F(a)\n  F ← a\n  exit;\nend function", (3, 3), "no 'exit'"),
    ("function F(a)\n  exit(a)\nend function", (2, 3), "no 'exit'; write return x"),
    ("function F(a) returns v\n  return a\nend function", (1, 15), "in two ways"),
    ("print(3)", (1, 1), "no 'print'; write return x"),
    ("x ← \x00", (1, 5), "found U+0000; expected a value"),
    ("print x", (1, 1), "no 'print'; write return x"),
    ("until x = 1", (1, 1), "write while c do, or for 1 ≤ i ≤ 4 do"),
    ("repeat\n x ← 1\n", (1, 1), "add until c where it ends, or write while c do"),
    ("do\n x ← 1\nwhile c do end while", (1, 1), "write it after a condition"),
    ("F(a, b,)", (1, 8), "found ')'; expected a value"),
    ("PUSH[1, ]", (1, 9), "found ']'; expected a value"),
    ("x ← a is less than or equal to b", (1, 20), "found 'or'; expected a value"),
    ("switch x\nend switch", (1, 1), "write if c then … else if c then"),
    ("int x;", (1, 1), "pseudocode has no 'int'; write x ← 3"),
    ("enqueue 3 q", (1, 1), "write, for example, PUSH[x, s]"),
    ("System.out.println(x)", (1, 1), "this looks like Java"),
    ("row.append(3)", (1, 5), "write one such as PUSH[x, s]"),
    ("for i in range(1, 9, k): x ← i end for", (1, 5), "needs the name of a vector"),
    ("++x", (1, 1), "expected a statement, such as x ← 3"),
    ("x ← v[i++]", (1, 8), "found '++'; expected ']'"),
    ("x ← v[1:3]", (1, 8), "found ':'; expected ']'"),
    ("x ← 2 ** 3", (1, 7), "pseudocode has no power"),
    ("x ← 2 ^ 3", (1, 7), "pseudocode has no power"),
    ("x ← |v|", (1, 5), "LENGTH[v]"),
    ("x → y", (1, 3), "expected '←' and a value after this"),
    ("x ← y ← 3", (1, 7), "write one arrow, which points to a variable"),
    ("x ← a ? 1 : 2", (1, 7), "found '?'"),
    ("x ← new Queue q", (1, 5), "'new' needs a name, not an element"),
    ("F(1 2)", (1, 5), "found '2'; expected ')'"),
    ("if x ← 1 then y ← 1 end if", (1, 6), "to compare, write x = 1"),
    ("if x /= 1 then y ← 1 end if", (1, 6), "found '/='; expected 'then'"),
    ("if x = 1 | y then z ← 1 end if", (1, 10), "found '|'; expected 'then'"),
    ("if s not empty then z ← 1 end if", (1, 6), "write an expression, such as x = 1"),
    ("if a then b ← 1 else c then b ← 2 end if", (1, 24), "expected"),
    ("if a then b ← 1 else b = 2 then b ← 3 end if", (1, 28), "else if c then"),
    ("end loop", (1, 1), "'end loop' has nothing to end; leave it out"),
    ("if a < -1 then b ← 1 end if if a <- 1 then b ← 1 end if", (1, 34), "write x = 1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "place", "message"), ERRORS)
def test_what_cannot_be_read_is_told_at_its_place(
    text: str, place: tuple[int, int], message: str
) -> None:
    parsed = parse(text, "answer")
    first = parsed.errors[0]
    assert ((first.line, first.column), message in first.message) == (place, True), (
        first
    )


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
