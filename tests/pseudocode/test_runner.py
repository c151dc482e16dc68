"""What a program does when it runs: the module's semantics, limits, messages."""

import pytest

from pseudocode.reading.source import RunError, RunLimitError
from pseudocode.running.machine import Log, Store
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
    events = [event.data() for event in log.events]
    keys = "operation", "name", "operands", "result", "removed", "line"
    assert [tuple(event[key] for key in keys) for event in events] == [
        ("NEW", "q", [], None, None, 1),
        ("ENQUEUE", "", [7], None, None, 2),
        ("HEAD", "", [], 7, None, 3),
        ("DEQUEUE", "", [], None, 7, 3),
    ]
    places = {(event["structure"], event["depth"]) for event in events}
    assert places == {("queue 1", 0)}


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


@pytest.mark.parametrize(("text", "message"), TABLES["faults"])
def test_a_fault_names_its_place_and_the_values(text: str, message: str) -> None:
    assert fault(text) == message


@pytest.mark.parametrize(("text", "message"), TABLES["limits"])
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
