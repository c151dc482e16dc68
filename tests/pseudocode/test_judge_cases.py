"""What the judge tries: no cheat passes, right answers do, and the reasons are true."""

import json
import re
import shlex
from itertools import permutations
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from pseudocode.judging.judge import TaskVerdict, combination_notes
from pseudoku.cli import main
from pseudoku.exercises import judge, judge_task, task_exercise
from pseudoku.reference import parse, reference
from tests.pseudocode.variants import function, variants

Captured = pytest.CaptureFixture[str]

CHEATS = variants("cheats.txt")
RIGHT = variants("right_variants.txt")


def some(names: list[str], step: int) -> list[ParameterSet]:
    """The names, of which only each ``step``-th is in the default run."""
    return [
        pytest.param(name, marks=pytest.mark.slow if k % step else ())
        for k, name in enumerate(names)
    ]


def judged(task: str, text: str) -> TaskVerdict:
    parsed = parse(text, "answer")
    assert not parsed.errors, parsed.errors
    return judge_task(parsed, task, 1, "copy")


def test_there_are_many_cheats() -> None:
    assert len({text for _, text in CHEATS.values()}) >= 60


@pytest.mark.sampled(4, most=24)
@pytest.mark.parametrize("name", [*CHEATS])
def test_a_cheat_does_not_pass(name: str) -> None:
    verdict = judged(*CHEATS[name])
    assert verdict["verdict"] in ("fail", "error", "review"), verdict["notes"]
    assert not verdict["marks"] and verdict["notes"]


@pytest.mark.parametrize("name", some([*RIGHT], 5))
def test_right_answers_of_every_kind_pass(name: str) -> None:
    verdict = judged(*RIGHT[name])
    many = name == "a flag for each sub-grid"  # more than 4,000 paths
    assert verdict["verdict"] == ("review" if many else "pass"), verdict["notes"]


def test_the_cases_are_the_same_for_every_text() -> None:
    """A comment or a name changes neither a verdict nor the case that shows it."""
    text = CHEATS["neighbors tell"][1]
    assert judged("5", text) == judged("5", text.replace(" ", "\n"))
    first, *_ = {judged("5", f"{text}\nn ← {n}")["notes"][0] for n in range(5)}
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


@pytest.mark.sampled(3, most=9)
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


@pytest.mark.parametrize(
    "name, edge",
    [
        ("equal numbers are not rotated", "for numbers other than 1 to 4, each once: "),
        ("the sum of the squares", "for numbers other than 1 to 4, each once: "),
    ],
)
def test_the_edge_is_left_to_a_person(name: str, edge: str) -> None:
    verdict = judged(*CHEATS[name])
    assert verdict["verdict"] == "review" and verdict["notes"][0].startswith(edge)


SHARED = "function MakeVector(row)\n  new Vector puzzle(4)\n  for 1 ≤ i ≤ 4 do\n"
SHARED += "    puzzle[i] ← row\n  end for\n  return puzzle\nend function"
ENDLESS = "function MakeSolution(row)\n  while TRUE do\n    x ← 1\n  end while\n"
UNDEFINED = "function MakeVector(row)\n  return Copies(row)\nend function"
FROM_0 = "function CheckColumn(puzzle, j)\n  return puzzle[0][j] = 1\nend function"
SHOWN: dict[str, tuple[str, str, list[str]]] = {
    **{name: (task, text, []) for name, (task, text) in CHEATS.items()},
    "an alias": ("1", SHARED, ["--store", "share"]),
    "from 0": ("5", FROM_0, ["--base", "0"]),
    "a function without end": ("8", f"{ENDLESS}end function", []),
    "a helper that is not defined": ("1", UNDEFINED, []),
    "an unreadable neighbor": ("4", CHEATS["as many elements"][1] + "\nx ← ←", []),
}


@pytest.mark.sampled(2, most=24)
@pytest.mark.parametrize("name", [*SHOWN])
def test_a_fail_or_an_error_ends_with_a_command_that_shows_it(
    name: str, tmp_path: Path, capsys: Captured
) -> None:
    task, text, options = SHOWN[name]
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


