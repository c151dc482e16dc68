"""Every structure against its model, in every short run of operations; its errors."""

import copy
import pickle
from collections.abc import Callable
from itertools import product

import pytest

from adt import (
    ADTError,
    ArrayStack,
    ArrayVector,
    DynamicArray,
    EmptyError,
    LinkedQueue,
    LinkedStack,
    LinkedVector,
    PositionError,
    Queue,
    RingQueue,
    Stack,
    Vector,
    copy_vector,
    vector_of,
)
from adt.cells import Node
from adt.contents import contents
from tests.adt.oracle import KINDS, Structure, check, new_pair, perform, steps

VECTORS = [kind for kind in KINDS if issubclass(kind, Vector)]
# A kind, its length at first, and the number of operations of each run.
RUNS: list[tuple[type[Structure], int, int]] = [
    (ArrayStack, 0, 6),
    (LinkedStack, 0, 6),
    (RingQueue, 0, 6),
    (LinkedQueue, 0, 6),
    (ArrayVector, 0, 3),
    (ArrayVector, 2, 3),
    (LinkedVector, 0, 3),
    (LinkedVector, 3, 3),
    (DynamicArray, 0, 3),
    (DynamicArray, 1, 3),
]


@pytest.mark.parametrize(("kind", "length", "number"), RUNS)
def test_a_structure_does_what_a_list_or_a_deque_does(
    kind: type[Structure], length: int, number: int
) -> None:
    positions = range(-1, length + 2)
    choices = range(len(steps(new_pair(kind, length)[0], positions, 0)))
    for run in product(choices, repeat=number):
        pair = new_pair(kind, length)
        for element, choice in enumerate(run):
            perform(pair, steps(pair[0], positions, element)[choice])
        check(pair)


def put(structure: Structure, position: int, element: object) -> None:
    if isinstance(structure, Stack):
        structure.push(element)
    elif isinstance(structure, Queue):
        structure.enqueue(element)
    else:
        structure[position] = element


@pytest.mark.parametrize("kind", [LinkedStack, LinkedQueue, LinkedVector])
def test_many_elements_can_be_copied_and_pickled(kind: type[Structure]) -> None:
    """A copier that followed the nodes one by one would recurse too deeply."""
    structure, _ = new_pair(kind, 5_000)
    for number in range(1, 5_001):
        put(structure, number, number)
    elements = [*contents(structure)]
    assert [*contents(copy.deepcopy(structure))] == elements
    assert [*contents(pickle.loads(pickle.dumps(structure)))] == elements


@pytest.mark.parametrize("kind", KINDS)
def test_a_structure_can_hold_itself(kind: type[Structure]) -> None:
    structure, _ = new_pair(kind, 1)
    put(structure, 1, structure)
    assert repr(structure)[len(kind.__name__) :] in ("<...>", "(...)")
    for copied in (copy.deepcopy(structure), pickle.loads(pickle.dumps(structure))):
        assert next(contents(copied)) is copied


def test_a_ring_keeps_no_reference_to_a_removed_element() -> None:
    class Element:
        gone = 0

        def __del__(self) -> None:
            Element.gone += 1

    queue: Queue[Element] = RingQueue()
    queue.enqueue(Element())
    queue.dequeue()
    assert Element.gone == 1


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


@pytest.mark.parametrize("new_vector", VECTORS)
def test_operations_that_would_count_from_zero_are_refused(
    new_vector: Callable[[int], Vector[int]],
) -> None:
    with pytest.raises(TypeError):
        reversed(new_vector(2))
    with pytest.raises(PositionError, match="a new vector of length -1"):
        new_vector(-1)


@pytest.mark.parametrize("new_vector", VECTORS)
def test_all_vectors_refuse_a_fractional_position_in_the_same_words(
    new_vector: Callable[[int], Vector[object]],
) -> None:
    vector = new_vector(2)
    vector[1] = vector[2] = 7
    for name, *operands in steps(vector, [1.0, 1.5], 0)[:-1]:
        with pytest.raises(TypeError, match="^'float' object cannot be interpreted"):
            getattr(vector, name)(*operands)
    assert list(vector) == [7, 7]
    with pytest.raises(TypeError, match="^'float' object cannot be interpreted"):
        DynamicArray[int]()[1.0] = 0  # type: ignore[index]


def error_text(operation: Callable[[], object], error: type[ADTError]) -> str:
    with pytest.raises(error) as raised:
        operation()
    return str(raised.value)


def test_errors_name_operation_position_and_bounds() -> None:
    array = DynamicArray[int](4)
    for operation, problem in (
        (lambda: array[5], "SELECT 5 of a vector of length 4: positions are 1 to 4"),
        (lambda: array[2], "SELECT 2 of a vector of length 4: nothing is stored there"),
        (lambda: array.__setitem__(0, 1), "STORE 0 of a vector of length 4: positions"),
        (
            lambda: array.insert_at(6, 1),
            "INSERTAT 6 of a vector of length 4: positions",
        ),
        (lambda: array.remove_at(5), "REMOVEAT 5 of a vector of length 4: positions"),
        (
            lambda: LinkedVector[int](0)[1],
            "SELECT 1 of a vector of length 0: it has no positions",
        ),
    ):
        assert error_text(operation, PositionError).startswith(problem)
    for stack in (ArrayStack[int](), LinkedStack[int]()):
        assert error_text(stack.top, EmptyError) == "TOP of an empty stack"
        assert error_text(stack.pop, EmptyError) == "POP of an empty stack"
    for queue in (RingQueue[int](), LinkedQueue[int]()):
        assert error_text(queue.head, EmptyError) == "HEAD of an empty queue"
        assert error_text(queue.dequeue, EmptyError) == "DEQUEUE of an empty queue"


def test_a_copy_of_a_vector_has_elements_of_its_own() -> None:
    vector = vector_of(2, 4, 1, 3)
    copied = copy_vector(vector)
    copied[1] = 9
    assert list(vector) == [2, 4, 1, 3]
    assert list(copied) == [9, 4, 1, 3]
    linked: Vector[int] = LinkedVector(3)
    linked[2] = 5
    assert repr(copy_vector(linked)) == "ArrayVector(·, 5, ·)"


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
