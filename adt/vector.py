"""Vector: the specification, an array-backed and a linked structure."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from operator import index
from reprlib import recursive_repr
from typing import Generic, TypeVar

from adt.cells import UNFILLED, Node, Unfilled
from adt.errors import PositionError

T = TypeVar("T")


class Vector(ABC, Generic[T]):
    """A fixed number of elements, at positions 1 to LENGTH: ``(first, ..., last)``."""

    # Not a collections.abc.Sequence: its mixins count from zero.
    __reversed__ = None

    @abstractmethod
    def __init__(self, length: int) -> None:
        """``new Vector``: ``length`` elements, all unfilled; PositionError below 0."""

    @abstractmethod
    def __len__(self) -> int:
        """LENGTH."""

    @abstractmethod
    def __getitem__(self, position: int) -> T:
        """SELECT; PositionError outside 1..LENGTH, or where nothing is stored."""

    @abstractmethod
    def __setitem__(self, position: int, element: T) -> None:
        """STORE; PositionError outside 1..LENGTH."""

    def __iter__(self) -> Iterator[T]:
        return (self[k] for k in range(1, len(self) + 1))

    def _contents(self) -> Iterator[T | Unfilled]:
        """Yield the elements from position 1, UNFILLED where nothing is stored."""
        for k in range(1, len(self) + 1):
            try:
                yield self[k]
            except PositionError:
                yield UNFILLED

    def _filled(self) -> Iterator[tuple[int, T]]:
        """Yield each position where an element is stored, and the element."""
        for position, element in enumerate(self._contents(), start=1):
            if element is not UNFILLED:
                yield position, element

    @recursive_repr()
    def __repr__(self) -> str:
        shown = ["·" if each is UNFILLED else repr(each) for each in self._contents()]
        return f"{type(self).__name__}({', '.join(shown)})"


class ArrayVector(Vector[T]):
    """A vector in an array: position k is cell k - 1."""

    def __init__(self, length: int) -> None:
        check_length(length)
        self._cells: list[T | Unfilled] = [UNFILLED] * length

    def __len__(self) -> int:
        return len(self._cells)

    def __getitem__(self, position: int) -> T:
        if not 1 <= position <= len(self._cells):
            raise outside_error("SELECT", position, len(self._cells))
        element = self._cells[index(position) - 1]
        if element is UNFILLED:
            raise unfilled_error(position, len(self._cells))
        return element

    def __setitem__(self, position: int, element: T) -> None:
        if not 1 <= position <= len(self._cells):
            raise outside_error("STORE", position, len(self._cells))
        self._cells[index(position) - 1] = element

    def _contents(self) -> Iterator[T | Unfilled]:
        return iter(self._cells)

    # copy and pickle make a new vector and store the elements in it.
    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (len(self),), None, None, self._filled()


class LinkedVector(Vector[T]):
    """A vector in a chain of nodes, one for each position.

    It keeps a pointer to the last node that it used. The search for a later position
    starts there; the search for an earlier position starts at the first node.
    """

    def __init__(self, length: int) -> None:
        check_length(length)
        self._length = length
        self._first: Node[T | Unfilled] = Node(UNFILLED)
        for _ in range(1, length):
            self._first = Node(UNFILLED, self._first)
        self._restart()

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, position: int) -> T:
        if not 1 <= position <= self._length:
            raise outside_error("SELECT", position, self._length)
        element = self._node(position).value
        if element is UNFILLED:
            raise unfilled_error(position, self._length)
        return element

    def __setitem__(self, position: int, element: T) -> None:
        if not 1 <= position <= self._length:
            raise outside_error("STORE", position, self._length)
        self._node(position).value = element

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (len(self),), None, None, self._filled()

    def _restart(self) -> None:
        self._used = self._first
        self._used_position = 1

    def _node(self, position: int) -> Node[T | Unfilled]:
        if index(position) < self._used_position:
            self._restart()
        while self._used_position < position and self._used.next is not None:
            self._used = self._used.next
            self._used_position += 1
        return self._used


class DynamicArray(ArrayVector[T]):
    """A vector that grows and shrinks: the module's dynamic array."""

    def __init__(self, length: int = 0) -> None:
        super().__init__(length)

    def __setitem__(self, position: int, element: T) -> None:
        """STORE; at LENGTH + 1 it adds an element; PositionError beyond."""
        if position == len(self._cells) + 1:
            self.insert_at(position, element)
        else:
            super().__setitem__(position, element)

    def insert_at(self, position: int, element: T) -> None:
        """``insertAt``: elements from ``position`` on move up one place.

        PositionError outside 1..LENGTH + 1.
        """
        if not 1 <= position <= len(self._cells) + 1:
            raise outside_error("INSERTAT", position, len(self._cells))
        self._cells.insert(position - 1, element)

    def remove_at(self, position: int) -> None:
        """``removeAt``: elements after ``position`` move down one place.

        PositionError outside 1..LENGTH.
        """
        if not 1 <= position <= len(self._cells):
            raise outside_error("REMOVEAT", position, len(self._cells))
        del self._cells[index(position) - 1]


def vector_of(*elements: T) -> Vector[T]:
    """Return a new array-backed vector of ``elements``, the first at position 1."""
    vector: Vector[T] = ArrayVector(len(elements))
    for position, element in enumerate(elements, start=1):
        vector[position] = element
    return vector


def copy_vector(vector: Vector[T]) -> Vector[T]:
    """Return a new vector with the same elements as ``vector``, which are shared.

    A position where nothing is stored stays so.
    """
    copied: Vector[T] = ArrayVector(len(vector))
    for position, element in vector._filled():
        copied[position] = element
    return copied


def check_length(length: int) -> None:
    if length < 0:
        raise PositionError(f"a new vector of length {length}")


def outside_error(operation: str, position: int, length: int) -> PositionError:
    bounds = f"positions are 1 to {length}" if length else "it has no positions"
    return PositionError(
        f"{operation} {position} of a vector of length {length}: {bounds}"
    )


def unfilled_error(position: int, length: int) -> PositionError:
    return PositionError(
        f"SELECT {position} of a vector of length {length}: nothing is stored there"
    )
