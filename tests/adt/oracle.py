"""Models of the structures, on Python's own list and deque."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from adt import (
    ADTError,
    ArrayStack,
    ArrayVector,
    DynamicArray,
    LinkedQueue,
    LinkedStack,
    LinkedVector,
    Queue,
    RingQueue,
    Stack,
    Vector,
)
from adt.cells import UNFILLED
from adt.contents import contents

Structure: TypeAlias = Stack[object] | Queue[object] | Vector[object]
# The name of an operation, and its operands.
Step: TypeAlias = tuple[str, *tuple[object, ...]]


class LineModel:
    """A stack from its bottom to its top, or a queue from its head to its tail."""

    def __init__(self) -> None:
        self.elements: deque[object] = deque()

    def empty(self) -> bool:
        return not self.elements

    def push(self, element: object) -> None:
        self.elements.append(element)

    enqueue = push

    def top(self) -> object:
        return self.elements[-1]

    def pop(self) -> None:
        del self.elements[-1]

    def head(self) -> object:
        return self.elements[0]

    def dequeue(self) -> None:
        del self.elements[0]


class VectorModel:
    def __init__(self, length: int, extra: int) -> None:
        """``extra`` is 1 if STORE and INSERTAT can add an element, otherwise 0."""
        self.elements: list[object] = [UNFILLED] * length
        self.extra = extra

    def _index(self, position: int, extra: int = 0) -> int:
        if not 1 <= position <= len(self.elements) + extra:
            raise IndexError(position)
        return position - 1

    def __len__(self) -> int:
        return len(self.elements)

    def __getitem__(self, position: int) -> object:
        element = self.elements[self._index(position)]
        if element is UNFILLED:
            raise IndexError(position)
        return element

    def __setitem__(self, position: int, element: object) -> None:
        index = self._index(position, self.extra)
        self.elements[index:position] = [element]

    def insert_at(self, position: int, element: object) -> None:
        self.elements.insert(self._index(position, self.extra), element)

    def remove_at(self, position: int) -> None:
        del self.elements[self._index(position)]


Model: TypeAlias = LineModel | VectorModel
Pair: TypeAlias = tuple[Structure, Model]

KINDS: Sequence[type[Structure]] = [
    ArrayStack,
    LinkedStack,
    RingQueue,
    LinkedQueue,
    ArrayVector,
    LinkedVector,
    DynamicArray,
]


def new_pair(kind: type[Structure], length: int) -> Pair:
    """Return a new structure and its model; stacks and queues have no ``length``."""
    if not issubclass(kind, Vector):
        return kind(), LineModel()
    return kind(length), VectorModel(length, extra=int(kind is DynamicArray))


def steps(
    structure: Structure, positions: Iterable[float], element: object
) -> list[Step]:
    """Return the operations of ``structure``, with operands; the first stores."""
    if isinstance(structure, Stack):
        return [("push", element), ("pop",), ("top",), ("empty",)]
    if isinstance(structure, Queue):
        return [("enqueue", element), ("dequeue",), ("head",), ("empty",)]
    found: list[Step] = []
    for position in positions:
        found += [("__setitem__", position, element), ("__getitem__", position)]
        if isinstance(structure, DynamicArray):
            found += [("insert_at", position, element), ("remove_at", position)]
    return [*found, ("__len__",)]


def perform(pair: Pair, step: Step) -> None:
    """Perform ``step`` on a structure and its model, which must do the same."""
    structure, model = pair
    assert result_of(structure, step) == result_of(model, step), step


def result_of(target: Structure | Model, step: Step) -> object:
    name, *operands = step
    try:
        return getattr(target, name)(*operands)
    except (ADTError, IndexError):
        return "refused"


def check(pair: Pair) -> None:
    """Compare all elements of a structure and its model, and how they are shown."""
    structure, model = pair
    elements = [*model.elements]
    seen = [*contents(structure)]
    assert seen == (elements[::-1] if isinstance(structure, Stack) else elements)
    shown = ["·" if element is UNFILLED else repr(element) for element in seen]
    if isinstance(structure, Vector):
        text = f"({', '.join(shown)})"
    else:
        text = f"<{' '.join(reversed(shown))}>"
    assert repr(structure) == type(structure).__name__ + text
