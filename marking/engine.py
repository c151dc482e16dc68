"""Running tests: in threads, each of which waits for one box at a time."""

import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import NamedTuple

from marking.box.job import BoxError, Job, Outcome
from marking.box.launcher import Box
from marking.journal import Journal, Run


class Task(NamedTuple):
    """A job, and where its outcome belongs."""

    run: Run
    job: Job


class Summary(NamedTuple):
    """How many tests a run started, and why some have no outcome."""

    started: int
    failures: dict[Run, str]


def most_jobs() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0))


def run_all(
    tasks: list[Task],
    journal: Journal,
    box: Box,
    jobs: int,
    progress: Callable[[int, int], None],
) -> Summary:
    """Run the tasks that have no line in *journal*, and write their lines.

    A test that the clock stopped runs once more, alone, when the others are done.
    """
    new = [task for task in tasks if task.run not in journal.runs]
    failures = run_some(new, journal, box, jobs, progress)
    slow = [task for task in tasks if was_stopped(journal, task.run)]
    failures |= run_some(slow, journal, box, 1, progress)
    return Summary(len({task.run for task in (*new, *slow)}), failures)


def was_stopped(journal: Journal, run: Run) -> bool:
    """Return whether the clock stopped the only run so far."""
    return [line.how for line in journal.runs.get(run, [])] == ["time"]


def run_some(
    tasks: list[Task],
    journal: Journal,
    box: Box,
    jobs: int,
    progress: Callable[[int, int], None],
) -> dict[Run, str]:
    """Run *tasks*, at most *jobs* at a time. Write each outcome once it is there.

    Return why some have none.
    """
    failures: dict[Run, str] = {}
    waiting = iter(tasks)
    done = 0
    with ThreadPoolExecutor(max(1, min(jobs, len(tasks)))) as pool:

        def submitted(several: Iterable[Task]) -> dict[Future[Outcome], Run]:
            return {pool.submit(box.run, task.job): task.run for task in several}

        running = submitted(islice(waiting, jobs))
        try:
            while running:
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    run = running.pop(future)
                    try:
                        journal.add(run, future.result())
                    except BoxError as error:
                        failures[run] = str(error)
                    done += 1
                    progress(done, len(tasks))
                    running.update(submitted(islice(waiting, 1)))
        except BaseException:
            box.close()
            raise
    return failures


def show_progress(done: int, total: int) -> None:
    """Show on a terminal how many tests are done."""
    if sys.stderr.isatty():
        end = "\r" if done < total else "\r\033[K"
        print(f"{done} of {total}", end=end, file=sys.stderr, flush=True)
