"""Run tests, in threads on this machine or on a cluster."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import replace
from random import SystemRandom
from typing import NamedTuple

from _courseware.terminal.progress import ProgressLine
from marking.journal import Journal, RunKey
from marking.sandbox.job import Job, SandboxError
from marking.sandbox.launcher import Sandbox
from marking.sandbox.plain import PlainBackend

# Two programs on one core slow each other down, which no clock shows.
TOLERANCE = 1.5
LOOK_SECONDS = 5  # between two looks for new workers of a cluster
LOG_SECONDS = 30  # between two lines of progress, if there is no terminal
MAX_ENDLESS_TESTS = 2  # tests of a student that are stopped at the full limit


class QueuedTest(NamedTuple):
    """A test of a submission to run.

    ``run`` is its key in the journal. ``job`` has a short time limit at first;
    ``full_seconds`` is the full one. ``criterion`` is an id of the rubric. ``drawn`` is
    the ``answer_source`` of a run of a student's unit tests, which run in a random
    order, and "" for any other test.
    """

    run: RunKey
    job: Job
    criterion: str
    full_seconds: float
    drawn: str = ""

    def full_limit_test(self) -> "QueuedTest":
        """Return this test with TOLERANCE times its full time limit.

        The factor allows for programs that run at the same time and slow each other
        down.
        """
        seconds = TOLERANCE * self.full_seconds
        return self._replace(job=replace(self.job, seconds=seconds))

    @property
    def is_full(self) -> bool:
        """Whether the job has the full time limit."""
        return self.job.seconds >= self.full_seconds

    @property
    def group(self) -> tuple[str, str]:
        """The student's id and the criterion.

        If a test is stopped at its full time limit, the rest of its group is not
        repeated.
        """
        return self.run.id, self.criterion


class RunSummary(NamedTuple):
    """How many tests were started, and why outcomes are missing, by run."""

    started: int
    failures: dict[RunKey, str]


def available_processors() -> int:
    """Return the number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Windows and macOS
        return os.cpu_count() or 1


class Backend(NamedTuple):
    """An executor for jobs, such as threads or a cluster.

    ``submit`` starts a job and returns the future of its encoded outcome.
    ``max_running`` returns how many jobs may run now. ``max_job_bytes`` limits the
    files of a job.
    """

    submit: Callable[[Job], Future[bytes]]
    max_running: Callable[[], int]
    max_job_bytes: int = 2**31  # of the files of a job


@contextmanager
def thread_backend(sandbox: Sandbox | PlainBackend, jobs: int) -> Iterator[Backend]:
    """Yield a backend whose threads run up to ``jobs`` jobs at a time in ``sandbox``.

    If the body of the ``with`` statement raises an exception, running jobs are killed.
    """
    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield Backend(
                lambda job: pool.submit(sandbox.outcome_bytes, job), lambda: jobs
            )
        except BaseException:
            sandbox.close()
            raise


def run_all(tasks: list[QueuedTest], journal: Journal, backend: Backend) -> RunSummary:
    """Run all ``tasks`` without a final outcome in ``journal``; record their outcomes.

    Each test runs with its short time limit first; `due_in_full` selects the tests that
    are repeated with the full one. A killed run can be continued, because only the
    journal decides which tests remain.
    """
    failures: dict[RunKey, str] = {}
    started: set[RunKey] = set()
    remaining = tasks
    while due := _runs_due(remaining, journal):
        started |= {task.run for task in due}
        failures |= _run_tasks(due, journal, backend)
        remaining = [task for task in tasks if task.run not in failures]
    return RunSummary(len(started), failures)


def _runs_due(tasks: list[QueuedTest], journal: Journal) -> list[QueuedTest]:
    """Return the tests to run next, or [] if every test has its outcome in ``journal``.

    These are all tests that have never run, or else the tests to repeat with the full
    time limit.
    """
    new = [task for task in tasks if task.run not in journal.runs]
    if new:
        return _order_tasks(new)
    return [task.full_limit_test() for task in due_in_full(tasks, journal)]


