"""A run that was killed continues, and every way of running gives the same marks."""

import json
import random
import subprocess
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from tests.marking.classes import (
    class_of,
    command,
    hand_in,
    marking,
    rubric_with,
)
from tests.marking.test_mistakes import mistakes
from tests.places import ROOT
from tests.waiting import until

KILLS = 25

pytestmark = [pytest.mark.nightly, pytest.mark.sandbox]


def class_with_mistakes(folder: Path) -> Path:
    """Eight students, most of whom made a mistake."""
    right = hand_in("comp9021")
    programs = {f"s{n:02}": right for n in range(2)}
    for number, (name, mistake) in enumerate(mistakes("comp9021").items(), 2):
        if number < 8 and name != "never-ends":
            programs[f"s{number:02}"] = right.replace(mistake["old"], mistake["new"])
    return class_of(folder / "class", programs)


def test_killed_runs_and_runs_with_other_jobs_give_the_same_csv(tmp_path: Path) -> None:
    folder = class_with_mistakes(tmp_path)
    rubric = rubric_with(tmp_path, "comp9021", {})
    tables = []
    for jobs in (1, 2):
        out = tmp_path / f"out{jobs}"
        done = marking("run", rubric, folder, "-o", out, "--jobs", jobs)
        assert "tests run: 136 of 136\n" in done.stderr
        tables.append((out / "marks.csv").read_bytes())
    out = tmp_path / "killed"
    kills = 0
    draw = random.Random(1)
    while kills < KILLS:
        process = subprocess.Popen(
            command("run", rubric, folder, "-o", out), cwd=ROOT, stderr=subprocess.PIPE
        )
        at_least = len(lines(out)) + (kills > 3)
        until(lambda: len(lines(out)) >= at_least or process.poll() is not None, 300)
        with suppress(subprocess.TimeoutExpired):
            process.wait(draw.random() * 0.2)  # any moment will do
        process.kill()
        process.communicate()
        kills += 1
    before = len(lines(out))
    done = marking("run", rubric, folder, "-o", out)
    assert f"tests run: {136 - before} of 136\n" in done.stderr
    tables.append((out / "marks.csv").read_bytes())
    assert tables[0] == tables[1] == tables[2]
    runs = Counter((line["id"], line["test"]) for line in map(json.loads, lines(out)))
    assert len(runs) == 136 and set(runs.values()) == {1}


def lines(out: Path) -> list[bytes]:
    """The whole lines of a journal."""
    path = out / "journal.jsonl"
    if not path.exists():
        return []
    return [line for line in path.read_bytes().splitlines(True) if line[-1:] == b"\n"]
