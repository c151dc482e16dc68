"""Marking on a real Dask cluster of two workers, one of which is killed."""

import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from adt import __version__
from marking.cluster import Workers, unsuitable_reason, worker_problem
from marking.errors import MarkingError
from marking.sandbox.interpreters import own_interpreter
from marking.sandbox.job import Job
from tests.marking.classes import class_of, command, marking, rubric_with
from tests.marking.test_resume import class_with_mistakes, lines
from tests.places import ROOT
from tests.waiting import until

pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.skipif(not find_spec("distributed"), reason="there is no Dask"),
]


class Running(NamedTuple):
    """A scheduler's file, and its two workers."""

    file: Path
    workers: list["subprocess.Popen[bytes]"]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Running]:
    file = tmp_path / "scheduler.json"
    own = ["--scheduler-file", str(file), "--host", "127.0.0.1", "--no-dashboard"]
    scheduler = dask("scheduler", "--port", "0", *own)
    workers = [dask("worker", "--nthreads", "1", "--no-nanny", *own) for _ in range(2)]
    try:
        until(lambda: file.exists() and count(file) == 2, 120)
        yield Running(file, workers)
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


START = "from distributed.cli.dask_{0} import main; main()"


def dask(*words: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", START.format(words[0]), *words[1:]],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def count(file: Path) -> int:
    """How many workers the scheduler knows."""
    code = (
        "from distributed import Client; import sys; "
        "print(len(Client(scheduler_file=sys.argv[1]).scheduler_info()['workers']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)], capture_output=True, text=True
    )
    return int(done.stdout or 0)


def test_a_cluster_gives_the_same_marks_even_if_a_worker_is_killed(
    cluster: Running, tmp_path: Path
) -> None:
    folder = class_with_mistakes(tmp_path)
    rubric = rubric_with(tmp_path, "comp9021", {})
    begun = time.monotonic()
    assert marking("run", rubric, folder, "-o", tmp_path / "own").returncode == 0
    by_threads = time.monotonic() - begun
    begun = time.monotonic()
    words = ("run", rubric, folder, "--cluster", cluster.file)
    assert marking(*words, "-o", tmp_path / "both").returncode == 0
    by_workers = time.monotonic() - begun
    out = tmp_path / "one"
    process = subprocess.Popen(command(*words, "-o", out), cwd=ROOT)
    until(lambda: len(lines(out)) >= 20 or process.poll() is not None, 300)
    assert process.poll() is None
    cluster.workers[0].kill()
    assert process.wait(timeout=300) == 0
    tables = [(tmp_path / name / "marks.csv").read_bytes() for name in ("own", "both")]
    assert tables[0] == tables[1] == (out / "marks.csv").read_bytes()
    runs = Counter((line["id"], line["test"]) for line in map(json.loads, lines(out)))
    assert len(runs) == 136 and set(runs.values()) == {1}
    print(f"threads {by_threads:.1f} s, workers {by_workers:.1f} s")


RECORDING = """
import marking.cluster, sys, pathlib
run_job = marking.cluster.run_job
def recording(*arguments):
    pathlib.Path({place!r}).touch()
    return run_job(*arguments)
marking.cluster.run_job = recording
"""
OLDER = "import marking.cluster; marking.cluster.__version__ = '0'; "


def test_a_worker_that_joins_late_is_asked_and_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, used, out = tmp_path / "scheduler.json", tmp_path / "used", tmp_path / "out"
    own = ["--scheduler-file", str(file), "--host", "127.0.0.1", "--no-dashboard"]
    worker = ["worker", "--nthreads", "1", "--no-nanny", *own]
    processes = [dask("scheduler", "--port", "0", *own), dask(*worker)]
    try:
        until(lambda: file.exists() and count(file) == 1, 120)
        folder = class_of(
            tmp_path / "class", {f"s{n}": f"print({n})" for n in range(20)}
        )
        words = ("run", "comp9021", folder, "-o", out, "--cluster", file)
        run = subprocess.Popen(command(*words), cwd=ROOT, stderr=subprocess.PIPE)
        until(lambda: len(lines(out)) >= 5 or run.poll() is not None, 120)
        for text in (OLDER + START, RECORDING.format(place=str(used)) + START):
            with monkeypatch.context() as patch:
                patch.setattr("tests.marking.test_cluster.START", text)
                processes.append(dask(*worker))
        until(lambda: used.exists() or run.poll() is not None, 120)
        _, said = run.communicate(timeout=300)
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert used.exists() and run.returncode == 0, said
    assert re.search(rb"worker tcp://\S+ is not used: it has version 0; expected", said)


class FakeClient:
    """A cluster whose workers never end a job."""

    def __init__(self) -> None:
        self.addresses = ["tcp://127.0.0.1:1", "tcp://127.0.0.1:2"]

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.addresses, 1)

    def run(self, *_: object, workers: list[str], **__: object) -> dict[str, str]:
        return dict.fromkeys(workers, "")

    def get_executor(self, **_: object) -> "FakeClient":
        return self

    def submit(self, *_: object) -> "Future[bytes]":
        return Future()


