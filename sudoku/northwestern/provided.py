"""Northwestern: the stack and the queue of the course, on a list.

The hand-in has these. `starter` has the same two classes on the structures of `adt`.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Stack(Generic[T]):
    """A stack: the element pushed last comes first."""

    def __init__(self, initial: Iterable[T] = ()) -> None:
        self.the_stack = list(initial)

    def __str__(self) -> str:
        return f"The stack contains: {self.the_stack}"

    def push(self, elt: T) -> None:
        self.the_stack.append(elt)

    def pop(self) -> T:
        return self.the_stack.pop()

    def is_empty(self) -> bool:
        return not self.the_stack


class Queue(Generic[T]):
    """A queue: the element pushed first comes first."""

    def __init__(self, initial: Iterable[T] = ()) -> None:
        self.the_queue = list(initial)

    def __str__(self) -> str:
        return f"The queue contains: {self.the_queue}"

    def push(self, elt: T) -> None:
        self.the_queue.append(elt)

    def pop(self) -> T:
        return self.the_queue.pop(0)

    enqueue = push  # as another year's starter calls them
    dequeue = pop

    def is_empty(self) -> bool:
        return not self.the_queue
