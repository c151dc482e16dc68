"""What goes wrong in a run of pseudocode, and the limits that end one."""

import pytest

from pseudocode.reading.source import RunLimitError
from pseudoku.cli import main
from tests.pseudocode.files import Captured, File
from tests.pseudocode.runs import fault, run

# What goes wrong in a run: the program, and the message with line, function, values.
FAULTS = [
    ("function Get(w)\n  i ← 5\n  return w[i]\nend function\n"
     "new Vector v(4)\nx ← Get(v)",
     "program:3:11: in Get: SELECT 5 of a vector of length 4: positions are 1 to 4 "
     "(w = (·, ·, ·, ·), i = 5)"),
    ("new Vector v(2)\nx ← v[2]",
     "program:2:6: SELECT 2 of a vector of length 2: nothing is stored there "
     "(v = (·, ·))"),
    ("new Stack s\nPOP[s]", "program:2:1: POP of an empty stack"),
    ("new Queue q\nDEQUEUE[q]", "program:2:1: DEQUEUE of an empty queue"),
    ("new Queue q\nPUSH[1, q]",
     "program:2:1: expected PUSH[element, stack]; found queue<>; a queue has "
     "ENQUEUE, DEQUEUE and HEAD (q = queue<>)"),
    ("new Stack s\nx ← HEAD[s]",
     "program:2:5: expected HEAD[queue]; found stack<>; a stack has PUSH, POP and "
     "TOP (s = stack<>)"),
    ("x ← print(3)", "program:1:5: the module's pseudocode has no 'print'; write "
     "return x to give a result"),
    ("new Queue q\nENQUEUE[2, 1]",
     "program:2:1: expected ENQUEUE[element, queue]; found 1"),
    ("x ← HEAD[1, 2]", "program:1:5: HEAD with 2 operands; expected HEAD[queue]"),
    ("x ← 3 + TRUE", "program:1:7: '+' takes numbers; found 3 + TRUE"),
    ("x ← 1 < NULL", "program:1:7: '<' takes numbers; found 1 < NULL"),
    ("k ← 0\nx ← 3 mod k", "program:2:7: mod by 0 (k = 0)"),
    ("x ← 1\nif x then y ← 2 end if",
     "program:2:4: a condition must be TRUE or FALSE; found 1 (x = 1)"),
    ("x ← 3\nif x = 1 or 2 then y ← 2 end if",
     "program:2:13: a condition must be TRUE or FALSE; found 2; write every comparison "
     "out: x = 1 ∨ x = 2"),
    ("new Stack s\nwhile ¬s do x ← 1 end while",
     "program:2:8: a condition must be TRUE or FALSE; found stack<>; compare "
     "it with FALSE, or use EMPTY (s = stack<>)"),
    ("value ← 1\nx ← vlaue", "program:2:5: 'vlaue' has no value yet; did you mean "
     "'value'?"),
    ("x ← Foo(1)", "program:1:5: there is no function Foo"),
    ("function Food(a) return a end function x ← Foo(1)",
     "program:1:44: there is no function Foo; did you mean Food?"),
    ("row ← 1 x ← row()", "program:1:13: row is not a function; write row[1]"),
    ("function F(a) return a end function x ← F()",
     "program:1:41: F with 0 arguments; expected F(a)"),
    ("function F(a) b ← a end function\nx ← F(1)",
     "program:2:5: F returned nothing, but its value is used here; end it with "
     "return"),
    ("new Queue q\nx ← ENQUEUE[1, q]", "program:2:5: ENQUEUE gives no value"),
    ("new Vector v(1.5)", "program:1:1: a length must be a whole number from 0 to "
     "1,000,000; found 1.5"),
    ("x ← 1\nx[1] ← 2", "program:2:2: only a vector has positions; found 1 (x = 1)"),
    ("new Vector v(1)\nv[TRUE] ← 2",
     "program:2:2: a position must be a whole number; found TRUE (v = (·))"),
    ("for 1 ≤ i ≤ 2.5 do x ← i end for",
     "program:1:1: an end of a for must be a whole number; found 2.5"),
    ("x ← 1\n...", "program:2:1: the hole '...' was reached; this part is not written "
     "yet"),
    ("x ← ...", "program:1:5: the hole '...' was reached; this part is not written "
     "yet"),
    ("break", "program:1:1: 'break' outside a loop"),
    ("function F(a, a) return a end function",
     "program:1:1: two parameters have the same name"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), FAULTS)
def test_a_fault_names_its_place_and_the_values(text: str, message: str) -> None:
    assert fault(text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("while TRUE do x ← 1 end while", "stopped after 10,000 steps"),
        ("for 1 ≤ i ≤ 999999999 do x ← 1 end for", "stopped after 10,000 steps"),
        ("function F(n) return F(n) end function x ← F(1)",
         "more than 100 nested calls"),
        ("while TRUE do new Vector v(9999) end while", "stopped after 10,000 steps"),
        ("new Vector v(1) v[1] ← 0 while TRUE do new Vector w(1) w[1] ← v v ← w "
         "end while", "vectors more than 20 deep in vectors"),
    ],
)  # fmt: skip
def test_a_limit_ends_what_does_not_end(text: str, message: str) -> None:
    with pytest.raises(RunLimitError, match=message):
        run(text)


def test_numbers_do_not_grow_without_end() -> None:
    assert "a number of more than 30 digits" in fault(
        "x ← 2 while TRUE do x ← x × x end while"
    )


def test_a_structure_inside_itself_is_shown_and_compared() -> None:
    found = run("new Stack s PUSH[s, s] new Stack t PUSH[s, t] x ← s = t")
    assert found["x"] == "TRUE" and "..." in found["s"]


def test_a_wrong_argument_has_one_sentence_in_run_trace_and_judge(
    file: File, capsys: Captured
) -> None:
    path = file(
        "function CheckGrids(puzzle)\n  new Stack s\n  for 1 ≤ k ≤ 4 do\n"
        "    s ← SearchStack(s, puzzle[1][k])\n  end for\n  return TRUE\nend function\n"
    )
    fault = "SearchStack(stack, item) takes a stack as stack; found FALSE"
    call = ["--call", "CheckGrids(4132/3241/1324/2413)"]
    for command in (["run", path, *call], ["trace", path, *call], ["judge", path]):
        main(command)
        said = "".join(capsys.readouterr())
        assert f"{path}:4:9: in CheckGrids: {fault}\n" in said
        assert "reference:" not in said
