"""Runs of a class that are killed, and runs on a Dask cluster, give the same marks."""

import json
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

from adt import __version__
from marking.cluster import Workers, unsuitable_reason, worker_problem
from marking.errors import MarkingError
from marking.sandbox.interpreters import own_interpreter
from marking.sandbox.job import Job
from tests.marking.classes import class_of, command, hand_in, marking, rubric_with
from tests.marking.test_mistakes import mistakes
from tests.places import ROOT
from tests.waiting import until

KILLS = 25


def class_with_mistakes(folder: Path) -> Path:
    """Eight students, most of whom made a mistake."""
    right = hand_in("comp9021")
    programs = {f"s{n:02}": right for n in range(2)}
    for number, (name, mistake) in enumerate(mistakes("comp9021").items(), 2):
        if number < 8 and name != "never-ends":
            programs[f"s{number:02}"] = right.replace(mistake["old"], mistake["new"])
    return class_of(folder / "class", programs)


@pytest.mark.nightly
@pytest.mark.sandbox
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


needs_dask = pytest.mark.skipif(not find_spec("distributed"), reason="there is no Dask")
HIDDEN = "import sys; sys.modules['marking'] = None; "
RECORDING = """
import marking.cluster, pathlib
run_job = marking.cluster.run_job
def recording(*arguments):
    pathlib.Path({place!r}).touch()
    return run_job(*arguments)
marking.cluster.run_job = recording
"""


