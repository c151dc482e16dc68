"""Queue: the specification, an array-backed and a linked structure."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from reprlib import recursive_repr
from typing import Generic, TypeVar

from adt.cells import UNFILLED, Node, Unfilled
from adt.errors import EmptyError

T = TypeVar("T")


class Queue(ABC, Generic[T]):
    """Elements that come at the tail and go at the head: ``<tail ... head>``."""

    @abstractmethod
    def empty(self) -> bool:
        """EMPTY: whether this queue is ``<>``."""

    @abstractmethod
    def enqueue(self, element: T) -> None:
        """ENQUEUE: ``<q>`` becomes ``<element q>``."""

    @abstractmethod
    def head(self) -> T:
        """HEAD: the ``element`` of ``<q element>``; EmptyError on ``<>``."""

    @abstractmethod
    def dequeue(self) -> None:
        """DEQUEUE: ``<q element>`` becomes ``<q>``; EmptyError on ``<>``."""

    @abstractmethod
    def _contents(self) -> Iterator[T]:
        """Yield the elements from the head to the tail, for pictures and copies."""

    @recursive_repr()
    def __repr__(self) -> str:
        tail_first = reversed([repr(element) for element in self._contents()])
        return f"{type(self).__name__}<{' '.join(tail_first)}>"

    # Without these, a copy would share its cells with the original, and deepcopy and
    # pickle would follow a chain of nodes by recursion.
    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (), [*self._contents()]

    def __setstate__(self, elements: list[T]) -> None:
        for element in elements:
            self.enqueue(element)


class RingQueue(Queue[T]):
    """A queue in an array that is used as a ring, and doubled when it is full.

    The head is in cell ``_head``, and the other elements follow it; cell 0 follows the
    last cell. Free cells hold UNFILLED, so that removed elements are not kept in memory.
    """

    def __init__(self) -> None:
        self._cells: list[T | Unfilled] = [UNFILLED] * 4
        self._head = 0
        self._next_tail = 0  # the cell after the tail

    def empty(self) -> bool:
        return self._cells[self._head] is UNFILLED

    def enqueue(self, element: T) -> None:
        cells = self._cells
        cells[self._next_tail] = element
        self._next_tail = (self._next_tail + 1) % len(cells)
        if self._next_tail == self._head:
            self._grow()

    def head(self) -> T:
        element = self._cells[self._head]
        if element is UNFILLED:
            raise EmptyError("HEAD of an empty queue")
        return element

    def dequeue(self) -> None:
        cells = self._cells
        if cells[self._head] is UNFILLED:
            raise EmptyError("DEQUEUE of an empty queue")
        cells[self._head] = UNFILLED
        self._head = (self._head + 1) % len(cells)

    def _contents(self) -> Iterator[T]:
        for cell in self._cells[self._head :] + self._cells[: self._head]:
            if cell is not UNFILLED:
                yield cell

    def _grow(self) -> None:
        elements = self._cells[self._head :] + self._cells[: self._head]
        self._cells = elements + [UNFILLED] * len(elements)
        self._head = 0
        self._next_tail = len(elements)


class LinkedQueue(Queue[T]):
    """A queue in a chain of nodes, head first."""

    def __init__(self) -> None:
        self._head: Node[T] | None = None
        self._tail: Node[T] | None = None

    def empty(self) -> bool:
        return self._head is None

    def enqueue(self, element: T) -> None:
        node = Node(element)
        if self._tail is None:
            self._head = node
        else:
            self._tail.next = node
        self._tail = node

    def head(self) -> T:
        if self._head is None:
            raise EmptyError("HEAD of an empty queue")
        return self._head.value

    def dequeue(self) -> None:
        if self._head is None:
            raise EmptyError("DEQUEUE of an empty queue")
        self._head = self._head.next
        if self._head is None:
            self._tail = None  # or the removed node would be kept

    def _contents(self) -> Iterator[T]:
        node = self._head
        while node is not None:
            yield node.value
            node = node.next
