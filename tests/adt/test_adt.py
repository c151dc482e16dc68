"""Every structure against a Python list, in every short run of operations."""

from collections.abc import Callable

import pytest

from adt import (
    ArrayStack,
    ArrayVector,
    DynamicArray,
    EmptyError,
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
from tests.adt.outcomes import outcome, runs

MOST_OPERATIONS = pytest.mark.parametrize(
    "operations", [6, pytest.param(7, marks=pytest.mark.slow)]
)


def emptied(model: list[int], end: int) -> object:
    return model[end] if model else "EmptyError"


@MOST_OPERATIONS
@pytest.mark.parametrize("new_stack", [ArrayStack, LinkedStack])
def test_a_stack_does_what_the_end_of_a_list_does(
    new_stack: Callable[[], Stack[int]], operations: int
) -> None:
    for run in runs(["push", "pop", "top", "empty"], operations):
        stack, model = new_stack(), list[int]()
        for step, operation in enumerate(run):
            if operation == "push":
                stack.push(step)
                model.append(step)
            elif operation == "pop":
                expected = None if model else "EmptyError"
                assert outcome(stack.pop, EmptyError) == expected
                del model[-1:]
            elif operation == "top":
                assert outcome(stack.top, EmptyError) == emptied(model, -1)
            else:
                assert stack.empty() is (not model)
        assert repr(stack) == f"{new_stack.__name__}<{' '.join(map(str, model))}>"


@MOST_OPERATIONS
@pytest.mark.parametrize("new_queue", [RingQueue, LinkedQueue])
def test_a_queue_does_what_the_two_ends_of_a_list_do(
    new_queue: Callable[[], Queue[int]], operations: int
) -> None:
    for run in runs(["enqueue", "dequeue", "head", "empty"], operations):
        queue, model = new_queue(), list[int]()
        for step, operation in enumerate(run):
            if operation == "enqueue":
                queue.enqueue(step)
                model.append(step)
            elif operation == "dequeue":
                expected = None if model else "EmptyError"
                assert outcome(queue.dequeue, EmptyError) == expected
                del model[:1]
            elif operation == "head":
                assert outcome(queue.head, EmptyError) == emptied(model, 0)
            else:
                assert queue.empty() is (not model)
        tail_first = " ".join(map(str, reversed(model)))
        assert repr(queue) == f"{new_queue.__name__}<{tail_first}>"


@pytest.mark.parametrize("new_queue", [RingQueue, LinkedQueue])
def test_a_queue_that_grows_while_it_is_used_keeps_its_order(
    new_queue: Callable[[], Queue[int]],
) -> None:
    queue = new_queue()
    came = left = 0
    for _ in range(100):
        for _ in range(3):
            queue.enqueue(came)
            came += 1
        for _ in range(2):
            assert queue.head() == left
            queue.dequeue()
            left += 1
    while not queue.empty():
        assert queue.head() == left
        queue.dequeue()
        left += 1
    assert left == came == 300


def test_a_ring_keeps_no_reference_to_a_removed_element() -> None:
    class Element:
        gone = 0

        def __del__(self) -> None:
            Element.gone += 1

    queue: Queue[Element] = RingQueue()
    queue.enqueue(Element())
    queue.dequeue()
    assert Element.gone == 1


def test_contents_start_at_position_1_the_head_or_the_top() -> None:
    for new_vector in (ArrayVector, LinkedVector, DynamicArray):
        vector: Vector[str] = new_vector(3)
        vector[2] = "b"
        assert [*contents(vector)] == [UNFILLED, "b", UNFILLED]
    for new_queue in (RingQueue, LinkedQueue):
        queue: Queue[str] = new_queue()
        queue.enqueue("head")
        queue.enqueue("tail")
        assert [*contents(queue)] == ["head", "tail"]
    for new_stack in (ArrayStack, LinkedStack):
        stack: Stack[str] = new_stack()
        stack.push("bottom")
        stack.push("top")
        assert [*contents(stack)] == ["top", "bottom"]


@pytest.mark.parametrize("abstract", [Vector, Stack, Queue])
def test_a_specification_cannot_be_instantiated(abstract: type[object]) -> None:
    with pytest.raises(TypeError, match="abstract"):
        abstract()


OPERATIONS = [
    (ArrayStack, {"empty", "push", "top", "pop"}),
    (LinkedStack, {"empty", "push", "top", "pop"}),
    (RingQueue, {"empty", "enqueue", "head", "dequeue"}),
    (LinkedQueue, {"empty", "enqueue", "head", "dequeue"}),
    (ArrayVector, set[str]()),
    (LinkedVector, set[str]()),
    (DynamicArray, {"insert_at", "remove_at"}),
]


@pytest.mark.parametrize(("structure", "specified"), OPERATIONS)
def test_a_structure_has_the_operations_of_its_specification_and_no_others(
    structure: type[object], specified: set[str]
) -> None:
    assert {name for name in dir(structure) if not name.startswith("_")} == specified
    if not issubclass(structure, Vector):
        for hidden in ("__len__", "__bool__", "__iter__", "__getitem__"):
            assert not hasattr(structure, hidden)
