"""trace: what each step of a program shows."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict
from xml.etree import ElementTree

import pytest

from adt.queue import LinkedQueue
from pseudoku.cli import main, programs
from pseudoku.pseudocode.reading.parser import parse
from pseudoku.pseudocode.running.machine import Event, Store
from pseudoku.pseudocode.running.runner import Runner
from pseudoku.pseudocode.running.values import Plain, Value, plain, show
from pseudoku.pseudocode.tracing.pictures import state_of
from pseudoku.pseudocode.tracing.steps import (
    Level,
    Recorder,
    Shown,
    Step,
    Tracer,
)
from pseudoku.reference import reference
from tests.pseudoku.pseudocode_files import Captured, File

STEPS_OF_PERMUTING = 26  # 9 of a queue for each of 4, less one SELECT; see the listing


def test_json_has_results_notes_and_events(file: File, capsys: Captured) -> None:
    assert (
        main(["run", file("new Stack s\nPUSH[1, s]\nx = TOP[s]"), "--json", "-q"]) == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert found["results"] == {"s": {"stack": [1]}, "x": 1}
    assert [event["operation"] for event in found["events"]] == ["NEW", "PUSH", "TOP"]
    assert len(found["notes"]) == 1


def test_trace_says_so_if_it_has_nothing_to_show(
    file: File, capsys: Captured
) -> None:
    functions = file("function F(a) return a end function")
    assert main(["trace", functions]) == 0
    assert "add --call 'NAME(ARG, ...)'" in capsys.readouterr().err


def test_an_attempt_before_a_loop_does_not_show_the_variable_of_it(
    capsys: Captured,
) -> None:
    assert (
        main(["trace", "PermuteVector", "2413", "1", "--level", "attempt", "--full"])
        == 0
    )
    lines = capsys.readouterr().out.splitlines()
    told = [line.split("    ", 1)[1] for line in lines if line.startswith("row = ")]
    assert told[:3] == ["p = 1", "p = 1    i = 1", "p = 1    i = 2"]


def test_trace_shows_listing_variables_and_structures(capsys: Captured) -> None:
    assert main(["trace", "PermuteVector", "2413", "1", "--step", "12", "--full"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Step 12 of 26: ENQUEUE of q: 2 is added at the tail"
    assert [line for line in lines if line.startswith(">")] == [
        ">  18          ENQUEUE[HEAD[q], q]"
    ]
    assert "row = (2, 4, 1, 3)    p = 1    i = 4    k = 1" in lines
    assert "  tail                                            head" in lines
    assert "│   2   │ → │   3   │ → │   1   │ → │   4   │ → │   2   │" in lines
    assert "▲ arrives" in lines


def test_a_short_trace_shows_what_changed_and_the_lines_around(
    capsys: Captured,
) -> None:
    assert main(["trace", "PermuteVector", "2413", "1", "--from", "11"]) == 0
    steps = capsys.readouterr().out.split("\n\n")
    assert steps[1:4] == [
        "Step 12 of 26: ENQUEUE of q: 2 is added at the tail\nq = queue<2 3 1 4 2>",
        "Step 13 of 26: DEQUEUE of q: 2 is removed at the head\n"
        "   18          ENQUEUE[HEAD[q], q]\n"
        ">  19          DEQUEUE[q]\n"
        "   20      end for\n"
        "q = queue<2 3 1 4>",
        "Step 14 of 26: HEAD of q: 4 is read\n"
        "   21      for 1 ≤ i ≤ 4 do\n"
        ">  22          row[i] ← HEAD[q]\n"
        "   23          DEQUEUE[q]\n"
        "i = 1",
    ]
    assert steps[0].endswith(
        "\nrow = (2, 4, 1, 3)    p = 1    q = queue<3 1 4 2>    i = 4    k = 1"
    )


def test_a_long_run_is_shown_by_attempts(capsys: Captured) -> None:
    assert main(["trace", "MakeSolution", "2413"]) == 0
    out, err = capsys.readouterr()
    told = "6,193 operations and calls; these are the attempts; see --level"
    assert err == f"note: {told}\n"
    assert main(["trace", "MakeSolution", "2413", "--level", "attempt"]) == 0
    assert capsys.readouterr().out == out and out.count("\n") < 200
    assert main(["trace", "MakeSolution", "2413", "--level", "op"]) == 3
    assert capsys.readouterr().out.startswith("Step 1 of 6193: ")


def test_a_trace_in_words_has_no_drawing(capsys: Captured) -> None:
    words = ["trace", "PermuteVector", "2413", "1", "--step", "13", "--words"]
    assert main(words) == 0
    assert capsys.readouterr().out == (
        "Step 13 of 26: DEQUEUE of q: 2 is removed at the head\n"
        ">  19          DEQUEUE[q]\n"
        "row = (2, 4, 1, 3)    p = 1    i = 4    k = 1\n"
        "q: Queue, tail first: 2, 3, 1, 4, 2 (leaves).\n\n"
    )


def test_a_step_is_drawn_in_svg(file: File, tmp_path: Path, capsys: Captured) -> None:
    hostile = file('new Queue q\nENQUEUE["<b>&", q]\nnew Vector v(99)')
    for words, parts in (
        (["PermuteVector", "2413", "1", "--step", "13"], ["2, 3, 1, 4, 2 (leaves)"]),
        ([hostile, "--step", "2"], [">&lt;b&gt;&amp;<"]),
        ([hostile, "--step", "3"], ["v: (·, ·, ", "is too large to draw</text>"]),
        (
            ["MakeSolution", "2413", "--step", "31", "--level", "attempt"],
            ["Attempt 31 of 31: x = 1", "puzzle:", ">Element 4<"],
        ),
    ):
        path = tmp_path / "step.svg"
        assert main(["trace", *words, "--svg", str(path)]) == 0
        drawn = path.read_text("utf-8")
        assert ElementTree.fromstring(drawn).tag.endswith("svg")
        for part in parts:
            assert part in drawn
    assert capsys.readouterr().out == ""


def test_trace_draws_inner_vectors_and_stacks(capsys: Captured) -> None:
    assert main(["trace", "MakeVector", "2413", "--level", "call", "--full"]) == 0
    assert "│╎ 2 │ 4 │ 1 │ 3 ╎│" in capsys.readouterr().out
    assert main(["trace", "SearchStack", "stack<1 2>", "2", "--to", "2", "--full"]) == 0
    assert "top → │ 1 │ 2 │" in capsys.readouterr().out


def test_trace_by_attempts_shows_the_31_candidates(capsys: Captured) -> None:
    assert main(["trace", "MakeSolution", "2413", "--level", "attempt"]) == 0
    lines = capsys.readouterr().out.splitlines()
    attempts = [line for line in lines if line.startswith("Attempt")]
    assert len(attempts) == 31
    assert attempts[-1] == "Attempt 31 of 31: x = 1, y = 3, z = 2"
    assert lines[-2:] == ["    CheckGrids gives TRUE", "    ColChecks gives TRUE"]
    assert (
        lines.count("    CheckGrids gives TRUE")
        + lines.count("    CheckGrids gives FALSE")
        == 31
    )


class EventData(TypedDict, total=False):
    operation: str
    structure: str
    operands: list[Shown]


class Data(TypedDict, total=False):
    """A step as a reader of the JSON knows it."""

    event: EventData
    depth: int
    variables: dict[str, Shown]
    gone: list[str]
    structures: dict[str, list[Shown]]


class Replay:
    """Puts the steps of `trace --json` together by the rules in the docs."""

    def __init__(self) -> None:
        self.frames: list[dict[str, Shown]] = []
        self.held: dict[str, list[Shown]] = {}

    def step(self, data: Data) -> dict[str, Plain]:
        """The variables after the step, with their structures in full."""
        fresh = data.get("structures", {})
        self.held |= fresh
        if "structure" in data["event"] and data["event"]["structure"] not in fresh:
            self.change(data["event"])
        if "depth" in data:
            del self.frames[data["depth"] :]
            self.frames += [{} for _ in range(data["depth"] - len(self.frames))]
        if not self.frames:
            return {}
        self.frames[-1] |= data.get("variables", {})
        for name in data.get("gone", []):
            del self.frames[-1][name]
        return {name: self.full(value) for name, value in self.frames[-1].items()}

    def change(self, event: EventData) -> None:
        held = self.held[event["structure"]]
        match event["operation"], event.get("operands", []):
            case "ENQUEUE" | "PUSH", [element]:
                held.insert(0, element)
            case "DEQUEUE", _:
                del held[-1]
            case "POP", _:
                del held[0]
            case "STORE", [int(k), element]:
                held[k - 1 : k] = [element]
            case "INSERTAT", [int(k), element]:
                held.insert(k - 1, element)
            case "REMOVEAT", [int(k)]:
                del held[k - 1]

    def full(self, value: Shown) -> Plain:
        if not isinstance(value, dict):
            return value
        name = value["structure"]
        inner = [self.full(one) for one in self.held[name]]
        kind = name.split()[0]
        return {kind: inner} if kind in ("queue", "stack") else inner


MIXED = """
new Stack s new Vector v(2) new DynamicArray d new Vector p(2)
for 1 ≤ i ≤ 5 do
  PUSH[i, s] d[i] ← i v[1] ← i p[2] ← v p[2][2] ← "vector 1" PUSH[v, s]
  insertAt[1, TRUE, d] v[1] ← 1 v[1] ← TRUE x ← POP[s] removeAt[2, d] y ← F(p, d)