def _order_tasks(tasks: list[QueuedTest]) -> list[QueuedTest]:
    """Return ``tasks``, with each student's unit tests last and in a random order.

    A run with the right functions ends them: a program that waits for the last run
    learns nothing about the wrong functions.
    """
    order = [task for task in tasks if not task.drawn]
    unit_tests_of: dict[str, list[QueuedTest]] = {}
    for task in tasks:
        if task.drawn:
            unit_tests_of.setdefault(task.run.id, []).append(task)
    for unit_tests in unit_tests_of.values():
        SystemRandom().shuffle(unit_tests)
        last = next((task for task in unit_tests if task.drawn == "success"), None)
        order += [task for task in unit_tests if task is not last]
        if last:
            order.append(last)
    return order


def due_in_full(tasks: list[QueuedTest], journal: Journal) -> Iterator[QueuedTest]:
    """Yield the tests to repeat now with the full time limit.

    They were stopped at the short limit. One test of each student and criterion is
    repeated first; the others of its group follow only if it ends in time. At most
    MAX_ENDLESS_TESTS tests of a student may be stopped at the full limit.
    """
    endless_groups = set()
    finished_groups = set()
    maybe_endless: Counter[str] = Counter()  # the tests, by student
    for task in tasks:
        line = journal.last_line(task.run)
        if line and line.is_endless:
            endless_groups.add(task.group)
            maybe_endless[task.run.id] += 1
        elif line and line.full:
            finished_groups.add(task.group)
    started_groups = set()
    for task in tasks:
        if not is_cut_short(task, journal) or task.group in endless_groups:
            continue
        if maybe_endless[task.run.id] >= MAX_ENDLESS_TESTS:
            continue
        if task.group in finished_groups or task.group not in started_groups:
            maybe_endless[task.run.id] += 1
            started_groups.add(task.group)
            yield task


def is_cut_short(task: QueuedTest, journal: Journal) -> bool:
    """Return whether the last run of ``task`` was stopped at the short time limit."""
    line = journal.last_line(task.run)
    return line is not None and line.is_cut_short


def _run_tasks(
    tasks: list[QueuedTest], journal: Journal, backend: Backend
) -> dict[RunKey, str]:
    """Run ``tasks`` on ``backend``, record outcomes in ``journal``, and show progress.

    Return the reasons for missing outcomes, by run.
    """
    failures: dict[RunKey, str] = {}
    waiting = [*tasks]
    running: dict[Future[bytes], QueuedTest] = {}
    finished = 0
    progress = ProgressLine(True, LOG_SECONDS)
    while True:
        while len(running) < backend.max_running():
            task = next_task(waiting, running.values())
            if task is None:
                break
            waiting.remove(task)
            if sum(map(len, task.job.files.values())) > backend.max_job_bytes:
                limit = f"{backend.max_job_bytes:,} bytes"
                failures[task.run] = f"a job has more than {limit}"
                continue
            running[backend.submit(task.job)] = task
        if not running:
            progress.clear()
            return failures
        for future in wait(running, LOOK_SECONDS, return_when=FIRST_COMPLETED).done:
            task = running.pop(future)
            try:
                journal.add(task.run, _result_of(future), task.is_full)
            except SandboxError as error:
                failures[task.run] = str(error)
            finished += 1
            progress.show(f"{finished} of {len(tasks)} tests")
            del future  # it keeps the job


def next_task(
    waiting: Iterable[QueuedTest], running: Iterable[QueuedTest]
) -> QueuedTest | None:
    """Return the first of ``waiting`` that may run beside ``running``, or None.

    A student's unit tests run one after another: two runs at a time could tell each
    other, through a channel that the sandbox does not close, that their results differ.
    """
    busy_students = {task.run.id for task in running if task.drawn}
    for task in waiting:
        if not task.drawn or task.run.id not in busy_students:
            return task
    return None


def _result_of(future: Future[bytes]) -> bytes:
    """Return the result of a job. Raise SandboxError if the job failed."""
    error = future.exception()
    if error is not None:
        raise SandboxError(str(error) or type(error).__name__) from error
    return future.result()
