"""Abstract data types: a specification each, in an array and in linked nodes.

Read `vector`, then `stack` and `queue`: first the abstract class, which is the
specification, then the two structures that keep it. `memory` holds the model of
memory that Task 7 of the Pseudoku hand-out describes; `show` draws.
"""

from adt.errors import ADTError, EmptyError, PositionError
from adt.queue import LinkedQueue, Queue, RingQueue
from adt.stack import ArrayStack, LinkedStack, Stack
from adt.vector import (
    ArrayVector,
    DynamicArray,
    LinkedVector,
    Vector,
    copy_vector,
    vector_of,
)

__all__ = [
    "ADTError",
    "ArrayStack",
    "ArrayVector",
    "DynamicArray",
    "EmptyError",
    "LinkedQueue",
    "LinkedStack",
    "LinkedVector",
    "PositionError",
    "Queue",
    "RingQueue",
    "Stack",
    "Vector",
    "copy_vector",
    "vector_of",
]
