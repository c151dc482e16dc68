"""trace: what each step of a program shows."""

import json

import pytest

from pseudoku.cli import main
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


@pytest.mark.parametrize("word", ["--from", "--to"])
def test_trace_says_so_if_it_has_nothing_to_show(
    word: str, file: File, capsys: Captured
) -> None:
    functions = file("function F(a) return a end function")
    assert main(["trace", functions]) == 0
    assert "name a call with --call 'NAME(ARG, ...)'" in capsys.readouterr().err
    outside = {"--from": "99", "--to": "0"}[word]
    assert main(["trace", "PermuteVector", "2413", "1", word, outside]) == 0
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("note: the steps are 1 to 26: none from ")


def test_an_attempt_before_a_loop_does_not_show_the_variable_of_it(
    capsys: Captured,
) -> None:
    assert main(["trace", "PermuteVector", "2413", "1", "--level", "attempt"]) == 0
    lines = capsys.readouterr().out.splitlines()
    told = [line.split("    ", 1)[1] for line in lines if line.startswith("row = ")]
    assert told[:3] == ["p = 1", "p = 1    i = 1", "p = 1    i = 2"]


def test_trace_shows_listing_variables_and_structures(capsys: Captured) -> None:
    assert (
        main(["trace", "PermuteVector", "2413", "1", "--from", "12", "--to", "12"]) == 0
    )
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Step 12 of 26: ENQUEUE of q: 2 comes to the tail"
    assert [line for line in lines if line.startswith(">")] == [
        ">  18          ENQUEUE[HEAD[q], q]"
    ]
    assert "row = (2, 4, 1, 3)    p = 1    i = 4    k = 1" in lines
    assert "  tail                                            head" in lines
    assert "│   2   │ → │   3   │ → │   1   │ → │   4   │ → │   2   │" in lines
    assert "▲ arrives" in lines


def test_trace_draws_inner_vectors_and_stacks(capsys: Captured) -> None:
    assert main(["trace", "MakeVector", "2413", "--level", "call"]) == 0
    assert "│╎ 2 │ 4 │ 1 │ 3 ╎│" in capsys.readouterr().out
    assert main(["trace", "SearchStack", "stack<1 2>", "2", "--to", "2"]) == 0
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


def test_trace_json_has_the_beginning_and_every_change(capsys: Captured) -> None:
    assert main(["trace", "PermuteVector", "2413", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["initial"] == [[2, 4, 1, 3], 1]
    assert found["total"] == len(found["steps"]) == STEPS_OF_PERMUTING
    queue: list[int] = []
    for step in found["steps"]:  # the changes alone tell the queue's state
        event = step["event"]
        if event["operation"] == "ENQUEUE":
            queue.append(event["operands"][0])
        elif event["operation"] == "HEAD":
            assert event["result"] == queue[0]
        elif event["operation"] == "DEQUEUE":
            del queue[0]
        if "q" in step["variables"]:
            assert step["variables"]["q"] == {"queue": queue[::-1]}
    assert queue == []


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
    assert main(["trace", "-q", *words]) == 0
    return capsys.readouterr().out.splitlines()


def test_a_trace_counts_positions_as_the_function_it_shows(
    file: File, capsys: Captured
) -> None:
    words = [file(FROM_0), "--call", "F(2 4)", "--base", "0"]
    lines = traced(words, capsys)
    assert [line.split(": ", 1)[1] for line in lines if "STORE of" in line] == [
        "STORE of v: (2, 4) goes to element 0",
        "STORE of v: (2, 4) goes to element 1",
        "STORE of v[1]: 9 goes to element 0",
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
    assert lines.count("one and the same: row, v[0]") == 1
    assert lines.count("one and the same: row, v[0], v[1]") >= 3
    assert "STORE of row: 9 goes to element 0" in "\n".join(lines)
    assert main(["trace", *words, "--store", "share", "--json", "-q"]) == 0
    last = json.loads(capsys.readouterr().out)["steps"][-1]
    assert last["shared"] == [["row", "v[0]", "v[1]"]]


def test_an_array_is_drawn_from_position_0(file: File, capsys: Captured) -> None:
    path = file("new Vector v(1)\nnew Array a(2)\nv[1] ← v\na[1] ← 5")
    lines = traced([path, "--from", "4"], capsys)
    assert lines[0] == "Step 4 of 4: STORE of a: 5 goes to element 1"
    drawn = lines[lines.index("a:") + 1 :]
    assert drawn[0].split() == ["Element", "0", "Element", "1"]
    assert drawn[1] == "┌───────────┬▲──────────┐"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["MakeVector", "2413", "--base", "0"], "--base 0 is for a FILE"),
        (["MakeSoluton", "2413"], "did you mean MakeSolution?"),
        (["MakeSolution"], "MakeSolution with 0 arguments, expected MakeSolution(row)"),
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
