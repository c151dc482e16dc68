"""The one-file programs, which are made as docs/install.md says."""

import os
import pkgutil
import subprocess
import sys
import zipapp
from configparser import ConfigParser
from itertools import chain
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from tests import commands
from tests.commands import INTO_FILES
from tests.commands import LINES as CALLS
from tests.places import ROOT

folder = commands.folder  # the files that the commands read
PROGRAMS = ("pseudoku", "sudoku")  # marking needs a folder of its own files
EXPORTS = [
    *(f"sudoku export {course} {course}" for course in ("comp9021", "hacettepe")),
    "sudoku export northwestern northwestern",
]
LINES = [line for line in (*CALLS, *INTO_FILES, *EXPORTS) if line.startswith(PROGRAMS)]


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The file of each program."""
    place = tmp_path_factory.mktemp("one_file")
    for package in ("_courseware", "adt", "pseudocode", *PROGRAMS):
        copytree(
            ROOT / package,
            place / "all" / package,
            ignore=ignore_patterns("__pycache__", "*.so"),
        )
    made = {name: place / f"{name}.pyz" for name in PROGRAMS}
    for name, path in made.items():
        main = f"{name}.__main__:main"
        zipapp.create_archive(place / "all", path, main=main, compressed=True)
    return made


def test_each_package_is_installed_as_a_program() -> None:
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg")
    scripts = setup["options.entry_points"]["console_scripts"].strip().splitlines()
    programs = dict(line.split(" = ") for line in scripts)
    assert "sudoku" not in programs  # a game has that name
    assert sorted(programs.values()) == [
        f"{name}.__main__:main" for name in ("marking", *PROGRAMS)
    ]
    for name in programs.values():
        assert callable(pkgutil.resolve_name(name))


def test_each_data_file_of_a_package_is_installed_with_it() -> None:
    setup = ConfigParser()
    setup.read(ROOT / "setup.cfg")
    patterns = setup["options.package_data"]

    def globs_of(package: Path) -> list[str]:
        if not (package / "__init__.py").is_file():
            return []
        name = ".".join(package.relative_to(ROOT).parts)
        return f"{patterns['*']} {patterns.get(name, '')}".split()

    included = setup["options.packages.find"]["include"].split()
    tops = [*chain.from_iterable(ROOT.glob(f"{name}/__init__.py") for name in included)]
    assert len(tops) == len(included)
    left_out = []
    for path in chain.from_iterable(top.parent.rglob("*.*") for top in tops):
        if path.is_dir() or path.suffix in (".py", ".pyc", ".so"):
            continue
        globs = [f"{top}/{glob}" for top in path.parents for glob in globs_of(top)]
        if not any(map(path.match, globs)):
            left_out.append(str(path.relative_to(ROOT)))
    assert left_out == []


def run(words: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    return subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, text=True
    )


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_in_one_file_has_the_statuses_and_ignores_other_files(
    name: str, programs: dict[str, Path]
) -> None:
    Path(f"{name}.py").write_text("print('another')")
    program = str(programs[name])
    puzzle = ".41...2.3....1.2" if name == "pseudoku" else "55" + "." * 79
    done = run([program, "check", puzzle])
    assert "clash" in done.stdout
    assert (done.returncode, done.stderr) == (0 if name == "pseudoku" else 1, "")
    done = run([program, "chek"])
    message = f"{name}: error: unknown command 'chek'; did you mean check?\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)
    assert run([program, "help"]).stdout.startswith(f"usage: python3 {program} ")


@pytest.mark.nightly
@pytest.mark.parametrize("line", LINES)
def test_each_command_runs_from_one_file(line: str, programs: dict[str, Path]) -> None:
    name, *words = line.split()
    words += ["--seed", "1"] * (words[0] == "generate")
    expected = subprocess.run(
        [sys.executable, "-m", name, *words],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    done = run([str(programs[name]), *words, *["--force"] * (words[0] == "export")])
    assert done.returncode == expected.returncode < 2
    assert done.stdout == expected.stdout
