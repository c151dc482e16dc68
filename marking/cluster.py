"""Run the tests of a class on an existing Dask cluster.

Dask is imported only to connect: that takes as long as starting Python thirty times.
"""

import socket
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from _courseware.terminal import console
from adt import __version__
from marking.engine import LOOK_SECONDS, Backend
from marking.errors import MarkingError
from marking.sandbox.interpreters import Interpreter, submission_interpreter
from marking.sandbox.job import Job, SandboxError
from marking.sandbox.launcher import Sandbox
from marking.sandbox.probe import sandbox_problem

if TYPE_CHECKING:
    from distributed import Client

MAX_JOB_BYTES = 10 * 2**20
JOBS_PER_WORKER = 2
CONNECT_SECONDS = 20  # to find the scheduler


class Workers:
    """Workers of a Dask cluster that can run tests, including those that join later.

    ``client`` is the connection to the scheduler. The rubric requires the Python
    ``required_version``; submissions run in ``version_here`` on this machine.
    """

    def __init__(
        self, client: "Client", required_version: str, version_here: str
    ) -> None:
        self.client = client
        self.required_version = required_version
        self.version_here = version_here
        self.reasons: dict[str, str] = {}  # by worker: why it is unsuitable, or ""
        self.present: list[str] = []  # that are suitable
        self.looked_at = 0.0
        self.sent: list[tuple[Future[bytes], list[str]]] = []  # with their workers

    def look(self) -> dict[str, str]:
        """Update ``present``, and ask new workers whether they can run tests.

        Return the addresses of unsuitable new workers, with the reasons.
        """
        self.looked_at = monotonic()
        addresses = sorted(self.client.nthreads())
        new = [address for address in addresses if address not in self.reasons]
        new_reasons: dict[str, str] = {}
        if new:
            problems: dict[str, str | Exception] = self.client.run(
                worker_problem,
                __version__,
                self.required_version,
                self.version_here,
                workers=new,
                on_error="return",
            )
            for address, problem in problems.items():
                new_reasons[address] = unsuitable_reason(address, problem)
        self.reasons |= new_reasons
        self.present = [
            address for address in addresses if self.reasons.get(address) == ""
        ]
        return {address: reason for address, reason in new_reasons.items() if reason}

    def max_running(self) -> int:
        """Return how many jobs may run now: JOBS_PER_WORKER for each present worker.

        New workers are looked for every LOOK_SECONDS. Raise MarkingError if all workers
        to which a job was sent are lost.
        """
        if monotonic() >= self.looked_at + LOOK_SECONDS:
            for address, reason in self.look().items():
                console.note(f"worker {address} is not used: {reason}")
            self.sent = [(job, workers) for job, workers in self.sent if not job.done()]
            for _, workers in self.sent:
                if set(workers).isdisjoint(self.present):
                    message = "all workers of a job are lost; start others"
                    raise MarkingError(f"{message}, then the same command continues")
        return JOBS_PER_WORKER * len(self.present)

    def submit(self, job: Job) -> "Future[bytes]":
        """Start ``job`` on a worker; return the future of its encoded outcome."""
        # Not pure: equal jobs are different tests, and each must run.
        executor: Executor = self.client.get_executor(pure=False, workers=self.present)
        future = executor.submit(run_job, job)
        self.sent.append((future, self.present))
        return future


@contextmanager
def cluster(
    scheduler_file: str, required_version: str, version_here: str
) -> Iterator[Backend]:
    """Yield a backend that runs jobs on the workers of a Dask cluster, as `Workers`.

    ``scheduler_file`` is the path of the file that Dask's scheduler has written. Raise
    MarkingError if no scheduler answers, it has no workers, or one of them cannot run
    tests.
    """
    from distributed import Client

    try:
        client = Client(scheduler_file=scheduler_file, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        message = f"{scheduler_file}: no scheduler answers: {error}"
        raise MarkingError(message) from error
    with closing(client):
        workers = Workers(client, required_version, version_here)
        for address, reason in workers.look().items():
            raise MarkingError(f"worker {address}: {reason}")
        if not workers.present:
            raise MarkingError("the cluster has no workers")
        yield Backend(workers.submit, workers.max_running, MAX_JOB_BYTES)


def worker_problem(project_version: str, required_version: str, python: str) -> str:
    """Return why this process, a worker, cannot run tests, or "" if it can.

    The marker's machine has ``project_version``, and runs submissions in ``python``.
    """
    interpreter = submission_interpreter(required_version)
    if project_version != __version__:
        return f"it has version {__version__}; expected {project_version}"
    if interpreter.version != python:
        return f"it runs submissions in Python {interpreter.version}; expected {python}"
    if sandbox_problem(interpreter):
        return "it cannot create a sandbox"
    return ""


def run_job(job: Job) -> bytes:
    """Run ``job`` in a sandbox of this worker process; return its encoded outcome.

    Raise SandboxError if no sandbox can be created.
    """
    python = submission_interpreter(job.python)
    if sandbox_problem(python):
        raise SandboxError("a worker of the cluster cannot create a sandbox")
    return _sandbox_for(python).outcome_bytes(job)


@cache
def _sandbox_for(python: Interpreter) -> Sandbox:
    return Sandbox("sandbox", python)


def unsuitable_reason(address: str, problem: str | Exception) -> str:
    """Return why the worker at the URL ``address`` cannot run tests, or "" if it can.

    ``problem`` is the result of `worker_problem` there, or the exception that it
    raised.
    """
    if isinstance(problem, Exception):
        if "No module named 'marking" not in str(problem):
            return f"it cannot be asked: {problem}"
        folder = Path(__file__).parents[1]
        return f"it does not find this project: start it with PYTHONPATH={folder}"
    place = urlsplit(address)
    if place.scheme != "tls" and not _is_local_host(place.hostname or ""):
        return "it is on another machine; expected TLS"
    return problem


def _is_local_host(host: str) -> bool:
    """Return whether ``host``, a name or an address, is this machine."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as attempt:
            attempt.bind((host, 0))
    except OSError:
        return False
    return True
