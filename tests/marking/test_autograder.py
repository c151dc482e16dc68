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


def results(top: Path, files: dict[str, str]) -> dict[str, object]:
    """Run the autograder on a submission; return results.json."""
    for name, text in files.items():
        (top / "submission" / name).parent.mkdir(parents=True, exist_ok=True)
        (top / "submission" / name).write_text(text)
    path = f"{top / 'bin'}:{os.environ['PATH']}"
    command = [BASH, "run_autograder"]
    subprocess.run(command, cwd=top, env={"PATH": path}, check=True, timeout=300)
    made: dict[str, object] = json.loads((top / "results/results.json").read_text())
    return made


def test_both_scripts_are_at_the_root_and_can_be_read_by_bash(autograder: Path) -> None:
    for name in ("setup.sh", "run_autograder"):
        script = autograder / "source" / name
        assert script.read_bytes().startswith(b"#!/usr/bin/env bash\n")
        subprocess.run([BASH, "-n", script], check=True)


def test_the_same_rubric_gives_the_same_zip(autograder: Path, tmp_path: Path) -> None:
    again = tmp_path / "a.zip"
    assert main(["autograder", "comp9021", str(again)]) == 0
    assert again.read_bytes() == (autograder / "autograder.zip").read_bytes()


@pytest.mark.sandbox
def test_a_right_program_gets_full_marks_from_gradescope(
    autograder: Path, tmp_path: Path
) -> None:
    top = copytree(autograder, tmp_path / "a", symlinks=True)
    made = results(top, {"src/sudoku.py": hand_in("comp9021")})
    assert made["score"] == 13
    assert set(made) == {"score", "output", "visibility", "tests"}
    assert "on time" not in str(made["output"])


@pytest.mark.sandbox
def test_a_submission_that_cannot_be_read_says_so_to_the_student(
    autograder: Path, tmp_path: Path
) -> None:
    top = copytree(autograder, tmp_path / "a", symlinks=True)
    made = results(top, {"a2.py": hand_in("comp9021")})
    assert made["score"] == 0
    assert "No marks yet" in str(made["output"])
    assert "sudoku.py not handed in; there is a2.py" in str(made["output"])


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


def test_inputs_that_are_not_beside_the_rubric_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = rubric_with(tmp_path, "comp9021", {})
    assert main(["autograder", str(path), str(tmp_path / "a.zip")]) == 2
    assert "expected a folder beside it, as 'rubric' writes" in capsys.readouterr().err
    assert not (tmp_path / "a.zip").exists()
