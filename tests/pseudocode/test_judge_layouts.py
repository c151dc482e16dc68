"""No layout of a right answer without ends costs marks: pages, remarks, headers."""

import re
from functools import cache

import pytest

from pseudocode.judging import judge
from pseudocode.judging.exercise import Exercise
from pseudocode.reading import syntax
from pseudocode.reading.parser import Parsed
from pseudoku.exercises import judge_task
from pseudoku.reference import TASK_FUNCTIONS, parse, reference
from tests.pseudocode.texts import TABLES

TASKS = [*TASK_FUNCTIONS]


@cache
def without_ends(task: str) -> tuple[str, ...]:
    """The lines of the reference's function of ``task`` but those with its ends."""
    texts = reference().source.text.split("end function")
    text = next(one for one in texts if f"function {TASK_FUNCTIONS[task]}(" in one)
    lines = text[text.index("function") :].splitlines()
    return tuple(one for one in lines if one.strip()[:3] not in ("", "end", "// "))


RUN: dict[tuple[str, str], judge.Attempt] = {}  # by exercise and program
try_readings = judge.try_readings


def run_once(
    parsed: Parsed, function: syntax.Function, exercise: Exercise, *how: object
) -> judge.Attempt:
    """The layout of a program changes only how it is read, not what its runs give."""
    program = judge.program_with_helpers(parsed, exercise.known_functions, function)
    key = exercise.name, repr(program)
    if key not in RUN:
        RUN[key] = try_readings(parsed, function, exercise, *how)  # type: ignore[arg-type]
    return RUN[key]


@pytest.fixture(autouse=True)
def equal_functions_are_run_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "try_readings", run_once)


def word(text: str, task: str) -> judge.VerdictWord:
    return judge_task(parse(text, "paper"), task)["verdict"]


def shifted(lines: tuple[str, ...], columns: int) -> list[str]:
    """``lines``, moved to the right or, as far as they are indented, to the left."""
    moved = [re.sub(rf"^ {{0,{max(-columns, 0)}}}", "", line) for line in lines]
    return [" " * columns + line for line in moved]


@pytest.mark.sampled(4, most=28)
@pytest.mark.parametrize("columns", [0, -1, -2, -3, -4, -6, -8, 1, 2, 3, 4, 6])
@pytest.mark.parametrize("task", TASKS)
def test_a_page_with_another_margin_costs_no_marks(task: str, columns: int) -> None:
    lines = without_ends(task)
    allowed = ("pass",) if columns == 0 else ("pass", "unread")
    for cut in range(1, len(lines)):
        below = shifted(lines[cut:], columns)
        text = "\n".join([*lines[:cut], "\f" + below[0], *below[1:]])
        assert word(text, task) in allowed, text


@pytest.mark.sampled(10)
@pytest.mark.parametrize("remark", TABLES["remarks"])
@pytest.mark.parametrize("task", TASKS)
def test_a_remark_below_a_function_costs_no_marks(task: str, remark: str) -> None:
    for gap in ("", "\n", "\n\n"):
        for indent in ("", "  ", "   "):
            text = "\n".join([*without_ends(task), f"{gap}{indent}{remark}"])
            assert word(text, task) == "pass", text


@pytest.mark.sampled(4, most=18)
@pytest.mark.parametrize("indented", [True, False])
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize("form", TABLES["headers"])
def test_a_header_without_its_word_costs_no_marks(
    form: str, gap: str, indented: bool
) -> None:
    """The answer above it has no end, either."""
    paper = ""
    for task in TASKS:
        header, *body = without_ends(task)
        name, parameters = header.removeprefix("function ").rstrip(")").split("(")
        lines = body if indented else [line.strip() for line in body]
        fence = "```\n" * ("```" in form)
        below = "\n".join([form.format(task, name, parameters), *lines, fence])
        paper += gap + below
    for task in TASKS:
        allowed = ["pass"] if indented else ["pass", "unread"]
        assert word(paper, task) in allowed, paper


def test_an_operator_continues_the_line_above_if_all_ends_are_there() -> None:
    """Also below a blank line, and without indentation."""
    text = reference().source.text.replace(" + ", "\n\n+ ")
    assert [word(text, task) for task in TASKS] == ["pass"] * len(TASKS)
