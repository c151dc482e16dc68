"""The elements of a structure, for pictures, messages and the pseudocode runner.

These are functions and not methods: the specifications have no such operations.
"""

from collections.abc import Iterator
from typing import TypeVar, overload

from adt.cells import Unfilled
from adt.queue import Queue
from adt.stack import Stack
from adt.vector import ArrayVector, Vector

T = TypeVar("T")


@overload
def contents(structure: Queue[T] | Stack[T]) -> Iterator[T]: ...
@overload
def contents(structure: Vector[T]) -> Iterator[T | Unfilled]: ...
def contents(structure: Vector[T] | Queue[T] | Stack[T]) -> Iterator[T | Unfilled]:
    """Iterate over the elements of ``structure``, which must not change meanwhile.

    The order is from position 1, from the head, or from the top. UNFILLED stands for a
    position where nothing is stored.

    >>> from adt import ArrayStack, vector_of
    >>> stack = ArrayStack[int]()
    >>> stack.push(1)
    >>> stack.push(2)
    >>> [*contents(stack)], [*contents(vector_of(3, 4))]
    ([2, 1], [3, 4])
    """
    return structure._contents()


def backing_list(vector: ArrayVector[T]) -> list[T | Unfilled]:
    """Return the list in which ``vector`` is stored; changing it changes the vector.

    The list operations of the pseudocode runner read and replace elements in place.
    """
    return vector._cells
