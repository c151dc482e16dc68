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
from marking.drivers.unit_tests import Client, Server, pack, unpack
from marking.sandbox.job import Outcome
from marking.tests import Test as CourseTest
from marking.verdict import RunVerdict, judge_outcome
from tests.marking.attacks import ATTACKS, attack_file
from tests.marking.classes import class_of, marking, marks
from tests.marking.test_mistakes import ONLY_UNIT_TESTS


@pytest.mark.nightly
@pytest.mark.sandbox
def test_tests_that_test_nothing_earn_what_crashes_on_the_way(tmp_path: Path) -> None:
    names = {f"a{n:02}": name for n, name in enumerate(ATTACKS)}
    folder = class_of(tmp_path / "class", dict.fromkeys(names, "x = 1"))
    for student, name in names.items():
        (folder / student / "sudoku_test.py").write_text(attack_file(ATTACKS[name]))
    (tmp_path / "unit.toml").write_text(ONLY_UNIT_TESTS)
    out = tmp_path / "out"
    marking("run", tmp_path / "unit.toml", folder, "-o", out)
    found = {names[student]: row["unit-tests"] for student, row in marks(out).items()}
    # One wrong function raises an exception when it is called with a small array.
    most = {
        name: 0.77 if "call_everything()" in body else 0.0
        for name, body in ATTACKS.items()
    }
    most["chance"] = most["the number of the process or its time"] = 10
    assert {
        name for name, mark in found.items() if float(mark or 0) > most[name]
    } == set()
    assert len(ATTACKS) >= 20


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
    outer = [inner, inner]
    result = client.serve_("change", outer, {2})
    assert result is outer and outer == [[1], [1], {2}]
    assert outer[0] is inner and outer[1] is inner
    cycle: list[object] = []
    assert client.serve_("change", cycle, cycle) is cycle and cycle[0] is cycle
    assert client.serve_("total", range(4)) == 6
    assert capsys.readouterr().out == "6\n"
    with pytest.raises(KeyError, match="7"):
        client.serve_("fail", 7)
    with pytest.raises(TypeError, match="change: object is not plain data"):
        client.serve_("change", [object()], 1)
    assert server.report == {
        "calls": 4,
        "differs": 0,
        "wrong": "",
        "refused": "object is not plain data",
    }
    os.close(client.requests)
    thread.join()
    client.answers.close()


def test_the_server_counts_calls_with_another_result() -> None:
    client, server, thread = connected(WRONG)
    assert client.serve_("change", [], 1) == [1]
    assert server.report["differs"] == 0
    assert client.serve_("change", [1], 2) == [2, 1]
    assert client.serve_("total", (True,)) == 2
    assert (server.report["differs"], server.report["wrong"]) == (2, "change")
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


@given(st.lists(VALUES, max_size=3), st.data())
def test_plain_data_arrives_with_its_types_and_its_aliases(
    values: list[object], data: st.DataObject
) -> None:
    if values:
        values.append(data.draw(st.sampled_from(values)))
    objects: list[object] = []
    there: list[object] = []
    sent = json.loads(json.dumps(pack(values, objects)))
    copies = unpack(sent, there)
    assert shape(copies) == shape(values)
    same = [[a is b for b in values] for a in values]
    mutable = [isinstance(value, (list, set, dict)) for value in values]
    for i, row in enumerate(same):
        for j, is_same in enumerate(row):
            if mutable[i] and mutable[j]:
                assert (copies[i] is copies[j]) == is_same
    for value in there:  # the answer changes the first side's own objects
        if isinstance(value, list):
            value.append(True)
        elif isinstance(value, set):
            value.add(-1)
    before = [*objects]
    answer = unpack(json.loads(json.dumps(pack(copies, there))), objects)
    assert shape(answer) == shape(copies)
    assert all(a is b for a, b in zip(before, objects, strict=False))


def test_a_number_that_becomes_a_truth_value_is_a_change() -> None:
    mine: list[object] = [1]
    objects: list[object] = [mine]
    unpack([[], [["list", [True]]]], objects)
    assert mine[0] is True


def outcome(
    status: int = 0, calls: int = 1, wrong: str = "", stderr: str = ""
) -> Outcome:
    report = {"status": status, "calls": calls, "wrong": wrong, "refused": ""}
    return Outcome("exit", 0, 1, 0, 1, json.dumps(report).encode(), stderr.encode())


@pytest.mark.parametrize(
    ("answer", "found", "code", "note"),
    [
        ("success", outcome(), "AC", ""),
        ("success", outcome(calls=0), "WA", "the tests call no function"),
        (
            "success",
            outcome(status=1),
            "RTE",
            "the tests fail with the right functions",
        ),
        (
            "success",
            outcome(status=1, stderr="NameError: name 'my_helper' is not defined\n"),
            "MAN",
            "the hand-out does not name my_helper",
        ),
        (
            "success",
            outcome(status=1, stderr="ModuleNotFoundError: No module named 'pytest'\n"),
            "MAN",
            "needs pytest: ModuleNotFoundError: No module named 'pytest'",
        ),
        ("failure", outcome(), "WA", "no call of the tests shows this mistake"),
        ("failure", outcome(status=1), "WA", "no call of the tests shows this mistake"),
        (
            "failure",
            outcome(wrong="solve"),
            "WA",
            "the tests call solve, get a wrong result, and pass",
        ),
        ("failure", outcome(status=1, wrong="solve"), "AC", ""),
    ],
)
def test_an_exit_status_is_not_enough(
    answer: str, found: Outcome, code: str, note: str
) -> None:
    test = CourseTest("a/1", "a", (), {}, "success")
    verdict = judge_outcome(
        test._replace(answer_source="failure") if answer == "failure" else test, found
    )
    assert (verdict.code, verdict.note) == (code, note)


def test_the_first_error_of_unit_tests_is_the_reason() -> None:
    trace = 'Traceback (most recent call last):\n  File "x"\n'
    error = "ModuleNotFoundError: No module named 'solver'"
    stderr = f"{trace}{error}\n\n{trace}AssertionError\n\nFAILED (errors=2)\n"
    test = CourseTest("a/1", "a", (), {}, "success")
    note = judge_outcome(test, outcome(status=1, stderr=stderr)).note
    assert note == f"the tests fail with the right functions: {error}"


@pytest.mark.parametrize("stdout", [b"", b"[]", b"{}", b'{"status": 1}', b"x"])
def test_without_a_report_nothing_is_accepted(stdout: bytes) -> None:
    for test in (
        CourseTest("a/1", "a", (), {}, "success"),
        CourseTest("a/1", "a", (), {}, "failure"),
    ):
        verdict = judge_outcome(test, Outcome("exit", -9, 1, 0, 1, stdout))
        assert verdict == RunVerdict(
            "RTE", "the tests ended the process that answers them"
        )


def test_the_driver_of_unit_tests_can_be_read_by_python_3_6() -> None:
    text = Path(unit_tests.__file__).read_text("utf-8")
    ast.parse(text, feature_version=(3, 6))
