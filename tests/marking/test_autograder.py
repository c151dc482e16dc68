"""The zip that lets Gradescope mark submissions, as its documentation asks for it.

https://gradescope-autograders.readthedocs.io/en/latest/specs/ (read in 2026): setup.sh
and run_autograder are at the root of the zip; the working directory is /autograder, with
source, submission and results in it.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree
from zipfile import ZipFile

import pytest

from marking.cli import main
from tests.marking.classes import RUBRICS, hand_in, rubric_with

BASH = "/usr/bin/bash"


@pytest.fixture(scope="module")
def autograder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as /autograder is when a submission arrives."""
    top = tmp_path_factory.mktemp("autograder")
    assert main(["autograder", "comp9021", str(top / "autograder.zip")]) == 0
    with ZipFile(top / "autograder.zip") as archive:
        archive.extractall(top / "source")
        assert archive.getinfo("run_autograder").external_attr >> 16 & 0o111
    (top / "run_autograder").write_bytes((top / "source/run_autograder").read_bytes())
    (top / "bin").mkdir()
    (top / "bin" / "python3.14").symlink_to(sys.executable)
    return top


def test_the_same_rubric_gives_the_same_zip_whose_scripts_bash_can_read(
    autograder: Path, tmp_path: Path
) -> None:
    again = tmp_path / "a.zip"
    assert main(["autograder", "comp9021", str(again)]) == 0
    assert again.read_bytes() == (autograder / "autograder.zip").read_bytes()
    for name in ("setup.sh", "run_autograder"):
        script = autograder / "source" / name
        assert script.read_bytes().startswith(b"#!/usr/bin/env bash\n")
        subprocess.run([BASH, "-n", script], check=True)


@pytest.mark.sandbox
@pytest.mark.parametrize(
    ("name", "score", "said"),
    [
        ("src/sudoku.py", 13, "Mark: 13 of 13"),
        ("a2.py", 0, "sudoku.py not handed in; there is a2.py"),
    ],
)
def test_gradescope_gets_the_marks_or_the_reason_why_there_are_none(
    name: str, score: int, said: str, autograder: Path, tmp_path: Path
) -> None:
    top = copytree(autograder, tmp_path / "a", symlinks=True)
    program = top / "submission" / name
    program.parent.mkdir(parents=True)
    program.write_text(hand_in("comp9021"))
    environment = {"PATH": f"{top / 'bin'}:{os.environ['PATH']}"}
    words = [BASH, "run_autograder"]
    subprocess.run(words, cwd=top, env=environment, check=True, timeout=300)
    made = json.loads((top / "results" / "results.json").read_text())
    assert set(made) == {"score", "output", "visibility", "tests"}
    assert made["score"] == score and said in made["output"]
    assert ("No marks yet" in made["output"]) == (score == 0)
    assert "on time" not in made["output"]


def test_a_rubric_of_your_own_comes_with_its_inputs(tmp_path: Path) -> None:
    path = rubric_with(
        tmp_path, "comp9021", {f'"{RUBRICS / "comp9021"}"': '"comp9021"'}
    )
    copytree(RUBRICS / "comp9021", tmp_path / "comp9021")
    assert main(["autograder", str(path), str(tmp_path / "a.zip")]) == 0
    with ZipFile(tmp_path / "a.zip") as archive:
        names = archive.namelist()
        assert b"check source/rubric/comp9021.toml" in archive.read("run_autograder")
    assert "rubric/comp9021.toml" in names and "rubric/comp9021/sudoku_1.txt" in names
