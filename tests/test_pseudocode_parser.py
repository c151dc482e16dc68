"""Reading the notation, and what students and PDF files make of it."""

import re
from pathlib import Path

import pytest

from pseudoku.pseudocode.reading.notation import written
from pseudoku.pseudocode.reading.parser import Parsed, parse
from pseudoku.pseudocode.reading.source import PseudocodeError
from pseudoku.pseudocode.reading.syntax import Function, Hole, Perform

TEMPLATES = (Path(__file__).parent / "golden" / "pseudoku_templates.txt").read_text(
    "utf-8"
)


def right(text: str) -> str:
    """``text`` in the module's own notation."""
    parsed = parse(text)
    assert not parsed.errors, parsed.errors
    return "".join(written(parsed.program))


def places(parsed: Parsed) -> list[tuple[int, int]]:
    return [(one.line, one.column) for one in parsed.slips]


# Each slip of students: the text, the right form of it, and where the note is.
SLIPS = [
    ("if a do b ← 1 end if", "if a then b ← 1 end if", (1, 6)),
    ("while a then b ← 1 end while", "while a do b ← 1 end while", (1, 9)),
    ("for (1 ≤ i ≤ 4) do a ← 1 end for", "for 1 ≤ i ≤ 4 do a ← 1 end for", (1, 5)),
    ("for (1 + a) ≤ i ≤ (n) do b ← 1; end for",
     "for 1 + a ≤ i ≤ n do b ← 1 end for", (1, 31)),
    ("x = 2", "x ← 2", (1, 3)),
    ("v[1] = v[2] = 3", "v[1] ← v[2] = 3", (1, 6)),
    ("q <- new Queue", "new Queue q", (1, 6)),
    ("v ← new Vector(4)", "new Vector v(4)", (1, 5)),
    ("if a == 2 then b ← 1 end if", "if a = 2 then b ← 1 end if", (1, 6)),
    ("x ← 7 % 2", "x ← 7 mod 2", (1, 7)),
    ("x <-- 7", "x ← 7", (1, 3)),
    ("if a:\n  b ← 1\nend if", "if a then b ← 1 end if", (1, 5)),
    ("if a then:\n  b ← 1\nend if", "if a then b ← 1 end if", (1, 10)),
    ("x ← 1.\ny ← 2", "x ← 1 y ← 2", (1, 6)),
    ("if a\n  b ← 1\nend if", "if a then b ← 1 end if", (1, 5)),
    ("if a b ← 1 end if", "if a then b ← 1 end if", (1, 5)),
    ("for 1 ≤ i ≤ 4 and b = 1 do c ← 1 end for",
     "for 1 ≤ i ≤ 4 ∧ b = 1 do c ← 1 end for", (1, 15)),
    ("k++", "k ← k + 1", (1, 2)),
    ("k--", "k ← k − 1", (1, 2)),
    ("k += 2 × n", "k ← k + 2 × n", (1, 3)),
    ("new Vector(4) v", "new Vector v(4)", (1, 11)),
    ("new Vector v[4]", "new Vector v(4)", (1, 13)),
    ("Stack s", "new Stack s", (1, 1)),
    ("Queue q = new Queue()", "new Queue q", (1, 1)),
    ("Vector w ← row", "w ← row", (1, 1)),
    ("new Qeueu q", "new Queue q", (1, 5)),
    ("x ← the head of q", "x ← the head of q", (1, 5)),
    ("funciton F(a) return a end function", "function F(a) return a end function",
     (1, 1)),
    ("function F(a) retrun a end function", "function F(a) return a end function",
     (1, 15)),
    ("whlie (a) do b ← 1 end while", "while a do b ← 1 end while", (1, 1)),
    ("if a tehn b ← 1 end if", "if a then b ← 1 end if", (1, 6)),
    ("if a then b ← 1 esle b ← 2 end if", "if a then b ← 1 else b ← 2 end if", (1, 17)),
    ("while a do b ← 1 end whlie", "while a do b ← 1 end while", (1, 18)),
    ("x ← k mode 2", "x ← k mod 2", (1, 7)),
    ("x ← 2 x k", "x ← 2 × k", (1, 7)),
    ("for i FROM 1 UNTIL 4 do a ← 1 end for", "for 1 ≤ i ≤ 4 do a ← 1 end for", (1, 5)),
    ("for i = 1 to n do a ← 1 end for", "for 1 ≤ i ≤ n do a ← 1 end for", (1, 5)),
    ("for i in 1..4 do a ← 1 end for", "for 1 ≤ i ≤ 4 do a ← 1 end for", (1, 5)),
    ("for i = 4 downto 1 do a ← 1 end for", "for 4 ≥ i ≥ 1 do a ← 1 end for", (1, 5)),
    ("for i ← 0; i < 4; i++ do a ← 1 end for", "for 0 ≤ i < 4 do a ← 1 end for", (1, 5)),
    ("for (i=4; i>=1; i--) do a ← 1 end for", "for 4 ≥ i ≥ 1 do a ← 1 end for", (1, 5)),
    ("F(a, b,)", "F(a, b)", (1, 7)),
    ("q.enqueue(v[1])", "ENQUEUE[v[1], q]", (1, 3)),
    ("n ← v.length + 1", "n ← LENGTH[v] + 1", (1, 7)),
    ("if q.isEmpty() then a ← 1 end if", "if EMPTY[q] then a ← 1 end if", (1, 6)),
    ("PUSH(3, s)", "PUSH[3, s]", (1, 1)),
    ("x ← len(v)", "x ← LENGTH[v]", (1, 5)),
    ("x ← p[1, 2]", "x ← p[1][2]", (1, 8)),
    ("x ← floor[k / 2]", "x ← floor(k / 2)", (1, 10)),
    ("x ← k // 2", "x ← floor(k / 2)", (1, 7)),
    ("a ← 1 ≤ k ≤ 4", "a ← 1 ≤ k ∧ k ≤ 4", (1, 11)),
    ("if a then b ← 1 elif c then b ← 2 end if",
     "if a then b ← 1 else if c then b ← 2 end if", (1, 17)),
    ("if a then b ← 1 endif", "if a then b ← 1 end if", (1, 17)),
    ("if a then b ← 1 end", "if a then b ← 1 end if", (1, 17)),
    ("function Make Vector(row) return row end function",
     "function MakeVector(row) return row end function", (1, 10)),
    ("x ← SEARCH-STACK(s, 3)", "x ← SEARCHSTACK(s, 3)", (1, 5)),
    ("x ← Search Stack(s, 3)", "x ← SearchStack(s, 3)", (1, 5)),
    ("Permute Vector(v[1], 3)", "PermuteVector(v[1], 3)", (1, 1)),
    ("x ← SearchStack[s, p[1][2]]", "x ← SearchStack(s, p[1][2])", (1, 16)),
    ("function F(a) return a end function x ← F[2]",
     "function F(a) return a end function x ← F(2)", (1, 42)),
    ("12 x ← 1", "x ← 1", (1, 1)),
    ("x == 2", "x ← 2", (1, 3)),
    ("k *= 2", "k ← k × 2", (1, 3)),
    ("k /= 2 + n", "k ← k / (2 + n)", (1, 3)),
    ("k %= 2", "k ← k mod 2", (1, 3)),
    ("if a ~= 2 then b ← 1 end if", "if a ≠ 2 then b ← 1 end if", (1, 6)),
    ("x ← k div 2 + 1", "x ← floor(k / 2) + 1", (1, 7)),
    ("return None", "return NULL", (1, 8)),
    ("int x = 2", "x ← 2", (1, 1)),
    ("let x ← 2", "x ← 2", (1, 1)),
    ("q = Queue()", "new Queue q", (1, 5)),
    ("v ← Vector(4)", "new Vector v(4)", (1, 5)),
    ("/* one */ x ← 1", "x ← 1", (1, 1)),
    ("for i in range(4): a ← 1 end for", "for 0 ≤ i < 4 do a ← 1 end for", (1, 5)),
    ("for i in range(1, n + 1) do a ← 1 end for",
     "for 1 ≤ i < n + 1 do a ← 1 end for", (1, 5)),
    ("for i in range(4, 0, -1) do a ← 1 end for",
     "for 4 ≥ i > 0 do a ← 1 end for", (1, 5)),
    ("for (int i = 0; i < 4; i++) { a ← i; }", "for 0 ≤ i < 4 do a ← i end for", (1, 5)),
    ("if (a) { b ← 1 }", "if a then b ← 1 end if", (1, 8)),
    ("if (a) { b ← 1 } else { b ← 2 } c ← 3",
     "if a then b ← 1 else b ← 2 end if c ← 3", (1, 23)),
    ("if a { b ← 1 } else if c { while d { b ← 2 } }",
     "if a then b ← 1 else if c then while d do b ← 2 end while end if", (1, 36)),
    ("def F(a, b):\n  return a\nx ← F(1, 2)",
     "function F(a, b) return a end function x ← F(1, 2)", (1, 1)),
    ("int F(int a) { return a; } x ← F[1]",
     "function F(a) return a end function x ← F(1)", (1, 1)),
    ("procedure F(a) return a end procedure", "function F(a) return a end function",
     (1, 25)),
    ("function F(a: int) -> int: return a end function",
     "function F(a) return a end function", (1, 20)),
    ("Vector v(4)", "new Vector v(4)", (1, 1)),
    (f"Vector v(−4{' + a' * 27})", f"new Vector v(−4{' + a' * 27})", (1, 1)),
    ("def F(a):\n  repeat\n    a += 1\n  until a > 4\n  return a",
     "function F(a) while TRUE do a ← a + 1 if a > 4 then break end if end while "
     "return a end function", (2, 3)),
    ("while a do b ← 1 end loop", "while a do b ← 1 end while", (1, 18)),
    ("repeat\n  k ← k + 1\nuntil k = 4\nx ← k",
     "while TRUE do k ← k + 1 if k = 4 then break end if end while x ← k", (1, 1)),
    ("repeat\n  while a do b ← 1 end while\n  repeat c ← 2 until (d) until e",
     "while TRUE do while a do b ← 1 end while while TRUE do c ← 2 if d then break "
     "end if end while if e then break end if end while", (3, 3)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "form", "place"), SLIPS)
