"""Abstract data types, each specified once and built in an array and in nodes.

Read `vector`, then `stack` and `queue`. In each, the abstract class is the
specification, and two structures implement it. `memory` is the model of memory in
Task 7 of the Pseudoku hand-out. `show` draws the structures.

A module is loaded when one of its names is first used, because each command needs only
a few. Every Python can read this file, even version 2.
"""

import sys

__version__ = "0.1.0"

TYPE_CHECKING = False  # True for type checkers; importing typing would slow each start
if TYPE_CHECKING:
    from adt.errors import ADTError as ADTError
    from adt.errors import EmptyError as EmptyError
    from adt.errors import MemoryFault as MemoryFault
    from adt.errors import PositionError as PositionError
    from adt.queue import LinkedQueue as LinkedQueue
    from adt.queue import Queue as Queue
    from adt.queue import RingQueue as RingQueue
    from adt.stack import ArrayStack as ArrayStack
    from adt.stack import LinkedStack as LinkedStack
    from adt.stack import Stack as Stack
    from adt.vector import ArrayVector as ArrayVector
    from adt.vector import DynamicArray as DynamicArray
    from adt.vector import LinkedVector as LinkedVector
    from adt.vector import Vector as Vector
    from adt.vector import copy_vector as copy_vector
    from adt.vector import vector_of as vector_of
elif sys.version_info >= (3, 11):
    from adt._names import on_demand

    _HOMES = {
        "ADTError": "adt.errors",
        "ArrayStack": "adt.stack",
        "ArrayVector": "adt.vector",
        "DynamicArray": "adt.vector",
        "EmptyError": "adt.errors",
        "LinkedQueue": "adt.queue",
        "LinkedStack": "adt.stack",
        "LinkedVector": "adt.vector",
        "MemoryFault": "adt.errors",
        "PositionError": "adt.errors",
        "Queue": "adt.queue",
        "RingQueue": "adt.queue",
        "Stack": "adt.stack",
        "Vector": "adt.vector",
        "copy_vector": "adt.vector",
        "vector_of": "adt.vector",
    }
    __all__ = list(_HOMES)
    __getattr__, __dir__ = on_demand(__name__, _HOMES)
