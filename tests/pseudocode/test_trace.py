"""trace: what each step of a program shows. More of it is in ``transcripts.txt``."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import vector_of
from pseudocode.running.values import Value, format_value
from pseudocode.tracing.endless import Turn, find_repeated_turn
from pseudocode.tracing.record import (
    MAX_DRAWN_CHARACTERS,
    MAX_PREVIEW_CHARACTERS,
    Step,
    format_state,
    name_structures,
    value_state,
)
from pseudoku.cli import main
from tests.pseudocode.files import Captured, File
from tests.pseudocode.run_pages import data_of, page_of

SEARCH = ["trace", "SearchStack", "1234", "3"]


def test_json_has_results_notes_and_events(file: File, capsys: Captured) -> None:
    path = file("new Stack s\nPUSH[1, s]\nx = TOP[s]")
    assert main(["run", path, "--json", "-q"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["results"] == {"s": {"stack": [1]}, "x": 1}
    assert [event["operation"] for event in found["events"]] == ["NEW", "PUSH", "TOP"]
    assert len(found["notes"]) == 1


@pytest.mark.nightly
def test_a_level_that_is_asked_for_is_shown_also_of_a_long_run(
    capsys: Captured,
) -> None:
    words = ["trace", "MakeSolution", "2413"]
    assert main(words) == 0
    attempts = capsys.readouterr().out
    assert main([*words, "--level", "round"]) == 0
    assert capsys.readouterr().out == attempts
    assert main([*words, "--level", "op"]) == 3
    assert capsys.readouterr().out.startswith("Step 1 of 10,835: ")


QUEUED = "new Queue q for 1 ≤ i ≤ 2000 do ENQUEUE[i, q] end for\n"
QUEUED += "for 1 ≤ i ≤ 2000 do DEQUEUE[q] end for"


@pytest.mark.parametrize(
    "words",
    [
        ["PermuteVector", "2413", "1"],
        pytest.param([], marks=pytest.mark.nightly),
    ],
)
def test_a_step_of_json_takes_250_bytes_at_most(
    words: list[str], file: File, capsys: Captured
) -> None:
    assert main(["trace", *(words or [file(QUEUED)]), "--json"]) == 0
    out = capsys.readouterr().out
    found = json.loads(out)
    assert len(out) < 250 * found["total"] + len(found["program"]) + 1000


class WatchedQueue(LinkedQueue[Value]):
    looked_at = 0

    def _contents(self) -> Iterator[Value]:
        for element in super()._contents():
            self.looked_at += 1
            yield element


def test_a_trace_looks_at_a_part_of_a_long_structure() -> None:
    queue = WatchedQueue()
    for k in range(20_000):
        queue.enqueue(k)
    assert format_state(value_state(queue)).startswith("queue<... ")
    assert format_value(queue, 100).startswith("queue<... ")
    assert [place.name for place in name_structures({"q": queue}, None)] == ["q"]
    assert queue.looked_at < 500


def queue_of(value: Value) -> LinkedQueue[Value]:
    queue = LinkedQueue[Value]()
    queue.enqueue(value)
    return queue


def stack_of(value: Value) -> ArrayStack[Value]:
    stack = ArrayStack[Value]()
    stack.push(value)
    return stack


@pytest.mark.parametrize("around", [vector_of, queue_of, stack_of])
def test_a_state_has_the_text_of_the_structure(
    around: Callable[[Value], Value],
) -> None:
    value: Value = 7
    for deep in range(1, 25):
        value = around(value)
        whole, state = format_value(value), format_state(value_state(value))
        assert whole.count("7") == (deep <= 21)
        assert state in (whole, format_value(value, MAX_PREVIEW_CHARACTERS))
        assert (state == whole) == (len(whole) <= MAX_DRAWN_CHARACTERS)


def test_an_element_is_lost_at_the_step_after_which_no_structure_has_it(
    file: File, capsys: Captured
) -> None:
    lines = ["while TOP[stack] ≠ item do", "POP[stack]", "end while", "POP[stack]"]
    text = "\n".join(["function SearchStack(stack, item)", *lines, "return stack"])
    words = ["--call", "SearchStack(1234, 3)", "--json", "-q"]
    assert main(["trace", file(f"{text}\nend function"), *words]) == 1
    data = json.loads(capsys.readouterr().out)
    [_, *body] = data["bodies"][-2]
    texts = [data["steps"][step][2] for step in body]
    found = [(texts[number - 1], one) for number, one in data["difference"]["lost"]]
    pop = "POP of stack: {} is removed at the top"
    assert found == [(pop.format(1), "1"), (pop.format(2), "2")]


def test_the_ending_of_the_output_decides_between_text_page_data_and_picture(
    tmp_path: Path, capsys: Captured
) -> None:
    outputs = {}
    for ending, options in ((".html", []), (".json", []), (".svg", ["--step", "6"])):
        path = tmp_path / f"out{ending}"
        assert main([*SEARCH, *options, "-o", str(path)]) == 0
        outputs[ending] = path.read_text("utf-8")
    page = page_of(SEARCH[1:], capsys)
    assert page == outputs[".html"]
    assert main([*SEARCH, "--json"]) == 0
    assert capsys.readouterr().out == outputs[".json"]
    found = json.loads(outputs[".json"])
    assert data_of(page) == found
    assert found["result"] == {"kind": "stack", "first": 1, "elements": [1, 2, 4]}
    picture = ElementTree.fromstring(outputs[".svg"])
    texts = [one.text for one in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert texts[:4] == [
        "TOP of stack: 1 is read",
        "Line 39: if TOP[stack] = item then",
        "item = 3, found = FALSE",
        "stack",
    ]
    assert {"1", "2", "3", "4", "○", "seen"} <= {*texts}


def test_a_folder_gets_the_picture_of_each_step(
    tmp_path: Path, capsys: Captured
) -> None:
    assert main([*SEARCH, "-o", f"{tmp_path}/new/"]) == 0
    written = sorted((tmp_path / "new").iterdir())
    assert [path.name for path in written] == [f"{n:03}.svg" for n in range(1, 42)]
    assert main([*SEARCH, "--step", "6", "-o", f"{tmp_path}/s.svg"]) == 0
    assert written[5].read_bytes() == (tmp_path / "s.svg").read_bytes()
    assert main([*SEARCH, "-o", f"{tmp_path}/new/"]) == 2
    assert f"{tmp_path}/new/ is not empty" in capsys.readouterr().err
    assert main([*SEARCH, "--from", "3", "--to", "4", "-o", f"{tmp_path}/two/"]) == 0
    names = {path.name for path in (tmp_path / "two").iterdir()}
    assert names == {"003.svg", "004.svg"}


def test_json_has_a_step_for_each_line_that_cannot_be_read(
    file: File, capsys: Captured
) -> None:
    text = "function F(x)\n  put x there\n  return\n  what now\nend function"
    assert main(["trace", file(text), "--json", "--call", "F()"]) == 2
    out, err = capsys.readouterr()
    data = json.loads(out)
    lines = [(line, operation) for line, operation, *_ in data["steps"]]
    assert lines == [(2, "UNREAD"), (4, "UNREAD")]
    assert data["bodies"] == [[0, 0, 1]] and data["total"] == err.count("error:")
    assert "\n".join(data["listings"][0]["lines"]) == text == data["program"]


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