def test_a_slip_is_understood_and_noted(
    text: str, form: str, place: tuple[int, int]
) -> None:
    parsed = parse(text)
    assert not parsed.errors
    assert " ".join(right(text).split()) == form
    assert place in places(parsed)
    with pytest.raises(PseudocodeError):
        parsed.checked(strict=True)


# Each way of typing or pasting a sign, which is no slip.
PASTED = [
    ("x ← ﬂoor(7 / 2)", "x ← floor(7 / 2)"),
    ("if a =\u0338 b then c ← 1 end if", "if a ≠ b then c ← 1 end if"),
    ("if a ≠ b then c ← 1 end if", "if a ≠ b then c ← 1 end if"),
    ("x ← 5 \u2212 n \u2013 1", "x ← 5 − n − 1"),
    ("x \uf0ac 3", "x ← 3"),
    ("x \uf0df 3", "x ← 3"),
    ("x := 3", "x ← 3"),
    ("x \\leftarrow 3", "x ← 3"),
    ("for 1 \\le i \\leq 4 do a ← 1 end for", "for 1 ≤ i ≤ 4 do a ← 1 end for"),
    ("for 1 <= i =< 4 do a ← 1 end for", "for 1 ≤ i ≤ 4 do a ← 1 end for"),
    ("for 1 ⩽ i ⩽ 4 do a ← 1 end for", "for 1 ≤ i ≤ 4 do a ← 1 end for"),
    ("a ← b != c", "a ← b ≠ c"),
    ("a ← b <> c", "a ← b ≠ c"),
    ("a ← b \\neq c", "a ← b ≠ c"),
    ("a ← b && !c || d", "a ← b ∧ ¬c ∨ d"),
    ("a ← NOT b AND c Or d", "a ← ¬b ∧ c ∨ d"),
    ("a ← “blank”", 'a ← "blank"'),
    ("12: x ← 1\n13: y ← 2", "x ← 1 y ← 2"),
    ("x\u00a0←\u200b 1\u2028y ← 2", "x ← 1 y ← 2"),
    ("x ← 𝑘 × ２", "x ← k × 2"),
    ("x ← ⌊k / 2⌋ + ⌈k⌉", "x ← floor(k / 2) + ceil(k)"),
    ("IF a THEN b ← true ELSE b ← False END IF",
     "if a then b ← TRUE else b ← FALSE end if"),
    ("x ← 1 // one\ny ← 2 # two // 2", "x ← 1 y ← 2"),
    ("// x ← 1\nx ← k // the first", "x ← k"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "form"), PASTED)
