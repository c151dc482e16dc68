"""No test is left out of a run without a word."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copyfile

import pytest

from tests.places import ROOT

FILES = (
    "conftest.py",
    "setup.cfg",
    "tests/__init__.py",
    "tests/parts.py",
    "tests/places.py",
)
RIGHT = """\
import pytest


def test_first() -> None:
    pass


@pytest.mark.slow
@pytest.mark.parametrize("case", [1, 2])
def test_second(case: int) -> None:
    pass


@pytest.mark.slow
@pytest.mark.browser
def test_third() -> None:
    pass
"""
COUNTS = "default 1\nslow 2\n"
COUNTS += "python36 0\nbrowser 0\nsandbox 0\nlatex 0\npdf 0\nsite 0\nnightly 1\n"


def run_pytest(root: Path, code: str, *options: str) -> tuple[int, str]:
    """Run the tests in ``code`` below ``root``; return the status and the output."""
    for file in FILES:
        (root / file).parent.mkdir(exist_ok=True)
        copyfile(ROOT / file, root / file)
    (root / "tests" / "test_file.py").write_text(code)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options],
        cwd=root,
        env=os.environ | {"ALLOWED_SKIPS": "^as root"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.returncode, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("part", "line"),
    [
        ("default", "1 passed, 3 deselected"),
        ("slow", "2 passed, 2 deselected"),
        ("nightly,default", "2 passed, 2 deselected"),
        ("all", "4 passed"),
    ],
)
def test_each_test_belongs_to_one_part(part: str, line: str, tmp_path: Path) -> None:
    status, output = run_pytest(tmp_path, RIGHT, "--part", part)
    assert (status, output.count(line)) == (0, 1)


@pytest.mark.slow
def test_the_counts_of_all_parts_are_written(tmp_path: Path) -> None:
    status, _ = run_pytest(tmp_path, RIGHT, "--counts")
    assert (status, (tmp_path / "tests" / "counts.txt").read_text()) == (0, COUNTS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "options", "status", "message"),
    [
        ("", "", ["--part", "slwo"], 4, "no part 'slwo'; expected some of default, "),
        (
            "def test_first() -> None:\n    pass",
            "@pytest.mark.xfail(reason='later')\ndef test_first() -> None:\n    1 / 0",
            [],
            1,
            "must not be skipped: tests/test_file.py::test_first: expected to fail: later",
        ),
        (
            "def test_first",
            "@pytest.mark.xfail(run=False)\ndef test_first",
            [],
            1,
            "must not be skipped: tests/test_file.py::test_first: expected to fail: ",
        ),
        (
            "def test_third",
            "def test_first",
            ["--counts"],
            4,
            "tests/test_file.py::test_first: written 2 times; one of them runs",
        ),
        (
            "@pytest.mark.slow\n@pytest.mark.param",
            "test_first.__test__ = False\n\n\n@pytest.mark.slow\n@pytest.mark.param",
            ["--counts"],
            4,
            "tests/test_file.py::test_first: never collected",
        ),
        ("[1, 2]", "[]", [], 2, "Empty parameter set in 'test_second'"),
        (
            "",
            "",
            ["--counts", "tests"],
            4,
            "--counts counts all tests; expected no path",
        ),
    ],
)
def test_a_test_that_is_left_out_makes_the_run_fail(
    old: str, new: str, options: list[str], status: int, message: str, tmp_path: Path
) -> None:
    code = RIGHT.replace(old, new) if old else RIGHT
    found, output = run_pytest(tmp_path, code, *options)
    assert (found, message in output) == (status, True), output
