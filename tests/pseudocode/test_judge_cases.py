"""What the judge tries, and that the reasons it gives are true."""

import json
import re
import shlex
from itertools import permutations
from pathlib import Path

import pytest

from pseudocode.judging.judge import TaskVerdict, combination_notes
from pseudoku.cli import main
from pseudoku.exercises import judge, judge_task, task_exercise
from pseudoku.reference import parse, reference
from tests.pseudocode.variants import function, variants

Captured = pytest.CaptureFixture[str]

CHEATS = variants("cheats.txt")
RIGHT = variants("right_variants.txt")


def judged(task: str, text: str) -> TaskVerdict:
    parsed = parse(text, "answer")
    assert not parsed.errors, parsed.errors
    return judge_task(parsed, task, 1, "copy")


def test_the_cases_are_the_same_for_every_text() -> None:
    """A comment or a name changes neither a verdict nor the case that shows it."""
    text = CHEATS["neighbors tell"][1]
    assert judged("5", text) == judged("5", text.replace(" ", "\n"))
    first, *_ = {judged("5", f"{text}\nn ← {n}")["notes"][0] for n in range(2)}
    assert not _ and first == judged("5", text)["notes"][0]


def wrong_for(task: str, conditions: dict[str, int], result: str) -> str:
    """The reference's function of ``task``, with another result for some arguments."""
    text = function(task)
    end = text.index(")") + 1
    condition = " ∧ ".join(f"{name} = {value}" for name, value in conditions.items())
    cheat = f" if {condition} then return {result} end if"
    return text[:end] + cheat + text[end:]


def digits(prefix: str, row: tuple[int, ...]) -> dict[str, int]:
    return {f"{prefix}[{k}]": digit for k, digit in enumerate(row, start=1)}


@pytest.mark.sampled(2, most=9)
@pytest.mark.parametrize("row", [*permutations((1, 2, 3, 4))])
def test_an_answer_that_is_wrong_for_one_row_does_not_pass(
    row: tuple[int, ...],
) -> None:
    """Tasks 1, 2, 3 and 8 are tried for every row that the hand-out allows."""
    rotations = dict(zip("xyz", sorted(row)))
    for task, arguments in (
        ("1", digits("row", row)),
        ("2", digits("row", row) | {"p": row[0] % 4}),
        ("3", digits("puzzle[1]", row) | rotations),
        ("8", digits("row", row)),
    ):
        text = wrong_for(task, arguments, "FALSE")
        assert judged(task, text)["verdict"] == "fail", text


@pytest.mark.sampled(3)
@pytest.mark.parametrize("j", range(1, 5))
@pytest.mark.parametrize("column", [(1, 1, 1, 1), (4, 3, 2, 1), (2, 3, 3, 1)])
def test_an_answer_that_is_wrong_for_one_column_does_not_pass(
    column: tuple[int, ...], j: int
) -> None:
    places = {f"puzzle[{k}][{j}]": digit for k, digit in enumerate(column, start=1)}
    wrong = "FALSE" if sorted(column) == [1, 2, 3, 4] else "TRUE"
    text = wrong_for("5", {"j": j} | places, wrong)
    assert judged("5", text)["verdict"] == "fail", text


COMMANDS = variants("commands.txt")
SHOWN = CHEATS | COMMANDS
OPTIONS = {"an alias": ["--store", "share"], "from 0": ["--base", "0"]}


@pytest.mark.sampled(2, most=24)
@pytest.mark.parametrize("name", [*SHOWN])
def test_a_fail_or_an_error_ends_with_a_command_that_shows_it(
    name: str, tmp_path: Path, capsys: Captured
) -> None:
    task, text = SHOWN[name]
    options = OPTIONS.get(name, [])
    path = tmp_path / "an answer"
    path.write_text(text, "utf-8")
    plain = ["--hints", "0"]
    main(["judge", str(path), "--json", "-q", *options, *plain])
    verdict = json.loads(capsys.readouterr().out)["tasks"][task]
    if verdict["verdict"] in ("fail", "error"):
        command = shlex.split(verdict["commands"][-1].removeprefix("to see it: "))
        assert command[:4] == ["python3", "-m", "pseudoku", "trace"]
        assert command[-len(verdict["call"]) :] == verdict["call"]
        ends = {1, 3}
        if verdict["verdict"] == "fail":  # perhaps with a right result
            ends = {1} if " gives " in verdict["notes"][-1] else {0}
        assert main(command[3:] + plain) in ends
        assert re.match("(Step|Attempt|Round) 1 of", capsys.readouterr().out)
        page = shlex.split(verdict["commands"][-2].removeprefix("as a page: "))
        assert page[:4] == ["python3", "-m", "pseudoku", "walkthrough"]
        assert page[-2:] == ["-o", "page.html"]
        assert main(page[3:-2] + plain) in ends
        assert capsys.readouterr().out.startswith("<!doctype html>")


def test_functions_that_are_right_alone_may_not_work_together() -> None:
    """SearchStack returns a new stack; CheckColumn expects the old one to change."""
    text = reference().source.text + RIGHT["a flag"][1] + "\n"
    assert combination_notes(parse(text), task_exercise("8"), 1, "copy") == []
    text += RIGHT["the argument is emptied and every equal item removed"][1]
    verdicts = judge(parse(text))
    assert {one["verdict"] for one in verdicts.values()} == {"pass"}
    note = verdicts["8"]["notes"][-1]
    assert note.startswith("each function is right alone, but not with the others: ")
