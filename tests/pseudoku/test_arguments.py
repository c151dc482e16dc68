"""One argument has one meaning for `call`, `trace`, `run --call` and `draw`."""

import json
import tomllib
from pathlib import Path

import pytest

from _courseware.draw.drawing import Drawable, draw_text
from _courseware.draw.grid_state import grid_state
from adt.show.states import Element, structure_state
from adt.vector import vector_of
from pseudocode.running.values import format_value, to_json
from pseudoku.cli import main
from pseudoku.cli.arguments import format_for_print, parse_value, split_call
from pseudoku.errors import PseudokuError
from tests.adt.drawn import queue_of, stack_of
from tests.pseudocode.files import Captured, File
from tests.pseudocode.run_pages import Step, in_states

TABLES: dict[str, list[object]] = tomllib.loads(
    Path(__file__).with_name("arguments.toml").read_text("utf-8")
)
TURN = "function Turn(q) ENQUEUE[HEAD[q], q] DEQUEUE[q] return q end function\n"


def state_of(kind: str, elements: list[int]) -> Drawable:
    """Return the state of a structure, whose elements are listed as they are shown."""
    if kind == "puzzle":
        return grid_state(rows_of(elements))
    if kind == "vector":
        return structure_state(vector_of(*elements))
    new = stack_of if kind == "stack" else queue_of  # shown top first, or tail first
    return structure_state(new(*reversed(elements)))


def rows_of(cells: list[int]) -> list[list[int]]:
    return [cells[k : k + 4] for k in range(0, 16, 4)]


def traced_arguments(capsys: Captured) -> list[Element]:
    """The arguments of the call in the JSON that `trace` printed."""
    first: Step = json.loads(capsys.readouterr().out)["steps"][0]
    return [value for _, _, value in first[3]]


@pytest.mark.sampled(9)
@pytest.mark.parametrize(("kind", "call", "typed", "elements"), TABLES["meanings"])
def test_an_argument_means_the_same_to_every_command(
    kind: str, call: str, typed: str, elements: list[int],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured,
) -> None:  # fmt: skip
    meaning: object = {kind: elements} if kind in ("stack", "queue") else elements
    meaning = rows_of(elements) if kind == "puzzle" else meaning
    monkeypatch.chdir(tmp_path)
    Path("turn.pseudo").write_text(TURN)
    Path("grid.txt").write_text(".41.\n..2.\n3...\n.1.2\n")
    words = [typed if word == "{}" else word for word in call.split()]
    in_brackets = f"{words[0]}({', '.join(words[1:])})"
    in_file = ["turn.pseudo", "--call", in_brackets]

    assert main(["run", *in_file, "-q"]) == 0
    ran = capsys.readouterr().out
    if words[0] == "Turn":  # no function of the hand-out takes a queue
        assert ran == "queue<2 3 1 4>, tail first\n"
    else:
        assert main(["call", *words]) == 0
        assert capsys.readouterr().out == ran
        assert main(["trace", *words, "--json"]) == 0
        assert traced_arguments(capsys)[0] == in_states(meaning)
    assert main(["trace", *in_file, "--json"]) == 0
    assert traced_arguments(capsys)[0] == in_states(meaning)
    assert main(["draw", kind, typed]) == 0
    assert capsys.readouterr().out == draw_text(state_of(kind, elements))


@pytest.mark.parametrize(("body", "typed", "result"), TABLES["kinds"])
def test_the_kind_of_a_parameter_is_inferred_from_its_use(
    body: str, typed: str, result: str, file: File, capsys: Captured
) -> None:
    others = "function F(x) return x end function"
    path = file(f"function G(a) {body} end function {others}")
    assert main(["run", path, "--call", f"G({typed})"]) == 0
    assert capsys.readouterr().out == f"{result}\n"


