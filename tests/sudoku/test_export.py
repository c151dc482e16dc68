"""The exported hand-ins, each run as a marker runs it: alone, in an empty folder."""

import ast
import inspect
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile

import mypy.api
import pytest

from sudoku.cli import main
from sudoku.courses import COURSE_NAMES, load_course
from sudoku.handins import files
from sudoku.handins.annotations import drop_annotations
from sudoku.handins.standalone import drop_inner_imports, standalone
from tests.places import GOLDEN
from tests.sudoku.test_northwestern import EXPECTED, TEST_RUN

Captured = pytest.CaptureFixture[str]
PYTHON_36: Final = [
    "python3.6",
    *map(str, Path.home().glob(".pyenv/versions/3.6.*/bin/python")),
]


def run(
    folder: Path, *words: str, python: str = sys.executable, answers: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run Python in *folder*, where nothing of this project can be imported."""
    return subprocess.run(
        [python, "-S", *words],  # without what is installed, such as this project
        cwd=folder,
        input=answers,
        env={"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )


@pytest.fixture
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """An empty folder with the hand-in of the course that the test names."""
    for name, data in files(request.param, "21234567"):
        (tmp_path / name).write_bytes(data)
    return tmp_path


def of(course: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("folder", [course], indirect=True)


# COMP9021


@of("comp9021")
def test_comp9021_writes_every_official_file(folder: Path) -> None:
    golden = GOLDEN / "comp9021"
    for number in range(1, 6):
        shutil.copy(golden / f"sudoku_{number}.txt", folder)
    session = """
from sudoku import *
for number in range(1, 6):
    sudoku = Sudoku(f"sudoku_{number}.txt")
    sudoku.preassess()
    if number > 2:
        for name in "worked", "marked", "forced", "bare":
            getattr(sudoku, f"{name}_tex_output")()
"""
    done = run(folder, "-c", session)
    assert (done.stderr, done.returncode) == ("", 0)
    no, perhaps = "There is clearly no solution.", "There might be a solution."
    assert done.stdout.splitlines() == [no] * 2 + [perhaps] * 3
    written = sorted(folder.glob("*.tex"))
    assert len(written) == 12
    for path in written:
        assert path.read_bytes() == (golden / path.name).read_bytes()


@of("comp9021")
def test_comp9021_refuses_the_official_wrong_inputs(folder: Path) -> None:
    for number in (1, 2, 3):
        name = f"sudoku_wrong_{number}.txt"
        shutil.copy(GOLDEN / "comp9021" / name, folder)
        done = run(folder, "-c", f"from sudoku import *; Sudoku({name!r})")
        last_line = done.stderr.splitlines()[-1]
        assert last_line == "sudoku.SudokuError: Incorrect input"


# Hacettepe


@of("hacettepe")
def test_hacettepe_writes_every_official_file(
    folder: Path, python: str = sys.executable
) -> None:
    golden = GOLDEN / "hacettepe"
    for number in range(1, 7):
        shutil.copy(golden / f"i{number}.txt", folder / "input.txt")
        done = run(folder, "sudoku.py", "input.txt", "output.txt", python=python)
        assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
        expected = (golden / f"o{number}.txt").read_bytes()
        assert (folder / "output.txt").read_bytes() == expected


@pytest.mark.python36
@of("hacettepe")
def test_hacettepe_runs_in_python_3_6(folder: Path) -> None:
    version = "import sys; print(*sys.version_info[:2])"
    for python in filter(None, map(shutil.which, PYTHON_36)):
        if run(folder, "-c", version, python=python).stdout == "3 6\n":
            test_hacettepe_writes_every_official_file(folder, python)
            return
    pytest.skip("there is no Python 3.6 on this machine")


@of("hacettepe")
def test_hacettepe_can_be_parsed_by_python_3_6(folder: Path) -> None:
    text = (folder / "sudoku.py").read_text("utf-8")
    ast.parse(text, feature_version=(3, 6))


def functions_of(folder: Path) -> dict[str, ast.FunctionDef]:
    """Return the functions of the hand-in, by their names."""
    tree = ast.parse((folder / "sudoku.py").read_text("utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {function.name: function for function in found}


def has_loop(function: ast.FunctionDef) -> bool:
    loops = ast.For | ast.While | ast.comprehension
    return any(isinstance(node, loops) for node in ast.walk(function))


@of("hacettepe")
def test_the_main_of_hacettepe_leaves_the_loops_to_functions(folder: Path) -> None:
    functions = functions_of(folder)
    main = functions.pop("main")
    assert not has_loop(main) and len(main.body) < 6
    assert sum(map(has_loop, functions.values())) > 3


@of("hacettepe")
def test_the_functions_of_hacettepe_have_docstrings_and_python_names(
    folder: Path,
) -> None:
    for name, function in functions_of(folder).items():
        assert ast.get_docstring(function), name
        nodes = [*ast.walk(function)]
        names = {name, *(node.arg for node in nodes if isinstance(node, ast.arg))}
        names |= {node.id for node in nodes if isinstance(node, ast.Name)}
        for one in names - {"DASHES"}:
            assert re.fullmatch(r"[a-z]+(_[a-z]+)*", one), one


def check_zip(folder: Path, archive: str, names: list[str]) -> None:
    with ZipFile(folder / archive) as members:
        assert members.namelist() == names
        for member in members.infolist():
            assert member.compress_type == ZIP_STORED
            assert member.date_time == (1980, 1, 1, 0, 0, 0)  # the same bytes each day
            assert members.read(member) == (folder / member.filename).read_bytes()


@of("hacettepe")
def test_the_zip_of_hacettepe_has_the_program_alone(folder: Path) -> None:
    check_zip(folder, "b21234567.zip", ["sudoku.py"])


# CIT 591


@of("cit591")
def test_the_zip_of_cit591_has_the_program_and_its_tests(folder: Path) -> None:
    check_zip(folder, "sudoku.zip", ["sudoku.py", "sudoku_test.py"])


@of("cit591")
def test_both_files_of_cit591_begin_with_the_names_of_the_authors(folder: Path) -> None:
    for name in ("sudoku.py", "sudoku_test.py"):
        assignment, authors = (folder / name).read_text().splitlines()[:2]
        assert assignment == "# CIT 591, Assignment 4: Sudoku"
        assert authors.startswith("# by ")


@pytest.mark.nightly
@of("cit591")
def test_the_unit_tests_of_cit591_are_typed_with_the_program(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    words = ["--strict", "--cache-dir", os.devnull, "sudoku_test.py", "sudoku.py"]
    output, errors, status = mypy.api.run(words)
    assert (errors, status) == ("", 0), output


@of("cit591")
def test_cit591_asks_for_a_file_when_it_is_run(folder: Path) -> None:
    names = [f"puzzle{number}.txt" for number in (1, 2, 3, 4)]
    for name in names:
        shutil.copy(GOLDEN / "cit591" / name, folder)
    done = run(folder, "sudoku.py", answers="\nyes\n".join(names) + "\nno\n")
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.count("Which file") == 4 and "Location" not in done.stdout
    assert "| 2 8 4 | 5 9 3 | 1 6 7 |" in done.stdout


# Northwestern


@of("northwestern")
def test_the_test_run_of_the_starter_passes_with_a5(folder: Path) -> None:
    done = run(folder, "-c", f"from a5 import *\n{TEST_RUN}")
    assert (done.stdout, done.stderr, done.returncode) == (EXPECTED, "", 0)


@of("northwestern")
def test_importing_or_running_a5_prints_nothing(folder: Path) -> None:
    for words in (["a5.py"], ["-c", "import a5"]):
        done = run(folder, *words)
        assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


# All of them


@pytest.mark.parametrize(
    ("course", "most"),
    [("hacettepe", 120), ("cit591", 180), ("comp9021", 300), ("northwestern", 250)],
)
def test_a_hand_in_is_as_short_as_a_clean_program(course: str, most: int) -> None:
    assert len(text_of(course).splitlines()) <= most


def text_of(course: str) -> str:
    return files(course, "0")[0][1].decode()


def definitions(text: str) -> dict[str, str]:
    """Return the text of each top-level function and class."""
    return {
        node.name: ast.get_source_segment(text, node) or ""
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", COURSE_NAMES)
def test_each_function_is_the_text_of_the_module(name: str) -> None:
    hand_in = load_course(name).hand_in
    exported = definitions(text_of(name))
    text = inspect.getsource(import_module(hand_in.module))
    if not hand_in.keeps_annotations:
        text = drop_annotations(text)
    here = definitions(drop_inner_imports(text))
    assert {*hand_in.exported_names} <= {*exported}
    for function in exported.keys() & here.keys():
        assert exported[function] == here[function]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", COURSE_NAMES)
def test_a_hand_in_contains_only_what_it_uses(name: str) -> None:
    tree = ast.parse(text_of(name))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    asked_for = {*load_course(name).hand_in.exported_names}
    assert {*definitions(text_of(name))} <= used | asked_for
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", None) or node.names[0].name
            assert module.split(".")[0] in sys.stdlib_module_names
            assert all(alias.name in used for alias in node.names)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", COURSE_NAMES)
def test_a_hand_in_does_not_mention_this_project(name: str) -> None:
    for file, data in files(name, "0"):
        if file.endswith(".py"):
            text = data.decode()
            assert not re.findall(r"sudoku\.(?!py\b|SudokuError)[a-z]\w*", text)
            assert "this package" not in text
            assert not [each for each in COURSE_NAMES if f"sudoku {each}" in text]


def test_an_annotation_alone_cannot_be_left_out() -> None:
    with pytest.raises(ValueError, match="line 2"):
        drop_annotations("x: int = 1\ny: str\n")


def test_long_headers_are_broken_and_short_ones_joined() -> None:
    long = ", ".join(f"parameter_{number}" for number in range(9))
    short = "def f(\n    a: int, b: str = 'x'\n) -> None:\n    pass\n"
    broken = f'def f(a, b="x"):\n    pass\ndef g(\n    {long}\n): ...\n'
    assert drop_annotations(f"{short}def g({long}): ...\n") == broken


def test_a_name_that_two_modules_use_is_the_alias_of_the_import() -> None:
    text = standalone("sudoku.northwestern.starter", ["Stack"], True, "")
    assert list(definitions(text))[-1] == "Stack"
    assert "class StackADT(ABC, Generic[T])" in text
    assert "class ArrayStack(StackADT[T])" in text


# The command


def test_export_writes_the_files_and_lists_them(
    tmp_path: Path, capsys: Captured
) -> None:
    place = tmp_path / "new" / "folder"
    assert main(["export", "hacettepe", str(place), "--id", "21234567"]) == 0
    told = f"wrote {place}/sudoku.py\nwrote {place}/b21234567.zip\n"
    assert capsys.readouterr() == ("", told)
    assert len([*place.iterdir()]) == 2
    assert main(["export", "hacettepe", str(place)]) == 2
