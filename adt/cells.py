"""What structures are made of: a base class, a node, the marker of an unfilled cell."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from enum import Enum
from reprlib import recursive_repr
from typing import Final, Generic, TypeVar

T = TypeVar("T")


class Unfilled(Enum):
    """The type of UNFILLED, the marker of a position where nothing is stored."""

    NOTHING = "nothing"


UNFILLED: Final = Unfilled.NOTHING


class Node(Generic[T]):
    """One node of a linked list: a value cell and a next cell."""

    __slots__ = ("value", "next")

    def __init__(self, value: T, next: "Node[T] | None" = None) -> None:
        self.value = value
        self.next = next


class BaseStructure(ABC, Generic[T]):
    """A structure, which is copied and pickled as the list of its elements.

    By default, a copy would share cells with the original, and deepcopy and pickle
    would follow a chain of nodes by recursion.
    """

    def __init__(self) -> None:
        self._hold([])

    @abstractmethod
    def _hold(self, elements: list[T]) -> None:
        """Hold ``elements``: a new list, in the order of ``_contents``."""

    @abstractmethod
    def _contents(self) -> Iterator[T]:
        """Yield the elements from the head or the top, or from position 1."""

    @recursive_repr()
    def __repr__(self) -> str:
        shown = [repr(element) for element in self._contents()]
        return f"{type(self).__name__}<{' '.join(reversed(shown))}>"

    def __getstate__(self) -> tuple[dict[str, object], list[T]]:
        """Return the attributes that a subclass has added, and the elements."""
        added = vars(self).copy()
        empty = object.__new__(type(self))
        empty._hold([])
        for name in vars(empty):
            del added[name]
        return added, [*self._contents()]

    def __setstate__(self, state: tuple[dict[str, object], list[T]]) -> None:
        added, elements = state
        vars(self).update(added)
        self._hold(elements)
