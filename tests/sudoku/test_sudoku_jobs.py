"""Batches, and the processes that answer them."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import Process
from pathlib import Path

import pytest

from _courseware.console import CommandError
from sudoku.cli import check, jobs
from sudoku.cli.solve import solve_each
from sudoku.formats import Entry, Puzzle
from tests.places import ROOT
from tests.sudoku.sudoku_commands import EASY, SOLVED, Captured, run

LARGE = jobs.GROWTH
MIXED = f"{EASY}\n{EASY[:40]}z{EASY[41:]}\n{SOLVED}\n55{'.' * 79}\n"


@pytest.fixture(autouse=True)
def three_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """Every process that has been started."""
    processes: list[Process] = []
    really_start = Process.start

    def start(process: Process) -> None:
        really_start(process)
        processes.append(process)

    monkeypatch.setattr(Process, "start", start)
    return processes


def large_batches(number: int) -> Iterator[list[Entry]]:
    return ([Puzzle(EASY, "", line)] * LARGE for line in range(number))


def pids(cells: list[str]) -> list[int]:
    return [os.getpid()] * len(cells)


def test_a_batch_is_short_at_first_and_where_puzzles_come_slowly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(jobs, "monotonic", lambda: now)

    def arriving(number: int, seconds: float) -> Iterator[Puzzle]:
        nonlocal now
        for line in range(number):
            now += seconds
            yield Puzzle(EASY, "", line)

    sizes = [len(batch) for batch in jobs.batches(arriving(100_000, 1e-6))]
    assert sizes[:4] == [1, 200, 20_000, 20_000]
    assert [len(batch) for batch in jobs.batches(arriving(5, 1.0))] == [1] * 5


@pytest.mark.parametrize("number", [1, 2])
def test_the_answer_to_a_puzzle_does_not_wait_for_the_next_puzzle(number: int) -> None:
    asked = 0

    def arriving() -> Iterator[tuple[Puzzle, list[str]]]:
        nonlocal asked
        for asked in (1, 2, 3):
            yield Puzzle(EASY, "standard input", asked), []

    found: Iterator[list[Entry]] = ([puzzle] for puzzle, _ in arriving())
    for line, (_, answers) in enumerate(jobs.in_turn(found, solve_each, number), 1):
        assert (asked, answers) == (line, [[SOLVED]])
    for line, (*_, name) in enumerate(check.with_names(arriving()), 1):
        first_waits = max(line, 2)  # to know whether its line must be named
        assert (asked, name) == (first_waits, f"standard input:{line}")


@pytest.mark.parametrize(
    ("most", "number", "processes"),
    [
        (1, 9, 0),
        (2, 9, 2),
        (3, 9, 3),
        (100_000, 9, 3),
        (100_000, 2, 2),
        (100_000, 1, 0),
    ],
)
def test_no_more_processes_start_than_cores_or_large_batches(
    most: int, number: int, processes: int, started: list[Process]
) -> None:
    answered = list(jobs.in_turn(large_batches(number), pids, most))
    lines = [puzzle.line for batch, _ in answered for puzzle in batch]
    assert lines == sorted(lines) and len(lines) == number * LARGE
    working = {pid for _, answers in answered for pid in answers}
    assert len(started) == processes
    assert working == ({process.pid for process in started} or {os.getpid()})
    assert not any(process.is_alive() for process in started)


def test_a_command_starts_no_process_for_a_single_batch(
    capsys: Captured, started: list[Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "monotonic", lambda: 0.0)  # no batch comes slowly
    Path("single").write_text(f"{EASY}\n" * (1 + LARGE))
    assert run("solve single --jobs 100000", capsys)[0] == 0
    assert started == []
    Path("several").write_text(f"{EASY}\n" * (1 + 2 * LARGE))
    assert run("solve several --jobs 100000", capsys)[0] == 0
    assert len(started) == 2


def test_large_and_small_batches_are_answered_in_order() -> None:
    sizes = [1, LARGE, LARGE, 3, LARGE, 5, LARGE, LARGE, LARGE]
    sizes += [LARGE, LARGE, 2, LARGE]
    found: list[list[Entry]] = [
        [Puzzle(EASY, "", line)] * size for line, size in enumerate(sizes)
    ]
    answered = list(jobs.in_turn(found, pids, 3))
    assert [batch for batch, _ in answered] == found
    assert [len(answers) for _, answers in answered] == sizes


@pytest.mark.parametrize(
    "command",
    [
        "solve",
        "convert --format ss",
        *(
            pytest.param(one, marks=pytest.mark.slow)
            for one in ("count", "check", "explain --method dfs", "hint")
        ),
    ],
)
def test_more_processes_give_the_same_answers(
    command: str, capsys: Captured, started: list[Process]
) -> None:
    Path("many").write_text(MIXED * 300)
    alone = run(f"{command} many", capsys)
    assert started == []
    assert run(f"{command} many --jobs 2", capsys) == alone
    assert len(started) == 2 or command == "convert --format ss"


def stop(cells: list[str]) -> list[str]:
    os._exit(1)


def test_a_process_that_dies_is_reported_in_one_line() -> None:
    with pytest.raises(CommandError, match="ended unexpectedly"):
        list(jobs.in_turn(large_batches(2), stop, 2))


def no_fork(process: Process) -> None:
    raise BlockingIOError("no more processes")


@pytest.mark.parametrize("reason", ["no fork", "no module"])
def test_if_no_process_can_be_started_the_first_one_does_all_the_work_and_says_so(
    reason: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    if reason == "no fork":
        monkeypatch.setattr(Process, "start", no_fork)
    else:  # as in WebAssembly
        monkeypatch.setitem(sys.modules, "multiprocessing", None)
    Path("many").write_text(f"{EASY}\n" * (1 + 3 * LARGE))
    status, out, err = run("solve many --jobs 3", capsys)
    assert (status, out) == (0, f"{SOLVED}\n" * (1 + 3 * LARGE))
    assert err.startswith("cannot start another process (")
    assert err.endswith("); using one process\n") and err.count("\n") == 1
    assert run("solve many --jobs 3 -q", capsys) == (0, out, "")


def test_if_fewer_processes_can_be_started_they_do_all_the_work(
    monkeypatch: pytest.MonkeyPatch, started: list[Process]
) -> None:
    start = Process.start

    def first_two(process: Process) -> None:
        if len(started) == 2:
            no_fork(process)
        start(process)

    monkeypatch.setattr(Process, "start", first_two)
    notes: list[str] = []
    answered = list(jobs.in_turn(large_batches(9), pids, 3, notes.append))
    assert {pid for _, answers in answered for pid in answers} == {
        process.pid for process in started
    }
    assert notes == [
        "cannot start another process (no more processes); using 2 processes"
    ]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [pytest.param("1", marks=pytest.mark.slow), "2"])
@pytest.mark.parametrize(
    ("sent", "status"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_a_signal_ends_all_processes_in_silence(
    number: str, sent: signal.Signals, status: int
) -> None:
    yes = subprocess.Popen(["yes", EASY], stdout=subprocess.PIPE)
    process = subprocess.Popen(
        [sys.executable, "-m", "sudoku", "solve", "--jobs", number],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=yes.stdout,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout
    for _ in range(1 + LARGE + 1):  # the last of these is from another process
        assert process.stdout.readline()
    if sent == signal.SIGINT:  # a terminal sends it to all of them
        os.killpg(process.pid, sent)
    else:
        process.send_signal(sent)
    _, err = process.communicate(timeout=20)  # ends when the last of them has ended
    yes.kill()
    yes.communicate()
    assert (process.returncode, err) == (status, b"")


SPAWN = """
import multiprocessing, sys
if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    from sudoku.cli import main
    sys.exit(main(sys.argv[1:]))
"""


def test_processes_that_share_nothing_answer_the_same(tmp_path: Path) -> None:
    """Windows and macOS start processes in this way."""
    (tmp_path / "start.py").write_text(SPAWN)
    (tmp_path / "many").write_text(f"{EASY}\n{SOLVED}\n" * 300)
    results = {
        subprocess.run(
            [sys.executable, *start, "solve", "many", "--jobs", "2"],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        for start in (["start.py"], ["-m", "sudoku"])
    }
    assert results == {f"{SOLVED}\n".encode() * 600}
