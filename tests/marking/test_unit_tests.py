"""Students' unit tests: their functions are in another process, which sees each call."""

import ast
import json
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking.drivers import unit_tests
from marking.drivers.unit_tests import (
    FILE,
    NO_END,
    Client,
    Server,
    pack,
    put_back,
    unpack,
)
from marking.sandbox.job import Outcome
from marking.test import Test as CourseTest
from marking.unit_tests import OWN_RUN, RIGHT_RUNS, Unit, Units, judge_units
from marking.verdict import RunVerdict, judge_outcome
from tests.marking.attacks import ATTACKS, MOST
from tests.marking.classes import class_of, hand_in, marking, marks
from tests.marking.honest import HONEST, OWN_HELPER
from tests.marking.test_mistakes import ONLY_UNIT_TESTS


def unit_test_marks(folder: Path, files: dict[str, str]) -> dict[str, str]:
    """Return the marks of students who hand in *files*, by the names of the files."""
    names = {f"a{n:02}": name for n, name in enumerate(files)}
    program = hand_in("cit591").replace("\ndef main", f"\n{OWN_HELPER}\n\ndef main")
    class_of(folder / "class", dict.fromkeys(names, program))
    for student, name in names.items():
        (folder / "class" / student / "sudoku_test.py").write_text(files[name])
    short = ONLY_UNIT_TESTS.replace("seconds = 20", "seconds = 5")
    (folder / "unit.toml").write_text(short)
    done = marking("run", folder / "unit.toml", folder / "class", "-o", folder / "out")
    assert done.returncode == 0, done.stderr
    rows = marks(folder / "out")
    return {name: rows[student]["unit-tests"] for student, name in names.items()}


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize("part", range(4))
def test_tests_that_test_nothing_earn_what_crashes_on_the_way(
    part: int, tmp_path: Path
) -> None:
    assert len(ATTACKS) >= 40
    some = dict([*ATTACKS.items()][part::4])
    found = unit_test_marks(tmp_path, some)
    assert {n: mark for n, mark in found.items() if float(mark or 0) > MOST[n]} == {}


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.parametrize("part", range(4))
def test_honest_tests_earn_what_they_deserve(part: int, tmp_path: Path) -> None:
    assert len(HONEST) >= 30
    some = dict([*HONEST.items()][part::4])
    found = unit_test_marks(tmp_path, {name: text for name, (text, _) in some.items()})
    assert found == {name: mark for name, (_, mark) in some.items()}


RIGHT = """
def change(a, b):
    a.append(b)
    return a
def total(numbers):
    print(sum(numbers))
    return sum(numbers)
def fail(key):
    raise KeyError(key)
"""
WRONG = RIGHT.replace("a.append(b)", "a.insert(0, b)").replace(
    "return sum", "return 1 + sum"
)


def connected(tested: str) -> tuple[Client, Server, threading.Thread]:
    """A client whose requests a thread answers."""
    requests, answers = os.pipe(), os.pipe()
    server = Server({"right": RIGHT, "tested": tested})

    def work() -> None:
        with open(requests[0], "rb") as stream, open(answers[1], "wb", 0) as out:
            for line in stream:
                out.write(server.answer(line) + b"\n")

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return Client(requests[1], answers[0]), server, thread


def test_a_served_function_changes_the_callers_own_objects(
    capsys: pytest.CaptureFixture[str],
) -> None:
    client, server, thread = connected(RIGHT)
    inner = [1]
    outer = [inner, {2}]
    assert client.serve_("change", outer, {3}) == [[1], {2}, {3}]
    assert outer == [[1], {2}, {3}] and outer[0] is inner
    assert client.serve_("total", range(4)) == client.serve_("total", iter([1, 5]))
    assert capsys.readouterr().out == "6\n6\n"
    with pytest.raises(KeyError, match="7"):
        client.serve_("fail", 7)
    with pytest.raises(TypeError, match="change: object is not plain data"):
        client.serve_("change", [object()], 1)
    assert server.report() == {FILE: [4, "", NO_END]}
    os.close(client.requests)
    thread.join()
    client.answers.close()


def test_the_server_counts_the_calls_of_each_unit() -> None:
    client, server, thread = connected(WRONG)

    def run() -> str | None:
        assert client.serve_("change", [1], 2) == [2, 1]
        client.run_unit("inner", lambda: "an error that is a part of T.test")
        return None

    assert client.serve_("change", [], 1) == [1]
    client.run_unit("T.test", run)
    client.run_unit("T.fails", lambda: "AssertionError")
    client.run_unit("T.fails", lambda: None)
    client.ask(json.dumps(["", ["T.ends_the_process"]]))
    assert client.serve_("total", (True,)) == 2
    assert server.report() == {
        FILE: [1, "", NO_END],
        "T.test": [1, "change", None],
        "T.fails": [0, "", "AssertionError"],
        "T.ends_the_process": [1, "total", NO_END],
    }
    os.close(client.requests)
    thread.join()
    client.answers.close()


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-9, 9)
    | st.text(max_size=2)
    | st.floats(0, 1)
)
HASHABLE = st.recursive(
    SCALARS,
    lambda inner: st.tuples(inner, inner) | st.frozensets(inner, max_size=3),
    max_leaves=3,
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.sets(HASHABLE, max_size=4)
        | st.dictionaries(HASHABLE, inner, max_size=3)
    ),
    max_leaves=8,
)