end for
function F(p, d)
  if LENGTH[d] < 5 then d[LENGTH[d] + 1] ← 0.5 d[1] ← FALSE x ← F(p, d) end if
  new Queue q ENQUEUE[p[2], q] ENQUEUE[d, q] z ← DEQUEUE[q]
  return q
end function
"""
QUEUED = "new Queue q for 1 ≤ i ≤ 2000 do ENQUEUE[i, q] end for\n"
QUEUED += "for 1 ≤ i ≤ 2000 do DEQUEUE[q] end for"


@pytest.mark.parametrize("level", ["op", "call", "attempt"])
@pytest.mark.parametrize("store", ["copy", "share"])
@pytest.mark.parametrize(
    "call",
    ["", pytest.param("MakeSolution(2 4 1 3)", marks=pytest.mark.slow)],
)
def test_the_changes_in_json_give_every_variable_at_every_step(
    level: Level, store: Store, call: str
) -> None:
    parsed = parse(MIXED) if not call else reference()
    replay = Replay()

    def show(step: Step) -> None:
        data: Data = json.loads(json.dumps(recorder.data(step)))
        expected = {name: plain(value) for name, value in step.variables.items()}
        assert json.dumps(replay.step(data), sort_keys=True) == json.dumps(
            expected, sort_keys=True
        )

    runner = Runner(store)
    tracer = Tracer(level, show, runner, 1 if call else 0)
    recorder = Recorder(tracer.log)
    runner.load(parsed.checked(), parsed.source)
    if call:
        runner.call(*programs.read_call(parsed, call))
    else:
        runner.run(parsed.program, parsed.source)
    tracer.end_attempt()
    assert tracer.count > 5


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["MakeSolution", "2413"], marks=pytest.mark.slow),
        ["PermuteVector", "2413", "1"],
        [QUEUED],
    ],
)
def test_a_step_of_json_takes_200_bytes_at_most(
    words: list[str], file: File, capsys: Captured
) -> None:
    if words == [QUEUED]:
        words = [file(QUEUED)]
    assert main(["trace", *words, "--json"]) == 0
    out = capsys.readouterr().out
    found = json.loads(out)
    assert found["total"] == len(found["steps"])
    assert len(out) < 200 * found["total"] + len(found["program"]) + 1000


def test_trace_json_has_the_beginning(capsys: Captured) -> None:
    assert main(["trace", "PermuteVector", "2413", "1", "--json", "--from", "4"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["initial"] == [[2, 4, 1, 3], 1]
    assert found["total"] == len(found["steps"]) + 3 == STEPS_OF_PERMUTING
    assert found["steps"][0]["structures"]["queue 2"] == [2]


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
    assert str(state_of(queue)).startswith("queue<... ")
    assert show(queue, 100).startswith("queue<... ")
    event = Event("EMPTY", "", None, (), None, None, 1, 0)
    step = Step(1, event, None, {"q": queue}, 1, [], [])
    assert [place.name for place in step.places()] == ["q"]
    assert queue.looked_at < 500


@pytest.mark.parametrize("form", ["--full", "--words", "--json"])
def test_a_structure_inside_itself_is_too_large_to_draw(
    form: str, file: File, capsys: Captured
) -> None:
    path = file("new Queue q\nENQUEUE[q, q]\nENQUEUE[1, q]")
    assert main(["trace", path, form]) == 0
    assert ("q: queue<1 queue<" in capsys.readouterr().out) == (form != "--json")


def test_trace_of_a_file_shows_the_steps_before_a_fault(
    file: File, capsys: Captured
) -> None:
    path = file("new Stack s\nPOP[s]\n")
    assert main(["trace", path]) == 1
    captured = capsys.readouterr()
    assert captured.out.startswith(
        "Step 1 of 1: NEW of s: it is empty\n>   1  new Stack s"
    )
    assert captured.err == f"pseudoku trace: error: {path}:2:1: POP of an empty stack\n"


def test_trace_of_a_call_in_a_file(file: File, capsys: Captured) -> None:
    path = file("function F(v)\n  return LENGTH[v]\nend function\n")
    assert main(["trace", path, "--call", "F(1 2 3)", "--level", "op"]) == 0
    out = capsys.readouterr().out
    assert "Step 2 of 3: LENGTH of v: 3\n     1  function F(v)\n>   2" not in out
    assert "Step 2 of 3: LENGTH of v: 3\n    1  function F(v)\n>   2" in out


FROM_0 = """
function F(row)
  new Vector v(2)
  for 0 ≤ i < 2 do
    v[i] ← row
  end for
  v[1][0] ← 9
  return PermuteVector(v[1], 0)
