"""trace: what each step of a program shows."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from adt.queue import LinkedQueue
from adt.show.states import structure_state
from adt.stack import ArrayStack
from adt.vector import vector_of
from pseudocode.running.values import Value, format_value
from pseudocode.tracing.record import (
    MAX_DRAWN_CHARACTERS,
    MAX_PREVIEW_CHARACTERS,
    format_state,
    name_structures,
    value_state,
)
from pseudoku.cli import main
from tests.pseudocode.files import Captured, File
from tests.pseudocode.run_pages import data_of, page_of


def test_json_has_results_notes_and_events(file: File, capsys: Captured) -> None:
    assert (
        main(["run", file("new Stack s\nPUSH[1, s]\nx = TOP[s]"), "--json", "-q"]) == 0
    )
    found = json.loads(capsys.readouterr().out)
    assert found["results"] == {"s": {"stack": [1]}, "x": 1}
    assert [event["operation"] for event in found["events"]] == ["NEW", "PUSH", "TOP"]
    assert len(found["notes"]) == 1


def test_trace_says_so_if_it_has_nothing_to_show(file: File, capsys: Captured) -> None:
    functions = file("function F(a) return a end function")
    assert main(["trace", functions]) == 0
    assert "add --call 'NAME(ARG, ...)'" in capsys.readouterr().err


def test_a_round_shows_what_a_turn_of_a_loop_changed(capsys: Captured) -> None:
    words = ["PermuteVector", "2413", "1", "--level", "round"]
    assert main(["trace", *words]) == 0
    told = capsys.readouterr().out
    assert (
        "Round 7 of 12: k = 1\n    q was 2 4 1 3 (head first), is 4 1 3 2\n"
        "Round 8 of 12: i = 1\n    row was (2, 4, 1, 3), is (4, 4, 1, 3)\n"
        "    q was 4 1 3 2 (head first), is 1 3 2\n"
    ) in told


@pytest.mark.parametrize(("wanted", "lost"), [(1, False), (2, True)])
def test_what_a_condition_decided_to_remove_is_not_lost(
    wanted: int, lost: bool, file: File, capsys: Captured
) -> None:
    turn = f"if POP[s] = {wanted} then\n x ← 3\nend if\n"
    path = file(f"new Stack s\nPUSH[1, s]\nfor 1 ≤ i ≤ 1 do\n{turn}end for")
    assert main(["trace", path, "--level", "round"]) == 0
    assert ("\n    1 is lost\n" in capsys.readouterr().out) == lost


def test_an_inner_loop_without_a_turn_does_not_end_the_loop_around_it(
    file: File, capsys: Captured
) -> None:
    inner = "while EMPTY[q] = FALSE do\nDEQUEUE[q]\nend while\n"
    path = file(f"new Queue q\nfor 1 ≤ i ≤ 2 do\nn ← i\n{inner}break\nend for")
    assert main(["trace", path, "--level", "round"]) == 0
    assert capsys.readouterr().out.endswith("Round 2 of 2: i = 1\n    n is 1\n")


def test_trace_shows_listing_variables_and_structures(capsys: Captured) -> None:
    assert main(["trace", "PermuteVector", "2413", "1", "--step", "19", "--full"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Step 19 of 39: ENQUEUE of q: 2 is added at the tail"
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
    assert main(["trace", "PermuteVector", "2413", "1", "--from", "18"]) == 0
    steps = capsys.readouterr().out.split("\n\n")
    assert steps[1:4] == [
        "Step 19 of 39: ENQUEUE of q: 2 is added at the tail\nq = queue<2 3 1 4 2>",
        "Step 20 of 39: DEQUEUE of q: 2 is removed at the head\n"
        "   18          ENQUEUE[HEAD[q], q]\n"
        ">  19          DEQUEUE[q]\n"
        "   20      end for\n"
        "q = queue<2 3 1 4>",
        "Step 21 of 39: No k is left\n"
        "   16      end for\n"
        ">  17      for 1 ≤ k ≤ p do\n"
        "   18          ENQUEUE[HEAD[q], q]",
    ]
    assert steps[0].endswith(
        "\nrow = (2, 4, 1, 3)    p = 1    q = queue<3 1 4 2>    i = 4    k = 1"
    )


def test_a_long_run_is_shown_by_its_31_attempts(capsys: Captured) -> None:
    assert main(["trace", "MakeSolution", "2413"]) == 0
    out, err = capsys.readouterr()
    told = "10,835 steps; these are the attempts; see --level"
    assert err == f"note: {told}\n" and out.count("\n") < 200
    lines = out.splitlines()
    attempts = [line for line in lines if line.startswith("Attempt")]
    assert len(attempts) == 31
    assert attempts[-1] == "Attempt 31 of 31: x = 1, y = 3, z = 2"
    assert lines[-2:] == ["    CheckGrids gives TRUE", "    ColChecks gives TRUE"]
    assert sum(line.startswith("    CheckGrids gives ") for line in lines) == 31


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


def test_a_trace_in_words_has_no_drawing(capsys: Captured) -> None:
    words = ["trace", "PermuteVector", "2413", "1", "--step", "20", "--words"]
    assert main(words) == 0
    assert capsys.readouterr().out == (
        "Step 20 of 39: DEQUEUE of q: 2 is removed at the head\n"
        ">  19          DEQUEUE[q]\n"
        "row = (2, 4, 1, 3)    p = 1    i = 4    k = 1\n"
        "q: Queue, tail first: 2, 3, 1, 4, 2 (leaves).\n\n"
    )


def test_trace_draws_inner_vectors_and_stacks(capsys: Captured) -> None:
    assert main(["trace", "MakeVector", "2413", "--level", "call", "--full"]) == 0
    assert "│╎ 2 │ 4 │ 1 │ 3 ╎│" in capsys.readouterr().out
    assert main(["trace", "SearchStack", "stack<1 2>", "2", "--to", "2", "--full"]) == 0
    assert "top → │ 1 │ 2 │" in capsys.readouterr().out


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


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["MakeSolution", "2413"], marks=pytest.mark.slow),
        ["PermuteVector", "2413", "1"],
        [QUEUED],
    ],
)
def test_a_step_of_json_takes_250_bytes_at_most(
    words: list[str], file: File, capsys: Captured
) -> None:
    if words == [QUEUED]:
        words = [file(QUEUED)]
    assert main(["trace", *words, "--json"]) == 0
    out = capsys.readouterr().out
    found = json.loads(out)
    assert len(out) < 250 * found["total"] + len(found["program"]) + 1000


def test_trace_json_is_what_a_page_contains(capsys: Captured) -> None:
    assert main(["trace", "PermuteVector", "2413", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["result"] == structure_state(vector_of(4, 1, 3, 2))
    page = page_of(["PermuteVector", "2413", "1"], capsys)
    assert data_of(page) == found


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
@pytest.mark.parametrize("deep", range(1, 25))
def test_a_state_has_the_text_of_the_structure(
    deep: int, around: Callable[[Value], Value]
) -> None:
    value: Value = 7
    for _ in range(deep):
        value = around(value)
    assert format_value(value).count("7") == (deep <= 21)
    assert format_state(value_state(value)) in (
        format_value(value),
        format_value(value, MAX_PREVIEW_CHARACTERS),
    )
    assert (format_state(value_state(value)) == format_value(value)) == (
        len(format_value(value)) <= MAX_DRAWN_CHARACTERS
    )


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
        "Step 1 of 2: NEW of s: it is empty\n>   1  new Stack s"
    )
    assert (
        "Step 2 of 2: POP of an empty stack\n    1  new Stack s\n✕   2" in captured.out
    )
    assert captured.err == f"pseudoku trace: error: {path}:2:1: POP of an empty stack\n"
    assert main(["trace", path, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["total"], found["error"]) == (2, "line 2: POP of an empty stack")


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
    assert ["Element", "1", "Element", "2"] not in labels
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
    assert lines.count("the same structure: row, v[0]") == 2
    assert lines.count("the same structure: row, v[0], v[1]") >= 3
    assert "STORE of row: 9 is stored in element 0" in "\n".join(lines)
    assert main(["trace", *words, "--store", "share", "--json", "-q"]) == 0
    last = json.loads(capsys.readouterr().out)["steps"][-1]
    assert last[-1] == [["row", "v[0]", "v[1]"]]


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
        (["MakeVector", "2413", "--step", "2", "--to", "3"], "not work with --from"),
        (["MakeVector", "2413", "--step", "99"], "expected 1 to 12"),
        (["MakeVector", "2413", "--step", "2", "--json"], "not work with --from"),
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
    words = ["trace", "SearchStack", "1234", "3"]
    outputs = {}
    for ending, options in ((".html", []), (".json", []), (".svg", ["--step", "6"])):
        path = tmp_path / f"out{ending}"
        assert main([*words, *options, "-o", str(path)]) == 0
        outputs[ending] = path.read_text("utf-8")
    assert main(["walkthrough", *words[1:]]) == 0
    assert capsys.readouterr().out == outputs[".html"]
    assert main([*words, "--json"]) == 0
    assert capsys.readouterr().out == outputs[".json"]
    picture = ElementTree.fromstring(outputs[".svg"])
    texts = [
        element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")
    ]
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
    words = ["trace", "SearchStack", "1234", "3"]
    assert main([*words, "-o", f"{tmp_path}/new/"]) == 0
    written = sorted((tmp_path / "new").iterdir())
    assert [path.name for path in written] == [f"{n:03}.svg" for n in range(1, 42)]
    assert main([*words, "--step", "6", "-o", f"{tmp_path}/s.svg"]) == 0
    assert written[5].read_bytes() == (tmp_path / "s.svg").read_bytes()
    assert main([*words, "-o", f"{tmp_path}/new/"]) == 2
    assert f"{tmp_path}/new/ is not empty" in capsys.readouterr().err
    assert main([*words, "--from", "3", "--to", "4", "-o", f"{tmp_path}/two/"]) == 0
    assert {path.name for path in (tmp_path / "two").iterdir()} == {
        "003.svg",
        "004.svg",
    }


def test_json_has_a_step_for_each_line_that_cannot_be_read(
    file: Callable[[str], str], capsys: Captured
) -> None:
    text = "function F(x)\n  put x there\n  return\n  what now\nend function"
    assert main(["trace", file(text), "--json", "--call", "F()"]) == 2
    out, err = capsys.readouterr()
    data = json.loads(out)
    lines = [(line, operation) for line, operation, *_ in data["steps"]]
    assert lines == [(2, "UNREAD"), (4, "UNREAD")]
    assert data["bodies"] == [[0, 0, 1]] and data["total"] == err.count("error:")
    assert "\n".join(data["listings"][0]["lines"]) == text == data["program"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("-o x./ --json", "--json writes a file; a folder gets pictures of the steps"),
        ("-o x./ --level op", "--level is for text; it does not work with a folder"),
        ("-o x.svg", "an SVG shows one step; write --step N"),
        ("-o x.svg --step 99", "--step 99; expected 1 to 41"),
        ("-o x.html --step 3", ".html has the whole run; it does not work with --from"),
        ("-o x.svg --step 3 --words", "--words is for text; it does not work with"),
        ("-o x.png --step 3", "x.png ends with .png; expected .svg"),
    ],
)
def test_an_output_that_cannot_show_the_steps_is_refused(
    options: str, expected: str, tmp_path: Path, capsys: Captured
) -> None:
    words = options.replace("x.", f"{tmp_path}/x.").split()
    assert main(["trace", "SearchStack", "1234", "3", *words]) == 2
    assert expected.replace("x.", f"{tmp_path}/x.") in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]
