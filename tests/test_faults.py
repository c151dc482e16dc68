"""Every command that writes files, where the n-th call that changes a file fails.

Afterwards each file is the old one or the new one, in full, and no other file is there.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests import commands
from tests.commands import NAMES, OF_COURSES, Captured, lines_with, status_of
from tests.faults import Faults, disk_full, files_in, mixtures, restore

folder = commands.folder  # the files that the commands read
WRITERS: Final = [
    *(f"{line} -o result" for line in lines_with("-o") if "walkthrough" not in line),
    "pseudoku walkthrough PermuteVector 2413 1 -o result",
    "sudoku walkthrough rows -o result",
    "pseudoku export out --force -q",
    "sudoku comp9021 rows",
    "sudoku comp9021 rows worked --outdir .",
    "sudoku hacettepe rows result",
    "sudoku export comp9021 out --force -q",
    "sudoku export hacettepe out --force -q",
    "sudoku export cit591 out --force -q",
    "sudoku export northwestern out --force -q",
    "sudoku generate --seed 1 -q --for hacettepe --with-answers out --force -o result",
    "marking rubric hacettepe out",
]
QUICK: Final = ["pseudoku call PermuteVector 2413 1 -o result", "sudoku comp9021 rows"]


def test_each_command_that_writes_a_file_is_tested_here() -> None:
    tried = {" ".join(line.split()[:2]) for line in WRITERS}
    assert {*NAMES} - OF_COURSES - tried == {"pseudoku analyse"}  # it takes long


def never_half_written(
    line: str,
    place: Path,
    error: Callable[[], BaseException],
    status: int,
    capsys: Captured,
) -> int:
    """Run a command line with each of its calls failing. Return how many there are."""
    old = files_in(place)
    with pytest.MonkeyPatch.context() as patch:
        whole = Faults(place)
        whole.install(patch)
        usual = status_of(line)
    assert usual < 2 and whole.calls, capsys.readouterr().err
    new = files_in(place)
    for at, name in enumerate(whole.calls, 1):
        restore(place, old)
        capsys.readouterr()
        with pytest.MonkeyPatch.context() as patch:
            faults = Faults(place, at, error)
            faults.install(patch)
            ended = status_of(line)
        said = f"call {at} of {line}, {name}"
        assert not mixtures(old, new, files_in(place)), said
        errors = capsys.readouterr().err.count(": error: ")
        if ended == usual and name == "mkdir":  # the folder is there
            assert files_in(place) == new, said
        else:
            assert (ended, errors) == (status, status == 2), said
    restore(place, old)
    return len(whole.calls)


def lines() -> list[object]:
    slow = pytest.mark.slow
    return [
        line if line in QUICK else pytest.param(line, marks=slow) for line in WRITERS
    ]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("line", lines())
@pytest.mark.parametrize("is_there", [False, True])
def test_a_failing_call_leaves_the_old_file_or_the_new_one(
    line: str, is_there: bool, folder: Path, capsys: Captured
) -> None:
    if is_there:
        inputs = {*folder.iterdir()}
        assert status_of(line) < 2
        if line != "marking rubric hacettepe out":  # it replaces no file
            for path in filter(Path.is_file, {*folder.rglob("*")} - inputs):
                path.write_bytes(b"old")
        capsys.readouterr()
    assert never_half_written(line, folder, disk_full, 2, capsys) >= 4
    assert never_half_written(line, folder, KeyboardInterrupt, 130, capsys) >= 4
