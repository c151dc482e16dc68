"""What is in a structure, for pictures, messages and programs in other languages.

These are functions, and not operations, because the specifications have no others.
"""

from collections.abc import Iterator
from typing import TypeVar, overload

from adt.cells import Nothing
from adt.queue import Queue
from adt.stack import Stack
from adt.vector import ArrayVector, Vector

T = TypeVar("T")


@overload
def contents(structure: Queue[T] | Stack[T]) -> Iterator[T]: ...
@overload
def contents(structure: Vector[T]) -> Iterator[T | Nothing]: ...
def contents(structure: Vector[T] | Queue[T] | Stack[T]) -> Iterator[T | Nothing]:
    """Return the elements of *structure*, which must not change in the meantime.

    They come from position 1, the head or the top. NOTHING is an unfilled position.

    >>> from adt import ArrayStack, vector_of
    >>> stack = ArrayStack[int]()
    >>> stack.push(1)
    >>> stack.push(2)
    >>> [*contents(stack)], [*contents(vector_of(3, 4))]
    ([2, 1], [3, 4])
    """
    return structure._contents()


def array_of(vector: ArrayVector[T]) -> list[T | Nothing]:
    """Return the array in which *vector* is stored; changing it changes the vector.

    A student's program in Python or JavaScript appends to a vector that it was given.
    """
    return vector._cells
