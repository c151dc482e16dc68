"""Abstract data types, each specified once and built in an array and in nodes.

Read `vector`, then `stack` and `queue`: first the abstract class, which is the
specification, then the two structures that keep it. `memory` holds the model of
memory that Task 7 of the Pseudoku hand-out describes; `show` draws.

A module is loaded when a name of it is first asked for, because the commands need few
of them. This file can be read by every Python, also by version 2.
"""

import sys

__version__ = "0.1.0"

TYPE_CHECKING = False  # True to type checkers; every start pays for typing itself
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
