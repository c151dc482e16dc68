"""Running jobs on the workers of a cluster. Jobs and answers cross the net as bytes."""

from functools import cache
from typing import NamedTuple

from adt import __version__
from marking.sandbox.interpreters import Interpreter, for_submissions
from marking.sandbox.job import SandboxError, job_in
from marking.sandbox.launcher import Sandbox
from marking.sandbox.probe import best_tier


class Worker(NamedTuple):
    """What a worker can do."""

    version: str  # of this project
    python: str  # the version of the interpreter for submissions
    tier: str


def about(wanted: str) -> Worker:
    """Return what this process can do for rubrics that want Python *wanted*."""
    python = for_submissions(wanted)[0]
    return Worker(__version__, python.version, best_tier(python))


def answer(data: bytes) -> bytes:
    """Run the job in *data* in a sandbox here; return the supervisor's answer."""
    job = job_in(data)
    python = for_submissions(job.python)[0]
    if best_tier(python) != "sandbox":
        raise SandboxError("a worker of the cluster cannot make a sandbox")
    return sandbox_for(python).answer(job)


@cache
def sandbox_for(python: Interpreter) -> Sandbox:
    return Sandbox("sandbox", python)
