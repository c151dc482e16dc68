"""The world of a program: all of the hand-in, what the course gave out, and packages."""

import re
import sys
from functools import cache
from pathlib import Path, PurePosixPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marking import rubric
from marking.intake import submission
from marking.intake.originals import code_digest, is_changed
from marking.intake.submission import Submission
from marking.plan import folders_above, make_job
from marking.sandbox.interpreters import own_interpreter
from marking.sandbox.packages import find_package
from marking.test import Test as GradedTest
from marking.tests import all_tests
from tests.marking.classes import (
    DATA,
    RUBRICS,
    WANTED,
    class_of,
    files_of,
    hand_in,
    marked,
    rubric_with,
    runs_rubric,
    write,
    zipped,
)

# Each hand-in by its name: its files, and "status" if it does not get its marks.
HAND_INS = DATA["world"]
STATUS = {name: files.pop("status", "") for name, files in HAND_INS.items()}
WORDS = {"USE": "from helpers import main\nmain()\n", "LARGE": "#" * 2**20}
WORDS["RIGHT"] = hand_in("hacettepe")  # which has none of these words, as it is last


@pytest.mark.sandbox
def test_a_program_finds_what_was_handed_in_and_what_was_given_out(
    tmp_path: Path,
) -> None:
    for number, texts in enumerate(HAND_INS.values()):
        files = files_of(texts, WORDS)
        place = tmp_path / "class" / f"s{number:02}"
        place.mkdir(parents=True)
        if number % 2:
            (place / "a.zip").write_bytes(zipped(files))
        else:
            write(place, files)
    provided = 'provided = ["i1.txt", "i6.txt"]\ntotal = 10'
    (tmp_path / "small.toml").write_text(
        runs_rubric(10, 20, 2, DATA["rubrics"]["late"]).replace("total = 10", provided)
    )
    rows = marked(tmp_path / "small.toml", tmp_path)
    found = dict(zip(HAND_INS, rows.values(), strict=True))
    results = {name: (row["status"], row["mark"]) for name, row in found.items()}
    given = {"": ("marked", "10"), "manual": ("manual", ""), "marked": ("marked", "0")}
    assert results == {name: given[status] for name, status in STATUS.items()}
    assert "Sudoku.py counts as sudoku.py" in found["other capitals"]["notes"]
    note = "not in the sandbox: a.zip/helpers.py is larger than 1,048,576 bytes"
    assert note in found["a module that is too large"]["notes"].replace("s23/", "")


@cache
def first_test() -> tuple[rubric.Rubric, GradedTest]:
    hacettepe = rubric.read_rubric("hacettepe")
    return hacettepe, all_tests(hacettepe)[0]


@given(
    folder=st.sampled_from(["", "a/", "é/b/", "\udc80/"]),
    names=st.sets(st.text(st.sampled_from("ab/.\\ é\u0327\udc80("), max_size=9)),
)
def test_any_names_can_be_written_below_one_folder(
    tmp_path_factory: pytest.TempPathFactory, folder: str, names: set[str]
) -> None:
    place = tmp_path_factory.getbasetemp() / "any"
    place.write_text("x")
    found = [
        submission.DiskFile(name, "", place) for name in (*names, f"{folder}sudoku.py")
    ]
    chosen = submission.select_files(found, WANTED)
    read, test = first_test()
    files = make_job(read, chosen, test).files if chosen.files else {}
    paths = {PurePosixPath(path) for path in files}
    assert len(paths) == len(files)
    assert not paths & {parent for path in paths for parent in path.parents}
    assert not any(path.is_absolute() or ".." in path.parts for path in paths)
    assert all(name.encode() for name in files)