def test_a_sign_in_other_dress_is_that_sign(text: str, form: str) -> None:
    assert " ".join(right(text).split()) == form
    assert not parse(text).slips


def test_newlines_mean_nothing_where_every_block_has_its_end() -> None:
    text = """
    function F(a) for 1 ≤ i ≤ 4 do if a = i then return TRUE else a ← a
    + 1 end if end for return
    FALSE end function
    """
    one = parse(" ".join(text.split())).program
    assert one == parse(text).program == parse(text.replace(" ", "\n")).program
    assert not parse(text.replace(" ", "\n")).slips


def test_the_templates_of_the_hand_out_are_read_as_they_are_printed() -> None:
    parsed = parse(TEMPLATES, "hand-out")
    assert not parsed.errors and not parsed.slips
    names = [function.name for function in parsed.program.functions]
    assert names == ["MakeVector", "PERMUTEVECTOR", "PERMUTEROWS", "SEARCHSTACK",
                     "CHECKCOLUMN", "COLCHECKS", "CHECKGRIDS", "MAKESOLUTION"]  # fmt: skip
    holes = [name_of_hole(one) for one in parsed.program.functions]
    assert holes.count("...") == 7 and holes[5] == ""


def name_of_hole(function: Function) -> str:
    for statement in function.body:
        if isinstance(statement, Perform) and isinstance(statement.expression, Hole):
            return statement.expression.words
    return ""


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
    parsed = parse(text)
    assert parsed.program == parse(MISSING).program
    assert not parsed.errors
    assert len(parsed.slips) == len(left_out)
    assert all("add it" in slip.message for slip in parsed.slips)