def shape(value: object) -> str:
    """A value as text, with its exact types."""
    if isinstance(value, (set, frozenset)):
        return f"{type(value).__name__}{sorted(map(shape, value))}"
    if isinstance(value, dict):
        return f"dict{[(shape(k), shape(v)) for k, v in value.items()]}"
    if isinstance(value, (list, tuple)):
        return f"{type(value).__name__}{[shape(item) for item in value]}"
    return f"{type(value).__name__} {value!r}"


@given(VALUES)
def test_plain_data_arrives_with_its_types(value: object) -> None:
    assert shape(unpack(json.loads(json.dumps(pack(value))))) == shape(value)


@given(VALUES, VALUES)
def test_an_argument_gets_its_contents_after_the_call(old: object, new: object) -> None:
    assert shape(put_back([old], [new])) == shape([new])


def test_a_number_that_becomes_a_truth_value_is_a_change() -> None:
    assert put_back([1], [True]) is not None and shape(put_back({1}, {True})) == (
        "set['bool True']"
    )


def runs_of(**units: str) -> dict[str, Units]:
    """Return the runs right-1 to right-3, own and wrong, from a letter for each run.

    "." passes, "x" fails, "!" fails after a wrong result, "~" passes after one, and "-"
    is absent. A keyword is the name of a unit.
    """
    runs: dict[str, Units] = {}
    for number, name in enumerate([*RIGHT_RUNS, OWN_RUN, "wrong"]):
        runs[name] = {}
        for unit, letters in {"the file": ".....", **units}.items():
            letter = letters[number]
            wrong = "solve" if letter in "!~" else ""
            error = "AssertionError" if letter in "x!" else None
            if letter != "-":
                runs[name][unit] = Unit(int(unit != "the file"), wrong, error)
    return runs


@pytest.mark.parametrize(
    ("units", "right", "wrong"),
    [
        ({"a": "....!"}, "AC", "AC"),
        ({"a": "....x"}, "AC", "WA"),
        ({"a": "....~"}, "AC", "WA"),
        ({"a": "....-"}, "AC", "WA"),
        ({"a": "-...!", "b": "....."}, "MAN", "WA"),  # which units exist is random
        ({"a": "....!", "b": "xxx.x"}, "AC", "AC"),  # left out
        ({"a": "....!", "b": "xxx.."}, "AC", "MAN"),  # one method for each value
        ({"a": "....!", "b": "x..x!"}, "MAN", "AC"),  # random
        ({"a": "xxx.x"}, "MAN", "WA"),  # only our functions fail
        ({"a": "xxxxx"}, "RTE", "WA"),
        ({}, "WA", "WA"),  # calls nothing
    ],
)
def test_no_run_of_unit_tests_decides_alone(
    units: dict[str, str], right: str, wrong: str
) -> None:
    verdicts = judge_units(runs_of(**units))
    assert [verdicts[name].code for name in RIGHT_RUNS] == [right] * 3
    assert verdicts["wrong"].code == wrong
    if "b" in units and right == "AC" and units["b"].startswith("xxx"):
        assert verdicts["right-1"].notes == ("left out: b: AssertionError",)


@pytest.mark.parametrize(("own", "code"), [("....", "MAN"), ("...x", "RTE")])
def test_without_a_right_run_the_student_s_functions_decide(
    own: str, code: str
) -> None:
    runs = runs_of(a=own + "!")
    del runs["right-2"], runs[OWN_RUN]["the file"]
    assert judge_units(runs)["right-1"].code == code


@pytest.mark.parametrize("stdout", [b"", b"[]", b"{}x", b'{"a": 1}', b'{"a": [1]}'])
def test_without_a_report_nothing_is_accepted(stdout: bytes) -> None:
    test = CourseTest("a/1", "a", (), {}, "success")
    verdict = judge_outcome(test, Outcome("exit", -9, 1, 0, 1, stdout))
    assert verdict == RunVerdict("RTE", "the tests ended the process that answers them")


def test_the_driver_of_unit_tests_can_be_read_by_python_3_6() -> None:
    text = Path(unit_tests.__file__).read_text("utf-8")
    ast.parse(text, feature_version=(3, 6))
