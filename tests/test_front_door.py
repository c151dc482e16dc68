"""What is there after ``import adt``, ``import pseudoku`` and ``import sudoku``."""

import ast
import inspect
import os
import re
import subprocess
import sys
from importlib import import_module, metadata
from pathlib import Path
from shutil import which
from types import ModuleType

import pytest

import adt
import pseudoku
import sudoku
from tests.places import ROOT

PACKAGES = [pseudoku, sudoku]
PARTS = {"sudoku.exact", "sudoku.explain", "sudoku.formats", "sudoku.generating"}
MAIN_FILES = [
    ROOT / package.__name__ / name
    for package in PACKAGES
    for name in ("__init__.py", "__main__.py")
    if (ROOT / package.__name__ / name).exists()
] + [
    ROOT / "_courseware" / name
    for name in ("__init__.py", "terminal/__init__.py", "terminal/start.py")
]


def run(*words: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a program in ``folder``, with the project to import."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        words, cwd=folder, env=environment, capture_output=True, text=True
    )


def python(*words: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, *words, folder=folder)


def declared(package: ModuleType) -> dict[str, str]:
    """The home of each name that a type checker sees in ``package``."""
    tree = ast.parse(inspect.getsource(package))
    (branch,) = (node for node in tree.body if isinstance(node, ast.If))
    return {
        alias.asname or "": node.module or ""
        for node in branch.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname == alias.name != "__version__"
    }


def exported(package: ModuleType) -> list[str]:
    """``__all__``, which type checkers do not see."""
    names: list[str] = vars(package)["__all__"]
    return names


@pytest.mark.parametrize("package", PACKAGES)
def test_type_checkers_and_python_see_the_same_names(package: ModuleType) -> None:
    homes = declared(package)
    assert {*dir(package)} >= {*homes}
    for name, home in homes.items():
        module = import_module(home)
        assert getattr(package, name) is getattr(module, name)
        assert home == package.__name__ or name in vars(module)
    parts = {name for name in homes if f"{package.__name__}.{name}" in PARTS}
    assert sorted(exported(package)) == sorted({*homes} - parts)


@pytest.mark.parametrize("package", ["pseudoku", "sudoku"])
def test_a_package_loads_nothing_before_it_is_used(package: str) -> None:
    code = f"import sys, {package}; print(*[n for n in sys.modules if '.' in n])"
    loaded = python("-c", code).stdout.split()
    assert not [name for name in loaded if name.startswith(package)]
    code = f"import {package}; print(*dir({package}))"
    names = python("-c", code).stdout.split()
    expected = {*exported(import_module(package)), "__version__", "__doc__"}
    assert expected <= {*names}


def test_an_unknown_name_is_an_attribute_error_with_a_suggestion() -> None:
    for package in PACKAGES:
        with pytest.raises(AttributeError, match="has no attribute 'Stak'"):
            package.Stak
    done = python("-c", "import sudoku; sudoku.SudokuErr")
    assert "Did you mean: 'SudokuError'?" in done.stderr


def test_the_parts_of_sudoku_are_available_after_importing_it() -> None:
    parts = "exact.solve('.' * 81)[0]", "formats.FORMATS", "generating", "__doc__"
    code = "import sudoku" + "".join(f"; print(sudoku.{part})" for part in parts)
    solution, formats, module, *text = python("-c", code).stdout.splitlines()
    assert len(solution) == 81 and "line" in formats
    assert "module 'sudoku.generating'" in module
    assert "sudoku.exact.solve" in "".join(text)


def test_a_star_import_gives_what_graders_import_and_nothing_else() -> None:
    code = "from sudoku import *; print(*sorted(n for n in dir() if n[:2] != '__'))"
    assert python("-c", code).stdout.split() == sorted(exported(sudoku))


def test_pydoc_shows_every_type_with_its_specification() -> None:
    page = re.sub(r"^ *\|? *", "", python("-m", "pydoc", "adt").stdout, flags=re.M)
    for name in adt.__all__:
        value = getattr(adt, name)
        assert f"\nclass {name}(" in page or f"\n{name}(" in page
        operations = getattr(value, "__abstractmethods__", ())
        public = (key for key in operations if key[0] != "_" or key[-1] == "_")
        for thing in [value, *(getattr(value, key) for key in public)]:
            lines = (inspect.getdoc(thing) or "").splitlines()
            assert "\n".join(line.strip() for line in lines) in page


