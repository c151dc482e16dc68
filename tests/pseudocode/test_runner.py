"""What a program does when it runs: the module's semantics, limits, messages."""

from typing import Literal

import pytest

from pseudocode.reading.source import RunError, RunLimitError
from pseudocode.running.machine import DEFAULT_MAX_STEPS, Log, Store
from pseudocode.running.runner import Runner
from pseudoku.reference import parse
from tests.pseudocode.runs import fault, run
from tests.pseudocode.texts import TABLES


@pytest.mark.parametrize(
    ("expression", "value"),
    TABLES["values"],
)
def test_an_expression_has_its_value(expression: str, value: str) -> None:
    assert run(f"x ← {expression}") == {"x": value}


def test_a_function_sees_the_constants_of_the_text_and_no_other_variables() -> None:
    text = "N ← 4 k ← 1 k ← 2 m ← N + 1 function F(a) return {} end function x ← F(1)"
    assert run(text.format("N × N"))["x"] == "16"
    for name in "km":
        assert f"'{name}' has no value yet" in fault(text.format(name))
    with pytest.raises(
        RunError, match="'N' is set outside the function; set it inside"
    ):
        run(text.format("N"), strict=True)


def test_a_condition_in_quotes_is_told_to_lose_them() -> None:
    assert "found 'FALSE'; write it without quotes" in fault(
        'if "FALSE" then x ← 1 end if'
    )


def test_calls_alone_are_steps_too() -> None:
    """A hundred nested calls may be 2 ** 100 in all."""
    text = """
    function F(n) if n = 0 then return 1 end if return F(n − 1) + F(n − 1) end function
    x ← F(50)
    """
    with pytest.raises(RunLimitError, match="stopped after 10,000 steps"):
        run(text)


def test_structures_are_shared_with_who_is_called_and_numbers_are_not() -> None:
    text = """
    function Spoil(v, n, q)
        v[1] ← 9
        n ← 9
        ENQUEUE[9, q]
    end function
    new Vector v(1)  v[1] ← 1  n ← 1  new Queue q
    Spoil(v, n, q)
    w ← v  w[1] ← w[1] + 1
    """
    assert run(text) == {"v": "(10)", "n": "1", "q": "queue<9>", "w": "(10)"}


@pytest.mark.parametrize(
    ("store", "row", "puzzle"),
    [("copy", "(1)", "((9), (1))"), ("share", "(9)", "((9), (9))")],
)
def test_storing_a_vector_copies_or_shares(
    store: Literal["copy", "share"], row: str, puzzle: str
) -> None:
    text = """
    new Vector row(1) row[1] ← 1
    new Vector puzzle(2) puzzle[1] ← row puzzle[2] ← row
    puzzle[1][1] ← 9
    """
    assert run(text, store) == {"row": row, "puzzle": puzzle}


def test_write_and_insert_at_copy_a_vector_too() -> None:
    text = """
    new Vector row(1) row[1] ← 1
    new Array a(1) WRITE[row, 0, a]
    new DynamicArray d INSERTAT[1, row, d]
    row[1] ← 9
    """
    assert run(text) == {"row": "(9)", "a": "((1))", "d": "((1))"}
    assert run(text, "share") == {"row": "(9)", "a": "((9))", "d": "((9))"}


def test_storing_what_is_there_already_changes_nothing() -> None:
    text = """
    new Vector row(1) row[1] ← 1
    new Vector puzzle(1) puzzle[1] ← row
    same ← puzzle[1]
    puzzle[1] ← same
    same[1] ← 2
    """
    assert run(text)["puzzle"] == "((2))"


def test_a_copy_is_deep() -> None:
    text = """
    new Vector a(1) new Vector b(1) new Vector c(1)
    a[1] ← 1 b[1] ← a c[1] ← b
    d ← b[1] d[1] ← 2
    """
    assert run(text)["c"] == "(((1)))"


def test_positions_count_from_where_the_mode_says() -> None:
    text = "new Vector v(2) v[0] ← 5 v[1] ← 6 x ← v[0]"
    assert run(text, base=0) == {"v": "(5, 6)", "x": "5"}
    assert "STORE 0 of a vector of length 2" in fault(text)
    assert "--base 0" in fault(text)