def test_a_run_ends_if_all_workers_of_a_job_are_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("marking.cluster.LOOK_SECONDS", 0)
    client = FakeClient()
    workers = Workers(client, "3", "3.11")
    assert workers.max_running() == 4
    workers.submit(Job(("x",), "3", {}, (), 1, 2**28, 2**20, 16))
    client.addresses[0] = "tcp://127.0.0.1:3"
    assert workers.max_running() == 4  # one is still there
    client.addresses[1] = "tcp://127.0.0.1:4"
    with pytest.raises(MarkingError, match="^all workers of a job are lost; start oth"):
        workers.max_running()


HIDDEN = "import sys; sys.modules['marking'] = None; "


def test_a_worker_without_the_project_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "scheduler.json"
    own = ["--scheduler-file", str(file), "--host", "127.0.0.1", "--no-dashboard"]
    processes = [dask("scheduler", "--port", "0", *own)]
    monkeypatch.setattr("tests.marking.test_cluster.START", HIDDEN + START)
    processes.append(dask("worker", "--nthreads", "1", "--no-nanny", *own))
    try:
        until(lambda: file.exists() and count(file) == 1, 120)
        folder = class_of(tmp_path / "class", {"a": "pass"})
        words = ("run", "comp9021", folder, "-o", tmp_path / "out", "--cluster", file)
        done = marking(*words)
    finally:
        for process in processes:
            process.kill()
            process.wait()
    assert done.returncode == 2
    advice = f"it does not find this project: start it with PYTHONPATH={ROOT}"
    assert done.stderr.splitlines()[-1].endswith(advice), done.stderr


def test_a_scheduler_that_does_not_answer_is_reported_in_one_line(
    tmp_path: Path,
) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text('{"address": "tcp://127.0.0.1:1"}')
    folder = class_of(tmp_path / "class", {"a": "pass"})
    done = marking("run", "comp9021", folder, "-o", tmp_path / "out", "--cluster", file)
    assert done.returncode == 2
    assert "no scheduler answers" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("tcp://127.0.0.1:1", ""),
        ("tls://192.0.2.1:1", ""),
        ("tcp://192.0.2.1:1", "it is on another machine; expected TLS"),
    ],
)
def test_a_worker_on_another_machine_needs_tls(address: str, why: str) -> None:
    assert unsuitable_reason(address, "") == why


def test_a_worker_needs_the_same_versions_and_a_sandbox(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    python = own_interpreter().version
    for problem, own, version, why in (
        ("", __version__, python, ""),
        ("", "0", python, f"it has version {__version__}; expected 0"),
        ("", __version__, "3.6", f"it runs submissions in Python {python}"),
        ("no bwrap", __version__, python, "it cannot create a sandbox"),
    ):
        monkeypatch.setattr("marking.cluster.sandbox_problem", lambda _, p=problem: p)
        found = worker_problem(own, "3", version)
        assert found.startswith(why) and bool(found) == bool(why)


def test_the_page_on_machines_names_settings_that_dask_has() -> None:
    pytest.importorskip("distributed")  # it adds its defaults to those of Dask
    import dask.config

    page = (ROOT / "docs" / "marking.md").read_text("utf-8")
    named = set(re.findall(r"\bDASK_(\w+?)(?:__\$\{who\}__(\w+))?=", page))
    assert ("DISTRIBUTED__COMM__TIMEOUTS__TCP", "") in named and len(named) == 5
    places = [
        top if not end else f"{top}__{who}__{end}"
        for top, end in named
        for who in ("SCHEDULER", "WORKER", "CLIENT")[: 3 if end else 1]
    ]
    defaults = dask.config.config
    for place in places:
        name = place.lower().replace("__", ".").replace("_", "-")
        assert dask.config.get(name, "absent", defaults) != "absent", name
    assert defaults["distributed"]["comm"]["timeouts"]["tcp"] == "30s"
