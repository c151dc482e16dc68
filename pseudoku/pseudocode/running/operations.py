"""The operations of the ADTs, on what a program has in its variables."""

from collections.abc import Callable

from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector, DynamicArray
from pseudoku.pseudocode.running.values import NOTHING, Array, Missing, Value


class Mistaken(Exception):
    """The operand is not the structure that the operation is for."""


def length(vector: Value) -> int:
    if isinstance(vector, ArrayVector):
        return len(vector)
    raise Mistaken


def empty(structure: Value) -> bool:
    if isinstance(structure, (LinkedQueue, ArrayStack)):
        return structure.empty()
    raise Mistaken


def head(queue: Value) -> Value:
    if isinstance(queue, LinkedQueue):
        return queue.head()
    raise Mistaken


def dequeue(queue: Value) -> Value:
    if isinstance(queue, LinkedQueue):
        removed = queue.head()
        queue.dequeue()
        return removed
    raise Mistaken


def top(stack: Value) -> Value:
    if isinstance(stack, ArrayStack):
        return stack.top()
    raise Mistaken


def pop(stack: Value) -> Value:
    if isinstance(stack, ArrayStack):
        removed = stack.top()
        stack.pop()
        return removed
    raise Mistaken


def enqueue(element: Value, queue: Value) -> None:
    if not isinstance(queue, LinkedQueue):
        raise Mistaken
    queue.enqueue(element)


def push(element: Value, stack: Value) -> None:
    if not isinstance(stack, ArrayStack):
        raise Mistaken
    stack.push(element)


LOOK: dict[str, Callable[[Value], Value]] = {
    **{"LENGTH": length, "EMPTY": empty, "HEAD": head, "TOP": top},
    **{"DEQUEUE": dequeue, "POP": pop},
}
ADD: dict[str, Callable[[Value, Value], None]] = {"ENQUEUE": enqueue, "PUSH": push}


def positioned(
    name: str, holder: Array | DynamicArray[Value], k: int, element: Value
) -> Value | Missing:
    """Do what is done at a position of `adt`, counted from 1."""
    if name == "READ":
        return holder[k]
    if name == "WRITE":
        holder[k] = element
    elif isinstance(holder, DynamicArray):
        if name == "INSERTAT":
            holder.insert_at(k, element)
        else:
            holder.remove_at(k)
    return NOTHING
