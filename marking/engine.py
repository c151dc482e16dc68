"""Run tests: in threads, with one sandbox each, or on a cluster."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from typing import NamedTuple

from _courseware.terminal.progress import ProgressLine
from marking.journal import Journal, Run
from marking.sandbox.job import Job, SandboxError, outcome_of
from marking.sandbox.launcher import Sandbox


class Task(NamedTuple):
    """A job, and the key of its outcome in the journal."""

    run: Run
    job: Job


class Summary(NamedTuple):
    """The number of tests that were started, and why some have no outcome."""

    started: int
    failures: dict[Run, str]


def most_jobs() -> int:
    """Return how many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Windows and macOS
        return os.cpu_count() or 1


class Place(NamedTuple):
    """Where jobs run: an executor, what it calls with a job, and how many at once."""

    executor: Executor
    answer: Callable[[Job], bytes]
    at_once: int
    most_bytes: int = 2**31  # of the files of a job


@contextmanager
def threads(sandbox: Sandbox, jobs: int) -> Iterator[Place]:
    """Run jobs in threads of this process. An error ends all of them."""
    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield Place(pool, sandbox.answer, jobs)
        except BaseException:
            sandbox.close()
            raise


def run_all(tasks: list[Task], journal: Journal, place: Place) -> Summary:
    """Run the tasks that have no line in *journal*, and write their lines.

    A test that exceeded its time limit runs again, alone, after the others.
    """
    new = [task for task in tasks if task.run not in journal.runs]
    failures = run_some(new, journal, place)
    slow = [
        task
        for task in tasks
        if [line.how for line in journal.runs.get(task.run, [])] == ["time"]
    ]
    failures |= run_some(slow, journal, place._replace(at_once=1))
    return Summary(len({task.run for task in (*new, *slow)}), failures)


def run_some(tasks: list[Task], journal: Journal, place: Place) -> dict[Run, str]:
    """Run *tasks*, a few at a time, and write each outcome as soon as it arrives.

    Return the reasons for missing outcomes. A future is released once its outcome is in
    the journal: Dask would run the job again if its worker died later.
    """
    failures: dict[Run, str] = {}
    waiting = iter(tasks)
    running: dict[Future[bytes], Run] = {}
    done, progress = 0, ProgressLine(shows=True)
    while True:
        for task in waiting:
            if sum(map(len, task.job.files.values())) > place.most_bytes:
                failures[task.run] = f"a job has more than {place.most_bytes:,} bytes"
                continue
            running[place.executor.submit(place.answer, task.job)] = task.run
            if len(running) == place.at_once:
                break
        if not running:
            progress.clear()
            return failures
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            run = running.pop(future)
            try:
                journal.add(run, outcome_of(answer_in(future)))
            except SandboxError as error:
                failures[run] = str(error)
            done += 1
            progress.show(f"{done} of {len(tasks)} tests")
        del future  # it keeps the last job


def answer_in(future: Future[bytes]) -> bytes:
    """Return the result of a job. Raise SandboxError if it failed for any reason."""
    error = future.exception()
    if error is not None:
        raise SandboxError(str(error) or type(error).__name__) from error
    return future.result()
