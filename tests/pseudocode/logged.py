"""Structures of `adt` that log each operation, as a run of pseudocode does."""

from collections.abc import Callable
from functools import partialmethod
from typing import TypeVar

from adt import ArrayStack, ArrayVector, LinkedQueue, Vector
from pseudocode.running.machine import NO_REMARK, Log
from pseudocode.running.values import Value

T = TypeVar("T")
METHODS = "empty enqueue head dequeue push top pop".split()
OPERATIONS = {"__init__": "NEW", "__getitem__": "SELECT", "__setitem__": "STORE"}
OPERATIONS |= {"__len__": "LENGTH"} | {name: name.upper() for name in METHODS}


class KeepsLog:
    log = Log()


def logged(structure: type[T]) -> type[T]:
    """Return a class of ``structure`` whose methods log the operations that they are."""

    def call(self: T, name: str, *operands: Value) -> Value:
        result: Value = getattr(structure, name)(self, *operands)
        KeepsLog.log.add(OPERATIONS[name], NO_REMARK, self, operands, result)  # type: ignore[arg-type]
        return result

    names = [name for name in OPERATIONS if name in dir(structure)]
    methods = {name: partialmethod(call, name) for name in names}
    return type(structure.__name__, (structure,), methods)


LoggedVector: type[ArrayVector[Value]] = logged(ArrayVector)
LoggedQueue: type[LinkedQueue[Value]] = logged(LinkedQueue)
LoggedStack: type[ArrayStack[Value]] = logged(ArrayStack)


class Silent(Log):
    """A log that records nothing, for operations before and after the run."""

    def add(self, *_: object, **__: object) -> None:
        pass


def silently(make: Callable[[], T]) -> T:
    kept, KeepsLog.log = KeepsLog.log, Silent()
    try:
        return make()
    finally:
        KeepsLog.log = kept


def logged_copy(vector: Vector[Value]) -> Value:
    """Return a copy of a logged vector, without logging the operations of copying.

    They belong to the one STORE for which the copy is made.
    """
    return silently(lambda: filled(LoggedVector(len(vector)), list(vector)))


def filled(vector: ArrayVector[Value], elements: list[Value]) -> ArrayVector[Value]:
    for position, element in enumerate(elements, start=1):
        vector[position] = element
    return vector


def stacked(stack: ArrayStack[Value], top_first: list[Value]) -> ArrayStack[Value]:
    for element in reversed(top_first):
        stack.push(element)
    return stack
