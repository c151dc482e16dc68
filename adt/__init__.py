"""Abstract data types: a specification each, in an array and in linked nodes.

Read `vector`, then `stack` and `queue`: first the abstract class, which is the
specification, then the two structures that keep it. `memory` holds the model of
memory that Task 7 of the Pseudoku hand-out describes; `show` draws; `console` is what
the command lines share. A module is loaded when a name of it is first asked for.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # True to type checkers; every start pays for typing itself
if TYPE_CHECKING:
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
else:
    HOMES = {"Queue": "queue", "Stack": "stack", "Error": "errors", "Fault": "errors"}

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        home = next((HOMES[end] for end in HOMES if name.endswith(end)), "vector")
        return globals().setdefault(name, getattr(import_module(f"adt.{home}"), name))


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
