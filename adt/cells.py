"""Parts of the structures: a node, and the mark of an empty cell."""

from enum import Enum
from typing import Final, Generic, TypeVar

T = TypeVar("T")


class Nothing(Enum):
    """The type of NOTHING, which a cell holds until something is stored in it."""

    NOTHING = "nothing"


NOTHING: Final = Nothing.NOTHING


class Node(Generic[T]):
    """One node of a linked list: a value cell and a next cell."""

    __slots__ = ("value", "next")

    def __init__(self, value: T, next: "Node[T] | None" = None) -> None:
        self.value = value
        self.next = next
