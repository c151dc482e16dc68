"""Run tests, in threads with one sandbox each or on a cluster."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import replace
from random import SystemRandom
from typing import Final, NamedTuple

from _courseware.terminal.progress import ProgressLine
from marking.journal import Journal, RunKey
from marking.sandbox.job import Job, SandboxError
from marking.sandbox.launcher import Sandbox
from marking.sandbox.plain import Plain

# Two programs on one core slow each other down, which no clock shows.
TOLERANCE: Final = 1.5
LOOK_SECONDS: Final = 5  # between two looks for new workers of a cluster
LOG_SECONDS: Final = 30  # between two lines of progress, if there is no terminal
MAX_ENDLESS_TESTS: Final = 2  # tests of a student that are stopped at the full limit


class QueuedTest(NamedTuple):
    """A test of a submission to run.

    ``run`` is its key in the journal, and ``job`` what to run, at first with a short
    time limit. ``criterion`` is the part of the marks that it belongs to.
    ``full_seconds`` is its full time limit. ``drawn`` is "success" or "failure" for a
    student's unit tests, which run in a random order, and "" for any other test.
    """

    run: RunKey
    job: Job
    criterion: str
    full_seconds: float
    drawn: str = ""

    def in_full(self) -> "QueuedTest":
        """Return this test with TOLERANCE times its full time limit for its job.

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
        """The id of the student and the criterion.

        If one test of a group is stopped at its full time limit, the others of the
        group are not run with theirs.
        """
        return self.run.id, self.criterion


class RunSummary(NamedTuple):
    """The number of tests that were started, and the reasons for missing outcomes."""

    started: int
    failures: dict[RunKey, str]


def available_processors() -> int:
    """Return the number of processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on Windows and macOS
        return os.cpu_count() or 1


class Backend(NamedTuple):
    """Where jobs run, such as threads or a cluster.

    ``submit`` starts a job and returns the future of its encoded outcome.
    ``max_running`` returns how many jobs may run at this time. ``max_job_bytes`` is the
    size limit for all files of a job.
    """

    submit: Callable[[Job], Future[bytes]]
    max_running: Callable[[], int]
    max_job_bytes: int = 2**31  # of the files of a job


@contextmanager
def thread_backend(sandbox: Sandbox | Plain, jobs: int) -> Iterator[Backend]:
    """Yield a backend that runs up to *jobs* jobs at a time in *sandbox*, by threads.

    If the body of the ``with`` statement raises an error, all running jobs are ended.
    """
    with ThreadPoolExecutor(jobs) as pool:
        try:
            yield Backend(
                lambda job: pool.submit(sandbox.outcome_bytes, job), lambda: jobs
            )
        except BaseException:
            sandbox.close()
            raise


def run_all(tasks: list[QueuedTest], journal: Journal, place: Backend) -> RunSummary:
    """Run those of *tasks* without a final outcome in *journal*, and record outcomes.

    All tests run first with their short time limit on the backend *place*; then, those
    that were stopped are repeated with the full one, as `due_in_full` says. A run that
    was killed can be continued, since only the journal decides which tests are left.
    """
    failures: dict[RunKey, str] = {}
    started: set[RunKey] = set()
    left = tasks
    while due := runs_due(left, journal):
        started |= {task.run for task in due}
        failures |= run_tasks(due, journal, place)
        left = [task for task in tasks if task.run not in failures]
    return RunSummary(len(started), failures)


def runs_due(tasks: list[QueuedTest], journal: Journal) -> list[QueuedTest]:
    """Return the tests to run next, or [] if every test has its outcome in *journal*.

    They are those that have never run, or else those to repeat with the full time
    limit.
    """
    new = [task for task in tasks if task.run not in journal.runs]
    if new:
        return in_drawn_order(new)
    return [task.in_full() for task in due_in_full(tasks, journal)]


def in_drawn_order(tasks: list[QueuedTest]) -> list[QueuedTest]:
    """Return *tasks*, with the unit tests of each student last and in a random order.

    The last one of each student runs with the right functions: a program that waits for
    the end of all tests then learns nothing about the wrong ones.
    """
    order = [task for task in tasks if not task.drawn]
    for student in dict.fromkeys(task.run.id for task in tasks if task.drawn):
        drawn = [task for task in tasks if task.drawn and task.run.id == student]
        SystemRandom().shuffle(drawn)
        right = [task for task in drawn if task.drawn == "success"]
        order += [task for task in drawn if task not in right[:1]] + right[:1]
    return order


def due_in_full(tasks: list[QueuedTest], journal: Journal) -> Iterator[QueuedTest]:
    """Yield the tests to repeat now with the full time limit.

    They were stopped at the short limit, according to *journal*. First, one test of
    each student and criterion is repeated. If it ends in time, the others of its group
    are repeated too; otherwise they count as stopped. For each student, at most
    MAX_ENDLESS_TESTS tests are stopped at the full limit.
    """
    decided = list(with_full_limit(tasks, journal))
    endless = [task.group for task, ended in decided if not ended]
    finished = {task.group for task, ended in decided if ended}
    room = Counter(student for student, _ in endless)
    chosen: set[tuple[str, str]] = set()
    for task in tasks:
        if not is_open(task, journal) or task.group in endless:
            continue
        is_next = task.group in finished or task.group not in chosen
        if is_next and room[task.run.id] < MAX_ENDLESS_TESTS:
            room[task.run.id] += 1
            chosen.add(task.group)
            yield task


def is_open(task: QueuedTest, journal: Journal) -> bool:
    """Return whether the last run of *task* was stopped at the short time limit."""
    lines = journal.runs.get(task.run, [])[-1:]
    return any(line.end_reason == "time" and not line.full for line in lines)


def with_full_limit(
    tasks: Iterable[QueuedTest], journal: Journal
) -> Iterator[tuple[QueuedTest, bool]]:
    """Yield each test last run with its full limit, and whether it ended in time."""
    for task in tasks:
        for line in journal.runs.get(task.run, [])[-1:]:
            if line.full:
                yield task, line.end_reason != "time"


def run_tasks(
    tasks: list[QueuedTest], journal: Journal, place: Backend
) -> dict[RunKey, str]:
    """Run *tasks* on the backend *place*, and record each outcome in *journal*.

    Return the reasons for missing outcomes, by the key of the run. Progress is shown on
    standard error.
    """
    failures: dict[RunKey, str] = {}
    waiting = iter(tasks)
    running: dict[Future[bytes], QueuedTest] = {}
    done, progress = 0, ProgressLine(True, LOG_SECONDS)
    while True:
        while len(running) < place.max_running() and (task := next(waiting, None)):
            if sum(map(len, task.job.files.values())) > place.max_job_bytes:
                failures[task.run] = (
                    f"a job has more than {place.max_job_bytes:,} bytes"
                )
                continue
            running[place.submit(task.job)] = task
        if not running:
            progress.clear()
            return failures
        for future in wait(running, LOOK_SECONDS, return_when=FIRST_COMPLETED).done:
            task = running.pop(future)
            try:
                journal.add(task.run, result_of(future), task.is_full)
            except SandboxError as error:
                failures[task.run] = str(error)
            done += 1
            progress.show(f"{done} of {len(tasks)} tests")
            del future  # it keeps the job


def result_of(future: Future[bytes]) -> bytes:
    """Return the result of a job. Raise SandboxError if the job failed."""
    error = future.exception()
    if error is not None:
        raise SandboxError(str(error) or type(error).__name__) from error
    return future.result()
