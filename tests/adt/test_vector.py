"""Vectors: what is stored is given back, at positions that count from 1."""

from collections.abc import Callable

import pytest

from adt import (
    ADTError,
    ArrayStack,
    ArrayVector,
    DynamicArray,
    LinkedQueue,
    LinkedStack,
    LinkedVector,
    PositionError,
    RingQueue,
    Vector,
    copy_vector,
    vector_of,
)
from adt.cells import Node
from tests.adt.outcomes import outcome, runs

VECTORS = [ArrayVector, LinkedVector, DynamicArray]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("new_vector", VECTORS)
@pytest.mark.parametrize(("length", "steps"), [(1, 7), (2, 7), (3, 5)])
def test_a_vector_returns_what_was_stored_last(
    new_vector: Callable[[int], Vector[int]], length: int, steps: int
) -> None:
    places = range(1, length + 1)
    operations = [f"{kind}{k}" for kind in ("store", "select") for k in places]
    for run in runs(operations, steps):
        vector, model = new_vector(length), dict[int, int]()
        for step, operation in enumerate(run):
            k = int(operation[-1])
            if operation.startswith("store"):
                vector[k] = model[k] = step
            else:
                expected = model.get(k, "PositionError")
                assert outcome(lambda: vector[k], PositionError) == expected
        assert len(vector) == length


@pytest.mark.parametrize("new_vector", [ArrayVector, LinkedVector])
@pytest.mark.parametrize("length", range(4))
def test_a_vector_has_the_positions_1_to_its_length(
    new_vector: Callable[[int], Vector[int]], length: int
) -> None:
    vector = new_vector(length)
    for k in range(1, length + 1):
        vector[k] = 10 * k
    assert list(vector) == [10 * k for k in range(1, length + 1)]
    assert all(10 * k in vector for k in range(1, length + 1))
    for k in {-1, 0, length + 1}:
        with pytest.raises(PositionError, match=f"SELECT {k} of a vector of length"):
            vector[k]
        with pytest.raises(PositionError, match=f"STORE {k} of a vector of length"):
            vector[k] = 0


@pytest.mark.parametrize("new_vector", VECTORS)
def test_operations_that_would_count_from_zero_are_refused(
    new_vector: Callable[[int], Vector[int]],
) -> None:
    with pytest.raises(TypeError):
        reversed(new_vector(2))
    with pytest.raises(PositionError, match="a new vector of length -1"):
        new_vector(-1)


@pytest.mark.parametrize("new_vector", VECTORS)
def test_a_fractional_position_is_refused(
    new_vector: Callable[[int], Vector[int]],
) -> None:
    vector = new_vector(3)
    vector[1] = vector[2] = vector[3] = 7
    for halves in (1.5, 2.5):
        with pytest.raises(TypeError):
            vector[halves]  # type: ignore[index]
        with pytest.raises(TypeError):
            vector[halves] = 0  # type: ignore[index]
    assert list(vector) == [7, 7, 7]


def test_errors_name_operation_position_and_bounds() -> None:
    vector: Vector[int] = ArrayVector(4)
    said = "SELECT 5 of a vector of length 4: positions are 1 to 4"
    assert outcome_text(lambda: vector[5]) == said
    unfilled = "SELECT 2 of a vector of length 4: nothing is stored there"
    assert outcome_text(lambda: vector[2]) == unfilled
    nowhere: Vector[int] = LinkedVector(0)
    said = "SELECT 1 of a vector of length 0: it has no positions"
    assert outcome_text(lambda: nowhere[1]) == said
    for stack in (ArrayStack[int](), LinkedStack[int]()):
        assert outcome_text(stack.top) == "TOP of an empty stack"
        assert outcome_text(stack.pop) == "POP of an empty stack"
    for queue in (RingQueue[int](), LinkedQueue[int]()):
        assert outcome_text(queue.head) == "HEAD of an empty queue"
        assert outcome_text(queue.dequeue) == "DEQUEUE of an empty queue"


def outcome_text(operation: Callable[[], object]) -> str:
    with pytest.raises(ADTError) as raised:
        operation()
    return str(raised.value)


def test_a_dynamic_array_does_what_a_list_does() -> None:
    operations = [
        "append",
        "insert first",
        "insert last",
        "remove first",
        "remove last",
    ]
    for run in runs(operations, 6):
        array, model = DynamicArray[int](), list[int]()
        for step, operation in enumerate(run):
            position = 1 if operation.endswith("first") else max(len(model), 1)
            if operation == "append":
                array[len(array) + 1] = step
                model.append(step)
            elif operation.startswith("insert"):
                array.insert_at(position, step)
                model.insert(position - 1, step)
            else:
                removed = outcome(lambda: array.remove_at(position), PositionError)
                assert removed == (None if model else "PositionError")
                del model[position - 1 : position]
        assert list(array) == model


def test_a_dynamic_array_refuses_a_place_beyond_the_next() -> None:
    array: DynamicArray[str] = DynamicArray()
    array[1] = "a"
    with pytest.raises(PositionError, match="STORE 3 of a vector of length 1"):
        array[3] = "c"
    with pytest.raises(PositionError, match="INSERTAT 3 of a vector of length 1"):
        array.insert_at(3, "c")
    for position in (-1, 0, 2):
        said = f"REMOVEAT {position} of a vector of length 1: positions are 1 to 1"
        assert outcome_text(lambda: array.remove_at(position)) == said
    for position in (-1, 0, 3):
        with pytest.raises(PositionError, match=f"INSERTAT {position} of a vector"):
            array.insert_at(position, "b")
    assert list(array) == ["a"]


def test_a_linked_vector_continues_from_the_node_it_used_last() -> None:
    followed = 0

    class Watched(Node[int]):
        def __getattribute__(self, name: str) -> object:
            nonlocal followed
            followed += name == "next"
            return super().__getattribute__(name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("adt.vector.Node", Watched)
        vector: Vector[int] = LinkedVector(100)
    for k in range(1, 101):
        vector[k] = k
    assert list(vector) == list(range(1, 101))
    assert followed < 5 * 100


def test_an_element_that_is_not_stored_is_shown_as_a_dot() -> None:
    vector: Vector[int] = ArrayVector(4)
    vector[2] = 7
    assert repr(vector) == "ArrayVector(·, 7, ·, ·)"
    assert repr(LinkedVector[int](0)) == "LinkedVector()"


def test_a_copy_of_a_vector_has_elements_of_its_own() -> None:
    vector = vector_of(2, 4, 1, 3)
    copied = copy_vector(vector)
    copied[1] = 9
    assert list(vector) == [2, 4, 1, 3]
    assert list(copied) == [9, 4, 1, 3]
    linked: Vector[int] = LinkedVector(1)
    linked[1] = 5
    assert isinstance(copy_vector(linked), ArrayVector)
    linked = LinkedVector(3)
    linked[2] = 5
    assert repr(copy_vector(linked)) == "ArrayVector(·, 5, ·)"
