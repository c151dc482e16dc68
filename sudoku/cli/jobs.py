"""Batches of puzzles, answered by several processes at a time, for ``--jobs``."""

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from _courseware import console
from sudoku.formats import Entry, Puzzle

if TYPE_CHECKING:
    from multiprocessing import Process
    from multiprocessing.connection import Connection

Answer = TypeVar("Answer")
Work = Callable[[list[str]], list[Answer]]  # an answer for each puzzle
Answered = tuple[list[Entry], list[Answer]]
Channel: TypeAlias = "Connection[list[str], list[Answer]]"

GROWTH = 200  # how many times as large the next batch is, until it is MOST
MOST = 20_000  # puzzles in a batch, the number that `exact` solves at a time
PATIENCE = 0.2  # seconds after which a batch that is not full is used


def batches(entries: Iterable[Entry], most: int = MOST) -> Iterator[list[Entry]]:
    """Yield ``entries`` in lists, which are short if the entries come slowly."""
    size = 1
    batch: list[Entry] = []
    end = monotonic() + PATIENCE
    for entry in entries:
        batch.append(entry)
        if len(batch) == size or monotonic() > end:
            yield batch
            batch = []
            size = min(GROWTH * size, most)
            end = monotonic() + PATIENCE
    if batch:
        yield batch


def in_turn(
    batches: Iterable[list[Entry]],
    work: Work[Answer],
    jobs: int,
    note: Callable[[str], None] = console.note,
    fewest: int = GROWTH,
) -> Iterator[Answered[Answer]]:
    """Yield each batch with its answers, in order, computed by ``jobs`` processes.

    There are never more processes than cores or than large batches. The current process
    answers batches of fewer than ``fewest`` puzzles, and a batch that is the only one.
    If a process cannot be started, ``note`` is called, and the others do its work.
    """
    most = min(jobs, os.cpu_count() or 1)
    if most == 1:
        for batch in batches:
            yield batch, work(puzzles_in(batch))
        return
    team = Team(work, most, note)
    try:
        for batch in batches:
            if len(batch) < fewest:  # puzzles come slowly: answer them at once
                yield from team.finish()
                yield team.answer(batch)
            else:
                yield from team.take(batch)
        yield from team.finish()
    finally:
        team.stop()


def puzzles_in(batch: list[Entry]) -> list[str]:
    """Return the cells of each puzzle in *batch*, which may also have errors."""
    return [entry.cells for entry in batch if isinstance(entry, Puzzle)]


class Team(Generic[Answer]):
    """Processes that answer batches; each has at most one batch at a time."""

    # Each process has a pipe of its own, not a shared queue: a pipe needs no semaphore,
    # and its end tells the process that the first one is gone, however that ended.

    def __init__(
        self, work: Work[Answer], most: int, note: Callable[[str], None]
    ) -> None:
        self.processes: list[Process] = []
        self._work = work
        self._most = most
        self._note = note
        self._held: list[list[Entry]] = []  # a first batch, until there is a second
        self._idle: list[Channel[Answer]] = []
        self._waiting: deque[tuple[list[Entry], Channel[Answer]]] = deque()

    def take(self, batch: list[Entry]) -> Iterator[Answered[Answer]]:
        """Give ``batch`` to a process; yield what must be answered before that."""
        self._held.append(batch)
        if self.processes or len(self._held) > 1 or not self._most:
            while self._held:
                yield from self._give(self._held.pop(0))

    def finish(self) -> Iterator[Answered[Answer]]:
        """Yield every batch that was taken and not yet yielded."""
        while self._waiting:
            yield self._oldest()
        while self._held:
            yield self.answer(self._held.pop(0))

    def answer(self, batch: list[Entry]) -> Answered[Answer]:
        """Return ``batch`` with the answers of this process."""
        return batch, self._work(puzzles_in(batch))

    def stop(self) -> None:
        """Terminate all processes."""
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.join()

    def _give(self, batch: list[Entry]) -> Iterator[Answered[Answer]]:
        if not self._idle and len(self.processes) < self._most:
            self._start()
        if not self._idle and self._waiting:
            yield self._oldest()
        if not self._idle:
            yield self.answer(batch)
            return
        channel = self._idle.pop()
        with an_end_is_an_error():
            channel.send(puzzles_in(batch))
        self._waiting.append((batch, channel))

    def _oldest(self) -> Answered[Answer]:
        batch, channel = self._waiting.popleft()
        with an_end_is_an_error():
            answers = channel.recv()
        self._idle.append(channel)
        return batch, answers

    def _start(self) -> None:
        sys.stdout.flush()  # an error here must not look like a process that failed
        try:
            from multiprocessing import Pipe, Process

            channel, theirs = Pipe()
            process = Process(target=serve, args=(channel, theirs, self._work))
            process.daemon = True
            with theirs, signals_blocked():
                process.start()
                self.processes.append(process)
        except (ImportError, OSError) as error:
            self._most = len(self.processes)
            reason = isinstance(error, OSError) and error.strerror or error
            number = "one process" if self._most < 2 else f"{self._most} processes"
            self._note(f"cannot start another process ({reason}); using {number}")
        else:
            self._idle.append(channel)


def serve(
    first: "Channel[Answer]",
    channel: "Connection[list[Answer], list[str]]",
    work: Work[Answer],
) -> None:
    """Answer the batches that come through ``channel`` until its other end is closed.

    The other end is ``first``. A forked process has a copy of it, and closes it first.
    """
    first.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends the others
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    block_signals(False)
    with suppress(EOFError, OSError):
        while True:
            channel.send(work(channel.recv()))


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Let no signal reach a new process before `serve` can handle it."""
    block_signals(True)
    try:
        yield
    finally:
        block_signals(False)


def block_signals(block: bool) -> None:
    if hasattr(signal, "pthread_sigmask"):  # not on Windows
        how = signal.SIG_BLOCK if block else signal.SIG_UNBLOCK
        signal.pthread_sigmask(how, {signal.SIGINT, signal.SIGTERM})


@contextmanager
def an_end_is_an_error() -> Iterator[None]:
    """Raise CommandError if the other process has ended."""
    try:
        yield
    except (EOFError, OSError) as error:
        raise console.CommandError("a --jobs process ended unexpectedly") from error
