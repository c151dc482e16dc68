"""Run jobs on the workers of a cluster."""

from functools import cache
from typing import NamedTuple

from adt import __version__
from marking.sandbox.interpreters import Interpreter, for_submissions
from marking.sandbox.job import Job, SandboxError
from marking.sandbox.launcher import Sandbox
from marking.sandbox.probe import best_tier


class Worker(NamedTuple):
    """The properties of a worker that decide whether it is suitable."""

    version: str  # of this project
    python: str  # the version of the interpreter for submissions
    tier: str


def about(wanted: str) -> Worker:
    """Return the properties of this process, for submissions in Python *wanted*."""
    python = for_submissions(wanted)
    return Worker(__version__, python.version, best_tier(python))


def answer(job: Job) -> bytes:
    """Run *job* in a sandbox here. Return the supervisor's answer."""
    python = for_submissions(job.python)
    if best_tier(python) != "sandbox":
        raise SandboxError("a worker of the cluster cannot create a sandbox")
    return sandbox_for(python).answer(job)


@cache
def sandbox_for(python: Interpreter) -> Sandbox:
    return Sandbox("sandbox", python)