def test_equality_is_by_type_and_value() -> None:
    text = """
    new Stack s new Stack t new Vector v(1) new Vector w(1) v[1] ← 1 w[1] ← 1
    a ← s = FALSE b ← s = t c ← v = w PUSH[1, s] d ← s = t w[1] ← TRUE e ← v = w
    """
    found = run(text)
    assert [found[name] for name in "abcde"] == [
        "FALSE",
        "TRUE",
        "TRUE",
        "FALSE",
        "FALSE",
    ]


def test_loops_break_continue_and_count_both_ways() -> None:
    text = """
    n ← 0 m ← 0 d ← 0 g ← 0
    for 1 ≤ i < 10 do
        if i mod 2 = 0 then continue end if
        if i > 6 then break end if
        n ← n + i
    end for
    while TRUE do m ← m + 1 if m = 3 then break end if end while
    for 4 ≥ i > 1 do d ← 10 × d + i end for
    for 1 ≤ i ≤ 9 and g < 3 do g ← g + 1 end for
    for 3 ≤ i ≤ 1 do n ← 0 end for
    """
    found = run(text)
    assert [found[name] for name in "nmdg"] == ["9", "3", "432", "3"]


def test_the_ends_of_a_for_are_found_once() -> None:
    assert run("n ← 2 k ← 0 for 1 ≤ i ≤ n do n ← 9 k ← k + 1 end for")["k"] == "2"


def test_queues_and_stacks_give_what_the_module_says() -> None:
    text = """
    new Queue q ENQUEUE[1, q] ENQUEUE[2, q] h ← HEAD[q] d ← DEQUEUE[q]
    new Stack s PUSH[1, s] PUSH[2, s] t ← TOP[s] p ← POP[s]
    e ← EMPTY[q] ∨ EMPTY[s]
    """
    found = run(text)
    assert found == {
        **{"q": "queue<2>", "h": "1", "d": "1"},
        **{"s": "stack<1>", "t": "2", "p": "2", "e": "FALSE"},
    }


def test_a_dynamic_array_grows_and_an_array_counts_from_0() -> None:
    text = """
    new DynamicArray d d[1] ← 5 d[LENGTH[d] + 1] ← 6
    insertAt[1, 4, d] removeAt[2, d] n ← LENGTH[d]
    new Array a(2) a[0] ← 1 write[7, 1, a] x ← read[1, a] + read[0, a]
    """
    assert run(text) == {"d": "(4, 6)", "n": "2", "a": "(1, 7)", "x": "8"}


def test_top_of_nothing_is_null_with_a_warning_and_strictly_an_error() -> None:
    parsed = parse("new Stack s new Queue q x ← TOP[s] y ← HEAD[q]", "program")
    runner = Runner()
    values = runner.run(parsed.program, parsed.source)
    assert values["x"] is None and values["y"] is None
    warnings = [str(one) for one in runner.machine.warnings]
    assert warnings[0].startswith("program:1:29: TOP of an empty stack: read as NULL")
    with pytest.raises(RunError, match="HEAD of an empty queue"):
        run("new Queue q y ← HEAD[q]", strict=True)


def test_a_name_in_another_case_is_read_and_noted_and_strictly_refused() -> None:
    text = "Row ← 1 x ← row"
    parsed = parse(text, "program")
    runner = Runner()
    assert runner.run(parsed.program, parsed.source)["x"] == 1
    assert "'row' is read as 'Row'" in str(runner.machine.warnings[0])
    with pytest.raises(RunError, match="'row' is read as 'Row'"):
        run(text, strict=True)
    assert run("N ← 1 n ← 2 x ← N")["x"] == "1"  # both are there: two variables


def test_the_log_says_what_happened_in_order() -> None:
    parsed = parse("new Queue q\nENQUEUE[7, q]\nif HEAD[q] = 7 then DEQUEUE[q] end if")
    log = Log()
    runner = Runner(log=log)
    runner.run(parsed.program, parsed.source)
    happened = [(one.operation, *one.operands, one.result) for one in log.events]
    assert happened == [
        ("NEW", None),
        ("ENQUEUE", 7, None),
        ("HEAD", 7),
        ("DEQUEUE", None),
    ]
    assert {repr(one.structure) for one in log.events} == {"queue 1"}
    assert log.events[1].data() == {
        "operation": "ENQUEUE",
        "name": "",
        "structure": "queue 1",
        "operands": [7],
        "result": None,
        "removed": None,
        "line": 2,
        "depth": 0,
    }
    assert log.events[3].data()["removed"] == 7


