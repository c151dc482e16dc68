"""What a driver reports is exact, whatever a submission returns."""

import ast
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from _courseware import values
from _courseware.values import literal, text
from marking.data_tests import CALL_ADAPTER, CALLS_DRIVER, VALUES_SOURCE
from marking.drivers import call, calls, unit_tests
from sudoku.cit591 import inside
from tests.marking.classes import DATA
from tests.places import ROOT

PLAIN = st.recursive(
    st.integers() | st.booleans() | st.none() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.tuples(inner, inner)
        | st.sets(st.integers() | st.text(), min_size=1)
    ),
)


class FakeList(list[int]):
    pass


class FakeNumber(int):
    pass


@settings(max_examples=15)
@given(PLAIN)
def test_plain_data_is_written_as_python_would_read_it(value: object) -> None:
    assert ast.literal_eval(text(value)) == value
    if "set" not in repr(value):
        assert text(literal(text(value))) == text(value)


@pytest.mark.parametrize(("value", "shown"), DATA["cases"]["values"].items())
def test_values_that_only_look_equal_are_written_differently(
    value: str, shown: str
) -> None:
    assert text(eval(value)) == shown


def test_an_array_that_contains_itself_ends() -> None:
    value: list[object] = []
    value.append(value)
    assert "..." in text(value)


@pytest.mark.parametrize("course", ["cit591", "comp9021", "northwestern"])
def test_what_runs_in_a_sandbox_can_be_read_by_python_3_6(course: str) -> None:
    paths = [Path(call.__file__), Path(calls.__file__), Path(values.__file__)]
    paths += [Path(unit_tests.__file__), ROOT / "sudoku" / course / "inside.py"]
    for path in paths:
        ast.parse(path.read_text("utf-8"), feature_version=(3, 6))


@pytest.mark.python36
def test_the_driver_runs_in_python_3_6(tmp_path: Path) -> None:
    from marking.sandbox.interpreters import find_interpreter

    python = find_interpreter("3.6")
    if python is None:
        pytest.skip("there is no Python 3.6 on this machine")
    (tmp_path / "sudoku.py").write_text("def isSolved(problem): return problem")
    texts = CALLS_DRIVER, VALUES_SOURCE, CALL_ADAPTER
    words = ["-c", *texts, "sudoku", "isSolved([[{2, 1}, set()]])", "value"]
    for program in (python.program, sys.executable):
        subprocess.run([program, *words], cwd=tmp_path, check=True)
        assert (tmp_path / "answer.txt").read_text() == "[[{1, 2}, set()]]\n"


def test_solve_gets_the_sets_of_the_file(tmp_path: Path) -> None:
    module = ModuleType("sudoku")
    exec("def solve(problem): return problem[0][1]", module.__dict__)
    path = tmp_path / "problem.txt"
    path.write_text("[[5, 0], [0, 3]]")
    answer = inside.answer(module, "solve", str(path))
    every = {1, 2, 3, 4, 5, 6, 7, 8, 9}
    assert answer and answer.startswith(f"returned: {text(every)}\n")


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("class Sudoku: pass", "not found: preassess\n"),
        ("x = 1", "not found: Sudoku\n"),
        ("raise SystemExit('own')", "own\n"),
    ],
)
def test_a_name_that_is_not_there_is_named(
    program: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "sudoku.py").write_text(program)
    course = (ROOT / "sudoku" / "comp9021" / "inside.py").read_text("utf-8")
    words = ["-c", CALLS_DRIVER, VALUES_SOURCE, course, "sudoku", "preassess", "x.txt"]
    done = subprocess.run(
        [sys.executable, *words], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (1, said)
