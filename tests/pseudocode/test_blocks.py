"""Where blocks of pseudocode end, written or not."""

import pytest

from pseudocode.reading.syntax import Assign, ExpressionStatement, Function, Hole, If
from pseudoku.reference import parse
from tests.places import GOLDEN
from tests.pseudocode.texts import right

TEMPLATES = (GOLDEN / "pseudoku_templates.txt").read_text("utf-8")


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
    assert not parse(text).notes


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
    names = [function.name for function in parsed.program.functions]
    assert names == ["MakeVector", "PERMUTEVECTOR", "PERMUTEROWS", "SEARCHSTACK",
                     "CHECKCOLUMN", "COLCHECKS", "CHECKGRIDS",
                     "MAKESOLUTION"]  # fmt: skip
    holes = [name_of_hole(one) for one in parsed.program.functions]
    assert holes.count("...") == 7 and holes[5] == ""


def name_of_hole(function: Function) -> str:
    for statement in function.body:
        if isinstance(statement, ExpressionStatement) and isinstance(
            statement.expression, Hole
        ):
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
    parsed = parse(text.replace("\ny ←", "\n\ny ←"))
    assert parsed.program == parse(MISSING).program
    assert not parsed.errors
    assert len(parsed.notes) == len(left_out)
    assert all("add it" in slip.message for slip in parsed.notes)


@pytest.mark.parametrize(
    ("below", "is_doubtful"),
    [
        ("y ← 2", True),
        ("(done)\n  y ← 2", True),
        ("\ny ← 2", False),
        ("\n(done)", False),
    ],
)
def test_a_function_without_its_end_may_go_on_in_a_statement_below(
    below: str, is_doubtful: bool
) -> None:
    parsed = parse(f"function F(x)\n  x ← 1\n{below}\n")
    (function,) = parsed.program.functions
    codes = [slip.code for slip in parsed.remarks_within(function, parsed.notes)]
    assert codes == [["E07 missing-end", "E174 unclear-end"][is_doubtful]]


def test_a_missing_end_without_indentation_is_before_the_end_around_it() -> None:
    text = "function F(a) if a then b ← 1 return b end function"
    parsed = parse(text)
    assert not parsed.errors
    assert right(text) == right(
        "function F(a) if a then b ← 1 return b end if end function"
    )
    assert [slip.message for slip in parsed.notes] == [
        "no 'end if' for the 'if' of line 1; add it after this"
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
    assert not parsed.errors and len(parsed.notes) == 3
    assert right(text) == right(wanted)


@pytest.mark.parametrize("header", ["if a then", "while a do", "for 1 ≤ i ≤ 4 do"])
def test_an_end_alone_leaves_the_header_on_the_next_line_alone(header: str) -> None:
    kind = header.split()[0]
    text = f"{header}\n  b ← 1\nend\n" * 2
    parsed = parse(text)
    assert not parsed.errors
    assert right(text) == right(f"{header} b ← 1 end {kind} " * 2)
    assert [one.message for one in parsed.notes] == [
        f"'end' ends the '{kind}' of line {line}; write 'end {kind}'" for line in (1, 4)
    ]


def test_a_call_of_a_function_of_the_text_is_no_header() -> None:
    for header in ("function MakeVector(row)", "MakeVector(row):", "MakeVector(row)"):
        text = f"{header}\n  return row\nMakeVector(row)\n"
        assert len(parse(text).program.functions) == 1
    assert len(parse("MakeVector(row):\n  return row\n" * 2).program.functions) == 2


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
    assert len(parsed.notes) == 1 + (form != "{}:")


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
    assert right("x ← COLCHECK(p)") == "x ← ColChecks(p)\n"
    assert not alone.notes


def test_a_loop_behind_else_is_a_block_of_its_own() -> None:
    text = "if a then x ← 1 else while b do x ← 2 end while end if y ← 3"
    (choice, after) = parse(text).program.statements
    assert isinstance(choice, If) and isinstance(after, Assign)
    assert not parse(text).notes
