"""Parts of the structures: a node, and the marker of a cell where nothing is stored."""

from enum import Enum
from typing import Generic, TypeVar

T = TypeVar("T")


class Unfilled(Enum):
    """The type of UNFILLED, the marker of a position where nothing is stored."""

    NOTHING = "nothing"


UNFILLED = Unfilled.NOTHING


class Node(Generic[T]):
    """One node of a linked list: a value cell and a next cell."""

    __slots__ = ("value", "next")

    def __init__(self, value: T, next: "Node[T] | None" = None) -> None:
        self.value = value
        self.next = next
