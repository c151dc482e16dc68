"""Why a run that reaches a limit does not end: the loop that goes on, and a reason."""

import json

import pytest

from pseudocode.tracing.endless import Turn, find_repeated_turn
from pseudocode.tracing.record import Step
from pseudoku.cli import main
from tests.pseudocode.files import Captured, File

LOOPS = {
    "a turn like an earlier one": (
        ["k ← 0", "while k < n do", "new Stack s", "PUSH[n, s]", "end while"],
        3,
        "does not end: turn 3 begins with the same values as turn 2.",
    ),
    "a queue that turns": (
        [
            "new Queue q",
            "for 1 ≤ i ≤ 3 do ENQUEUE[i, q]",
            "while not EMPTY[q] do",
            "n ← HEAD[q]",
            "DEQUEUE[q]",
            "ENQUEUE[n, q]",
            "end while",
        ],
        4,
        "does not end: turn 4 begins with the same values as turn 1.",
    ),
    "a condition that nothing changes": (
        ["k ← 0", "j ← 0", "while k < n do", "j ← j + 1", "end while"],
        4,
        "goes on: in 148 turns, nothing changes k or n in 'k < n'.",
    ),
    "a counter that moves away, around a loop that ends": (
        ["while n > 0 do", "j ← 0", "while j < 12 do", "j ← j + 1", "end while"]
        + ["n ← n + 1", "end while"],
        2,
        "goes on: in 11 turns, n never comes closer to 0: n is 3, 4, 5, 6, and so on.",
    ),
    "a counter that passes its limit": (
        ["k ← 0", "while k ≠ n do", "k ← k + 2", "end while"],
        3,
        "goes on: in 149 turns, k passes n without being equal: k is 0, 2, 4, 6, and "
        "so on.",
    ),
    "no variable in the condition": (
        ["while TRUE do", "n ← n + 1", "end while"],
        2,
        "goes on: its condition 'TRUE' has no variable.",
    ),
}


def traced(
    lines: list[str], file: File, capsys: Captured, *, steps: int = 20_000
) -> tuple[int, dict[str, object]]:
    text = "\n".join(["function F(n)", *lines, "return n", "end function"])
    words = ["--call", "F(3)", "--json", "-q", "--steps", str(steps)]
    status = main(["trace", file(text), *words])
    data: dict[str, object] = json.loads(capsys.readouterr().out)
    return status, data


@pytest.mark.parametrize("name", LOOPS)
def test_the_loop_that_goes_on_is_named_with_a_reason(
    name: str, file: File, capsys: Captured
) -> None:
    lines, line, text = LOOPS[name]
    status, data = traced(lines, file, capsys)
    assert status == 3 and data["total"] == 300
    endless = data["endless"]
    assert isinstance(endless, dict)
    text = f"The loop of line {line} {text}"
    assert (endless["line"], endless["text"]) == (line, text)
    assert data["summary"] == text
    if endless["proved"]:  # ten times the limit ends in the same loop
        assert traced(lines, file, capsys, steps=200_000)[1]["endless"] == endless


def test_calls_that_do_not_return_are_listed_with_their_arguments(
    file: File, capsys: Captured
) -> None:
    status, data = traced(["return F(n - 1)"], file, capsys)
    assert status == 3
    assert data["summary"] == (
        "No call has returned: F(2), F(1), F(0), F(-1), … are inside each other."
    )


def test_a_long_run_that_ends_has_its_first_steps_and_no_such_reason(
    file: File, capsys: Captured
) -> None:
    lines = ["k ← 0", "while k < 30000 do k ← k + 1"]
    status, data = traced(lines, file, capsys, steps=1_000_000)
    assert (status, data["total"], data["endless"]) == (3, 300, None)
    assert data["summary"] == "Error: in F: stopped after 50,000 recorded steps"


# Two loops in a line, and calls that have returned: the record shows no reason.
UNCLEAR = [
    [
        *(f"p{k} ← 0" for k in range(count)),
        "j ← 0",
        "while n < 30000 do whlie j < 2 do j ← j + 1 endwhile n ← n + 1 j ← 0 endwhile",
    ]
    for count in range(6)
]
UNCLEAR += [["if n < 0 then return 0", "return F(0 - n) + F(n)"]]


@pytest.mark.parametrize("lines", UNCLEAR)
def test_no_reason_is_given_that_the_record_does_not_show(
    lines: list[str], file: File, capsys: Captured
) -> None:
    status, data = traced(lines, file, capsys, steps=3000)
    assert (status, data["endless"]) == (3, None)


def test_equal_turns_are_a_proof_if_nothing_is_cut_and_their_steps_repeat() -> None:
    head = Step(2, "WHILE", "n > 0 is TRUE", [], None, [], "n > 0", "TRUE")
    one, other = (head._replace(line=line, operation="SET") for line in (3, 4))

    def reason(value: str, *steps: Step) -> str:
        turns = [
            Turn(number, head, {"n": value})
            for number, step in enumerate(steps, start=1)
            if step is head
        ]
        return find_repeated_turn(turns, [*steps])

    same = "turn 2 begins with the same values as turn 1"
    assert reason("'a'", head, one, head, one, head) == same
    assert reason("'a'", head, one, head, other, head) == ""
    assert reason("'a'", head, one, head, one) == ""
    assert reason(f"'{'a' * 197}...", head, one, head, one, head) == ""
