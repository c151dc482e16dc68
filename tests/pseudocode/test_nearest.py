"""The lines in which one change makes a wrong answer right: whether each is proved."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest

from pseudocode.judging import nearest as judging
from pseudocode.judging.edits import Edit, apply_edit, edits
from pseudocode.judging.exercise import read_exercise
from pseudocode.judging.hints import Mend, describe_edit, hint, mend_data
from pseudocode.judging.judge import judge_exercise
from pseudocode.reading import syntax
from pseudocode.reading.notation import program_lines
from pseudocode.reading.parser import Parsed
from pseudocode.reading.vocabulary import name_key
from pseudoku.cli import main
from pseudoku.exercises import judge_task, task_exercise
from pseudoku.reference import TASK_FUNCTIONS, parse, reference
from tests.places import ANSWERS, ROOT
from tests.pseudocode.files import Captured, File
from tests.pseudocode.run_pages import Data, Replay, data_of
from tests.pseudocode.test_recorded_runs import ROW, WRONG, recorded, words_of
from tests.pseudocode.texts import TABLES

pytestmark = pytest.mark.usefixtures("each_search_is_made_once")
FUNCTIONS = reference().program.functions
PARAMETER_COUNTS = {one.name: len(one.parameters) for one in FUNCTIONS}


class Program(NamedTuple):
    """A wrong answer, where a teacher sees its mistake, and what the hint says of it.

    ``hint`` is "named" if it has one of these lines, "elsewhere", or "none".
    """

    name: str
    task: str
    lines: str
    hint: str
    text: str


def programs() -> Iterator[Program]:
    path = Path(__file__).parent / "wrong_lines.txt"
    for entry in re.split(r"^=== ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        head, _, text = entry.partition("\n")
        name, task, lines, said, _ = (part.strip() for part in head.split("|", 4))
        yield Program(name, task, lines, said, text)


def edits_of(function: syntax.Function) -> list[Edit]:
    return edits([function], PARAMETER_COUNTS)


def mended(parsed: Parsed, mend: Mend) -> str:
    """The text of an answer with a change."""
    return "".join(program_lines(parsed.replace_functions(mend.functions).program))


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.name)
def test_an_edit_changes_the_program_and_is_taken_back(
    function: syntax.Function,
) -> None:
    before = repr(function)
    changed = 0
    for edit in edits_of(function):
        with apply_edit(edit):
            changed += repr(function) != before
        assert repr(function) == before
    assert changed > 40


# Whose reverse is an edit, too. One that drops a part has none.
REVERSIBLE = (
    *("a comparison", "a number", "a truth value", "a variable", "an operator"),
    *("the order of two", "a function", "two variables", "the returned value"),
)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda one: one.name)
def test_a_slip_in_a_right_program_is_taken_back_by_an_edit(
    function: syntax.Function,
) -> None:
    function = deepcopy(function)
    before, tried = repr(function), 0
    for edit in [one for one in edits_of(function) if one.rank == 1]:
        if not edit.kind.startswith(REVERSIBLE):
            continue
        with apply_edit(edit):
            if repr(function) == before:
                continue
            tried += 1
            assert any(restores(one, function, before) for one in edits_of(function))
    assert tried >= 2


def restores(edit: Edit, function: syntax.Function, text: str) -> bool:
    with apply_edit(edit):
        return repr(function) == text


@pytest.mark.parametrize(("what", "right", "wrong"), TABLES["moves"])
def test_a_statement_is_moved_added_or_dropped(
    what: str, right: str, wrong: str
) -> None:
    one, other = (
        parse(f"function F(x)\n{body}\nend function").program.functions[0]
        for body in (right, wrong)
    )
    assert any(restores(edit, other, repr(one)) for edit in edits([other], {})), what


@pytest.mark.sampled(3, most=15)
@pytest.mark.parametrize("program", [*programs()], ids=lambda one: one.name)
def test_every_edit_that_is_shown_passes(program: Program) -> None:
    """The changed program is written as text, read again, and judged."""
    parsed = parse(program.text, "answer")
    before = repr(parsed.program.functions)
    mends = judging.nearest(parsed, task_exercise(program.task))
    assert repr(parsed.program.functions) == before
    for mend in mends:
        again = judge_task(parse(mended(parsed, mend)), program.task)
        assert again["verdict"] == "pass", mended(parsed, mend)
    named = {int(one) for one in re.findall(r"\d+", program.lines)}
    shown = {line for mend in mends for line in mend.lines}
    found = "named" if named & shown else "elsewhere"
    assert (found if mends else "none") == program.hint


@pytest.mark.parametrize("task", ["2", "5"])
def test_a_right_answer_has_no_hint(task: str) -> None:
    for path in sorted(ANSWERS.glob("right_*.pseudo"))[::8]:
        assert (
            judging.nearest(parse(path.read_text("utf-8")), task_exercise(task)) == []
        )


def test_a_line_may_be_in_a_helper() -> None:
    text = (
        "function Fill(puzzle, row)\nfor 1 ≤ k < 4 do\npuzzle[k] ← row\nend for\n"
        "return puzzle\nend function\nfunction MakeVector(row)\nnew Vector puzzle(4)\n"
        "return Fill(puzzle, row)\nend function"
    )
    mends = judging.nearest(parse(text), task_exercise("1"))
    told = "One change in line 2 of Fill makes every case right."
    assert hint(mends, 1, "MakeVector") == told


def test_an_exercise_of_ones_own_has_hints() -> None:
    path = ROOT / "tests" / "exercises" / "rotate_stack.toml"
    exercise = read_exercise(path.read_text("utf-8"), path.name)
    assert exercise.wrong
    for text in exercise.wrong:
        parsed = parse(text)
        for mend in judging.nearest(parsed, exercise):
            verdict = judge_exercise(parse(mended(parsed, mend)), exercise)
            assert verdict["verdict"] == "pass"


ONE = Mend((9,), "PermuteVector", "a comparison", "A becomes B", [])
OTHER = ONE._replace(lines=(7,), kind="a number", advice="C becomes D")
SAME = ONE._replace(lines=(4, 7, 10), times=3)
TWICE = ONE._replace(times=2)
MENDS = {"ONE": ONE, "OTHER": OTHER, "SAME": SAME, "TWICE": TWICE}


@pytest.mark.parametrize(("names", "level", "sentence"), TABLES["hints"])
def test_a_hint_is_a_sentence(names: list[str], level: int, sentence: str) -> None:
    mends = [MENDS[name] for name in names]
    assert hint(mends, level, "PermuteVector") == sentence


def test_json_has_what_the_level_allows() -> None:
    known = {"lines": (9,), "function": "PermuteVector", "repeated": False}
    assert mend_data(ONE, 1) == known
    assert mend_data(ONE, 2) == known | {"kind": "a comparison"}
    whole = known | {"kind": "a comparison", "edit": "A becomes B"}
    assert mend_data(ONE, 3) == whole


COMMANDS = ["judge", "judge --json", "trace", "walkthrough"]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["one_turn_only", "pops_twice"])
@pytest.mark.parametrize("command", COMMANDS)
def test_a_hint_tells_nothing_above_its_level(
    command: str, name: str, capsys: Captured
) -> None:
    path = ANSWERS / f"wrong_{name}.pseudo"
    parsed = parse(path.read_text("utf-8"))
    task = "4" if name == "pops_twice" else "2"
    (change, *_) = judging.nearest(parsed, task_exercise(task))
    calls = {"2": "PermuteVector(2413, 2)", "4": "SearchStack(1234, 3)"}
    first_word, *options = command.split()
    words = [first_word, *options, str(path)]
    if first_word == "judge":
        words += ["--task", task]
    else:
        words += ["--alone", "--call", calls[task], "-q"]
    outputs = []
    for level in range(4):
        assert main([*words, "--hints", str(level)]) == 1
        outputs.append(capsys.readouterr().out)
    advice = change.advice.replace("<", "&lt;" if command == "walkthrough" else "<")
    forms = (advice, json.dumps(change.advice)[1:-1])
    for level, output in enumerate(outputs):  # nothing, the line, the kind, the change
        is_json = "--json" in command  # which has the kind and the change
        assert ("makes every case right" in output) == (level >= 1)
        assert (change.kind in output) == (level == 2 or level == 3 and is_json)
        assert any(form in output for form in forms) == (level == 3)
        if command == "trace":
            assert ("After the change: " in output) == (level == 3)
        if command == "walkthrough":
            difference = data_of(output)["difference"]
            assert difference and bool(difference["after"]) == (level == 3)


def test_a_hint_says_where_a_part_belongs_or_what_it_becomes() -> None:
    parsed = parse(TABLES["advised"])
    functions = parsed.program.functions
    found = edits(functions, {"G": 1})
    mends = [describe_edit(one, functions, parsed.source) for one in found]
    lines = {mend.advice: mend.lines for mend in mends}
    told = TABLES["advice"]
    assert {advice: [*lines.get(advice, ())] for advice in told} == told


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", WRONG)
def test_the_runs_part_where_the_changed_line_acts(
    name: str, capsys: Captured, file: File
) -> None:
    """The steps are compared with those of the changed program, read from its text."""
    path, *_, call = words_of([name, WRONG[name]])
    _, data = recorded([name, WRONG[name]], capsys)
    difference = data["difference"]
    assert difference and not difference["right"], "choose a call with a wrong result"
    parsed = parse(Path(path).read_text("utf-8"), path)
    function = name_key(call.partition("(")[0])
    tasks = {name_key(name): task for task, name in TASK_FUNCTIONS.items()}
    mends = judging.nearest(parsed, task_exercise(tasks[function]))
    assert bool(mends) == bool(difference["told"])
    if not mends:
        assert difference["step"] == 0
        return
    words = [file(mended(parsed, mends[0])), "--alone", "--call", call]
    assert main(["trace", "--json", "-q", *words]) == 0
    other: Data = json.loads(capsys.readouterr().out)
    pairs = zip_longest(unfolded(data), unfolded(other))
    parts = [number for number, (one, two) in enumerate(pairs, 1) if one != two]
    assert difference["step"] == min(parts[0], data["total"])


def unfolded(data: Data) -> list[object]:
    """What happens at each step of a run, without its line and text of a condition."""
    steps = Replay(data).steps()
    found: list[object] = []
    for _, operation, text, changes, *_ in steps:
        if operation in ("TEST", "WHILE"):
            text = text.rpartition(" is ")[2]
        found.append([operation, text, changes])
    return found


def test_the_page_opens_where_the_runs_part(capsys: Captured) -> None:
    _, data = recorded(["dequeues_first", ROW], capsys)
    assert data["difference"] and data["difference"]["step"] == 18


@pytest.mark.parametrize("name", ["judge", "trial", "paths", "exercise", "steps"])
def test_a_verdict_does_not_import_the_search(name: str) -> None:
    text = (ROOT / "pseudocode" / "judging" / f"{name}.py").read_text("utf-8")
    assert not re.search(r"^(?:import|from) .*nearest", text, re.MULTILINE)
