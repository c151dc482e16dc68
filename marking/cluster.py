"""Mark on an existing Dask cluster, for classes that outgrow one machine.

Dask is imported only to connect: that takes as long as starting Python thirty times.
"""

import socket
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager
from typing import Final
from urllib.parse import urlsplit

from adt import __version__
from marking.engine import Place
from marking.errors import MarkingError
from marking.sandbox import remote

MOST_BYTES: Final = 2**20  # of the files of a job
IN_FLIGHT: Final = 2  # jobs per worker
TIMEOUT: Final = 20  # seconds to find the scheduler


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
        workers: dict[str, remote.Worker] = client.run(remote.about, wanted)
        for address, worker in workers.items():
            if why := refusal(address, worker, python):
                raise MarkingError(f"worker {address}: {why}")
        if not workers:
            raise MarkingError("the cluster has no workers")
        # Not pure: equal jobs are different tests, and each must run.
        executor: Executor = client.get_executor(pure=False, workers=sorted(workers))
        yield Place(executor, remote.answer, IN_FLIGHT * len(workers), MOST_BYTES)


def refusal(address: str, worker: remote.Worker, python: str) -> str:
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
