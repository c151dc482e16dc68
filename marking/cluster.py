"""Mark on an existing Dask cluster, for classes that outgrow one machine.

Dask is imported only to connect: that takes as long as starting Python thirty times.
"""

import socket
from concurrent.futures import Executor
from typing import Final
from urllib.parse import urlsplit

from adt import __version__
from marking.engine import Place
from marking.errors import MarkingError
from marking.sandbox import remote

MOST_BYTES: Final = 2**20  # of the files of a job
IN_FLIGHT: Final = 2  # jobs per worker
TIMEOUT: Final = 20  # seconds to find the scheduler


class Cluster:
    """A connection to a scheduler, and the workers that may be used."""

    def __init__(self, scheduler_file: str, wanted: str, python: str) -> None:
        from distributed import Client

        try:
            self.client = Client(scheduler_file=scheduler_file, timeout=TIMEOUT)
        except (OSError, ValueError) as error:
            message = f"{scheduler_file}: no scheduler answers: {error}"
            raise MarkingError(message) from error
        try:
            self.workers = self.usable(wanted, python)
        except BaseException:
            self.close()
            raise

    def usable(self, wanted: str, python: str) -> list[str]:
        """Return the workers. Raise MarkingError if one of them is unsuitable."""
        found: dict[str, remote.Worker] = self.client.run(remote.about, wanted)
        for address, worker in found.items():
            why = refusal(address, worker, python)
            if why:
                raise MarkingError(f"worker {address}: {why}")
        if not found:
            raise MarkingError("the cluster has no workers")
        return sorted(found)

    def place(self) -> Place:
        """Return where the engine sends its jobs."""
        # Not pure: equal jobs are different tests, and each must run.
        executor: Executor = self.client.get_executor(pure=False, workers=self.workers)
        at_once = IN_FLIGHT * len(self.workers)
        return Place(executor, remote.answer, at_once, MOST_BYTES)

    def close(self) -> None:
        self.client.close()


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