def test_the_version_has_one_source() -> None:
    for package in PACKAGES:
        assert package.__version__ == adt.__version__
    assert "version = attr: adt.__version__" in (ROOT / "setup.cfg").read_text()
    files = [*MAIN_FILES, ROOT / "adt" / "__init__.py"]
    sources = [path for path in files if '"' + adt.__version__ in path.read_text()]
    assert sources == [ROOT / "adt" / "__init__.py"]
    try:
        assert metadata.version("sudoku-courseworks") == adt.__version__
    except metadata.PackageNotFoundError:
        pass  # this is a bare checkout
    for program in ("pseudoku", "sudoku"):
        done = python("-m", program, "--version")
        assert done.stdout == f"{program} {adt.__version__}\n"


# Older Pythons


@pytest.mark.parametrize("path", MAIN_FILES, ids=lambda path: str(path.parent.name))
def test_the_first_files_can_be_read_by_every_python(path: Path) -> None:
    """That is, also by Python 2, where some Python of that kind cannot say so."""
    source = path.read_text("utf-8")
    assert source.isascii()
    for node in ast.walk(ast.parse(source, feature_version=(3, 4))):
        assert not isinstance(node, (ast.JoinedStr, ast.AnnAssign, ast.AsyncFor))
        if isinstance(node, ast.FunctionDef):
            assert not node.returns and not node.args.kwonlyargs


@pytest.mark.sampled(1)
@pytest.mark.parametrize("program", ["pseudoku", "sudoku"])
@pytest.mark.parametrize(
    "version",
    ["2.7", "3.10", *(pytest.param(v, marks=pytest.mark.slow) for v in ("3.6", "3.9"))],
)
def test_an_older_python_prints_one_line(program: str, version: str) -> None:
    message = f"{program}: error: this is Python {version}; expected Python 3.11"
    major, minor = version.split(".")
    pretend = f"import runpy, sys; sys.version_info = ({major}, {minor}, 0)"
    start = f"{pretend}; runpy.run_module({program!r}, run_name='__main__')"
    done = python("-c", start)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{message} or newer\n"

    real = which(f"python{version}")
    if real and run(real, "-c", "0").returncode == 0:
        done = run(real, "-B", "-m", program, "solve")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"{message} or newer\n"


# The start

# Prints when Python looked for reference cycles, and whether it will at the end.
CYCLES = """
import gc, sys
from pseudoku.__main__ import main
times = []
gc.callbacks.append(lambda phase, about: times.append(phase))
sys.argv[1:] = ["check", "4132324113242413"]
try:
    main()
except SystemExit as end:
    print(end.code, times, gc.get_freeze_count() < 5000)
"""


def test_a_short_command_does_not_look_for_reference_cycles() -> None:
    done = python("-c", CYCLES)
    assert (done.stdout.splitlines()[-1], done.stderr) == ("0 [] False", "")


# The folder of a submission


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "line",
    [
        "marking rubric comp9021",
        "pseudoku generate 2413 --seed 1 --json",
        "sudoku generate --seed 1 --json --for comp9021",
    ],
)
def test_no_module_of_the_folder_is_imported(line: str, tmp_path: Path) -> None:
    program, *words = line.split()
    names = {"json", "random", "argparse", "re", "typing", "sudoku", "pseudoku"}
    if program == "marking":  # the others need -P for this
        names |= {"adt", "_courseware"}
    for name in names - {program}:
        (tmp_path / f"{name}.py").write_text(f"print('the {name} of a submission')")
    done = python("-m", program, *words, folder=tmp_path)
    expected = python("-m", program, *words)
    assert "submission" not in done.stdout + done.stderr
    assert (done.returncode, done.stdout) == (0, expected.stdout)


def test_a_command_runs_in_a_folder_that_was_deleted(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    line = 'cd gone && rmdir ../gone && "$@"'
    words = ("-m", "pseudoku", "count", ".41...2.3....1.2")
    done = run("sh", "-c", line, "sh", sys.executable, *words, folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")