class Cluster:
    """A scheduler that writes *file*, and its workers."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, *words: str, first: str = "") -> "subprocess.Popen[bytes]":
        """Start a scheduler or a worker with its options, *first* running some code."""
        options = f"--host 127.0.0.1 --no-dashboard --scheduler-file {self.file}"
        code = f"{first}from distributed.cli.dask_{words[0]} import main; main()"
        process = subprocess.Popen(
            [sys.executable, "-c", code, *words[1:], *options.split()],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.processes.append(process)
        return process

    def worker(self, first: str = "") -> "subprocess.Popen[bytes]":
        return self.start("worker", "--nthreads", "1", "--no-nanny", first=first)

    def count(self) -> int:
        """Return how many workers the scheduler knows."""
        code = (
            "from distributed import Client; import sys; "
            "print(len(Client(scheduler_file=sys.argv[1]).scheduler_info()['workers']))"
        )
        words = [sys.executable, "-c", code, str(self.file)]
        done = subprocess.run(words, capture_output=True, text=True)
        return int(done.stdout or 0)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path / "scheduler.json")
    yield made
    for process in made.processes:
        process.kill()
        process.wait()


@pytest.mark.nightly
@pytest.mark.sandbox
@needs_dask
def test_a_cluster_gives_the_same_marks_though_one_worker_is_killed_and_one_joins(
    cluster: Cluster, tmp_path: Path
) -> None:
    used, out = tmp_path / "used", tmp_path / "out"
    cluster.start("scheduler", "--port", "0")
    first, _ = cluster.worker(), cluster.worker()
    until(lambda: cluster.file.exists() and cluster.count() == 2, 120)
    folder = class_with_mistakes(tmp_path)
    rubric = rubric_with(tmp_path, "comp9021", {})
    assert marking("run", rubric, folder, "-o", tmp_path / "own").returncode == 0
    words = ("run", rubric, folder, "-o", out, "--cluster", cluster.file)
    process = subprocess.Popen(command(*words), cwd=ROOT)
    until(lambda: len(lines(out)) >= 20 or process.poll() is not None, 300)
    assert process.poll() is None
    first.kill()
    cluster.worker(first=RECORDING.format(place=str(used)))
    assert process.wait(timeout=300) == 0
    own = (tmp_path / "own" / "marks.csv").read_bytes()
    assert (out / "marks.csv").read_bytes() == own
    runs = Counter((line["id"], line["test"]) for line in map(json.loads, lines(out)))
    assert len(runs) == 136 and set(runs.values()) == {1}
    assert used.exists()


@pytest.mark.nightly
@pytest.mark.sandbox
@needs_dask
def test_a_cluster_that_cannot_run_tests_is_refused_in_one_line(
    cluster: Cluster, tmp_path: Path
) -> None:
    file = cluster.file
    folder = class_of(tmp_path / "class", {"a": "pass"})
    words = ("run", "comp9021", folder, "-o", tmp_path / "out", "--cluster", file)

    def last_line() -> str:
        done = marking(*words)
        assert done.returncode == 2
        return done.stderr.splitlines()[-1]

    file.write_text('{"address": "tcp://127.0.0.1:1"}')
    assert "no scheduler answers" in last_line()
    file.unlink()
    cluster.start("scheduler", "--port", "0")
    until(file.exists, 120)
    assert last_line().endswith("the cluster has no workers")
    cluster.worker(first=HIDDEN)
    until(lambda: cluster.count() == 1, 120)
    advice = f"it does not find this project: start it with PYTHONPATH={ROOT}"
    assert last_line().endswith(advice)


class FakeClient:
    """A cluster whose workers never end a job; *reasons* are the unsuitable ones."""

    def __init__(self) -> None:
        self.addresses = ["tcp://127.0.0.1:1", "tcp://127.0.0.1:2"]
        self.reasons: dict[str, str] = {}
        self.asked: list[str] = []

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.addresses, 1)

    def run(self, *_: object, workers: list[str], **__: object) -> dict[str, str]:
        self.asked += workers
        return {worker: self.reasons.get(worker, "") for worker in workers}

    def get_executor(self, **_: object) -> "FakeClient":
        return self

    def submit(self, *_: object) -> "Future[bytes]":
        return Future()


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> FakeClient:
    monkeypatch.setattr("marking.cluster.LOOK_SECONDS", 0)
    return FakeClient()


def test_a_worker_that_joins_late_is_asked_once_and_used_if_it_is_suitable(
    client: FakeClient, capsys: pytest.CaptureFixture[str]
) -> None:
    workers = Workers(client, "3", "3.11")
    assert workers.max_running() == 4
    good, bad = "tcp://127.0.0.1:3", "tcp://127.0.0.1:4"
    client.addresses += [good, bad]
    client.reasons[bad] = "it has version 0"
    assert workers.max_running() == workers.max_running() == 6
    assert workers.present == client.addresses[:3]
    assert client.asked == client.addresses
    said = f"worker {bad} is not used: it has version 0\n"
    assert capsys.readouterr().err == said


def test_a_run_ends_if_all_workers_of_a_job_are_lost(client: FakeClient) -> None:
    workers = Workers(client, "3", "3.11")
    assert workers.max_running() == 4
    workers.submit(Job(("x",), "3", {}, (), 1, 2**28, 2**20, 16))
    client.addresses[0] = "tcp://127.0.0.1:3"
    assert workers.max_running() == 4  # one is still there
    client.addresses[1] = "tcp://127.0.0.1:4"
    with pytest.raises(MarkingError, match="^all workers of a job are lost; start oth"):
        workers.max_running()


def test_a_worker_on_another_machine_needs_tls() -> None:
    for address in ("tcp://127.0.0.1:1", "tls://192.0.2.1:1"):
        assert unsuitable_reason(address, "") == ""
    why = unsuitable_reason("tcp://192.0.2.1:1", "")
    assert why == "it is on another machine; expected TLS"


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


@pytest.mark.sandbox
def test_the_page_on_machines_names_settings_that_dask_has() -> None:
    pytest.importorskip("distributed")  # it adds its defaults to those of Dask
    import dask.config

    page = (ROOT / "docs" / "marking.md").read_text("utf-8")
    whose = [page.replace("${who}", who) for who in ("SCHEDULER", "WORKER", "CLIENT")]
    named = {*re.findall(r"\bDASK_(\w+)=", "".join(whose))}
    assert "DISTRIBUTED__COMM__TIMEOUTS__TCP" in named and len(named) == 9
    defaults = dask.config.config
    for place in named:
        name = place.lower().replace("__", ".").replace("_", "-")
        assert dask.config.get(name, "absent", defaults) != "absent", name
    assert defaults["distributed"]["comm"]["timeouts"]["tcp"] == "30s"
