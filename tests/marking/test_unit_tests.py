"""Students' unit tests: their functions are in another process, which sees each call."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from marking import unit_tests
from marking.drivers import unit_tests as driver
from marking.errors import MarkingError
from marking.sandbox.job import Outcome
from marking.test import Test as CourseTest
from marking.verdict import RunVerdict, judge_outcome
from sudoku.handins import files
from tests.marking.classes import (
    DATA,
    class_of,
    hand_in,
    marked,
    planned_tests,
    small_rubric,
    write,
)


def attack_files() -> Iterator[tuple[str, str, float]]:
    """Yield the name of each attack, its file, and the most that it may earn."""
    attacks = DATA["attacks"]
    starts = attacks.pop("starts")
    for name, attack in attacks.items():
        kind = "body" if "body" in attack else "file"
        text = attack["file"] if kind == "file" else indent(attack["body"], " " * 8)
        yield name, starts["every"] + starts[kind] + text, attack.get("most", 0)


def honest_files() -> Iterator[tuple[str, str, str]]:
    """Yield the name of each honest file, its text, and the mark that it deserves."""
    honest = DATA["honest"]
    words, checks = honest.pop("words"), honest.pop("checks")
    tests = "".join(
        f"def test_{name}():\n{indent(body, '    ')}\n" for name, body in checks.items()
    )
    methods = indent(tests.replace("():", "(self):"), "    ")
    words |= {"FUNCTIONS\n": tests, "    METHODS\n": methods}
    words["ASSERTS\n"] = "\n".join(checks.values())
    words["HEAD\n"] = words.pop("HEAD")
    words["EXPORTED"] = dict(files("cit591", ""))["sudoku_test.py"].decode()
    for name, file in honest.items():
        text = file["text"]
        for word, value in words.items():
            text = text.replace(word, value)
        yield name, text, file["marks"]


ATTACKS = list(attack_files())
HONEST = list(honest_files())
PARTS = 14  # one of which runs at each push


@pytest.mark.sandbox
@pytest.mark.parametrize(
    "part", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, PARTS))]
)
def test_unit_tests_earn_what_they_deserve(part: int, tmp_path: Path) -> None:
    """An attack earns at most what the crash of a wrong function or luck may earn."""
    assert len(ATTACKS) >= 40 and len(HONEST) >= 30
    most = {name: mark for name, _, mark in ATTACKS[part::PARTS]}
    deserved = {name: mark for name, _, mark in HONEST[part::PARTS]}
    every = ATTACKS[part::PARTS] + HONEST[part::PARTS]
    names = {f"a{n:02}": name for n, (name, *_) in enumerate(every)}
    program = hand_in("cit591").replace(
        "\ndef main", "\ndef helper():\n    return 7\n\n\ndef main"
    )
    class_of(tmp_path / "class", dict.fromkeys(names, program))
    for student, (_, text, _) in zip(names, every):
        if text:
            (tmp_path / "class" / student / "sudoku_test.py").write_text(text)
    (tmp_path / "unit.toml").write_text(small_rubric("unit-tests"))
    rows = marked(tmp_path / "unit.toml", tmp_path)
    found = {name: rows[student]["unit-tests"] for student, name in names.items()}
    assert {name: found[name] for name in deserved} == deserved
    assert {n: found[n] for n in most if float(found[n] or 0) > most[n]} == {}


def test_students_tests_cannot_tell_which_functions_are_tested() -> None:
    *tests, own = [t for t in planned_tests("cit591") if t.criterion == "unit-tests"]
    assert [t.is_condition for t in tests] == [True] * 3 + [False] * 13
    assert own.inputs == {"served.json": b"{}"}
    (stub,) = {t.inputs["sudoku.py"].decode() for t in tests}
    assert len({(t.argv, len(t.inputs["served.json"])) for t in tests}) == 1
    texts = [json.loads(t.inputs["served.json"])["tested"] for t in tests]
    assert len(set(texts)) == 14  # the right functions, and 13 with one that is wrong
    for text in (stub, *texts):
        compile(text, "module", "exec")
    names = [re.findall(r"^def (\w+)", t, re.MULTILINE) for t in (stub, *texts)]
    assert len({*map(frozenset, names)}) == 1
    assert 'serve_("eliminate", problem, location' in stub.replace("'", '"')


@pytest.mark.parametrize(
    "text",
    ["", "x = 1", "def a(): pass", "def solve(): 1\ndef eliminate(): 1", "def ("],
)
def test_a_wrong_module_that_replaces_no_function_is_refused(text: str) -> None:
    with pytest.raises(MarkingError, match="broken.toml: x: expected one function"):
        unit_tests.replace_function("def solve(): pass\n", text, "broken.toml: x")


RIGHT: str = DATA["forms"]["served"]


class DirectClient(driver.Client):
    """A client that asks a server of this process."""

    def __init__(self, server: driver.Server) -> None:
        self.server = server

    def ask(self, request: str) -> str:
        return self.server.answer(request.encode()).decode()


def test_a_served_function_changes_the_callers_own_objects(
    capsys: pytest.CaptureFixture[str],
) -> None:
    server = driver.Server({"right": RIGHT, "tested": RIGHT})
    client = DirectClient(server)
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
    assert server.report() == {driver.FILE: [4, "", driver.NO_END]}


def test_each_form_of_a_unit_is_reported_with_its_calls_and_its_error(
    tmp_path: Path,
) -> None:
    tests = planned_tests("cit591")
    right = next(test for test in tests if test.criterion == "unit-tests")
    forms = DATA["forms"]
    texts = json.loads(right.inputs["served.json"])
    served = json.dumps(texts | {"tested": texts["right"] + forms["wrong"]}).encode()
    files = {"sudoku_test.py": forms["file"].encode(), "served.json": served}
    write(tmp_path, right.inputs | files)
    words = [sys.executable, *right.argv]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert {unit: [*map(str, row)] for unit, row in report.items()} == forms["report"]


SCALARS = st.sampled_from([None, True, False, 0, 1, -9, 1.0, 0.5, "", "é", "ab"])
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
    sent = json.dumps(driver.pack(value))
    assert shape(driver.unpack(json.loads(sent))) == shape(value)


@given(VALUES, VALUES)
@example(1, True)
@example({1}, {True})
def test_an_argument_gets_its_contents_after_the_call(old: object, new: object) -> None:
    arguments = [old]
    driver.put_back(arguments, [new])
    assert shape(arguments) == shape([new])


def runs_of(**units: str) -> dict[str, unit_tests.Units]:
    """Return the runs right-1 to right-3, own and wrong, from a letter for each run.

    "." passes, "x" fails, "!" fails after a wrong result, "~" passes after one, and "-"
    is absent. A keyword is the name of a unit.
    """
    runs: dict[str, unit_tests.Units] = {}
    names = [*unit_tests.RIGHT_RUNS, unit_tests.OWN_RUN, "wrong"]
    for number, name in enumerate(names):
        runs[name] = {}
        for unit, letters in {"the file": ".....", **units}.items():
            letter = letters[number]
            wrong = "solve" if letter in "!~" else ""
            error = "AssertionError" if letter in "x!" else None
            if letter != "-":
                calls = int(unit != "the file")
                runs[name][unit] = unit_tests.UnitRun(calls, wrong, error)
    return runs


@pytest.mark.parametrize(("units", "right", "wrong"), DATA["forms"]["decided"])
def test_no_run_of_unit_tests_decides_alone(
    units: dict[str, str], right: str, wrong: str
) -> None:
    verdicts = unit_tests.judge_units(runs_of(**units))
    assert [verdicts[name].code for name in unit_tests.RIGHT_RUNS] == [right] * 3
    assert verdicts["wrong"].code == wrong
    if "b" in units and right == "AC" and units["b"].startswith("xxx"):
        assert verdicts["right-1"].notes == ("left out: b: AssertionError",)


@pytest.mark.parametrize(("own", "code"), [("....", "MAN"), ("...x", "RTE")])
def test_without_a_right_run_the_student_s_functions_decide(
    own: str, code: str
) -> None:
    runs = runs_of(a=own + "!")
    del runs["right-2"], runs[unit_tests.OWN_RUN]["the file"]
    assert unit_tests.judge_units(runs)["right-1"].code == code


@pytest.mark.parametrize("stdout", [b"", b"[]", b"{}x", b'{"a": 1}', b'{"a": [1]}'])
def test_without_a_report_nothing_is_accepted(stdout: bytes) -> None:
    test = CourseTest("a/1", "a", (), {}, "success")
    verdict = judge_outcome(test, Outcome("exit", -9, 1, 0, 1, stdout))
    assert verdict == RunVerdict("RTE", "the tests ended the process that answers them")
