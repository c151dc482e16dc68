"""Stack: the specification, an array-backed and a linked structure."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from reprlib import recursive_repr
from typing import Generic, TypeVar

from adt.cells import Node
from adt.errors import EmptyError

T = TypeVar("T")


class Stack(ABC, Generic[T]):
    """Elements that come and go at the top: ``<bottom ... top>``; ``<>`` is empty."""

    @abstractmethod
    def empty(self) -> bool:
        """EMPTY: whether this stack is ``<>``."""

    @abstractmethod
    def push(self, element: T) -> None:
        """PUSH: ``<s>`` becomes ``<s element>``."""

    @abstractmethod
    def top(self) -> T:
        """TOP: the ``element`` of ``<s element>``; EmptyError on ``<>``."""

    @abstractmethod
    def pop(self) -> None:
        """POP: ``<s element>`` becomes ``<s>``; EmptyError on ``<>``."""

    @abstractmethod
    def _contents(self) -> Iterator[T]:
        """Yield the elements from the top to the bottom, for pictures and copies."""

    @recursive_repr()
    def __repr__(self) -> str:
        bottom_first = reversed([repr(element) for element in self._contents()])
        return f"{type(self).__name__}<{' '.join(bottom_first)}>"

    # Without these, a copy would share its cells with the original, and deepcopy and
    # pickle would follow a chain of nodes by recursion.
    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (), [*self._contents()][::-1]

    def __setstate__(self, elements: list[T]) -> None:
        for element in elements:
            self.push(element)


class ArrayStack(Stack[T]):
    """A stack in a growing array, bottom first."""

    def __init__(self) -> None:
        self._elements: list[T] = []

    def empty(self) -> bool:
        return not self._elements

    def push(self, element: T) -> None:
        self._elements.append(element)

    def top(self) -> T:
        if not self._elements:
            raise EmptyError("TOP of an empty stack")
        return self._elements[-1]

    def pop(self) -> None:
        if not self._elements:
            raise EmptyError("POP of an empty stack")
        del self._elements[-1]

    def _contents(self) -> Iterator[T]:
        return reversed(self._elements)


class LinkedStack(Stack[T]):
    """A stack in a chain of nodes, top first."""

    def __init__(self) -> None:
        self._top: Node[T] | None = None

    def empty(self) -> bool:
        return self._top is None

    def push(self, element: T) -> None:
        self._top = Node(element, self._top)

    def top(self) -> T:
        if self._top is None:
            raise EmptyError("TOP of an empty stack")
        return self._top.value

    def pop(self) -> None:
        if self._top is None:
            raise EmptyError("POP of an empty stack")
        self._top = self._top.next

    def _contents(self) -> Iterator[T]:
        node = self._top
        while node is not None:
            yield node.value
            node = node.next