def test_a_function_defined_again_is_the_later_one() -> None:
    text = (
        "function F() return 1 end function function f() return 2 end function x ← F()"
    )
    assert run(text) == {"x": "2"}
    with pytest.raises(RunError, match="f is defined again"):
        run(text, strict=True)


def test_a_list_is_equal_to_a_vector() -> None:
    text = "new Vector v(2) v[1] ← 3 v[2] ← 4 x ← v = [3, 4] y ← [3, 4] ≠ [4, 3]"
    assert run(text + " z ← [v] = [[3, 4]]")["z"] == "TRUE"
    assert {run(text)[name] for name in "xy"} == {"TRUE"}


def test_a_list_of_vectors_copies_them() -> None:
    text = "new Vector v(1) v[1] ← 3 w ← [v, v] v[1] ← 4 w[1][1] ← 5 u ← [] u[1] ← v"
    assert run(text + " v[1] ← 6")["w"] == "((5), (3))"
    assert run(text + " v[1] ← 6")["u"] == "((4))"


@pytest.mark.parametrize(
    ("text", "value"),
    TABLES["exchanged"],
)  # fmt: skip
def test_operands_in_the_other_order_are_read_where_only_that_fits(
    text: str, value: str
) -> None:
    if value:
        assert run(text) == {"x": value}
        parsed, runner = parse(text), Runner()
        runner.run(parsed.program, parsed.source)
        assert "in the other order" in str(runner.machine.warnings[0])
    elif "insertAt" in text:
        assert run(text)["x"] == "((·), (·))"
    else:
        assert ": expected " in fault(text)


def test_a_loop_takes_its_step() -> None:
    text = "s ← 0 for {} do s ← 10 × s + i end for"
    for header, value in (
        ("i = 1 to 4 step 2", 13), ("i = 5 down to 1 by 2", 531), ("i in {1, 3}", 13),
        ("i = 4 to 1 step -3", 41), ("1 ≤ i < 5 step 2", 13), ("i in [7, 2]", 72),
    ):  # fmt: skip
        assert run(text.format(header))["s"] == str(value), header


def steps_of(body: str, store: Store = "copy") -> int:
    """The steps that a function with this body takes."""
    parsed = parse(f"function F() {body} end function")
    runner = Runner(store)
    runner.load(parsed.valid_program(), parsed.source)
    runner.call("F", [])
    return DEFAULT_MAX_STEPS - runner.machine.steps_left


@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 80, 8000])
def test_a_new_structure_and_a_copy_of_it_take_a_step_for_eight_elements(
    length: int,
) -> None:
    new = "new Vector v({})"
    kept = new + " new Vector w(1) w[1] ← v"
    eighths = length // 8
    assert steps_of(new.format(length)) == steps_of(new.format(0)) + eighths
    copied, shared = (steps_of(kept.format(length), how) for how in ("copy", "share"))
    assert copied == shared + 1 + eighths


@pytest.mark.parametrize(
    ("body", "longest"),
    [
        ("new Vector v({})", 36),
        ("new Vector v({}) new Stack s", 32),
        ("new Vector v({}) new Vector w(1) w[1] ← v", 13),
        ("new Vector w(26) for 1 ≤ i ≤ 99 do new Vector v({}) end for", 1),
    ],
)
def test_a_structure_in_use_counts_its_elements_and_four_more(
    body: str, longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = steps_of(body.format(longest))
    monkeypatch.setattr("pseudocode.running.machine.MAX_CELLS", 40)
    again = steps_of(body.format(longest))  # what is not in use any more is not counted
    assert again > steps if "for" in body else again == steps  # counting takes steps
    with pytest.raises(RunLimitError, match="more than 40 elements of structures"):
        steps_of(body.format(longest + 1))
