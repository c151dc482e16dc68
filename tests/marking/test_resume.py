"""A run that was killed continues, and every way of running gives the same marks."""

import json
import random
import resource
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
    small_rubric,
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


def test_a_new_due_date_marks_200_again_within_2_seconds_and_runs_nothing(
    tmp_path: Path,
) -> None:
    right = hand_in("comp9021")
    folder = class_of(tmp_path / "class", {f"s{n:03}": right for n in range(200)})
    late = '[late]\nrule = "cap"\npercent = 5\ndue = 2023-08-07T10:00:00Z\n'
    path = tmp_path / "two.toml"
    path.write_text(small_rubric("preassess", MORE=late))
    roster = tmp_path / "roster.csv"
    time_ = "2023-08-08T12:00:00Z"
    rows = [f"s{n:03},{time_}" for n in range(200)]
    roster.write_text("\n".join(["id,submitted_at", *rows]))
    words = ("run", path, folder, "-o", tmp_path / "out", "--roster", roster)
    assert "tests run: 200 of 200\n" in marking(*words).stderr
    path.write_text(path.read_text().replace("08-07T10", "08-08T10"))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = marking(*words)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert "tests run: 0 of 200\n" in done.stderr
    text = (tmp_path / "out" / "marks.csv").read_text()
    assert text.count(",10,1,9.5,,9.5,") == 200
    assert took < 2  # of a processor: the clock also measures other programs
