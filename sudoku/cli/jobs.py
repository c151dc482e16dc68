"""Batches of puzzles, answered by several processes at a time."""

import os
from collections.abc import Callable, Iterable, Iterator
from time import monotonic

from _courseware import console
from sudoku.cli.team import Answer, Answered, Team, Work, puzzles_in
from sudoku.formats import Entry

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