end function
"""


def traced(words: list[str], capsys: Captured) -> list[str]:
    assert main(["trace", "-q", "--full", *words]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_trace_counts_positions_as_the_function_it_shows(
    file: File, capsys: Captured
) -> None:
    words = [file(FROM_0), "--call", "F(2 4)", "--base", "0"]
    lines = traced(words, capsys)
    assert [line.split(": ", 1)[1] for line in lines if "STORE of" in line] == [
        "STORE of v: (2, 4) is stored in element 0",
        "STORE of v: (2, 4) is stored in element 1",
        "STORE of v[1]: 9 is stored in element 0",
    ]
    labels = [line.split() for line in lines if "Element" in line]
    assert ["Element", "0", "Element", "1"] in labels
    assert not any(line.endswith("2") for line in lines if "Element" in line)
    assert "┌▲──────────┬───────────┐" in lines
    # The reference's function counts from 1 also where it stands in for one.
    text = FROM_0.replace(
        "PermuteVector(v[1], 0)", "PermuteVector(PermuteVector(row, 0), 1)"
    )
    text = text.replace("Vector v(2)", "Vector v(4)")
    lines = traced([file(text), "--call", "F(2 4 1 3)", "--base", "0"], capsys)
    assert "SELECT of row: element 4 is read" in "\n".join(lines)


def test_a_trace_tells_which_names_mean_one_vector(
    file: File, capsys: Captured
) -> None:
    words = [file(FROM_0), "--call", "F(2 4)", "--base", "0"]
    assert not [line for line in traced(words, capsys) if "same" in line]
    lines = traced([*words, "--store", "share"], capsys)
    assert lines.count("the same structure: row, v[0]") == 1
    assert lines.count("the same structure: row, v[0], v[1]") >= 3
    assert "STORE of row: 9 is stored in element 0" in "\n".join(lines)
    assert main(["trace", *words, "--store", "share", "--json", "-q"]) == 0
    last = json.loads(capsys.readouterr().out)["steps"][-1]
    assert last["shared"] == [["row", "v[0]", "v[1]"]]


def test_an_array_is_drawn_from_position_0(file: File, capsys: Captured) -> None:
    path = file("new Vector v(1)\nnew Array a(2)\nv[1] ← v\na[1] ← 5")
    lines = traced([path, "--from", "4"], capsys)
    assert lines[0] == "Step 4 of 4: STORE of a: 5 is stored in element 1"
    drawn = lines[lines.index("a:") + 1 :]
    assert drawn[0].split() == ["Element", "0", "Element", "1"]
    assert drawn[1] == "┌───────────┬▲──────────┐"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["MakeVector", "2413", "--base", "0"], "--base 0 works only with FILE"),
        (["MakeSoluton", "2413"], "did you mean MakeSolution?"),
        (["MakeVector", "2413", "--svg", "x.svg"], "only with --step N"),
        (["MakeVector", "2413", "--step", "2", "--to", "3"], "not work with --from"),
        (["MakeVector", "2413", "--step", "8", "--svg", "x"], "expected 1 to 7"),
        (["MakeVector", "2413", "--step", "2", "--svg", "x", "--json"], "not work with --json"),
        (["MakeSolution"], "0 arguments; expected MakeSolution(row)"),
        (["MakeSolution", "x"], "argument 'x'; expected a row such as 2413"),
    ],
)
def test_trace_refuses_in_one_line(
    words: list[str], message: str, capsys: Captured
) -> None:
    assert main(["trace", *words]) in (1, 2)
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1
    assert message in captured.err
