"""Courses that are data: how calls are read, how exceptions are described, homework.

The tables are in data_tests.toml, and the homework in homework.toml.
"""

import tomllib
from pathlib import Path
from typing import NotRequired, TypedDict

import pytest

from marking.data_tests import describe_exception, parse_call
from marking.errors import MarkingError
from marking.rubric import read_rubric
from marking.sandbox.job import Outcome, Output
from marking.tests import all_tests
from marking.verdict import judge_outcome
from sudoku.cit591 import elimination
from sudoku.hacettepe import singles
from sudoku.hacettepe.reading import read_grid
from tests.marking.classes import (
    RUBRICS,
    class_of,
    marking,
    marks,
    write,
    wrong_rubrics,
)
from tests.places import DOCS, ROOT

HERE = ROOT / "tests" / "marking"
TABLES = tomllib.loads((HERE / "data_tests.toml").read_text("utf-8"))


class Wrong(TypedDict, total=False):
    marks: list[str]
    program: str
    changes: list[tuple[str, str]]


class Homework(TypedDict):
    rubric: NotRequired[str]
    program: str
    files: dict[str, str]
    wrong: dict[str, Wrong]


HOMEWORK: dict[str, Homework] = tomllib.loads(
    (HERE / "homework.toml").read_text("utf-8")
)


@pytest.mark.sandbox
@pytest.mark.parametrize("name", HOMEWORK)
def test_homework_is_marked_by_its_rubric_as_by_hand(name: str, tmp_path: Path) -> None:
    work = HOMEWORK[name]
    page = (DOCS / "marking-rubric.md").read_text("utf-8")
    example = page.partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "work.toml").write_text(work.get("rubric", example))
    read = read_rubric(str(tmp_path / "work.toml"))
    files = {inner: text.encode() for inner, text in work["files"].items()}
    write(tmp_path / read.tests, files)
    programs = {}
    for number, wrong in enumerate(work["wrong"].values()):
        program = wrong.get("program", work["program"])
        for old, new in wrong.get("changes", []):
            assert old in program
            program = program.replace(old, new)
        programs[f"s{number}"] = program
    class_of(tmp_path / "class", programs, read.files[0])
    out = tmp_path / "out"
    done = marking("run", tmp_path / "work.toml", tmp_path / "class", "-o", out)
    assert done.returncode == 0, done.stderr
    first, second = (part.id for part in read.criterion)
    rows = [[row[first], row[second]] for row in marks(out).values()]
    expected = [wrong["marks"] for wrong in work["wrong"].values()]
    assert dict(zip(work["wrong"], rows)) == dict(zip(work["wrong"], expected))


@pytest.mark.parametrize("row", TABLES["calls"])
def test_a_call_is_an_expression_and_what_is_expected(row: list[str]) -> None:
    call, *parsed = row
    if parsed:
        assert parse_call(call) == tuple(parsed)
        return
    with pytest.raises(MarkingError, match="expected such as 'f\\(3\\) == 9'"):
        parse_call(call)


def rubric_with_test(test: str) -> str:
    """Return a rubric whose only test has the keys *test*."""
    head = 'schema = 1\ntitle = "X"\nfiles = ["x.py"]\ntotal = 1\n'
    return f'{head}[[criterion]]\nid = "a"\nmarks = 1\ntest = [{{ {test} }}]\n'


@pytest.mark.parametrize(("test", "message"), wrong_rubrics("test"))
def test_a_wrong_test_is_refused_with_its_place(
    test: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "x.toml").write_text(rubric_with_test(test))
    with pytest.raises(MarkingError) as caught:
        all_tests(read_rubric(str(tmp_path / "x.toml")))
    assert str(caught.value).startswith(str(tmp_path))
    assert message in str(caught.value)


@pytest.mark.parametrize(("call", "answer", "printed", "shown"), TABLES["failed"])
def test_a_failed_call_shows_what_was_returned_raised_or_printed(
    call: str, answer: str, printed: str, shown: str, tmp_path: Path
) -> None:
    test = f"do = 'call', calls = ['{call}']"
    (tmp_path / "x.toml").write_text(rubric_with_test(test))
    (planned,) = all_tests(read_rubric(str(tmp_path / "x.toml")))
    outputs = {"answer.txt": Output("file", f"{answer}\n".encode())}
    outcome = Outcome("exit", 0, 1, 1, 1, printed.encode(), b"", outputs)
    verdict = judge_outcome(planned, outcome)
    assert verdict.code == "WA" and verdict.difference
    assert shown in (verdict.note, *verdict.difference["actual_lines"])
    assert not verdict.note or verdict.note == shown


def test_what_is_stored_for_hacettepe_and_cit591_is_what_the_reference_answers() -> (
    None
):
    for path in (RUBRICS / "hacettepe").glob("*.txt"):
        steps = singles.all_steps(read_grid(path.read_bytes()))
        assert path.with_suffix(".out").read_text("utf-8") == steps
    calls = [
        call
        for part in read_rubric("cit591").criterion
        for group in part.test
        for call in group.calls
    ]
    assert len(calls) == 28
    for call in calls:
        assert eval(call, dict(vars(elimination))), call


@pytest.mark.parametrize(("answer", "described"), TABLES["exceptions"])
def test_an_exception_is_described_without_its_base_classes(
    answer: str, described: str
) -> None:
    found = describe_exception(answer.encode(), "ValueError").decode()
    assert found.startswith(described) and "," not in found