def test_a_missing_end_without_indentation_is_before_the_end_around_it() -> None:
    text = "function F(a) if a then b ← 1 return b end function"
    parsed = parse(text)
    assert not parsed.errors
    assert right(text) == right(
        "function F(a) if a then b ← 1 return b end if end function"
    )
    assert [slip.message for slip in parsed.slips] == [
        "no 'end if' for the 'if' of line 1: add it"
    ]


def test_a_block_that_begins_on_its_header_line_ends_with_what_is_further_right() -> (
    None
):
    text = "if a then\n  if b then return c\n    d ← 1\n  while c do d ← 2\n  d ← 3"
    wanted = """if a then
        if b then return c d ← 1 end if
        while c do d ← 2 end while
        d ← 3
    end if"""
    parsed = parse(text)
    assert not parsed.errors and len(parsed.slips) == 3
    assert right(text) == right(wanted)


@pytest.mark.parametrize("header", ["if a then", "while a do", "for 1 ≤ i ≤ 4 do"])
def test_an_end_alone_leaves_the_header_on_the_next_line_alone(header: str) -> None:
    kind = header.split()[0]
    text = f"{header}\n  b ← 1\nend\n" * 2
    parsed = parse(text)
    assert not parsed.errors
    assert right(text) == right(f"{header} b ← 1 end {kind} " * 2)
    assert [one.message for one in parsed.slips] == [
        f"'end' alone: write 'end {kind}'"
    ] * 2


def test_an_end_alone_ends_the_function_before_the_next() -> None:
    text = "function F(a)\n  return a\nend\n"
    assert len(parse(text + text.replace("F", "G")).program.functions) == 2
    stray = parse("end\nif a then b ← 1 end if")
    assert len(stray.program.statements) == 1


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
    assert len(parsed.slips) == 1 + (form != "{}:")


def test_wrapped_lines_that_begin_with_numbers_are_no_listing() -> None:
    text = "x ← F(\n1,\n2,\n3) +\n4 +\n5 +\n6"
    assert right(text) == "x ← F(1, 2, 3) + 4 + 5 + 6\n"


