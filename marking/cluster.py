"""Mark on an existing Dask cluster, for classes that outgrow one machine.

Dask is imported only to connect: that takes as long as starting Python thirty times.
"""

import socket
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from adt import __version__
from marking.engine import Place
from marking.errors import MarkingError
from marking.sandbox.interpreters import Interpreter, for_submissions
from marking.sandbox.job import Job, SandboxError
from marking.sandbox.launcher import Sandbox
from marking.sandbox.probe import best_tier

MOST_BYTES: Final = 10 * 2**20  # of the files of a job
IN_FLIGHT: Final = 2  # jobs per worker
TIMEOUT: Final = 20  # seconds to find the scheduler


class Worker(NamedTuple):
    """The properties of a worker that decide whether it is suitable."""

    version: str  # of this project
    python: str  # the version of the interpreter for submissions
    tier: str


@contextmanager
def cluster(scheduler_file: str, wanted: str, python: str) -> Iterator[Place]:
    """Connect to a scheduler, and yield the place of its workers.

    Raise MarkingError if there is no scheduler, no worker, or an unsuitable worker.
    """
    from distributed import Client

    try:
        client = Client(scheduler_file=scheduler_file, timeout=TIMEOUT)
    except (OSError, ValueError) as error:
        message = f"{scheduler_file}: no scheduler answers: {error}"
        raise MarkingError(message) from error
    with closing(client):
        try:
            workers: dict[str, Worker] = client.run(about, wanted)
        except Exception as error:  # Dask raises some as they are, others as text
            if "No module named 'marking" not in str(error):
                raise
            advice = f"start the workers with PYTHONPATH={Path(__file__).parents[1]}"
            message = f"a worker does not find this project: {advice}"
            raise MarkingError(message) from error
        for address, worker in workers.items():
            if why := refusal(address, worker, python):
                raise MarkingError(f"worker {address}: {why}")
        if not workers:
            raise MarkingError("the cluster has no workers")
        # Not pure: equal jobs are different tests, and each must run.
        executor: Executor = client.get_executor(pure=False, workers=sorted(workers))
        yield Place(executor, answer, IN_FLIGHT * len(workers), MOST_BYTES)


def about(wanted: str) -> Worker:
    """Return the properties of this process, for submissions in Python *wanted*."""
    python = for_submissions(wanted)
    return Worker(__version__, python.version, best_tier(python))


def answer(job: Job) -> bytes:
    """Run *job* in a sandbox of this process. Return the supervisor's answer."""
    python = for_submissions(job.python)
    if best_tier(python) != "sandbox":
        raise SandboxError("a worker of the cluster cannot create a sandbox")
    return sandbox_for(python).answer(job)


@cache
def sandbox_for(python: Interpreter) -> Sandbox:
    return Sandbox("sandbox", python)


def refusal(address: str, worker: Worker, python: str) -> str:
    """Return why *worker* is unsuitable, or ""."""
    place = urlsplit(address)
    if place.scheme != "tls" and not is_here(place.hostname or ""):
        return "it is on another machine; expected TLS"
    if worker.version != __version__:
        return f"it has version {worker.version}; expected {__version__}"
    if worker.python != python:
        return f"it runs submissions in Python {worker.python}; expected {python}"
    if worker.tier != "sandbox":
        return "it cannot create a sandbox"
    return ""


def is_here(host: str) -> bool:
    """Return whether *host* is this machine."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as attempt:
            attempt.bind((host, 0))
    except OSError:
        return False
    return True
