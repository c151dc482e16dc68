"""States of structures and of memory, of every kind, for the tests of pictures."""

from collections.abc import Iterator
from itertools import product

from adt import ArrayStack, LinkedQueue, Queue, Stack, vector_of
from adt.memory import Memory
from adt.show.states import (
    LineState,
    Mark,
    MemoryState,
    State,
    line_state,
    memory_state,
    structure_state,
)
from pseudoku.pictures import mark_reads, puzzle_state, share_row, store_rows

MARKS: tuple[Mark, ...] = ("", "arrives", "leaves", "read")
ROWS = [[2, 4, 1, 3], [1, 3, 2, 4], [3, 2, 4, 1], [4, 1, 3, 2]]


def queue_of(*elements: int) -> Queue[int]:
    queue: Queue[int] = LinkedQueue()
    for element in elements:
        queue.enqueue(element)
    return queue


def stack_of(*elements: int) -> Stack[int]:
    stack: Stack[int] = ArrayStack()
    for element in elements:
        stack.push(element)
    return stack


def memories() -> Iterator[MemoryState]:
    """Yield a state for every form of picture of Task 7, and two of shared rows.

    The forms are the three ways to store a puzzle, with and without cells that are
    read.
    """
    for kind in ("pointers", "flat", "nodes"):
        for addresses in (range(0), range(0, 40, 3)):
            state = puzzle_state(store_rows(kind, ROWS, Memory()))
            mark_reads(state, addresses)
            yield state
    for kind in ("pointers", "nodes"):
        puzzle, row = share_row(kind, ROWS[0], Memory())
        yield puzzle_state(puzzle, row)
        yield memory_state(puzzle.memory)


def lines() -> Iterator[LineState]:
    yield structure_state(vector_of(*[vector_of(*row) for row in ROWS]))
    yield structure_state(vector_of(queue_of(1, 2), queue_of()))
    yield line_state("vector", [None, line_state("stack", [1]), "TRUE", 12345])
    for number in range(6):
        yield structure_state(vector_of(*range(number)))
        yield structure_state(queue_of(*range(number)))
        yield structure_state(stack_of(*range(number)))
    for number in (12, 13, 30):
        yield structure_state(vector_of(*range(number)))
        yield structure_state(queue_of(*range(number)))
        yield structure_state(stack_of(*range(number)))
    yield structure_state(vector_of(stack_of(*range(14)), queue_of(*range(25)), 3))
    long = structure_state(queue_of(*range(14)))
    long["marks"] = [*MARKS[:1] * 11, "arrives", "read", "leaves"]
    yield long
    for marks in product(MARKS, repeat=3):
        for state in (
            structure_state(vector_of(3, 1, 4)),
            structure_state(queue_of(3, 1, 4)),
            structure_state(stack_of(3, 1, 4)),
        ):
            state["marks"] = list(marks)
            yield state


STATES: list[State] = [*memories(), *lines()]