def test_a_short_name_is_the_hand_outs_unless_the_text_has_both() -> None:
    row = "function PermuteRow(row, p) return row end function\n"
    rows = (
        "function PERMUTE_ROWS(puzzle) return PermuteRow(puzzle[1], 1) end function\n"
    )
    alone, both = parse(row), parse(row + rows)
    assert [one.name for one in alone.program.functions] == ["PermuteRows"]
    assert [one.name for one in both.program.functions] == [
        "PermuteRow",
        "PERMUTE_ROWS",
    ]
    assert "PermuteRow(puzzle" in right(row + rows)
    assert right("x ← COLCHECK(p)") == "x ← COLCHECKS(p)\n"


def test_else_if_on_one_line_is_a_chain_and_on_two_lines_is_none() -> None:
    chain = "if a then\n b ← 1\nelse if c then\n b ← 2\nend if"
    nested = "if a then\n b ← 1\nelse\n if c then\n  b ← 2\n end if\nend if"
    assert not parse(chain).slips and not parse(nested).slips
    assert len(parse(chain).program.statements) == 1
    surplus = chain + "\nend if"
    assert parse(surplus).program == parse(chain).program
    assert places(parse(surplus)) == [(6, 1)]


# What cannot be understood: the text, where the message is, and what it says.
ERRORS = [
    ("x ← 3 +", (1, 8), "expected an expression, found the end of the text"),
    ("x ←\ny ← 2", (1, 3), "nothing behind '←'"),
    ("remove the top of s", (1, 1), "this reads as prose: write a statement, such as"),
    ("if the stack is empty then\n  x ← 1\nend if", (1, 8), "reads as prose"),
    ("v ← [1, 2]", (1, 5), "a vector is made with new Vector v(4)"),
    ("x ← 1 }", (1, 7), "a block is closed with 'end if'"),
    ("/* one\nx ← 1", (1, 1), "a comment begins with //"),
    ("x ← 2(k mod 2) + 1", (1, 6), "write ×: 2 × (k mod 2)"),
    ("PUSH[1, s], PUSH[2, s]", (1, 11), "one statement after the other, no comma"),
    ("ENQUEUE[x, q)", (1, 13), "expected ']'"),
    ("for i ≤ 4 do x ← 1 end for", (1, 9), "two ends"),
    ("for each row in puzzle do x ← 1 end for", (1, 5), "for 1 ≤ i ≤ 4 do"),
    ("for i = 0; i < 4; i = i + 2 do x ← 1 end for", (1, 19), "the step of a for is 1"),
    ("new Vector w", (1, 13), "a fixed length: write new Vector w(4)"),
    ("new Puzzle p", (1, 5), "expected one of Vector, Queue, Stack"),
    ("v[1] ← new Vector(4)", (1, 8), "new makes a variable"),
    ("F(x) ← 3", (1, 6), "stored in a variable or an element"),
    ("x.foo()", (1, 3), "no operation is called 'foo'"),
    ("function (a) return a end function", (1, 10), "expected the function's name"),
    ("function F a return a end function", (1, 14), "'('"),
    ("x ← 1\nend if", (2, 1), "'end if' here belongs to no block"),
    ("x ← @", (1, 5), "expected an expression, found '@'"),
    ("x ← 123456789012345678901", (1, 5), "more than 18 digits"),
    ("x", (1, 2), "expected '←'"),
    ("x ← \x00", (1, 5), "expected an expression, found U+0000"),
    ("print x", (1, 1), "no 'print': what a function gives stands behind return"),
    ("foreach x in row do\nend for", (1, 1), "no 'foreach': write for 1 ≤ i ≤ 4 do"),
    ("repeat 4 times\n x ← 1\nend repeat", (1, 1), "write for 1 ≤ i ≤ 4 do, or while"),
    ("until x = 1", (1, 1), "no 'until': write if c then break end if"),
    ("repeat\n x ← 1\n", (2, 7), "no 'until' for the 'repeat' of line 1"),
    ("do\n x ← 1\nwhile c do end while", (1, 1), "the test comes first: while c do"),
    ("switch x\nend switch", (1, 1), "write if c then … else if c then"),
    ("set x to 3", (1, 1), "no 'set': write x ← 3"),
    ("int x;", (1, 1), "no 'int': write x ← 3"),
    ("create new Queue q", (1, 1), "no 'create': write new Queue q"),
    ("Task 2:\nx ← 1", (1, 1), "a heading is written as a comment: // Task 2"),
    ("enqueue 3 q", (1, 1), "such as ENQUEUE[element, queue]"),
    ("System.out.println(x)", (1, 1), "no 'System': what a function gives stands"),
    ("row.append(3)", (1, 5), "write PUSH[x, s] or ENQUEUE[x, q]"),
    ("for x in row do y ← x end for", (1, 14), "'for … in' counts no positions"),
    ("for i = 1 to 9 step 2 do x ← i end for", (1, 16), "the step of a for is 1"),
    ("for i in range(1, 9, 2): x ← i end for", (1, 10), "the step of a for is 1"),
    ("++x", (1, 1), "write k ← k + 1"),
    ("x ← v[i++]", (1, 8), "a step is a statement of its own"),
    ("x ← v[1:3]", (1, 8), "one element at a time"),
    ("x ← 2 ** 3", (1, 7), "the module has no power"),
    ("x ← 2 ^ 3", (1, 7), "the module has no power"),
    ("x ← |v|", (1, 5), "LENGTH[v]"),
    ("x ← ~y", (1, 5), "'not' is written ¬"),
    ("x → y", (1, 3), "expected '←' after this"),
    ("3 → y", (1, 3), "the arrow points to the left"),
    ("x ← y ← 3", (1, 7), "an assignment has one arrow"),
    ("x ← a ? 1 : 2", (1, 7), "write if c then"),
    ("x ← 1 if a else 2", (1, 12), "'if' is a statement"),
    ("x ← new Queue q", (1, 15), "one name for the new Queue: write new Queue q"),
    ("F(1 2)", (1, 5), "expected ')' or a comma behind this, found '2'"),
    ("if x ← 1 then y ← 1 end if", (1, 6), "'=' compares: x = 1"),
    ("if x /= 1 then y ← 1 end if", (1, 6), "'not equal' is ≠"),
    ("if x = 1 | y then z ← 1 end if", (1, 10), "'or' is ∨"),
    ("if s not empty then z ← 1 end if", (1, 6), "write it with signs, as in x = 1"),
    ("if a then b ← 1 else c then b ← 2 end if", (1, 24), "expected"),
    ("if a then b ← 1 else b = 2 then b ← 3 end if", (1, 28), "else if c then"),
    ("end loop", (1, 1), "'end loop' here belongs to no block"),
    ("if a < -1 then b ← 1 end if if a <- 1 then b ← 1 end if", (1, 34), "expected"),
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
    (slip,) = parse("w == 3 + k").slips
    assert slip.message == "'==' compares: write w ← 3 + k to assign"
    assert len(parse("if w == 3 then k ← 1 end if").slips) == 1


def test_words_of_other_languages_are_good_names() -> None:
    text = "next ← 1\nrepeat ← next + 1\nuntil ← 2\nset(output, task)\nint ← -next"
    assert not parse(text).errors and not parse(text).slips
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
    assert [(one.line, one.column) for one in parsed.errors] == [
        (3, 16),
        (4, 16),
        (7, 21),
        (13, 5),
    ]
    assert [one.name for one in parsed.program.functions] == ["F", "G"]


def test_no_token_is_passed_over_in_silence() -> None:
    """Any word too many between two statements is told."""
    text = "function F(a)\n    b ← 1\n    return b\nend function\n"
    for match in re.finditer(r"\s", text):
        for word in ("]", ")", "then", "3", "÷", "@"):
            spoilt = f"{text[: match.start()]} {word} {text[match.start() :]}"
            parsed = parse(spoilt)
            assert parsed.errors or parsed.slips, spoilt


def test_a_misspelt_word_is_noted_once_where_the_text_is_read_twice() -> None:
    text = "funciton F(a)\n  if a then\n    retrun a\n  b ← 1\nend function"
    notes = [slip.message for slip in parse(text).slips]
    assert notes == [
        "'funciton' is misspelt: write 'function'",
        "'retrun' is misspelt: write 'return'",
        "no 'end if' for the 'if' of line 2: add it",
    ]
