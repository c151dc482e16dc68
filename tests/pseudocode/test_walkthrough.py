"""walkthrough: the page of a run holds each step, is small, and escapes everything."""

from pathlib import Path

import pytest

from pseudocode.running.machine import Store
from pseudoku.cli import main, trace
from pseudoku.reference import reference
from tests.pseudocode.files import Captured, File
from tests.pseudocode.run_pages import Replay, data_of, expected, page_of, program
from tests.pseudocode.test_trace import FROM_0, MIXED

ALIASES = """
function F(p)
  new Vector v(2) v[1] ← p new Queue q ENQUEUE[p, q]
  x ← G(v[1], q) p ← 3 x ← G(v[1], q)
  new Stack p PUSH[1, p]
  return v
end function
function G(w, q)
  w[1] ← LENGTH[w] + 7 w ← HEAD[q] w[2] ← 5 new Vector w(1)
  MakeVector(w)[1][1] ← 2
  return w
end function
"""
CALLS = {
    "PermuteVector(2 4 1 3, 3)": "",
    "SearchStack(1234, 3)": "",
    "F(2 4 1 3)": ALIASES,
    "": MIXED,
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("store", ["copy", "share"])
@pytest.mark.parametrize("call", CALLS)
def test_the_page_has_the_variables_of_every_call_at_each_step(
    call: str, store: Store, file: File, capsys: Captured
) -> None:
    text = CALLS[call] or "x ← 1"
    words = [file(text), "--call", call] if call else [file(text)]
    data = data_of(page_of([*words, "--store", store], capsys))
    replay = Replay(data)
    steps = expected(program(text), call, store)
    for step, (line, operation, frames) in zip(replay.steps(), steps, strict=True):
        if operation == "GIVE":
            operation = "RETURN"
        assert step[1] == operation
        assert operation in ("CALL", "RETURN") or step[0] == line
        assert replay.frames[bool(call) :] == frames


@pytest.mark.nightly
def test_the_page_of_make_solution(capsys: Captured) -> None:
    page = page_of(["MakeSolution", "2413"], capsys)
    assert len(page.encode()) <= 250_000
    data = data_of(page)
    replay = Replay(data)
    steps = expected(reference(), "MakeSolution(2 4 1 3)")
    clashes = {turn["end"]: turn.get("clash") for turn in data["rounds"]}
    for step, (_, operation, frames) in zip(replay.steps(), steps, strict=True):
        assert replay.frames[1:] == frames
    assert (
        "x = 0, y = 0, z = 2: CheckGrids gives FALSE, 2 twice in sub-grid 1\n" in page
    )
    assert clashes[data["rounds"][2]["end"]] == ["puzzle", [1, 1], [2, 1]]
    assert "x = 1, y = 3, z = 2: CheckGrids gives TRUE, ColChecks gives TRUE\n" in page
    assert f"31 attempts, {data['total']:,} steps." in page
    assert page == page_of(["MakeSolution", "2413"], capsys)


@pytest.mark.parametrize(
    "words",
    [["PermuteVector", "2413", "1"], ["ColChecks", "4132/3241/1324/2413"]],
)
def test_the_page_of_one_function_is_small(words: list[str], capsys: Captured) -> None:
    assert len(page_of(words, capsys).encode()) <= 75_000


def test_the_page_of_a_wrong_program_ends_with_its_error(
    file: File, capsys: Captured
) -> None:
    path = file(
        "function F(n)\n  new Stack s\n  PUSH[n, s]\n  return G(s)\nend function\n"
        "function G(s)\n  POP[s]\n  POP[s]\nend function\n"
    )
    page = page_of([path, "--call", "F(1)"], capsys, status=1)
    data = data_of(page)
    assert data["error"] == "line 8: in G: POP of an empty stack"
    line, operation, told, *_ = [*Replay(data).steps()][-1]
    assert (line, operation, told) == (8, "FAIL", "POP of an empty stack")
    assert "Error: line 8: in G: POP of an empty stack" in page
    assert f"<h1>F(1) in {Path(path).name}, step by step</h1>" in page
    assert str(Path(path).parent) not in page


def test_a_run_without_end_has_a_page_up_to_the_limit(
    file: File, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file("new Queue q\nwhile TRUE do\n  ENQUEUE[1, q]\nend while\n")
    data = data_of(page_of([path], capsys, status=3))
    assert data["error"] == "stopped after 1,000,000 steps"
    *_, (line, _, told, *_) = Replay(data).steps()
    assert (line, told) == (3, "stopped after 299 recorded steps")
    assert data["total"] == 300
    path = file("new Queue q\nfor 1 ≤ i ≤ 999 do\n  ENQUEUE[i, q]\nend for\n")
    monkeypatch.setattr(trace, "MAX_PAGE_CHARACTERS", 5_000)
    data = data_of(page_of([path], capsys, status=3))
    assert 20 < data["total"] < 200


HOSTILE = "<img src=x onerror=alert(1)>.txt"


def test_hostile_text_is_escaped(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = 'new Queue q  // <script>alert(2)</script>\nENQUEUE["</script><b>~0;", q]\n'
    Path(HOSTILE).write_text(text + 'x ← "<i>&amp;\x1b[31m~1;"\ny ← HEAD[q]\n')
    page = page_of([HOSTILE], capsys)
    assert page.count("<script") == 2 == page.count("</script>")
    assert "<img" not in page and "<b>" not in page and "<i>" not in page
    assert "\x1b" not in page
    replay = Replay(data_of(page))
    [_, (_, _, told, *_), *_] = replay.steps()
    assert "'</script><b>~0;' is added at the tail" in told


def test_positions_on_a_page_count_as_in_the_program(
    file: File, capsys: Captured
) -> None:
    words = [file(FROM_0), "--call", "F(2 4)", "--base", "0"]
    own = [step[3] for step in data_of(page_of(words, capsys))["steps"]]
    row = {"kind": "vector", "first": 0, "elements": [2, 4]}
    assert row in [value for changes in own for _, _, value in changes]
    shared = data_of(page_of([*words, "--store", "share"], capsys))["steps"]
    row = {"kind": "vector", "first": 1, "elements": [9, 4]}  # as in PermuteVector
    assert row in [value for step in shared for _, _, value in step[3]]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["2413"], "neither a function of the hand-out nor a file"),
        (["nothing.txt"], "neither a function of the hand-out nor a file"),
        (["PermuteVector", "2413"], "expected PermuteVector(row, p)"),
    ],
)
def test_walkthrough_refuses_in_one_line(
    words: list[str], message: str, capsys: Captured
) -> None:
    try:
        assert main(["walkthrough", *words]) == 2
    except SystemExit as stop:
        assert stop.code == 2
    captured = capsys.readouterr()
    assert captured.out == "" and message in captured.err


def test_a_file_without_steps_has_no_page(file: File, capsys: Captured) -> None:
    assert main(["walkthrough", file("function F(a) return a end function")]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and "add --call" in captured.err
