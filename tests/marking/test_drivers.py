"""What a driver reports is exact, whatever a submission returns."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marking.drivers import functions
from marking.drivers.functions import in_order, literal, text
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


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "True"),
        (1, "1"),
        (1.0, "1.0"),
        (set(), "set()"),
        ((1,), "(1,)"),
        ({3, 1}, "{1, 3}"),
        (FakeList([1]), "<tests.marking.test_drivers.FakeList>"),
        (FakeNumber(1), "<tests.marking.test_drivers.FakeNumber>"),
        (frozenset({1}), "<builtins.frozenset>"),
        (range(9), "<builtins.range>"),
    ],
)
def test_values_that_only_look_equal_are_written_differently(
    value: object, shown: str
) -> None:
    assert text(value) == shown


def test_an_array_that_contains_itself_ends() -> None:
    value: list[object] = []
    value.append(value)
    assert "..." in text(value)


def test_locations_may_come_in_any_order_but_must_be_tuples_in_a_list() -> None:
    assert in_order([(0, 2), (0, 1)]) == [(0, 1), (0, 2)]
    assert in_order([[0, 2], [0, 1]]) == [[0, 2], [0, 1]]
    assert in_order(((0, 2), (0, 1))) == ((0, 2), (0, 1))


def test_the_driver_can_be_read_by_python_3_6() -> None:
    path = Path(functions.__file__)
    ast.parse(path.read_text("utf-8"), feature_version=(3, 6))


@pytest.mark.python36
def test_the_driver_runs_in_python_3_6(tmp_path: Path) -> None:
    from marking.sandbox.interpreters import find

    python = find("3.6")
    if python is None:
        pytest.skip("there is no Python 3.6 on this machine")
    (tmp_path / "sudoku.py").write_text("def isSolved(problem): return problem")
    source = Path(functions.__file__).read_text("utf-8")
    words = ["-c", source, "cit591", "isSolved", "[[{2, 1}, set()]]", "call"]
    for program in (python.program, sys.executable):
        subprocess.run([program, *words], cwd=tmp_path, check=True)
        assert (tmp_path / "answer.txt").read_text() == (
            "returned: [[{1, 2}, set()]]\nargument 1: [[{1, 2}, set()]]\n"
        )


@pytest.mark.parametrize(
    ("function", "cell"), [("solve", {1, 2, 3, 4, 5, 6, 7, 8, 9}), ("isSolved", 0)]
)
def test_solve_gets_sets_and_other_functions_the_numbers_of_the_file(
    function: str, cell: object, tmp_path: Path
) -> None:
    (tmp_path / "sudoku.py").write_text(
        f"def {function}(problem): return problem[0][1]"
    )
    problem = tmp_path / "problem.txt"
    problem.write_text("[[5, 0], [0, 3]]")
    code = (
        f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(ROOT)!r}]\n"
        "from marking.drivers.functions import cit591\n"
        f"sys.stderr.write(cit591({function!r}, {str(problem)!r}, True))"
    )
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert done.stderr.startswith(f"returned: {text(cell)}\n"), done.stderr
