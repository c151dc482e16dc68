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
from marking.engine import Backend
from marking.errors import MarkingError
from marking.sandbox.interpreters import Interpreter, submission_interpreter
from marking.sandbox.job import Job, SandboxError
from marking.sandbox.launcher import Sandbox
from marking.sandbox.probe import best_tier

MAX_JOB_BYTES: Final = 10 * 2**20
JOBS_PER_WORKER: Final = 2
CONNECT_SECONDS: Final = 20  # to find the scheduler


class WorkerInfo(NamedTuple):
    """The version, interpreter and tier of a worker, which decide if it is suitable."""

    version: str  # of this project
    python: str  # the version of the interpreter for submissions
    tier: str


@contextmanager
def cluster(scheduler_file: str, version: str, python: str) -> Iterator[Backend]:
    """Connect to a scheduler, and yield the backend that runs jobs on its workers.

    Raise MarkingError if there is no scheduler, no worker, or an unsuitable worker.
    """
    from distributed import Client

    try:
        client = Client(scheduler_file=scheduler_file, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        message = f"{scheduler_file}: no scheduler answers: {error}"
        raise MarkingError(message) from error
    with closing(client):
        try:
            workers: dict[str, WorkerInfo] = client.run(describe_worker, version)
        except Exception as error:  # Dask raises some as they are, others as text
            if "No module named 'marking" not in str(error):
                raise
            advice = f"start the workers with PYTHONPATH={Path(__file__).parents[1]}"
            message = f"a worker does not find this project: {advice}"
            raise MarkingError(message) from error
        for address, worker in workers.items():
            if reason := unsuitable_reason(address, worker, python):
                raise MarkingError(f"worker {address}: {reason}")
        if not workers:
            raise MarkingError("the cluster has no workers")
        # Not pure: equal jobs are different tests, and each must run.
        executor: Executor = client.get_executor(pure=False, workers=sorted(workers))
        yield Backend(executor, run_job, JOBS_PER_WORKER * len(workers), MAX_JOB_BYTES)


def describe_worker(version: str) -> WorkerInfo:
    """Return the properties of this process, for submissions in Python *version*."""
    python = submission_interpreter(version)
    return WorkerInfo(__version__, python.version, best_tier(python))


def run_job(job: Job) -> bytes:
    """Run *job* in a sandbox of this process. Return the supervisor's answer."""
    python = submission_interpreter(job.python)
    if best_tier(python) != "sandbox":
        raise SandboxError("a worker of the cluster cannot create a sandbox")
    return sandbox_for(python).outcome_bytes(job)


@cache
def sandbox_for(python: Interpreter) -> Sandbox:
    return Sandbox("sandbox", python)


def unsuitable_reason(address: str, worker: WorkerInfo, python: str) -> str:
    """Return why *worker* is unsuitable, or ""."""
    place = urlsplit(address)
    if place.scheme != "tls" and not is_local_host(place.hostname or ""):
        return "it is on another machine; expected TLS"
    if worker.version != __version__:
        return f"it has version {worker.version}; expected {__version__}"
    if worker.python != python:
        return f"it runs submissions in Python {worker.python}; expected {python}"
    if worker.tier != "sandbox":
        return "it cannot create a sandbox"
    return ""


def is_local_host(host: str) -> bool:
    """Return whether *host* is this machine."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as attempt:
            attempt.bind((host, 0))
    except OSError:
        return False
    return True
