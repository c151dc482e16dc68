"""Files that the course provides, and packages that programs may import."""

import ast
import sys
from pathlib import Path

import pytest

from marking import rubric
from marking.cli import main
from marking.intake.submission import Submission
from marking.plan import make_job
from marking.sandbox.interpreters import own_interpreter
from marking.sandbox.packages import find_package
from marking.tests import all_tests
from tests.marking.classes import (
    RUBRICS,
    class_of,
    hand_in,
    marking,
    marks,
    planned_tests,
    rubric_with,
)

STARTER = (RUBRICS / "northwestern" / "stack_and_queue.py").read_text("utf-8")


def with_import() -> str:
    """The reference's a5.py, whose stack and queue come from the provided file."""
    text = hand_in("northwestern")
    lines = text.splitlines(keepends=True)
    for part in reversed(ast.parse(text).body):
        if isinstance(part, ast.ClassDef) and part.name in ("Stack", "Queue"):
            lines[part.lineno - 1 : part.end_lineno] = []
    place = next(k for k, line in enumerate(lines) if line.startswith("class "))
    lines.insert(place, "from stack_and_queue import Queue, Stack\n")
    return "".join(lines)


def test_a_provided_file_is_in_each_sandbox_unless_it_was_handed_in() -> None:
    read = rubric.read_rubric("northwestern")
    test = planned_tests("northwestern")[0]
    job = make_job(read, Submission({"a5.py": b"1"}), test)
    assert job.files["stack_and_queue.py"] == STARTER.encode()
    own = Submission({"a5.py": b"1"}, tree={"stack_and_queue.py": b"2"})
    assert make_job(read, own, test).files["stack_and_queue.py"] == b"2"


@pytest.mark.sandbox
def test_the_starter_the_own_classes_and_a_changed_copy_get_their_marks(
    tmp_path: Path,
) -> None:
    needs = with_import()
    folder = class_of(
        tmp_path / "class",
        {name: needs for name in ("imports", "same", "changed", "broken")},
        "a5.py",
    )
    class_of(folder, {"own": hand_in("northwestern")}, "a5.py")
    copies = {
        "same": STARTER.replace("\n", "\r\n"),
        "changed": STARTER.replace("self.the_stack.pop()", "self.the_stack.pop(-1)"),
        "broken": "class Stack: pass\nclass Queue: pass\n",
    }
    for name, text in copies.items():
        (folder / name / "stack_and_queue.py").write_text(text, newline="")
    done = marking("run", "northwestern", folder, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    found = marks(tmp_path / "out")
    for name in ("imports", "own", "same", "changed"):
        assert found[name]["mark"] == "100", found[name]
    assert found["broken"]["mark"] == "60"
    noted = {name for name, row in found.items() if "changed copy" in row["notes"]}
    assert noted == {"changed", "broken"}


def test_a_wrong_module_of_ours_replaces_every_copy_of_the_students_own() -> None:
    read = rubric.read_rubric("cit591")
    test = next(test for test in all_tests(read) if test.answer_source == "failure")
    files = {"sudoku.py": b"1", "sudoku_test.py": b"from src.sudoku import *"}
    own = Submission(files, tree={"src/sudoku.py": b"1"})
    wrong = test.inputs["sudoku.py"]
    made = make_job(read, own, test).files
    assert (made["sudoku.py"], made["src/sudoku.py"]) == (wrong, wrong)


@pytest.mark.sandbox
def test_a_module_named_like_one_of_the_standard_library_does_not_harm_the_driver(
    tmp_path: Path,
) -> None:
    folder = class_of(tmp_path / "class", {"a": "from lib.core import *\n"}, "a5.py")
    (folder / "a" / "lib").mkdir()
    (folder / "a" / "lib" / "core.py").write_text(hand_in("northwestern"), "utf-8")
    for name in ("ast.py", "importlib.py"):
        (folder / "a" / name).write_text("raise SystemError")
    done = marking("run", "northwestern", folder, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert marks(tmp_path / "out")["a"]["mark"] == "100"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of installed packages, two of which are made for the tests."""
    folder = tmp_path / "venv" / "site-packages"
    for name in ("allowed", "hidden"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text("NUMBER = 1\n")
        info = folder / f"{name}_things-2.5.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Name: {name}-things\nVersion: 2.5\n")
        (info / "RECORD").write_text(
            f"{name}/__init__.py,,\n{info.name}/METADATA,,\n../bin/tool,,\n"
        )
    monkeypatch.setattr(sys, "path", [*sys.path, str(folder)])
    return folder


def test_a_package_is_found_with_everything_that_belongs_to_it(site: Path) -> None:
    found = find_package("allowed-things", own_interpreter())
    assert found and (found.version, found.folder) == ("2.5", str(site))
    assert found.entries == ("allowed", "allowed_things-2.5.dist-info")
    assert find_package("no-such-things", own_interpreter()) is None


@pytest.mark.sandbox
@pytest.mark.parametrize("open_tier", [False, True])
def test_a_program_imports_the_packages_that_the_rubric_names_and_no_others(
    open_tier: bool, site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if open_tier:
        monkeypatch.setattr("marking.cli.run.tier_for", lambda tests, python: "open")
        monkeypatch.setattr("os.geteuid", lambda: 1)
    right = hand_in("comp9021")
    first = "from collections.abc import"
    programs = {
        name: right.replace(first, f"import {name}\n{first}", 1)
        for name in ("allowed", "hidden", "absent")
    }
    assert right not in programs.values()
    folder = class_of(tmp_path / "class", programs)
    named = "[run]\npackages = ['allowed-things', 'absent-things']\n[limits]"
    path = rubric_with(tmp_path, "comp9021", {"[limits]": named})
    out = tmp_path / "out"
    words = ["run", str(path), str(folder), "-o", str(out), "--trust-submissions"]
    assert main(words) == 0
    found = marks(out)
    assert found["allowed"]["mark"] == "13"
    # Without a sandbox, all packages of the folder can be imported.
    assert found["hidden"]["status"] == ("marked" if open_tier else "manual")
    assert found["absent"]["status"] == "manual"