@pytest.mark.parametrize("step", [13, pytest.param(1, marks=pytest.mark.slow)])
def test_four_digits_are_elements_if_none_is_above_4(step: int) -> None:
    for number in range(0, 10_000, step):
        typed = f"{number:04}"
        digits = [int(digit) for digit in typed]
        are_elements = max(digits) <= 4
        expected = digits if are_elements else number
        assert to_json(parse_value(typed)) == expected
        assert to_json(parse_value(typed, "row")) == expected
        held = digits if are_elements else [number]
        assert to_json(parse_value(typed, "stack")) == {"stack": held}
        assert to_json(parse_value(typed, "queue")) == {"queue": held}
        assert parse_value(typed, "number") == number


@pytest.mark.parametrize("value", TABLES["shown"])
def test_a_value_that_is_shown_can_be_read_back(value: str) -> None:
    assert format_value(parse_value(value)) == value


def test_the_rows_that_call_prints_are_a_puzzle(capsys: Captured) -> None:
    assert main(["call", "MakeSolution", "2413"]) == 0
    assert main(["call", "ColChecks", capsys.readouterr().out]) == 0
    assert capsys.readouterr().out == "TRUE\n"


def test_a_result_says_which_end_is_shown_first(capsys: Captured) -> None:
    assert format_for_print(parse_value("1 2", "stack")) == "stack<1 2>, top first"
    assert format_for_print(parse_value("1 2", "queue")) == "queue<1 2>, tail first"
    assert format_for_print(parse_value("1 2/3 4")) == "(1, 2)\n(3, 4)"
    for command in ("call", "trace", "run", "draw stack", "draw queue"):
        with pytest.raises(SystemExit):
            main([*command.split(), "--help"])
        told = " ".join(capsys.readouterr().out.split())
        end = "tail first" if command == "draw queue" else "top first"
        assert end in told or f"the {end}" in told


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("draw vector " + "1 " * 1001, "the argument has more than 1,000 elements"),
        ("draw vector 1 " + "9" * 4301, "in argument"),
        ("draw vector " + "(" * 900, "more than 5 nested brackets"),
        ("call SearchStack 1234 " + "9" * 4301, "9...'; expected a number"),
    ],
)
def test_an_invalid_argument_is_refused_in_one_line(
    line: str, said: str, capsys: Captured
) -> None:
    assert main(line.split()) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err and len(err) < 250


def test_the_arguments_of_a_call_stand_between_commas() -> None:
    assert split_call("F()") == ("F", [])
    assert split_call(" F ( (1,2), stack<3, 4> )") == ("F", [" (1,2)", " stack<3, 4> "])
    with pytest.raises(PseudokuError, match=r"expected NAME\(ARGUMENT"):
        split_call("F 1")


@pytest.mark.sampled(15)
@pytest.mark.parametrize("line", TABLES["lines"])
@pytest.mark.parametrize("word", ["9" * 4301, "-" + "9" * 4301, "x" * 4301])
def test_an_enormous_argument_is_refused_in_one_short_line(
    line: str, word: str, tmp_path: Path, capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("program").write_text("x ← 1")
    assert main(line.format(word).split()) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1) and len(err) < 300


@pytest.mark.sampled(15)
@pytest.mark.parametrize("name", ["empty", "zeros", "bytes", "folder", "deep", "nul"])
@pytest.mark.parametrize(
    "command",
    ["check", "solve", "count", "draw puzzle", "call ColChecks", "trace ColChecks"]
    + ["run", "translate", "judge", "trace"],
)
def test_a_file_of_something_else_is_refused_in_one_line(
    name: str, command: str, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "folder").mkdir()
    for other, data in {
        "empty": b"", "zeros": bytes(1000), "bytes": bytes(range(256)),
        "deep": b"(" * 20_000, "nul": b"x \xe2\x86\x90 1\0\n",
    }.items():  # fmt: skip
        (tmp_path / other).write_bytes(data)
    status = main([*command.split(), str(tmp_path / name)])
    out, err = capsys.readouterr()
    programs = ("run", "translate", "judge", "trace")
    if name == "empty" and command in programs:
        assert status in (0, 1)  # a program without statements
    elif (command, name) == ("judge", "deep"):
        assert (status, err.count("note: ") > 0) == (1, True)  # a person looks at it
    else:
        assert (status, out) == (2, "")
        assert err.startswith(f"pseudoku {command.split()[0]}: error: ")
        assert all(len(line) < 400 for line in err.splitlines())
