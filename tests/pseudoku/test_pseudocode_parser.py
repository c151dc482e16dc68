"""Reading the notation, and what students and PDF files make of it."""

import pytest

from pseudoku.pseudocode.reading.parser import Parsed, parse
from pseudoku.pseudocode.reading.source import PseudocodeError
from pseudoku.pseudocode.reading.syntax import Part
from tests.pseudoku.pseudocode_texts import right


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
    ("q <- new Queue", "new Queue q", (1, 1)),
    ("v ← new Vector(4)", "new Vector v(4)", (1, 1)),
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
    ("a ← 1 ≤ k + 1 ≤ 4", "a ← 1 ≤ k + 1 ∧ k + 1 ≤ 4", (1, 15)),
    ("k++", "k ← k + 1", (1, 1)),
    ("k--", "k ← k − 1", (1, 1)),
    ("k += 2 × n", "k ← k + 2 × n", (1, 1)),
    ("new Vector(4) v", "new Vector v(4)", (1, 1)),
    ("new Vector v[4]", "new Vector v(4)", (1, 1)),
    ("Stack s", "new Stack s", (1, 1)),
    ("Queue q = new Queue()", "new Queue q", (1, 1)),
    ("Vector w ← row", "w ← row", (1, 1)),
    ("new Qeueu q", "new Queue q", (1, 5)),
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
    ("for i FROM 1 UNTIL 4 do a ← 1 end for", "for 1 ≤ i ≤ 4 do a ← 1 end for", (1, 1)),
    ("for i = 1 to n do a ← 1 end for", "for 1 ≤ i ≤ n do a ← 1 end for", (1, 1)),
    ("for i in 1..4 do a ← 1 end for", "for 1 ≤ i ≤ 4 do a ← 1 end for", (1, 1)),
    ("for i = 4 downto 1 do a ← 1 end for", "for 4 ≥ i ≥ 1 do a ← 1 end for", (1, 1)),
    ("for i ← 0; i < 4; i++ do a ← 1 end for",
     "for 0 ≤ i < 4 do a ← 1 end for", (1, 1)),
    ("for (i=4; i>=1; i--) do a ← 1 end for", "for 4 ≥ i ≥ 1 do a ← 1 end for", (1, 1)),
    ("q.enqueue(v[1])", "ENQUEUE[v[1], q]", (1, 3)),
    ("n ← v.length + 1", "n ← LENGTH[v] + 1", (1, 7)),
    ("if q.isEmpty() then a ← 1 end if", "if EMPTY[q] then a ← 1 end if", (1, 6)),
    ("PUSH(3, s)", "PUSH[3, s]", (1, 1)),
    ("x ← len(v)", "x ← LENGTH[v]", (1, 5)),
    ("x ← p[1, 2]", "x ← p[1][2]", (1, 6)),
    ("x ← floor[k / 2]", "x ← floor(k / 2)", (1, 5)),
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
    ("x ← SearchStack[s, p[1][2]]", "x ← SearchStack(s, p[1][2])", (1, 5)),
    ("function F(a) return a end function x ← F[2]",
     "function F(a) return a end function x ← F(2)", (1, 41)),
    ("x == 2", "x ← 2", (1, 3)),
    ("k *= 2", "k ← k × 2", (1, 1)),
    ("k /= 2 + n", "k ← k / (2 + n)", (1, 1)),
    ("k %= 2", "k ← k mod 2", (1, 1)),
    ("if a ~= 2 then b ← 1 end if", "if a ≠ 2 then b ← 1 end if", (1, 6)),
    ("x ← k div 2 + 1", "x ← floor(k / 2) + 1", (1, 7)),
    ("x ← ~y", "x ← ¬y", (1, 5)),
    ("return None", "return NULL", (1, 8)),
    ("int x = 2", "x ← 2", (1, 1)),
    ("let x ← 2", "x ← 2", (1, 1)),
    ("q = Queue()", "new Queue q", (1, 1)),
    ("v ← Vector(4)", "new Vector v(4)", (1, 1)),
    ("/* one */ x ← 1", "x ← 1", (1, 1)),
    ("for i in range(4): a ← 1 end for", "for 0 ≤ i < 4 do a ← 1 end for", (1, 1)),
    ("for i in range(1, n + 1) do a ← 1 end for",
     "for 1 ≤ i < n + 1 do a ← 1 end for", (1, 1)),
    ("for i in range(4, 0, -1) do a ← 1 end for",
     "for 4 ≥ i > 0 do a ← 1 end for", (1, 1)),
    ("for (int i = 0; i < 4; i++) { a ← i; }",
     "for 0 ≤ i < 4 do a ← i end for", (1, 1)),
    ("for (i = 1; i < 4; i++) { if a then b ← 1 } c ← 2",
     "for 1 ≤ i < 4 do if a then b ← 1 end if end for c ← 2", (1, 1)),
    ("x ← 1; if a = b\n  y ← 2", "x ← 1 if a = b then y ← 2 end if", (1, 6)),
    ("if (a) { b ← 1 }", "if a then b ← 1 end if", (1, 8)),
    ("if (a) { b ← 1 } else { b ← 2 } c ← 3",
     "if a then b ← 1 else b ← 2 end if c ← 3", (1, 23)),
    ("if a { b ← 1 } else if c { while d { b ← 2 } }",
     "if a then b ← 1 else if c then while d do b ← 2 end while end if", (1, 36)),
    ("def F(a, b):\n  return a ∧ b\nx ← F(1, 2)",
     "function F(a, b) return a ∧ b end function x ← F(1, 2)", (1, 1)),
    ("int F(int a) { return a; } x ← F[1]",
     "function F(a) return a end function x ← F(1)", (1, 1)),
    ("procedure F(a) return a end procedure", "function F(a) return a end function",
     (1, 1)),
    ("function F(a: int) -> int: return a end function",
     "function F(a) return a end function", (1, 20)),
    ("Vector v(4)", "new Vector v(4)", (1, 1)),
    (f"Vector v(−4{' + a' * 27})", f"new Vector v(−4{' + a' * 27})", (1, 1)),
    ("def F(a):\n  repeat\n    a += 1\n  until a > 4\n  return a",
     "function F(a) while TRUE do a ← a + 1 if a > 4 then break end if end while "
     "return a end function", (2, 3)),
    ("while a do b ← 1 end loop", "while a do b ← 1 end while", (1, 18)),
    ("PUSH[1, s], PUSH[2, s]", "PUSH[1, s] PUSH[2, s]", (1, 11)),
    ("x ← 2(k mod 2) + 2a", "x ← 2 × (k mod 2) + 2 × a", (1, 5)),
    ("x ← 2a[1] / 4", "x ← 2 × a[1] / 4", (1, 5)),
    ("for i = 1 to 9 step 2 do x ← i end for",
     "for 1 ≤ i ≤ 9 step 2 do x ← i end for", (1, 1)),
    ("for i = 9 down to 1 by 2 do x ← i end for",
     "for 9 ≥ i ≥ 1 step 2 do x ← i end for", (1, 1)),
    ("for each i in {1, 3} do x ← i end for",
     "for 1 ≤ i ≤ 3 step 2 do x ← i end for", (1, 5)),
    ("for x in row do y ← x end for",
     "for 1 ≤ x_position ≤ LENGTH[row] do x ← row[x_position] y ← x end for", (1, 5)),
    ("FOR i = 1 TO 4\n  x ← i\nNEXT i", "for 1 ≤ i ≤ 4 do x ← i end for", (3, 1)),
    ("WHILE a\n  IF b THEN x ← 1\nWEND",
     "while a do if b then x ← 1 end if end while", (3, 1)),
    ("for i := 1 to 4 do\nbegin\n  x := 1;\nend;\ny := 2;",
     "for 1 ≤ i ≤ 4 do x ← 1 end for y ← 2", (2, 1)),
    ("function F(a: T; b: T): T;\nvar x: T;\nbegin\n  if a then F := b else F := a;\n"
     "end;", "function F(a, b) if a then F ← b else F ← a end if return F end function",
     (4, 13)),
    ("repeat p times:\n  x ← 1\ny ← 2",
     "for 0 ≤ turn_1 < p do x ← 1 end for y ← 2", (1, 1)),
    ("v ← [1, [2]]", "v ← [1, [2]]", (1, 5)),
    ("if x is FALSE then y ← 1 end if", "if x = FALSE then y ← 1 end if", (1, 6)),
    ("x ← a is not equal to 2", "x ← a ≠ 2", (1, 7)),
    ("while s is not empty do x ← 1 end while",
     "while ¬EMPTY[s] do x ← 1 end while", (1, 9)),
    ("x ← a is less than b", "x ← a < b", (1, 7)),
    ("-- one\nx ← 1 -- two\n(* three\nfour *) y ← 2", "x ← 1 y ← 2", (3, 1)),
    ("| if a then\n| | b ← 1\n| end if", "if a then b ← 1 end if", (1, 1)),
    ("• x ← 1\n• y ← 2", "x ← 1 y ← 2", (1, 1)),
    ("function F(v, k, j) return v(k, j) end function",
     "function F(v, k, j) return v[k][j] end function", (1, 28)),
    ("new Queue q enqueue![3] x ← empty?", "new Queue q ENQUEUE[3, q] x ← EMPTY[q]",
     (1, 13)),
    ("x = 1 if a\nthen y ← 2 end if", "x ← 1 if a then y ← 2 end if", (1, 3)),
    ("SET x TO 1\nLET y = 2", "x ← 1 y ← 2", (1, 1)),
    ("CREATE STACK s\nPUSH x ONTO s\npush 2, 1 and 3 onto s\nPOP s",
     "new Stack s PUSH[x, s] PUSH[2, s] PUSH[1, s] PUSH[3, s] POP[s]", (2, 1)),
    ("function CheckGrid(puzle) return puzzle end function",
     "function CheckGrids(puzle) return puzle end function", (1, 1)),
    ("function MakeSolutoin(row) x ← MakeVecter(row) return x end function",
     "function MakeSolution(row) x ← MakeVector(row) return x end function", (1, 1)),
    ("if a then begin b := 1; end else begin b := 2; end;",
     "if a then b ← 1 else b ← 2 end if", (1, 11)),
    ("for i in {1, ..., 4} do a ← i end for", "for 1 ≤ i ≤ 4 do a ← i end for", (1, 1)),
    ("for i in [1..n] do a ← i end for", "for 1 ≤ i ≤ n do a ← i end for", (1, 1)),
    ("[a, v[1]] ← [b, a]",
     "value_1_1 ← b value_2_1 ← a a ← value_1_1 v[1] ← value_2_1", (1, 1)),
    ("s ← [] PUSH[1, s] q ← [] ENQUEUE[1, q] v ← []",
     "new Stack s PUSH[1, s] new Queue q ENQUEUE[1, q] new DynamicArray v", (1, 1)),
    ("x ← [0] × 4 + [1]", "x ← JOIN[REPEAT[4, [0]], [1]]", (1, 5)),
    ("INCREMENT x BY 2k\ndec(x)\nPOP s\nx = INT(y)",
     "x ← x + 2 × k x ← x − 1 POP[s] x ← floor(y)", (2, 1)),
    ("let q be a new queue", "new Queue q", (1, 1)),
    ("MakeVector(row):\n  return row\nAlgorithm F(a)\nOutput: a\n  return a",
     "function MakeVector(row) return row end function function F(a) return a end "
     "function", (1, 1)),
    ("x ← 1\n— 6 —\nPage 3 of 4\n[6 marks]\nCS1 Work      7\ny ← 2", "x ← 1 y ← 2",
     (2, 1)),
    ("for (i = 9; i > 0; i -= 1) { a ← i }", "for 9 ≥ i > 0 do a ← i end for", (1, 1)),
    ("for i in range(1, 9, 2): x ← i end for",
     "for 1 ≤ i < 9 step 2 do x ← i end for", (1, 1)),
    ("a, v[1] ← v[1], a",
     "value_1_1 ← v[1] value_2_1 ← a a ← value_1_1 v[1] ← value_2_1", (1, 1)),
    ("define F(v, k):\n  return v(k)(1)",
     "function F(v, k) return v[k][1] end function", (2, 10)),
    ("x ← copy(v)", "x ← COPY[v]", (1, 5)),
    ("Task 2:\nx ← 1 : y ← 2", "x ← 1 y ← 2", (2, 7)),
    ("repeat this p times: for 1 ≤ t ≤ p do x ← t end for",
     "for 1 ≤ t ≤ p do x ← t end for", (1, 1)),
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


def test_else_if_on_one_line_is_a_chain_and_on_two_lines_is_none() -> None:
    chain = "if a then\n b ← 1\nelse if c then\n b ← 2\nend if"
    nested = "if a then\n b ← 1\nelse\n if c then\n  b ← 2\n end if\nend if"
    assert not parse(chain).slips and not parse(nested).slips
    assert len(parse(chain).program.statements) == 1
    surplus = chain + "\nend if"
    assert parse(surplus).program == parse(chain).program
    assert places(parse(surplus)) == [(6, 1)]


class LazilyAnnotated(type):
    """The type of a class whose annotations exist once they are asked for.

    In Python 3.14, every class is like this: its ``__dict__`` has no annotations.
    """

    @property
    def __annotations__(cls) -> dict[str, object]:  # type: ignore[override]
        return {"word": str}


def test_a_part_has_its_fields_although_its_annotations_are_lazy() -> None:
    part = LazilyAnnotated("Word", (Part,), {})("x", word="one")
    assert repr(part) == "Word('one')"
    assert part.at == "x"
