"""Northwestern: what the starter file provides besides class Board.

The starter's two boards are lists of moves. Here they are texts, which `reading` reads
as it reads the files of the command line.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

from adt.errors import EmptyError
from adt.queue import LinkedQueue
from adt.queue import Queue as QueueADT
from adt.stack import ArrayStack
from adt.stack import Stack as StackADT

T = TypeVar("T")


class EmptyPopError(EmptyError, IndexError):
    """Raised by ``pop`` of an empty stack or queue; the starter raises IndexError."""


class Stack(Generic[T]):
    """The starter's stack, made with an abstract stack: last in, first out."""

    def __init__(self, initial: Iterable[T] = ()) -> None:
        self._stack: StackADT[T] = ArrayStack()
        for elt in initial:
            self.push(elt)

    def __str__(self) -> str:
        return f"The stack contains: {self.the_stack}"

    def push(self, elt: T) -> None:
        self._stack.push(elt)

    def pop(self) -> T:
        if self._stack.empty():
            raise EmptyPopError("pop of an empty stack")
        elt = self._stack.top()
        self._stack.pop()
        return elt

    def is_empty(self) -> bool:
        return self._stack.empty()

    @property
    def the_stack(self) -> list[T]:
        """A new list of the elements, the top last; in the starter, the list itself."""
        elements: list[T] = []
        while not self._stack.empty():
            elements.append(self.pop())
        elements.reverse()
        for elt in elements:
            self.push(elt)
        return elements


class Queue(Generic[T]):
    """The starter's queue, made with an abstract queue: first in, first out."""

    def __init__(self, initial: Iterable[T] = ()) -> None:
        self._queue: QueueADT[T] = LinkedQueue()
        for elt in initial:
            self.push(elt)

    def __str__(self) -> str:
        return f"The queue contains: {self.the_queue}"

    def push(self, elt: T) -> None:
        self._queue.enqueue(elt)

    def pop(self) -> T:
        if self._queue.empty():
            raise EmptyPopError("pop of an empty queue")
        elt = self._queue.head()
        self._queue.dequeue()
        return elt

    enqueue = push  # as another year's starter calls them
    dequeue = pop

    def is_empty(self) -> bool:
        return self._queue.empty()

    @property
    def the_queue(self) -> list[T]:
        """A new list of the elements, the front first."""
        elements: list[T] = []
        while not self._queue.empty():
            elements.append(self.pop())
        for elt in elements:
            self.push(elt)
        return elements


FIRST_GAME = """\
.7. ... .1.
..9 7.4 2..
..8 9.. 3..
.43 .6. ...
.9. 1.8 .7.
... .2. 15.
..4 ..5 7..
..7 4.1 9..
.3. ... .8.
"""
SECOND_GAME = """\
.2. 3.5 .4.
... ... 9..
.7. .4. .8.
1.7 ..9 ..2
.9. .3. .6.
6.. 7.. 5.8
.1. .9. .2.
..6 ... ...
.4. 8.7 .5.
"""