def test_ours_comes_before_the_hand_in_and_that_before_what_was_given_out() -> None:
    read = rubric.read_rubric("hacettepe")
    test = all_tests(read)[0]
    (name, data), *_ = test.inputs.items()
    tree = {"helpers.py": b"1", name: b"2", "output.txt": b"3", "sudoku.py/a.py": b""}
    tree |= {"i6.txt": b"4", "i5.txt/b": b"5"}  # which is a folder
    for top in ("", "A2/src/"):
        own = Submission(
            {"sudoku.py": b"0"},
            tree={top + key: value for key, value in tree.items()},
            folder=top,
        )
        files = make_job(read, own, test).files
        others = {
            f"i{n}.txt": (RUBRICS / "hacettepe" / f"i{n}.txt").read_bytes()
            for n in (2, 3, 4)
        }
        expected = {"sudoku.py": b"0", "helpers.py": b"1", name: data, "i6.txt": b"4"}
        expected |= {"i5.txt/b": b"5", **others}
        assert files == {top + key: value for key, value in expected.items()}


def test_folders_above_with_a_module_of_pythons_name_are_not_on_the_path() -> None:
    tree = dict.fromkeys(["a/b/c/sudoku.py", "a/b/queue.py", "a/test.txt", "x.py"], b"")
    own = Submission({"sudoku.py": b""}, tree=tree, folder="a/b/c/")
    assert folders_above(own) == ("../..", "../../..")
    package = {**tree, "a/json/__init__.py": b"", "a/ast/x.py": b"", "ast/y.py": b""}
    assert folders_above(Submission({}, tree=package, folder="a/b/c/")) == ("../../..",)
    assert folders_above(Submission({}, tree=tree)) == ()


COPIES = DATA["cases"]["copies"]


@pytest.mark.parametrize(("old", "new", "changed"), COPIES["changes"])
def test_a_copy_is_changed_only_if_its_code_is(
    old: str, new: str, changed: bool
) -> None:
    original: str = COPIES["original"]
    assert old in original
    copy = original.replace(old, new).encode("latin-1")
    assert is_changed("stack.py", copy, original.encode(), ()) == changed
    assert not is_changed("stack.py", copy, original.encode(), [code_digest(copy)])
    assert is_changed("a.txt", b"1 2", b"12", [code_digest(b"1 2")])


STARTER = (RUBRICS / "northwestern" / "stack_and_queue.py").read_text("utf-8")


def with_import() -> str:
    """The reference's a5.py, whose stack and queue come from the provided file."""
    text, imports = (
        hand_in("northwestern"),
        "from stack_and_queue import Queue, Stack\n",
    )
    own = re.findall(
        r"^class (?:Queue|Stack)\b.*?(?=^\S)", text, re.DOTALL | re.MULTILINE
    )
    assert len(own) == 2
    return text.replace(own[0], imports).replace(own[1], "")


@pytest.mark.nightly
@pytest.mark.sandbox
def test_what_the_course_gave_out_is_replaced_by_what_was_handed_in(
    tmp_path: Path,
) -> None:
    """And a module named like one of the standard library does not harm the driver."""
    programs = dict.fromkeys(("imports", "same", "changed", "broken"), with_import())
    programs |= {"own": hand_in("northwestern"), "names": "from lib.core import *\n"}
    folder = class_of(tmp_path / "class", programs, "a5.py")
    module = "stack_and_queue.py"
    files = {
        f"same/{module}": STARTER.replace("\n", "\r\n"),
        f"changed/{module}": STARTER.replace("stack.pop()", "stack.pop(-1)"),
        f"broken/{module}": "class Stack: pass\nclass Queue: pass\n",
        "names/lib/core.py": hand_in("northwestern"),
        "names/ast.py": "raise SystemError",
        "names/importlib.py": "raise SystemError",
    }
    assert STARTER not in files.values()
    write(folder, {name: text.encode() for name, text in files.items()})
    found = marked("northwestern", tmp_path)
    expected = {name: "60" if name == "broken" else "100" for name in programs}
    assert {name: row["mark"] for name, row in found.items()} == expected
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
    class_of(tmp_path / "class", programs)
    named = "[run]\npackages = ['allowed-things', 'absent-things']\n[limits]"
    path = rubric_with(tmp_path, "comp9021", {"[limits]": named})
    found = marked(path, tmp_path, "--trust-submissions")
    assert found["allowed"]["mark"] == "13"
    # Without a sandbox, all packages of the folder can be imported.
    assert found["hidden"]["status"] == ("marked" if open_tier else "manual")
    assert found["absent"]["status"] == "manual"
