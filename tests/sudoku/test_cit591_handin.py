"""CIT 591's ``sudoku_test.py``: green on the reference, red on each typical mistake."""

import ast
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from sudoku.handins import files
from tests.places import ROOT

TABLE = ROOT / "tests" / "mistakes" / "cit591_unit_tests.toml"
PROGRAM, UNIT_TESTS = [data for _, data in files("cit591", "")][:2]

# Read sources from standard input, use each as `sudoku`, and print the unit tests that
# fail. A test may take 0.1 s; the slowest takes 5 ms where nothing is wrong.
RUN = """
import json, signal, sys, types, unittest

class Result(unittest.TestResult):
    def startTest(self, test):
        super().startTest(test)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.1)

def stop(number, frame):
    raise TimeoutError

signal.signal(signal.SIGVTALRM, stop)
failing = {}
for name, source in json.load(sys.stdin).items():
    sys.modules["sudoku"] = module = types.ModuleType("sudoku")
    exec(source, vars(module))
    sys.modules.pop("sudoku_test", None)
    tests = unittest.defaultTestLoader.loadTestsFromName("sudoku_test")
    tests.run(result := Result())
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    assert result.testsRun > 40, result
    bad = [test.id() for test, _ in result.failures + result.errors]
    failing[name] = [test.removeprefix("sudoku_test.") for test in bad]
print(json.dumps(failing))
"""

MISTAKES = {
    (name, owner): mistake
    for owner, mistakes in tomllib.loads(TABLE.read_text("utf-8")).items()
    for name, mistake in mistakes.items()
}
# Tests that use more than one function: a mistake in any of them makes these fail.
COMMON = {
    "TestReadSudoku",
    "TestSolve",
    "TestParameters",
    "TestConvertToInts.test_undoes_convert_to_sets",
}


def failing(sources: dict[str, str], folder: Path) -> dict[str, list[str]]:
    """The unit tests that fail, for each of ``sources`` used as ``sudoku``."""
    (folder / "sudoku_test.py").write_bytes(UNIT_TESTS)
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=json.dumps(sources),
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
        timeout=120,
        check=True,
    )
    left = {path.name for path in folder.iterdir()}
    assert left <= {"sudoku_test.py", "__pycache__"}
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def caught(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """The unit tests that each mistake makes fail."""
    sources = {}
    right = PROGRAM.decode()
    for key, (old, new) in MISTAKES.items():
        assert right.count(old) == 1, key
        sources[" ".join(key)] = right.replace(old, new)
    return failing(sources, tmp_path_factory.mktemp("handin"))


def test_the_unit_tests_pass_on_the_reference(tmp_path: Path) -> None:
    assert failing({"none": PROGRAM.decode()}, tmp_path) == {"none": []}


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "owner"), MISTAKES)
def test_a_mistake_fails_unit_tests_of_its_function_and_of_no_other(
    name: str, owner: str, caught: dict[str, list[str]]
) -> None:
    classes = {test: test.partition(".")[0] for test in caught[f"{name} {owner}"]}
    assert owner in classes.values()
    own = {test for test, name in classes.items() if not {test, name} & COMMON}
    assert {classes[test] for test in own} <= {owner}


@pytest.mark.nightly
def test_every_unit_test_catches_a_mistake(caught: dict[str, list[str]]) -> None:
    names = {
        f"{group.name}.{test.name}"
        for group in ast.parse(UNIT_TESTS).body
        if isinstance(group, ast.ClassDef)
        for test in group.body
        if isinstance(test, ast.FunctionDef) and test.name.startswith("test")
    }
    assert names == {test for tests in caught.values() for test in tests}


def test_the_unit_tests_need_nothing_but_the_standard_library() -> None:
    imports = [
        line
        for line in UNIT_TESTS.decode().splitlines()
        if line.startswith(("import ", "from "))
    ]
    assert imports[-1] == "from sudoku import *"
    assert {line.split()[1] for line in imports[:-1]} <= sys.stdlib_module_names
