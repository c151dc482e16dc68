"""What goes wrong in a run of pseudocode, and the limits that end one."""

import pytest

from pseudocode.reading.source import RunLimitError
from pseudoku.cli import main
from tests.pseudocode.files import Captured, File
from tests.pseudocode.runs import fault, run
from tests.pseudocode.texts import TABLES


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


def test_a_wrong_argument_has_one_sentence_in_run_trace_and_judge(
    file: File, capsys: Captured
) -> None:
    path = file(
        "function CheckGrids(puzzle)\n  new Stack s\n  for 1 ≤ k ≤ 4 do\n"
        "    s ← SearchStack(s, puzzle[1][k])\n  end for\n  return TRUE\nend function\n"
    )
    fault = "SearchStack(stack, item) takes a stack as stack; found FALSE"
    call = ["--call", "CheckGrids(4132/3241/1324/2413)"]
    for command in (["run", path, *call], ["trace", path, *call], ["judge", path]):
        main(command)
        said = "".join(capsys.readouterr())
        assert f"{path}:4:9: in CheckGrids: {fault}\n" in said
        assert "reference:" not in said
