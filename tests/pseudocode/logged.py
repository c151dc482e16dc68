"""Structures of `adt` that log each operation, as a run of pseudocode does."""

from collections.abc import Callable
from typing import TypeVar

from adt import ArrayStack, ArrayVector, LinkedQueue, Vector
from pseudocode.running.machine import NO_REMARK, Log
from pseudocode.running.values import Value

T = TypeVar("T")


class KeepsLog:
    log = Log()


class LoggedVector(KeepsLog, ArrayVector[Value]):
    def __init__(self, length: int) -> None:
        super().__init__(length)
        self.log.add("NEW", NO_REMARK, self, (length,))

    def __getitem__(self, position: int) -> Value:
        element = super().__getitem__(position)
        self.log.add("SELECT", NO_REMARK, self, (position,), element)
        return element

    def __setitem__(self, position: int, element: Value) -> None:
        super().__setitem__(position, element)
        self.log.add("STORE", NO_REMARK, self, (position, element))

    def __len__(self) -> int:
        self.log.add("LENGTH", NO_REMARK, self, (), super().__len__())
        return super().__len__()


class LoggedQueue(KeepsLog, LinkedQueue[Value]):
    def __init__(self) -> None:
        super().__init__()
        self.log.add("NEW", NO_REMARK, self)

    def empty(self) -> bool:
        result = super().empty()
        self.log.add("EMPTY", NO_REMARK, self, (), result)
        return result

    def enqueue(self, element: Value) -> None:
        super().enqueue(element)
        self.log.add("ENQUEUE", NO_REMARK, self, (element,))

    def head(self) -> Value:
        element = super().head()
        self.log.add("HEAD", NO_REMARK, self, (), element)
        return element

    def dequeue(self) -> None:
        super().dequeue()
        self.log.add("DEQUEUE", NO_REMARK, self)


class LoggedStack(KeepsLog, ArrayStack[Value]):
    def __init__(self) -> None:
        super().__init__()
        self.log.add("NEW", NO_REMARK, self)

    def empty(self) -> bool:
        result = super().empty()
        self.log.add("EMPTY", NO_REMARK, self, (), result)
        return result

    def push(self, element: Value) -> None:
        super().push(element)
        self.log.add("PUSH", NO_REMARK, self, (element,))

    def top(self) -> Value:
        element = super().top()
        self.log.add("TOP", NO_REMARK, self, (), element)
        return element

    def pop(self) -> None:
        super().pop()
        self.log.add("POP", NO_REMARK, self)


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