def test_never_used_means_neither_in_the_text_nor_in_the_run() -> None:
    notes = judged(*CHEATS["a SearchStack that is not reached"])["notes"]
    assert "its call of SearchStack is never reached" in notes
    notes = judged(*CHEATS["pairs that differ, plainly"])["notes"]
    assert "never uses SearchStack, which the hand-out asks for" in notes


def test_functions_that_are_right_alone_may_not_work_together() -> None:
    """SearchStack returns a new stack; CheckColumn expects the old one to change."""
    text = reference().source.text + RIGHT["a flag"][1] + "\n"
    assert combination_notes(parse(text), task_exercise("8"), 1, "copy") == []
    text += RIGHT["the argument is emptied and every equal item removed"][1]
    verdicts = judge(parse(text))
    assert {one["verdict"] for one in verdicts.values()} == {"pass"}
    note = verdicts["8"]["notes"][-1]
    assert note.startswith("each function is right alone, but not with the others: ")


@pytest.mark.parametrize(
    "task, line, added, expected",
    [
        ("3", "(puzzle, x, y, z)", "if puzzle[1][1] > 90 then x ← puzzle", "review"),
        ("5", "value ← puzzle[k][j]", "if value > 12 then value ← puzzle", "review"),
        (
            *("8", "puzzle ← MakeVector(row)"),
            *("if row[1] ≠ 2 then new Vector empty(4) puzzle[2] ← empty", "error"),
        ),
    ],
)
def test_an_exchanged_function_can_be_called_with_anything(
    task: str, line: str, added: str, expected: str
) -> None:
    """The wrong argument is passed only where a case exchanges the function."""
    answer = function(task).replace(line, f"{line} {added} end if", 1)
    assert judged(task, answer)["verdict"] == expected


def test_a_search_that_leaves_out_rotations_is_left_to_a_person() -> None:
    """It may leave out a quarter of them, or all for the row of the hand-out."""
    assert judged("8", function("8"))["notes"] == []
    known = "return PermuteRows(MakeVector(row), 1, 3, 2)"
    for line, changed, seen in (
        ("for 0 ≤ x ≤ 3 do", "for 1 ≤ x ≤ 3 do", 48),
        ("(row)", f"(row) if row[1] = 2 ∧ row[2] = 4 then {known} end if", 0),
    ):
        verdict = judged("8", function("8").replace(line, changed, 1))
        doubt = f"does not search for the rotations: the checks see {seen} of the 64"
        assert verdict["verdict"] == "review" and verdict["notes"][0] == doubt


def test_a_changed_argument_is_shown_as_it_was_left() -> None:
    changed = function("5").replace("return TRUE", "puzzle[1][j] ← 9 return TRUE")
    note = judged("5", changed)["notes"][0]
    found = re.match(r"CheckColumn\((.*), (\d)\) changes puzzle to (.*); exp", note)
    assert found
    before, column, after = found.groups()
    assert re.fullmatch(r"\(((\(\d, \d, \d, \d\))(, )?){4}\)", before)
    assert re.findall(r"\d", after)[int(column) - 1] == "9"
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


def test_a_solved_puzzle_is_among_the_cases_of_task_6() -> None:
    numbers = [(1, 2, 3, 4), (3, 4, 1, 2), (2, 1, 4, 3), (4, 3, 2, 1)]
    cells = [
        f"puzzle[{i}][{j}] = {number}"
        for i, row in enumerate(numbers, start=1)
        for j, number in enumerate(row, start=1)
    ]
    refused = f"(puzzle) if {' ∧ '.join(cells)} then return FALSE end if"
    note = judged("6", function("6").replace("(puzzle)", refused, 1))["notes"][0]
    solved = f"({', '.join(map(str, numbers))})"
    assert note.startswith(f"CheckGrids({solved}) gives FALSE; expected TRUE")
