"""Abstract data types, each specified once and built in an array and in nodes.

Read `vector`, then `stack` and `queue`. In each, the abstract class is the
specification, and two structures implement it. `memory` is the model of memory in
Task 7 of the Pseudoku hand-out. `show` draws the structures; `contents` lists their
elements.
"""

from adt.errors import ADTError, EmptyError, MemoryFault, PositionError
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
    "MemoryFault",
    "PositionError",
    "Queue",
    "RingQueue",
    "Stack",
    "Vector",
    "copy_vector",
    "vector_of",
]
__version__ = "0.3.0"
