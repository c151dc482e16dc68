"""What a program does when it runs: the module's semantics, limits, messages."""

import pytest

from pseudocode.reading.source import RunError, RunLimitError
from pseudocode.running.machine import DEFAULT_MAX_STEPS, Log, Store
from pseudocode.running.runner import Runner
from pseudoku.reference import parse
from tests.pseudocode.runs import fault, run
from tests.pseudocode.texts import TABLES


@pytest.mark.parametrize(("text", "mode", "result"), TABLES["runs"])
def test_a_program_leaves_its_values_or_says_what_goes_wrong(
    text: str, mode: str, result: str
) -> None:
    store: Store = "share" if mode == "share" else "copy"
    try:
        values = run(text, store, int(mode != "from 0"), mode == "strict")
    except RunError as error:
        assert str(error).partition(": ")[2] == result
    else:
        assert (
            ", ".join(f"{name} = {value}" for name, value in values.items()) == result
        )


@pytest.mark.parametrize(("expression", "value"), TABLES["values"])
def test_an_expression_has_its_value(expression: str, value: str) -> None:
    assert run(f"x ← {expression}") == {"x": value}


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


@pytest.mark.parametrize(("text", "value"), TABLES["exchanged"])
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
